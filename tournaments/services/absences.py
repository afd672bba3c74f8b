"""People who do not play as planned: forfeits, a number taken by a newcomer, lots for a tie
(competition-rules.md §2.5, §3, §4). Each can be taken back; finished rounds are never touched."""

import secrets
from collections.abc import Iterable

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.models import Act, Bye, Entry, Forfeit, Player, Round, Seat, Table
from tournaments.services.access import Actor, require_organiser, require_referee
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Conflict, Invalid, NotThere, Problem
from tournaments.services.locks import locked, locked_round, locked_tournament, require_same


@transaction.atomic
def give_forfeit(actor: Actor, round_id: int, entry_id: int, reason: str) -> Forfeit:
    """Note that somebody abandoned a round: no table points, and the game points of a forfeit.
    What the others won at the table stands. Giving it twice changes nothing."""
    round_ = locked_round(round_id)
    locked_tournament(round_.tournament_id)
    require_referee(actor, round_.tournament)
    entry = Entry.objects.filter(pk=entry_id, tournament=round_.tournament).first()
    problems = []
    if entry is None:
        problems.append(Problem("entry", _("This player is not in this event.")))
    if not reason.strip():
        problems.append(Problem("reason", _("Give a reason.")))
    if problems or entry is None:
        raise Invalid(problems=problems)
    if round_.status == Round.Status.CLOSED:
        raise Conflict(_("The round is closed; reopen it first."))
    forfeit, made = Forfeit.objects.get_or_create(
        round=round_, entry=entry, defaults={"reason": reason.strip()[:200]}
    )
    if made:
        _tell(actor, Act.FORFEIT_GIVEN, round_, entry, forfeit.reason)
    return forfeit


@transaction.atomic
def take_forfeit_back(actor: Actor, forfeit_id: int, reason: str) -> None:
    """Take a forfeit back, with a reason: what was played counts again."""
    found = Forfeit.objects.filter(pk=forfeit_id).first()
    if found is None:
        raise NotThere
    round_ = locked_round(found.round_id)
    locked_tournament(round_.tournament_id)
    require_referee(actor, round_.tournament)
    if not reason.strip():
        raise Invalid(problems=[Problem("reason", _("Give a reason."))])
    if round_.status == Round.Status.CLOSED:
        raise Conflict(_("The round is closed; reopen it first."))
    if Forfeit.objects.filter(pk=forfeit_id).delete()[0]:
        _tell(actor, Act.FORFEIT_TAKEN, round_, found.entry, reason.strip())


def _tell(actor: Actor, act: Act, round_: Round, entry: Entry, reason: str) -> None:
    finish_act(
        actor,
        round_.tournament_id,
        Change(act, f"entry {entry.number}", reason=reason[:200], round_number=round_.number),
    )


@transaction.atomic
def replace_entry(
    actor: Actor, entry_id: int, *, name: str, reserve_id: int | None = None
) -> Entry:
    """Let a newcomer take somebody's number: the seats and byes of rounds that have not started
    go to the newcomer with the number and the team; the leaver is withdrawn from then on, keeps
    what was earned, and gets the next free number.

    With ``reserve_id`` the newcomer is a reserve who is registered already (``name`` is not
    read); the two change numbers. Raises `Invalid` or `Conflict`; finished and running rounds
    stay as they are.
    """
    leaver = Entry.objects.select_related("player").filter(pk=entry_id).first()
    if leaver is None:
        raise NotThere
    rounds, tables = _locked_future(leaver)
    tournament = locked_tournament(leaver.tournament_id)
    require_same(_waiting(leaver), rounds)
    require_organiser(actor, tournament)
    leaver.refresh_from_db()
    if leaver.status != Entry.Status.ACTIVE:
        raise Conflict(_("This player does not play any more."))
    newcomer = _newcomer(leaver, name, reserve_id)
    if newcomer.pk and Seat.objects.filter(entry=newcomer, round__in=rounds).exists():
        raise Conflict(_("The reserve has a seat in a round to come already."))
    first = min((round_.number for round_ in rounds), default=_next_round(leaver))
    number, other = leaver.number, newcomer.number or _next_number(leaver)
    leaver.number = _next_number(leaver) + 1
    leaver.save(update_fields=["number"])
    newcomer.number = number
    newcomer.team_id = leaver.team_id
    newcomer.reserve = False
    newcomer.save()
    leaver.number = other
    leaver.status, leaver.status_from = Entry.Status.WITHDRAWN, first
    leaver.save(update_fields=["number", "status", "status_from"])
    _move(leaver, newcomer, rounds, tables)
    finish_act(
        actor,
        tournament.pk,
        Change(
            Act.NUMBER_TAKEN,
            f"entry {number}",
            before={"name": leaver.player.name},
            after={"name": newcomer.player.name, "from_round": first, "leaver": leaver.number},
        ),
    )
    return newcomer


def _waiting(leaver: Entry) -> QuerySet[Round]:
    """The rounds of the event that have not started."""
    return Round.objects.filter(tournament_id=leaver.tournament_id, status=Round.Status.SEATED)


def _locked_future(leaver: Entry) -> tuple[list[Round], list[Table]]:
    """Lock the rounds that have not started, where no hand can be, and the leaver's tables."""
    rounds = sorted(locked(_waiting(leaver)), key=lambda round_: round_.number)
    seats = Seat.objects.filter(entry=leaver, round__in=rounds)
    return rounds, locked(Table.objects.filter(pk__in=seats.values("table")))


def _newcomer(leaver: Entry, name: str, reserve_id: int | None) -> Entry:
    """Return the entry of the newcomer; a new one is not saved yet and has no number."""
    if reserve_id is not None:
        reserve = Entry.objects.filter(
            pk=reserve_id, tournament=leaver.tournament, reserve=True
        ).first()
        if reserve is None or (leaver.team_id is not None and reserve.team_id != leaver.team_id):
            raise Invalid(problems=[Problem("reserve", _("Choose a reserve of the same team."))])
        return reserve
    tidy = " ".join(name.split())
    if not tidy or len(tidy) > 80:
        raise Invalid(problems=[Problem("name", _("A name has 1 to 80 characters."))])
    player = Player.objects.create(name=tidy, club=leaver.player.club)
    return Entry(tournament=leaver.tournament, player=player, number=0)


def _next_number(leaver: Entry) -> int:
    last = leaver.tournament.entries.order_by("-number").values_list("number", flat=True).first()
    return (last or 0) + 1


def _next_round(leaver: Entry) -> int:
    last = leaver.tournament.rounds.order_by("-number").values_list("number", flat=True).first()
    return (last or 0) + 1


def _move(leaver: Entry, newcomer: Entry, rounds: Iterable[Round], tables: Iterable[Table]) -> None:
    ids = [round_.pk for round_ in rounds]
    Seat.objects.filter(entry=leaver, round__in=ids).update(entry=newcomer)
    Bye.objects.filter(entry=leaver, round__in=ids).update(entry=newcomer)
    for table in tables:
        table.revision += 1
        table.save(update_fields=["revision"])


@transaction.atomic
def draw_lots(actor: Actor, tournament_id: int, entry_ids: Iterable[int]) -> dict[int, int]:
    """Draw lots (抽签) among some entries, or all when none are named; returns entry → number.

    The numbers count where the order of keys asks for lots; drawing again replaces them.
    """
    tournament = locked_tournament(tournament_id)
    require_organiser(actor, tournament)
    wanted = set(entry_ids)
    entries = list(tournament.entries.order_by("number"))
    if wanted - {entry.pk for entry in entries}:
        raise Invalid(problems=[Problem("entry", _("This player is not in this event."))])
    chosen = [entry for entry in entries if entry.pk in wanted] if wanted else entries
    lots = list(range(1, len(chosen) + 1))
    secrets.SystemRandom().shuffle(lots)
    for entry, lot in zip(chosen, lots, strict=True):
        entry.lot = lot
    Entry.objects.bulk_update(chosen, ["lot"])
    finish_act(
        actor,
        tournament.pk,
        Change(
            Act.LOTS_DRAWN,
            f"{len(chosen)} players",
            after={str(entry.number): entry.lot for entry in chosen},
        ),
    )
    return {entry.pk: entry.lot or 0 for entry in chosen}
