"""Whatever lawfully happens in a Sichuan hand: money that balances, prefixes, undone events."""

from collections import Counter
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.ledger import Settlement
from scoring.record import parse_record
from scoring.ruleset import UNFINISHED, Game
from scoring.rulesets import get_ruleset
from scoring.rulesets.sichuan.family import FIXED, HANDLERS, SichuanGame
from scoring.rulesets.sichuan.play import Play
from scoring.walk import Walk
from tests.scoring.build import ABORT, Json, kong
from tests.scoring.sichuan_hands import FAMILY, PLAIN, XUELIU, XUEZHAN, exhaust, named

# Tiles for kongs, one each, and for wins, in two suits.
KONG_TILES = [f"{rank}{suit}" for suit in "mp" for rank in range(1, 8)]
WIN_TILES = [f"{rank}{suit}" for suit in "mp" for rank in (8, 9)]
OPTIONS: dict[str, list[Json]] = {
    XUEZHAN: [{}, {"preset": "capped4"}, {"preset": "online"}, {"kong_transfer": "chain"}],
    PLAIN: [{}, {"preset": "teahouse"}, {"kong_transfer": "last_kong"}],
    XUELIU: [
        {},
        {"kong_mode": "in_only"},
        {"kong_mode": "instant", "kong_transfer": "chain"},
        {"preset": "chengdu", "declare_void": False},
    ],
}


class Hand(NamedTuple):
    game: str
    options: Json
    dealer: int
    events: list[Json]

    @property
    def ruleset(self) -> SichuanGame:
        found = get_ruleset(self.game)
        assert isinstance(found, SichuanGame)
        return found

    def record(self, count: int | None = None) -> Json:
        return {
            "ruleset": self.game,
            "options": self.options,
            "context": {"dealer": self.dealer},
            "events": self.events[:count],
        }

    def settle(self) -> Settlement:
        return self.ruleset.settle(self.record())

    def running(self, count: int) -> Settlement:
        return self.ruleset.running(self.record(count))


class _Table:
    """What a lawful hand must remember while it is being made up."""

    def __init__(self, draw: st.DrawFn, game: str, options: Json) -> None:
        self.draw = draw
        self.game = game
        self.additive = game == XUELIU and options.get("preset") != "chengdu"
        self.events: list[Json] = []
        self.won: list[int] = []
        self.kongs: list[Json] = []
        self.wrong: set[int] = set()
        self.tiles = list(KONG_TILES)
        self.win_tiles = [tile for tile in WIN_TILES for _ in range(4)]

    def inside(self) -> list[int]:
        return [s for s in range(4) if self.game == XUELIU or s not in self.won]

    def pick(self, seats: list[int]) -> int:
        return int(self.draw(st.sampled_from(seats)))

    def make_kong(self) -> None:
        seats = self.inside()
        seat = self.pick(seats)
        kinds = ["added", "concealed"]
        givers = [s for s in seats if s != seat]
        if givers and seat not in self.won:
            kinds.append("exposed")
        kind = self.draw(st.sampled_from(kinds))
        tile = self.tiles.pop(self.draw(st.integers(0, len(self.tiles) - 1)))
        event = kong(seat, kind, tile, id=f"k{len(self.events)}")
        last = self.events[-1] if self.events else {}
        if kind == "exposed":
            event["from"] = self.pick(givers)
        elif last.get("type") == "kong" and last["seat"] == seat and self.draw(st.booleans()):
            event["after"] = last["id"]
        self.kongs.append(event)
        self.events.append(event)

    def gen(self, seat: int) -> int:
        own = [k for k in self.kongs if k["seat"] == seat and not k.get("robbed")]
        return 0 if self.additive else min(4, len(own))

    def make_win(self) -> None:
        able = [s for s in self.inside() if s not in self.wrong]
        if not able or not self.win_tiles:
            return
        seat = self.pick(able)
        tile = self.win_tiles.pop()
        row = "ji_ben_hu" if self.additive else "ping_hu"
        last = self.events[-1] if self.events else {}
        after_kong = last.get("type") == "kong" and self.draw(st.booleans())
        event = named(seat, None, row, self.gen(seat), tile=tile)
        if after_kong and last["seat"] == seat:
            event |= {"flags": ["kong_draw"], "kong": last["id"]}
        elif after_kong and last["kind"] == "added":
            self.rob(event, last)
        elif after_kong:
            event |= {"by": "discard", "from": last["seat"], "kong": last["id"]}
            event["flags"] = ["kong_discard"]
        elif self.draw(st.booleans()):
            givers = [s for s in self.inside() if s != seat]
            event |= {"by": "discard", "from": self.pick(givers)}
        self.events.append(event)
        self.won.append(seat)

    def rob(self, event: Json, last: Json) -> None:
        event |= {"by": "rob_kong", "from": last["seat"], "kong": last["id"], "tile": last["tile"]}
        self.kongs[-1] = {**last, "robbed": True}

    def make_penalty(self) -> None:
        seat = self.pick(self.inside())
        kind = self.draw(st.sampled_from(["false_win", "false_win", "short"]))
        if kind == "short":
            self.wrong.add(seat)
        self.events.append({"type": "penalty", "seat": seat, "kind": kind})

    def over(self) -> bool:
        ends = {XUEZHAN: 3, PLAIN: 1}.get(self.game)
        return ends is not None and len(set(self.won)) >= ends

    def end(self) -> None:
        if self.draw(st.integers(0, 9)) == 0:
            self.events.append(ABORT)
            return
        states: list[Any] = []
        for seat in range(4):
            if seat in self.won:
                states.append({"state": "won", "max_fan": self.draw(st.integers(1, 6))})
            elif seat in self.wrong or self.draw(st.booleans()):
                states.append(self.draw(st.sampled_from(["N", "P"])))
            else:
                states.append(self.draw(st.integers(1, 6)))
        self.events.append(exhaust(*states))


@st.composite
def hands(draw: st.DrawFn, *, standard: bool = False) -> Hand:
    """A lawful hand of any game; ``standard``: under the game's standard options."""
    game = draw(st.sampled_from(FAMILY))
    options = {} if standard else draw(st.sampled_from(OPTIONS[game]))
    table = _Table(draw, game, options)
    for _ in range(draw(st.integers(0, 9))):
        act = draw(st.sampled_from(["kong", "kong", "win", "win", "penalty"]))
        getattr(table, f"make_{act}")()
        if table.over():
            break
    if not table.over():
        table.end()
    return Hand(game, options, draw(st.integers(0, 3)), table.events)


@settings(max_examples=150)
@given(hands())
def test_money_balances_and_comes_from_events(hand: Hand) -> None:
    made = hand.settle()
    assert sum(made.deltas) == 0
    robbed = {e["kong"] for e in hand.events if e.get("by") == "rob_kong"}
    for line in made.ledger:
        event = hand.events[line.event]
        assert event.get("id") not in robbed
        assert all(line.reason)
    received: Counter[tuple[int, int]] = Counter()
    for line in made.ledger:
        assert isinstance(line.receiver, int)
        if line.kind == "kong":
            received[line.payer, line.receiver] += line.amount
        if line.kind == "kong_refund":
            received[line.receiver, line.payer] -= line.amount
    assert all(left >= 0 for left in received.values())


def _play(hand: Hand, count: int) -> Play:
    """Take the first events, and look at them, before the others are taken."""
    ruleset = hand.ruleset
    record = parse_record(hand.record(), ruleset.vocabulary)
    options = ruleset.resolve_options(hand.options)
    game = Game(record, options, Walk(record))
    play = Play(
        game, {**FIXED, **options}, ruleset.wins_end, ruleset.winners_leave, ruleset.after_end,
        frozenset(),
    )  # fmt: skip
    for event in record.events[:count]:
        play.take(event, HANDLERS)
    assert play.lines() == hand.running(count).ledger
    for event in record.events[count:]:
        play.take(event, HANDLERS)
    return play


@settings(max_examples=60)
@given(hands(), st.data())
def test_a_prefix_and_the_rest_come_to_the_whole(hand: Hand, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, len(hand.events)))
    play = _play(hand, count)
    made = hand.settle()
    assert play.problems == []
    assert play.lines() == made.ledger
    assert (play.end, tuple(play.results)) == (made.end, made.wins)


@settings(max_examples=40)
@given(hands())
def test_undoing_each_event_leads_back(hand: Hand) -> None:
    """Take the events one by one, then undo them one by one."""
    count = len(hand.events)
    forth = [hand.running(n) for n in range(count + 1)]
    back = [hand.running(n) for n in range(count, -1, -1)]
    assert forth == back[::-1]
    assert forth[0].ledger == ()
    assert forth[count] == hand.settle()
    assert all(made.end == UNFINISHED for made in forth[:count])
    assert forth[count].end != UNFINISHED


@settings(max_examples=60)
@given(hands(), st.integers(2, 9))
def test_the_base_multiplies_everything(hand: Hand, base: int) -> None:
    more = hand._replace(options={**hand.options, "base": base})
    assert more.settle().deltas == tuple(base * delta for delta in hand.settle().deltas)


def _turned(content: Any, step: int) -> Any:
    if isinstance(content, dict):
        return {
            key: (value + step) % 4
            if key in ("seat", "from") and value is not None
            else _turned(value, step)
            for key, value in content.items()
        }
    if isinstance(content, list):
        return [_turned(item, step) for item in content]
    return content


@settings(max_examples=60)
@given(hands(), st.integers(1, 3))
def test_no_seat_is_dearer_than_another(hand: Hand, step: int) -> None:
    events = _turned(hand.events, step)
    for event in events:
        if event["type"] == "exhaust":
            event["states"] = event["states"][-step:] + event["states"][:-step]
    turned = hand._replace(dealer=(hand.dealer + step) % 4, events=events).settle()
    made = hand.settle()
    assert turned.deltas == made.deltas[-step:] + made.deltas[:-step]
    if made.next_dealer is not None:
        assert turned.next_dealer == (made.next_dealer + step) % 4
