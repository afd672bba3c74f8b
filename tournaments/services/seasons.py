"""Seasons: making one, its events, its table, its archive; the archive of club nights.

What is done to a season stands in the log of every event that it counts: a season without events
has nothing to tell. Practice events never count.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, QuerySet
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournaments.models import (
    Act,
    Club,
    Entry,
    Membership,
    Player,
    Release,
    Season,
    SeasonEvent,
    StandingsSnapshot,
    Tournament,
)
from tournaments.services import money
from tournaments.services.access import Actor, require_organiser
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Conflict, Invalid, NotAllowed, NotThere, Problem
from tournaments.services.locks import locked_tournament
from tournaments.services.tables import for_states, states_of
from tournaments.standings import Standings
from tournaments.standings.season import (
    EventResult,
    SeasonConfig,
    SeasonReason,
    SeasonRow,
    season_standings,
    why_below,
)

CHANGEABLE = {"name", "scheme", "places", "best_n"}
# More places with points than any list of ours.
MOST_PLACES = 100


@dataclass(frozen=True)
class SeasonEventShown:
    """An event of a season as its table shows it. ``hidden``: its standings are not public, so it
    is named and counts only where it may be seen; ``waiting``: nothing is computed yet."""

    tournament: Tournament
    hidden: bool
    waiting: bool
    provisional: bool


@dataclass(frozen=True)
class PersonRow:
    """A row with its person, its cells in the order of the events (None: did not play), and why it
    stands below the next better one (None for the first)."""

    person: Player
    row: SeasonRow
    cells: tuple[Any, ...]
    reason: SeasonReason | None


@dataclass(frozen=True)
class SeasonTable:
    season: Season
    events: tuple[SeasonEventShown, ...]
    rows: tuple[PersonRow, ...]


def may_run(actor: Actor, club: Club) -> bool:
    """Whoever organises an event of the club runs its seasons."""
    if actor.system or (actor.user is not None and actor.user.is_superuser):
        return True
    return (
        actor.user is not None
        and Membership.objects.filter(
            user=actor.user, role=Membership.Role.ORGANISER, tournament__club=club
        ).exists()
    )


def _require(actor: Actor, club: Club) -> None:
    if not may_run(actor, club):
        raise NotAllowed(_("Only organisers of an event of this club run its seasons."))


def clubs_of(actor: Actor) -> QuerySet[Club]:
    """Return the clubs whose seasons somebody may run."""
    if actor.system or (actor.user is not None and actor.user.is_superuser):
        return Club.objects.all()
    organised = Membership.objects.filter(user=actor.user, role=Membership.Role.ORGANISER)
    return Club.objects.filter(tournaments__memberships__in=organised).distinct()


@transaction.atomic
def create_season(actor: Actor, *, name: str, club_id: int, **settings: Any) -> Season:
    """Make a season of a club."""
    club = Club.objects.filter(pk=club_id).first()
    if club is None:
        raise Invalid(problems=[Problem("club", _("There is no such club."))])
    _require(actor, club)
    season = Season(
        name=name.strip(), club=club, slug=_free_slug(name), created_by=actor.label[:80], **settings
    )
    _clean(season)
    season.save()
    return season


def _free_slug(name: str) -> str:
    base = slugify(name)[:40] or f"season-{timezone.now():%Y%m%d}"
    slug, n = base, 1
    while Season.objects.filter(slug=slug).exists():
        n += 1
        slug = f"{base}-{n}"
    return slug


def _clean(season: Season) -> None:
    problems = []
    try:
        season.full_clean(exclude=["club"])
    except ValidationError as error:
        problems = [
            Problem(field, message)
            for field, messages in error.message_dict.items()
            for message in messages
        ]
    places = season.places
    whole = isinstance(places, list) and all(
        isinstance(p, int) and not isinstance(p, bool) and 0 <= p <= 100_000 for p in places
    )
    if not whole or len(places) > MOST_PLACES:
        problems.append(Problem("places", _("Points by place are up to 100 whole numbers.")))
    elif list(places) != sorted(places, reverse=True):
        problems.append(
            Problem("places", _("A better place is worth no less than the one after it."))
        )
    if problems:
        raise Invalid(problems=problems)


def _locked(actor: Actor, season_id: int) -> Season:
    season = (
        Season.objects.select_for_update(no_key=True, of=("self",))
        .select_related("club")
        .filter(pk=season_id)
        .first()
    )
    if season is None:
        raise NotThere
    _require(actor, season.club)
    return season


def _tell(actor: Actor, season: Season, before: Any, after: Any) -> None:
    """Write a change of the season to the log of each of its events."""
    ids = season.entries.order_by("tournament_id").values_list("tournament_id", flat=True)
    for tournament_id in list(ids):
        change = Change(Act.SEASON_CHANGED, f"season {season.slug}", before, after)
        finish_act(actor, tournament_id, change)


@transaction.atomic
def change_season(actor: Actor, season_id: int, **changes: Any) -> Season:
    """Change name, scheme or how many events count; the table follows at once."""
    season = _locked(actor, season_id)
    unknown = set(changes) - CHANGEABLE
    if unknown:
        raise Invalid(problems=[Problem(f, _("Unknown setting.")) for f in sorted(unknown)])
    before = {name: getattr(season, name) for name in changes}
    changed = {name: value for name, value in changes.items() if value != before[name]}
    if not changed:
        return season
    for name, value in changed.items():
        setattr(season, name, value)
    _clean(season)
    season.save(update_fields=list(changed))
    _tell(actor, season, {name: before[name] for name in changed}, changed)
    return season


@transaction.atomic
def archive(actor: Actor, season_id: int, *, archived: bool = True) -> Season:
    """Put a season into the archive, or take it out again."""
    season = _locked(actor, season_id)
    if (season.archived_at is not None) == archived:
        return season
    season.archived_at = timezone.now() if archived else None
    season.save(update_fields=["archived_at"])
    _tell(actor, season, {"archived": not archived}, {"archived": archived})
    return season


@transaction.atomic
def add_event(actor: Actor, season_id: int, tournament_id: int) -> None:
    """Let an event count. Its organiser alone may; adding it twice is harmless."""
    season = _locked(actor, season_id)
    tournament = locked_tournament(tournament_id)
    require_organiser(actor, tournament)
    problems = []
    if season.archived_at is not None:
        problems.append(Problem("event", _("The season is archived; take it out first.")))
    if tournament.practice:
        problems.append(Problem("event", _("A practice event never counts.")))
    if tournament.club_id != season.club_id:
        problems.append(Problem("event", _("The event is another club's.")))
    if problems:
        raise Invalid(problems=problems)
    _entry, made = SeasonEvent.objects.get_or_create(season=season, tournament=tournament)
    if made:
        finish_act(actor, tournament.pk, Change(Act.SEASON_JOINED, f"season {season.slug}"))


@transaction.atomic
def remove_event(actor: Actor, season_id: int, tournament_id: int) -> None:
    """Let an event count no more; it can be added again."""
    season = _locked(actor, season_id)
    tournament = locked_tournament(tournament_id)
    require_organiser(actor, tournament)
    if season.archived_at is not None:
        raise Conflict(_("The season is archived; take it out first."))
    gone, _kinds = SeasonEvent.objects.filter(season=season, tournament=tournament).delete()
    if gone:
        finish_act(actor, tournament.pk, Change(Act.SEASON_LEFT, f"season {season.slug}"))


def config_of(season: Season) -> SeasonConfig:
    usual = SeasonConfig()
    return SeasonConfig(
        scheme=season.scheme,
        best_n=season.best_n,
        places=tuple(season.places) or usual.places,
    )


def table_of(season: Season) -> SeasonTable:
    """Return the table of a season from what visitors may see of its events, in a fixed number of
    queries: the standings last computed, or last published where results are held back."""
    events = list(_counting(season))
    shown = {event.pk: event for event in events if event.standings_public}
    standings = _standings(shown.values())
    entries = {
        entry.pk: entry.player
        for entry in Entry.objects.filter(tournament__in=standings).select_related("player__club")
    }
    results, people = [], {}
    for place, event in enumerate(events):
        for row in standings[event.pk].rows if event.pk in standings else ():
            player = entries.get(row.entry_id)
            if player is None:
                continue
            people[player.pk] = player
            results.append(
                EventResult(place, player.pk, row.rank, row.table_points, row.game_points)
            )
    rows = season_standings(results, config_of(season))
    return SeasonTable(
        season,
        tuple(
            SeasonEventShown(
                event,
                hidden=event.pk not in shown,
                waiting=event.pk in shown and event.pk not in standings,
                provisional=event.status != Tournament.Status.FINISHED,
            )
            for event in events
        ),
        tuple(
            PersonRow(
                people[row.person],
                row,
                tuple(row.cell(place) for place in range(len(events))),
                why_below(row, rows[n - 1]) if n else None,
            )
            for n, row in enumerate(rows)
        ),
    )


def _counting(season: Season) -> QuerySet[Tournament]:
    events = Tournament.objects.filter(season_entries__season=season, practice=False)
    return events.select_related("club").order_by("starts_on", "pk")


def _standings(events: Iterable[Tournament]) -> dict[int, Standings]:
    """Return what visitors may see of the standings of events, by event."""
    held = [e.pk for e in events if e.release == Tournament.ReleaseMode.HELD]
    live = [e.pk for e in events if e.release != Tournament.ReleaseMode.HELD]
    found = {
        s.tournament_id: Standings.from_json(s.content)
        for s in StandingsSnapshot.objects.filter(tournament__in=live)
    }
    for release in Release.objects.filter(tournament__in=held).order_by("number"):
        found[release.tournament_id] = Standings.from_json(release.content)
    return found


@dataclass(frozen=True)
class SeasonMoney:
    """What everybody won or lost over the club nights of a season, highest first; ``house`` is
    what no player has: with it everything sums to zero."""

    people: tuple[tuple[Player, int, int], ...]
    house: int


def money_of(season: Season) -> SeasonMoney:
    """Return (person, nights played, money) over the events of a season that settle up."""
    nights = (
        _counting(season)
        .exclude(kind=Tournament.Kind.OPEN)
        .filter(standings_public=True, release=Tournament.ReleaseMode.LIVE)
    )
    sums: dict[int, int] = {}
    played: dict[int, int] = {}
    people: dict[int, Player] = {}
    for night in nights:
        evening = money.settle_states(states_of(for_states(round__tournament=night)))
        for balance in evening.balances:
            player = balance.entry.player
            people[player.pk] = player
            sums[player.pk] = sums.get(player.pk, 0) + balance.total
            played[player.pk] = played.get(player.pk, 0) + 1
    order = sorted(sums, key=lambda pk: (-sums[pk], people[pk].name, pk))
    return SeasonMoney(
        tuple((people[pk], played[pk], sums[pk]) for pk in order), -sum(sums.values())
    )


def nights(club: Club | None = None) -> QuerySet[Tournament]:
    """Return the club nights that everybody may look up, newest first, with how many games and
    people there were."""
    found = Tournament.objects.filter(
        kind=Tournament.Kind.CLUB_NIGHT, practice=False, standings_public=True
    )
    if club is not None:
        found = found.filter(club=club)
    return (
        found.select_related("club")
        .annotate(
            games=Count("rounds__tables", distinct=True), people=Count("entries", distinct=True)
        )
        .order_by("-starts_on", "-pk")
    )


def addable(actor: Actor, season: Season) -> Sequence[Tournament]:
    """Return the events that somebody may let count and that do not yet."""
    found = Tournament.objects.filter(club=season.club_id, practice=False).exclude(
        season_entries__season=season
    )
    if not actor.system and not (actor.user is not None and actor.user.is_superuser):
        found = found.filter(
            memberships__user=actor.user, memberships__role=Membership.Role.ORGANISER
        )
    return list(found.order_by("-starts_on", "-pk"))
