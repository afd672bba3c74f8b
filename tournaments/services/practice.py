"""Practice events: made with one act, filled with invented people and results by a job, deleted
with one act. They count for nothing."""

import datetime as dt
import random
import secrets
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import (
    Adjustment,
    Bye,
    Club,
    Entry,
    Forfeit,
    Hand,
    Job,
    Penalty,
    Player,
    Round,
    Seat,
    Stage,
    StageEntry,
    Table,
    Tournament,
)
from tournaments.services import demo, entries, events, hands, jobs, rounds, seating, tables
from tournaments.services.access import Actor, may_create_tournaments, require_organiser
from tournaments.services.errors import Conflict, NotAllowed
from tournaments.services.jobs import Run
from tournaments.services.locks import locked_wholly

# The people and the club say by their names that they are invented.
CLUB = "练习社 Practice club"
STEMS, NUMBERS = "甲乙丙丁", "一二三四"
ROUNDS = 3
# Hands recorded at the tables of the running round.
RUNNING = (7, 4, 9, 0)


@transaction.atomic
def make_practice(actor: Actor) -> Tournament:
    """Make a practice event, its maker the organiser, and ask for it to be filled."""
    if not may_create_tournaments(actor):
        raise NotAllowed(_("Only organisers may set up an event."))
    tournament = events.create_tournament(
        actor,
        name=_("Practice event"),
        slug=events.free_slug("practice"),
        club_name=CLUB,
        practice=True,
        starts_on=timezone.localdate(),
        planned_rounds=4,
    )
    jobs.request(Job.Kind.PRACTICE, tournament.pk, key=f"practice:{tournament.pk}", actor=actor)
    return tournament


@jobs.handler(Job.Kind.PRACTICE)
def run_practice(run: Run) -> dict[str, Any]:
    """Fill a practice event (job): sixteen people, two rounds played, one running. Each part is
    written only where it is not there yet, so that the job can be taken up again."""
    tournament = run.job.tournament
    system = Actor.of_system("practice")
    parts = ROUNDS * 4 + 1
    run.progress(0, parts)
    people = _people(system, tournament)
    done = 1
    run.progress(done, parts)
    dice = random.Random(tournament.pk)  # noqa: S311  (sample hands, no secret)
    for number in range(1, ROUNDS + 1):
        round_ = _round(system, tournament, people, number)
        for place, table in enumerate(round_.tables.order_by("number")):
            count = demo.DEALS if number < ROUNDS else RUNNING[place]
            if round_.status == Round.Status.RUNNING and not table.hands.exists():
                _play(system, table, count, dice)
            done += 1
            run.progress(done, parts)
        if number < ROUNDS and round_.status == Round.Status.RUNNING:
            _close(system, round_)
    return {"entries": len(people)}


def _people(system: Actor, tournament: Tournament) -> list[Entry]:
    if not tournament.entries.exists():
        rows = [
            entries.Row(
                name=f"练习{stem}{NUMBERS[i]} Sample {'ABCD'[t]}{i + 1}",
                club_name=CLUB,
                team_name=demo.TEAMS[t],
            )
            for t, stem in enumerate(STEMS)
            for i in range(4)
        ]
        entries.register_many(system, tournament.pk, rows)
    return list(tournament.entries.order_by("number")[:16])


def _round(system: Actor, tournament: Tournament, people: list[Entry], number: int) -> Round:
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is None:
        plan = demo.plan_of(people, number)
        round_ = seating.set_round(system, tournament.pk, tables=plan)
    if round_.status == Round.Status.SEATED:
        round_ = rounds.start_round(system, round_.pk)
        if number == ROUNDS:
            begun = timezone.now() - dt.timedelta(minutes=40)
            Round.objects.filter(pk=round_.pk).update(started_at=begun)
    return round_


@transaction.atomic
def _play(system: Actor, table: Table, count: int, dice: random.Random) -> None:
    for number in range(1, count + 1):
        hands.record_hand(
            system,
            table.pk,
            events=demo.deal(dice),
            client_key=secrets.token_hex(8),
            number=number,
        )


@transaction.atomic
def _close(system: Actor, round_: Round) -> None:
    for table in round_.tables.exclude(status=Table.Status.CONFIRMED):
        tables.confirm_table(system, table.pk)
    rounds.close_round(system, round_.pk)


@dataclass(frozen=True)
class Contents:
    """What goes when an event is deleted."""

    people: int
    rounds: int
    hands: int


def contents(tournament: Tournament) -> Contents:
    return Contents(
        people=tournament.entries.count(),
        rounds=tournament.rounds.count(),
        hands=Hand.objects.in_force().filter(table__round__tournament=tournament).count(),
    )


@transaction.atomic
def delete_practice(actor: Actor, tournament_id: int) -> None:
    """Delete a practice event with everything in it, and the invented people who play nowhere
    else. A real event is never deleted."""
    tournament = locked_wholly(tournament_id)
    require_organiser(actor, tournament)
    if not tournament.practice:
        raise Conflict(_("Only practice events can be deleted."))
    people = set(tournament.entries.values_list("player_id", flat=True))
    mine = {"entry__tournament": tournament}
    for model, which in (
        (Penalty, {"tournament": tournament}),
        (Adjustment, {"tournament": tournament}),
        (Forfeit, mine),
        (Bye, mine),
        (StageEntry, mine),
        (Seat, mine),
        (Round, {"tournament": tournament}),
        (Entry, {"tournament": tournament}),
        (Stage, {"tournament": tournament}),
    ):
        model._default_manager.filter(**which).delete()
    tournament.delete()
    elsewhere = Entry.objects.filter(player=OuterRef("pk"))
    invented = Player.objects.filter(pk__in=people, club__name=CLUB, user=None)
    invented.filter(~Exists(elsewhere)).delete()
    Club.objects.filter(name=CLUB, players=None, tournaments=None).delete()
