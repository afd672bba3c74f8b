"""Totals that are wrong, do not sum to zero, or keep an old value after a correction."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.club import DRAW, SYSTEM, ClubEvent, make_event, win
from tests.scenarios.doors import Doors
from tests.scoring.build import ABORT, EXHAUST, kong
from tests.scoring.southern_hands import named, won
from tests.web.reading import text
from tournaments.models import Act, AuditEntry, Hand, Round
from tournaments.services import rounds, seating, standings, tables
from tournaments.services.events import change_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> ClubEvent:
    made = make_event(8)
    made.seat_round()
    return made


@pytest.fixture
def doors(event: ClubEvent) -> Doors:
    return Doors(event)


# --- flowers and whole numbers ---------------------------------------------------------------


def test_a_win_on_discard_pays_whole_numbers_and_counts_the_flower(doors: Doors) -> None:
    """Eleven fan and one flower: twelve, paid 20 by the discarder and 8 by the others."""
    answer = doors.hand(win(11, 0, 1, flowers=1), 1)
    assert answer.status_code == 201
    (hand,) = doors.at_table()["hands"]
    assert hand["deltas"] == [36, -20, -8, -8]
    assert all(type(delta) is int for delta in hand["deltas"])


def test_flowers_do_not_help_to_reach_eight_fan(doors: Doors) -> None:
    refused = doors.hand(win(7, 0, 1, flowers=2), 1)
    assert refused.status_code == 400
    assert "8" in refused.json()["message"]
    assert not Hand.objects.filter(table=doors.event.table()).exists()
    assert doors.hand(win(8, 0, 1, flowers=1), 1).status_code == 201
    assert doors.totals() == [33, -17, -8, -8]


def test_preview_and_saved_hand_agree_to_the_point(doors: Doors) -> None:
    events = win(11, 2, flowers=3)
    shown = doors.by_link("preview", events=events, number=1).json()
    doors.hand(events, 1)
    assert doors.totals() == shown["deltas"] == [-22, -22, 66, -22]


# --- kong money ------------------------------------------------------------------------------

KONGS = [
    kong(0, "exposed", "7p", giver=2),
    kong(1, "exposed", "2m", giver=3),
    kong(3, "concealed", "9s"),
]
WON = won(1, 0, named("peng_peng_hu"))
KONG_MONEY = [1 - 2, 1 - 2, -1 - 2, -1 + 6]


def kong_event(**options: Any) -> Doors:
    event = make_event(
        4, ruleset="guangdong_tuidaohu", options={"ghost": "none", "kong_added": 0, **options}
    )
    event.seat_round()
    return Doors(event)


def kong_lines(doors: Doors) -> list[tuple[int, int, int]]:
    (hand,) = doors.at_table()["hands"]
    for line in hand["ledger"]:
        assert line["reason"]["en"]
        assert line["payer"] != line["receiver"]
    return sorted(
        (line["payer"], line["receiver"], line["amount"])
        for line in hand["ledger"]
        if line["kind"] == "kong"
    )


@pytest.mark.parametrize("on_draw", ["void", "keep"])
@pytest.mark.parametrize("end", [WON, EXHAUST, ABORT], ids=["won", "drawn", "stopped"])
def test_kong_money_names_payer_and_receiver_and_sums_to_zero(on_draw: str, end: Any) -> None:
    doors = kong_event(kong_on_draw=on_draw)
    answer = doors.hand([*KONGS, end], 1)
    assert answer.status_code == 201, answer.json()
    lines = kong_lines(doors)
    assert sum(doors.totals()) == 0
    stands = end is WON or (end is EXHAUST and on_draw == "keep")
    assert bool(lines) == stands
    if end is EXHAUST:
        moved = [0] * 4
        for payer, receiver, amount in lines:
            moved[payer] -= amount
            moved[receiver] += amount
        assert doors.totals() == moved
    shown = doors.page("tables/1-1/")
    assert "3 kongs" in shown
    assert ("Exposed kong" in shown, "Concealed kong" in shown) == (stands, stands)
    assert ("Nobody paid." in shown) != stands
    assert ("Annulled" in shown) == (end is ABORT)


# --- corrections reach every figure ----------------------------------------------------------


def played(players: int = 8, count: int = 3) -> Doors:
    """Three closed and published rounds; in the first, East of table 1 leads by a 24-fan hand."""
    event = make_event(players)
    change_tournament(SYSTEM, event.tournament.pk, release="held")
    doors = Doors(event)
    for number in range(1, count + 1):
        event.seat_round()
        for table in (1, 2):
            first = win(24, 0, 1) if number == 1 else DRAW
            doors.hand(first, 1, table=table, round=number)
            doors.hand(win(10, 2, 1), 2, table=table, round=number)
            doors.by_link("finish", table, number)
            tables.confirm_table(event.as_referee, event.table(number, table).pk)
        rounds.close_round(SYSTEM, event.table(number).round_id)
    return doors


def test_a_corrected_hand_of_an_early_round_reaches_every_figure() -> None:
    """The 24 fan of round 1 become 8: first and second of that table swap."""
    doors = played()
    event = doors.event
    doors.work()
    event.tournament.refresh_from_db()
    doors.desk("desk-results", {"revision": event.tournament.revision, "note": ""})
    before = [seat["place"] for seat in doors.at_table()["seats"]]
    old = {n: doors.row(n) for n in (1, 2, 3, 4)}
    round_ = Round.objects.get(tournament=event.tournament, number=1)
    rounds.reopen_round(event.as_organiser, round_.pk, "a slip")
    tables.reopen_table(event.as_organiser, event.table(1, 1).pk, "a slip")
    answer = doors.change(win(8, 0, 1), 1, 1)
    assert answer.status_code in (200, 201), answer.json()
    doors.by_link("finish", 1, 1)
    tables.confirm_table(event.as_referee, event.table(1, 1).pk)
    rounds.close_round(SYSTEM, round_.pk)
    doors.work()
    after = [seat["place"] for seat in doors.at_table()["seats"]]
    assert before != after
    first = before.index(1)
    assert after[first] == 2
    assert after[before.index(2)] == 1
    for number in (1, 2, 3, 4):
        row = doors.row(number)
        assert row["game_points"] == sum(r["game_points"] for r in row["rounds"])
        assert doors.game_points(number) == {row["game_points"]}
        assert doors.csv_row(number)["R1 game points"] == str(row["rounds"][0]["game_points"])
        assert doors.csv_row(number)["Table points"] == row["table_points"]
    changed = [n for n in old if old[n] != doors.row(n)]
    assert {1, 2, 3, 4} >= set(changed) >= {1, 2}
    teams = {1: sum(doors.row(n)["game_points"] for n in (1, 2, 3, 4))}
    assert teams == {1: 0}
    log = AuditEntry.objects.get(act=Act.HAND_AMENDED)
    assert log.before["chair_deltas"] != log.after["chair_deltas"]
    assert log.reason == "paper"


def without_moments(told: dict[str, Any]) -> dict[str, Any]:
    return {name: part for name, part in told.items() if name not in ("computed_at", "revision")}


def of_the_whole_site(doors: Doors) -> dict[str, Any]:
    """What a correction reaches beside rows and tables: teams, figures, ratings, the hall."""
    doors.work()
    found = standings.compute_now(doors.event.tournament)
    club = doors.event.tournament.club_id
    return {
        "teams": [(team.name, team.game_points, team.table_points) for team in found.teams],
        "figures": without_moments(doors.json("highlights/")),
        "best hands": doors.page("people/1/"),
        "ratings": without_moments(doors.organiser.get(f"/api/clubs/{club}/ratings/").json()),
        "hall": doors.page("projector/?slide=standings"),
    }


def test_a_corrected_hand_reaches_teams_figures_ratings_and_the_hall() -> None:
    """A game of two teams, over and counted: its 24 fan become 8, and back again."""
    event = make_event(8, planned_rounds=1)
    doors = Doors(event)
    ids = [entry.pk for entry in event.entries]
    crossed = [[ids[0], ids[4], ids[1], ids[5]], [ids[2], ids[6], ids[3], ids[7]]]
    seating.set_round(SYSTEM, event.tournament.pk, tables=crossed)
    round_ = rounds.start_round(SYSTEM, Round.objects.get().pk)
    for table in (1, 2):
        doors.hand(win(24, 0, 1), 1, table=table)
        doors.hand(win(10, 2, 1), 2, table=table)
        doors.by_link("finish", table)
    rounds.close_round(SYSTEM, round_.pk)
    first = of_the_whole_site(doors)
    assert first["ratings"]
    states = []
    for revision, fan in ((1, 8), (2, 24)):
        rounds.reopen_round(event.as_organiser, round_.pk, "a slip")
        tables.reopen_table(event.as_organiser, event.table().pk, "a slip")
        assert doors.change(win(fan, 0, 1), 1, revision).status_code in (200, 201)
        doors.by_link("finish")
        rounds.close_round(SYSTEM, round_.pk)
        states.append(of_the_whole_site(doors))
    for name, figure in first.items():
        assert states[0][name] != figure, name
    for name in ("teams", "figures", "ratings"):
        assert states[1][name] == first[name], name


def test_a_published_result_that_was_corrected_says_so() -> None:
    doors = played()
    event = doors.event
    doors.work()
    event.tournament.refresh_from_db()
    doors.desk("desk-results", {"revision": event.tournament.revision, "note": ""})
    shown = doors.public.get(f"/t/{doors.slug}/")
    assert shown.status_code == 200
    assert "corrected" not in shown.content.decode().lower()
    rounds.reopen_round(event.as_organiser, event.table(1, 1).round_id, "a slip")
    tables.reopen_table(event.as_organiser, event.table(1, 1).pk, "a slip")
    doors.change(win(8, 0, 1), 1, 1)
    doors.by_link("finish", 1, 1)
    tables.confirm_table(event.as_referee, event.table(1, 1).pk)
    rounds.close_round(SYSTEM, event.table(1, 1).round_id)
    doors.work()
    event.tournament.refresh_from_db()
    answer = doors.desk(
        "desk-results", {"revision": event.tournament.revision, "note": "hand 1 was 8 fan"}
    )
    assert answer.status_code == 302, answer.content.decode()[-2000:]
    page = doors.public.get(f"/t/{doors.slug}/").content.decode()
    assert "orrected" in page
    assert "hand 1 was 8 fan" in page


# --- what was cancelled is as if it had never been ---------------------------------------------


@pytest.mark.parametrize("scope", ["session", "overall"])
def test_a_cancelled_penalty_leaves_the_standing_as_if_it_had_never_been(
    doors: Doors, scope: str
) -> None:
    doors.hand(win(24, 0, 1), 1)
    doors.work()
    before = doors.row(1)
    given = {
        "entry": 1, "scope": scope, "mode": "deduct", "points": 40, "round": 1,
        "reason": "wrong seat",
    }  # fmt: skip
    referee = Client()
    referee.force_login(doors.event.referee)
    address = reverse("api-penalties", kwargs={"event": doors.slug})
    answer = referee.post(address, given, content_type="application/json")
    assert answer.status_code == 201, answer.content
    doors.work()
    assert doors.row(1)["game_points"] == before["game_points"] - 40
    penalty = doors.event.tournament.penalties.get()
    doors.desk("desk-penalty-cancel", {"reason": "it was his own"}, penalty_id=penalty.pk)
    doors.work()
    assert doors.row(1) == before
    doors.hand(win(8, 1, 2), 2)
    doors.work()
    assert doors.row(1)["game_points"] == before["game_points"] - 8
    page = doors.organiser.get(f"/desk/{doors.slug}/penalties/").content.decode()
    struck = page.partition('<li class="cancelled">')[2].partition("</li>")[0]
    assert "wrong seat" in struck
    who = doors.event.organiser.username
    when = r"\d+ \w+ \d{4} \d\d:\d\d"
    assert re.search(rf"round 1 · .* · {when} · {doors.event.referee.username}</p>", struck)
    assert re.search(rf"Cancelled {when} · {who}: it was his own", struck)
    log = text(doors.organiser.get(f"/desk/{doors.slug}/log/"))
    assert re.search(rf"{who} revision \d+ (Back to here… )?penalty cancelled", log)
    cancelled = AuditEntry.objects.filter(reason="it was his own").get()
    assert cancelled.actor == doors.event.organiser.username


def test_a_disqualification_taken_back_leaves_nothing(doors: Doors) -> None:
    doors.hand(win(24, 0, 1), 1)
    doors.work()
    before = doors.row(1)
    entry = doors.event.entries[0]
    page = doors.organiser.get(f"/desk/{doors.slug}/people/{entry.pk}/")
    form = {f.name: f.value() for f in page.context["form"] if f.value() not in (None, False)}
    for status, same in (("disqualified", False), ("active", True)):
        answer = doors.desk("desk-entry", {**form, "status": status}, entry_id=entry.pk)
        assert answer.status_code == 302, answer.context["form"].errors
        doors.work()
        assert (doors.row(1) == before) is same
    doors.hand(win(8, 0, 1), 2)
    assert doors.game_points(1) == {48 - 8}


# --- undoing never zeroes a sheet --------------------------------------------------------------


def test_undoing_the_last_hand_while_the_clock_stands_keeps_the_others(
    doors: Doors, event: ClubEvent
) -> None:
    """The table has called time-out and a referee: the totals of the others stay at once."""
    doors.hand(win(24, 0, 1), 1)
    doors.hand(win(8, 2), 2)
    doors.by_link("call", reason="dispute")
    pause = {"minutes": "15", "reason": "dispute"}
    round_ = doors.event.table().round
    assert doors.desk("desk-round-time", pause, round_id=round_.pk).status_code == 302
    first = doors.at_table()["hands"][0]
    assert doors.undo(2).status_code == 200
    state = doors.at_table()
    assert state["hands"] == [first]
    assert doors.totals() == first["deltas"]
    assert (state["next_number"], state["next_position"]["dealer"]) == (2, 1)


def test_undoing_the_only_hand_leaves_an_empty_sheet_and_the_first_deal(doors: Doors) -> None:
    doors.hand(win(24, 0, 1), 1)
    doors.undo(1)
    state = doors.at_table()
    assert (state["hands"], state["next_number"]) == ([], 1)
    assert state["next_position"]["dealer"] == 0
    assert doors.totals() == [0] * 4
    assert doors.hand(win(24, 0, 1), 1).status_code == 201
    assert doors.totals() == [48, -32, -8, -8]


def test_taking_out_a_middle_hand_moves_the_later_ones_up_with_their_people(doors: Doors) -> None:
    doors.hand(win(24, 0, 1), 1)
    doors.hand(DRAW, 2)
    doors.hand(win(8, 2, 0), 3)
    by_people = doors.at_table()["hands"][2]["deltas"]
    answer = doors.by_link(
        "remove", number=2, revision=1, client_key="scenario-remove", reason="never played"
    )
    assert answer.status_code == 200, answer.json()
    state = doors.at_table()
    assert [hand["number"] for hand in state["hands"]] == [1, 2]
    assert state["hands"][1]["deltas"] == by_people
    assert doors.totals() == [a + b for a, b in zip([48, -32, -8, -8], by_people, strict=True)]
    assert state["next_number"] == 3


def test_every_full_table_hands_out_seven_whatever_was_undone(doors: Doors) -> None:
    doors.hand(win(24, 0, 1), 1)
    doors.hand(win(24, 1, 0), 2)
    doors.undo(2)
    doors.hand(DRAW, 2)
    doors.work()
    points = [doors.row(n)["rounds"][0]["table_points"] for n in (1, 2, 3, 4)]
    assert points == ["4", "0", "3/2", "3/2"]
