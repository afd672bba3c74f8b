"""After the chaos: whether what was acknowledged is there once, and the standings are the truth."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tests.chaos.hall import Own, Sheet
from tournaments.models import Act, AuditEntry, Hand, Submission, Table, Tournament
from tournaments.services import standings
from tournaments.services.tables import table_state


@dataclass
class Verdict:
    """What was found: how many hands are ``lost`` or ``doubled``, and every fault in words."""

    hands: int = 0
    lost: int = 0
    doubled: int = 0
    faults: list[str] = field(default_factory=list)


def examine(tournament: Tournament, sheets: dict[int, Sheet]) -> Verdict:
    """Compare the database with the sheets of paper (by the id of the table)."""
    verdict = Verdict()
    for table in Table.objects.filter(pk__in=sheets).select_related("round"):
        verdict.faults += _table(verdict, table, sheets[table.pk])
    verdict.faults += _audit(tournament, list(sheets.values()))
    verdict.faults += _standings(tournament, sheets)
    return verdict


def _table(verdict: Verdict, table: Table, sheet: Sheet) -> Iterator[str]:
    keys = dict(Submission.objects.filter(table=table, act="record").values_list("key", "hand_id"))
    saved = {hand.pk: hand for hand in Hand.objects.filter(table=table)}
    for own in (*sheet.hands, *sheet.undone):
        verdict.hands += 1
        hand = saved.pop(keys.pop(own.key, 0), None)
        if hand is None:
            verdict.lost += 1
            yield f"{table}: hand {own.number} ({own.key}) was acknowledged and is not there"
            continue
        yield from _hand(table, hand, own, undone=own in sheet.undone)
    verdict.doubled += len(saved)
    yield from (f"{table}: {hand} is there, and nobody was told so" for hand in saved.values())
    yield from (f"{table}: the key {key} made a hand that is on no sheet" for key in keys)
    numbers = Counter(Hand.objects.in_force().filter(table=table).values_list("number", flat=True))
    for number, times in numbers.items():
        if times > 1:
            verdict.doubled += times - 1
            yield f"{table}: hand {number} is in force {times} times"
    totals = list(table_state(table).totals)
    if totals != sheet.totals():
        yield f"{table}: the totals are {totals}, by hand {sheet.totals()}"


def _hand(table: Table, hand: Hand, own: Own, *, undone: bool) -> Iterator[str]:
    where = f"{table}: hand {own.number}"
    if hand.number != own.number:
        yield f"{where} is there as hand {hand.number}"
    if hand.record["events"] != own.deal.events():
        yield f"{where} holds {hand.record['events']}"
    if (hand.undone_at is not None) != undone:
        yield f"{where} is {'in force' if undone else 'undone'}"
    if hand.revision != own.revision + undone:
        yield f"{where} has revision {hand.revision}"
    if not undone and hand.chair_deltas != own.deal.by_chair(own.number):
        yield f"{where} moves {hand.chair_deltas}, by hand {own.deal.by_chair(own.number)}"


def _audit(tournament: Tournament, sheets: Sequence[Sheet]) -> Iterator[str]:
    expected = {
        Act.HAND_RECORDED: sum(len(s.hands) + len(s.undone) for s in sheets),
        Act.HAND_UNDONE: sum(len(s.undone) for s in sheets),
        Act.HAND_AMENDED: sum(s.amended for s in sheets),
    }
    entries = AuditEntry.objects.filter(tournament=tournament)
    found = Counter(entries.values_list("act", flat=True))
    for act, number in expected.items():
        if found[act] != number:
            yield f"the log holds {found[act]} entries {act.value!r}, {number} were done"
    acts = entries.order_by().values("group").distinct().count()
    revision = Tournament.objects.values_list("revision", flat=True).get(pk=tournament.pk)
    if revision != acts:
        yield f"the event's revision is {revision} after {acts} acts"


def _standings(tournament: Tournament, sheets: dict[int, Sheet]) -> Iterator[str]:
    tournament.refresh_from_db()
    kept = standings.current(tournament)
    if kept is None or not kept.fresh:
        yield "the standings kept are not of the last revision"
        return
    if kept.standings != standings.compute_now(tournament):
        yield "the standings kept differ from a fresh computation"
    by_hand: Counter[int] = Counter()
    for table_id, sheet in sheets.items():
        state = table_state(table_id)
        for seat, total in zip(state.seats, sheet.totals(), strict=True):
            by_hand[seat.entry.pk] += total
    for row in kept.standings.rows:
        if row.game_points != by_hand[row.entry_id]:
            told = f"{row.game_points}, by hand {by_hand[row.entry_id]}"
            yield f"entry {row.entry_id} stands with {told}"
