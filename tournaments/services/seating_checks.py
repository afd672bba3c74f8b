"""What is to be said of seats, drawn or laid out by hand: what they break, whom they bring together
again, and their figures over the whole event."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.text import Text
from tournaments.models import Bye, Entry, PlaceOfOwn, Round, Seat, Tournament
from tournaments.seating import quality
from tournaments.seating.known import compared
from tournaments.services.seating_facts import pairs_of, plays

# Entry ids of one round, table by table, East first.
Tables = Sequence[Sequence[int]]
WINDS = (
    gettext_lazy("East"),
    gettext_lazy("South"),
    gettext_lazy("West"),
    gettext_lazy("North"),
)


@dataclass(frozen=True)
class Rules:
    """What the seats of an event have to keep to, by entry id."""

    entries: Mapping[int, Entry]
    apart: frozenset[frozenset[int]] = frozenset()
    places: Mapping[int, PlaceOfOwn] = field(default_factory=dict)

    def name(self, entry_id: int) -> str:
        entry = self.entries[entry_id]
        return f"{entry.number} {entry.player.name}"

    def broken(self, number: int, tables: Tables, mates: bool | None = None) -> list[str]:
        """Name everything that the seats of a round break. ``mates``: whether team-mates must not
        meet; by default where no team has more people here than there are tables."""
        if mates is None:
            teams = Counter(self._team(e) for table in tables for e in table)
            mates = max((n for team, n in teams.items() if team), default=0) <= len(tables)
        found = list(self._pairs(tables, mates))
        for at, table in enumerate(tables, 1):
            for wind, entry_id in enumerate(table):
                found += self._place(number, at, wind, entry_id)
        return found

    def _team(self, entry_id: int) -> int:
        return self.entries[entry_id].team_id or 0

    def _pairs(self, tables: Tables, mates: bool) -> Iterator[str]:
        for at, table in enumerate(tables, 1):
            for p, q in combinations(table, 2):
                words = {"one": self.name(p), "other": self.name(q), "table": at}
                if frozenset((p, q)) in self.apart:
                    yield _("Table %(table)d: %(one)s and %(other)s must not meet.") % words
                elif mates and self._team(p) and self._team(p) == self._team(q):
                    yield _("Table %(table)d: %(one)s and %(other)s are of one team.") % words

    def _place(self, number: int, table: int, wind: int, entry_id: int) -> Iterator[str]:
        place = self.places.get(entry_id)
        words = {"name": self.name(entry_id), "table": table}
        if plays(self.entries[entry_id], number) in (
            Entry.Status.WITHDRAWN,
            Entry.Status.DISQUALIFIED,
        ):
            yield _("Table %(table)d: %(name)s no longer plays.") % words
        if place is None:
            return
        if place.table is not None and place.table != table:
            yield _("Table %(table)d: %(name)s always sits at table %(own)d.") % {
                **words,
                "own": place.table,
            }
        if place.wind is not None and place.wind != wind:
            yield _("Table %(table)d: %(name)s always sits %(own)s.") % {
                **words,
                "own": WINDS[place.wind],
            }
        if (place.from_round or 0) > number:
            yield _("Table %(table)d: %(name)s plays from round %(round)d on.") % {
                **words,
                "round": place.from_round,
            }


def rules_of(tournament: Tournament) -> Rules:
    entries = {e.pk: e for e in tournament.entries.select_related("player__club", "team")}
    of_player = {e.player_id: pk for pk, e in entries.items()}
    pairs = pairs_of(tournament).values_list("one_id", "other_id")
    places = PlaceOfOwn.objects.filter(entry__tournament=tournament)
    return Rules(
        entries=entries,
        apart=frozenset(
            frozenset((of_player[p], of_player[q]))
            for p, q in pairs
            if p in of_player and q in of_player
        ),
        places={place.entry_id: place for place in places},
    )


@dataclass(frozen=True)
class Sheet:
    """All seats of an event: ``rounds`` by round id, in order; figures are of the whole event."""

    rules: Rules
    rounds: Mapping[int, list[list[int]]]
    numbers: Mapping[int, int]
    byes: Mapping[int, int] = field(default_factory=dict)

    def with_round(self, round_id: int, tables: Tables) -> "Sheet":
        """Return the sheet with other seats in one round (0: one that is not drawn yet)."""
        changed = {**self.rounds, round_id: [list(table) for table in tables]}
        return Sheet(self.rules, changed, self.numbers, self.byes)

    def swapped(self, round_id: int, one: int, other: int) -> "Sheet":
        """Return the sheet with two people of a round in each other's places."""
        turn = {one: other, other: one}
        tables = [[turn.get(e, e) for e in table] for table in self.rounds[round_id]]
        return self.with_round(round_id, tables)

    def figures(self) -> dict[str, int]:
        teams, clubs = self.groups()
        return quality(list(self.rounds.values()), teams, clubs)

    def groups(self) -> tuple[list[list[int]], list[list[int]]]:
        teams: dict[int, list[int]] = {}
        clubs: dict[int, list[int]] = {}
        for entry in self.rules.entries.values():
            if entry.team_id is not None:
                teams.setdefault(entry.team_id, []).append(entry.pk)
            if entry.player.club_id is not None:
                clubs.setdefault(entry.player.club_id, []).append(entry.pk)
        several = [
            [group for group in groups.values() if len(group) > 1] for groups in (teams, clubs)
        ]
        return several[0], several[1]

    def meetings(self) -> Counter[tuple[int, int]]:
        met: Counter[tuple[int, int]] = Counter()
        for tables in self.rounds.values():
            for table in tables:
                met.update(combinations(sorted(table), 2))
        return met

    def again(self, round_id: int) -> list[tuple[int, int, int]]:
        """Return the pairs of a round that meet more than once in the event, and how often."""
        met = self.meetings()
        pairs = [
            pair
            for table in self.rounds.get(round_id, ())
            for pair in combinations(sorted(table), 2)
        ]
        return [(p, q, met[p, q]) for p, q in pairs if met[p, q] > 1]

    def winds(self) -> dict[int, list[int]]:
        """Return how often each entry holds each wind."""
        held: dict[int, list[int]] = {}
        for tables in self.rounds.values():
            for table in tables:
                for wind, entry_id in enumerate(table):
                    held.setdefault(entry_id, [0, 0, 0, 0])[wind] += 1
        return held

    def remarks(self) -> list[Text]:
        """Say by how much the plan is worse than the best one known for its size, where everybody
        plays every round."""
        people = {e for tables in self.rounds.values() for table in tables for e in table}
        full = all(len(table) == 4 for tables in self.rounds.values() for table in tables) and all(
            4 * len(tables) == len(people) for tables in self.rounds.values()
        )
        if not self.rounds or not full:
            return []
        teams = [team for team in self.groups()[0] if len(team) == 4]
        figures = self.figures()
        # Held against plans that keep team-mates apart only where this one does too.
        apart = 4 * len(teams) == len(people) and not figures["teammate_meetings"]
        return compared(figures["meeting_cost"], len(people), len(self.rounds), teams=apart)


def sheet_of(tournament: Tournament) -> Sheet:
    """Read all seats of an event, in a fixed number of queries."""
    rounds: dict[int, list[list[int]]] = {}
    numbers: dict[int, int] = {}
    for round_id, number in (
        Round.objects.filter(tournament=tournament).order_by("number").values_list("pk", "number")
    ):
        rounds[round_id] = []
        numbers[round_id] = number
    tables: dict[int, list[int]] = {}
    seats = Seat.objects.filter(round__tournament=tournament).order_by("table__number", "wind")
    for round_id, table_id, entry_id in seats.values_list("round_id", "table_id", "entry_id"):
        if table_id not in tables:
            tables[table_id] = []
            rounds[round_id].append(tables[table_id])
        tables[table_id].append(entry_id)
    byes = Counter(Bye.objects.filter(round__tournament=tournament).values_list("entry", flat=True))
    return Sheet(rules_of(tournament), rounds, numbers, byes)
