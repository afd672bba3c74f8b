"""Sichuan hands counted a second time, by a few lines that follow the papers word by word."""

from typing import Any

from hypothesis import given, settings

from tests.scoring.build import Json
from tests.scoring.sichuan_hands import XUELIU, XUEZHAN
from tests.scoring.test_sichuan_random import Hand, hands

UNITS = {"exposed": 2, "added": 1, "concealed": 2}
MULTIPLES = {"exposed": 1, "added": 1, "concealed": 2}


class _Count:
    """Money by seat; a payment that is later taken back is kept with its kong."""

    def __init__(self, events: list[Json]) -> None:
        self.money = [0] * 4
        self.kongs: list[tuple[int, Json, list[int]]] = []
        self.robbed = {e["kong"] for e in events if e.get("by") == "rob_kong"}
        self.wrong: set[int] = set()
        self.won: list[int] = []

    def pay(self, payer: int, receiver: int, amount: int) -> None:
        self.money[payer] -= amount
        self.money[receiver] += amount

    def own(self, seat: int) -> list[str]:
        return [k["kind"] for s, k, _payers in self.kongs if s == seat and self.stands(k)]

    def stands(self, kong: Json) -> bool:
        return kong.get("id") not in self.robbed


def _battle(hand: Hand, ends: int, exposed: int, bonus: int) -> list[int]:
    """血战 (three winners) and 普通场 (one) under their standard options."""
    count = _Count(hand.events)
    units = {**UNITS, "exposed": exposed}
    for event in hand.events:
        inside = [s for s in range(4) if s not in count.won]
        if event["type"] == "kong":
            seat = event["seat"]
            payers = [event["from"]] if "from" in event else [s for s in inside if s != seat]
            count.kongs.append((seat, event, payers))
        elif event["type"] == "win":
            _battle_win(count, event, inside, bonus)
        elif event["type"] == "penalty":
            everybody = [0, 1, 2, 3] if event["kind"] == "short" else inside
            for seat in everybody:
                if seat != event["seat"]:
                    count.pay(event["seat"], seat, 1)
            count.wrong.add(event["seat"])
        elif event["type"] == "abort":
            return [0] * 4
    refunding: set[int] = set()
    if len(set(count.won)) < ends:
        states = hand.events[-1]["states"]
        refunding = {s for s, one in enumerate(states) if one["state"] in ("not_ready", "hua_zhu")}
        _battle_end(count, states, ends)
    for seat, kong, payers in count.kongs:
        if count.stands(kong) and seat not in count.wrong | refunding:
            for payer in payers:
                count.pay(payer, seat, units[kong["kind"]])
    return count.money


def _battle_win(count: _Count, event: Json, inside: list[int], bonus: int) -> None:
    (winner,) = event["winners"]
    seat = winner["seat"]
    flags = event.get("flags", [])
    kong = next((k for _s, k, _p in count.kongs if k["id"] == event.get("kong")), {})
    fan = 1 + winner["declared"]["gen"] + bool(flags) + (event["by"] == "rob_kong")
    if event["by"] != "self_draw":
        count.pay(event["from"], seat, 2 ** (fan - 1))
    elif flags and kong["kind"] == "exposed":
        count.pay(kong["from"], seat, 2 ** (fan - 1))
    else:
        for payer in inside:
            if payer != seat:
                count.pay(payer, seat, 2 ** (fan - 1) + bonus)
    count.won.append(seat)


def _battle_end(count: _Count, states: list[Json], ends: int) -> None:
    """The pig of 血战 pays 10 and ready hands as well, the one of 普通场 16 and no more."""
    pigs = [s for s, one in enumerate(states) if one["state"] == "hua_zhu"]
    unready = [s for s, one in enumerate(states) if one["state"] == "not_ready"]
    ready = [(s, one["max_fan"]) for s, one in enumerate(states) if one["state"] == "ready"]
    for pig in pigs:
        for seat in range(4):
            if seat not in pigs and seat not in count.won:
                count.pay(pig, seat, 10 if ends == 3 else 16)
    for payer in unready + (pigs if ends == 3 else []):
        for seat, fan in ready:
            count.pay(payer, seat, 2 ** (fan - 1))


def _flow(hand: Hand) -> list[int]:
    """血流 under its standard options: 杠进杠出."""
    count = _Count(hand.events)

    def against(seat: int) -> int:
        return sum(MULTIPLES[kind] for kind in count.own(seat))

    for event in hand.events:
        if event["type"] == "kong":
            count.kongs.append((event["seat"], event, []))
        elif event["type"] == "penalty":
            for seat in range(4):
                if seat != event["seat"]:
                    count.pay(event["seat"], seat, 1)
            count.wrong.add(event["seat"])
        elif event["type"] == "win":
            seat = event["winners"][0]["seat"]
            worth = 1 + (0 if seat in count.wrong else against(seat))
            for payer in [event["from"]] if "from" in event else range(4):
                if payer != seat:
                    count.pay(payer, seat, worth + against(payer))
        elif event["type"] == "abort":
            return [0] * 4
        else:
            _flow_end(count, event["states"], against)
    return count.money


def _flow_end(count: _Count, states: list[Json], against: Any) -> None:
    prices = {s: one["max_fan"] for s, one in enumerate(states) if "max_fan" in one}
    for payer, one in enumerate(states):
        for seat, price in prices.items():
            if one["state"] == "hua_zhu":
                count.pay(payer, seat, 5 * price)
            elif one["state"] == "not_ready":
                count.pay(payer, seat, price + against(payer))


@settings(max_examples=300)
@given(hands(standard=True))
def test_both_counts_agree(hand: Hand) -> None:
    made = list(hand.settle().deltas)
    if hand.game == XUELIU:
        assert made == _flow(hand)
    elif hand.game == XUEZHAN:
        assert made == _battle(hand, 3, 2, 1)
    else:
        assert made == _battle(hand, 1, 1, 0)
