"""Club nights: tables opened as people come, as many games as they like, no draw.

A game is a table of the first round in which none of its people sits yet: somebody's third game of
the evening stands in round 3. With one person more than the table has chairs, that one sits out and
is the next to come in. Between two games of the same people the deal goes on by a chair (who sat
South deals first now); with somebody sitting out, who dealt first leaves and the one who sat out
comes in as the last dealer. So in five games everybody sits out once and plays each wind once.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import models, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.ruleset import Ruleset
from scoring.rulesets import get_ruleset
from tournaments.models import Act, Entry, Round, Seat, Stage, Table, Tournament
from tournaments.services.access import Actor, require_organiser, require_referee
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Conflict, Invalid, NotThere, Problem
from tournaments.services.locks import locked_table, locked_tournament, locked_wholly
from tournaments.services.refusals import words

CHAIRS = ("east", "south", "west", "north")


@dataclass(frozen=True)
class Lineup:
    """Who plays the next game: entry ids, East first, and who sits out."""

    chairs: tuple[int, ...]
    sitting_out: int | None


def following(chairs: Sequence[int], sitting_out: int | None) -> Lineup:
    """Return who plays after a game of these people, and where."""
    first, *others = chairs
    if sitting_out is None:
        return Lineup((*others, first), None)
    return Lineup((*others, sitting_out), first)


def games_of_a_turn(rules: Ruleset) -> int:
    """Return in how many games of `following` everybody sits out once and starts once on every
    wind, where there is one person more than chairs: as many as people (a table of as many as the
    rules allow)."""
    return max(rules.players) + 1


@transaction.atomic
def open_table(
    actor: Actor,
    tournament_id: int,
    entry_ids: Sequence[int],
    *,
    sitting_out: int | None = None,
) -> Table:
    """Open a game for people who are there: entry ids in the order of the winds, East first.

    For referees and organisers. Raises `Invalid` with everything that is wrong, by chair.
    """
    tournament = locked_tournament(tournament_id)
    require_referee(actor, tournament)
    _require_night(tournament)
    _check(tournament, entry_ids, sitting_out)
    return _open(actor, tournament, Lineup(tuple(entry_ids), sitting_out))


@transaction.atomic
def next_game(actor: Actor, table_id: int) -> Table:
    """Open the next game of a table's people (see `following`). Its own game must be over. Asked
    twice it answers with the game that was opened."""
    table = Table.objects.select_related("round").filter(pk=table_id).first()
    if table is None:
        raise NotThere
    tournament = locked_tournament(table.round.tournament_id)
    require_referee(actor, tournament)
    _require_night(tournament)
    table.refresh_from_db()
    if table.status == Table.Status.OPEN:
        raise Conflict(_("The game at this table is not finished."))
    chairs = list(table.seats.order_by("wind").values_list("entry_id", flat=True))
    lineup = following(chairs, table.sitting_out_id)
    for open_table_ in _open_tables(tournament).filter(seats__entry_id=lineup.chairs[0]):
        if _lineup_of(open_table_) == lineup:
            return open_table_
    _check(tournament, lineup.chairs, lineup.sitting_out)
    return _open(actor, tournament, lineup)


def _lineup_of(table: Table) -> Lineup:
    chairs = table.seats.order_by("wind").values_list("entry_id", flat=True)
    return Lineup(tuple(chairs), table.sitting_out_id)


def _require_night(tournament: Tournament) -> None:
    if tournament.kind != Tournament.Kind.CLUB_NIGHT:
        raise Conflict(
            _("Tables are opened without a draw on club nights only; this event draws its seats.")
        )
    if tournament.status == Tournament.Status.FINISHED:
        raise Conflict(_("This evening is over; reopen it in the settings to play on."))


def _open_tables(tournament: Tournament) -> models.QuerySet[Table]:
    return Table.objects.filter(round__tournament=tournament, status=Table.Status.OPEN).exclude(
        round__status=Round.Status.CLOSED
    )


def _check(tournament: Tournament, entry_ids: Sequence[int], sitting_out: int | None) -> None:
    problems = _wrong_number(tournament, len(entry_ids))
    people = {
        entry.pk: entry
        for entry in tournament.entries.filter(
            pk__in=[*entry_ids, sitting_out or 0]
        ).select_related("player")
    }
    playing = {
        seat.entry_id: seat.table.number
        for seat in Seat.objects.filter(table__in=_open_tables(tournament)).select_related("table")
    }
    seen: set[int] = set()
    places = list(zip(CHAIRS, entry_ids, strict=False))
    if sitting_out is not None:
        places.append(("sitting_out", sitting_out))
    for field, pk in places:
        entry = people.get(pk)
        if entry is None:
            problems.append(Problem(field, _("This person is not registered for this evening.")))
            continue
        name = {"name": entry.player.name}
        if pk in seen:
            problems.append(Problem(field, _("%(name)s is named twice.") % name))
        if entry.status in (Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED):
            problems.append(Problem(field, _("%(name)s does not play any more.") % name))
        if pk in playing:
            values = {**name, "n": playing[pk]}
            problems.append(Problem(field, _("%(name)s still plays at table %(n)d.") % values))
        seen.add(pk)
    if problems:
        raise Invalid(problems=problems)


def _wrong_number(tournament: Tournament, number: int) -> list[Problem]:
    """Name the numbers of people that the rules of this evening can seat."""
    ruleset = get_ruleset(tournament.ruleset)
    if number in ruleset.players:
        return []
    allowed = ", ".join(str(n) for n in sorted(ruleset.players))
    values = {"rules": words(ruleset.name), "allowed": allowed, "n": number}
    return [Problem("people", _("%(rules)s is played by %(allowed)s; %(n)d are named.") % values)]


def _open(actor: Actor, tournament: Tournament, lineup: Lineup) -> Table:
    round_ = _round_for(tournament, lineup)
    number = (round_.tables.aggregate(last=Max("number"))["last"] or 0) + 1
    table = Table.objects.create(round=round_, number=number, sitting_out_id=lineup.sitting_out)
    Seat.objects.bulk_create(
        Seat(table=table, round=round_, entry_id=entry_id, wind=wind)
        for wind, entry_id in enumerate(lineup.chairs)
    )
    if tournament.status == Tournament.Status.PLANNED:
        tournament.status = Tournament.Status.RUNNING
        tournament.save(update_fields=["status"])
    numbers = dict(tournament.entries.values_list("pk", "number"))
    out = lineup.sitting_out
    finish_act(
        actor,
        tournament.pk,
        Change(
            Act.TABLE_OPENED,
            f"table {round_.number}/{number}",
            after={
                "entries": [numbers[pk] for pk in lineup.chairs],
                "sitting_out": numbers[out] if out is not None else None,
            },
            table=table,
        ),
    )
    return table


def _round_for(tournament: Tournament, lineup: Lineup) -> Round:
    """Return the first running round in which none of these people sits, a new one else."""
    free = (
        tournament.rounds.filter(status=Round.Status.RUNNING)
        .exclude(seats__entry_id__in=lineup.chairs)
        .order_by("number")
        .first()
    )
    if free is not None:
        return free
    stage = tournament.stages.order_by("-number").first()
    stage = stage or Stage.objects.create(tournament=tournament, number=1)
    last = tournament.rounds.aggregate(last=Max("number"))["last"] or 0
    return Round.objects.create(
        tournament=tournament,
        stage=stage,
        number=last + 1,
        status=Round.Status.RUNNING,
        seats_public=True,
        started_at=timezone.now(),
        method=_("as people came"),
    )


@transaction.atomic
def take_table_back(actor: Actor, table_id: int) -> None:
    """Take back a game that was opened by mistake: nothing may be recorded at it yet."""
    # The table first: a hand that is being saved there is in before anybody looks, or refused.
    table = locked_table(table_id)
    tournament = locked_tournament(table.round.tournament_id)
    require_referee(actor, tournament)
    _require_night(tournament)
    if table.hands.exists() or table.source == Table.Source.TOTALS:
        raise Conflict(_("Something is recorded at this table; it can no longer be taken back."))
    chairs = list(table.seats.order_by("wind").values_list("entry__number", flat=True))
    round_, number = table.round, table.number
    table.delete()
    target = f"table {round_.number}/{number}"
    change = Change(
        Act.TABLE_TAKEN_BACK, target, before={"entries": chairs}, round_number=round_.number
    )
    finish_act(actor, tournament.pk, change)


@transaction.atomic
def close_evening(actor: Actor, tournament_id: int) -> Tournament:
    """End the evening: its rounds are closed and its results final. Games still open are named and
    nothing is done. Reopened in the settings and round by round."""
    tournament = locked_wholly(tournament_id)
    require_organiser(actor, tournament)
    _require_night(tournament)
    still = list(_open_tables(tournament).select_related("round").order_by("round", "number"))
    if still:
        words_ = _("Round %(round)d, table %(n)d still plays.")
        raise Invalid(
            problems=[
                Problem("table", words_ % {"round": t.round.number, "n": t.number}) for t in still
            ]
        )
    running = list(tournament.rounds.exclude(status=Round.Status.CLOSED))
    for round_ in running:
        round_.status = Round.Status.CLOSED
        round_.closed_at = timezone.now()
        round_.save(update_fields=["status", "closed_at"])
    before = tournament.status
    tournament.status = Tournament.Status.FINISHED
    tournament.save(update_fields=["status"])
    finish_act(
        actor,
        tournament.pk,
        Change(
            Act.TOURNAMENT_CHANGED,
            f"event {tournament.slug}",
            before={"status": before},
            after={"status": tournament.status},
        ),
        *(Change(Act.ROUND_CLOSED, f"round {r.number}", round_number=r.number) for r in running),
    )
    return tournament
