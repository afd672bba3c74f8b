"""The one snapshot from which every file of results is written."""

from dataclasses import dataclass

from django.utils import timezone

from tournaments.exporting.cells import Label
from tournaments.exporting.naming import event_name
from tournaments.models import Penalty, Tournament
from tournaments.services import releases
from tournaments.services.access import Actor, may_see_seats
from tournaments.services.tables import TableState, for_states, states_of
from tournaments.standings import Standings

MAX_TRIES = 3


@dataclass(frozen=True)
class EventSnapshot:
    """An event at one revision. ``tables`` are those that the reader may see, in order."""

    label: Label
    tournament: Tournament
    standings: Standings
    tables: tuple[TableState, ...]
    penalties: tuple[Penalty, ...]


def take_snapshot(tournament: Tournament, actor: Actor) -> EventSnapshot:
    """Read everything between two looks at the revision, so that no file mixes two moments; in
    busy minutes the last of a few tries is taken and labelled with the revision it began at.
    """
    for _try in range(MAX_TRIES):
        snapshot = _read(tournament, actor)
        now = Tournament.objects.select_related("club").get(pk=tournament.pk)
        if now.revision == tournament.revision:
            break
        tournament = now
    return snapshot


def _read(tournament: Tournament, actor: Actor) -> EventSnapshot:
    ranked = releases.computed_for(actor, tournament)
    states = states_of(for_states(round__tournament=tournament))
    seen = {round_.pk for round_ in tournament.rounds.all() if may_see_seats(actor, round_)}
    # Where results are held back, hands and penalties are no part of what was published.
    everything = releases.sees_everything(actor, tournament)
    visible = [state for state in states if everything and state.round.pk in seen]
    penalties = tournament.penalties.select_related("entry__player", "beneficiary__player")
    club = tournament.club
    release = None if everything else releases.latest(tournament)
    return EventSnapshot(
        label=Label(
            event=event_name(tournament),
            slug=tournament.slug,
            club=club.name,
            after_round=ranked.after_round,
            made_at=timezone.now().astimezone(club.zone),
            zone=club.time_zone,
            # What was published is of the moment it was published.
            revision=release.revision if release else tournament.revision,
        ),
        tournament=tournament,
        standings=ranked,
        tables=tuple(sorted(visible, key=lambda s: (s.round.number, s.table.number))),
        penalties=tuple(penalties) if everything else (),
    )
