"""However an event came to be what it is, its standings are those of a fresh computation: the order
of rounds, tables and edits changes nothing, and corrections leave no trace in the figures."""

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from scoring.table_points import UNIT
from tests.club import DRAW, SYSTEM, ClubEvent, key, make_event, win
from tournaments.models import Tournament
from tournaments.services import (
    absences,
    adjustments,
    hands,
    jobs,
    penalties,
    rounds,
    seating,
    standings,
    tables,
)
from tournaments.services.entries import change_entry
from tournaments.services.events import change_tournament
from tournaments.services.played_hands import entry_key, played_hands
from tournaments.standings import Standings
from tournaments.standings.hand_figures import hand_figures

pytestmark = pytest.mark.django_db
# Each example is two events in a database; to make a failing one smaller would take an hour.
FEW = settings(max_examples=6, phases=[Phase.explicit, Phase.generate], derandomize=True)
TIMEOUT: list[dict[str, Any]] = [{"type": "abort", "reason": "timeout"}]
Deal = list[dict[str, Any]]


@dataclass(frozen=True)
class Plan:
    """What the record holds in the end: deals by (round, table), penalties (round, player,
    points), forfeits (round, player), adjustments (player, 1/2520)."""

    deals: dict[tuple[int, int], list[Deal]]
    penalties: list[tuple[int, int, int]]
    forfeits: list[tuple[int, int]]
    adjustments: list[tuple[int, int]]


def _deal(draw: st.DrawFn) -> Deal:
    kind = draw(st.sampled_from(["self", "discard", "draw"]))
    if kind == "draw":
        return DRAW
    winner = draw(st.integers(0, 3))
    fan = draw(st.sampled_from([8, 9, 24]))
    return win(fan, winner, None if kind == "self" else (winner + 1) % 4)


def _deals(draw: st.DrawFn) -> list[Deal]:
    """Up to three hands; time may cut off one more, which ends the game."""
    played = [_deal(draw) for _ in range(draw(st.integers(1, 2)))]
    return [*played, TIMEOUT] if draw(st.booleans()) else played


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    places = [(round_no, table) for round_no in (1, 2) for table in (1, 2)]
    players, round_no = st.integers(0, 7), st.integers(1, 2)
    return Plan(
        {place: _deals(draw) for place in places},
        draw(st.lists(st.tuples(round_no, players, st.sampled_from([5, 40])), max_size=2)),
        draw(st.lists(st.tuples(round_no, players), max_size=1)),
        draw(st.lists(st.tuples(players, st.sampled_from([-UNIT // 2, UNIT])), max_size=2)),
    )


def seated() -> ClubEvent:
    event = make_event(8)
    event.seat_round()
    order = [event.entries[i].pk for i in (0, 5, 2, 7, 4, 1, 6, 3)]
    second = seating.set_round(SYSTEM, event.tournament.pk, tables=[order[:4], order[4:]])
    rounds.start_round(SYSTEM, second.pk)
    return event


def fine(event: ClubEvent, round_no: int, player: int, points: int) -> int:
    return penalties.give_penalty(
        SYSTEM, event.tournament.pk, entry_id=event.entries[player].pk, scope="session",
        mode="pay_each", points=points, reason="seen", round_number=round_no,
    ).pk  # fmt: skip


def straight(plan: Plan) -> ClubEvent:
    """Everything once, in the order of rounds and tables."""
    event = seated()
    for place, deals in plan.deals.items():
        event.record(event.table(*place), *deals)
    for given_ in plan.penalties:
        fine(event, *given_)
    for round_no, player in plan.forfeits:
        round_id = event.table(round_no).round_id
        absences.give_forfeit(SYSTEM, round_id, event.entries[player].pk, "left")
    for player, units in plan.adjustments:
        _adjust(event, player, units)
    return event


def _adjust(event: ClubEvent, player: int, units: int) -> int:
    return adjustments.give_adjustment(
        SYSTEM, event.tournament.pk, entry_id=event.entries[player].pk,
        table_points=Fraction(units, UNIT), reason="appeal",
    ).pk  # fmt: skip


def crooked(plan: Plan, random: Random) -> ClubEvent:
    """The same in the end, by other ways: last things first, hands entered wrongly and corrected,
    taken back and entered again; penalties, forfeits and statuses given by mistake and taken
    back; the standings computed in between."""
    event = seated()
    for player, units in reversed(plan.adjustments):
        _adjust(event, player, units)
        wrong = _adjust(event, player, 3 * UNIT)
        adjustments.cancel_adjustment(SYSTEM, wrong, "was wrong")
    for round_no, player in plan.forfeits:
        round_id = event.table(round_no).round_id
        absences.give_forfeit(SYSTEM, round_id, event.entries[player].pk, "left")
    places = list(plan.deals.items())
    random.shuffle(places)
    for place, deals in places:
        _record_crookedly(event, place, deals, random)
        jobs.run(standings.request(event.tournament.pk).pk)
    for given_ in random.sample(plan.penalties, len(plan.penalties)):
        wrong = fine(event, given_[0], random.randrange(8), 60)
        fine(event, *given_)
        penalties.cancel_penalty(SYSTEM, wrong, "somebody else")
    somebody = event.entries[random.randrange(8)].pk
    change_entry(SYSTEM, somebody, status="disqualified")
    free = [p for p in range(8) if (1, p) not in plan.forfeits]
    late = event.entries[random.choice(free)].pk
    forfeit = absences.give_forfeit(SYSTEM, event.table().round_id, late, "late")
    jobs.run(standings.request(event.tournament.pk).pk)
    change_entry(SYSTEM, somebody, status="active")
    absences.take_forfeit_back(SYSTEM, forfeit.pk, "the bus was late")
    change_tournament(SYSTEM, event.tournament.pk, tie="high")
    change_tournament(SYSTEM, event.tournament.pk, tie="split")
    return event


def _record_crookedly(
    event: ClubEvent, place: tuple[int, int], deals: list[Deal], random: Random
) -> None:
    table = event.table(*place)
    entered = [random.choice([deal, DRAW, win(88, random.randrange(4))]) for deal in deals]
    event.record(table, *entered)
    if random.random() < 0.5:
        number = len(deals)
        hands.undo_hand(SYSTEM, table.pk, number=number, revision=1, client_key=key())
        event.record(table, deals[-1])
    numbers = list(range(1, len(deals) + 1))
    for number in random.sample(numbers, len(numbers)):
        hand = tables.table_state(table).by_number[number].hand
        hands.amend_hand(
            SYSTEM, table.pk, number, events=deals[number - 1], revision=hand.revision,
            client_key=key(), reason="paper says so",
        )  # fmt: skip


def figures(found: Standings) -> list[Any]:
    """What a reader sees, without the ids and names that every event has of its own."""
    return [
        (r.number, r.rank, r.tied, r.status, r.table_points, r.game_points, r.cells, r.values)
        for r in found.rows
    ]


def teams(found: Standings) -> list[Any]:
    return [(t.name, t.rank, t.tied, t.table_points, t.game_points) for t in found.teams]


def now(event: ClubEvent) -> Standings:
    return standings.compute_now(Tournament.objects.get(pk=event.tournament.pk))


@FEW
@given(plans(), st.integers(0, 2**32))
def test_the_way_there_changes_nothing(plan: Plan, seed: int) -> None:
    scratch = now(straight(plan))
    event = crooked(plan, Random(seed))
    corrected = now(event)
    assert figures(corrected) == figures(scratch)
    assert teams(corrected) == teams(scratch)
    jobs.run(standings.request(event.tournament.pk).pk)
    kept = standings.current(Tournament.objects.get(pk=event.tournament.pk))
    assert kept is not None
    assert kept.fresh
    assert kept.standings == corrected


@FEW
@given(plans())
def test_every_full_table_hands_out_seven(plan: Plan) -> None:
    event = straight(Plan(plan.deals, plan.penalties, [], []))
    found = now(event)
    by_table: dict[tuple[int, int | None], int] = {}
    for row in found.rows:
        for cell in row.cells:
            place = (cell.round_no, cell.table_no)
            by_table[place] = by_table.get(place, 0) + cell.points
    assert set(by_table) == set(plan.deals)
    assert set(by_table.values()) == {7 * UNIT}


class TestTimedOutHands:
    """A hand that time has cut off is void: no drawn hand, and in no count."""

    def test_it_is_in_no_count(self) -> None:
        with_it, drawn, without = make_event(4), make_event(4), make_event(4)
        for event, last in ((with_it, [TIMEOUT]), (drawn, [DRAW]), (without, [])):
            event.seat_round()
            event.record(event.table(), win(8, 0, 1), *last)
        states = [tables.table_state(e.table()) for e in (with_it, drawn, without)]
        assert [state.played for state in states] == [1, 2, 1]
        assert states[0].totals == states[2].totals
        counted = [
            [(r.rank, r.table_points, r.game_points, r.cells[0].hands_won) for r in now(e).rows]
            for e in (with_it, without)
        ]
        assert counted[0] == counted[1]
        played = [
            hand_figures(played_hands([state]))[entry_key(state.seats[0])].hands for state in states
        ]
        assert played == [1, 2, 1]

    def test_a_table_with_nothing_else_has_earned_nothing(self) -> None:
        event = make_event(4)
        event.seat_round()
        event.record(event.table(), TIMEOUT)
        assert {r.game_points for r in now(event).rows} == {0}

    def test_pages_count_the_hands_that_were_played(self, client: Any) -> None:
        event = make_event(4)
        event.seat_round()
        event.record(event.table(), win(8, 0, 1), DRAW, TIMEOUT)
        english = {"Accept-Language": "en"}
        page = client.get(f"/t/{event.tournament.slug}/rounds/", headers=english)
        assert "2 hands" in page.content.decode()
        client.force_login(event.organiser)
        page = client.get(f"/desk/{event.tournament.slug}/tables/", headers=english)
        assert "2 of 16 hands" in page.content.decode()
