"""Draws by standing beside acts that change the standings (B15)."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.club import SYSTEM, ClubEvent, make_event, win
from tests.concurrency.threads import Between
from tournaments.models import Job, Tournament
from tournaments.services import adjustments, jobs, rounds, seating, standings, tables


@pytest.fixture
def event(transactional_db: None) -> ClubEvent:
    """One round of two tables, played, confirmed and closed."""
    made = make_event(8)
    round_ = made.seat_round()
    for number in (1, 2):
        made.record(made.table(1, number), win(8 + number, 0, 1))
        tables.finish_table(made.as_referee, made.table(1, number).pk)
        tables.confirm_table(made.as_referee, made.table(1, number).pk)
    rounds.close_round(SYSTEM, round_.pk)
    return made


def state(event: ClubEvent) -> tuple[int, list[int]]:
    tournament = Tournament.objects.get(pk=event.tournament.pk)
    return tournament.revision, [row.number for row in standings.compute_now(tournament).rows]


def draw_beside(
    event: ClubEvent, act: Callable[[], Any], between: Between, holder: Any, name: str
) -> Job:
    """Draw round 2 by standing, with an act just before the named function is called."""
    job = seating.request_plan(
        event.as_organiser, event.tournament.pk, rounds=1, method="swiss", teams="may", seed=1
    )
    between.stop(holder, name)
    _drawn, acted = between.run(lambda: jobs.run(job.pk), act)
    assert not isinstance(acted, Exception), acted
    job.refresh_from_db()
    return job


@pytest.mark.parametrize("name", ["config_of", "compute_stages"])
def test_the_order_of_a_draw_and_its_revision_are_of_one_moment(
    event: ClubEvent, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The leader loses points between two questions of the draw: it shows in both or in neither."""
    before = state(event)
    leader = next(e for e in event.entries if e.number == before[1][0])
    adjustments_args = {"entry_id": leader.pk, "table_points": -4, "reason": "appeal"}
    job = draw_beside(
        event,
        lambda: adjustments.give_adjustment(
            event.as_organiser, event.tournament.pk, **adjustments_args
        ),
        Between(monkeypatch),
        standings,
        name,
    )
    assert job.status == Job.Status.DONE, job.error
    monkeypatch.undo()
    drawn_from = event.tournament.rounds.get(number=2).drawn_from
    seated = {"revision": drawn_from["revision"], "order": drawn_from["order"]}
    after_act = before[0] + 1
    adjusted = _order_at(event, after_act)
    assert adjusted != before[1]
    assert seated in (
        {"revision": before[0], "order": before[1]},
        {"revision": after_act, "order": adjusted},
    )


def _order_at(event: ClubEvent, revision: int) -> list[int]:
    """The drawn round holds no results: the standings of the revision before it are those now."""
    now, order = state(event)
    assert now == revision + 1
    return order


def test_a_result_reopened_while_a_draw_counts_is_in_its_way(
    event: ClubEvent, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = event.table(1, 2)
    round_ = table.round

    def reopen() -> None:
        rounds.reopen_round(event.as_organiser, round_.pk, "a slip")
        tables.reopen_table(event.as_organiser, table.pk, "a slip")

    job = draw_beside(event, reopen, Between(monkeypatch), seating, "_draw")
    assert job.status == Job.Status.FAILED
    assert "1/2" in job.error
    assert event.tournament.rounds.count() == 1
