"""The best plans known for a size, to hold others against (seating.md §1, §5)."""

from scoring.text import Text
from tournaments.seating.designs import design
from tournaments.seating.search import even_bound

# Σ m(m−1)/2 by players and rounds; from the first round on that must, or does, repeat meetings.
REPEATING = {
    8: {2: 4, 3: 12, 4: 24, 5: 40, 6: 60, 7: 84, 8: 120},
    12: {4: 18, 5: 30, 6: 45, 7: 63, 8: 90, 9: 126, 10: 162},
    16: {6: 24, 7: 48, 8: 72, 9: 96, 10: 120},
    20: {6: 6, 7: 20, 8: 50, 9: 80, 10: 110},
    24: {8: 18, 9: 48, 10: 84},
    28: {10: 42},
    # Ten rounds of 32 without a repeat are known (Aguado 2004); ours repeat ten meetings.
    32: {10: 0},
}
# The same where team-mates, four to a team, never meet.
REPEATING_TEAMS = {
    16: {5: 24, 6: 48, 7: 72, 8: 96, 9: 144, 10: 192},
    20: {5: 6, 6: 24, 7: 50, 8: 80, 9: 111, 10: 149},
    24: {7: 18, 8: 48, 9: 84, 10: 120},
    28: {9: 42, 10: 84},
    32: {9: 16, 10: 48},
}
# From here on ten rounds never repeat a meeting.
ALWAYS_FREE, FREE_ROUNDS = 44, 10


def known_cost(players: int, rounds: int, teams: bool = False) -> int | None:
    """Return the least Σ m(m−1)/2 that is known to be reached; None where nobody has looked."""
    if players < 8 or players % 4:
        return None
    if not teams:
        found = REPEATING.get(players, {}).get(rounds)
        if found is not None:
            return found
    else:
        found = REPEATING_TEAMS.get(players, {}).get(rounds)
        if found is not None:
            return found
        rounds += 1
    free = len(design(players, rounds)[1]) >= rounds
    return 0 if free or (players >= ALWAYS_FREE and rounds <= FREE_ROUNDS) else None


def least_cost(players: int, rounds: int) -> int:
    """Return what no plan can be below: every pair meets as often as every other."""
    pairs = players * (players - 1) // 2
    return even_bound(pairs, 6 * (players // 4) * rounds) if pairs else 0


def compared(cost: int, players: int, rounds: int, teams: bool = False) -> list[Text]:
    """Say by how much a plan is worse than the best one known for its size; nothing where it is
    not, or nothing is known."""
    known = known_cost(players, rounds, teams)
    if known is not None and cost > known:
        more = cost - known
        return [
            Text(
                f"已知最好的编排重复值为{known}，这个是{cost}，差{more}。",
                f"The best plan known for this size has a cost of repeats of {known}, "
                f"this one {cost}: {more} more.",
            )
        ]
    return []
