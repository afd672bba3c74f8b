"""台湾十六张 (Taiwanese sixteen tiles): base and 台, with the dealer's 台 on top.

Spec: taiwan16.md. A payer owes 底 + 台 × (the hand's 台 + those between it and the dealer).
"""

from collections.abc import Callable, Iterable, Sequence

from scoring import common
from scoring.errors import refuse
from scoring.example_hands import with_examples
from scoring.fields import INT, TILE_LIST, Field, Winner
from scoring.first_turn import check_dealt_ready
from scoring.hand import HandTiles
from scoring.house_game import HouseGame, Share, Worth, next_seat, was_annulled, was_drawn
from scoring.readings import hand_readings
from scoring.record import Event
from scoring.ruleset import (
    EARTHLY,
    HEAVENLY,
    KONG_DRAW,
    LAST_TILE,
    Circumstance,
    Game,
)
from scoring.rulesets.taiwan16.examples import EXAMPLES
from scoring.rulesets.taiwan16.form import FORM
from scoring.rulesets.taiwan16.hand import SETS
from scoring.rulesets.taiwan16.options import BUNDLES, OPTIONS
from scoring.rulesets.taiwan16.table import NAMES, PATTERNS
from scoring.rulesets.taiwan16.table_facts import FLOWER_WINS, check_bao, check_flower_wins
from scoring.rulesets.taiwan16.worth import READY_ROWS, tai_of_winner
from scoring.text import Text
from scoring.tiles import TileSet
from scoring.walk import SEAT_NAMES

HUMAN = Circumstance("human", Text("人胡", "Human hand"), ("discard",), role="others")
FLOWER_DRAW = Circumstance(
    "flower_draw", Text("补花胡", "Out on a flower's replacement"), ("self_draw",)
)
EIGHT_FLOWERS = Circumstance(
    "eight_flowers",
    Text("八仙过海", "All eight flowers"),
    ("self_draw",),
    not_with=("seven_rob_one",),
    no_hand=True,
)
SEVEN_ROB_ONE = Circumstance(
    "seven_rob_one", Text("七抢一", "Seven flowers take the eighth"), ("discard",), no_hand=True
)


class Taiwan16(HouseGame):
    """Base and 台 from each payer; the dealer wins and loses more the longer the deal is kept."""

    id = "taiwan16"
    name = Text("台湾十六张", "Taiwanese (sixteen tiles)")
    summary = Text(
        "底加台，点炮者付，自摸三家付；庄家连N拉N，三台起胡，宝牌。",
        "Base and points per row; the discarder pays, on a self-draw all three. The dealer adds "
        "for every deal kept; three to win; bonus tiles.",
    )
    tile_set = TileSet("mpsz", flowers=8)
    hand_length = 16
    options = OPTIONS
    bundles = BUNDLES
    patterns = with_examples(PATTERNS, EXAMPLES)
    example_options = {"min_tai": 0}
    circumstances = (
        KONG_DRAW,
        LAST_TILE,
        HEAVENLY,
        EARTHLY,
        HUMAN,
        FLOWER_DRAW,
        EIGHT_FLOWERS,
        SEVEN_ROB_ONE,
    )
    events = frozenset({"flower", "chow", "ready", "reveal"})
    extra_fields = {
        "declared": (Field("bao", INT),),
        "reveal": (Field("tiles", TILE_LIST, True),),
    }
    after_end = frozenset({"adjust", "penalty"})
    flower_wins = tuple(FLOWER_WINS)
    numbers = ("fan", "fan_with_flowers")
    bare_hands = True
    # 天胡 does not count 杠上开花: so there may be a kong before it (§4).
    kongs_on_first_turn = True
    reads_states = True
    form = FORM
    money_flow = Text(
        "点炮：点炮者付底加台。自摸、八仙过海：三家各付底加台。抢杠：被抢者付。七抢一：摸到第八张花的人付。"
        "和庄家有关的再加庄家台、连庄台。流局不付。",
        "Discard: the discarder pays base and rows. Self-draw and all eight flowers: all three. "
        "Robbed kong: the robbed seat. The eighth flower taken: who drew it. Payments to or from "
        "the dealer are raised by the deals kept. A drawn hand moves nothing.",
    )
    next_dealer_words = Text(
        "庄家胡牌，连庄一次；否则下家坐庄。流局过庄或连庄看选项，连庄次数也可以封顶。",
        "The dealer who wins keeps the deal, and the streak grows; otherwise the next "
        "seat deals. Options say whether a drawn hand passes the deal and how long a "
        "streak may be.",
    )
    counts_streak = True
    worth_form = Text("{n}台", "{n} tai")

    def check(self, game: Game) -> None:
        super().check(game)
        if game.options["multi_win"] == "head_bump":
            common.forbid_several_winners(game)
        common.check_kinds(game, "ready", tuple(READY_ROWS))
        common.check_kinds(game, "reveal", ("bao",))
        check_bao(game)
        check_flower_wins(game)
        _check_ready_hands(game)
        check_dealt_ready(game, ("tianting", "diting"), nobody=("diting",))
        _check_numbers(game)
        _check_human(game)

    def penalty_each(self, game: Game) -> Callable[[int, int], int]:
        options = game.options

        def owed(offender: int, payee: int) -> int:
            raised = _raise(game) if game.dealer in (offender, payee) else 0
            return int(options["di"] + options["tai"] * (options["false_win_tai"] + raised))

        return owed

    def wait_worth(self, game: Game, hand: HandTiles, tile: int) -> int | None:
        return 0 if hand_readings(hand, tile, sets=SETS) else None

    def worth(self, game: Game, event: Event, winner: Winner) -> Worth:
        options = game.options
        tai = tai_of_winner(game, event, winner)
        _check_minimum(game, event, winner, tai.plain)
        fan = min(tai.total, options["tai_cap"]) if options["tai_cap"] else tai.total
        points = options["di"] + options["tai"] * fan
        return Worth(points, tai.items or (), fan, tai.items is not None)

    def shares(self, game: Game, event: Event, winner: Winner, worth: Worth) -> Iterable[Share]:
        options = game.options
        triple = event["by"] == "rob_kong" and options["rob_kong_pay"] == "triple"
        for payer in _payers(game, event, winner.seat):
            raised = _raise(game) if game.dealer in (winner.seat, payer) else 0
            amount = worth.points + options["tai"] * raised
            yield Share(payer, amount * (3 if triple else 1), _reason(game, worth, raised, triple))

    def next_dealer(self, game: Game, winners: Sequence[int]) -> int:
        if was_annulled(game) or _keeps(game, winners):
            return game.dealer
        return next_seat(game)

    def streak_next(self, game: Game, winners: Sequence[int]) -> int:
        streak = game.record.context.streak
        if was_annulled(game):
            return streak
        return streak + 1 if _keeps(game, winners) else 0


def _keeps(game: Game, winners: Sequence[int]) -> bool:
    """Whether the dealer keeps the deal (§6)."""
    options = game.options
    stays = game.dealer in winners or (was_drawn(game) and options["draw_dealer"] == "stay")
    limit = options["streak_limit"]
    return stays and not (limit and game.record.context.streak + 1 > limit)


def _raise(game: Game) -> int:
    """Return r of §5: the 台 between the dealer and another seat, 连N拉N."""
    options = game.options
    return int(options["dealer_tai"] + options["streak_tai"] * game.record.context.streak)


def _payers(game: Game, event: Event, seat: int) -> list[int]:
    return game.others(seat) if event["by"] == "self_draw" else [event["from"]]


def _check_minimum(game: Game, event: Event, winner: Winner, tai: int) -> None:
    """Raise `Refusal` for a hand under 起胡; 宝牌 are not in ``tai``."""
    options = game.options
    involved = (winner.seat, *_payers(game, event, winner.seat))
    if options["min_counts_dealer"] and game.dealer in involved:
        tai += _raise(game)
    least, seat = options["min_tai"], SEAT_NAMES[winner.seat]
    if tai < least:
        raise refuse(
            "below_minimum",
            f"{seat.zh}家只有{tai}台（宝牌不算），不到{least}台，不能胡。",
            f"{seat.en} has {tai} 台 without bonus tiles; a win needs {least}.",
            event=event.index,
            seat=winner.seat,
        )


def _check_ready_hands(game: Game) -> None:
    """A hand declared ready is not changed afterwards (§3)."""
    ready: set[int] = set()
    for event in game.record.of_type("ready", "chow", "pung", "kong"):
        if event.type == "ready":
            ready.add(event.seat)
        elif event.seat in ready and (event.type != "kong" or event["kind"] == "exposed"):
            game.problem(
                "not_allowed",
                "报听以后不能再吃碰。",
                "A hand declared ready is not changed.",
                event=event,
                seat=event.seat,
            )


def _check_numbers(game: Game) -> None:
    for event in game.walk.wins:
        for winner in event["winners"]:
            told = winner.declared
            for number in (told.fan, told.fan_with_flowers) if told else ():
                if number is not None and number < 0:
                    game.problem(
                        "bad_record",
                        "台数不能小于0。",
                        "The number of 台 is not less than 0.",
                        event=event,
                        seat=winner.seat,
                    )


def _check_human(game: Game) -> None:
    """人胡 comes before the winner's own first draw; the dealer has drawn."""
    for event in game.walk.wins:
        for winner in event["winners"]:
            if "human" in event.get("flags", ()) and winner.seat == game.dealer:
                game.problem(
                    "bad_flags",
                    "庄家没有人胡。",
                    "The dealer has no human hand.",
                    event=event,
                    seat=winner.seat,
                )


def _reason(game: Game, worth: Worth, raised: int, triple: bool) -> Text:
    rows = Text(
        "、".join(f"{NAMES[name].zh}{n}" for name, n in worth.items),
        ", ".join(f"{NAMES[name].en} {n}" for name, n in worth.items),
    )
    options = game.options
    zh = f"底{options['di']}＋{worth.fan}台" + (f"＋庄家{raised}台" if raised else "")
    en = f"base {options['di']} + {worth.fan} 台" + (f" + {raised} of the dealer" if raised else "")
    if options["tai"] != 1:
        zh, en = f"{zh}，每台{options['tai']}", f"{en}, {options['tai']} per 台"
    if triple:
        zh, en = f"（{zh}）×3份", f"({en}) × 3 shares"
    if rows.zh:
        zh, en = f"{rows.zh}：{zh}", f"{rows.en}: {en}"
    return Text(zh, en)
