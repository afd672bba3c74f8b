"""广东麻将 推倒胡: hand types added up, times self-draw and a win without ghosts.

Spec: guangdong_tuidaohu.md. Kong money and horses are settled beside the win.
"""

from collections.abc import Iterable, Iterator, Sequence

from scoring import common, kong_money
from scoring.declared_patterns import check_agreement, named_patterns
from scoring.errors import refuse
from scoring.example_hands import with_examples
from scoring.fields import INT, SEAT, TILE, TILE_LIST, Field, Winner
from scoring.hand import HandTiles
from scoring.house_game import HouseGame, Items, Share, Worth, next_seat, was_drawn, winner_deals
from scoring.record import Event
from scoring.ruleset import (
    EARTHLY,
    HEAVENLY,
    KONG_DISCARD,
    KONG_DRAW,
    LAST_TILE,
    Game,
    Options,
)
from scoring.rulesets.guangdong_tuidaohu import horses
from scoring.rulesets.guangdong_tuidaohu.examples import EXAMPLES
from scoring.rulesets.guangdong_tuidaohu.form import FORM
from scoring.rulesets.guangdong_tuidaohu.ghosts import RED, check_ghosts, ghost_faces, ghosts_played
from scoring.rulesets.guangdong_tuidaohu.hand import Rows, rows_of
from scoring.rulesets.guangdong_tuidaohu.options import BUNDLES, OPTIONS
from scoring.rulesets.guangdong_tuidaohu.table import JI_HU, NAMES, PATTERNS, SHAPES, VALUE
from scoring.text import Text
from scoring.tiles import TileSet
from scoring.walk import SEAT_NAMES


class GuangdongTuidaohu(HouseGame):
    """Hand types are added; the discarder pays, on a self-draw all three pay double."""

    id = "guangdong_tuidaohu"
    name = Text("广东推倒胡", "Cantonese (ghosts and horses)")
    summary = Text(
        "番型相加，自摸2倍，没有鬼牌硬胡2倍；杠牌直接输赢，另有买马。",
        "Hand types add up, doubled by a self-draw and by a win without ghosts; kongs are paid at "
        "once, and horses bet on a seat.",
    )
    tile_set = TileSet("mpsz")
    options = OPTIONS
    bundles = BUNDLES
    patterns = with_examples(PATTERNS, EXAMPLES)
    example_options = {"ghost": "none"}
    circumstances = (KONG_DRAW, KONG_DISCARD, LAST_TILE, HEAVENLY, EARTHLY)
    events = frozenset({"wild", "reveal"})
    extra_fields = {
        # Where 中 is the ghost no tile is turned up.
        "wild": (Field("indicator", TILE), Field("tiles", TILE_LIST, True)),
        "declared": (Field("ghosts", INT),),
        "reveal": (Field("seat", SEAT, True), Field("tiles", TILE_LIST, True)),
    }
    after_end = frozenset({"reveal", "adjust", "penalty"})
    reads_states = True
    bare_hands = True
    form = FORM
    money_flow = Text(
        "点炮：点炮者付。自摸：三家各付。抢杠：被抢者付。点杠由放杠者付，补杠、暗杠三家付。"
        "买中的马跟着付或收一份。流局只算杠。",
        "Discard: the discarder pays. Self-draw: all three. Robbed kong: the robbed seat. Exposed "
        "kongs are paid by their giver, other kongs by all three. A horse pays or collects once "
        "more with the seat it names. A drawn hand moves kong money only.",
    )
    next_dealer_words = Text(
        "庄家胡牌或流局，庄家连庄；否则胡牌的人坐庄，一炮多响由放炮的人坐庄。照选项也可以"
        "由庄家的下家坐庄。",
        "The dealer stays when he is among the winners or the hand is drawn; otherwise "
        "the winner deals, of several winners the discarder. An option passes the deal to "
        "the next seat instead.",
    )
    worth_form = Text("{n}分", "{n} points")

    def check(self, game: Game) -> None:
        super().check(game)
        if game.options["multi_win"] == "head_bump":
            common.forbid_several_winners(game)
        common.forbid_chows(game)
        common.check_kinds(game, "reveal", ("horse",))
        check_ghosts(game)
        horses.check_horses(game)

    def extra_tiles(self, game: Game) -> Sequence[int]:
        """The tile turned up and the horses lie outside of all hands.

        Where 中 is the ghost anyway no tile is turned up; a record may name it all the same.
        """
        flips = game.options["ghost"] == "flip_next"
        turned = [
            event["indicator"]
            for event in game.record.of_type("wild")
            if event.get("indicator") is not None and (flips or event["indicator"] != RED)
        ]
        return [*turned, *horses.horse_tiles(game)]

    def penalty_each(self, game: Game) -> int:
        return int(game.options["false_win_each"])

    def wait_worth(self, game: Game, hand: HandTiles, tile: int) -> int | None:
        found = rows_of(hand, tile, ghost_faces(game))
        return max((_value(rows) for rows in found), default=None)

    def worth(self, game: Game, event: Event, winner: Winner) -> Worth:
        options = game.options
        rows = _rows(game, event, winner)
        if rows == {JI_HU} and event["by"] == "discard" and not options["ji_hu_discard"]:
            raise refuse(
                "not_allowed",
                "鸡胡不能点炮胡。",
                "鸡胡 cannot win on a discard.",
                event=event.index,
                seat=winner.seat,
            )
        items = _items(event, rows, options)
        total = sum(n for _name, n in items)
        points = total * options["di"]
        if event["by"] == "self_draw":
            points *= options["zi_mo"]
        if _is_hard(game, event, winner):
            points *= options["ying_hu"]
        if options["cap"]:
            points = min(points, options["cap"] * options["di"])
        return Worth(points, items, total)

    def shares(self, game: Game, event: Event, winner: Winner, worth: Worth) -> Iterable[Share]:
        words = _words(game, event, winner, worth)
        if event["by"] == "self_draw":
            for payer in game.others(winner.seat):
                yield Share(payer, worth.points, words)
            return
        triple = event["by"] == "rob_kong" and game.options["rob_kong_pay"] == "triple"
        yield Share(event["from"], worth.points * (3 if triple else 1), words)

    def book_kongs(self, game: Game) -> None:
        if was_drawn(game) and game.options["kong_on_draw"] == "void":
            return
        options = game.options
        kong_money.book_kongs(game, lambda kong: options[f"kong_{kong['kind']}"] * options["di"])

    def book_more(self, game: Game) -> None:
        horses.book_horses(game)

    def next_dealer(self, game: Game, winners: Sequence[int]) -> int:
        if not winners or game.dealer in winners:
            return game.dealer
        if game.options["next_dealer"] == "pass":
            return next_seat(game)
        return winner_deals(game, winners)


def _rows(game: Game, event: Event, winner: Winner) -> Rows:
    """Return the hand types of a winner, the dearest way; raise `Refusal`."""
    declared = named_patterns(SHAPES, game.options, event, winner)
    if declared == ():
        # No row is a plain hand.
        declared = (JI_HU,)
    if winner.hand is None:
        if declared is None:
            raise RuntimeError("the checks let a winner pass who is not described")
        return frozenset(declared)
    found = rows_of(winner.hand, event["tile"], ghost_faces(game))
    if not found:
        seat = SEAT_NAMES[winner.seat]
        raise refuse(
            "not_a_win",
            f"{seat.zh}家的牌没有胡。",
            f"{seat.en}'s tiles are no winning hand.",
            event=event.index,
            seat=winner.seat,
        )
    most = max(_value(rows) for rows in found)
    best = sorted(sorted(rows) for rows in found if _value(rows) == most)
    check_agreement(declared, best, SHAPES, event, winner.seat)
    return frozenset(declared or best[0])


def _value(rows: Rows) -> int:
    return sum(VALUE[name] for name in rows)


def _items(event: Event, rows: Rows, options: Options) -> Items:
    """Return what is added up; 鸡胡 gives way to whatever else is counted (§1)."""
    moments = tuple((name, VALUE[name]) for name in _moments(event))
    if rows == {JI_HU} and moments and options["ji_hu_with_event"] == "replace":
        return moments
    shapes = tuple((p.id, VALUE[p.id]) for p in SHAPES if p.id in rows)
    return (*shapes, *moments)


def _moments(event: Event) -> Iterator[str]:
    flags, by = event.get("flags", ()), event["by"]
    if by == "rob_kong":
        yield "qiang_gang_hu"
    if "kong_draw" in flags:
        yield "gang_shang_kai_hua"
    if "kong_discard" in flags:
        yield "gang_shang_pao"
    if "last_tile" in flags and by == "self_draw":
        yield "hai_di_lao_yue"
    if "heavenly" in flags:
        yield "tian_hu"
    if "earthly" in flags:
        yield "di_hu"


def _is_hard(game: Game, event: Event, winner: Winner) -> bool:
    """Whether ghosts are played and the hand has none, as a kong neither."""
    if not ghosts_played(game):
        return False
    if winner.hand is None:
        return bool(winner.declared and winner.declared.extra.get("ghosts") == 0)
    held = {*winner.hand.all_tiles(), event["tile"]}
    return not held & ghost_faces(game)


def _words(game: Game, event: Event, winner: Winner, worth: Worth) -> Text:
    zh = "＋".join(f"{NAMES[name].zh}{n}" for name, n in worth.items)
    en = " + ".join(f"{NAMES[name].en} {n}" for name, n in worth.items)
    options = game.options
    zh, en = f"（{zh}）", f"({en})"
    if event["by"] == "self_draw" and options["zi_mo"] > 1:
        zh, en = f"{zh}×自摸{options['zi_mo']}", f"{en} × {options['zi_mo']} self-draw"
    if _is_hard(game, event, winner) and options["ying_hu"] > 1:
        zh, en = f"{zh}×硬胡{options['ying_hu']}", f"{en} × {options['ying_hu']} without ghosts"
    if options["di"] > 1:
        zh, en = f"{zh}×底{options['di']}", f"{en} × base {options['di']}"
    if options["cap"] and worth.points == options["cap"] * options["di"]:
        zh, en = f"{zh}，封顶{worth.points}", f"{en}, at most {worth.points}"
    return Text(zh, en)
