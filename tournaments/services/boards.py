"""What the live boards of an event show: cheap to ask about, since a whole hall asks all the time.

A `Sight` says which results somebody may see at this moment, without reading them. Boards are made
from one snapshot of the standings, so that they agree with each other, and pages keep what they
have drawn under the sight's tag.
"""

import datetime as dt
from collections.abc import Hashable
from dataclasses import dataclass, replace

from django.conf import settings
from django.db.models import Count, Q

from scoring.text import Text
from tournaments.models import Entry, Release, Round, Seat, Table, Tournament
from tournaments.services import announcements, releases, standings
from tournaments.services.access import Actor
from tournaments.services.clock import Clock, clock_of
from tournaments.services.kept import Kept
from tournaments.services.names import hidden_entries, with_shown_names
from tournaments.services.releases import Standing
from tournaments.services.standings import CurrentStandings, Stamp
from tournaments.standings import Cell, Standings

# Hands that were played to an end; one that time cut off is none (competition-rules.md §1.3).
PLAYED = Q(hands__undone_at=None, hands__settlement__end__in=["win", "exhaust"])


@dataclass(frozen=True)
class Sight:
    """What somebody may see of an event now. ``stamp``: the standings computed last; ``release``:
    (number, revision, moment) of what was published, where results are held back from this reader;
    ``everything``: hands and tables too; ``hidden``: entries whose names are not shown."""

    tournament: Tournament
    everything: bool
    stamp: Stamp | None
    release: tuple[int, int, dt.datetime] | None
    finality: Standing
    news: tuple[Text, ...]
    hidden: tuple[int, ...] = ()

    @property
    def fresh(self) -> bool:
        """Whether nothing has happened that these results do not count yet."""
        return not self.everything or self.stamp is None or self.stamp.fresh

    @property
    def tag(self) -> tuple[Hashable, ...]:
        """What every board depends on: two equal tags show the same."""
        event = self.tournament
        return (
            event.pk,
            event.status,
            self.everything,
            self.stamp and (self.stamp.revision, self.stamp.computed_at),
            self.release and self.release[0],
            self.finality,
            self.news,
            self.hidden,
        )

    def results(self) -> CurrentStandings | None:
        """Return the standings to show, in the reader's language."""
        found = self.facts()
        if found is None or not self.hidden:
            return found
        return replace(found, standings=with_shown_names(found.standings, self.tournament))

    def facts(self) -> CurrentStandings | None:
        """Return the standings as they are kept, names that are not shown and all; the last few
        events' are kept in memory."""
        if self.everything:
            return standings.read(self.stamp) if self.stamp else None
        if self.release is None:
            return None
        key = (self.tournament.pk, *self.release)
        return _published.get(key, lambda: _release(self.tournament, key[1]))


_published: Kept[CurrentStandings] = Kept(8)
_visitors: Kept[Sight | None] = Kept(64)


def _release(tournament: Tournament, number: int) -> CurrentStandings:
    release = Release.objects.get(tournament=tournament, number=number)
    return CurrentStandings(
        standings=Standings.from_json(release.content),
        revision=release.revision,
        computed_at=release.published_at,
        fresh=True,
    )


def sight_of(actor: Actor, tournament: Tournament) -> Sight:
    """Say what somebody may see of an event (a handful of small queries)."""
    everything = releases.sees_everything(actor, tournament)
    published = Release.objects.filter(tournament=tournament)
    news = announcements.shown(tournament.pk)
    return Sight(
        tournament=tournament,
        everything=everything,
        stamp=standings.stamp_of(tournament.pk),
        release=None
        if everything
        else published.values_list("number", "revision", "published_at").first(),
        finality=releases.finality(tournament),
        news=tuple(announcements.text_of(one) for one in news),
        hidden=hidden_entries(tournament),
    )


def visitors_sight(slug: str) -> Sight | None:
    """Say what a visitor may see of an event; None where there is no such event. Kept for
    ``BOARD_SECONDS``, so that a thousand visitors ask the database hardly more than one."""

    def look() -> Sight | None:
        event = Tournament.objects.select_related("club").filter(slug=slug).first()
        return sight_of(Actor(), event) if event else None

    return _visitors.get(slug, look, seconds=settings.BOARD_SECONDS)


@dataclass(frozen=True)
class Place:
    """One chair of a table that plays. ``cell`` is None before its first hand, and where results
    are held back."""

    entry: Entry
    wind: int
    cell: Cell | None


@dataclass(frozen=True)
class TableNow:
    """A table of a running round: hands played to an end, places by chair, who leads (several when
    tied, nobody before the first hand) and the clock of this table."""

    table: Table
    hands: int
    places: tuple[Place, ...]
    clock: Clock

    @property
    def leaders(self) -> tuple[Place, ...]:
        found = [p for p in self.places if p.cell is not None]
        most = max((p.cell.game_points for p in found if p.cell), default=None)
        return tuple(p for p in found if p.cell and p.cell.game_points == most)


@dataclass(frozen=True)
class RoundNow:
    """A running round and its tables, in order."""

    round: Round
    tables: tuple[TableNow, ...]

    @property
    def open(self) -> int:
        return sum(t.table.status == Table.Status.OPEN for t in self.tables)


def rounds_now(sight: Sight) -> list[RoundNow]:
    """Return the running rounds whose seats are public, with all tables: totals are those of the
    standings in sight (three queries)."""
    rounds = list(
        Round.objects.filter(
            tournament=sight.tournament, status=Round.Status.RUNNING, seats_public=True
        ).order_by("number")
    )
    for round_ in rounds:
        round_.tournament = sight.tournament
    if not rounds:
        return []
    tables = list(
        Table.objects.filter(round__in=rounds)
        .annotate(played=Count("hands", filter=PLAYED))
        .order_by("round__number", "number")
    )
    chairs: dict[int, list[Seat]] = {}
    seats = Seat.objects.filter(round__in=rounds).select_related("entry__player")
    for seat in seats.order_by("wind"):
        chairs.setdefault(seat.table_id, []).append(seat)
    cells = _cells(sight)
    return [
        RoundNow(
            round_,
            tuple(
                _table_now(round_, table, chairs.get(table.pk, []), cells)
                for table in tables
                if table.round_id == round_.pk
            ),
        )
        for round_ in rounds
    ]


def _cells(sight: Sight) -> dict[tuple[int, int], Cell]:
    """Return the results by (round, entry); none where hands are no part of what is shown."""
    results = sight.results() if sight.everything and sight.tournament.standings_public else None
    rows = results.standings.rows if results else ()
    return {(cell.round_no, row.entry_id): cell for row in rows for cell in row.cells}


def _table_now(
    round_: Round, table: Table, seats: list[Seat], cells: dict[tuple[int, int], Cell]
) -> TableNow:
    return TableNow(
        table=table,
        hands=table.played,  # type: ignore[attr-defined]  # counted by the query
        places=tuple(
            Place(seat.entry, seat.wind, cells.get((round_.number, seat.entry_id)))
            for seat in seats
        ),
        clock=clock_of(round_, table),
    )


def next_round(tournament: Tournament) -> Round | None:
    """Return the round whose seats people look for: the first that is seated and published, and
    while none is, the running one."""
    rounds = Round.objects.filter(tournament=tournament, seats_public=True).order_by("number")
    by_status = {r.status: r for r in reversed(rounds)}
    found = by_status.get(Round.Status.SEATED) or by_status.get(Round.Status.RUNNING)
    if found is not None:
        found.tournament = tournament
    return found
