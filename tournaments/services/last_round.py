"""What is known before the last round, read for `standings.needs`."""

from dataclasses import dataclass, replace

from django.core.cache import cache
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Bye, Entry, Round, Seat, Stage, Tournament
from tournaments.services import access, releases
from tournaments.services.access import Actor
from tournaments.services.standing_facts import config_of
from tournaments.standings import Standings
from tournaments.standings.model import BYE, Cell, Row
from tournaments.standings.needs import Outcome, outcomes
from tournaments.standings.needs_facts import Contender, LastRound, OpenTable

UNKNOWN = (None, None, None)
KEEP_SECONDS = 3600


@dataclass(frozen=True)
class Before:
    """The state before the last round, or ``why`` there is no answer. ``supposed``: the event does
    not say how many rounds it has, and this one is taken for the last. ``base`` are the standings
    before it, as the reader may see them; ``everything``: held results among them."""

    number: int
    base: Standings
    everything: bool
    last: LastRound | None = None
    why: str | Promise = ""
    seats_known: bool = False
    supposed: bool = False


@dataclass(frozen=True)
class Answer:
    """What a player's own results mean for ``rank``, of ``ranked`` people; the player stands at
    ``row`` before the last round."""

    row: Row
    rank: int
    ranked: int
    outcomes: tuple[Outcome, ...]


def is_asked(tournament: Tournament, table: Standings) -> bool:
    """Tell from standings alone whether rows lead to what their players need: the last round is
    the next one, or plays (`before_last_round` says why there is no answer all the same)."""
    if not tournament.planned_rounds or tournament.status == Tournament.Status.FINISHED:
        return False
    if tournament.kind == Tournament.Kind.CLUB_NIGHT:
        return False
    left = tournament.planned_rounds - table.after_round
    return left == int(not table.provisional)


def before_last_round(actor: Actor, tournament: Tournament) -> Before:
    """Read what somebody may see; the answer says why when there is none."""
    rounds = list(tournament.rounds.select_related("stage").order_by("number"))
    open_ = [r for r in rounds if r.status != Round.Status.CLOSED]
    number = open_[0].number if open_ else (rounds[-1].number + 1 if rounds else 1)
    base = releases.computed_for(actor, tournament, number - 1)
    before = Before(number, base, releases.sees_everything(actor, tournament))
    why = _reason(tournament, rounds, open_, number)
    if not why and (base.after_round < number - 1 or base.provisional):
        why = _("The results of the rounds before are not complete, or not published.")
    round_ = open_[0] if open_ else None
    stage = round_.stage if round_ else None
    if not why and stage and _starts_anew(stage, number):
        why = _("The last round begins a stage that does not carry everything over.")
    if why:
        return replace(before, why=why)
    known = round_ is not None and access.may_see_seats(actor, round_)
    last = _last(actor, tournament, base, number, round_ if known else None)
    if not last.answerable:
        return replace(
            before, why=_("Here scores count without a bound, not places: anything is possible.")
        )
    supposed = not tournament.planned_rounds
    return replace(before, last=last, seats_known=known, supposed=supposed)


def answer_for(entry: Entry, before: Before, wanted: int | None = None) -> Answer | None:
    """Return what a player needs for the rank ``wanted`` (without it, or beyond the last, the own
    or the last one); None where nobody can say, or the player is not ranked."""
    row = next((row for row in before.base.rows if row.entry_id == entry.pk), None)
    if before.last is None or row is None or row.rank is None:
        return None
    ranked = len(before.last.contenders)
    rank = min(wanted or row.rank, ranked)
    return Answer(row, rank, ranked, _outcomes_for(entry, before, before.last, rank))


def _outcomes_for(entry: Entry, before: Before, last: LastRound, rank: int) -> tuple[Outcome, ...]:
    """Work the outcomes out once per revision, as large events take a moment; apart for readers
    from whom results are held back, who stand before other figures at the same revision."""
    event = entry.tournament
    seen = f"{before.everything}-{before.seats_known}"
    key = f"needs-{event.pk}-{event.revision}-{entry.pk}-{rank}-{seen}"
    found: tuple[Outcome, ...] | None = cache.get(key)
    if found is None:
        found = outcomes(last, entry.pk, rank)
        cache.set(key, found, KEEP_SECONDS)
    return found


def _reason(
    tournament: Tournament, rounds: list[Round], open_: list[Round], number: int
) -> str | Promise:
    planned = tournament.planned_rounds
    if tournament.kind == Tournament.Kind.CLUB_NIGHT:
        return _("On a club night games are opened as people come; nobody knows who plays another.")
    if tournament.status == Tournament.Status.FINISHED or (planned and number > planned):
        return _("All rounds are played.")
    if len(open_) > 1 or (planned and number < planned):
        return _("More than one round is still to come; this can be told before the last one.")
    if number == 1:
        return _("Nothing is played yet.")
    if not planned and not open_:
        return _("It is not known whether another round follows.")
    return ""


def _starts_anew(stage: Stage, number: int) -> bool:
    first = stage.rounds.order_by("number").values_list("number", flat=True).first()
    return first == number and number > 1 and stage.carry != Stage.Carry.ALL


def _last(
    actor: Actor, tournament: Tournament, base: Standings, number: int, round_: Round | None
) -> LastRound:
    config = config_of(tournament)
    entries = {e.pk: e for e in tournament.entries.all()}
    stands = _standing_cells(actor, tournament, number) if round_ else {}
    tables, byes = _tables(base, round_, entries, stands, config.sub_consumes_place)
    if round_ is None:
        playing = [r.entry_id for r in base.rows if r.rank and r.status == Entry.Status.ACTIVE]
        tables = [OpenTable((entry, *UNKNOWN)) for entry in playing]
    # Asked for places alone (`LastRound.answerable`), where the mean is that of any table.
    bye = Cell(number, None, None, config.bye_worth(), config.bye_game_points, kind=BYE)
    stage = round_.stage if round_ else None
    members = (
        set(stage.members.values_list("entry_id", flat=True))
        if stage and stage.cut_size is not None
        else None
    )
    contenders = {
        row.entry_id: Contender(
            row.entry_id,
            row.cells,
            above=_class(row, members),
            carried=row.carried,
            adjusted=row.adjusted,
            lot=entries[row.entry_id].lot,
            last=bye if row.entry_id in byes else stands.get(row.entry_id),
        )
        for row in base.rows
        if row.rank is not None
    }
    return LastRound(number, contenders, tuple(tables), config)


def _class(row: Row, members: set[int] | None) -> tuple[int, ...]:
    missed = members is not None and row.entry_id not in members
    return (-row.bottom, -row.tier - missed)


def _standing_cells(actor: Actor, tournament: Tournament, number: int) -> dict[int, Cell]:
    """Return the results of the last round that stand already: tables that have finished."""
    now = releases.computed_for(actor, tournament)
    return {
        row.entry_id: cell
        for row in now.rows
        for cell in row.cells
        if cell.round_no == number and not cell.provisional and cell.kind != BYE
    }


def _tables(
    base: Standings,
    round_: Round | None,
    entries: dict[int, Entry],
    stands: dict[int, Cell],
    sub_consumes_place: bool,
) -> tuple[list[OpenTable], set[int]]:
    """Return the tables that are open, and who sits the round out."""
    if round_ is None:
        return [], set()
    ranked = {row.entry_id for row in base.rows if row.rank is not None}
    balanced = _sums_to_zero(base)
    seated: dict[int, list[int]] = {}
    for table_id, entry in (
        Seat.objects.filter(round=round_)
        .order_by("table__number", "wind")
        .values_list("table_id", "entry_id")
    ):
        seated.setdefault(table_id, []).append(entry)
    tables = []
    for people in seated.values():
        if any(entry in stands for entry in people):
            continue
        # Whose place is not counted leaves it to the others, and takes points out of their sum.
        aside = {
            entry
            for entry in people
            if not sub_consumes_place and entries[entry].status == Entry.Status.SUBSTITUTE
        }
        seats = tuple(e if e in ranked else None for e in people if e not in aside)
        tables.append(OpenTable(seats, balanced and not aside))
    byes = set(Bye.objects.filter(round=round_).values_list("entry_id", flat=True))
    return tables, byes


def _sums_to_zero(base: Standings) -> bool:
    """Tell whether the tables of this event sum to zero: no house takes a fee. Tables where a
    penalty fell say nothing about it."""
    sums: dict[tuple[int, int], int] = {}
    fined: set[tuple[int, int]] = set()
    for row in base.rows:
        for cell in row.cells:
            if cell.table_no is not None and cell.place is not None:
                key = (cell.round_no, cell.table_no)
                sums[key] = sums.get(key, 0) + cell.game_points
                if cell.penalty:
                    fined.add(key)
    return not any(total for key, total in sums.items() if key not in fined)
