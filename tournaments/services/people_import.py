"""A list that was read from a file beside the people of the house: who is here already, who looks
like somebody who is."""

import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from scoring.text import simplified
from tournaments.models import Entry, Player, Tournament
from tournaments.services.entries import Row, tidy

# The answer that says that somebody is nobody who is known.
NEW = "new"


@dataclass(frozen=True)
class Person:
    """Somebody a row may mean: a person of the house (``p`` and the id) or of an earlier row of
    the list (``r`` and its place, from 0)."""

    key: str
    name: str
    club: str
    team: str = ""
    member: str = ""
    registered: bool = False


@dataclass(frozen=True)
class Alike:
    """A row beside those whose names are written in another way; ``chosen`` is the key of one of
    them, or `NEW`: the answer that was given, else the likely one."""

    row: int
    name: str
    club: str
    team: str
    people: tuple[Person, ...]
    chosen: str


@dataclass(frozen=True)
class SortedRows:
    """``new`` are the places (from 0) of rows to be registered and ``wanted`` what to register;
    ``known`` those whose people are registered in this event already, or stand in the list twice;
    ``alike`` what somebody should look at first."""

    new: tuple[int, ...]
    wanted: tuple[Row, ...]
    known: tuple[int, ...]
    alike: tuple[Alike, ...]


def key_of(name: str) -> str:
    """Return a name without what people write differently: width, case, blanks, dots, and
    traditional characters."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    if not plain.isascii():
        plain = simplified(plain)
    return "".join(c for c in plain if c.isalnum())


def sort_rows(
    tournament: Tournament, rows: Sequence[Row], answers: Mapping[str, str] | None = None
) -> SortedRows:
    """Tell new people from those who are registered, and find names that look alike. ``answers``
    say for a row (its place as text) which `Person` it means, or `NEW`."""
    house = _House(tournament)
    return _Sorting(house, [_tidied(row) for row in rows], answers or {}).sort()


def _tidied(row: Row) -> Row:
    texts = ("name", "club_name", "team_name", "member_number")
    return Row(**{**row, **{t: tidy(str(row.get(t) or "")) for t in texts}})  # type: ignore[typeddict-item]  # the same keys


class _House:
    """Everybody the house knows, and who of them is in the event (two queries)."""

    def __init__(self, tournament: Tournament) -> None:
        here = dict(tournament.entries.values_list("player_id", "team__name"))
        self.by_key: dict[str, list[Person]] = defaultdict(list)
        self.exact: dict[tuple[str, str], Person] = {}
        self.by_member: dict[tuple[str, str], Person] = {}
        people = Player.objects.order_by("pk")
        if not tournament.practice:
            # Who is known from practice events alone is nobody.
            entered = Entry.objects.filter(player=OuterRef("pk"))
            real = Exists(entered.filter(tournament__practice=False))
            people = people.filter(real | ~Exists(entered))
        for pk, name, club, member in people.values_list(
            "pk", "name", "club__name", "member_number"
        ):
            found = Person(f"p{pk}", name, club or "", here.get(pk) or "", member, pk in here)
            self.by_key[key_of(name)].append(found)
            # Of two who are written alike the one who is in the event is meant.
            if (name, found.club) not in self.exact or found.registered:
                self.exact[name, found.club] = found
            if member:
                self.by_member[found.club, member] = found


class _Sorting:
    def __init__(self, house: _House, rows: Sequence[Row], answers: Mapping[str, str]) -> None:
        self.house = house
        self.rows = rows
        self.answers = answers
        self.new: list[int] = []
        self.wanted: list[Row] = []
        self.known: list[int] = []
        self.alike: list[Alike] = []
        self.seen: set[tuple[str, str, str]] = set()
        self.taken: set[str] = set()
        self.earlier: dict[str, list[Person]] = defaultdict(list)

    def sort(self) -> SortedRows:
        for place, row in enumerate(self.rows):
            person = self.meant(place, row)
            if person is None:
                self.known.append(place)
                continue
            self.new.append(place)
            self.wanted.append(person)
        return SortedRows(tuple(self.new), tuple(self.wanted), tuple(self.known), tuple(self.alike))

    def meant(self, place: int, row: Row) -> Row | None:
        """Return the row as it is to be registered; None: the person is registered already."""
        name, club, member = row["name"], row["club_name"], row["member_number"]
        if (name, club, member) in self.seen:
            return None
        self.seen.add((name, club, member))
        exact = self.house.by_member.get((club, member)) if member else None
        if exact is None:
            written = self.house.exact.get((name, club))
            exact = written if written and _one_number(written, member) else None
        if exact is not None:
            return self.same(row, exact)
        key = key_of(name)
        alike = [*self.house.by_key.get(key, ()), *self.earlier[key]]
        self.earlier[key].append(Person(f"r{place}", name, club, row["team_name"], member))
        if not alike:
            return row
        chosen = self.chosen(place, row, alike)
        self.alike.append(Alike(place, name, club, row["team_name"], tuple(alike), chosen))
        found = next((p for p in alike if p.key == chosen), None)
        return row if found is None else self.same(row, found)

    def same(self, row: Row, person: Person) -> Row | None:
        """Return a row for a person who is known; None when that person is registered, now or by
        an earlier row."""
        if person.registered or person.key in self.taken or person.key.startswith("r"):
            return None
        self.taken.add(person.key)
        return Row(**{**row, "player_id": int(person.key[1:])})

    def chosen(self, place: int, row: Row, alike: Sequence[Person]) -> str:
        """Return the answer, or the likely one: the same person, unless the clubs differ."""
        answer = self.answers.get(str(place), "")
        if answer == NEW or any(p.key == answer for p in alike):
            return answer
        club = key_of(row["club_name"])
        for person in alike:
            near = not club or not person.club or key_of(person.club) == club
            if near and _one_number(person, row["member_number"]):
                return person.key
        return NEW


def _one_number(person: Person, member: str) -> bool:
    """Say whether two member numbers may be those of one person."""
    return not member or person.member in ("", member)
