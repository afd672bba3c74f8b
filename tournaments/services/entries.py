"""Registering players for an event."""

import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, TypedDict

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.models import Act, Club, Entry, Player, Team, Tournament
from tournaments.services.access import Actor, require_organiser
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Conflict, Invalid, NotThere, Problem
from tournaments.services.locks import locked, locked_tournament

CHANGEABLE = {"name", "club_name", "team_name", "number", "status", "status_from", "reserve"}
MAX_ROUND = 1000


class Row(TypedDict, total=False):
    name: str
    club_name: str
    member_number: str
    team_name: str
    number: int | None
    reserve: bool
    # Who is meant, where somebody has said so.
    player_id: int


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
def register_many(
    actor: Actor,
    tournament_id: int,
    rows: Sequence[Row],
    *,
    between: Callable[[], None] | None = None,
) -> list[Entry]:
    """Register players, all or none. A person of the same name and club (or member number) is
    the same person, unless ``player_id`` says who is meant; one who is entered already is a
    problem of the row. Problems carry the field ``row 3: name`` for the third row. Numbers follow
    on from the highest given. ``between`` is called between the parts of the work, and may raise.
    """
    tournament = locked_tournament(tournament_id)
    require_organiser(actor, tournament)
    desk = _Desk(tournament, rows)
    many = len(rows) > 1
    for i, row in enumerate(rows, 1):
        desk.add(row, f"row {i}: " if many else "")
    if not desk.problems:
        desk.hold()
    if desk.problems:
        raise Invalid(problems=desk.problems)
    made = desk.write(between or (lambda: None))
    finish_act(
        actor,
        tournament.pk,
        *(Change(Act.ENTRY_ADDED, f"entry {e.number}", after=facts(e)) for e in made),
    )
    return made


def problems_of(tournament: Tournament, rows: Sequence[Row]) -> list[Problem]:
    """Return what `register_many` would refuse of these rows now; nothing is written."""
    desk = _Desk(tournament, rows)
    for i, row in enumerate(rows, 1):
        desk.add(row, f"row {i}: ")
    return desk.problems


# How many rows are written at once.
CHUNK = 500
# Up to so many rows only the people with their names are read, then all of the house.
FEW = 300


class _Desk:
    """The state of one registration: numbers given, people met, problems found. People, clubs and
    teams are read once and written at the end."""

    def __init__(self, tournament: Tournament, rows: Sequence[Row] = ()) -> None:
        self.tournament = tournament
        self.problems: list[Problem] = []
        self.numbers = set(tournament.entries.values_list("number", flat=True))
        self.players = set(tournament.entries.values_list("player_id", flat=True))
        self.next = max(self.numbers, default=0) + 1
        self.entries: list[Entry] = []
        # What stands before the field in a problem of each entry.
        self.prefixes: list[str] = []
        # People who are new to the house and stand in a row already (by `id`).
        self.new: set[int] = set()
        if rows:
            self.read(rows)

    def read(self, rows: Sequence[Row]) -> None:
        """Read who and what the rows may mean."""
        names = {tidy(str(row.get("name") or "")) for row in rows}
        members = {tidy(str(row.get("member_number") or ""))[:32] for row in rows} - {""}
        people = Player.objects.select_related("club").order_by("pk")
        if len(rows) <= FEW:
            ids = {row["player_id"] for row in rows if row.get("player_id")}
            people = people.filter(Q(name__in=names) | Q(member_number__in=members) | Q(pk__in=ids))
        clubs = Club.objects.filter(name__in={tidy(str(r.get("club_name") or "")) for r in rows})
        self.clubs = {club.name: club for club in clubs}
        self.teams = {team.name: team for team in self.tournament.teams.all()}
        self.by_id: dict[int, Player] = {}
        self.by_name: dict[tuple[str, str], list[Player]] = {}
        self.by_member: dict[tuple[str, str], Player] = {}
        for player in people:
            self.know(player)

    def know(self, player: Player) -> None:
        club = player.club.name if player.club else ""
        if player.pk:
            self.by_id[player.pk] = player
        self.by_name.setdefault((player.name, club), []).append(player)
        if player.member_number:
            self.by_member.setdefault((club, player.member_number), player)

    def add(self, row: Row, prefix: str) -> None:
        known = len(self.problems)
        name = tidy(str(row.get("name") or ""))
        if not name:
            self.problem(prefix, "name", _("A name is missing."))
        elif len(name) > 80:
            self.problem(prefix, "name", _("The name is longer than 80 characters."))
        for field in ("club_name", "team_name"):
            limit = 120 if field == "club_name" else 80
            if len(tidy(str(row.get(field) or ""))) > limit:
                self.problem(prefix, field, _("This is too long."))
        number = self.number(row.get("number"), prefix)
        if len(self.problems) > known or number is None:
            return
        player = self.player(name, row)
        if player is None:
            self.gone(prefix)
            return
        if player.pk in self.players or (not player.pk and self.is_new(player)):
            self.problem(prefix, "name", _("%(name)s is registered already.") % {"name": name})
            return
        if player.pk:
            self.players.add(player.pk)
        self.numbers.add(number)
        self.next = max(self.next, number + 1)
        self.prefixes.append(prefix)
        self.entries.append(
            Entry(
                tournament=self.tournament,
                player=player,
                number=number,
                team=self.team(row),
                reserve=bool(row.get("reserve")),
            )
        )

    def is_new(self, player: Player) -> bool:
        """Whether a person who is new to the house stands in an earlier row."""
        if id(player) in self.new:
            return True
        self.new.add(id(player))
        return False

    def problem(self, prefix: str, field: str, message: str) -> None:
        self.problems.append(Problem(prefix + field, message))

    def gone(self, prefix: str) -> None:
        self.problem(prefix, "name", _("This person is not here any more; look again."))

    def hold(self) -> None:
        """Lock the people of the house who are meant: until all is written nobody of them is made
        one with another, or erased. Who was, while the lock was waited for, is a problem."""
        known = [(e.player, prefix) for e, prefix in zip(self.entries, self.prefixes, strict=True)]
        people = Player.objects.filter(pk__in=[player.pk for player, _prefix in known if player.pk])
        names = {player.pk: player.name for player in locked(people)}
        for player, prefix in known:
            if player.pk and names.get(player.pk) != player.name:
                self.gone(prefix)

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

    def player(self, name: str, row: Row) -> Player | None:
        """Return whom a row means, a new person not saved yet; None: the one named is gone."""
        if row.get("player_id"):
            return self.by_id.get(row["player_id"])
        club_name = tidy(str(row.get("club_name") or ""))
        member = tidy(str(row.get("member_number") or ""))[:32]
        found = self.by_member.get((club_name, member)) if member else None
        if found is None:
            alike = self.by_name.get((name, club_name), ())
            found = next((p for p in alike if p.member_number in ("", member)), None)
        if found is None:
            club = self.club(club_name)
            found = Player(name=name, club=club, member_number=member)
            self.know(found)
        return found

    def club(self, name: str) -> Club | None:
        if name and name not in self.clubs:
            self.clubs[name] = Club(name=name)
        return self.clubs.get(name)

    def team(self, row: Row) -> Team | None:
        name = tidy(str(row.get("team_name") or ""))
        if not name:
            return None
        if name not in self.teams:
            self.teams[name] = Team(tournament=self.tournament, name=name)
        return self.teams[name]

    def write(self, between: Callable[[], None]) -> list[Entry]:
        """Write clubs, teams, people and entries that are new."""
        self.write_clubs()
        Team.objects.bulk_create(team for team in self.teams.values() if not team.pk)
        people = [entry.player for entry in self.entries if not entry.player.pk]
        try:
            with transaction.atomic():
                for part in range(0, len(people), CHUNK):
                    between()
                    Player.objects.bulk_create(people[part : part + CHUNK])
        except IntegrityError as error:
            # A member number was given in another event at the same moment.
            raise Conflict(_("Somebody registered the same people just now; try again.")) from error
        for part in range(0, len(self.entries), CHUNK):
            between()
            Entry.objects.bulk_create(self.entries[part : part + CHUNK])
        return self.entries

    def write_clubs(self) -> None:
        """Write the new clubs; one that another event makes at the same moment is the same."""
        new = {name: club for name, club in self.clubs.items() if not club.pk}
        Club.objects.bulk_create(new.values(), ignore_conflicts=True)
        for club in Club.objects.filter(name__in=new):
            new[club.name].pk = club.pk


def _team(tournament: Tournament, name: str) -> Team | None:
    found = tidy(name)
    return Team.objects.get_or_create(tournament=tournament, name=found)[0] if found else None


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
        entry.team = _team(entry.tournament, changes["team_name"])
    if "name" in changes:
        entry.player.name = tidy(changes["name"])[:80]
    if "club_name" in changes:
        club_name = tidy(changes["club_name"])[:120]
        entry.player.club = Club.objects.get_or_create(name=club_name)[0] if club_name else None
    # Only what was asked for: the account and what is hidden are changed in acts of their own.
    entry.player.save(update_fields=["name", "club"])
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
    held = (
        entry.seats,
        entry.byes,
        entry.sitting_out,
        entry.penalties,
        entry.penalties_received,
        entry.adjustments,
        entry.forfeits,
        entry.stages,
    )
    if any(rows.exists() for rows in held):
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
