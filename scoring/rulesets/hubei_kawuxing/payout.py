"""湖北麻将（卡五星） (hubei_kawuxing.md): what a win, kongs and open hands move."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import prod
from typing import ClassVar

from scoring import common
from scoring.declared_patterns import dearest, named_patterns
from scoring.errors import refuse
from scoring.example_hands import with_examples
from scoring.fields import TEXT, Field, Winner
from scoring.first_turn import check_ready_once, ready_event
from scoring.form_events import (
    kong_events,
    leave_event,
    penalty_events,
    ready_events,
)
from scoring.form_facts import Ask, Choice, FormFacts, option_on
from scoring.hand import HandTiles
from scoring.house_game import (
    HouseGame,
    Share,
    Worth,
    counted,
    next_seat,
    was_drawn,
    winner_deals,
)
from scoring.record import Event
from scoring.ruleset import KONG_DISCARD, KONG_DRAW, LAST_TILE, Game
from scoring.rulesets.hubei_kawuxing import kongs
from scoring.rulesets.hubei_kawuxing.examples import EXAMPLES
from scoring.rulesets.hubei_kawuxing.hand import counting, patterns_of, product, times_of
from scoring.rulesets.hubei_kawuxing.table import FOURTHS, NAMES, OPTIONS, PATTERNS
from scoring.text import Text
from scoring.tiles import WINDS, TileSet

OPEN = Choice("liangdao", Text("亮倒", "Lays the hand open"))
AFTER_DISCARD = Ask(
    "after_discard",
    "event_ref",
    Text("杠的是对方刚杠完打的牌", "The discard right after that seat's kong"),
    required=False,
    of="kong",
    of_seat="from",
)


class HubeiKawuxing(HouseGame):
    """Patterns multiply; a discarder pays alone, twice into an open hand."""

    id = "hubei_kawuxing"
    name = Text("湖北麻将（卡五星）", "Hubei Kawuxing")
    summary = Text(
        "三人或两人，84张；牌型相乘，点炮者一家出，给亮倒的放炮出双份。",
        "Three or two players, 84 tiles: patterns multiply, the discarder pays alone, and twice "
        "into an open hand.",
    )
    players = (3, 2)
    tile_set = TileSet("psz", left_out=WINDS)
    options = OPTIONS
    patterns = with_examples(PATTERNS, EXAMPLES)
    circumstances = (KONG_DRAW, KONG_DISCARD, LAST_TILE)
    events = frozenset({"ready", "chow", "leave"})
    extra_fields: ClassVar = {"kong": (Field("after_discard", TEXT),)}
    bare_hands = True
    reads_states = True
    form = FormFacts(
        ways=("patterns", "tiles"),
        events=(
            *ready_events(OPEN),
            *kong_events(linked=True, late=(), extra={"exposed": (AFTER_DISCARD,)}),
            *penalty_events(
                Choice("false_win", Text("诈胡", "False win"), amount=10),
                Choice("other", Text("其他处罚", "Other penalty")),
            ),
            leave_event(),
        ),
        plain=True,
        multi_win=True,
        several=option_on("multi_win"),
    )
    money_flow = Text(
        "自摸各家都付；点炮、被抢杠的一家付，给亮倒的付双份。杠另收喜钱。",
        "On a self-draw all others pay; otherwise the discarder or robbed konger alone, twice "
        "into an open hand. Kongs are paid apart.",
    )
    next_dealer_words = Text(
        "胡牌的人坐庄，两家胡由放炮的人坐庄；荒庄，庄家连庄。照选项也可以胡一盘换到下家。",
        "The winner deals, of two winners the discarder; after a drawn hand the dealer "
        "stays. By an option the next seat deals after every win.",
    )
    worth_form = Text("×{n}", "× {n}")

    def check(self, game: Game) -> None:
        super().check(game)
        options = game.options
        common.check_kinds(game, "ready", (OPEN.id,))
        check_ready_once(game)
        kongs.check_kongs(game)
        if not options["allow_chow"]:
            common.forbid_chows(game)
        if not options["multi_win"]:
            common.forbid_several_winners(game)
        for event in game.record.of_type("pung", "chow"):
            if _is_open(game, event, event.seat):
                game.problem(
                    "not_allowed",
                    "亮倒以后不能再吃碰。",
                    "An open hand does not change.",
                    event=event,
                    seat=event.seat,
                )
        for event in game.walk.wins:
            for winner in event["winners"]:
                if (
                    options["liangdao_self_draw_only"]
                    and event["by"] != "self_draw"
                    and _is_open(game, event, winner.seat)
                ):
                    game.problem(
                        "not_allowed",
                        "亮倒只能自摸。",
                        "An open hand wins by self-draw only.",
                        event=event,
                        seat=winner.seat,
                    )
        _check_states(game)

    def wait_worth(self, game: Game, hand: HandTiles, tile: int) -> int | None:
        found = patterns_of(hand, tile, game.options)
        return max((_value(game, names) for names in found), default=None)

    def worth(self, game: Game, event: Event, winner: Winner) -> Worth:
        options = game.options
        names: Sequence[str] | None = named_patterns(self.patterns, options, event, winner)
        if names is not None:
            _check_names(game, event, winner.seat, names)
            names = tuple(name for name in names if name != "pi_hu")
        if winner.hand is not None:
            found = {_told(r, game) for r in patterns_of(winner.hand, event["tile"], options)}
            names = dearest(
                found,
                lambda reading: _value(game, reading),
                names,
                self.patterns,
                event,
                winner,
            )
        rows = [(name, times_of(name, options)) for name in counting(names or (), options)]
        rows += [(name, 2) for name in _moments(game, event, winner.seat)]
        fan = prod(times for _name, times in rows)
        cap = options["cap"]
        fan = fan if cap is None else min(fan, cap)
        items = tuple(rows) or (("pi_hu", 1),)
        return Worth(options["base"] * fan, items, fan)

    def shares(self, game: Game, event: Event, winner: Winner, worth: Worth) -> Iterable[Share]:
        words = counted(worth.items, NAMES, "×")
        giver = event.giver
        if event["by"] == "self_draw" or giver is None:
            for payer in game.others(winner.seat):
                yield Share(payer, worth.points, words)
            return
        amount = worth.points
        if _pays_twice(game, event, winner.seat, giver):
            amount *= 2
            words = Text("{hand}，包胡×2", "{hand}, into an open hand × 2").format(hand=words)
        if event["by"] == "rob_kong" and game.options["rob_kong_pays"] == "all_shares":
            amount *= game.players - 1
            words = Text("{hand}，包各家", "{hand}, the shares of all").format(hand=words)
        yield Share(giver, amount, words)

    def book_kongs(self, game: Game) -> None:
        kongs.book(game)

    def book_more(self, game: Game) -> None:
        """At an exhausted wall open hands pay the others (§7)."""
        if not was_drawn(game):
            return
        amount = game.options["draw_liangdao_pay"] * game.options["base"]
        opened = {event.seat: event for event in game.record.of_type("ready")}
        ending = game.record.of_type("exhaust")[0]
        for seat in opened:
            for other in game.others(*opened):
                reason = Text("亮倒没有和", "An open hand did not win")
                game.book.pay("liang_dao", seat, other, amount, ending.index, reason)

    def next_dealer(self, game: Game, winners: Sequence[int]) -> int:
        if winners and game.options["next_dealer"] == "rotate":
            return next_seat(game)
        return winner_deals(game, winners)


def _is_open(game: Game, event: Event, seat: int) -> bool:
    return ready_event(game, event, seat, OPEN.id) is not None


def _pays_twice(game: Game, event: Event, winner: int, giver: int) -> bool:
    """包胡: the tile went into an open hand (§5)."""
    if not _is_open(game, event, winner) or game.options["baohu"] == "single":
        return False
    return game.options["baohu"] == "double" or not _is_open(game, event, giver)


def _moments(game: Game, event: Event, seat: int) -> list[str]:
    flags = event.get("flags", ())
    found = {
        "gang_shang_hua": "kong_draw" in flags,
        "gang_shang_pao": "kong_discard" in flags,
        "qiang_gang_hu": event["by"] == "rob_kong",
        "hai_di_lao_yue": "last_tile" in flags,
        "liang_dao": _is_open(game, event, seat),
    }
    return [name for name, there in found.items() if there]


def _told(names: tuple[str, ...], game: Game) -> tuple[str, ...]:
    """A reading without what an option takes out of it."""
    if game.options["shou_zhua_yi_peng_peng"] == "exclusive" and "shou_zhua_yi" in names:
        return tuple(name for name in names if name != "peng_peng_hu")
    return names


def _value(game: Game, names: Sequence[str]) -> int:
    return product(counting(names, game.options), game.options)


def _check_names(game: Game, event: Event, seat: int, names: Sequence[str]) -> None:
    """What the options let stand together of declared patterns."""
    counts = Counter(names)
    winning = game.options["si_gui_scope"] == "winning_tile"
    twice = winning and sum(counts[name] for name in FOURTHS) > 1
    exclusive = game.options["shou_zhua_yi_peng_peng"] == "exclusive"
    if twice or (exclusive and {"shou_zhua_yi", "peng_peng_hu"} <= set(names)):
        raise refuse(
            "unknown_pattern",
            "按这里的规则，这些牌型不能同时有。",
            "Under these options these patterns do not stand together.",
            event=event.index,
            seat=seat,
        )


def _check_states(game: Game) -> None:
    """An open hand is ready."""
    opened = {event.seat for event in game.record.of_type("ready")}
    for event in game.record.of_type("exhaust"):
        for seat, state in enumerate(event.get("states", ())):
            if seat in opened and state.state == "not_ready":
                game.problem(
                    "state_mismatch",
                    "亮倒的人听牌。",
                    "An open hand is ready.",
                    event=event,
                    seat=seat,
                )
