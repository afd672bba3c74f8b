"""What an event is remembered for: computed by a job once per revision, kept as derived data that
can be thrown away. Small events are computed when asked for."""

import datetime as dt
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournaments.models import EventFigures, Hand, Job, Tournament
from tournaments.services import jobs
from tournaments.services.jobs import Run
from tournaments.services.person_figures import played_games
from tournaments.services.played_hands import entry_key, played_hands
from tournaments.services.tables import for_states, states_of
from tournaments.standings.game_figures import Bin, Highlights, Record, WonHand, highlights

# Up to so many hands are counted while the reader waits: well below a second.
AT_ONCE = 400


@dataclass(frozen=True)
class Shown:
    """Highlights as they are known; ``fresh`` when nothing has happened since."""

    figures: Highlights
    computed_at: dt.datetime
    fresh: bool


def compute(tournament: Tournament) -> Highlights:
    """Count what the database holds at this moment. Rounds whose seats are not public are none."""
    states = states_of(for_states(round__tournament=tournament, round__seats_public=True))
    states.sort(key=lambda s: (s.round.number, s.table.number))
    return highlights(played_games(states, entry_key), played_hands(states, entry_key))


def shown(tournament: Tournament) -> Shown | None:
    """Return the highlights, asking for those of a large event to be computed where they are not
    fresh; None while there are none yet."""
    kept = EventFigures.objects.filter(tournament=tournament).first()
    if kept is not None and kept.revision == tournament.revision:
        return Shown(from_json(kept.content), kept.computed_at, fresh=True)
    hands = Hand.objects.in_force().filter(table__round__tournament=tournament)
    if len(hands.values_list("pk")[: AT_ONCE + 1]) <= AT_ONCE:
        return Shown(compute(tournament), timezone.now(), fresh=True)
    request(tournament.pk)
    if kept is None:
        return None
    return Shown(from_json(kept.content), kept.computed_at, fresh=False)


def request(tournament_id: int) -> Job:
    return jobs.request(Job.Kind.FIGURES, tournament_id, key=f"figures:{tournament_id}")


@jobs.handler(Job.Kind.FIGURES)
def recompute(run: Run) -> dict[str, Any]:
    """Compute and keep the highlights (job). They carry the revision they began at: what happens
    meanwhile makes them stale, never wrong."""
    tournament = Tournament.objects.get(pk=run.job.tournament_id)
    figures = compute(tournament)
    run.progress(1, 1)
    with transaction.atomic():
        EventFigures.objects.update_or_create(
            tournament=tournament,
            defaults={
                "revision": tournament.revision,
                "computed_at": timezone.now(),
                "content": to_json(figures),
            },
        )
    return {"revision": tournament.revision}


def to_json(figures: Highlights) -> dict[str, Any]:
    content = asdict(figures)
    for pairs in ("dealt", "met"):
        content[pairs] = [[*pair, n] for pair, n in sorted(content[pairs].items())]
    return content


def from_json(content: dict[str, Any]) -> Highlights:
    def records(name: str) -> tuple[Record, ...]:
        return tuple(
            Record(r["person"], r["value"], tuple(r["where"]) if r["where"] else None)
            for r in content[name]
        )

    return Highlights(
        hands=content["hands"],
        drawn=content["drawn"],
        best_hands=tuple(
            WonHand(tuple(h["where"]), h["person"], h["fan"], h["points"])
            for h in content["best_hands"]
        ),
        best_games=records("best_games"),
        most_wins=records("most_wins"),
        most_self_draws=records("most_self_draws"),
        longest_streaks=records("longest_streaks"),
        fewest_deal_ins=records("fewest_deal_ins"),
        values=tuple(Bin(**bin_) for bin_ in content["values"]),
        in_fan=content["in_fan"],
        dealt={(a, b): n for a, b, n in content["dealt"]},
        met={(a, b): n for a, b, n in content["met"]},
        patterns=tuple((name, n) for name, n in content["patterns"]),
    )
