"""Bringing an event back to an earlier revision: one new act, from which the log goes forward.

Nothing is lost. Hands, penalties and adjustments made since stay, marked as undone or cancelled,
while the table or person they belong to is there; all other rows stay in the log, and restoring the
revision before the act brings them back under their own ids. Roles, table links, releases and the
names of people are no part of it.
"""

import datetime as dt
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Act, AuditEntry, Table, Tournament
from tournaments.models.facts import untouched
from tournaments.services import fact_log, fact_rows, standings
from tournaments.services.access import Actor, require_organiser
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Conflict, NotThere
from tournaments.services.fact_log import State, Values
from tournaments.services.fact_rows import Moves
from tournaments.services.locks import locked_wholly
from tournaments.standings.difference import Difference, difference

# What is marked rather than removed, and the row without which it cannot stay.
MARKED = {
    "hand": ("undone_at", "table", "table_id"),
    "penalty": ("cancelled_at", "entry", "entry_id"),
    "adjustment": ("cancelled_at", "entry", "entry_id"),
}
# Signatures and calls tell of moments: those made since stay while their table does.
STANDING = {"signature": ("table", "table_id"), "refereecall": ("table", "table_id")}
# An act names so many hands one by one; of more it names the tables.
NAMED = 60


@dataclass(frozen=True)
class HandMove:
    """One hand that becomes another: its totals per chair (None: not there, or undone)."""

    round_number: int
    table_number: int
    number: int
    before: list[int] | None
    after: list[int] | None


@dataclass(frozen=True)
class Preview:
    """What restoring would do. ``counts``: model → (back, other, gone); ``standings`` moved."""

    revision: int
    now: int
    counts: dict[str, tuple[int, int, int]]
    hands: tuple[HandMove, ...]
    settings: tuple[tuple[str, object, object], ...]
    standings: Difference

    def __bool__(self) -> bool:
        return bool(self.counts)


def preview(actor: Actor, tournament: Tournament, revision: int) -> Preview:
    """Say what `restore` would change: it is done, looked at and taken back."""
    require_organiser(actor, tournament)
    before = standings.compute_now(tournament)
    with untouched(), transaction.atomic():
        locked_wholly(tournament.pk)
        now, then = _states(tournament.pk, revision)
        moves = fact_rows.put(now, then)
        restored = Tournament.objects.get(pk=tournament.pk)
        after = standings.compute_now(restored)
        transaction.set_rollback(True)
    return Preview(
        revision=revision,
        now=tournament.revision,
        counts=_counts(moves),
        hands=tuple(_hands(now, then, moves)),
        settings=tuple(_settings(now, then)),
        standings=difference(before, after),
    )


@transaction.atomic
def restore(
    actor: Actor, tournament_id: int, revision: int, *, seen: int, reason: str = ""
) -> Tournament:
    """Bring the event back to what it was after the act of ``revision``. ``seen`` is the revision
    that the organiser looked at; raises `Conflict` when something happened since."""
    tournament = locked_wholly(tournament_id)
    require_organiser(actor, tournament)
    if tournament.revision != seen:
        raise Conflict(_("Something happened since you looked; look again."))
    now, then = _states(tournament_id, revision)
    moves = fact_rows.put(now, then)
    if not moves:
        raise Conflict(_("The event is as it was then; there is nothing to restore."))
    own = Change(
        Act.REVISION_RESTORED,
        f"revision {revision}",
        before={"revision": seen},
        after={"revision": revision, **_told(_counts(moves))},
        reason=reason.strip(),
    )
    finish_act(actor, tournament_id, own, *_changes(tournament_id, _hands(now, then, moves)))
    return Tournament.objects.select_related("club").get(pk=tournament_id)


def _states(tournament_id: int, revision: int) -> tuple[State, State]:
    """Return the event as it is, and as it is to be."""
    first = fact_log.first_revision(tournament_id)
    current = Tournament.objects.values_list("revision", flat=True).get(pk=tournament_id)
    if first is None or not first <= revision <= current:
        raise NotThere(_("There is no revision %(n)d of this event.") % {"n": revision})
    now = fact_log.state_now(tournament_id)
    then = fact_log.state_at(tournament_id, revision)
    _keep_marked(now, then, timezone.now(), _("not there at revision %(n)d") % {"n": revision})
    return now, then


def _keep_marked(now: State, then: State, moment: dt.datetime, why: str) -> None:
    """Add to the state that is to be what has been made since and stays, marked."""
    for kind, (mark, parent, column) in MARKED.items():
        for pk, row in now[kind].items():
            if pk in then[kind] or not _parents_there(then, row, kind, parent, column):
                continue
            kept = dict(row)
            if kept[mark] is None:
                kept[mark] = fact_log.plain(moment)
                if "cancel_reason" in kept:
                    kept["cancel_reason"] = why
            then[kind][pk] = kept
    for kind, (parent, column) in STANDING.items():
        for pk, row in now[kind].items():
            if pk not in then[kind] and row[column] in then[parent]:
                then[kind][pk] = row


def _parents_there(then: State, row: Values, kind: str, parent: str, column: str) -> bool:
    if kind == "hand":
        return row[column] in then[parent]
    people = [row.get("entry_id"), row.get("beneficiary_id")]
    return all(pk is None or pk in then["entry"] for pk in people) and (
        row.get("team_id") is None or row["team_id"] in then["team"]
    )


def _counts(moves: Moves) -> dict[str, tuple[int, int, int]]:
    found = {
        kind: (len(moves.made[kind]), len(moves.changed[kind]), len(moves.gone[kind]))
        for kind in moves.made
    }
    return {kind: counts for kind, counts in found.items() if any(counts)}


def _told(counts: dict[str, tuple[int, int, int]]) -> dict[str, list[int]]:
    return {kind: list(three) for kind, three in counts.items()}


def _hands(now: State, then: State, moves: Moves) -> list[HandMove]:
    """Return the hands whose totals or standing change, in the order of rounds and tables."""
    found = []
    for pk in {*moves.made["hand"], *moves.changed["hand"], *moves.gone["hand"]}:
        old, new = now["hand"].get(pk), then["hand"].get(pk)
        row, state = (new, then) if new else (old, now)
        if row is None:
            continue
        before, after = _totals(old), _totals(new)
        if before == after:
            continue
        table = state["table"][row["table_id"]]
        number = state["round"][table["round_id"]]["number"]
        found.append(HandMove(number, table["number"], row["number"], before, after))
    return sorted(found, key=lambda m: (m.round_number, m.table_number, m.number))


def _totals(row: Values | None) -> list[int] | None:
    return row["chair_deltas"] if row and row["undone_at"] is None else None


def _settings(now: State, then: State) -> Iterable[tuple[str, object, object]]:
    for pk, new in then["tournament"].items():
        old = now["tournament"].get(pk, {})
        for name, value in sorted(new.items()):
            if name in old and old[name] != value:
                yield name, old[name], value


def _changes(tournament_id: int, moved: list[HandMove]) -> list[Change]:
    """Return what the log says per hand, or of very many per table; all in the act's group."""
    tables = {
        (table.round.number, table.number): table
        for table in Table.objects.filter(round__tournament=tournament_id).select_related("round")
    }

    def change(move: HandMove, target: str, before: object, after: object) -> Change:
        table = tables.get((move.round_number, move.table_number))
        number = None if table else move.round_number
        return Change(
            Act.REVISION_RESTORED, target, before, after, table=table, round_number=number
        )

    if len(moved) <= NAMED:
        return [change(m, f"hand {m.number}", _deltas(m.before), _deltas(m.after)) for m in moved]
    per_table = Counter((m.round_number, m.table_number) for m in moved)
    first = {(m.round_number, m.table_number): m for m in reversed(moved)}
    return [
        change(first[at], f"table {at[0]}/{at[1]}", None, {"hands": number})
        for at, number in sorted(per_table.items())
    ]


def _deltas(totals: list[int] | None) -> dict[str, list[int]] | None:
    return None if totals is None else {"chair_deltas": totals}


def is_restorable(tournament: Tournament, entry: AuditEntry) -> bool:
    """Whether the state after an act is another than the present one and can be read back."""
    first = fact_log.first_revision(tournament.pk)
    if entry.revision is None or first is None:
        return False
    return first <= entry.revision < tournament.revision
