"""Reading the log of an event: acts, newest first, narrowed by person, table and kind."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from uuid import UUID

from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from tournaments.models import AuditEntry, Hand, Seat, Tournament


@dataclass(frozen=True)
class LoggedAct:
    """One act of a person: its entries share a group, a moment and an actor."""

    entries: tuple[AuditEntry, ...]

    @property
    def first(self) -> AuditEntry:
        return self.entries[0]


def groups(
    tournament: Tournament,
    *,
    person: str = "",
    round_number: int | None = None,
    table_number: int | None = None,
    act: str = "",
    since: dt.datetime | None = None,
    until: dt.datetime | None = None,
) -> QuerySet[AuditEntry, UUID]:
    """Return the groups of entries that match, newest first.

    ``until`` takes in the whole minute that it names.
    ``person`` finds who did something, and the players of that name: what was done to their
    registration and at the tables where they sat.
    """
    entries = AuditEntry.objects.filter(tournament=tournament)
    if person.strip():
        entries = entries.filter(_about(tournament, person.strip()))
    if round_number is not None:
        entries = entries.filter(round_number=round_number)
    if table_number is not None:
        entries = entries.filter(table_number=table_number)
    if act:
        entries = entries.filter(act=act)
    if since is not None:
        entries = entries.filter(at__gte=since)
    if until is not None:
        entries = entries.filter(at__lt=until + dt.timedelta(minutes=1))
    newest_first = entries.order_by().values("group").annotate(last=Max("id")).order_by("-last")
    return newest_first.values_list("group", flat=True)


def _about(tournament: Tournament, person: str) -> Q:
    found = tournament.entries.filter(player__name__icontains=person)
    registrations = [f"entry {number}" for number in found.values_list("number", flat=True)]
    about = (
        Q(actor__icontains=person)
        | Q(target__in=registrations)
        | Q(target__startswith="user ", target__icontains=person)
    )
    tables: dict[int, list[int]] = {}
    seats = Seat.objects.filter(entry__in=found).values_list("round__number", "table__number")
    for round_number, table_number in seats:
        tables.setdefault(round_number, []).append(table_number)
    for round_number, numbers in tables.items():
        about |= Q(round_number=round_number, table_number__in=numbers)
    return about


def acts_of(tournament: Tournament, group_ids: Sequence[UUID]) -> list[LoggedAct]:
    """Return the acts of some groups, newest first, each with all its entries."""
    entries = list(
        AuditEntry.objects.filter(tournament=tournament, group__in=group_ids).order_by("id")
    )
    entries.sort(key=lambda entry: str(entry.group))
    acts = [LoggedAct(tuple(es)) for _group, es in groupby(entries, key=lambda e: e.group)]
    return sorted(acts, key=lambda act: act.entries[-1].pk, reverse=True)


def entries_of(groups: QuerySet[AuditEntry, UUID]) -> Iterator[AuditEntry]:
    """Yield every entry of the groups, in the order in which they were written."""
    return AuditEntry.objects.filter(group__in=groups).order_by("id").iterator(500)


def last_change(hand: Hand) -> AuditEntry | None:
    """Return the entry of the last act on a hand of this number at its table."""
    table = hand.table
    return AuditEntry.objects.filter(
        tournament_id=table.round.tournament_id,
        round_number=table.round.number,
        table_number=table.number,
        target=f"hand {hand.number}",
    ).first()


def actor_name(entry: AuditEntry) -> str:
    """Return who did it, as people are told: a link is named by its table."""
    if entry.user_id is None and entry.actor.startswith("link "):
        return _("the link of table %(table)s") % {"table": entry.actor.removeprefix("link ")}
    return entry.actor
