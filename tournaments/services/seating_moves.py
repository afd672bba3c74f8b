"""People of a seated round change places: before anything is recorded, or under recorded hands."""

from collections.abc import Iterable, Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import Act, Round, Seat, Table
from tournaments.services.access import Actor, require_organiser, require_reseating
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Conflict, Invalid, NotThere, Problem
from tournaments.services.hand_moves import move_hands
from tournaments.services.locks import locked, locked_round, locked_tournament
from tournaments.services.seating_rounds import chairs_of, refuse_recorded
from tournaments.services.tables import require_open, touch

# Whom the hands belong to when people turn out to sit elsewhere: to the chairs, as they were
# recorded by wind, or to the people, as they were recorded by name.
CHAIRS, PEOPLE = "chairs", "people"


@transaction.atomic
def swap_seats(actor: Actor, seat_id: int, other_id: int) -> None:
    """Let two people of one round change places, while nothing is recorded at their tables."""
    seats = {s.pk: s for s in Seat.objects.filter(pk__in=[seat_id, other_id])}
    if len(seats) != 2:
        raise NotThere
    a, b = seats[seat_id], seats[other_id]
    if a.round_id != b.round_id:
        raise Invalid(problems=[Problem("seat", _("The two seats are of different rounds."))])
    round_ = locked_round(a.round_id)
    require_organiser(actor, round_.tournament)
    if round_.status == Round.Status.CLOSED:
        raise Conflict(_("The round is closed; reopen it first."))
    tables = sorted({a.table_id, b.table_id})
    locked(Table.objects.filter(pk__in=tables))
    locked_tournament(round_.tournament_id)
    seats = Seat.objects.in_bulk([seat_id, other_id])
    if len(seats) != 2:
        # Whoever swapped them before us has made the seats anew.
        raise Conflict(_("Somebody else moved these people meanwhile; look again."))
    a, b = seats[seat_id], seats[other_id]
    refuse_recorded(tables)
    before = chairs_of(round_)
    _put(round_, {a: b.entry_id, b: a.entry_id})
    finish_act(
        actor,
        round_.tournament_id,
        Change(
            Act.SEATS_SWAPPED,
            f"round {round_.number}",
            before=before,
            after=chairs_of(round_),
            round_number=round_.number,
        ),
    )


def _put(round_: Round, people: Mapping[Seat, int]) -> None:
    """Give chairs to people, with whatever is typed for the chair."""
    # Deleted and made anew: the constraint against two seats in a round holds at every moment.
    Seat.objects.filter(pk__in=[seat.pk for seat in people]).delete()
    Seat.objects.bulk_create(
        Seat(
            table_id=seat.table_id,
            round=round_,
            entry_id=entry_id,
            wind=seat.wind,
            typed_points=seat.typed_points,
        )
        for seat, entry_id in people.items()
    )


@transaction.atomic
def move_under_hands(
    actor: Actor,
    round_id: int,
    people: Mapping[int, int],
    *,
    reason: str,
    hands: str = CHAIRS,
) -> None:
    """Say who really sits where, also where hands are recorded already: ``people`` seat id → entry
    id, the same people in other chairs of the round. All in one step, one group of the log.

    ``hands``: ``chairs`` - recorded by wind, so each hand stays with the chairs and its points go
    to whoever really sat there; ``people`` - recorded by name, so each hand moves with its people
    to their new winds and is settled again (within one table only). Totals follow. Raises
    `Invalid`, `Conflict` (confirmed table, closed round).
    """
    round_ = locked_round(round_id)
    require_reseating(actor, round_.tournament)
    seats = {s.pk: s for s in Seat.objects.filter(round=round_, pk__in=people)}
    tables = _locked_tables(seats.values())
    locked_tournament(round_.tournament_id)
    # Read again under the locks.
    seats = {s.pk: s for s in Seat.objects.filter(pk__in=seats)}
    moved = {seat: people[pk] for pk, seat in seats.items() if people[pk] != seat.entry_id}
    problems = _wrong(people, seats, moved, reason, hands)
    if problems:
        raise Invalid(problems=problems)
    for table in tables.values():
        require_open(table)
    before = chairs_of(round_)
    changed = {seat.table_id for seat in moved}
    own: list[Change] = []
    if hands == PEOPLE:
        for table_id in sorted(changed):
            new_chair = _new_chairs(table_id, seats, people)
            own += move_hands(tables[table_id], new_chair)
    if hands == PEOPLE:
        _carry_totals(moved, seats)
    _put(round_, moved)
    for table_id in sorted(changed):
        touch(tables[table_id], "status")
    finish_act(
        actor,
        round_.tournament_id,
        Change(
            Act.SEATS_MOVED,
            f"round {round_.number}",
            before=before,
            after=chairs_of(round_),
            reason=reason.strip(),
            round_number=round_.number,
        ),
        *own,
    )


def _locked_tables(seats: Iterable[Seat]) -> dict[int, Table]:
    ids = sorted({seat.table_id for seat in seats})
    locked(Table.objects.filter(pk__in=ids))
    found = Table.objects.filter(pk__in=ids).select_related("round__tournament__club")
    return {table.pk: table for table in found}


def _wrong(
    people: Mapping[int, int],
    seats: Mapping[int, Seat],
    moved: Mapping[Seat, int],
    reason: str,
    hands: str,
) -> list[Problem]:
    problems = []
    if len(seats) != len(people):
        problems.append(Problem("seats", _("There is no such seat in this round.")))
    if sorted(people.values()) != sorted(seat.entry_id for seat in seats.values()):
        problems.append(
            Problem("seats", _("Everybody has one chair: the same people, each of them once."))
        )
    elif not moved:
        problems.append(Problem("seats", _("Nobody has changed places.")))
    if not reason.strip():
        problems.append(Problem("reason", _("Give a reason.")))
    if hands not in (CHAIRS, PEOPLE):
        problems.append(Problem("hands", _("Choose what happens to the hands.")))
    home = {seat.entry_id: seat.table_id for seat in seats.values()}
    if hands == PEOPLE and any(home.get(entry) != seat.table_id for seat, entry in moved.items()):
        problems.append(Problem("hands", _("Hands can move with people inside one table only.")))
    return problems


def _new_chairs(table_id: int, seats: Mapping[int, Seat], people: Mapping[int, int]) -> list[int]:
    """Return the new chair of whoever had each chair of a table, as positions in its order."""
    everybody = list(Seat.objects.filter(table_id=table_id).order_by("wind"))
    after = {people.get(seat.pk, seat.entry_id): i for i, seat in enumerate(everybody)}
    return [after[seat.entry_id] for seat in everybody]


def _carry_totals(moved: Mapping[Seat, int], seats: Mapping[int, Seat]) -> None:
    """Totals typed for people go with them."""
    typed = {seat.entry_id: seat.typed_points for seat in seats.values()}
    for seat, entry_id in moved.items():
        seat.typed_points = typed[entry_id]
