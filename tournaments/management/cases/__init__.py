"""Questions about competition rules as JSON, one answer each: what `manage.py rank` reads."""

from collections.abc import Callable, Mapping
from typing import Any

from scoring.errors import Refusal, refuse
from scoring.web.lines import Answer, refusal_json
from tournaments.management.cases import game, ranking

Solve = Callable[[Mapping[str, Any], Mapping[str, Any]], Answer]
KINDS: dict[str, Solve] = {
    "table_points": game.table_points_of,
    "hand": game.hand,
    "penalty": game.penalty,
    "match": game.match,
    "seat": game.seat,
    "standings": ranking.standings,
    "team": ranking.team,
    "carry": ranking.carry,
    "seating_metrics": ranking.seating_metrics,
}


def answer_case(content: object) -> Answer:
    """Answer one case: its id and the figures of its kind, or ``error`` and ``message``."""
    case_id = content.get("id") if isinstance(content, Mapping) else None
    try:
        return {"id": case_id, **_solve(content)}
    except Refusal as refusal:
        return {"id": case_id, **refusal_json(refusal)}


def _solve(content: object) -> Answer:
    if not isinstance(content, Mapping):
        raise refuse("bad_record", "这不是一个对象。", "This is not an object.")
    kind = content.get("kind")
    solve = KINDS.get(kind) if isinstance(kind, str) else None
    if solve is None:
        known = ", ".join(KINDS)
        raise refuse(
            "bad_record",
            f"kind 必须是其中之一：{known}。",
            f"kind must be one of: {known}.",
            field="kind",
        )
    parts = [content.get("config", {}), content.get("input", {})]
    for name, part in zip(("config", "input"), parts, strict=True):
        if not isinstance(part, Mapping):
            raise refuse(
                "bad_record", f"{name} 不是一个对象。", f"{name} is not an object.", field=name
            )
    return solve(parts[0], parts[1])
