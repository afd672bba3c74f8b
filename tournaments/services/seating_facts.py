"""What a draw is made from: who plays, what has been played, what it has to keep to. People get the
numbers of a plan, from 1 in the order of their entry numbers."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.models import (
    Bye,
    Entry,
    KeepApart,
    PlaceOfOwn,
    Round,
    Seat,
    Stage,
    Table,
    Tournament,
)
from tournaments.services.errors import Problem

NEVER, SELDOM, MAY = "never", "seldom", "may"
TEAM_RULES = (NEVER, SELDOM, MAY)


@dataclass(frozen=True)
class Field:
    """The people of the next rounds, ``players`` in the order of their plan numbers; all else in
    these numbers. ``late`` is counted from the first round drawn (1); ``spare`` are substitutes
    who stand in for people who are late."""

    players: tuple[Entry, ...]
    first: int
    problems: tuple[Problem, ...] = ()
    spare: tuple[Entry, ...] = ()
    absent: tuple[Entry, ...] = ()
    teams: tuple[tuple[int, ...], ...] = ()
    clubs: tuple[tuple[int, ...], ...] = ()
    apart: tuple[tuple[int, int], ...] = ()
    fixed_tables: Mapping[int, int] = field(default_factory=dict)
    fixed_winds: Mapping[int, int] = field(default_factory=dict)
    late: Mapping[int, int] = field(default_factory=dict)
    played: tuple[tuple[tuple[int, ...], ...], ...] = ()
    byes_had: Mapping[int, int] = field(default_factory=dict)

    @property
    def number(self) -> dict[int, int]:
        """Return the plan's number of each entry id."""
        return {entry.pk: i for i, entry in enumerate(self.players, 1)}

    def entry(self, number: int) -> Entry:
        """Return the entry of a number of the plan; those after the last are the spare ones."""
        count = len(self.players)
        return self.players[number - 1] if number <= count else self.spare[number - count - 1]


def next_number(tournament: Tournament) -> int:
    last = tournament.rounds.order_by("-number").first()
    return last.number + 1 if last else 1


def plays(entry: Entry, round_number: int) -> str:
    """Return the status of an entry in a round: before its status holds everybody was active."""
    return entry.status if round_number >= entry.status_from else Entry.Status.ACTIVE


def stage_of(tournament: Tournament, stage_id: int | None = None) -> Stage | None:
    """Return the stage that the next rounds belong to: the one named, or the last."""
    stages = tournament.stages.order_by("-number")
    return stages.filter(pk=stage_id).first() if stage_id else stages.first()


def field_of(
    tournament: Tournament,
    *,
    rounds: int = 1,
    byes: bool = False,
    stage: Stage | None = None,
    together: bool = True,
) -> Field:
    """Return who plays the next ``rounds`` rounds, and what the draw has to look at.

    ``together``: the rounds are one plan, in which people who are late have their numbers already;
    otherwise they are ``absent`` from this round.
    """
    first = next_number(tournament)
    last = first + rounds - 1
    places = {p.entry_id: p for p in PlaceOfOwn.objects.filter(entry__tournament=tournament)}
    active, house, problems = _people(tournament, first, last, stage)
    absent = [e for e in active if e.pk in places and (places[e.pk].from_round or 0) > first]
    if not together:
        active = [entry for entry in active if entry not in absent]
    needed = 0 if byes else -len(active) % 4
    spare_needed = len(absent) if together and not byes else 0
    games = Counter(Seat.objects.filter(entry__in=house).values_list("entry", flat=True))
    # The same people all day: who has played most comes first.
    house.sort(key=lambda e: (-games[e.pk], e.number))
    problems += _missing(len(active), needed, spare_needed, len(house), byes)
    chosen = house[:needed]
    players = tuple(sorted([*active, *chosen], key=lambda e: e.number))
    number = {entry.pk: i for i, entry in enumerate(players, 1)}
    own = {number[pk]: place for pk, place in places.items() if pk in number}
    return Field(
        players=players,
        first=first,
        problems=tuple(problems),
        spare=tuple(house[needed : needed + spare_needed]),
        absent=() if together else tuple(absent),
        teams=_groups(players, "team"),
        clubs=_groups(players, "club"),
        apart=_apart(tournament, players),
        fixed_tables={n: p.table for n, p in own.items() if p.table is not None},
        fixed_winds={n: p.wind for n, p in own.items() if p.wind is not None},
        late={
            n: p.from_round - first + 1
            for n, p in own.items()
            if together and p.from_round is not None and p.from_round > first
        },
        played=_played(tournament, number),
        byes_had=_byes_had(tournament, number),
    )


def _people(
    tournament: Tournament, first: int, last: int, stage: Stage | None
) -> tuple[list[Entry], list[Entry], list[Problem]]:
    """Return who plays by right, the substitutes there are, and what is in the way."""
    entries = list(
        tournament.entries.filter(reserve=False)
        .select_related("player__club", "team")
        .order_by("number")
    )
    through = None
    if stage is not None and stage.cut_size is not None:
        through = set(stage.members.values_list("entry_id", flat=True))
    active = [
        e
        for e in entries
        if plays(e, first) == Entry.Status.ACTIVE and (through is None or e.pk in through)
    ]
    house = [e for e in entries if plays(e, first) == Entry.Status.SUBSTITUTE]
    problems = [
        Problem(
            "rounds",
            _("%(name)s plays until round %(n)d: draw no further than that.")
            % {"name": e.player.name, "n": e.status_from - 1},
        )
        for e in active
        if plays(e, last) != Entry.Status.ACTIVE
    ]
    return active, house, problems


def _missing(active: int, needed: int, spare: int, house: int, byes: bool) -> list[Problem]:
    if active < 4:
        return [Problem("players", _("A table needs four players."))]
    if needed + spare > house and not byes:
        return [
            Problem(
                "players",
                _(
                    "%(n)d players do not fill whole tables: register %(k)d substitutes, or let "
                    "%(s)d sit out each round."
                )
                % {"n": active, "k": needed + spare - house, "s": active % 4 or spare},
            )
        ]
    return []


def _groups(players: Sequence[Entry], what: str) -> tuple[tuple[int, ...], ...]:
    """Return the plan's numbers of everybody's team or club, where it has two people at least."""
    found: dict[int, list[int]] = {}
    for number, entry in enumerate(players, 1):
        key = entry.team_id if what == "team" else entry.player.club_id
        if key is not None:
            found.setdefault(key, []).append(number)
    return tuple(tuple(numbers) for numbers in found.values() if len(numbers) > 1)


def pairs_of(tournament: Tournament) -> Any:
    """Return the pairs kept apart in an event: its own, and those of its club."""
    return (
        KeepApart.objects.filter(Q(tournament=tournament) | Q(club_id=tournament.club_id))
        .select_related("one", "other", "club")
        .order_by("one__name", "other__name")
    )


def _apart(tournament: Tournament, players: Sequence[Entry]) -> tuple[tuple[int, int], ...]:
    number = {entry.player_id: i for i, entry in enumerate(players, 1)}
    pairs = pairs_of(tournament).values_list("one_id", "other_id")
    return tuple((number[p], number[q]) for p, q in pairs if p in number and q in number)


def _played(
    tournament: Tournament, number: Mapping[int, int]
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the rounds drawn before, in the numbers of the plan; who is not in it is 0."""
    rounds: dict[int, dict[int, list[int]]] = {}
    seats = Seat.objects.filter(round__tournament=tournament)
    for round_no, table_no, wind, entry in seats.order_by("round__number").values_list(
        "round__number", "table__number", "wind", "entry_id"
    ):
        table = rounds.setdefault(round_no, {}).setdefault(table_no, [0, 0, 0, 0])
        table[wind] = number.get(entry, 0)
    return tuple(tuple(tuple(t[no]) for no in sorted(t)) for t in rounds.values())


def _byes_had(tournament: Tournament, number: Mapping[int, int]) -> dict[int, int]:
    """Return how often each number of the plan has sat out so far."""
    had = Counter(Bye.objects.filter(round__tournament=tournament).values_list("entry", flat=True))
    return {i: had[pk] for pk, i in number.items()}


def team_rule(given: str | None, field: Field) -> str:
    """Return whether team-mates may meet: never, unless a team has more people than tables."""
    if given is not None:
        return given
    largest = max(map(len, field.teams), default=0)
    return NEVER if largest <= len(field.players) // 4 else SELDOM


def unconfirmed(tournament: Tournament) -> list[Table]:
    """Return the tables whose result nobody has confirmed; of rounds that have begun."""
    return list(
        Table.objects.filter(round__tournament=tournament)
        .exclude(status=Table.Status.CONFIRMED)
        .select_related("round")
        .order_by("round__number", "number")
    )


def has_open_round(tournament: Tournament) -> bool:
    return tournament.rounds.filter(status=Round.Status.SEATED).exists()
