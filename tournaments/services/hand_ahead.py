"""What a phone needs to go on without the network: whose seats the coming hands have, and what
plain hands come to."""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scoring.errors import Refusal
from scoring.progress import Position, chart_position
from scoring.rulesets import get_ruleset
from tournaments.services.hands import next_context
from tournaments.services.tables import TableState

HIGHEST_FAN = 88


def positions_ahead(state: TableState) -> list[Position]:
    """Return the positions of the deals after the next one, where a chart tells them; nothing
    where the result of each hand decides who deals."""
    if state.ruleset.dealer_rule != "chart" or state.next_position is None:
        return []
    limit = state.ruleset.deal_limit or 0
    variant = state.tournament.seat_change
    return [
        chart_position(variant, deal) for deal in range(state.next_position.deal + 1, limit + 1)
    ]


@dataclass(frozen=True)
class PlainResults:
    """What plain hands come to, as `Ruleset.settle` says: ``wins`` fan → winner and giver (``0-``
    East by self-draw, ``01`` East from South) → deltas per seat; ``draw`` those of a drawn hand.
    They hold for hand ``number`` only, or for every hand when it is None."""

    number: int | None
    draw: list[int] | None
    wins: dict[int, dict[str, list[int]]]


def plain_results(state: TableState) -> PlainResults:
    """Return the results of the plain hands of a table, for a preview without network."""
    if state.next_position is None or state.next_position.dealer is None:
        return PlainResults(state.next_number, None, {})
    chart = state.ruleset.dealer_rule == "chart"
    context = next_context(state)
    if chart:
        # By its number a win is worth the same in every deal of a chart's game.
        context = {**context, "round_wind": 0}
    draw, wins = _settled(
        state.ruleset.id,
        json.dumps(state.tournament.ruleset_options, sort_keys=True),
        json.dumps(context, sort_keys=True),
        chart,
    )
    return PlainResults(None if chart else state.next_number, draw, wins)


@lru_cache(maxsize=64)
def _settled(
    ruleset_id: str, options: str, context: str, every: bool
) -> tuple[list[int] | None, dict[int, dict[str, list[int]]]]:
    ruleset = get_ruleset(ruleset_id)
    form = ruleset.declaration(helps=False)["form"]
    given, stands = json.loads(options), json.loads(context)

    def deltas(event: dict[str, Any]) -> list[int] | None:
        record = {"ruleset": ruleset_id, "context": stands, "events": [event]}
        try:
            return list(ruleset.settle(record, given).deltas)
        except Refusal:
            return None

    draw = deltas({"type": "exhaust"})
    wins: dict[int, dict[str, list[int]]] = {}
    quick = form["quick_fans"] if form["ways"][0] == "fan" else []
    fans = range(min(quick), HIGHEST_FAN + 1) if quick and every else quick
    for fan in fans:
        found = {
            key: result
            for key, event in _plain_wins(stands["players"], fan)
            if (result := deltas(event)) is not None
        }
        if found:
            wins[fan] = found
    return draw, wins


def _plain_wins(players: int, fan: int) -> list[tuple[str, dict[str, Any]]]:
    found: list[tuple[str, dict[str, Any]]] = []
    for winner in range(players):
        won = {"type": "win", "winners": [{"seat": winner, "declared": {"fan": fan}}]}
        found.append((f"{winner}-", {**won, "by": "self_draw"}))
        found += [
            (f"{winner}{giver}", {**won, "by": "discard", "from": giver})
            for giver in range(players)
            if giver != winner
        ]
    return found
