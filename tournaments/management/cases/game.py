"""Cases about one hand, one table, one breach, one seat."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.errors import refuse
from scoring.penalties import PRESETS, deltas_of, effect_of
from scoring.progress import chart_position
from scoring.rulesets import get_ruleset
from scoring.table_points import format_units, get_scheme, table_points
from scoring.web.lines import Answer
from tournaments.management.cases import form

WINDS = "ESWN"
PLAYERS = "ABCD"


def scheme_of(config: Mapping[str, Any]) -> str:
    """Return the id of the scheme of checked settings; ``scheme_points`` are one's own."""
    points: Sequence[int] | None = config.get("scheme_points")
    if points is None:
        return str(config["scheme"])
    try:
        return get_scheme(points).id
    except ValueError as error:
        raise refuse("bad_record", f"scheme_points：{error}", f"scheme_points: {error}") from None


def table_points_of(config: Mapping[str, Any], given: Mapping[str, Any]) -> Answer:
    settings = form.read(form.Config, config)
    scores = form.read(form.Scores, given)["scores"]
    result = table_points(scores, scheme_of(settings), settings["tie"])
    return {
        "rank": list(result.places),
        "table_points": [format_units(units) for units in result.points],
    }


def hand(config: Mapping[str, Any], given: Mapping[str, Any]) -> Answer:
    settings = form.read(form.Config, config)
    deltas = _hand_deltas(form.read(form.HandInput, given)["hand"], settings["base_payment"])
    return {"delta": list(deltas), "sum": sum(deltas)}


def _hand_deltas(hand: Mapping[str, Any], base: int) -> tuple[int, ...]:
    """Return what a hand moves per player: its settlement under the Guobiao rules, and the
    penalties in it. A hand cut off by time counts nothing."""
    if hand["void"] or hand["result"] == "timeout":
        return (0, 0, 0, 0)
    record = {"ruleset": "guobiao", "options": {"base": base}, "events": [_event(hand)]}
    deltas = list(get_ruleset("guobiao").settle(record).deltas)
    for penalty in hand["penalties"]:
        moved = _penalty_deltas(
            penalty["mode"], penalty["points"], penalty["offender"], penalty.get("to")
        )
        deltas = [a + b for a, b in zip(deltas, moved, strict=True)]
    return tuple(deltas)


def _event(hand: Mapping[str, Any]) -> dict[str, Any]:
    if hand["result"] == "draw":
        return {"type": "exhaust"}
    event: dict[str, Any] = {"type": "win", "by": hand["result"]}
    winner: dict[str, Any] = {"seat": hand.get("winner")}
    if hand.get("fan") is not None:
        winner["declared"] = {"fan": hand["fan"]}
    event["winners"] = [winner]
    if hand.get("discarder") is not None:
        event["from"] = hand["discarder"]
    return event


def _penalty_deltas(mode: str, points: int, offender: int, to: int | None) -> tuple[int, ...]:
    try:
        return deltas_of(mode, points, offender, to=to)
    except ValueError as error:
        raise refuse("bad_seat", f"罚分：{error}", f"Penalty: {error}", field="to") from None


def match(config: Mapping[str, Any], given: Mapping[str, Any]) -> Answer:
    settings = form.read(form.Config, config)
    game = form.read(form.MatchInput, given)
    players: list[str] = game["players"]
    moves = [_hand_deltas(hand, settings["base_payment"]) for hand in game["hands"]]
    moves += [_session_penalty(penalty, players) for penalty in game["session_penalties"]]
    totals = [sum(move[i] for move in moves) for i in range(4)]
    result = table_points(totals, scheme_of(settings), settings["tie"])
    by_player = {
        "game_points": totals,
        "ju_fen": [settings["base_points"] + total for total in totals],
        "rank": result.places,
        "table_points": [format_units(units) for units in result.points],
    }
    return {key: dict(zip(players, values, strict=True)) for key, values in by_player.items()}


def _session_penalty(penalty: Mapping[str, Any], players: Sequence[str]) -> tuple[int, ...]:
    places = []
    for who in (penalty["player"], penalty.get("to")):
        if who is not None and who not in players:
            raise refuse("bad_seat", f"“{who}”不在这一桌。", f"“{who}” is not at this table.")
        places.append(None if who is None else players.index(who))
    offender, to = places
    return _penalty_deltas(penalty["mode"], penalty["points"], offender or 0, to)


def penalty(config: Mapping[str, Any], given: Mapping[str, Any]) -> Answer:
    preset = str(config.get("ruleset", "gb1998"))
    event = form.read(form.PenaltyInput, given)["event"]
    if preset not in PRESETS:
        known = ", ".join(PRESETS)
        raise refuse("bad_record", f"ruleset 可选：{known}。", f"ruleset is one of: {known}.")
    breach = PRESETS[preset].breaches.get(event["type"])
    if breach is None:
        known = ", ".join(PRESETS[preset].breaches)
        raise refuse("bad_record", f"type 可选：{known}。", f"type is one of: {known}.")
    number = event.get(breach.asks) if breach.asks else None
    if breach.asks and number is None:
        raise refuse("incomplete", f"没有写{breach.asks}。", f"{breach.asks} is missing.")
    effect = effect_of(preset, breach.code, number)
    return {
        "mode": effect.mode,
        "points": effect.points,
        "total": effect.total(),
        "dead_hand": effect.dead_hand,
        "warning": effect.warning,
        "forfeit": effect.forfeit,
        "disqualify": effect.disqualify,
        "scope": effect.scope,
    }


def seat(config: Mapping[str, Any], given: Mapping[str, Any]) -> Answer:
    number = form.read(form.SeatInput, given)["hand"]
    try:
        position = chart_position(str(config.get("variant", "mcr2006")), number)
    except ValueError as error:
        raise refuse("bad_record", f"variant：{error}", f"variant: {error}") from None
    dealer = position.dealer
    return {
        "prevailing": WINDS[position.prevailing],
        "dealer": None if dealer is None else PLAYERS[dealer],
        "seat_wind": {PLAYERS[i]: WINDS[w] for i, w in enumerate(position.winds)},
        "chair": {PLAYERS[i]: WINDS[w] for i, w in enumerate(position.places)},
    }
