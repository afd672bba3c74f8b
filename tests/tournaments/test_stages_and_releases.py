"""Stages with cuts and carry, held results with their difference report, appeals, the clock."""

import datetime as dt

import pytest
from django.utils import timezone

from scoring.table_points import UNIT
from tests.club import SYSTEM, ClubEvent, make_event, win
from tournaments.exporting.snapshot import take_snapshot
from tournaments.models import Round, Tournament
from tournaments.services import clock, hands, releases, rounds, seating, stages, standings, tables
from tournaments.services.access import Actor
from tournaments.services.errors import Conflict, Invalid, NotAllowed
from tournaments.services.events import change_tournament
from tournaments.standings import Standings

pytestmark = pytest.mark.django_db


def played(event: ClubEvent) -> ClubEvent:
    """One closed round: 1 and 5 win their tables, 2 to 4 and 6 to 8 are equal behind."""
    event.seat_round()
    for number in (1, 2):
        event.record(event.table(1, number), win(8, 0))
        tables.finish_table(SYSTEM, event.table(1, number).pk)
    rounds.close_round(SYSTEM, event.table().round_id)
    event.tournament.refresh_from_db()
    return event


@pytest.fixture
def event() -> ClubEvent:
    return played(make_event(8))


def now(event: ClubEvent) -> Standings:
    return standings.compute_now(Tournament.objects.get(pk=event.tournament.pk))


class TestStages:
    def test_a_cut_without_a_tie(self, event: ClubEvent) -> None:
        stage = stages.add_stage(SYSTEM, event.tournament.pk, name="Final", cut_size=2)
        assert [m.entry.number for m in stage.members.order_by("entry__number")] == [1, 5]
        assert stage.number == 2

    def test_a_tie_at_the_line_is_decided_by_the_organiser(self, event: ClubEvent) -> None:
        add = {"name": "Final", "cut_size": 4}
        shown = stages.show_cut(event.tournament, 4)
        assert ([r.number for r in shown.inside], shown.places) == ([1, 5], 2)
        assert [r.number for r in shown.tied] == [2, 3, 4, 6, 7, 8]
        with pytest.raises(Invalid) as caught:
            stages.add_stage(SYSTEM, event.tournament.pk, **add)
        assert {p.field for p in caught.value.problems} == {"chosen", "cut_reason"}
        stage = stages.add_stage(
            SYSTEM,
            event.tournament.pk,
            chosen=[event.entries[1].pk, event.entries[7].pk],
            cut_reason="drew lots",
            **add,
        )
        decided = stage.members.filter(decided=True).order_by("entry__number")
        assert [m.entry.number for m in decided] == [2, 8]
        assert stage.cut_reason == "drew lots"

    def test_only_whole_rounds_are_cut(self, event: ClubEvent) -> None:
        event.seat_round()
        with pytest.raises(Invalid, match="not closed"):
            stages.add_stage(SYSTEM, event.tournament.pk, cut_size=2)

    def test_what_is_carried_and_who_stands_above_whom(self, event: ClubEvent) -> None:
        four = [event.entries[i].pk for i in (0, 4, 1, 7)]
        stages.add_stage(
            SYSTEM, event.tournament.pk, cut_size=4, chosen=four[2:], cut_reason="lots",
            carry="fraction", numerator=1, denominator=2,
        )  # fmt: skip
        seating.set_round(SYSTEM, event.tournament.pk, tables=[four])
        round_ = event.tournament.rounds.get(number=2)
        rounds.start_round(SYSTEM, round_.pk)
        event.record(event.table(2, 1), win(20, 3))
        found = now(event)
        assert {r.number for r in found.rows[:4]} == {1, 2, 5, 8}
        assert found.rows[0].number == 8
        first = next(r for r in found.rows if r.number == 1)
        assert first.carried == (2 * UNIT, 24)
        assert [r.tier for r in found.rows] == [0] * 4 + [1] * 4

    def test_a_stage_without_rounds_can_be_taken_back(self, event: ClubEvent) -> None:
        stage = stages.add_stage(SYSTEM, event.tournament.pk, cut_size=2)
        with pytest.raises(Conflict):
            stages.add_stage(SYSTEM, event.tournament.pk)
        stages.remove_stage(SYSTEM, stage.pk)
        assert event.tournament.stages.count() == 1
        with pytest.raises(Conflict):
            stages.remove_stage(SYSTEM, event.tournament.stages.get().pk)

    def test_settings_are_checked_together(self, event: ClubEvent) -> None:
        with pytest.raises(Invalid) as caught:
            stages.add_stage(
                SYSTEM, event.tournament.pk, carry="some", numerator=3, denominator=2, cut_size=99
            )
        assert {p.field for p in caught.value.problems} >= {"carry", "cut_size"}
        stage = event.tournament.stages.get()
        with pytest.raises(Invalid):
            stages.change_stage(SYSTEM, stage.pk, numerator=3, denominator=2)
        changed = stages.change_stage(SYSTEM, stage.pk, name="Preliminaries", for_teams=False)
        assert (changed.name, changed.for_teams) == ("Preliminaries", False)
        with pytest.raises(NotAllowed):
            stages.change_stage(event.as_referee, stage.pk, name="x")


class TestReleases:
    @pytest.fixture
    def held(self, event: ClubEvent) -> ClubEvent:
        change_tournament(SYSTEM, event.tournament.pk, release="held")
        event.tournament.refresh_from_db()
        return event

    def publish(self, event: ClubEvent, note: str = "") -> None:
        event.tournament.refresh_from_db()
        releases.publish(SYSTEM, event.tournament.pk, revision=event.tournament.revision, note=note)
        event.tournament.refresh_from_db()

    def test_nothing_is_seen_before_the_first_release(self, held: ClubEvent) -> None:
        visitor = Actor.of(None)
        assert releases.shown_to(visitor, held.tournament) is None
        assert releases.computed_for(visitor, held.tournament).rows == ()
        assert len(releases.computed_for(held.as_referee, held.tournament).rows) == 8
        self.publish(held)
        shown = releases.shown_to(visitor, held.tournament)
        assert shown is not None
        assert shown.standings == now(held)

    def test_a_correction_is_reported_before_it_is_published(self, held: ClubEvent) -> None:
        self.publish(held)
        published = now(held)
        round_ = held.table().round
        rounds.reopen_round(SYSTEM, round_.pk, "wrong winner")
        tables.reopen_table(SYSTEM, held.table().pk, "wrong winner")
        hands.amend_hand(
            SYSTEM, held.table().pk, 1, events=win(8, 1), revision=1,
            client_key="correction-1", reason="wrong winner",
        )  # fmt: skip
        visitor = Actor.of(None)
        shown = releases.shown_to(visitor, held.tournament)
        assert shown is not None
        assert shown.standings == published
        found = releases.report(Tournament.objects.get(pk=held.tournament.pk))
        assert found.corrects
        assert found.difference.earlier_rounds == (1,)
        assert {c.row.number for c in found.difference.rows if c.rank_moved} == {1, 2}
        with pytest.raises(Invalid, match="corrected"):
            self.publish(held)
        self.publish(held, note="table 1, hand 1: another winner")
        final = releases.finality(held.tournament)
        assert final.corrected_at is not None
        assert final.note == "table 1, hand 1: another winner"

    def test_what_was_looked_at_is_what_is_published(self, held: ClubEvent) -> None:
        old = held.tournament.revision
        stages.change_stage(SYSTEM, held.tournament.stages.get().pk, name="x")
        with pytest.raises(Conflict, match="look again"):
            releases.publish(SYSTEM, held.tournament.pk, revision=old)
        self.publish(held)
        with pytest.raises(Conflict, match="Nothing"):
            self.publish(held)

    def test_seats_drawn_from_old_places_are_named(self, held: ClubEvent) -> None:
        order = [row.number for row in now(held).rows]
        held.seat_round(start=False)
        drawn = {"revision": held.tournament.revision, "order": order}
        Round.objects.filter(tournament=held.tournament, number=2).update(drawn_from=drawn)
        assert releases.report(held.tournament).redrawn == ()
        Round.objects.filter(tournament=held.tournament, number=2).update(
            drawn_from={**drawn, "order": [order[1], order[0], *order[2:]]}
        )
        (found,) = releases.report(held.tournament).redrawn
        assert found.round.number == 2
        assert [(used, place) for _e, used, place in found.moved] == [(1, 2), (2, 1)]


def test_a_file_of_held_results_carries_the_revision_of_the_release(event: ClubEvent) -> None:
    change_tournament(SYSTEM, event.tournament.pk, release="held")
    event.tournament.refresh_from_db()
    published = event.tournament.revision
    releases.publish(SYSTEM, event.tournament.pk, revision=published)
    stages.change_stage(SYSTEM, event.tournament.stages.get().pk, name="x")
    fresh = Tournament.objects.select_related("club").get(pk=event.tournament.pk)
    assert take_snapshot(fresh, Actor.of(None)).label.revision == published
    assert take_snapshot(fresh, event.as_referee).label.revision == fresh.revision


class TestAppeals:
    def test_a_table_opened_to_play_on_is_no_correction_a_confirmed_one_is(self) -> None:
        event = make_event(4)
        event.seat_round()
        table = event.table()
        event.record(table, win(8, 0))
        tables.finish_table(SYSTEM, table.pk)
        tables.reopen_table(SYSTEM, table.pk, "one hand more")
        assert releases.finality(event.tournament).corrected_at is None
        tables.finish_table(SYSTEM, table.pk)
        tables.confirm_table(SYSTEM, table.pk)
        tables.reopen_table(SYSTEM, table.pk, "wrong winner")
        assert releases.finality(event.tournament).corrected_at is not None

    def test_results_are_open_until_the_window_ends_or_they_are_confirmed(
        self, event: ClubEvent
    ) -> None:
        round_ = event.tournament.rounds.get()
        until = releases.finality(event.tournament).appeals_until
        assert until == round_.closed_at + dt.timedelta(minutes=30)
        releases.confirm_results(SYSTEM, round_.pk)
        assert releases.finality(event.tournament).appeals_until is None
        rounds.reopen_round(SYSTEM, round_.pk, "appeal")
        assert event.tournament.rounds.get().confirmed_at is None
        assert releases.finality(event.tournament).corrected_at is not None

    def test_the_window_passes(self, event: ClubEvent) -> None:
        past = timezone.now() - dt.timedelta(minutes=31)
        event.tournament.rounds.update(closed_at=past)
        assert releases.finality(event.tournament).appeals_until is None


class TestClock:
    def test_warning_end_and_extra_time(self) -> None:
        event = make_event(8, minutes=90)
        event.seat_round()
        round_ = event.tournament.rounds.get()
        assert round_.started_at
        start = round_.started_at

        def phase(minute: int, table: int | None = None) -> str:
            own = event.table(1, table) if table else None
            fresh = Round.objects.select_related("tournament").get(pk=round_.pk)
            return clock.clock_of(fresh, own, start + dt.timedelta(minutes=minute)).phase

        assert [phase(m) for m in (0, 74, 75, 89, 90)] == [
            "playing", "playing", "warning", "warning", "over",
        ]  # fmt: skip
        clock.give_table_time(event.as_referee, event.table(1, 2).pk, 10, "broken wall")
        assert (phase(90, 1), phase(90, 2), phase(100, 2)) == ("over", "warning", "over")
        clock.give_round_time(event.as_referee, round_.pk, 15, "break")
        assert (phase(104), phase(105)) == ("warning", "over")
        clock.give_table_time(event.as_referee, event.table(1, 2).pk, -60)
        assert event.table(1, 2).extra_minutes == 0

    def test_only_while_the_round_runs(self) -> None:
        event = make_event(4)
        event.seat_round(start=False)
        with pytest.raises(Conflict):
            clock.give_round_time(SYSTEM, event.tournament.rounds.get().pk, 5)
        with pytest.raises(NotAllowed):
            clock.give_table_time(Actor.of(event.outsider), event.table().pk, 5)
        assert clock.clock_of(event.tournament.rounds.get()).phase == "waiting"

    def test_a_number_of_minutes(self) -> None:
        event = make_event(4)
        event.seat_round()
        for wrong in (121, "5", True):
            with pytest.raises(Invalid):
                clock.give_table_time(SYSTEM, event.table().pk, wrong)  # type: ignore[arg-type]
