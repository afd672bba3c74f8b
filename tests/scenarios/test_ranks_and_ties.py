"""Equal is equal, and who sat out has what the event says, once."""

from itertools import permutations
from typing import Any

import pytest

from scoring.table_points import UNIT
from tests.club import DRAW, SYSTEM, ClubEvent, make_event, win
from tests.scenarios.doors import Doors
from tournaments.models import Bye, Entry
from tournaments.services import rounds, seating
from tournaments.services.events import change_tournament

pytestmark = pytest.mark.django_db

# Totals by which a chair earns these table points: 7/3 (three share first to third: 4+2+1),
# 7/4 (all four equal), 3/2 (two share second and third).
THIRD: dict[int, int] = {0: 10, 1: 10, 2: 10, 3: -30}
QUARTER: dict[int, int] = {0: 0, 1: 0, 2: 0, 3: 0}
HALF: dict[int, int] = {0: -10, 1: -10, 2: 60, 3: -40}


def typed(doors: Doors, number: int, table: int, totals: list[int]) -> None:
    answer = doors.by_link(
        "totals", table, number, totals={str(i): t for i, t in enumerate(totals)}
    )
    assert answer.status_code == 200, answer.json()


def test_the_same_parts_in_another_order_share_one_rank() -> None:
    """Four players earn 7/3, 7/4 and 3/2 in different rounds, and the same game points in all."""
    event = make_event(16)
    doors = Doors(event)
    ids = [entry.pk for entry in event.entries]
    orders = [("third", "quarter", "half"), ("quarter", "half", "third"),
              ("half", "third", "quarter"), ("half", "quarter", "third")]  # fmt: skip
    sheets = {"third": [10, 10, 10, -30], "quarter": [0] * 4, "half": [-10, -10, 60, -40]}
    for number in range(3):
        # Each of the four sits East at a table of its own.
        tables = [[ids[i], *ids[4 + 3 * i : 7 + 3 * i]] for i in range(4)]
        round_ = seating.set_round(SYSTEM, event.tournament.pk, tables=tables)
        rounds.start_round(SYSTEM, round_.pk)
        for i in range(4):
            typed(doors, number + 1, i + 1, sheets[orders[i][number]])
    doors.work()
    rows = [doors.row(n) for n in (1, 2, 3, 4)]
    assert {row["table_points"] for row in rows} == {rows[0]["table_points"]}
    assert {row["game_points"] for row in rows} == {0}
    assert len({row["rank"] for row in rows}) == 1
    rank = rows[0]["rank"]
    ranks = [row["rank"] for row in doors.json("standings/")["rows"]]
    shared = ranks.count(rank)
    assert shared >= 4
    assert not any(rank < other < rank + shared for other in ranks)
    assert all(row["tied"] for row in rows)


def test_sums_do_not_depend_on_the_order_of_addition() -> None:
    parts = [7 * UNIT // 3, 7 * UNIT // 4, 3 * UNIT // 2]
    assert len({sum(order) for order in permutations(parts)}) == 1
    assert 3 * parts[0] == 7 * UNIT
    assert 4 * parts[1] == 7 * UNIT


# --- byes ------------------------------------------------------------------------------------


def thirteen() -> tuple[ClubEvent, Doors]:
    event = make_event(13)
    change_tournament(SYSTEM, event.tournament.pk, bye_points=2 * UNIT, bye_game_points=0)
    return event, Doors(event)


def seat(event: ClubEvent, resting: int) -> Any:
    """Seat everybody but one, by number."""
    ids = [entry.pk for entry in event.entries if entry.number != resting]
    bye = next(entry.pk for entry in event.entries if entry.number == resting)
    plan = [ids[i : i + 4] for i in range(0, 12, 4)]
    return seating.set_round(SYSTEM, event.tournament.pk, tables=plan, byes=[bye])


def play(event: ClubEvent, doors: Doors, number: int) -> None:
    for table in (1, 2, 3):
        doors.hand(win(8 + table, number % 4), 1, table=table, round=number)
        doors.hand(DRAW, 2, table=table, round=number)


def test_a_bye_counts_once_at_the_value_of_the_event() -> None:
    """13 players, three rounds, one sits out in each; 2 table points and no game points."""
    event, doors = thirteen()
    for number in (1, 2, 3):
        round_ = seat(event, number)
        rounds.start_round(SYSTEM, round_.pk)
        play(event, doors, number)
        doors.work()
        row = doors.row(number)
        bye = row["rounds"][number - 1]
        assert (bye["kind"], bye["table_points"], bye["game_points"]) == ("bye", "2", 0)
        played = [r for r in row["rounds"] if r["kind"] == "played"]
        assert len(played) == number - 1
        assert row["game_points"] == sum(r["game_points"] for r in played)
    for number in range(1, 14):
        kinds = [r["kind"] for r in doors.row(number)["rounds"]]
        assert kinds.count("bye") == (1 if number <= 3 else 0)


def test_a_bye_is_no_game_played() -> None:
    event, doors = thirteen()
    rounds.start_round(SYSTEM, seat(event, 1).pk)
    play(event, doors, 1)
    doors.work()
    resting, playing = doors.page("people/1/"), doors.page("people/5/")
    assert "played 2 · 1 table" not in resting
    assert "played 2 · 1 table" in playing


def test_a_bye_moved_to_another_player_moves_its_points() -> None:
    event, doors = thirteen()
    round_ = seat(event, 1)
    doors.desk("desk-reset", {}, round_id=round_.pk)
    assert not Bye.objects.exists()
    round_ = seat(event, 2)
    rounds.start_round(SYSTEM, round_.pk)
    play(event, doors, 1)
    doors.work()
    assert doors.row(2)["rounds"][0]["kind"] == "bye"
    assert doors.row(2)["table_points"] == "2"
    assert doors.row(1)["rounds"][0]["kind"] == "played"
    assert Bye.objects.get().entry == Entry.objects.get(tournament=event.tournament, number=2)
