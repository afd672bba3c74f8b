"""Registering a list that was read from a file: who is here already, who looks like somebody who
is, and then all or nobody."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.text import simplified
from tournaments.models import Entry, Player, Tournament
from tournaments.services import entries
from tournaments.services.access import Actor
from tournaments.services.entries import Row, tidy


@dataclass(frozen=True)
class Alike:
    """A name of the list beside one that the house knows, or that stands in the list as well,
    written in another way."""

    row: int
    name: str
    club: str
    other: str
    other_club: str
    registered: bool


@dataclass(frozen=True)
class SortedRows:
    """``new`` are the places (from 0) of rows to be registered; ``known`` those whose people are
    registered in this event already; ``alike`` what somebody should look at first."""

    new: tuple[int, ...]
    known: tuple[int, ...]
    alike: tuple[Alike, ...]


def key_of(name: str) -> str:
    """Return a name without what people write differently: width, case, blanks, dots, and
    traditional characters."""
    plain = unicodedata.normalize("NFKC", simplified(name)).casefold()
    return "".join(c for c in plain if c.isalnum())


def sort_rows(tournament: Tournament, rows: Sequence[Row]) -> SortedRows:
    """Tell new people from those who are registered, and find names that look alike."""
    registered = list(tournament.entries.select_related("player__club"))
    here = {_exact(e.player) for e in registered}
    numbers = {
        (e.player.club.name if e.player.club else "", e.player.member_number)
        for e in registered
        if e.player.member_number
    }
    new, known = [], []
    seen: set[tuple[str, str, str]] = set()
    for place, row in enumerate(rows):
        exact = (row["name"], row.get("club_name", ""), row.get("member_number", ""))
        member = (row.get("club_name", ""), row.get("member_number", ""))
        if exact[:2] in {e[:2] for e in here} or member in numbers or exact in seen:
            known.append(place)
        else:
            new.append(place)
            seen.add(exact)
    return SortedRows(tuple(new), tuple(known), tuple(_alike(rows, new, registered)))


def _exact(player: Player) -> tuple[str, str]:
    return player.name, player.club.name if player.club else ""


def _alike(rows: Sequence[Row], new: Sequence[int], registered: Sequence[Entry]) -> Iterable[Alike]:
    """Yield what looks alike: with people of this event, of the house, and within the list."""
    people = {e.player_id: (e.player, True) for e in registered}
    for player in Player.objects.select_related("club"):
        people.setdefault(player.pk, (player, False))
    by_key: dict[str, list[tuple[Player, bool]]] = defaultdict(list)
    for player, is_here in people.values():
        by_key[key_of(player.name)].append((player, is_here))
    first: dict[str, int] = {}
    for place in new:
        row = rows[place]
        name, club = row["name"], row.get("club_name", "")
        key = key_of(name)
        for player, is_here in by_key.get(key, ()):
            other, other_club = _exact(player)
            if (other, other_club) != (name, club):
                yield Alike(place, name, club, other, other_club, is_here)
        if key in first:
            twin = rows[first[key]]
            yield Alike(place, name, club, twin["name"], twin.get("club_name", ""), False)
        first.setdefault(key, place)


def register_new(actor: Actor, tournament: Tournament, rows: Sequence[Row]) -> list[Entry]:
    """Register those of a list who are not registered yet; the same list again adds nobody."""
    tidied = [
        Row(**{**row, "name": tidy(row["name"]), "club_name": tidy(row.get("club_name", ""))})
        for row in rows
    ]
    wanted = [tidied[place] for place in sort_rows(tournament, tidied).new]
    return entries.register_many(actor, tournament.pk, wanted) if wanted else []
