"""Rebuilding an event from its log, and proving that it is the event.

Two looks: the rows that the log holds against those of the database, and the event document made
of nothing but the log against that of the event. Nothing is changed: the second look writes the
rebuilt event in the place of the event and takes all of it back.
"""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.models.facts import FACTS, untouched
from tournaments.services import fact_rows
from tournaments.services.event_document import document_of, dumps
from tournaments.services.fact_log import State, state_at, state_now

# Differences that are named; of more only the number is told.
NAMED = 20


@dataclass(frozen=True)
class Proof:
    """``rows``: how many rows the log rebuilds; ``differences``: what is not as the log says, in
    words, empty when log and event agree; ``document``: the rebuilt event's."""

    rows: int
    differences: tuple[str, ...]
    document: str


def prove(tournament: Tournament) -> Proof:
    """Rebuild an event from its log and compare."""
    with transaction.atomic():
        logged, rows = state_at(tournament.pk), state_now(tournament.pk)
        differences = _differences(logged, rows)
        # Read again: what the caller holds may be older than the rows.
        tournament = Tournament.objects.select_related("club").get(pk=tournament.pk)
        own = dumps(document_of(tournament))
        rebuilt = _document_from(tournament, logged, rows)
    if own != rebuilt:
        differences.append(_("The document made from the log is not the event's."))
    return Proof(
        rows=sum(len(part) for part in logged.values()),
        differences=tuple(differences),
        document=rebuilt,
    )


def _differences(logged: State, rows: State) -> list[str]:
    moves = fact_rows.moves_between(rows, logged)
    said = {
        _("only in the log"): moves.made,
        _("not in the log"): moves.gone,
        _("other than in the log"): moves.changed,
    }
    found = [
        f"{kind} {pk}: {words}"
        for words, part in said.items()
        for kind in FACTS
        for pk in part[kind]
    ]
    more = len(found) - NAMED
    return found[:NAMED] + ([_("and %(n)d more") % {"n": more}] if more > 0 else [])


def _document_from(tournament: Tournament, logged: State, rows: State) -> str:
    """Return the document of an event whose every row comes from the log."""
    nothing: State = {kind: {} for kind in FACTS}
    # The event's own row stays in its place: its revision is no fact, and the log hangs on it.
    nothing["tournament"] = rows["tournament"]
    with untouched(), transaction.atomic():
        fact_rows.put(rows, nothing)
        fact_rows.put(nothing, logged)
        rebuilt = Tournament.objects.select_related("club").get(pk=tournament.pk)
        document = dumps(document_of(rebuilt))
        transaction.set_rollback(True)
    return document
