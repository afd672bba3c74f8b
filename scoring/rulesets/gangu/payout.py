"""甘谷麻将 (gangu.md): the 口子 of the hand, who pays, kongs, 花子 and 铲庄."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from scoring import common
from scoring.declared_patterns import named_patterns
from scoring.errors import refuse
from scoring.example_hands import with_examples
from scoring.fields import TILE, Field, Winner
from scoring.form_facts import FormFacts, option_on
from scoring.hand import HandTiles
from scoring.house_game import HouseGame, Share, Worth, counted, next_seat
from scoring.kong_money import book_kongs, doubled_for_dealer, kongs_lapse, single
from scoring.record import Event
from scoring.ruleset import Game
from scoring.rulesets.gangu.examples import EXAMPLES
from scoring.rulesets.gangu.kouzi import BY_ID, KOUZI, fits, is_win, stand_for
from scoring.rulesets.gangu.table import FORM_EVENTS, NAMES, OPTIONS, PATTERNS
from scoring.stakes import DEALER, StakeRule, check_stakes, stake_of
from scoring.text import Text
from scoring.tiles import FLOWERS, KINDS, TileSet, parse_tile
from scoring.walk import SEAT_NAMES

STAKES = {"kouzi": StakeRule(DEALER, words=tuple(BY_ID))}
KONG_POINTS = {"exposed": 1, "added": 1, "concealed": 2}
NO_CHOWS = "que_feng_ying_bu_chi"


class Gangu(HouseGame):
    """The dealer's 口子 says which hands may win; a share doubles for the dealer."""

    id = "gangu"
    name = Text("甘谷麻将", "Gangu")
    summary = Text(
        "庄家抓牌前下口子，定这一盘怎样才能和；133张，没有白板，有一张花子。",
        "Before the deal the dealer names the rule by which this hand is won; 133 tiles, no white "
        "dragons, one flower.",
    )
    tile_set = TileSet("mpsz", flowers=1, left_out=frozenset({parse_tile("5z")}))
    options = OPTIONS
    patterns = with_examples(PATTERNS, EXAMPLES)
    circumstances = ()
    events = frozenset({"stake", "dice", "flower", "chow", "leave"})
    extra_events: ClassVar = {"chan": (Field("tile", TILE),)}
    after_end = frozenset({"chan", "adjust", "penalty", "leave"})
    once = ("chan",)
    bare_hands = True
    reads_states = True
    flowers_stand = option_on("hua_zi", "wild")
    form = FormFacts(
        ways=("patterns", "tiles"),
        events=FORM_EVENTS,
        one_pattern=True,
        plain=True,
        multi_win=True,
        several=option_on("multi_win"),
    )
    money_flow = Text(
        "自摸三家各付一份；点炮、被抢杠的付自己的一份（可改）；和庄家之间加倍。",
        "On a self-draw all three pay a share; a discarder or robbed konger pays one (by option "
        "all); shares between the dealer and another double.",
    )
    next_dealer_words = Text(
        "庄家一直坐到别家胡牌；荒庄，庄家连庄。下庄后轮到下一家，往哪边轮看选项。",
        "The dealer goes on until another seat wins, drawn hands included; then the next "
        "in turn deals. An option says which way the turn runs.",
    )
    terms = tuple((kouzi.name, kouzi.asks) for kouzi in KOUZI)
    worth_form = Text("{n}分", "{n} points")

    def check(self, game: Game) -> None:
        super().check(game)
        options = game.options
        check_stakes(game, STAKES)
        if game.walk.wins and stake_of(game, "kouzi") is None:
            game.problem(
                "incomplete",
                "没有写这一盘的口子。",
                "The dealer's rule of this hand is missing.",
                event=game.walk.wins[0],
            )
        if stake_of(game, "kouzi") == NO_CHOWS:
            common.forbid_chows(game)
        if not options["multi_win"]:
            common.forbid_several_winners(game)
        if options["chan_zhuang"] != "follow_discard":
            common.forbid_events(
                game, "chan", "铲庄不算钱。", "Followed discards move no money here."
            )
        if self.flowers_in_hand(options):
            common.forbid_events(
                game, "flower", "花子当百搭，不放一边。", "The flower is wild and stays in hand."
            )
        for event in game.record.of_type("dice"):
            _check_dice(game, event)
        for event in game.walk.wins:
            _check_win(game, event)

    def wait_worth(self, game: Game, hand: HandTiles, tile: int) -> int | None:
        return 0 if self._passes(game, hand, tile) == "" else None

    def _passes(self, game: Game, hand: HandTiles, tile: int) -> str:
        """Return the code for which a hand is no win; empty when it is one."""
        kouzi = str(stake_of(game, "kouzi") or "hu_chi_luan_peng")
        faces = [face for face in range(KINDS) if self.tile_set.copies(face) == 4]
        standing = [*hand.concealed, tile]
        shapes = [tiles for tiles in stand_for(standing, faces) if is_win(hand, tiles)]
        count = game.options["ye_zi_kong_count"]
        if any(fits(kouzi, hand, tiles, count) for tiles in shapes):
            return ""
        return "void_suit" if shapes and BY_ID[kouzi].lacks_suit else "not_a_win"

    def worth(self, game: Game, event: Event, winner: Winner) -> Worth:
        named_patterns(self.patterns, game.options, event, winner)
        kouzi = str(stake_of(game, "kouzi"))
        if winner.hand is not None:
            code = self._passes(game, winner.hand, event["tile"])
            if code:
                seat, rule = SEAT_NAMES[winner.seat], BY_ID[kouzi]
                raise refuse(
                    code,
                    f"{seat.zh}家的牌没有和，或不合口子“{rule.name.zh}”：{rule.asks.zh}",
                    f"{seat.en}'s tiles are no win under “{rule.name.en}”: {rule.asks.en}",
                    event=event.index,
                    seat=winner.seat,
                )
        points = game.options["kouzi_points"].get(kouzi, 1)
        items = [(kouzi, points)]
        if game.options["hua_zi"] == "bonus" and game.walk.flowers_of(winner.seat):
            items.append(("hua_zi", 1))
        total = sum(number for _name, number in items)
        return Worth(total * game.options["base"], tuple(items))

    def shares(self, game: Game, event: Event, winner: Winner, worth: Worth) -> Iterable[Share]:
        options = game.options
        factor = doubled_for_dealer(game) if options["dealer_double"] else single
        drawn = event["by"] == "self_draw"
        payers = game.others(*(w.seat for w in event["winners"]))
        if not drawn and options["discard_payer"] == "discarder":
            payers = [event["from"]]
        for payer in payers:
            times = factor(payer, winner.seat) * (options["self_draw_mult"] if drawn else 1)
            words = counted(worth.items, NAMES, "＋")
            if times > 1:
                words = Text("{hand}，×{n}", "{hand}; × {n}").format(hand=words, n=times)
            alone = not drawn and options["discard_payer"] == "discarder_pays_all"
            yield Share(event["from"] if alone else payer, worth.points * times, words)

    def book_kongs(self, game: Game) -> None:
        options = game.options
        if not options["kong_money"] or kongs_lapse(game):
            return
        book_kongs(
            game,
            lambda kong: KONG_POINTS[kong["kind"]] * int(options["base"]),
            factor=doubled_for_dealer(game) if options["kong_dealer_double"] else single,
        )

    def book_more(self, game: Game) -> None:
        for event in game.record.of_type("chan"):
            for seat in game.others(game.dealer):
                reason = Text("铲庄", "All followed the dealer's first discard")
                amount = game.options["base"]
                game.book.pay("chan", game.dealer, seat, amount, event.index, reason)

    def next_dealer(self, game: Game, winners: Sequence[int]) -> int:
        if not winners or game.dealer in winners:
            return game.dealer
        return next_seat(game, 1 if game.options["deal_rotation"] == "play_order" else -1)


def _check_dice(game: Game, event: Event) -> None:
    """The throw for the dealer: who threw counts himself as one (§4)."""
    if event["purpose"] != "dealer":
        return
    values = event["values"]
    if event.get("by") is None or len(values) != 2 or not all(1 <= n <= 6 for n in values):
        game.problem(
            "bad_record",
            "掷庄要写谁掷的、两颗骰子的点数。",
            "The throw for the dealer names who threw and the pips of two dice.",
            event=event,
        )
    elif (event["by"] + sum(values) - 1) % game.players != game.dealer:
        game.problem(
            "state_mismatch",
            "按骰子庄家不是这一家。",
            "The dice make another seat the dealer.",
            event=event,
            seat=game.dealer,
        )


def _check_win(game: Game, event: Event) -> None:
    drawn = event["by"] == "self_draw"
    water = stake_of(game, "kouzi") == "shui_zhang"
    if water and not drawn and game.options["shui_zhang_rule"] == "self_draw_only":
        game.problem(
            "not_allowed", "水张只能自摸。", "This rule asks for a self-draw.", event=event
        )
    if event["by"] == "rob_kong" and not game.options["rob_kong"]:
        game.problem("not_allowed", "不许抢杠。", "Kongs cannot be robbed.", event=event)
    if event.get("tile") in FLOWERS and not drawn and game.options["hua_zi"] == "wild":
        game.problem(
            "not_allowed", "花子不打，不能点炮。", "The flower is never discarded.", event=event
        )
