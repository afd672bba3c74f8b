"""The ratings of a club: every table of its events is a match of four by place, rated by openskill
(Plackett-Luce). All is derived: a job throws it away and counts the club's events anew, in their
order, whenever a published result has changed.

Counted are results that everybody may see, of closed rounds, in events that are no practice. The
estimates are floats; no score is.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from openskill.models import PlackettLuce, PlackettLuceRating

from tournaments.models import (
    Act,
    AuditEntry,
    Club,
    Entry,
    Job,
    RatingBook,
    RatingChange,
    Round,
    Tournament,
)
from tournaments.services import jobs, releases, standings
from tournaments.services.access import Actor
from tournaments.services.jobs import Run
from tournaments.standings import Standings
from tournaments.standings.ema import EventResult, ema_points
from tournaments.standings.model import PLAYED

# A newcomer stands at START; a rating is what somebody is worth almost certainly (mean − 3σ).
START, SCALE, CERTAINTY = 1000, 40, 3
EVERYBODY = Actor()
KEEP_SECONDS = 3600
# Acts at the tables of open rounds.
AT_TABLES = (
    Act.HAND_RECORDED,
    Act.HAND_AMENDED,
    Act.HAND_UNDONE,
    Act.HAND_INSERTED,
    Act.HAND_REMOVED,
    Act.HAND_NOTED,
    Act.PAPER_CHECKED,
    Act.RESULT_SIGNED,
    Act.REFEREE_CALLED,
    Act.REFEREE_CAME,
    Act.TOTALS_TYPED,
    Act.TABLE_FINISHED,
    Act.TABLE_CONFIRMED,
    Act.LINK_MADE,
    Act.TIME_GIVEN,
)


@dataclass(frozen=True)
class Match:
    """One table: (player, place) of those whose place counts; shared places are equal."""

    round_no: int
    table_no: int
    places: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Counted:
    """What is counted of an event: its matches, and everybody's rank once it is over."""

    tournament: Tournament
    on: dt.date
    matches: tuple[Match, ...]
    ranks: Mapping[int, int | None]
    players: int

    def digest(self) -> str:
        plain = [
            str(self.on),
            [[m.round_no, m.table_no, sorted(m.places)] for m in self.matches],
            sorted(self.ranks.items(), key=str),
        ]
        return hashlib.sha256(json.dumps(plain).encode()).hexdigest()[:16]


def shown_rating(mean: float, deviation: float) -> int:
    """Return a rating as it is shown: whole, `START` for a newcomer."""
    return round(START + SCALE * (mean - CERTAINTY * deviation))


def counted_of(tournament: Tournament) -> Counted | None:
    """Return what is counted of an event; None when nothing is."""
    if tournament.practice or not tournament.standings_public:
        return None
    rounds = tournament.rounds.filter(status=Round.Status.CLOSED)
    closed = dict(rounds.values_list("number", "closed_at"))
    current = releases.shown_to(EVERYBODY, tournament) if closed else None
    if current is None:
        return None
    people = dict(tournament.entries.values_list("pk", "player_id"))
    over = _is_over(tournament, len(closed))
    matches = _matches(current.standings, people, closed)
    if not matches:
        return None
    return Counted(
        tournament,
        _day(tournament, closed.values()),
        tuple(matches),
        {
            people[r.entry_id]: r.rank if over else None
            for r in current.standings.rows
            if r.entry_id in people
        },
        sum(row.rank is not None for row in current.standings.rows),
    )


def _is_over(tournament: Tournament, closed: int) -> bool:
    """Tell whether ranks are final: a result over several events is made of these alone."""
    if tournament.status == Tournament.Status.FINISHED:
        return True
    return 0 < tournament.planned_rounds <= closed


def _day(tournament: Tournament, moments: Iterable[dt.datetime | None]) -> dt.date:
    """Return the day of an event: of its last closed round, as the club's clock has it."""
    last = max((moment for moment in moments if moment is not None), default=None)
    if last is not None:
        return timezone.localdate(last, tournament.club.zone)
    return tournament.starts_on or timezone.localdate(tournament.created_at, tournament.club.zone)


def _matches(table: Standings, people: Mapping[int, int], closed: Mapping[int, Any]) -> list[Match]:
    tables: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for row in table.rows:
        for cell in row.cells:
            if cell.kind != PLAYED or cell.provisional or cell.round_no not in closed:
                continue
            if cell.place is not None and cell.table_no is not None and row.entry_id in people:
                key = (cell.round_no, cell.table_no)
                tables.setdefault(key, []).append((people[row.entry_id], cell.place))
    return [
        Match(round_no, table_no, tuple(sorted(places)))
        for (round_no, table_no), places in sorted(tables.items())
        if len(places) > 1
    ]


def request(tournament: Tournament) -> Job:
    return jobs.request(Job.Kind.RATINGS, tournament.pk, key=f"ratings:{tournament.club_id}")


def request_if_moved(tournament: Tournament) -> None:
    """Ask for the ratings of the event's club if what is counted of the event has changed.

    Hands are recorded in open rounds, which do not count: only after another act, such as closing
    a round, is the event looked at.
    """
    last = (
        AuditEntry.objects.filter(tournament=tournament)
        .exclude(act__in=AT_TABLES)
        .order_by("-id")
        .values_list("pk", "at")
        .first()
    )
    key = f"rated-{tournament.pk}"
    if last is not None and cache.get(key) == last:
        return
    counted = counted_of(tournament)
    book = RatingBook.objects.filter(club_id=tournament.club_id).first()
    kept = book.sources.get(str(tournament.pk)) if book else None
    if (counted.digest() if counted else None) != kept:
        request(tournament)
    cache.set(key, last, KEEP_SECONDS)


standings.followers.append(request_if_moved)


@jobs.handler(Job.Kind.RATINGS)
def rebuild(run: Run) -> dict[str, Any]:
    """Count a club's events anew (job). Running it twice comes to the same."""
    club = Club.objects.get(tournaments=run.job.tournament_id)
    return {"changes": rebuild_club(club)}


def rebuild_club(club: Club) -> int:
    """Throw the ratings of a club away and count them anew; return how many changes there are."""
    events = [
        counted
        for tournament in club.tournaments.filter(practice=False).select_related("club")
        if (counted := counted_of(tournament)) is not None
    ]
    events.sort(key=lambda counted: (counted.on, counted.tournament.pk))
    with transaction.atomic():
        book, _made = RatingBook.objects.select_for_update().get_or_create(
            club=club, defaults={"computed_at": timezone.now()}
        )
        changes = changes_of(book, events)
        book.changes.all().delete()
        RatingChange.objects.bulk_create(changes, batch_size=500)
        book.computed_at = timezone.now()
        book.sources = {str(c.tournament.pk): c.digest() for c in events}
        book.save()
    return len(changes)


def changes_of(book: RatingBook, events: Sequence[Counted]) -> list[RatingChange]:
    """Rate events in their order, every table as one match; nothing is written."""
    model = PlackettLuce()
    ratings: dict[int, PlackettLuceRating] = {}
    changes: list[RatingChange] = []
    for number, event in enumerate(events, 1):
        own: dict[int, RatingChange] = {}
        for match in event.matches:
            players = [player for player, _place in match.places]
            for player in players:
                before = ratings.setdefault(player, model.rating())
                own.setdefault(player, _begun(book, event, number, player, before))
            teams = model.rate(
                [[ratings[player]] for player in players],
                ranks=[float(place) for _player, place in match.places],
            )
            for (player, place), (after,) in zip(match.places, teams, strict=True):
                ratings[player] = after
                change = own[player]
                change.games += 1
                change.mean, change.deviation = after.mu, after.sigma
                change.steps.append([match.round_no, match.table_no, place, after.mu, after.sigma])
        changes += own.values()
    return changes


def _begun(
    book: RatingBook, event: Counted, number: int, player: int, before: PlackettLuceRating
) -> RatingChange:
    return RatingChange(
        book=book,
        player_id=player,
        tournament=event.tournament,
        number=number,
        on=event.on,
        rank=event.ranks.get(player),
        players=event.players,
        games=0,
        mean_before=before.mu,
        deviation_before=before.sigma,
        mean=before.mu,
        deviation=before.sigma,
        steps=[],
    )


# --- reading --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """What one game did to a rating, as it is shown."""

    round_no: int
    table_no: int
    place: int
    delta: int


@dataclass(frozen=True)
class ShownChange:
    """What one event did to a rating, as it is shown; the deltas of the games sum to its own."""

    change: RatingChange
    before: int
    after: int
    steps: tuple[Step, ...] = ()

    @property
    def delta(self) -> int:
        return self.after - self.before


@dataclass(frozen=True)
class Rated:
    """One line of the page: the rating, its uncertainty, games and events, the last change."""

    player_id: int
    name: str
    rating: int
    uncertainty: int
    games: int
    events: int
    last: ShownChange
    ema: Any = None
    history: tuple[ShownChange, ...] = field(default=())


def shown_change(change: RatingChange) -> ShownChange:
    before = shown_rating(change.mean_before, change.deviation_before)
    at = before
    steps = []
    for round_no, table_no, place, mean, deviation in change.steps:
        now = shown_rating(mean, deviation)
        steps.append(Step(round_no, table_no, place, now - at))
        at = now
    return ShownChange(change, before, at, tuple(steps))


def rated(book: RatingBook, today: dt.date) -> list[Rated]:
    """Return everybody who is rated, the highest first."""
    found: dict[int, list[RatingChange]] = {}
    for change in book.changes.select_related("player", "tournament").order_by("number"):
        found.setdefault(change.player_id, []).append(change)
    lines = [_rated(changes, today) for changes in found.values()]
    return sorted(lines, key=lambda line: (-line.rating, -line.games, line.player_id))


def _rated(changes: Sequence[RatingChange], today: dt.date) -> Rated:
    last = changes[-1]
    return Rated(
        player_id=last.player_id,
        name=last.player.shown_name,
        rating=shown_rating(last.mean, last.deviation),
        uncertainty=round(SCALE * last.deviation),
        games=sum(change.games for change in changes),
        events=len(changes),
        last=shown_change(last),
        ema=ema_points(
            [EventResult(c.on, c.rank, c.players) for c in changes if c.rank is not None], today
        ),
    )


def history_of(player_id: int) -> list[ShownChange]:
    """Return the changes of a person's ratings in all clubs, in their order."""
    changes = RatingChange.objects.filter(player_id=player_id).select_related(
        "tournament", "book__club"
    )
    return [shown_change(change) for change in changes.order_by("book__club__name", "number")]


def entry_numbers(changes: Iterable[RatingChange]) -> dict[tuple[int, int], int]:
    """Return the number that people have in the events of these changes."""
    wanted = list(changes)
    entries = Entry.objects.filter(
        tournament__in={c.tournament_id for c in wanted},
        player__in={c.player_id for c in wanted},
    )
    return {
        (tournament, player): number
        for tournament, player, number in entries.values_list(
            "tournament_id", "player_id", "number"
        )
    }
