"""Cases about standings, teams, stages and seat plans."""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.errors import Problem, Refusal, refuse
from scoring.table_points import format_units, to_fraction, to_units
from scoring.text import Text
from scoring.web.lines import Answer
from tournaments.management.cases import form
from tournaments.management.cases.game import scheme_of
from tournaments.management.cases.seating import figures_of
from tournaments.standings import (
    ConfigError,
    EntryFacts,
    EventFacts,
    Standings,
    StandingsConfig,
    TableFacts,
    carry_in,
    compute,
)
from tournaments.standings.facts import ACTIVE


def standings(config: Mapping[str, Any], given: Mapping[str, Any]) -> Answer:
    computed = _compute(config, given)
    return {
        "standings": [
            {
                "player": row.name,
                "rank": row.rank,
                "table_points": format_units(row.table_points),
                "game_points": row.game_points,
                "status": row.status,
            }
            for row in computed.rows
        ]
    }


def team(config: Mapping[str, Any], given: Mapping[str, Any]) -> Answer:
    computed = _compute(config, given)
    return {
        "teams": [
            {
                "team": row.name,
                "rank": row.rank,
                "table_points": format_units(row.table_points),
                "game_points": row.game_points,
            }
            for row in computed.teams
        ]
    }


def _compute(config: Mapping[str, Any], given: Mapping[str, Any]) -> Standings:
    settings = form.read(form.Config, config)
    try:
        return compute(_facts(form.read(form.StandingsInput, given)), _config(settings))
    except ConfigError as error:
        raise Refusal(
            Problem("bad_record", Text(f"{key}：{words.zh}", f"{key}: {words.en}"), field=key)
            for key, words in error.problems
        ) from None


def _config(settings: Mapping[str, Any]) -> StandingsConfig:
    bye = settings.get("bye_table_points")
    return StandingsConfig(
        scheme=scheme_of(settings),
        tie=settings["tie"],
        order=tuple(settings["order"]),
        bye_points=None if bye is None else to_units(bye)[0],
        bye_game_points=settings["bye_game_points"],
        forfeit_game_points=settings.get("forfeit_game_points", -settings["base_points"]),
        withdrawn=settings["withdrawn"],
        sub_consumes_place=settings["sub_consumes_place"],
        best_n=settings.get("best_n"),
        team_best_k=settings.get("team_best_k"),
    )


def _facts(given: Mapping[str, Any]) -> EventFacts:
    _refuse_twice(given)
    # Numbers by name: who is equal on everything is listed by name.
    ids = {player: i for i, player in enumerate(sorted(_players(given)), 1)}
    teams = {member: team for team, members in given["teams"].items() for member in members}
    tiers = {player: tier for tier, own in enumerate(given["tiers"]) for player in own}
    sessions = list(enumerate(given["sessions"], 1))
    return EventFacts(
        entries=tuple(
            EntryFacts(
                id=id_,
                number=id_,
                name=player,
                team=teams.get(player, ""),
                status=given["status"].get(player, ACTIVE),
                tier=tiers.get(player, len(given["tiers"])),
                lot=given["lots"].get(player),
            )
            for player, id_ in ids.items()
        ),
        tables=tuple(
            TableFacts(
                round_no,
                table_no,
                tuple((ids[player], points) for player, points in table["results"].items()),
            )
            for round_no, session in sessions
            for table_no, table in enumerate(session["tables"], 1)
        ),
        byes=tuple((no, ids[player]) for no, session in sessions for player in session["byes"]),
        forfeits=tuple(
            (no, ids[player]) for no, session in sessions for player in session["forfeits"]
        ),
        adjustments=tuple(
            (ids[a["player"]], to_units(a["table_points"])[0], a["game_points"])
            for a in given["adjustments"]
        ),
        carry_in=tuple(
            (ids[player], to_units(totals["table_points"])[0], totals["game_points"])
            for player, totals in given["carry_in"].items()
        ),
        team_adjustments=tuple(
            (a["team"], to_units(a["table_points"])[0], a["game_points"])
            for a in given["team_adjustments"]
        ),
    )


def _players(given: Mapping[str, Any]) -> set[str]:
    """Return everybody who has played, sat out or been given points, and the members of teams."""
    found: set[str] = set(given["carry_in"]) | {a["player"] for a in given["adjustments"]}
    for session in given["sessions"]:
        found.update(session["byes"], session["forfeits"])
        for table in session["tables"]:
            found.update(table["results"])
    for members in given["teams"].values():
        found.update(members)
    return found


def _refuse_twice(given: Mapping[str, Any]) -> None:
    """Refuse tables of more than four, people at two tables or in two teams, unknown teams."""
    problems: list[Text] = []
    for number, session in enumerate(given["sessions"], 1):
        seated = [player for table in session["tables"] for player in table["results"]]
        problems += [
            Text(
                f"第{number}轮“{player}”坐在两桌。",
                f"Round {number}: “{player}” sits at two tables.",
            )
            for player in _doubles(seated)
        ]
        if any(len(table["results"]) > 4 for table in session["tables"]):
            problems.append(
                Text(f"第{number}轮有一桌超过四人。", f"Round {number}: a table of more than four.")
            )
    members = [member for own in given["teams"].values() for member in own]
    problems += [
        Text(f"“{member}”在两个队里。", f"“{member}” is in two teams.")
        for member in _doubles(members)
    ]
    problems += [
        Text(f"没有“{a['team']}”队。", f"There is no team “{a['team']}”.")
        for a in given["team_adjustments"]
        if a["team"] not in given["teams"]
    ]
    if problems:
        raise Refusal(Problem("bad_record", words) for words in problems)


def _doubles(names: Iterable[str]) -> list[str]:
    seen: set[str] = set()
    twice: dict[str, None] = {}
    for name in names:
        if name in seen:
            twice[name] = None
        seen.add(name)
    return list(twice)


def carry(config: Mapping[str, Any], given: Mapping[str, Any]) -> Answer:
    stage = form.read(form.CarryInput, given)
    names = list(stage["stage_totals"])
    totals = {
        i: (to_units(own["table_points"])[0], own["game_points"])
        for i, own in enumerate(stage["stage_totals"].values())
    }
    try:
        carried = carry_in(
            stage["mode"],
            totals,
            fraction=stage["fraction"],
            round_tp=stage["round_tp"],
            round_gp=stage["round_gp"],
        )
    except ValueError as error:
        raise refuse("bad_record", str(error), str(error)) from None
    return {
        "carry_in": {
            names[i]: {"table_points": str(to_fraction(points)), "game_points": game_points}
            for i, (points, game_points) in carried.totals.items()
        }
    }


def seating_metrics(config: Mapping[str, Any], given: Mapping[str, Any]) -> Answer:
    return figures_of(given)
