"""天津麻将 (tianjin.md): what a win, a kong, 铲 and the side bets move."""

from collections.abc import Iterable, Sequence
from itertools import product as every_pair
from math import prod
from typing import ClassVar

from scoring import common
from scoring.declared_patterns import dearest, named_patterns
from scoring.errors import refuse
from scoring.example_hands import with_examples
from scoring.fields import CHOICE, TILE, Field, Winner
from scoring.form_facts import FormFacts
from scoring.hand import HandTiles
from scoring.house_game import HouseGame, Items, Share, Worth, counted, next_seat, was_drawn
from scoring.kong_money import book_kongs, kongs_lapse
from scoring.record import Event
from scoring.ruleset import EARTHLY, HEAVENLY, KONG_DRAW, Game, Pattern
from scoring.rulesets.tianjin.examples import EXAMPLES
from scoring.rulesets.tianjin.form import FORM_EVENTS
from scoring.rulesets.tianjin.reading import readings_of
from scoring.rulesets.tianjin.table import (
    ADDED,
    BETS,
    DEAL_BETS,
    DIAO,
    DOUBLING,
    FAN,
    NAMES,
    OPTIONS,
    PATTERNS,
)
from scoring.stakes import ANYBODY, DEALER, OTHERS, StakeRule, check_stakes, stake_of
from scoring.text import Text
from scoring.tiles import FLOWERS, TileSet
from scoring.wild_faces import check_wild, faces_of, wild_event

POINTS = {pattern.id: pattern.fan or 0 for pattern in PATTERNS} | {"ben_hun_long": 4}
CAI = Field("cai", CHOICE, choices=tuple(BETS))


class Tianjin(HouseGame):
    """All three others pay the winner; stakes double what goes between the dealer and a seat."""

    id = "tianjin"
    name = Text("天津麻将", "Tianjin")
    summary = Text(
        "只能自摸，翻混；捉五、龙相加，素、混吊、本混、杠开翻倍；坐庄、拉庄在庄闲之间翻倍。",
        "Self-draw only, with wild tiles: the caught five and the dragon are added up and doubled "
        "by other patterns; stakes double payments between the dealer and another seat.",
    )
    tile_set = TileSet("mpsz", flowers=8)
    options = OPTIONS
    patterns = with_examples(PATTERNS, EXAMPLES)
    circumstances = (KONG_DRAW, HEAVENLY, EARTHLY)
    events = frozenset({"stake", "dice", "wild", "flower", "leave"})
    extra_fields: ClassVar = {"stake": (CAI,)}
    extra_events: ClassVar = {
        "chan": (Field("tile", TILE),),
        "cai": (CAI._replace(required=True), Field("seat", "seat", True)),
    }
    after_end = frozenset({"cai", "chan", "adjust", "penalty", "leave"})
    wins_by = ("self_draw",)
    robbable = ()
    bare_hands = True
    reads_states = True
    once = ("chan",)
    form = FormFacts(ways=("patterns", "tiles"), events=FORM_EVENTS, plain=True)
    money_flow = Text(
        "三家都付：牌分乘以付者和赢家之间的庄倍（坐庄、拉庄、踹）。杠、铲也一样。",
        "All three others pay the worth of the hand, doubled by the stakes between payer and "
        "winner. Kongs and followed discards likewise.",
    )
    next_dealer_words = Text(
        "庄家胡牌或荒庄，庄家连庄；别家胡牌，下家坐庄。荒庄照选项可以看杠：庄家没有杠、别"
        "家有杠，就过庄。有人离局，重新掷骰。",
        "The dealer stays after a win of his own or a drawn hand; otherwise the next seat "
        "deals. By an option a drawn hand passes the deal when the dealer has no kong and "
        "somebody else has one. When a player leaves, dice decide.",
    )
    worth_form = Text("{n}分", "{n} points")

    @property
    def usual_tiles(self) -> TileSet:
        return TileSet("mpsz")

    def worth_words(self, pattern: Pattern) -> Text:
        words = super().worth_words(pattern)
        return Text("×{n}", "× {n}").format(n=pattern.fan) if pattern.id in DOUBLING else words

    def check(self, game: Game) -> None:
        super().check(game)
        options = game.options
        check_stakes(game, _stake_rules(game))
        check_wild(game, next_only=options["wild_mode"] == "next_only")
        common.forbid_chows(game)
        if not options["chan"]:
            common.forbid_events(game, "chan", "不算铲。", "Followed discards are not played.")
        if not options["xia_cai"]:
            common.forbid_events(game, "cai", "不下彩。", "There are no side bets.")
        for event in game.record.of_type("stake"):
            if (event["kind"] == "cai") != (event.get("cai") is not None):
                game.problem(
                    "bad_record", "下彩要写什么彩。", "A side bet names its bet.", event=event
                )
        for event in game.record.of_type("flower"):
            if options["tile_count"] == 136 and event["tile"] in FLOWERS:
                game.problem("bad_tile", "这里没有花牌。", "There are no flowers.", event=event)
        for event in game.walk.wins:
            if wild_event(game) is None and any(w.hand for w in event["winners"]):
                game.problem(
                    "incomplete", "没有写翻出的混。", "The wild tiles are missing.", event=event
                )
        _check_wild_melds(game)

    def extra_tiles(self, game: Game) -> Sequence[int]:
        """The tile turned up is dead (§2)."""
        wild = wild_event(game)
        return () if wild is None else (wild["indicator"],)

    def wait_worth(self, game: Game, hand: HandTiles, tile: int) -> int | None:
        return 0 if readings_of(hand, tile, _wild_faces(game)) else None

    def worth(self, game: Game, event: Event, winner: Winner) -> Worth:
        names: Sequence[str] | None = named_patterns(self.patterns, game.options, event, winner)
        if winner.hand is not None:
            found = readings_of(winner.hand, event["tile"], _wild_faces(game))
            written = None if names is None else [name for name in names if name != "ti_liu"]
            names = dearest(
                [sorted(reading) for reading in found],
                lambda reading: _value(game, event, reading)[0],
                written,
                self.patterns,
                event,
                winner,
            )
        value, items = _value(game, event, names or ())
        if value < game.options["min_points"]:
            raise refuse(
                "below_minimum",
                f"只有{value}分，不够起和。",
                f"The hand is worth {value}; a win needs {game.options['min_points']}.",
                event=event.index,
                seat=winner.seat,
            )
        points = value * game.options["base"]
        cap = game.options["max_points"]
        return Worth(points if cap is None else min(points, cap), items)

    def shares(self, game: Game, event: Event, winner: Winner, worth: Worth) -> Iterable[Share]:
        words = counted(worth.items, NAMES, "·") if worth.items else NAMES["ti_liu"]
        for payer in game.others(winner.seat):
            times = _between(game, payer, winner.seat)
            reason = words
            if times > 1:
                reason = Text("{hand}，庄×{n}", "{hand}; stakes × {n}").format(hand=words, n=times)
            yield Share(payer, worth.points * times, reason)

    def book_kongs(self, game: Game) -> None:
        if kongs_lapse(game):
            return
        wild = _wild_faces(game)

        def worth(kong: Event) -> int:
            units = 2 if kong["kind"] == "concealed" else 1
            if kong["tile"] in wild:
                units = game.options["gold_kong_units"]
            return int(game.options["kong_unit"] * units * game.options["base"])

        def factor(payer: int, receiver: int) -> int:
            return _between(game, payer, receiver)

        book_kongs(game, worth, factor=factor, giver_pays=False)

    def book_more(self, game: Game) -> None:
        for event in game.record.of_type("chan"):
            for seat in game.others(game.dealer):
                times = _between(game, game.dealer, seat, dealer=game.options["chan_zuo_doubles"])
                amount = game.options["kong_unit"] * game.options["base"] * times
                reason = Text("铲", "All followed the dealer's first discard")
                game.book.pay("chan", game.dealer, seat, amount, event.index, reason)
        for stake, hit in every_pair(game.record.of_type("stake"), game.record.of_type("cai")):
            if stake.get("cai") == hit["cai"]:
                _book_bet(game, stake, hit)

    def next_dealer(self, game: Game, winners: Sequence[int]) -> int | None:
        if game.record.of_type("leave"):
            return None
        passes = bool(winners) and game.dealer not in winners
        if was_drawn(game) and game.options["draw_dealer"] == "kong_rule":
            kongers = {kong.seat for kong in game.walk.standing_kongs()}
            passes = bool(kongers) and game.dealer not in kongers
        return next_seat(game) if passes else game.dealer


def _stake_rules(game: Game) -> dict[str, StakeRule]:
    options = game.options
    rules = {
        "zuo_zhuang": StakeRule(DEALER),
        "la_zhuang": StakeRule(OTHERS, 0, options["max_la"]),
    }
    if options["chuai"]:
        rules["chuai"] = StakeRule(DEALER)
    if options["xia_cai"]:
        rules["cai"] = StakeRule(ANYBODY, 1, None, key="cai")
    return rules


def _wild_faces(game: Game) -> tuple[int, ...]:
    return faces_of(wild_event(game), next_only=game.options["wild_mode"] == "next_only")


def _between(game: Game, a: int, b: int, *, dealer: bool = True) -> int:
    """The factor m of §6 between two seats; ``dealer`` says whether 坐庄 counts."""
    if game.dealer not in (a, b):
        return 1
    other = b if a == game.dealer else a
    sits = game.options["zuo_zhuang"] == "always" or stake_of(game, "zuo_zhuang") is not None
    drawn = stake_of(game, "la_zhuang", other)
    pulls = drawn if isinstance(drawn, int) else 0
    times: int = 2**pulls * (2 if sits and dealer else 1)
    return times * (2 if pulls and stake_of(game, "chuai") is not None else 1)


def _value(game: Game, event: Event, names: Iterable[str]) -> tuple[int, Items]:
    """Return what a hand with these patterns is worth before the base, and its items."""
    flags = event.get("flags", ())
    moment = {"kong_draw": "gang_kai", "heavenly": "tian_hu", "earthly": "di_hu"}
    extra = [item for flag, item in moment.items() if flag in flags]
    rows = [name for name in (*ADDED, "su", *DIAO) if name in names]
    table = game.options["fan_table"]
    if table != "points":
        items = tuple((name, FAN[name]) for name in (*rows, *extra))
        fan: int = sum(number for _name, number in items)
        return (max(1, fan) if table == "hemu_add" else 2**fan), items
    times = {
        "gang_kai": game.options["kong_draw_mult"],
        "tian_hu": game.options["heavenly_mult"],
        "di_hu": game.options["heavenly_mult"],
    }
    added = [name for name in rows if name in ADDED] or ["ti_liu"]
    doubled = [(name, 2) for name in rows if name not in ADDED]
    doubled += [(name, times[name]) for name in extra if times[name] > 1]
    value = sum(POINTS[name] for name in added) * prod(number for _name, number in doubled)
    if "ben_hun_long" in added:
        value *= 2
    shown = ((name, 8 if name == "ben_hun_long" else POINTS[name]) for name in added)
    return value, (*shown, *doubled)


def _book_bet(game: Game, stake: Event, hit: Event) -> None:
    """Settle one occurrence of what one seat has bet on (§8)."""
    reason = Text("下彩：{bet}", "Side bet: {bet}").format(bet=BETS[hit["cai"]])
    if hit.seat == stake.seat:
        game.book.each("cai", game.others(hit.seat), hit.seat, stake["value"], hit.index, reason)
        return
    own = any(e.seat == stake.seat and e["cai"] == hit["cai"] for e in game.record.of_type("cai"))
    back = game.options["cai_reverse"]
    if not own and (back == "all" or (back == "deal_only" and hit["cai"] in DEAL_BETS)):
        game.book.pay("cai", stake.seat, hit.seat, stake["value"], hit.index, reason)


def _check_wild_melds(game: Game) -> None:
    """A wild tile is never claimed, nor part of an open meld (§2)."""
    wild = _wild_faces(game)
    for event in game.record.of_type("pung", "kong"):
        if event["tile"] in wild and event.get("kind") != "concealed":
            _no_wild_meld(game, event, event.seat)
    for event in game.walk.wins:
        for winner in event["winners"]:
            melds = winner.hand.melds if winner.hand else ()
            if any(meld.is_exposed and set(meld.tiles) & set(wild) for meld in melds):
                _no_wild_meld(game, event, winner.seat)


def _no_wild_meld(game: Game, event: Event, seat: int) -> None:
    game.problem(
        "not_allowed",
        "混不能碰，也不能明杠。",
        "A wild tile cannot be melded with a discard.",
        event=event,
        seat=seat,
    )
