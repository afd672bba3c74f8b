"""广东麻将 鸡平胡: ordinary hands under a limit, special hands above it.

Spec: guangdong_jipinghu.md. A payer owes N × 2^番.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from scoring import common
from scoring.declared_patterns import named_patterns
from scoring.errors import Refusal, refuse
from scoring.example_hands import with_examples
from scoring.fields import Winner
from scoring.form_events import kong_events, penalty_events
from scoring.form_facts import Choice, FormFacts, option_on
from scoring.hand import HandTiles
from scoring.house_game import HouseGame, Items, Share, Worth, next_seat, was_annulled
from scoring.ledger import HOUSE
from scoring.record import Event
from scoring.ruleset import (
    EARTHLY,
    HEAVENLY,
    KONG_DISCARD,
    KONG_DRAW,
    LAST_TILE,
    Circumstance,
    Game,
    Options,
)
from scoring.rulesets.guangdong_jipinghu.examples import EXAMPLES
from scoring.rulesets.guangdong_jipinghu.hand import Rows, rows_of
from scoring.rulesets.guangdong_jipinghu.options import BUNDLES, OPTIONS
from scoring.rulesets.guangdong_jipinghu.table import (
    BESIDE,
    DECLARABLE,
    FAN,
    FLAG_ROWS,
    LIFTED,
    MOMENTS,
    NAMES,
    ORDINARY_ROWS,
    PATTERNS,
    SPECIAL_ROWS,
)
from scoring.text import Text
from scoring.tiles import TileSet
from scoring.walk import SEAT_NAMES

HUMAN = Circumstance("human", Text("人胡", "Human hand"), ("discard",))
FEE = Text("台费交给场地", "The fee goes to the house")
BESIDE_ROWS = frozenset(pattern.id for pattern in BESIDE)


class GuangdongJipinghu(HouseGame):
    """Fan double the payment up to a limit that special hands break."""

    id = "guangdong_jipinghu"
    name = Text("广东鸡平胡", "Cantonese (limit hands)")
    summary = Text(
        "番是2倍，普通牌型3番爆胡，特殊牌型不封顶；点炮者付，自摸三家付。",
        "Each fan doubles; ordinary hands stop at three fan, special ones do not. The discarder "
        "pays, on a self-draw all three.",
    )
    tile_set = TileSet("mpsz")
    options = OPTIONS
    bundles = BUNDLES
    patterns = with_examples(PATTERNS, EXAMPLES)
    circumstances = (KONG_DRAW, KONG_DISCARD, LAST_TILE, HEAVENLY, EARTHLY, HUMAN)
    events = frozenset({"chow", "reveal"})
    # Tiles shown after a hand move nothing here.
    unasked = frozenset({"reveal"})
    after_end = frozenset({"reveal", "adjust", "penalty"})
    reads_states = True
    form = FormFacts(
        ways=("patterns", "tiles"),
        multi_win=True,
        several=option_on("multi_win", "all"),
        events=(
            *kong_events(),
            *penalty_events(
                Choice("false_win", Text("诈胡", "False win"), option="false_win_each"),
                amount=False,
            ),
        ),
    )
    money_flow = Text(
        "点炮：点炮者付一份（全铳三份，半铳两份、别家各一份）。自摸：三家各付一份。荒牌不付。",
        "Discard: one share from the discarder (or three, or two and one from each other seat, as "
        "the option says). Self-draw: one from each. A drawn hand moves nothing.",
    )
    next_dealer_words = Text(
        "庄家胡牌或流局，庄家连庄；否则庄家的下家坐庄。",
        "The dealer stays when he is among the winners or the hand is drawn; otherwise "
        "the next seat deals.",
    )

    def check(self, game: Game) -> None:
        super().check(game)
        if game.options["multi_win"] == "head_bump":
            common.forbid_several_winners(game)

    def penalty_each(self, game: Game) -> int:
        return int(game.options["false_win_each"])

    def wait_worth(self, game: Game, hand: HandTiles, tile: int) -> int | None:
        found = rows_of(hand, tile, seat=0, round_wind=0)
        return max((FAN[rows.main] for rows in found), default=None)

    def worth(self, game: Game, event: Event, winner: Winner) -> Worth:
        special, items = _row_items(game, event, winner)
        options = game.options
        fan = sum(n for _name, n in items)
        if not special:
            _check_minimum(options, event, winner, fan)
            fan = min(fan, options["bao_hu"]) if options["bao_hu"] else fan
        return Worth(options["room"] * 2**fan, items, fan)

    def shares(self, game: Game, event: Event, winner: Winner, worth: Worth) -> Iterable[Share]:
        how, giver = game.options["discard_pays"], event.giver
        words = _words(worth)
        if event["by"] == "self_draw":
            counts = dict.fromkeys(game.others(winner.seat), 1)
            role = Text("自摸", "Self-draw")
        elif event["by"] == "rob_kong":
            counts = {event["from"]: 3 if game.options["rob_kong_pay"] == "triple" else 1}
            role = Text("被抢杠", "Robbed kong")
        else:
            winners = {w.seat for w in event["winners"]}
            counts = dict.fromkeys(game.others(*winners), 1) if how == "half" else {}
            counts[event["from"]] = {"discarder_only": 1, "half": 2, "full": 3}[how]
            role = Text("点炮", "Discard")
        for payer, count in counts.items():
            name = role if giver in (None, payer) else Text("旁家", "Bystander")
            times = Text(f"{count}份", f" × {count}") if count > 1 else Text("", "")
            reason = Text("{name}{times}：{words}", "{name}{times}: {words}").format(
                name=name, times=times, words=words
            )
            yield Share(payer, count * worth.points, reason)

    def book_more(self, game: Game) -> None:
        """Book the house fee of a hand that has ended (§5)."""
        ends = [*game.walk.wins, *game.record.of_type("exhaust")]
        for seat in range(game.players) if ends else ():
            words = Text("台费", "House fee")
            fee = game.options["house_fee"]
            game.book.pay("house_fee", seat, HOUSE, fee, ends[0].index, words)

    def imbalance(self, game: Game) -> Text | None:
        return FEE if game.options["house_fee"] and not was_annulled(game) else None

    def next_dealer(self, game: Game, winners: Sequence[int]) -> int:
        stays = not winners or game.dealer in winners
        return game.dealer if stays else next_seat(game)


def _words(worth: Worth) -> Text:
    zh = "、".join(f"{NAMES[name].zh}{n}" for name, n in worth.items)
    en = ", ".join(f"{NAMES[name].en} {n}" for name, n in worth.items)
    return Text("{zh}，共{fan}番，{points}", "{en}; {fan} fan, {points}").format(
        zh=zh, en=en, fan=worth.fan, points=worth.points
    )


def _row_items(game: Game, event: Event, winner: Winner) -> tuple[bool, Items]:
    """Return whether the hand is special, and the rows counted (§4); raise `Refusal`."""
    declared = _declared(game, event, winner)
    found = _laid(game, event, winner)
    if declared is not None and found is not None:
        _check_same(game, event, winner, declared, found)
    rows = found if found is not None else declared
    if rows is None:
        raise RuntimeError("the checks let a winner pass who is not described")
    flags = event.get("flags", ())
    specials = _specials(game.options, rows)
    specials |= {row for flag, row in FLAG_ROWS.items() if flag in flags}
    if specials:
        dearest = max(sorted(specials), key=lambda name: FAN[name])
        return True, ((dearest, FAN[dearest]),)
    return False, (*_dearest_ordinary(rows), *_moments(game, event))


def _specials(options: Options, rows: Iterable[Rows]) -> set[str]:
    """The special rows among those found: one of them makes the hand special."""
    lifted = LIFTED if options["limit_group"] == "to_hun_yi_se" else frozenset()
    return {row.main for row in rows if row.main in SPECIAL_ROWS | lifted}


def _dearest_ordinary(rows: Iterable[Rows]) -> Items:
    counted = [((row.main, FAN[row.main]), *row.beside) for row in rows]
    return max(counted, key=lambda items: sum(n for _name, n in items))


def _moments(game: Game, event: Event) -> Items:
    """What the way of the win adds to an ordinary hand."""
    items = []
    if event["by"] == "self_draw" and game.options["zi_mo_fan"]:
        items.append(("zi_mo", game.options["zi_mo_fan"]))
    names = [row for flag, row in MOMENTS.items() if flag in event.get("flags", ())]
    if event["by"] == "rob_kong":
        names.append("qiang_gang_hu")
    return (*items, *((name, game.options["event_fan"]) for name in names))


def _laid(game: Game, event: Event, winner: Winner) -> list[Rows] | None:
    if winner.hand is None:
        return None
    wind = game.record.context.round_wind
    found = rows_of(winner.hand, event["tile"], seat=winner.seat, round_wind=wind)
    if not found:
        seat = SEAT_NAMES[winner.seat]
        raise refuse(
            "not_a_win",
            f"{seat.zh}家的牌没有胡。",
            f"{seat.en}'s tiles are no winning hand.",
            event=event.index,
            seat=winner.seat,
        )
    return found


def _declared(game: Game, event: Event, winner: Winner) -> list[Rows] | None:
    names = named_patterns(DECLARABLE, game.options, event, winner)
    if not names:
        return None
    counts = Counter(names)
    mains = [name for name in counts if name not in BESIDE_ROWS]
    beside = tuple((name, n) for name, n in counts.items() if name in BESIDE_ROWS)
    rows = [Rows(main, beside) for main in mains]
    specials = _specials(game.options, rows)
    ordinary = [main for main in mains if main in ORDINARY_ROWS - specials]
    of_flags = set(FLAG_ROWS) & set(event.get("flags", ()))
    if len(ordinary) > 1 or (ordinary and specials):
        raise _wrong_mains(
            event,
            winner,
            "普通牌型只写一个，不和特殊牌型一起写。",
            "One ordinary row is declared, and none beside a special one.",
        )
    if not mains and not of_flags:
        raise _wrong_mains(event, winner, "没有写牌型。", "The main row is missing.")
    if ordinary and counts["san_yuan_ke"] > 2:
        raise _wrong_mains(
            event, winner, "三副三元牌是大三元。", "Three dragon triplets are special."
        )
    return rows


def _wrong_mains(event: Event, winner: Winner, zh: str, en: str) -> Refusal:
    return refuse("unknown_pattern", zh, en, event=event.index, seat=winner.seat)


def _check_same(
    game: Game, event: Event, winner: Winner, declared: list[Rows], found: list[Rows]
) -> None:
    """Raise `Refusal` when the tiles make other rows than those declared.

    Of special rows only the dearest need be right, since nothing else counts.
    """
    if not declared:
        return
    named, laid = _specials(game.options, declared), _specials(game.options, found)
    if laid or named:
        best = max((FAN[name] for name in laid), default=0)
        same = any(FAN[name] == best for name in named & laid) and named <= laid
    else:
        same = Counter(_dearest_ordinary(declared)) == Counter(_dearest_ordinary(found))
    if not same:
        raise refuse(
            "declared_mismatch",
            "写的番种和牌不一致。",
            "The rows declared are not those of the tiles.",
            event=event.index,
            seat=winner.seat,
        )


def _check_minimum(options: Options, event: Event, winner: Winner, fan: int) -> None:
    if fan < options["min_fan"]:
        seat, least = SEAT_NAMES[winner.seat], options["min_fan"]
        raise refuse(
            "below_minimum",
            f"{seat.zh}家只有{fan}番，不到{least}番，不能胡。",
            f"{seat.en} has {fan} fan; a win needs {least}.",
            event=event.index,
            seat=winner.seat,
        )
