"""Registering players for an event."""

import unicodedata
from collections.abc import Sequence
from typing import Any, TypedDict

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.models import Act, Club, Entry, Player, Team, Tournament
from tournaments.services.access import Actor, require_organiser
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Invalid, NotThere, Problem
from tournaments.services.locks import locked_tournament

CHANGEABLE = {"name", "club_name", "team_name", "number", "status", "status_from", "reserve"}
MAX_ROUND = 1000


class Row(TypedDict, total=False):
    name: str
    club_name: str
    member_number: str
    team_name: str
    number: int | None


def tidy(text: str) -> str:
    """Return a name as it is stored: full-width forms and spaces made ordinary, ends trimmed."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def facts(entry: Entry) -> dict[str, Any]:
    return {
        "number": entry.number,
        "name": entry.player.name,
        "club": entry.player.club.name if entry.player.club else "",
        "team": entry.team.name if entry.team else "",
        "status": entry.status,
        "status_from": entry.status_from,
        "reserve": entry.reserve,
    }


def register(actor: Actor, tournament_id: int, **row: Any) -> Entry:
    """Register one player (keys of `Row`); see `register_many`."""
    return register_many(actor, tournament_id, [Row(**row)])[0]  # type: ignore[typeddict-item]  # checked by _check


@transaction.atomic
def register_many(actor: Actor, tournament_id: int, rows: Sequence[Row]) -> list[Entry]:
    """Register players, all or none. A person of the same name and club (or member number) is
    the same person; one who is entered already is a problem of the row. Problems carry the field
    ``row 3: name`` for the third row. Numbers follow on from the highest given.
    """
    tournament = locked_tournament(tournament_id)
    require_organiser(actor, tournament)
    desk = _Desk(tournament)
    many = len(rows) > 1
    entries = [desk.add(row, f"row {i}: " if many else "") for i, row in enumerate(rows, 1)]
    if desk.problems:
        raise Invalid(problems=desk.problems)
    made = [entry for entry in entries if entry is not None]
    finish_act(
        actor,
        tournament.pk,
        *(Change(Act.ENTRY_ADDED, f"entry {e.number}", after=facts(e)) for e in made),
    )
    return made


class _Desk:
    """The state of one registration: numbers given, people met, problems found."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.problems: list[Problem] = []
        self.numbers = set(tournament.entries.values_list("number", flat=True))
        self.players = set(tournament.entries.values_list("player_id", flat=True))
        self.next = (tournament.entries.aggregate(top=Max("number"))["top"] or 0) + 1

    def add(self, row: Row, prefix: str) -> Entry | None:
        known = len(self.problems)
        name = tidy(str(row.get("name") or ""))
        if not name:
            self.problem(prefix, "name", _("A name is missing."))
        elif len(name) > 80:
            self.problem(prefix, "name", _("The name is longer than 80 characters."))
        for field in ("club_name", "team_name"):
            limit = 120 if field == "club_name" else 80
            if len(str(row.get(field) or "")) > limit:
                self.problem(prefix, field, _("This is too long."))
        number = self.number(row.get("number"), prefix)
        if len(self.problems) > known or number is None:
            return None
        player = self.player(name, row)
        if player.pk in self.players:
            self.problem(prefix, "name", _("%(name)s is registered already.") % {"name": name})
            return None
        self.players.add(player.pk)
        self.numbers.add(number)
        self.next = max(self.next, number + 1)
        return Entry.objects.create(
            tournament=self.tournament, player=player, number=number, team=self.team(row)
        )

    def problem(self, prefix: str, field: str, message: str) -> None:
        self.problems.append(Problem(prefix + field, message))

    def number(self, wanted: object, prefix: str) -> int | None:
        if wanted is None or wanted == "":
            return self.next
        if not isinstance(wanted, int) or isinstance(wanted, bool) or not 1 <= wanted <= 99999:
            self.problem(prefix, "number", _("The number must be a whole number from 1."))
            return None
        if wanted in self.numbers:
            self.problem(prefix, "number", _("Number %(n)s is taken.") % {"n": wanted})
            return None
        return wanted

    def player(self, name: str, row: Row) -> Player:
        club_name = tidy(str(row.get("club_name") or ""))
        member = tidy(str(row.get("member_number") or ""))[:32]
        club = Club.objects.get_or_create(name=club_name)[0] if club_name else None
        people = Player.objects.filter(club=club)
        found = people.filter(member_number=member).first() if member else None
        found = found or people.filter(name=name, member_number__in=["", member]).first()
        return found or Player.objects.create(name=name, club=club, member_number=member)

    def team(self, row: Row) -> Team | None:
        name = tidy(str(row.get("team_name") or ""))
        if not name:
            return None
        return Team.objects.get_or_create(tournament=self.tournament, name=name)[0]


def _locked_entry(actor: Actor, entry_id: int) -> Entry:
    entry = Entry.objects.filter(pk=entry_id).first()
    if entry is None:
        raise NotThere
    require_organiser(actor, locked_tournament(entry.tournament_id))
    return Entry.objects.select_related("player__club", "team", "tournament").get(pk=entry_id)


@transaction.atomic
def change_entry(actor: Actor, entry_id: int, **changes: Any) -> Entry:
    """Change a registration: ``name``, ``club_name``, ``team_name``, ``number``, ``status``,
    ``status_from`` (the round from which the status holds), ``reserve``."""
    entry = _locked_entry(actor, entry_id)
    before = facts(entry)
    desk = _Desk(entry.tournament)
    desk.numbers.discard(entry.number)
    problems = [
        Problem(field, _("Unknown setting.")) for field in sorted(set(changes) - CHANGEABLE)
    ]
    first = changes.get("status_from", entry.status_from)
    if not isinstance(first, int) or isinstance(first, bool) or not 0 <= first <= MAX_ROUND:
        problems.append(Problem("status_from", _("Name a round, or 0 for the whole event.")))
    if "status" in changes and changes["status"] not in Entry.Status.values:
        problems.append(Problem("status", _("There is no such status.")))
    if "name" in changes and not tidy(changes["name"]):
        problems.append(Problem("name", _("A name is missing.")))
    number = desk.number(changes.get("number", entry.number), "")
    problems += desk.problems
    if problems or number is None:
        raise Invalid(problems=problems)
    entry.number = number
    entry.status = changes.get("status", entry.status)
    entry.status_from = first
    entry.reserve = bool(changes.get("reserve", entry.reserve))
    if "team_name" in changes:
        entry.team = desk.team(Row(team_name=changes["team_name"]))
    if "name" in changes:
        entry.player.name = tidy(changes["name"])[:80]
    if "club_name" in changes:
        club_name = tidy(changes["club_name"])[:120]
        entry.player.club = Club.objects.get_or_create(name=club_name)[0] if club_name else None
    entry.player.save()
    entry.save()
    after = facts(entry)
    if after != before:
        finish_act(
            actor,
            entry.tournament_id,
            Change(Act.ENTRY_CHANGED, f"entry {entry.number}", before=before, after=after),
        )
    return entry


@transaction.atomic
def remove_entry(actor: Actor, entry_id: int) -> None:
    """Take a registration back; one who has a seat is withdrawn instead."""
    entry = _locked_entry(actor, entry_id)
    if entry.seats.exists() or entry.penalties.exists() or entry.byes.exists():
        raise Invalid(
            problems=[
                Problem(
                    "entry",
                    _("%(name)s has a seat or a penalty; mark as withdrawn instead.")
                    % {"name": entry.player.name},
                )
            ]
        )
    before = facts(entry)
    entry.delete()
    finish_act(
        actor,
        entry.tournament_id,
        Change(Act.ENTRY_REMOVED, f"entry {before['number']}", before=before),
    )
