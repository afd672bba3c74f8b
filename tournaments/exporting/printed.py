"""From the database to the values that printed pages are drawn from."""

from collections.abc import Callable
from typing import Any

from django.db.models import Prefetch
from django.utils import timezone

from scoring.rulesets import get_ruleset
from tournaments.exporting.cells import Label
from tournaments.exporting.naming import event_name
from tournaments.exporting.prints.certificate import PLACES_NAMED, Honoured, Occasion
from tournaments.exporting.prints.names import NamedPlayer
from tournaments.exporting.prints.seats import SeatedPlayer, SeatedRound, SeatedTable
from tournaments.exporting.table_sheet import ShownName, own_name
from tournaments.models import Bye, Entry, PersonalLink, Round, Seat, Table, TableLink, Tournament
from tournaments.standings import Standings

# The address of a table's link, of a player's page: made by who knows the site's name.
LinkAddress = Callable[[TableLink], str]
PersonAddress = Callable[[Entry], str]


def label_of(tournament: Tournament, after_round: int = 0) -> Label:
    """Return what a print of this moment says of itself."""
    club = tournament.club
    return Label(
        event=event_name(tournament),
        slug=tournament.slug,
        club=club.name,
        after_round=after_round,
        made_at=timezone.now().astimezone(club.zone),
        zone=club.time_zone,
        revision=tournament.revision,
    )


def seated_round(
    round_: Round, *, shown: ShownName = own_name, address: LinkAddress | None = None
) -> SeatedRound:
    """Return the seats of a round; with ``address`` also the links of its tables."""
    seats = Seat.objects.select_related("entry__player__club").order_by("wind")
    links = TableLink.objects.filter(revoked_at=None)
    wanted: list[Any] = [Prefetch("seats", seats)]
    if address is not None:
        wanted.append(Prefetch("links", links, to_attr="live_links"))
    tables = round_.tables.order_by("number").prefetch_related(*wanted)
    resting = Bye.objects.filter(round=round_).select_related("entry__player__club")
    return SeatedRound(
        event=event_name(round_.tournament),
        number=round_.number,
        tables=tuple(_table(table, shown, address) for table in tables),
        resting=tuple(_player(bye.entry, 0, shown) for bye in resting.order_by("entry__number")),
    )


def _table(table: Table, shown: ShownName, address: LinkAddress | None) -> SeatedTable:
    live = getattr(table, "live_links", ()) if address is not None else ()
    return SeatedTable(
        number=table.number,
        players=tuple(_player(seat.entry, seat.wind, shown) for seat in table.seats.all()),
        address=address(live[0]) if address is not None and live else "",
    )


def _player(entry: Entry, wind: int, shown: ShownName) -> SeatedPlayer:
    return SeatedPlayer(entry.number, shown(entry), _club(entry), wind)


def _club(entry: Entry) -> str:
    return entry.player.club.name if entry.player.club else ""


def named_players(tournament: Tournament, address: PersonAddress) -> list[NamedPlayer]:
    """Return everybody who takes part, in the order of the numbers."""
    links = PersonalLink.objects.filter(revoked_at=None)
    entries = (
        tournament.entries.select_related("player__club", "team", "tournament")
        .prefetch_related(Prefetch("player__personal_links", links, to_attr="live_links"))
        .order_by("number")
    )
    return [
        NamedPlayer(
            number=entry.number,
            name=entry.shown_name,
            club=_club(entry),
            team=entry.team.name if entry.team else "",
            address=address(entry),
        )
        for entry in entries
    ]


def occasion_of(tournament: Tournament) -> Occasion:
    name = get_ruleset(tournament.ruleset).name
    return Occasion(
        event=event_name(tournament),
        club=tournament.club.name,
        rules=name.zh if name.zh == name.en else f"{name.zh} {name.en}",
        day=tournament.starts_on.isoformat() if tournament.starts_on else "",
        venue=tournament.venue,
        players=tournament.entries.filter(status=Entry.Status.ACTIVE).count(),
    )


def honoured(standings: Standings, *, places: int | None = PLACES_NAMED) -> list[Honoured]:
    """Return whom certificates are made for: the first ``places`` by rank (a shared one counts for
    all who share it), or everybody who has played (None), those behind them for taking part."""
    rows = [row for row in standings.rows if row.rank is not None and row.games]
    first = [row for row in rows if row.rank is not None and row.rank <= PLACES_NAMED]
    if places is not None:
        rows = [row for row in first if row.rank is not None and row.rank <= places]
    return [
        Honoured(row.name, row.club, row.rank, row.tied, row.table_points, row.game_points)
        if row in first
        else Honoured(row.name, row.club)
        for row in rows
    ]
