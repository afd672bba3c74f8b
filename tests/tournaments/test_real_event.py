"""A whole real tournament, as its tables were published: read in as an event document, every total,
standard point and rank must come out as printed. The data stay beside the checkout."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.progress import Position, chart_position
from scoring.rulesets import ENGINE_VERSION
from scoring.table_points import UNIT, format_units
from tests.club import SYSTEM
from tournaments.models import Hand, Tournament
from tournaments.services import standings
from tournaments.services.event_import import import_event
from tournaments.services.tables import TableState, for_states, states_of

SOURCE = Path(__file__).resolve().parents[3] / "shared" / "corpus" / "real_tournament.json"
MOMENT = "2017-06-03T08:00:00Z"
SEAT_CHANGE = "mcr2006"

pytestmark = pytest.mark.reference

Part = dict[str, Any]


def number_of(player: str) -> int:
    return int(player.removeprefix("P"))


def events_of(hand: Part, players: list[str], position: Position) -> list[Part]:
    """Turn a line of the real sheet into events; seats are winds of that hand."""
    seat = {player: position.winds[chair] for chair, player in enumerate(players)}
    events = [penalty_of(hand["penalty"], seat)] if "penalty" in hand else []
    if hand["outcome"] == "draw":
        return [*events, {"type": "exhaust"}]
    win: Part = {
        "type": "win",
        "by": hand["outcome"],
        "winners": [
            {
                "seat": seat[hand["winner"]],
                # The sheet's one number may have flowers inside.
                "declared": {"fan_with_flowers": hand["fan_points"]},
            }
        ],
    }
    if hand["outcome"] == "discard":
        win["from"] = seat[hand["discarder"]]
    return [*events, win]


def penalty_of(lines: dict[str, int], seat: dict[str, int]) -> Part:
    """A zero-sum line, such as -30/+10/+10/+10, is paid by one to each of the others."""
    (payer,) = (player for player, points in lines.items() if points < 0)
    (amount,) = {points for points in lines.values() if points > 0}
    return {"type": "penalty", "seat": seat[payer], "kind": "false_win", "amount": amount}


def hands_of(table: Part, players: list[str]) -> list[Part]:
    played = [hand for hand in table["hands"] if hand["outcome"] != "not_recorded"]
    return [
        {
            "number": number,
            "record": {"events": events_of(hand, players, chart_position(SEAT_CHANGE, number))},
            "revision": 1,
            "created_at": MOMENT,
            "changed_at": MOMENT,
            "undone_at": None,
        }
        for number, hand in enumerate(played, 1)
    ]


def table_of(table: Part) -> Part:
    by_hands = table["level"] == "hands"
    players = [seat["player"] for seat in table["seats"]]
    return {
        "number": table["table"],
        "status": "confirmed",
        "source": "hands" if by_hands else "totals",
        "revision": 0,
        "imbalance_reason": "",
        "seats": [
            {
                "wind": wind,
                "entry": number_of(seat["player"]),
                "typed_points": None if by_hands else seat["game_points"],
            }
            for wind, seat in enumerate(table["seats"])
        ],
        "hands": hands_of(table, players) if by_hands else [],
    }


def round_of(round_: Part) -> Part:
    return {
        "number": round_["round"],
        "stage": 1,
        "status": "closed",
        "seats_public": True,
        "method": "",
        "started_at": MOMENT,
        "closed_at": MOMENT,
        "byes": [],
        "tables": [table_of(table) for table in round_["tables"]],
    }


def document_of(real: Part) -> Part:
    return {
        "format": "mjclub.event",
        "version": 1,
        "event": {
            "slug": "real",
            "name": "A real open tournament",
            "club": "Open",
            "kind": "open",
            "status": "finished",
            "practice": False,
            "venue": "",
            "starts_on": None,
            "ruleset": "guobiao",
            "engine_version": ENGINE_VERSION,
            "options": {},
            "seat_change": SEAT_CHANGE,
            "scheme": "mcr_4210",
            "tie": "split",
            "order_keys": [],
            "time_end": "cut",
            "minutes": 120,
            "planned_rounds": len(real["rounds"]),
            "standings_public": True,
            "created_at": MOMENT,
        },
        "clubs": [{"name": "Open", "time_zone": "Europe/Madrid"}],
        "teams": [team["id"] for team in real["teams"]],
        "entries": [
            {
                "number": number_of(player["id"]),
                "name": player["id"],
                "club": None,
                "member_number": "",
                "team": player["team"],
                "status": "active",
            }
            for player in real["players"]
        ],
        "stages": [{"number": 1, "name": ""}],
        "rounds": [round_of(round_) for round_ in real["rounds"]],
        "penalties": [],
    }


@pytest.fixture(scope="module")
def real() -> Part:
    content: Part = json.loads(SOURCE.read_text(encoding="utf-8"))
    return content


@pytest.fixture
def event(db: None, real: Part) -> Tournament:
    return import_event(SYSTEM, document_of(real))


def states(event: Tournament) -> dict[tuple[int, int], TableState]:
    found = states_of(for_states(round__tournament=event))
    return {(state.round.number, state.table.number): state for state in found}


def test_the_event_is_whole(event: Tournament, real: Part) -> None:
    hands = Hand.objects.filter(table__round__tournament=event)
    ends = [hand.settlement["end"] for hand in hands]
    counts = real["counts"]
    assert event.entries.count() == 72
    assert event.rounds.count() == 6
    assert ends.count("win") == counts["scored_hands"] == 1374
    assert ends.count("exhaust") == counts["drawn_hands"]
    assert len(ends) == counts["scored_hands"] + counts["drawn_hands"]
    punished = [h for h in hands if any(e["type"] == "penalty" for e in h.record["events"])]
    assert len(punished) == counts["hands_with_penalty"]


def test_every_table_gives_the_published_figures(event: Tournament, real: Part) -> None:
    derived = states(event)
    by_hands = 0
    for round_ in real["rounds"]:
        for table in round_["tables"]:
            state = derived[(round_["round"], table["table"])]
            by_hands += not state.typed
            for seat, printed in zip(state.seats, table["seats"], strict=True):
                where = (round_["round"], table["table"], printed["player"])
                assert seat.entry.player.name == printed["player"], where
                assert seat.total == printed["game_points"], where
                assert seat.points is not None, where
                assert format_units(seat.points) == str(printed["table_points"]), where
    assert by_hands == 93
    assert len(derived) == 108


def test_a_full_table_shares_seven_points(event: Tournament) -> None:
    for state in states(event).values():
        assert sum(seat.points or 0 for seat in state.seats) == 7 * UNIT


def test_the_final_ranking(event: Tournament, real: Part) -> None:
    ranking = standings.compute_now(event)
    assert [
        {
            "rank": row.rank,
            "player": row.name,
            "table_points": format_units(row.table_points),
            "game_points": row.game_points,
        }
        for row in ranking.rows
    ] == [
        line | {"table_points": str(line["table_points"])}
        for line in real["final_ranking"]["individual"]
    ]
    assert [
        {
            "rank": team.rank,
            "team": team.name,
            "table_points": format_units(team.table_points),
            "game_points": team.game_points,
        }
        for team in ranking.teams
    ] == [
        line | {"table_points": str(line["table_points"])} for line in real["final_ranking"]["team"]
    ]
    assert not ranking.provisional
