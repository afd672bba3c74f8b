"""The seats of a round: laid out by hand, taken back, published."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import Act, Bye, Entry, Forfeit, Hand, Round, Seat, Stage, Table, Tournament
from tournaments.services.access import Actor, require_organiser
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Conflict, Invalid, Problem
from tournaments.services.locks import locked_round, locked_rounds, locked_tournament
from tournaments.services.seating_checks import Rules, rules_of
from tournaments.services.seating_facts import next_number, stage_of


def write_round(
    tournament: Tournament,
    number: int,
    tables: Sequence[Sequence[int]],
    *,
    byes: Sequence[int] = (),
    method: str,
    drawn_from: Mapping[str, Any] | None = None,
) -> Change:
    """Write one round inside the caller's transaction; ``tables`` are entry ids, East first;
    ``drawn_from`` the standings that it was drawn from."""
    stage = tournament.stages.order_by("-number").first()
    stage = stage or Stage.objects.create(tournament=tournament, number=1)
    round_ = Round.objects.create(
        tournament=tournament,
        stage=stage,
        number=number,
        method=method[:200],
        drawn_from=dict(drawn_from or {}),
    )
    made = Table.objects.bulk_create(
        Table(round=round_, number=n) for n in range(1, len(tables) + 1)
    )
    Seat.objects.bulk_create(
        Seat(table=table, round=round_, entry_id=entry_id, wind=wind)
        for table, chairs in zip(made, tables, strict=True)
        for wind, entry_id in enumerate(chairs)
    )
    Bye.objects.bulk_create(Bye(round=round_, entry_id=entry_id) for entry_id in byes)
    return Change(
        Act.SEATS_DRAWN,
        f"round {number}",
        after={"tables": [list(t) for t in tables], "byes": list(byes), "method": method},
        round_number=number,
    )


@transaction.atomic
def set_round(
    actor: Actor,
    tournament_id: int,
    *,
    tables: Sequence[Sequence[int]],
    byes: Sequence[int] = (),
    keep: bool = False,
) -> Round:
    """Seat the next round by hand. Each table lists entry ids in the order E S W N (two to four).

    Names every player who is unknown or seated twice; with ``keep`` also whatever the event's rules
    for seats forbid (`Rules.broken`).
    """
    tournament = locked_tournament(tournament_id)
    require_organiser(actor, tournament)
    problems = _seat_problems(tournament, tables, byes)
    number = next_number(tournament)
    if keep and not problems:
        rules = rules_of(tournament)
        broken = rules.broken(number, tables) + _not_through(tournament, rules, tables)
        problems = [Problem("broken", words) for words in broken]
    if problems:
        raise Invalid(problems=problems)
    change = write_round(tournament, number, tables, byes=byes, method="manual")
    finish_act(actor, tournament.pk, change)
    return tournament.rounds.get(number=number)


def _seat_problems(
    tournament: Tournament, tables: Sequence[Sequence[int]], byes: Sequence[int]
) -> list[Problem]:
    names = {e.pk: str(e) for e in tournament.entries.select_related("player")}
    seen: dict[int, int] = {}
    problems = []
    if not tables:
        problems.append(Problem("tables", _("A round needs a table.")))
    for number, chairs in enumerate(tables, 1):
        field = f"table {number}"
        if not 2 <= len(chairs) <= 4:
            problems.append(Problem(field, _("A table has two to four players.")))
        for entry_id in chairs:
            if entry_id not in names:
                problems.append(Problem(field, _("A player here is not in this event.")))
            elif entry_id in seen:
                problems.append(
                    Problem(
                        field,
                        _("%(name)s sits at table %(a)d and at table %(b)d.")
                        % {"name": names[entry_id], "a": seen[entry_id], "b": number},
                    )
                )
            else:
                seen[entry_id] = number
    for entry_id in byes:
        if entry_id not in names or entry_id in seen:
            problems.append(Problem("byes", _("A player who sits out is seated, or not here.")))
    return problems


def refuse_recorded(tables: Sequence[int]) -> None:
    if (
        Hand.objects.filter(table_id__in=tables).exists()
        or Seat.objects.filter(table_id__in=tables, typed_points__isnull=False).exists()
    ):
        raise Conflict(_("Hands or totals are recorded there already."))


@transaction.atomic
def reset_round(actor: Actor, round_id: int) -> None:
    """Take the draw of an unstarted round back, with the draws of all later rounds. Penalties stay
    with their people. All or nothing.
    """
    round_ = locked_round(round_id)
    require_organiser(actor, round_.tournament)
    rest = Round.objects.filter(tournament=round_.tournament, number__gte=round_.number)
    found, held, _event = locked_rounds(rest, round_.tournament_id)
    later = sorted(found, key=lambda r: r.number)
    if any(r.status != Round.Status.SEATED for r in later):
        raise Conflict(_("A round that has started cannot be drawn anew."))
    refuse_recorded([table.pk for table in held])
    _refuse_forfeits(later)
    changes = [
        Change(
            Act.SEATS_RESET,
            f"round {r.number}",
            before={
                "tables": chairs_of(r),
                "byes": sorted(r.byes.values_list("entry", flat=True)),
                "method": r.method,
            },
            round_number=r.number,
        )
        for r in later
    ]
    for r in later:
        r.delete()
    finish_act(actor, round_.tournament_id, *changes)


def _not_through(
    tournament: Tournament, rules: Rules, tables: Sequence[Sequence[int]]
) -> list[str]:
    """Name whom the cut of the present stage left out."""
    stage = stage_of(tournament)
    if stage is None or stage.cut_size is None:
        return []
    through = set(stage.members.values_list("entry_id", flat=True))
    return [
        _("Table %(table)d: %(name)s did not go through the cut.")
        % {"table": at, "name": rules.name(entry_id)}
        for at, table in enumerate(tables, 1)
        for entry_id in table
        if entry_id not in through and rules.entries[entry_id].status != Entry.Status.SUBSTITUTE
    ]


def _refuse_forfeits(rounds: Sequence[Round]) -> None:
    """A forfeit belongs to its round and would go with it."""
    forfeits = Forfeit.objects.filter(round__in=rounds).select_related("entry__player", "round")
    names = [f"{f.round.number}: {f.entry.player.name}" for f in forfeits]
    if names:
        words = _("Forfeits are noted there (round: player): %(names)s. Take them back first.")
        raise Conflict(words % {"names": ", ".join(names)})


def chairs_of(round_: Round) -> list[list[int]]:
    """Return the entry ids of a round, table by table, East first."""
    tables: dict[int, list[int]] = {}
    seats = round_.seats.order_by("table__number", "wind")
    for table_id, entry_id in seats.values_list("table_id", "entry_id"):
        tables.setdefault(table_id, []).append(entry_id)
    return list(tables.values())


@transaction.atomic
def publish_seats(actor: Actor, round_id: int, *, public: bool = True) -> Round:
    """Show the seats of a round to everybody, or hide them again."""
    round_ = locked_round(round_id)
    require_organiser(actor, round_.tournament)
    if round_.seats_public != public:
        round_.seats_public = public
        round_.save(update_fields=["seats_public"])
        finish_act(
            actor,
            round_.tournament_id,
            Change(
                Act.ROUND_PUBLISHED,
                f"round {round_.number}",
                before=not public,
                after=public,
                round_number=round_.number,
            ),
        )
    return round_
