"""黄庄: what the seats are, and 查花猪, 查大叫, 退税 (§8 of the specs)."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.errors import Refusal
from scoring.fields import State
from scoring.record import Event
from scoring.rulesets.sichuan.named import named_hand
from scoring.rulesets.sichuan.play import Play
from scoring.rulesets.sichuan.scale import Moment, total
from scoring.rulesets.sichuan.shown import check_frozen, check_melds, holds_pig
from scoring.text import Text
from scoring.walk import SEAT_NAMES

PIG = "hua_zhu"


@dataclass(slots=True)
class Ends:
    """What every seat is when the wall is used up; ``prices`` in capped fan, where known."""

    states: tuple[State, ...]
    prices: dict[int, int]

    def seats(self, *kinds: str) -> list[int]:
        return [seat for seat, state in enumerate(self.states) if state.state in kinds]


def take_exhaust(play: Play, event: Event) -> None:
    play.finish("exhaust", event)
    states = event.get("states")
    if states is None:
        play.problem(
            "bad_record", "黄庄要写每家的状态。", "The states of the seats are missing.", event
        )
        return
    before = len(play.problems)
    ends = Ends(states, {})
    for seat, state in enumerate(states):
        _check_state(play, event, seat, state)
        if state.state in ("won", "ready"):
            _price(play, event, seat, state, ends)
    if len(play.problems) == before and event.index not in play.broken:
        _settle(play, event, ends)


def _check_state(play: Play, event: Event, seat: int, state: State) -> None:
    """A seat's state against the events and against its hand."""
    if (state.state == "won") != (seat in play.won):
        play.problem(
            "state_mismatch",
            "{seat}家的“已胡”和前面的胡牌不合。",
            "{seat}'s state does not agree with the wins on record.",
            event,
            seat,
        )
    if state.state == "ready" and seat in play.wrong_count:
        play.problem(
            "state_mismatch",
            "{seat}家是相公，不能算听牌。",
            "{seat} has a wrong number of tiles and cannot be ready.",
            event,
            seat,
        )
    hand = state.hand
    if hand is None or event.index in play.broken:
        return
    if not (check_melds(play, hand, event, seat) and check_frozen(play, hand, event, seat)):
        return
    pig = holds_pig(play, hand, seat)
    if pig and state.state in ("won", "ready"):
        play.problem(
            "void_suit",
            "{seat}家没有缺一门，或者还有定缺的牌。",
            "{seat} holds three suits, or tiles of the suit declared void.",
            event,
            seat,
        )
    elif pig != (state.state == PIG):
        play.problem(
            "state_mismatch",
            "{seat}家的牌和“花猪”不合。",
            "Whether {seat} holds three suits is not what the tiles say.",
            event,
            seat,
        )
    elif state.state == "not_ready" and seat not in play.wrong_count and _waits(play, seat, state):
        play.problem(
            "state_mismatch",
            "{seat}家写的是未听，牌是听牌。",
            "{seat} is said not to be ready, but the tiles wait.",
            event,
            seat,
        )


def _waits(play: Play, seat: int, state: State) -> dict[int, int]:
    """Return the waits of a shown hand that count, with their fan."""
    if state.hand is None:
        return {}
    unseen = None if play.options["dead_wait_counts"] else state.unseen
    return play.scale.waits_of(state.hand, play.counted_kongs(seat), unseen)


def _price(play: Play, event: Event, seat: int, state: State, ends: Ends) -> None:
    """Find what a ready or winning hand would bring; its tiles, its row and its number agree."""
    scale = play.scale
    found: set[int] = set()
    if state.hand is not None:
        if event.index in play.broken:
            return
        fans = _waits(play, seat, state).values()
        if not fans:
            _waits_on_nothing(play, event, seat, state)
            return
        found.add(_asked_for(play, fans))
    if state.declared is not None and state.declared.patterns:
        try:
            named = named_hand(play, state.declared, event, seat)
        except Refusal as refusal:
            play.problems.extend(refusal.problems)
            return
        moment = Moment(kongs=play.counted_kongs(seat))
        found.add(scale.capped(total(scale.of_names(named, moment))))
    if state.max_fan is not None:
        fan = scale.capped(state.max_fan)
        if not scale.least_fan <= fan <= scale.most_fan:
            play.problem("bad_record", f"没有{fan}番的牌。", f"No hand has {fan} fan.", event, seat)
            return
        found.add(fan)
    if len(found) > 1:
        play.problem(
            "declared_mismatch",
            "{seat}家写的番和牌不一样。",
            "What is declared for {seat} is not what the tiles bring.",
            event,
            seat,
        )
        return
    known = found.pop() if found else _by_last_win(play, seat)
    if known is not None:
        ends.prices[seat] = known
    elif play.winners_leave and state.state == "ready":
        _no_price(play, event, seat)


def _asked_for(play: Play, fans: Iterable[int]) -> int:
    """Return the dearest or the cheapest wait, capped."""
    pick = max if play.options["da_jiao_value"] == "max" else min
    return play.scale.capped(pick(fans))


def _waits_on_nothing(play: Play, event: Event, seat: int, state: State) -> None:
    code = "not_ready" if state.state == "ready" else "state_mismatch"
    play.problem(code, "{seat}家的牌没有叫。", "{seat}'s tiles wait on nothing.", event, seat)


def _no_price(play: Play, event: Event, seat: int) -> None:
    play.problem(
        "incomplete",
        "没有写{seat}家的牌、番种或番数，算不出查叫。",
        "{seat}'s tiles, row or number is missing: it cannot be told what they would bring.",
        event,
        seat,
    )


def _by_last_win(play: Play, seat: int) -> int | None:
    """Price a winner who shows nothing more by the hand that won last, if no kong came since."""
    if seat not in play.shown:
        return None
    hand, index = play.shown[seat]
    if any(kong.event.index > index for kong in play.kongs_of(seat)):
        return None
    fans = play.scale.waits_of(hand, play.counted_kongs(seat), None).values()
    return _asked_for(play, fans) if fans else None


def _settle(play: Play, event: Event, ends: Ends) -> None:
    unready = ends.seats("not_ready")
    pigs = ends.seats(PIG)
    # Where winners play on they collect as well.
    collecting = ends.seats("ready") if play.winners_leave else ends.seats("ready", "won")
    debtors = unready + (pigs if play.options["hua_zhu_da_jiao"] else [])
    by_price = play.options["hua_zhu_rule"] == "times_max"
    if debtors or (pigs and by_price and play.options["hua_zhu_times"]):
        missing = [seat for seat in collecting if seat not in ends.prices]
        for seat in missing:
            _no_price(play, event, seat)
        if missing:
            return
    if by_price:
        _pigs_by_price(play, event, ends, pigs, collecting)
    else:
        _pigs_flat(play, event, ends, pigs, collecting)
    _ready_hands(play, event, ends, sorted(debtors), collecting)
    if play.options["kong_refund"]:
        _refund(play, event, sorted(unready + pigs))


def _pigs_by_price(
    play: Play, event: Event, ends: Ends, pigs: list[int], collecting: list[int]
) -> None:
    times: int = play.options["hua_zhu_times"]
    for pig in pigs:
        for seat in collecting:
            points = play.scale.points(ends.prices.get(seat, 0))
            reason = Text(
                "花猪：{who}家的牌{n}分×{times}", "Three suits: {who}'s hand of {n} × {times}"
            ).format(who=SEAT_NAMES[seat], n=points, times=times)
            play.pay("hua_zhu", pig, seat, points * times, event, reason)


def _pigs_flat(
    play: Play, event: Event, ends: Ends, pigs: list[int], collecting: list[int]
) -> None:
    payees = {
        "active": play.still_in(*pigs),
        "all": play.game.others(*pigs),
        "all_non_pig": play.game.others(*pigs),
        "ready_or_won": collecting,
    }[play.options["hua_zhu_payees"]]
    points: int | str = play.options["hua_zhu_points"]
    if isinstance(points, str):
        amount = play.scale.points(play.options["cap_fan"])
    else:
        amount = points * play.options["base"]
    reason = Text("花猪：赔每家{n}", "Three suits: {n} to each").format(n=amount)
    for pig in pigs:
        for seat in payees:
            play.pay("hua_zhu", pig, seat, amount, event, reason)


def _ready_hands(
    play: Play, event: Event, ends: Ends, debtors: list[int], collecting: list[int]
) -> None:
    for payer in debtors:
        extra = play.kong_fan_against(payer) if play.options["bao_zi_kong_out"] else 0
        for seat in collecting:
            fan = ends.prices[seat]
            amount = play.scale.points(fan) + play.options["base"] * extra
            reason = Text("查叫：{who}家{n}{unit}", "Not ready: {who}'s hand of {n}{unit}").format(
                who=SEAT_NAMES[seat], n=fan, unit=play.scale.unit
            )
            if extra:
                reason = Text("{reason}，自己的杠＋{n}", "{reason}, own kongs + {n}").format(
                    reason=reason, n=extra
                )
            play.pay("da_jiao", payer, seat, amount, event, reason)


def _refund(play: Play, event: Event, seats: list[int]) -> None:
    for kong in play.paid_kongs():
        if kong.seat not in seats or kong.moved:
            continue
        reason = Text("退税：{kong}", "Refund: {kong}").format(kong=kong.words)
        for payer in kong.payers:
            play.pay("kong_refund", kong.seat, payer, kong.amount, event, reason)
