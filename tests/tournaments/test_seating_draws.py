"""Draws by every method, and what they keep to."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from tests.club import SYSTEM, ClubEvent, make_event, win
from tournaments.models import (
    Act,
    AuditEntry,
    Bye,
    Entry,
    Job,
    Round,
    Seat,
    Stage,
    StageEntry,
    Table,
)
from tournaments.services import absences, entries, jobs, rounds, seating, seating_rules, tables
from tournaments.services.errors import Conflict, Invalid, ServiceError
from tournaments.services.event_document import document_of
from tournaments.services.event_import import import_event
from tournaments.services.standings import compute_now

pytestmark = pytest.mark.django_db


def draw(event: ClubEvent, wanted: int = 1, **wish: Any) -> Job:
    job = seating.request_plan(event.as_organiser, event.tournament.pk, rounds=wanted, **wish)
    jobs.run(job.pk)
    job.refresh_from_db()
    return job


def drawn(event: ClubEvent, wanted: int = 1, **wish: Any) -> list[list[list[int]]]:
    """Draw, and return the entry numbers of each new round, table by table, East first."""
    before = set(event.tournament.rounds.values_list("pk", flat=True))
    job = draw(event, wanted, **{"seed": 3, **wish})
    assert job.status == Job.Status.DONE, job.error
    found = []
    for round_ in event.tournament.rounds.exclude(pk__in=before).order_by("number"):
        seats = round_.seats.order_by("table__number", "wind")
        numbers = list(seats.values_list("entry__number", flat=True))
        found.append([numbers[i : i + 4] for i in range(0, len(numbers), 4)])
    return found


def play(event: ClubEvent, number: int, *, confirm: bool = True) -> None:
    """Play a round: East of every table wins the more, the higher the table."""
    rounds.start_round(SYSTEM, event.tournament.rounds.get(number=number).pk)
    for table in Table.objects.filter(round__tournament=event.tournament, round__number=number):
        event.record(event.table(number, table.number), win(8 + table.number, 0, 1))
        tables.finish_table(event.as_referee, table.pk)
        if confirm:
            tables.confirm_table(event.as_referee, table.pk)


def refused(event: ClubEvent, **wish: Any) -> str:
    with pytest.raises(Invalid) as caught:
        seating.request_plan(event.as_organiser, event.tournament.pk, **{"rounds": 1, **wish})
    return " ".join(str(p.message) for p in caught.value.problems)


def met(found: list[list[list[int]]]) -> Counter[tuple[int, int]]:
    return Counter(
        pair for rnd in found for table in rnd for pair in combinations(sorted(table), 2)
    )


def test_a_swiss_round_keeps_the_standings_it_was_drawn_from() -> None:
    event = make_event(16)
    first = drawn(event, method="random")
    play(event, 1)
    event.tournament.refresh_from_db()
    order = [row.number for row in compute_now(event.tournament).rows]
    revision = event.tournament.revision
    second = drawn(event, method="swiss")
    assert not {pair for pair, times in met([*first, *second]).items() if times > 1}
    round_ = event.tournament.rounds.get(number=2)
    assert round_.drawn_from == {"revision": revision, "order": order}
    assert round_.method.startswith("swiss")


@pytest.mark.parametrize("method", ["danish", "final"])
def test_neighbours_in_rank_sit_together(method: str) -> None:
    event = make_event(8)
    drawn(event, method="random")
    play(event, 1)
    order = [row.number for row in compute_now(event.tournament).rows]
    (found,) = drawn(event, method=method)
    assert [set(table) for table in found] == [set(order[:4]), set(order[4:])]
    if method == "final":
        assert [p for table in found for p in table] == order


def test_the_interval_takes_every_second() -> None:
    event = make_event(8)
    drawn(event, method="random")
    play(event, 1)
    order = [row.number for row in compute_now(event.tournament).rows]
    (found,) = drawn(event, method="interval", step=2)
    assert [set(table) for table in found] == [set(order[::2]), set(order[1::2])]


def test_results_nobody_confirmed_are_in_the_way_or_left_out() -> None:
    event = make_event(8)
    drawn(event, method="random")
    play(event, 1, confirm=False)
    first, second = Table.objects.filter(round__tournament=event.tournament).order_by("number")
    tables.confirm_table(event.as_referee, second.pk)
    assert "1/1" in refused(event, method="swiss")
    assert "1/2" not in refused(event, method="swiss")
    (found,) = drawn(event, method="danish", confirmed=True)
    winner = second.seats.get(wind=0).entry.number
    wild = first.seats.get(wind=0).entry.number
    order = event.tournament.rounds.get(number=2).drawn_from["order"]
    assert order[0] == winner
    assert order.index(wild) > 0
    assert sorted(p for table in found for p in table) == list(range(1, 9))


def test_standings_need_a_round_before_and_give_one_round() -> None:
    event = make_event(8)
    assert "first round" in refused(event, method="swiss")
    assert "one round" in refused(event, method="swiss", rounds=2)
    assert "no such method" in refused(event, method="stars")
    assert "rule for teams" in refused(event, teams="stars")
    assert "60" in refused(event, rounds=61)


@pytest.mark.parametrize("players", [24, 19, 21])
def test_a_chart_for_others_is_refused_by_number(players: int) -> None:
    event = make_event(players)
    chart = [[list(range(i, i + 4)) for i in range(1, 20, 4)]]
    words = refused(event, method="chart", chart=chart)
    assert "20" in words if players < 20 else str(players) in words
    assert "register substitutes" in words
    assert not event.tournament.rounds.exists()


def test_a_chart_seats_the_numbers_it_names() -> None:
    event = make_event(8)
    chart = [[[1, 5, 2, 6], [3, 7, 4, 8]], [[8, 1, 7, 2], [6, 3, 5, 4]]]
    found = drawn(event, 2, method="chart", chart=chart, teams="may")
    assert found == chart
    assert "round 3" in refused(event, method="chart", chart=chart)
    again = drawn(event, method="chart", chart=chart, chart_from=2)
    assert again == chart[1:]
    assert event.tournament.rounds.get(number=1).method.startswith("chart own")


def test_a_published_chart_by_lot_with_even_winds() -> None:
    event = make_event(16)
    wish: dict[str, Any] = {"method": "chart", "chart": "gb1998_5", "teams": "may"}
    plain = drawn(event, 2, **wish)
    assert plain[0][0] == [1, 2, 3, 4]
    other = make_event(16)
    lots = drawn(other, 4, by_lot=True, balance=True, **wish)
    assert lots[0][0] != plain[0][0]
    held = Counter((p, wind) for rnd in lots for table in rnd for wind, p in enumerate(table))
    assert max(held.values()) == 1
    assert "16" in refused(make_event(20), rounds=1, **wish)


def test_a_chart_that_breaks_rules_is_taken_only_in_spite_of_them() -> None:
    event = make_event(8)
    one, other = event.entries[0], event.entries[4]
    seating_rules.keep_apart(event.as_organiser, event.tournament.pk, one.pk, other.pk)
    chart = [[[1, 5, 2, 6], [3, 7, 4, 8]]]
    words = refused(event, method="chart", chart=chart)
    assert one.player.name in words
    assert "must not meet" in words
    assert drawn(event, method="chart", chart=chart, in_spite=True) == chart


def test_pairs_of_a_club_are_kept_apart_in_all_its_events() -> None:
    event = make_event(8)
    one, other = event.entries[0], event.entries[5]
    seating_rules.keep_apart(
        event.as_organiser, event.tournament.pk, one.pk, other.pk, everywhere=True
    )
    later = make_event(0)
    names = [{"name": entry.player.name} for entry in event.entries]
    later.entries = entries.register_many(SYSTEM, later.tournament.pk, names)  # type: ignore[arg-type]
    for seed in range(3):
        (found,) = drawn(later, method="random", seed=seed)
        assert not any({1, 6} <= set(table) for table in found)
    pair = seating_rules.keep_apart(
        event.as_organiser, event.tournament.pk, one.pk, other.pk, everywhere=True
    )
    seating_rules.let_meet(later.as_organiser, later.tournament.pk, pair.pk)
    assert not event.tournament.club.kept_apart.exists()


def test_too_many_kept_apart_are_refused_by_name() -> None:
    event = make_event(8)
    for a, b in combinations(event.entries[:3], 2):
        seating_rules.keep_apart(event.as_organiser, event.tournament.pk, a.pk, b.pk)
    job = draw(event)
    assert job.status == Job.Status.FAILED
    assert "must not meet" in job.error
    assert not event.tournament.rounds.exists()


def test_team_mates_meet_only_where_it_is_allowed_or_cannot_be_else() -> None:
    event = make_event(16)
    found = drawn(event, 3)
    teams = [set(range(i, i + 4)) for i in range(1, 17, 4)]
    assert not any({p, q} <= team for p, q in met(found) for team in teams)
    small = make_event(8)
    assert draw(small, teams="never").status == Job.Status.FAILED
    assert draw(small).status == Job.Status.DONE


def test_fixed_places_hold() -> None:
    event = make_event(12)
    host, referee = event.entries[0], event.entries[6]
    seating_rules.give_place(SYSTEM, host.pk, table=2, wind=3, reason="host")
    seating_rules.give_place(SYSTEM, referee.pk, table=3)
    found = drawn(event, 3, teams="may")
    assert all(rnd[1][3] == 1 and 7 in rnd[2] for rnd in found)
    with pytest.raises(Invalid, match="always sits"):
        seating_rules.give_place(SYSTEM, event.entries[2].pk, table=2)
    seating_rules.take_place(SYSTEM, host.pk)
    with pytest.raises(ServiceError):
        seating_rules.take_place(SYSTEM, host.pk)
    with pytest.raises(Invalid):
        seating_rules.give_place(SYSTEM, host.pk)


def test_a_late_arrival_sits_out_or_is_stood_in_for() -> None:
    event = make_event(9)
    late = event.entries[3]
    seating_rules.give_place(SYSTEM, late.pk, from_round=2)
    found = drawn(event, 2, byes=True)
    assert not any(4 in table for table in found[0])
    assert list(Bye.objects.filter(round__number=1).values_list("entry__number", flat=True)) == [4]
    # Whoever came late has sat out already.
    assert any(4 in table for table in found[1])

    event = make_event(8)
    seating_rules.give_place(SYSTEM, event.entries[3].pk, from_round=2)
    assert "register 1 substitutes" in refused(event, rounds=2)
    house = entries.register(SYSTEM, event.tournament.pk, name="House")
    entries.change_entry(SYSTEM, house.pk, status=Entry.Status.SUBSTITUTE)
    first, second = drawn(event, 2)
    assert [p for t in first for p in t if p in (4, 9)] == [9]
    assert [p for t in second for p in t if p in (4, 9)] == [4]


def test_as_many_substitutes_play_as_are_needed_the_same_all_day() -> None:
    event = make_event(10)
    for name in ("House A", "House B", "House C"):
        house = entries.register(SYSTEM, event.tournament.pk, name=name)
        entries.change_entry(SYSTEM, house.pk, status=Entry.Status.SUBSTITUTE)
    for _round in range(3):
        (found,) = drawn(event)
        assert sorted(p for table in found for p in table) == list(range(1, 13))
    (found,) = drawn(event, byes=True)
    assert not {11, 12, 13} & {p for table in found for p in table}


def test_byes_stay_fair_with_people_coming_and_going() -> None:
    event = make_event(9)
    drawn(event, 4, byes=True)
    finished = list(Seat.objects.order_by("pk").values_list("pk", "entry"))
    sat_out = set(Bye.objects.values_list("entry", flat=True))
    leaver = next(e for e in event.entries if e.pk not in sat_out)
    entries.change_entry(SYSTEM, leaver.pk, status=Entry.Status.WITHDRAWN, status_from=5)
    newcomer = entries.register(SYSTEM, event.tournament.pk, name="Newcomer")
    drawn(event, 4, byes=True)
    later = list(Bye.objects.filter(round__number__gt=4).values_list("entry", flat=True))
    waiting = {e.pk for e in event.entries} - sat_out - {leaver.pk} | {newcomer.pk}
    assert set(later) <= waiting or len(set(later) & waiting) == len(waiting)
    assert max(Counter(Bye.objects.values_list("entry", flat=True)).values()) == 1
    assert (
        list(Seat.objects.filter(round__number__lte=4).order_by("pk").values_list("pk", "entry"))
        == finished
    )
    assert not Seat.objects.filter(entry=leaver, round__number__gt=4).exists()


def test_who_leaves_during_the_rounds_is_named() -> None:
    event = make_event(8)
    leaver = event.entries[0]
    entries.change_entry(SYSTEM, leaver.pk, status=Entry.Status.WITHDRAWN, status_from=2)
    assert leaver.player.name in refused(event, rounds=2)
    (found,) = drawn(event, 1)
    assert any(1 in table for table in found)
    assert "register 1" in refused(event, rounds=1)


def test_a_stage_with_a_cut_seats_those_who_went_through() -> None:
    event = make_event(12)
    drawn(event, 1)
    stage = Stage.objects.create(tournament=event.tournament, number=2, cut_size=4)
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry=entry) for entry in event.entries[4:8]
    )
    (found,) = drawn(event, teams="may")
    assert [set(table) for table in found] == [{5, 6, 7, 8}]
    assert Round.objects.get(number=2, tournament=event.tournament).stage == stage
    ids = [[entry.pk for entry in event.entries[3:7]]]
    with pytest.raises(Invalid, match="cut"):
        seating.set_round(SYSTEM, event.tournament.pk, tables=ids, keep=True)


def test_a_reserve_is_not_seated() -> None:
    event = make_event(9)
    entries.change_entry(SYSTEM, event.entries[8].pk, reserve=True)
    (found,) = drawn(event)
    assert sorted(p for table in found for p in table) == list(range(1, 9))


def test_good_enough_keeps_the_best_plan_so_far() -> None:
    event = make_event(20)
    job = seating.request_plan(
        event.as_organiser, event.tournament.pk, rounds=6, seed=1, teams="may"
    )
    jobs.enough(event.as_organiser, job.pk)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.status == Job.Status.DONE
    assert event.tournament.rounds.count() == 6
    assert job.result is not None
    assert job.result["cut_short"] is True
    assert set(job.result) >= {"quality", "method", "reasons", "seed"}
    assert "cut short" in job.result["reasons"][0][1]


def test_a_draw_is_refused_when_what_it_keeps_to_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = make_event(8)
    real = seating.plan

    def meanwhile(**asked: Any) -> Any:
        made = real(**asked)
        a, b = event.entries[0], event.entries[1]
        seating_rules.keep_apart(event.as_organiser, event.tournament.pk, a.pk, b.pk)
        return made

    monkeypatch.setattr(seating, "plan", meanwhile)
    job = draw(event)
    assert job.status == Job.Status.FAILED
    assert "draw again" in job.error
    assert not event.tournament.rounds.exists()


def test_only_an_organiser_says_who_must_not_meet() -> None:
    event = make_event(8)
    a, b = event.entries[:2]
    with pytest.raises(ServiceError):
        seating_rules.keep_apart(event.as_referee, event.tournament.pk, a.pk, b.pk)
    with pytest.raises(ServiceError):
        seating_rules.give_place(event.as_referee, a.pk, table=1)
    with pytest.raises(Invalid):
        seating_rules.keep_apart(SYSTEM, event.tournament.pk, a.pk, a.pk)
    foreign = make_event(4).entries[0]
    with pytest.raises(Invalid):
        seating_rules.keep_apart(SYSTEM, event.tournament.pk, a.pk, foreign.pk)


def test_a_reset_keeps_forfeits_and_tells_the_log_what_was_drawn() -> None:
    event = make_event(9)
    drawn(event, 2, byes=True)
    first = event.tournament.rounds.get(number=1)
    forfeit = absences.give_forfeit(event.as_referee, first.pk, event.entries[0].pk, "late")
    with pytest.raises(Conflict, match=event.entries[0].player.name):
        seating.reset_round(event.as_organiser, first.pk)
    assert event.tournament.rounds.count() == 2
    absences.take_forfeit_back(event.as_referee, forfeit.pk, "was there")
    seating.reset_round(event.as_organiser, first.pk)
    assert not event.tournament.rounds.exists()
    taken: Any = AuditEntry.objects.filter(act=Act.SEATS_RESET).order_by("id").first()
    assert len(taken.before["tables"]) == 2
    assert len(taken.before["byes"]) == 1
    assert taken.before["method"]


def test_places_and_pairs_go_with_the_document_of_an_event() -> None:
    event = make_event(8)
    seating_rules.give_place(SYSTEM, event.entries[0].pk, table=1, wind=2, reason="host")
    a, b = event.entries[1], event.entries[6]
    seating_rules.keep_apart(SYSTEM, event.tournament.pk, b.pk, a.pk, reason="kin")
    document = document_of(event.tournament)
    assert document["kept_apart"] == [{"one": 2, "other": 7, "reason": "kin"}]
    copy = import_event(SYSTEM, document, slug="copy")
    assert document_of(copy)["places"] == document["places"]
    assert document_of(copy)["kept_apart"] == document["kept_apart"]
    wrong = {
        **document,
        "places": [
            {**document["places"][0], "entry": 99},
            {**document["places"][0], "table": None, "wind": None},
        ],
        "kept_apart": [{"one": 3, "other": 3, "reason": ""}],
    }
    with pytest.raises(Invalid) as caught:
        import_event(SYSTEM, wrong, slug="wrong")
    assert len(caught.value.problems) == 3
