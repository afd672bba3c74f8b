"""An open tournament as it was recorded: 108 tables, individual and team ranking."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from scoring.table_points import format_units, table_points, to_fraction
from tournaments.standings import EntryFacts, EventFacts, StandingsConfig, TableFacts, compute

SOURCE = Path(__file__).resolve().parents[4] / "shared" / "corpus" / "real_tournament.json"
pytestmark = pytest.mark.skipif(
    not SOURCE.exists(), reason="the recorded tournament is not beside the checkout"
)


@pytest.fixture(scope="module")
def recorded() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(SOURCE.read_text("utf-8"))
    return content


def facts_of(recorded: dict[str, Any]) -> EventFacts:
    ids = {player["id"]: i for i, player in enumerate(recorded["players"], 1)}
    return EventFacts(
        entries=tuple(
            EntryFacts(ids[p["id"]], ids[p["id"]], p["id"], team=p["team"])
            for p in recorded["players"]
        ),
        tables=tuple(
            TableFacts(
                number,
                table["table"],
                tuple((ids[seat["player"]], seat["game_points"]) for seat in table["seats"]),
            )
            for number, round_ in enumerate(recorded["rounds"], 1)
            for table in round_["tables"]
        ),
    )


def test_every_table_has_the_recorded_points(recorded: dict[str, Any]) -> None:
    tables = [table for round_ in recorded["rounds"] for table in round_["tables"]]
    assert len(tables) == 108
    for table in tables:
        seats = table["seats"]
        result = table_points([seat["game_points"] for seat in seats])
        recorded_points = [str(points_of(seat)) for seat in seats]
        assert [format_units(units) for units in result.points] == recorded_points


def points_of(line: dict[str, Any]) -> Fraction:
    return Fraction(str(line["table_points"]))


def test_the_ranking_is_the_recorded_one(recorded: dict[str, Any]) -> None:
    standings = compute(facts_of(recorded), StandingsConfig())
    ours = [
        (row.rank, row.name, to_fraction(row.table_points), row.game_points)
        for row in standings.rows
    ]
    assert len(ours) == 72
    assert ours == [
        (line["rank"], line["player"], points_of(line), line["game_points"])
        for line in recorded["final_ranking"]["individual"]
    ]


def test_the_team_ranking_is_the_recorded_one(recorded: dict[str, Any]) -> None:
    standings = compute(facts_of(recorded), StandingsConfig())
    ours = [
        (team.rank, team.name, to_fraction(team.table_points), team.game_points)
        for team in standings.teams
    ]
    assert len(ours) == 18
    assert ours == [
        (line["rank"], line["team"], points_of(line), line["game_points"])
        for line in recorded["final_ranking"]["team"]
    ]
