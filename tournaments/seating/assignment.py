"""The cheapest way to give each of n groups one of n tables (the Hungarian method)."""

import numpy as np
import numpy.typing as npt


def assign(cost: npt.NDArray[np.int64]) -> list[int]:
    """Return the column of each row, all different, with the least sum of ``cost[row, column]``.

    Shortest augmenting paths with potentials, O(n³). Ties go to the lower column.
    """
    n = len(cost)
    price_of_row = np.zeros(n + 1, dtype=np.int64)
    price_of_column = np.zeros(n + 1, dtype=np.int64)
    # row_of[column], counted from 1; column 0 is where each path begins.
    row_of = np.zeros(n + 1, dtype=np.int64)
    far = np.iinfo(np.int64).max // 4
    for row in range(1, n + 1):
        row_of[0] = row
        column = 0
        distance = np.full(n + 1, far, dtype=np.int64)
        came_from = np.zeros(n + 1, dtype=np.int64)
        done = np.zeros(n + 1, dtype=bool)
        while row_of[column]:
            done[column] = True
            current = row_of[column]
            reduced = cost[current - 1] - price_of_row[current] - price_of_column[1:]
            better = ~done[1:] & (reduced < distance[1:])
            distance[1:][better] = reduced[better]
            came_from[1:][better] = column
            open_distance = np.where(done[1:], far, distance[1:])
            following = int(open_distance.argmin()) + 1
            step = distance[following]
            price_of_row[row_of[done]] += step
            price_of_column[done] -= step
            distance[1:][~done[1:]] -= step
            column = following
        while column:
            before = int(came_from[column])
            row_of[column] = row_of[before]
            column = before
    columns = [0] * n
    for column in range(1, n + 1):
        columns[int(row_of[column]) - 1] = column - 1
    return columns
