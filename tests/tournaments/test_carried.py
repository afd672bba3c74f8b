"""What hands leave on the table for the next ones: it follows from the hands before, and follows
when one of them is changed or undone."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.progress import Played, Position, context_after
from scoring.rulesets import get_ruleset
from tests.club import ClubEvent, key, make_event
from tournaments.models import Table
from tournaments.services import hands
from tournaments.services.errors import Invalid
from tournaments.services.hands import next_context
from tournaments.services.tables import table_state
from tournaments.views.hand_json import state_json

pytestmark = pytest.mark.django_db

Events = list[dict[str, Any]]
DRAW: Events = [{"type": "exhaust"}]
DOUBLES: Events = [{"type": "dice", "values": [3, 3], "purpose": "wall"}, *DRAW]
ABORT: Events = [{"type": "abort", "reason": "misdeal"}]


def _win(seat: int, giver: int | None, *patterns: str, **more: Any) -> Events:
    event: dict[str, Any] = {
        "type": "win",
        "by": "self_draw" if giver is None else "discard",
        "tile": "5m",
        "winners": [{"seat": seat, "declared": {"patterns": list(patterns)}, **more}],
    }
    if giver is not None:
        event["from"] = giver
    return [event]


def _table(ruleset: str, **options: Any) -> tuple[ClubEvent, Table]:
    event = make_event(4, ruleset=ruleset, options=options)
    event.seat_round()
    return event, event.table()


def _amend(event: ClubEvent, table: Table, number: int, events: Events) -> None:
    hand = table.hands.in_force().get(number=number)
    hands.amend_hand(
        event.as_referee,
        table.pk,
        number,
        events=events,
        revision=hand.revision,
        client_key=key(),
    )


def _undo(event: ClubEvent, table: Table) -> None:
    hand = table.hands.in_force().order_by("number").last()
    assert hand is not None
    hands.undo_hand(
        event.as_referee, table.pk, number=hand.number, revision=hand.revision, client_key=key()
    )


def _contexts(table: Table, name: str) -> list[Any]:
    """What each hand of the table found there, and last what the next one will."""
    state = table_state(table)
    contexts = [hand.hand.record["context"] for hand in state.hands]
    return [context.get(name) for context in [*contexts, next_context(state)]]


def test_drawn_hands_and_doubles_of_shanghai_wait_for_the_next_win() -> None:
    event, table = _table("shanghai")
    event.record(table, DRAW, DOUBLES, _win(1, 3, "hun_yi_se"), _win(0, 1, "hun_yi_se"))
    assert _contexts(table, "carry") == [
        None,
        {"huang_fan": 1},
        {"huang_fan": 2, "kai_bao": 1},
        None,
        None,
    ]
    # 3 × 2^(2+3) = 96 under two 勒子: 80. The winner, chair 1, deals next; chair 2 gives there.
    state = table_state(table)
    assert [hand.fan for hand in state.hands] == [None, None, 5, 2]
    assert [hand.deltas for hand in state.hands[2:]] == [(0, 80, 0, -80), (0, 12, -12, 0)]
    assert state.totals == (0, 92, -12, -80)


def test_a_changed_first_hand_changes_what_later_hands_are_worth() -> None:
    event, table = _table("shanghai")
    event.record(table, DRAW, DRAW, _win(1, 3, "hun_yi_se"))
    assert table_state(table).totals == (0, 48, 0, -48)
    # Seat 2 wins the first hand after all, deals the second and third, and one draw is left.
    _amend(event, table, 1, _win(2, 0, "peng_peng_hu"))
    assert _contexts(table, "carry") == [None, None, {"huang_fan": 1}, None]
    state = table_state(table)
    assert [hand.deltas for hand in state.hands] == [
        (-12, 0, 12, 0),
        (0, 0, 0, 0),
        (0, 24, 0, -24),
    ]
    assert state.totals == (-12, 24, 12, -24)
    # The same people as before, under the winds of the new deal: chair 2 is East.
    assert [hand.position.dealer for hand in state.hands] == [0, 2, 2]
    assert state.hands[2].hand.record["events"][0]["winners"][0]["seat"] == 3
    assert {hand.hand.revision for hand in state.hands} == {2}


def test_an_undone_hand_takes_its_carry_back() -> None:
    event, table = _table("shanghai")
    event.record(table, DRAW, DRAW)
    assert _contexts(table, "carry")[-1] == {"huang_fan": 2}
    _undo(event, table)
    assert _contexts(table, "carry") == [None, {"huang_fan": 1}]


def test_an_annulled_hand_leaves_everything_as_it_was() -> None:
    event, table = _table("shanghai")
    event.record(table, DRAW, ABORT, DRAW)
    assert _contexts(table, "carry") == [
        None,
        {"huang_fan": 1},
        {"huang_fan": 1},
        {"huang_fan": 2},
    ]


def test_the_form_is_told_what_was_carried() -> None:
    event, table = _table("shanghai")
    event.record(table, DOUBLES)
    carried = state_json(table_state(table))["next"]["carried"]
    assert carried["carry"] == {"huang_fan": 1, "kai_bao": 1}


def test_the_dealer_of_taiwan_pays_more_for_every_deal_kept() -> None:
    event, table = _table("taiwan16")
    win = _win(0, None, "hun_yi_se")
    event.record(table, win, win, _win(3, 0, "hun_yi_se"), DRAW)
    assert _contexts(table, "streak") == [None, 1, 2, None, None]
    state = table_state(table)
    # 3 + 5 + 1, then 连一拉一 3 + 5 + 3; then the dealer gives: 3 + 4 + 5.
    assert [hand.deltas for hand in state.hands] == [
        (27, -9, -9, -9),
        (33, -11, -11, -11),
        (-12, 0, 0, 12),
        (0, 0, 0, 0),
    ]
    assert [hand.position.dealer for hand in state.hands] == [0, 0, 0, 1]


def test_deals_kept_follow_a_changed_first_hand() -> None:
    event, table = _table("taiwan16", preset="home")
    win = _win(0, None, "hun_yi_se")
    event.record(table, DRAW, win, DRAW)
    assert _contexts(table, "streak") == [None, 1, 2, 3]
    assert table_state(table).totals == (33, -11, -11, -11)
    _amend(event, table, 1, _win(1, 2, "hun_yi_se"))
    # Chair 1 deals the second hand, which chair 0 wins as North; chair 2 deals the third.
    assert _contexts(table, "streak") == [None, None, None, 1]
    state = table_state(table)
    assert [hand.position.dealer for hand in state.hands] == [0, 1, 2]
    assert [hand.deltas for hand in state.hands] == [
        (0, 7, -7, 0),
        (25, -9, -8, -8),
        (0, 0, 0, 0),
    ]


def test_a_change_that_makes_a_later_win_unlawful_is_refused_and_names_the_hand() -> None:
    event, table = _table("taiwan16", min_counts_dealer=True, draw_dealer="stay")
    # 碰碰胡 4 would do; 平胡 2 needs the dealer's 台: 1 + 2 for the deal kept.
    event.record(table, DRAW, _win(0, 2, "quan_qiu"))
    before = table_state(table).totals
    assert before == (8, 0, -8, 0)
    with pytest.raises(Invalid) as caught:
        # Now chair 1 deals the second hand, and neither winner nor giver is the dealer.
        _amend(event, table, 1, _win(1, 2, "hun_yi_se"))
    assert caught.value.code == "below_minimum"
    assert "hand 2" in str(caught.value)
    assert table_state(table).totals == before


def test_a_table_that_pays_the_house_says_why_it_does_not_sum_to_zero(client: Client) -> None:
    event, table = _table("guangdong_jipinghu", house_fee=25)
    event.record(table, _win(1, 3, "ping_hu"), ABORT, DRAW)
    state = table_state(table)
    assert state.totals == (-50, -48, -50, -52)
    assert state.total_sum == -200
    assert [reason.en for reason in state.imbalances] == ["The fee goes to the house"]
    assert state.hands[1].deltas == (0, 0, 0, 0)
    assert not table_state(_table("guangdong_jipinghu")[1]).imbalances
    address = reverse("table", kwargs={"event": event.tournament.slug, "round": 1, "table": 1})
    page = client.get(address, headers={"accept-language": "en"}).content.decode()
    assert "The table sums to −200. " in page
    assert "The fee goes to the house" in page


def _played(dealer: int, **settlement: Any) -> Played:
    winds = tuple((chair - dealer) % 4 for chair in range(4))
    position = Position(1, 0, dealer, winds, (0, 1, 2, 3))
    return Played(position, {"end": "win", "next_dealer": 0, **settlement})


def test_deals_are_kept_by_the_dealer_alone() -> None:
    ruleset = get_ruleset("taiwan16")
    kept = [_played(2, streak_next=3)]
    same = kept[0].position
    other = _played(1).position
    assert context_after(ruleset, kept, same)["streak"] == 3
    # The dice gave the deal to somebody else.
    assert "streak" not in context_after(ruleset, kept, other)
    assert "streak" not in context_after(ruleset, [], same)


def test_an_annulled_deal_is_not_told_twice() -> None:
    ruleset = get_ruleset("taiwan16")
    earlier = [_played(3), _played(1, end="abort"), _played(1)]
    position = _played(1).position
    assert context_after(ruleset, earlier, position)["last_dealers"] == [0, 2]
