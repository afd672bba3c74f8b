"""From the state of a table to its score sheet, and sheets to be filled in by hand."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language

from scoring.progress import Position, chart_position
from scoring.ruleset import Ruleset
from scoring.rulesets import get_ruleset
from scoring.text import Text
from tournaments.exporting.cells import exact
from tournaments.exporting.naming import event_name
from tournaments.exporting.score_sheet import (
    WINDS,
    SheetCell,
    SheetColumn,
    SheetForm,
    SheetPlayer,
    signed,
)
from tournaments.models import Entry, Penalty, Tournament
from tournaments.services.confirmations import Confirmation, confirmations
from tournaments.services.tables import HandState, SeatState, TableState

BY = {
    "self_draw": Text("自摸", "self"),
    "discard": Text("和", "win"),
    "rob_kong": Text("抢杠", "robs"),
}
GIVER = {"discard": Text("点炮", "deals in"), "rob_kong": Text("被抢杠", "robbed")}
FAN = Text("{n}番", "{n} fan")
DRAWN = Text("荒牌", "drawn")
VOID = Text("作废", "void")
TIME = Text("到时", "time")
PENALTY = Text("罚分", "penalty")
TOTALS_ONLY = "只有总分 Totals only"
CONFIRMED = "结果已确认 Result confirmed"
AGAIN = "重发 dealt again: {deals}"

Event = Mapping[str, Any]
# How a player is named to whoever reads the file.
ShownName = Callable[[Entry], str]


def own_name(entry: Entry) -> str:
    """The name that everybody may read."""
    return entry.shown_name


def form_of(
    state: TableState,
    *,
    made_at: dt.datetime | None = None,
    confirmation: Confirmation | None = None,
    names_accounts: bool = False,
    shown: ShownName = own_name,
) -> SheetForm:
    """Return the sheet of a table as it stands; hands not yet played show their winds where the
    chart tells them. Words inside the cells are in the current language. ``names_accounts``: say
    who confirmed, and not only when. ``shown`` is how a player is named to the reader.
    """
    tournament = state.tournament
    zone = tournament.club.zone
    moment = made_at or timezone.now()
    told = [hand for hand in state.hands if not _dealt_again(hand)]
    columns = [] if state.typed else [_column(state.ruleset, hand) for hand in told]
    if not state.typed and not state.finished:
        columns += _coming(state)
    return SheetForm(
        event=event_name(tournament),
        rules=_both(state.ruleset.name),
        made_at=moment.astimezone(zone),
        zone=tournament.club.time_zone,
        players=tuple(_player(state, seat, shown) for seat in state.seats),
        columns=tuple(columns),
        round=str(state.round.number),
        table=str(state.table.number),
        date=_day(state),
        notes=tuple(_notes(state, shown)),
        revision=state.table.revision,
        confirmed=_confirmed(confirmation, tournament, names_accounts=names_accounts),
        instead=TOTALS_ONLY if state.typed else "",
    )


def blank_form(
    tournament: Tournament | None = None, *, made_at: dt.datetime | None = None
) -> SheetForm:
    """Return a sheet without a table: of an event with its name and chart, or of no event."""
    ruleset = get_ruleset(tournament.ruleset if tournament else "guobiao")
    variant = tournament.seat_change if tournament else Tournament.SeatChange.MCR2006
    moment = made_at or timezone.now()
    return SheetForm(
        event=event_name(tournament) if tournament else "",
        rules=_both(ruleset.name),
        made_at=moment.astimezone(tournament.club.zone if tournament else None),
        zone=tournament.club.time_zone if tournament else "",
        columns=tuple(_unplayed(p) for p in _chart_from(ruleset, variant, 1)),
        date=tournament.starts_on.isoformat() if tournament and tournament.starts_on else "",
    )


def _both(text: Text) -> str:
    return text.zh if text.zh == text.en else f"{text.zh} {text.en}"


def _words(text: Text) -> str:
    return text.in_language(get_language() or "en")


def _day(state: TableState) -> str:
    started = state.round.started_at
    if started is not None:
        return started.astimezone(state.tournament.club.zone).date().isoformat()
    day = state.tournament.starts_on
    return day.isoformat() if day else ""


def _confirmed(
    confirmation: Confirmation | None, tournament: Tournament, *, names_accounts: bool
) -> str:
    if confirmation is None:
        return ""
    at = f"{confirmation.at.astimezone(tournament.club.zone):%Y-%m-%d %H:%M}"
    words = f"{CONFIRMED} {at} {tournament.club.time_zone}"
    return f"{words} · {confirmation.by}" if names_accounts and confirmation.by else words


def _player(state: TableState, seat: SeatState, shown: ShownName) -> SheetPlayer:
    player = seat.entry.player
    club = player.club.name if player.club else ""
    detail = f"{seat.entry.number} · {club}" if club else str(seat.entry.number)
    if not state.has_result or not state.finished:
        # A sheet that is still being written: the sums are whoever finishes it to write.
        return SheetPlayer(shown(seat.entry), detail)
    return SheetPlayer(
        shown(seat.entry),
        detail,
        seat.total,
        "" if seat.place is None else str(seat.place),
        "" if seat.points is None else exact(seat.points),
    )


def _dealt_again(hand: HandState) -> bool:
    """An annulled hand that moved nothing: the sheet's column is used for the new deal."""
    return hand.end == "abort" and not any(hand.deltas) and _reason(hand) != "timeout"


def _reason(hand: HandState) -> str:
    for event in hand.hand.record["events"]:
        if event["type"] == "abort":
            return str(event.get("reason") or "")
    return ""


def _unplayed(position: Position) -> SheetColumn:
    return SheetColumn(position.deal, position.prevailing, position.winds, position.dealer)


def _chart_from(ruleset: Ruleset, variant: str, deal: int) -> list[Position]:
    if ruleset.dealer_rule != "chart" or ruleset.deal_limit is None:
        return []
    return [chart_position(variant, n) for n in range(deal, ruleset.deal_limit + 1)]


def _coming(state: TableState) -> list[SheetColumn]:
    following = state.next_position
    if following is None or len(state.seats) != 4:
        return []
    chart = _chart_from(state.ruleset, state.tournament.seat_change, following.deal)
    return [_unplayed(position) for position in chart]


def _column(ruleset: Ruleset, hand: HandState) -> SheetColumn:
    words = _words_by_chair(ruleset, hand)
    cells = tuple(SheetCell(tuple(words[chair]), delta) for chair, delta in enumerate(hand.deltas))
    position = hand.position
    return SheetColumn(position.deal, position.prevailing, position.winds, position.dealer, cells)


def _words_by_chair(ruleset: Ruleset, hand: HandState) -> list[list[str]]:
    """Return the words of the line "name of the win" for every chair. Where several have won,
    each phrase says on whose tile, or to whom a tile was given."""
    chairs = hand.position.chairs
    words: list[list[str]] = [[] for _ in chairs]
    fan = {(win.event, win.seat): win.fan for win in hand.settlement.wins}
    several = len(hand.winners) > 1
    for index, event in enumerate(hand.hand.record["events"]):
        if event["type"] == "win":
            giver = event.get("from")
            for winner in event["winners"]:
                seat = winner["seat"]
                phrase = _win_words(ruleset, event, winner, fan.get((index, seat)))
                if several:
                    source = [] if giver is None else [f"←{WINDS[giver].zh}"]
                    phrase = [" ".join([*phrase, *source])]
                words[chairs[seat]] += phrase
            if giver is not None and event["by"] in GIVER:
                phrase = [_words(GIVER[event["by"]])]
                if several:
                    receivers = "".join(WINDS[winner["seat"]].zh for winner in event["winners"])
                    phrase = [f"{phrase[0]} →{receivers}"]
                words[chairs[giver]] += phrase
        elif event["type"] == "penalty":
            words[chairs[event["seat"]]].append(_words(PENALTY))
    ending = {"exhaust": DRAWN, "abort": TIME if _reason(hand) == "timeout" else VOID}
    if hand.end in ending:
        for chair_words in words:
            chair_words.insert(0, _words(ending[hand.end]))
    return words


def _win_words(ruleset: Ruleset, event: Event, winner: Event, fan: int | None) -> list[str]:
    name = _words(BY[event["by"]])
    declared = winner.get("declared") or {}
    named = [p for p in ruleset.patterns if p.id in (declared.get("patterns") or ())]
    if named:
        name = _words(max(named, key=lambda pattern: pattern.fan or 0).name)
    return [name] if fan is None else [name, _words(FAN.format(n=fan))]


def _notes(state: TableState, shown: ShownName) -> list[str]:
    notes = [_penalty_note(penalty, shown) for penalty in state.penalties]
    again = [str(hand.position.deal) for hand in state.hands if _dealt_again(hand)]
    if again:
        notes.append(AGAIN.format(deals=", ".join(again)))
    if state.total_sum:
        reasons = [_words(reason) for reason in state.imbalances]
        if state.table.imbalance_reason:
            reasons.append(state.table.imbalance_reason)
        reason = "; ".join(reasons) or "罚分 penalties"
        notes.append(f"合计 Sum {signed(state.total_sum)}: {reason}")
    return notes


def _penalty_note(penalty: Penalty, shown: ShownName) -> str:
    entry = penalty.entry
    points = f"−{penalty.points}"
    if penalty.mode == Penalty.Mode.PAY_EACH:
        points += " × 3"
    note = f"罚分 Penalty {entry.number} {shown(entry)} {points} ({penalty.reason})"
    return f"[取消 cancelled] {note}" if penalty.cancelled_at else note


def sheets_of(
    states: Sequence[TableState], *, names_accounts: bool = False, shown: ShownName = own_name
) -> list[SheetForm]:
    """Return the sheets of several tables in the order of their numbers."""
    moment = timezone.now()
    ordered = sorted(states, key=lambda s: (s.round.number, s.table.number))
    confirmed = confirmations(ordered)
    return [
        form_of(
            state,
            made_at=moment,
            confirmation=confirmed.get(state.table.pk),
            names_accounts=names_accounts,
            shown=shown,
        )
        for state in ordered
    ]
