"""Who sits out when the number of players is not divisible by four."""

import random
from collections.abc import Iterable, Mapping


def draw_byes(
    players: int,
    rounds: int,
    rng: random.Random,
    had: Mapping[int, int] | None = None,
    late: Mapping[int, int] | None = None,
) -> list[list[int]]:
    """Choose who sits out in each round (players from 0): always those with the fewest byes so
    far, by lot among equals, so that nobody sits out again before everybody has. ``late``: player →
    the first round (from 0) he is there; the rounds before count as his byes."""
    counts = {player: (had or {}).get(player, 0) for player in range(players)}
    arrives = late or {}
    resting = []
    for number in range(rounds):
        rest = [p for p in counts if arrives.get(p, 0) > number]
        present = [p for p in counts if arrives.get(p, 0) <= number]
        present.sort(key=lambda p: (counts[p], rng.random()))
        rest += present[: len(present) % 4]
        for player in rest:
            counts[player] += 1
        resting.append(sorted(rest))
    return resting


def byes_by_rank(order: Iterable[int], count: int, had: Mapping[int, int]) -> list[int]:
    """Choose who sits out of a draw by standing: the lowest of those with the fewest byes."""
    ranked = list(order)
    chosen = sorted(ranked, key=lambda p: (had.get(p, 0), -ranked.index(p)))[:count]
    return sorted(chosen)
