"""Who sits out when the number of players is not divisible by four."""

import random
from collections.abc import Iterable, Mapping


def draw_byes(
    players: int, rounds: int, rng: random.Random, had: Mapping[int, int] | None = None
) -> list[list[int]]:
    """Choose who sits out in each round (players from 0): always those with the fewest byes so
    far, by lot among equals, so that nobody sits out again before everybody has."""
    counts = {player: (had or {}).get(player, 0) for player in range(players)}
    resting = []
    for _round in range(rounds):
        rest = sorted(counts, key=lambda p: (counts[p], rng.random()))[: players % 4]
        for player in rest:
            counts[player] += 1
        resting.append(sorted(rest))
    return resting


def byes_by_rank(order: Iterable[int], count: int, had: Mapping[int, int]) -> list[int]:
    """Choose who sits out of a draw by standing: the lowest of those with the fewest byes."""
    ranked = list(order)
    chosen = sorted(ranked, key=lambda p: (had.get(p, 0), -ranked.index(p)))[:count]
    return sorted(chosen)
