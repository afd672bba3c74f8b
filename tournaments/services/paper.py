"""The paper sheet beside the hands: its four totals, where they differ, and which slip of the pen
explains it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import Act, Table
from tournaments.services.access import Actor, require_recorder
from tournaments.services.audit import Change, finish_act
from tournaments.services.confirming import typed_totals
from tournaments.services.errors import Conflict, Invalid, Problem
from tournaments.services.hands import Sheet
from tournaments.services.locks import locked_table
from tournaments.services.tables import HandState, TableState, require_open, table_state, touch

Deltas = tuple[int, ...]
MOST_SLIPS = 6
ALIKE = ("17", "38", "56", "06", "49", "08")  # figures that are read for each other


def differences(state: TableState) -> Deltas | None:
    """Return paper minus hands per chair; None while no totals of the paper are typed."""
    paper = state.table.paper_totals
    if paper is None or len(paper) != len(state.seats):
        return None
    return tuple(a - b for a, b in zip(paper, state.totals, strict=True))


@transaction.atomic
def check_paper(actor: Actor, table_id: int, totals: Mapping[int, object]) -> Table:
    """Keep the totals of the paper sheet beside the recorded hands.

    They sum to what the table sums to (zero, or a fine or fee that is recorded), with or without
    the penalties outside the hands; else `Invalid`, with the slip that explains it.
    """
    table = locked_table(table_id)
    require_recorder(actor, table)
    require_open(table)
    state = table_state(table)
    if not state.has_result:
        raise Conflict(_("Nothing is recorded at this table yet."))
    given = typed_totals(totals, len(state.seats))
    if sum(given) not in {state.total_sum, sum(seat.hands_total for seat in state.seats)}:
        raise Invalid(problems=_sum_problems(state, given))
    before = table.paper_totals
    table.paper_totals = given
    touch(table, "paper_totals")
    finish_act(
        actor,
        table.round.tournament_id,
        Change(
            Act.PAPER_CHECKED,
            f"table {table.round.number}/{table.number}",
            before=before,
            after=given,
            table=table,
        ),
    )
    return table


def _sum_problems(state: TableState, given: Sequence[int]) -> list[Problem]:
    over = sum(given) - state.total_sum
    words = _("The totals of the paper sum to %(sum)+d and not to %(right)+d.") % {
        "sum": sum(given),
        "right": state.total_sum,
    }
    found = [Problem("totals", words)]
    found += [Problem("totals", line) for line in _adding(state, given, over)]
    found.append(Problem("totals", _("If a fine explains it, enter the fine first.")))
    return found


def slips(state: TableState) -> list[str]:
    """Return what may have gone wrong, the likeliest first, in words."""
    difference = differences(state)
    if difference is None or not any(difference):
        return []
    paper = list(state.table.paper_totals or ())
    found = [
        *_penalties(state, difference),
        *_adding(state, paper, sum(difference)),
        *_exchanged(state, paper),
        *(() if state.typed else _of_hands(state, difference)),
    ]
    return list(dict.fromkeys(found))[:MOST_SLIPS]


def _penalties(state: TableState, difference: Deltas) -> Iterator[str]:
    """Penalties outside the hands that the paper leaves out."""
    own = [seat.penalty for seat in state.seats]
    if any(own) and all(d == -p for d, p in zip(difference, own, strict=True)):
        who = ", ".join(seat.name for seat in state.seats if seat.penalty)
        yield _("The paper leaves out the penalty outside the hands: %(who)s.") % {"who": who}
        return
    for seat in state.seats:
        if seat.penalty and difference[seat.chair] == -seat.penalty:
            words = _("The penalty of %(who)s (%(points)+d) stands only in the recorded totals.")
            yield words % {"who": seat.name, "points": seat.penalty}


def _adding(state: TableState, paper: Sequence[int], over: int) -> Iterator[str]:
    """One total alone is wrong: figures exchanged or misread, a sign left out, added wrongly."""
    wrong = [seat for seat in state.seats if paper[seat.chair] != seat.total]
    for seat in wrong:
        written = paper[seat.chair]
        values = {"who": seat.name, "paper": written, "hands": seat.total}
        if written == -seat.total:
            yield _("%(who)s: the sign; %(paper)+d for %(hands)+d.") % values
        elif sorted(str(abs(written))) == sorted(str(abs(seat.total))):
            yield _("%(who)s: figures exchanged; %(paper)+d for %(hands)+d.") % values
        elif _misread(written, seat.total):
            yield _("%(who)s: a figure misread; %(paper)+d for %(hands)+d.") % values
        elif len(wrong) == 1 and over:
            yield _("%(who)s: added wrongly; %(paper)+d for %(hands)+d.") % values


def _misread(one: int, other: int) -> bool:
    a, b = str(one), str(other)
    if len(a) != len(b):
        return False
    different = [x + y for x, y in zip(a, b, strict=True) if x != y]
    return len(different) == 1 and any(set(different[0]) == set(pair) for pair in ALIKE)


def _exchanged(state: TableState, paper: Sequence[int]) -> Iterator[str]:
    wrong = [seat for seat in state.seats if paper[seat.chair] != seat.total]
    if len(wrong) == 2 and [paper[seat.chair] for seat in wrong] == [
        seat.total for seat in reversed(wrong)
    ]:
        yield _("The totals of %(a)s and %(b)s stand in each other's place.") % {
            "a": wrong[0].name,
            "b": wrong[1].name,
        }


def _of_hands(state: TableState, difference: Deltas) -> Iterator[str]:
    """One hand that stands otherwise on the paper."""
    sheet = Sheet(state.table)
    for hand in state.hands:
        name = {"n": hand.number}
        if difference == tuple(-d for d in hand.deltas) and any(hand.deltas):
            yield (
                _("Hand %(n)d is missing on the paper, or recorded though it was not played.")
                % name
            )
        if difference == hand.deltas and any(hand.deltas):
            yield (
                _("The paper counts hand %(n)d twice, or the next one like it is not recorded.")
                % name
            )
        for events, words in _readings(state, hand):
            moved = _moved(sheet, hand, events)
            if moved == difference:
                yield words


def _moved(sheet: Sheet, hand: HandState, events: list[dict[str, Any]]) -> Deltas | None:
    """What each chair would have more if the hand were these events."""
    try:
        draft = sheet.settled(hand.number - 1, hand.position, events)
    except Invalid:
        return None
    return tuple(a - b for a, b in zip(draft.chair_deltas, hand.deltas, strict=True))


def _readings(state: TableState, hand: HandState) -> Iterator[tuple[list[dict[str, Any]], str]]:
    """The hand with one thing otherwise: who won, who discarded, the number."""
    events = hand.hand.record["events"]
    wins = [i for i, event in enumerate(events) if event["type"] == "win"]
    if len(wins) != 1 or len(events[wins[0]]["winners"]) != 1:
        return
    at = wins[0]
    win, winner = events[at], events[at]["winners"][0]

    def name(seat: int) -> str:
        return state.seats[hand.position.chairs[seat]].name

    def told(event: dict[str, Any]) -> list[dict[str, Any]]:
        return [*events[:at], event, *events[at + 1 :]]

    seat, giver = winner["seat"], win.get("from")
    values = {"n": hand.number, "winner": name(seat)}
    if giver is not None:
        swapped = {**win, "from": seat, "winners": [{**winner, "seat": giver}]}
        words = _("Hand %(n)d: winner and discarder exchanged (%(winner)s and %(giver)s).")
        yield told(swapped), words % {**values, "giver": name(giver)}
        bare = {k: v for k, v in win.items() if k != "from"}
        words = _("Hand %(n)d: written as a self-draw of %(winner)s.")
        yield told({**bare, "by": "self_draw"}), words % values
    for other in range(len(state.seats)):
        if other not in (seat, giver):
            words = _("Hand %(n)d: written as discarded by %(giver)s.")
            by = {**win, "by": "discard", "from": other}
            yield told(by), words % {**values, "giver": name(other)}
            words = _("Hand %(n)d: written as won by %(other)s and not by %(winner)s.")
            won = {**win, "winners": [{**winner, "seat": other}]}
            yield told(won), words % {**values, "other": name(other)}
    fan = winner.get("declared", {}).get("fan")
    if isinstance(fan, int) and len(winner["declared"]) == 1:
        for read in _near(fan):
            words = _("Hand %(n)d: %(read)d fan on the paper, %(fan)d recorded.")
            other_fan = {**win, "winners": [{**winner, "declared": {"fan": read}}]}
            yield told(other_fan), words % {**values, "read": read, "fan": fan}


def _near(fan: int) -> list[int]:
    """Numbers that are written or read for this one: misread first, then off by little."""
    digits = str(fan)
    swapped = int(digits[::-1])
    others = [
        int(digits[:i] + figure + digits[i + 1 :])
        for i in range(len(digits))
        for figure in "0123456789"
    ]
    around = range(max(1, fan - 12), fan + 13)
    return [n for n in dict.fromkeys([swapped, *others, *around]) if n not in (0, fan)]
