"""Places, opponents, winds and highlights, counted by hand."""

from fractions import Fraction

from tournaments.standings.game_figures import (
    Bin,
    Opponent,
    PlaceCount,
    PlayedGame,
    Record,
    WindFigures,
    highlights,
    mean_place,
    opponents,
    pattern_counts,
    place_counts,
    value_bins,
    wind_figures,
)
from tournaments.standings.hand_figures import PlayedHand, Winner, WonTile

GAMES = [
    PlayedGame((1, 1), (1, 2, 3, 4), (30, -10, -10, -10), (1, 2, 2, 2)),
    PlayedGame((2, 1), (2, 1, 5, 6), (8, 8, -8, -8), (1, 1, 3, 3)),
    PlayedGame((3, 1), (1, 2, 5, 6), (-50, 50, 0, 0), None),
]


def won(
    number: int, winner: int, giver: int | None, fan: int | None = 8, *patterns: str
) -> PlayedHand:
    """A hand of the first table: chairs hold the people 1 to 4, East is chair 0."""
    return PlayedHand(
        (1, 1, number),
        (1, 2, 3, 4),
        (WonTile((Winner(winner, fan, 10 * (fan or 1), patterns),), giver, 16),),
        winds=(0, 1, 2, 3),
        moves=tuple(30 if chair == winner else -10 for chair in range(4)),
    )


def test_shared_places_are_counted_as_shared() -> None:
    assert place_counts(GAMES, 1) == (
        PlaceCount(1, 1, 1),
        PlaceCount(2, 0, 0),
        PlaceCount(3, 0, 0),
        PlaceCount(4, 0, 0),
    )
    assert place_counts(GAMES, 2)[:2] == (PlaceCount(1, 0, 1), PlaceCount(2, 0, 1))
    # First, and one of two on top: (1 + 3/2) / 2. A game that still plays has no place.
    assert mean_place(GAMES, 1) == Fraction(5, 4)
    assert mean_place(GAMES, 9) is None


def test_head_to_head() -> None:
    hands = [won(1, 0, 1), won(2, 1, 0), won(3, 0, None)]
    found = {o.person: o for o in opponents(GAMES, hands, 1)}
    assert found[2] == Opponent(2, 3, 1, 1, 1, 40 + 0 - 100, won_from=1, gave_to=1)
    assert found[5] == Opponent(5, 2, above=1, below=1, ahead=16 - 50)
    assert next(o.person for o in opponents(GAMES, hands, 1)) == 2


def test_winds() -> None:
    found = wind_figures([won(1, 0, 1), won(2, 1, 0)], 1)
    assert found == (WindFigures(0, hands=2, wins=1, deal_ins=1, points=20),)
    assert found[0].mean == 10


def test_patterns_the_commonest_first() -> None:
    hands = [won(1, 0, 1, 8, "a", "b"), won(2, 0, None, 8, "b"), won(3, 2, None, 8, "a")]
    assert pattern_counts(hands, 1) == (("b", 2), ("a", 1))
    assert pattern_counts(hands) == (("a", 2), ("b", 2))


def test_highlights() -> None:
    hands = [won(1, 0, 1, 24), won(2, 0, None, 88), won(3, 0, 2), won(4, 2, 1)]
    hands.append(PlayedHand((1, 1, 5), (1, 2, 3, 4)))
    hands.append(PlayedHand((1, 1, 6), (1, 2, 3, 4), finished=False))
    found = highlights(GAMES, hands)
    assert (found.hands, found.drawn, found.in_fan) == (5, 1, True)
    assert [(h.person, h.fan) for h in found.best_hands] == [(1, 88), (1, 24), (1, 8)]
    assert found.best_games[0] == Record(1, 30, (1, 1))
    assert all(record.where != (3, 1) for record in found.best_games)
    assert found.most_wins == (Record(1, 3), Record(3, 1))
    assert found.longest_streaks == (Record(1, 3),)
    assert found.most_self_draws == (Record(1, 1),)
    assert found.fewest_deal_ins[0].value == 0
    assert found.dealt == {(2, 1): 1, (3, 1): 1, (2, 3): 1}
    assert found.met[1, 2] == 3


def test_a_game_without_fan_is_told_by_points() -> None:
    found = highlights(GAMES, [won(1, 0, 1, None), won(2, 1, 0, None)])
    assert not found.in_fan
    assert found.best_hands[0].points == 10
    assert found.values == (Bin(10, 10, 2),)


def test_an_event_without_hands() -> None:
    found = highlights([], [])
    assert found.best_hands == found.values == found.best_games == ()


def test_bins_hold_every_value_once() -> None:
    for values in ([8], [8, 9, 88], list(range(-40, 300, 7)), [1, 1_000_000]):
        bins = value_bins(values)
        assert len(bins) <= 16
        assert sum(b.count for b in bins) == len(values)
        assert all(sum(b.low <= v <= b.high for b in bins) == 1 for v in values)
