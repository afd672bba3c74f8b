"""A whole event as one document, out and in again (docs/event-document.md).

Records are facts: what hands are worth is computed anew on the way in and compared with what the
document says.
"""

import datetime as dt
import json
from collections.abc import Iterable
from typing import Any

from django.db.models import Prefetch

from scoring.ledger import Settlement
from tournaments.importing.event_form import FORMAT, VERSION
from tournaments.models import (
    Adjustment,
    Club,
    Entry,
    Hand,
    Penalty,
    PlaceOfOwn,
    Round,
    Seat,
    Signature,
    Stage,
    Table,
    Tournament,
)

Part = dict[str, Any]
MAX_TRIES = 3
# Settings of an event that stand in the document under their own names.
SETTINGS = (
    "release", "base_points", "forfeit_game_points", "bye_points", "bye_game_points", "withdrawn",
    "sub_consumes_place", "best_n", "team_best_k", "confirmed_only", "break_minutes",
    "warn_minutes", "appeal_minutes", "breaches", "confirmation", "reopening", "reseating",
    "stake",
)  # fmt: skip
STAGE_SETTINGS = (
    "number", "name", "carry", "numerator", "denominator", "round_tp", "round_gp", "for_teams",
    "cut_size", "cut_reason",
)  # fmt: skip


def dumps(document: Part) -> str:
    """Return the document as text: equal events give equal bytes."""
    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def exported(tournament: Tournament, moment: dt.datetime) -> str:
    """Return the document as it is taken away, read between two looks at the revision: with a
    label that says when it was made, in the club's zone, and of which revision. The label is no
    fact of the event and is not read back."""
    for _try in range(MAX_TRIES):
        content = document_of(tournament)
        now = Tournament.objects.select_related("club").get(pk=tournament.pk)
        if now.revision == tournament.revision:
            break
        tournament = now
    rounds = [round_["number"] for round_ in content["rounds"]]
    label = {
        "after_round": max(rounds, default=0),
        "made_at": moment.isoformat(timespec="seconds"),
        "zone": tournament.club.time_zone,
        "revision": tournament.revision,
    }
    return dumps({"exported": label, **content})


def document_of(tournament: Tournament) -> Part:
    """Return the document of an event. Nothing in it is a database id."""
    entries = list(tournament.entries.select_related("player__club", "team").order_by("number"))
    return {
        "format": FORMAT,
        "version": VERSION,
        "event": _event(tournament),
        "clubs": _clubs(tournament, entries),
        "teams": sorted(tournament.teams.values_list("name", flat=True)),
        "entries": [_entry(entry) for entry in entries],
        "stages": [
            _stage(stage)
            for stage in tournament.stages.order_by("number").prefetch_related("members__entry")
        ],
        "rounds": [_round(round_) for round_ in _rounds(tournament)],
        "penalties": [
            _penalty(penalty)
            for penalty in tournament.penalties.select_related("entry", "beneficiary").order_by(
                "created_at", "id"
            )
        ],
        "adjustments": [
            _adjustment(adjustment)
            for adjustment in tournament.adjustments.select_related("entry", "team").order_by(
                "created_at", "id"
            )
        ],
        "places": [
            {
                "entry": place.entry.number,
                "table": place.table,
                "wind": place.wind,
                "from_round": place.from_round,
                "reason": place.reason,
            }
            for place in PlaceOfOwn.objects.filter(entry__tournament=tournament)
            .select_related("entry")
            .order_by("entry__number")
        ],
        "kept_apart": _kept_apart(tournament),
    }


def _kept_apart(tournament: Tournament) -> list[Part]:
    """Return the event's own pairs, smaller number first; those of its club are the club's."""
    numbers = dict(tournament.entries.values_list("player_id", "number"))
    pairs = [
        (*sorted((numbers[pair.one_id], numbers[pair.other_id])), pair.reason)
        for pair in tournament.kept_apart.all()
        if pair.one_id in numbers and pair.other_id in numbers
    ]
    return [{"one": one, "other": other, "reason": reason} for one, other, reason in sorted(pairs)]


def _sorted(value: Any) -> Any:
    """Return plain data with its keys in order: databases keep none of their own."""
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    if isinstance(value, list):
        return [_sorted(item) for item in value]
    return value


def _moment(moment: dt.datetime | None) -> str | None:
    if moment is None:
        return None
    return moment.astimezone(dt.UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def _event(tournament: Tournament) -> Part:
    return {
        "slug": tournament.slug,
        "name": tournament.name,
        "club": tournament.club.name,
        "kind": tournament.kind,
        "status": tournament.status,
        "practice": tournament.practice,
        "venue": tournament.venue,
        "starts_on": tournament.starts_on.isoformat() if tournament.starts_on else None,
        "ruleset": tournament.ruleset,
        "engine_version": tournament.engine_version,
        "options": _sorted(tournament.ruleset_options),
        "seat_change": tournament.seat_change,
        "scheme": tournament.scheme,
        "tie": tournament.tie,
        "order_keys": tournament.order_keys,
        "time_end": tournament.time_end,
        "minutes": tournament.minutes,
        "planned_rounds": tournament.planned_rounds,
        "standings_public": tournament.standings_public,
        **{key: getattr(tournament, key) for key in SETTINGS},
        "created_at": _moment(tournament.created_at),
    }


def _clubs(tournament: Tournament, entries: Iterable[Entry]) -> list[Part]:
    clubs: set[Club] = {tournament.club}
    clubs.update(entry.player.club for entry in entries if entry.player.club is not None)
    return [
        {"name": club.name, "time_zone": club.time_zone}
        for club in sorted(clubs, key=lambda club: club.name)
    ]


def _entry(entry: Entry) -> Part:
    return {
        "number": entry.number,
        "name": entry.player.name,
        "club": entry.player.club.name if entry.player.club else None,
        "member_number": entry.player.member_number,
        "name_hidden": entry.player.name_hidden,
        "team": entry.team.name if entry.team else None,
        "status": entry.status,
        "status_from": entry.status_from,
        "reserve": entry.reserve,
        "lot": entry.lot,
    }


def _stage(stage: Stage) -> Part:
    members = sorted(stage.members.all(), key=lambda member: member.entry.number)
    return {
        **{key: getattr(stage, key) for key in STAGE_SETTINGS},
        "members": [{"entry": m.entry.number, "decided": m.decided} for m in members],
    }


def _rounds(tournament: Tournament) -> Iterable[Round]:
    parts: list[Any] = [
        "byes__entry",
        "forfeits__entry",
        Prefetch("tables", Table.objects.select_related("sitting_out").order_by("number")),
        Prefetch("tables__seats", Seat.objects.select_related("entry").order_by("wind")),
        Prefetch("tables__hands", Hand.objects.order_by("number", "id")),
        Prefetch("tables__signatures", Signature.objects.order_by("created_at", "id")),
    ]
    return tournament.rounds.select_related("stage").order_by("number").prefetch_related(*parts)


def _round(round_: Round) -> Part:
    return {
        "number": round_.number,
        "stage": round_.stage.number,
        "status": round_.status,
        "seats_public": round_.seats_public,
        "method": round_.method,
        "started_at": _moment(round_.started_at),
        "closed_at": _moment(round_.closed_at),
        "extra_minutes": round_.extra_minutes,
        "time_called_at": _moment(round_.time_called_at),
        "confirmed_at": _moment(round_.confirmed_at),
        "planned_at": _moment(round_.planned_at),
        "drawn_from": _sorted(round_.drawn_from) or None,
        "forfeits": [
            {"entry": forfeit.entry.number, "reason": forfeit.reason}
            for forfeit in sorted(round_.forfeits.all(), key=lambda f: f.entry.number)
        ],
        "byes": sorted(bye.entry.number for bye in round_.byes.all()),
        "tables": [_table(table) for table in round_.tables.all()],
    }


def _table(table: Table) -> Part:
    return {
        "number": table.number,
        "status": table.status,
        "source": table.source,
        "revision": table.revision,
        "extra_minutes": table.extra_minutes,
        "imbalance_reason": table.imbalance_reason,
        "sitting_out": table.sitting_out.number if table.sitting_out else None,
        "paper_totals": table.paper_totals,
        "paper_reason": table.paper_reason,
        "seats": [
            {"wind": seat.wind, "entry": seat.entry.number, "typed_points": seat.typed_points}
            for seat in table.seats.all()
        ],
        "hands": [_hand(hand) for hand in table.hands.all()],
        "signatures": [_signature(signature) for signature in table.signatures.all()],
    }


def _signature(signature: Signature) -> Part:
    return {
        "by": signature.actor,
        "totals": signature.totals,
        "agrees": signature.agrees,
        "blind": signature.blind,
        "created_at": _moment(signature.created_at),
    }


def _hand(hand: Hand) -> Part:
    return {
        "number": hand.number,
        "record": _sorted(hand.record),
        "settlement": plain_settlement(hand.settlement),
        "position": _sorted(hand.position),
        "note": hand.note,
        "revision": hand.revision,
        "created_at": _moment(hand.created_at),
        "changed_at": _moment(hand.changed_at),
        "undone_at": _moment(hand.undone_at),
    }


def plain_settlement(stored: Part) -> Part:
    """Return a stored settlement without its words: amounts and whom they concern (EVENTS §6)."""
    plain: Part = _sorted(json.loads(json.dumps(Settlement.from_stored(stored).to_json())))
    return plain


def _penalty(penalty: Penalty) -> Part:
    return {
        "entry": penalty.entry.number,
        "round": penalty.round_number,
        "scope": penalty.scope,
        "mode": penalty.mode,
        "points": penalty.points,
        "beneficiary": penalty.beneficiary.number if penalty.beneficiary else None,
        "code": penalty.code,
        "reason": penalty.reason,
        "created_at": _moment(penalty.created_at),
        "cancelled_at": _moment(penalty.cancelled_at),
        "cancel_reason": penalty.cancel_reason,
    }


def _adjustment(adjustment: Adjustment) -> Part:
    return {
        "entry": adjustment.entry.number if adjustment.entry else None,
        "team": adjustment.team.name if adjustment.team else None,
        "table_points": adjustment.table_points,
        "game_points": adjustment.game_points,
        "reason": adjustment.reason,
        "created_at": _moment(adjustment.created_at),
        "cancelled_at": _moment(adjustment.cancelled_at),
        "cancel_reason": adjustment.cancel_reason,
    }
