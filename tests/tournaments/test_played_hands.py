"""Hands of a table as facts for the figures: whose chairs, and what was paid for the hand alone."""

import pytest

from tests.club import DRAW, make_event, win
from tournaments.services.played_hands import person_key, played_hands
from tournaments.services.tables import table_state
from tournaments.standings.hand_figures import BestHand, hand_figures

pytestmark = pytest.mark.django_db
PURE_STRAIGHT = {"concealed": "12345678m234s55p"}


def test_the_figures_follow_the_chairs_when_the_winds_move() -> None:
    event = make_event(4)
    event.seat_round()
    # In the second hand the South of the first deals: the seat of East is chair 1.
    event.record(event.table(), win(10, winner=0, giver=2), win(8, winner=0), DRAW)
    first, second, third, fourth = (e.pk for e in event.entries)
    figures = hand_figures(played_hands([table_state(event.table())]))
    assert {pk: (f.hands, f.wins, f.self_draws, f.deal_ins) for pk, f in figures.items()} == {
        first: (3, 1, 0, 0),
        second: (3, 1, 1, 0),
        third: (3, 0, 0, 1),
        fourth: (3, 0, 0, 0),
    }
    assert figures[first].best == BestHand((1, 1, 1), 10, 34)
    assert (figures[third].paid_points, figures[second].won_points) == (18, 48)


def test_a_penalty_in_a_hand_is_no_part_of_what_the_hand_paid() -> None:
    event = make_event(4)
    event.seat_round()
    fine = {"type": "penalty", "seat": 1, "kind": "false_win", "amount": 10}
    event.record(event.table(), [fine, *win(8, winner=1, giver=0)])
    figures = hand_figures(played_hands([table_state(event.table())]))
    assert figures[event.entries[1].pk].won_points == 32
    assert figures[event.entries[0].pk].paid_points == 16


def test_several_winners_of_one_hand() -> None:
    event = make_event(4, ruleset="sichuan_xuezhan")
    event.seat_round()
    plain = {"declared": {"patterns": ["ping_hu"]}}
    shared = {
        "type": "win",
        "by": "discard",
        "from": 0,
        "winners": [{"seat": 1, **plain}, {"seat": 2, **plain}],
    }
    alone = {"type": "win", "by": "self_draw", "winners": [{"seat": 3, **plain}]}
    event.record(event.table(), [shared, alone])
    figures = hand_figures(played_hands([table_state(event.table())]))
    assert [figures[e.pk].wins for e in event.entries] == [0, 1, 1, 1]
    assert figures[event.entries[0].pk].deal_ins == 1
    assert figures[event.entries[3].pk].self_draws == 1


def test_figures_by_person_run_over_events() -> None:
    event = make_event(4)
    event.seat_round()
    event.record(event.table(), win(10, winner=0, giver=2))
    figures = hand_figures(played_hands([table_state(event.table())], person_key))
    assert figures[event.entries[0].player_id].wins == 1


def test_laid_tiles_tell_what_they_were_counted_by() -> None:
    """A Guobiao settlement keeps a number alone: its rows come from the tiles."""
    event = make_event(4)
    event.seat_round()
    winner = {"seat": 0, "hand": PURE_STRAIGHT}
    laid = {"type": "win", "by": "self_draw", "tile": "9m", "winners": [winner]}
    ticked = {"seat": 1, "declared": {"patterns": ["quan_da"]}}
    event.record(
        event.table(), [laid], [{"type": "win", "by": "self_draw", "winners": [ticked]}], DRAW
    )
    hands = played_hands([table_state(event.table())])
    told = [[set(w.patterns) for tile in hand.tiles for w in tile.winners] for hand in hands]
    assert {"qing_long", "ping_hu"} <= told[0][0]
    assert told[1:] == [[{"quan_da"}], []]
