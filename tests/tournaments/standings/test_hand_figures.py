"""Figures of hands: counted once per hand, exact, and empty where nothing was played."""

from fractions import Fraction

from tournaments.standings.hand_figures import (
    BestHand,
    HandFigures,
    PlayedHand,
    Winner,
    WonTile,
    hand_figures,
)

A, B, C, D = PEOPLE = (1, 2, 3, 4)


def hand(number: int, *tiles: WonTile, table: int = 1, finished: bool = True) -> PlayedHand:
    return PlayedHand((1, table, number), PEOPLE, tiles, finished)


def tile(
    chair: int, fan: int | None, points: int, giver: int | None = None, paid: int = 0
) -> WonTile:
    return WonTile((Winner(chair, fan, points),), giver, paid)


def test_wins_self_draws_and_deal_ins() -> None:
    figures = hand_figures(
        [
            hand(1, tile(0, 10, 34, giver=2, paid=18)),
            hand(2, tile(0, 8, 48)),
            hand(3),
            hand(4, tile(2, 24, 48, giver=0, paid=32)),
        ]
    )
    assert figures[A] == HandFigures(
        games=1, hands=4, wins=2, self_draws=1, deal_ins=1, won_points=82, paid_points=32,
        best=BestHand((1, 1, 1), 10, 34),
    )  # fmt: skip
    assert figures[A].win_rate == Fraction(1, 2)
    assert figures[A].self_draw_rate == Fraction(1, 2)
    assert figures[A].deal_in_rate == Fraction(1, 4)
    assert figures[A].average_win == 41
    assert figures[C].average_deal_in == 18
    assert (figures[B].wins, figures[B].hands, figures[B].best) == (0, 4, None)
    assert figures[B].win_rate == 0
    assert figures[B].average_win is None


def test_nobody_has_figures_of_hands_that_were_annulled() -> None:
    assert hand_figures([hand(1, finished=False)]) == {}
    assert HandFigures().win_rate is None


def test_a_hand_cut_off_after_a_win_counts() -> None:
    figures = hand_figures([hand(1, tile(0, 2, 3), finished=False)])
    assert (figures[A].hands, figures[A].wins) == (1, 1)


def test_several_win_on_one_tile() -> None:
    shared = WonTile((Winner(0, 8, 32), Winner(1, 16, 40)), giver=3, paid=40)
    figures = hand_figures([hand(1, shared)])
    assert [figures[p].wins for p in PEOPLE] == [1, 1, 0, 0]
    assert (figures[D].deal_ins, figures[D].paid_points) == (1, 40)


def test_one_who_wins_twice_in_a_hand_has_won_one_hand() -> None:
    figures = hand_figures([hand(1, tile(0, 1, 6), tile(0, 4, 8, giver=1, paid=8))])
    mine = figures[A]
    assert (mine.wins, mine.self_draws, mine.won_points) == (1, 1, 14)
    assert mine.best == BestHand((1, 1, 1), 4, 8)
    assert mine.win_rate == 1


def test_the_earlier_of_equal_hands_is_the_best() -> None:
    figures = hand_figures([hand(5, tile(0, 8, 32)), hand(2, tile(0, 8, 32))])
    assert figures[A].best == BestHand((1, 1, 2), 8, 32)


def test_without_fan_points_decide() -> None:
    figures = hand_figures([hand(1, tile(0, None, 6)), hand(2, tile(0, None, 12))])
    assert figures[A].best == BestHand((1, 1, 2), None, 12)


def test_games_are_tables() -> None:
    figures = hand_figures([hand(1), hand(2), hand(1, table=2)])
    assert (figures[A].games, figures[A].hands) == (2, 3)
