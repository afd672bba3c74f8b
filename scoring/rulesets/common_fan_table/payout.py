"""常用麻将算番规则表: fan are added, one fan is so many points.

Spec: common_fan_table.md.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar

from scoring import common
from scoring.declared_patterns import wrong_names
from scoring.errors import Problem, Refusal, refuse
from scoring.fields import Winner
from scoring.first_turn import (
    check_ready_once,
    claims_before,
    flagged,
    has_melds,
    ready_event,
    refuse_flag,
)
from scoring.form_events import kong_events, penalty_events, ready_events
from scoring.form_facts import Choice, FormFacts, option_on
from scoring.hand import HandTiles, luck_problems
from scoring.house_game import HouseGame, Share, Worth, next_seat, was_annulled
from scoring.record import Event
from scoring.ruleset import HEAVENLY, Circumstance, Game
from scoring.rulesets.common_fan_table.count import Win, dearest, forms_of
from scoring.rulesets.common_fan_table.options import BUNDLES, OPTIONS
from scoring.rulesets.common_fan_table.table import (
    BY_ID,
    FROM_EVENT,
    ONE_OF,
    PATTERNS,
    standing,
    worth,
)
from scoring.text import Text
from scoring.tiles import TileSet
from scoring.walk import SEAT_NAMES

FALSE_WIN = Choice("false_win", Text("诈胡", "False win"), option="false_win_each")
TIANTING = Choice("tianting", Text("扣听", "Declared ready at the start"))
# 地胡 of this table is won on the dealer's first discard (§1).
EARTHLY = Circumstance(
    "earthly", Text("地胡", "Earthly hand"), ("discard",), not_with=("heavenly",), role="others"
)


class CommonFanTable(HouseGame):
    """A plain table of fan: what it lists is added up and paid by the discarder or by all."""

    id = "common_fan_table"
    name = Text("常用麻将算番规则表", "Common fan table")
    summary = Text(
        "一百三十六张，番数相加，一番若干分；自摸三家付，点炮者一家付（照选项）。",
        "136 tiles; fan are added, one fan is so many points. All three pay a self-draw, the "
        "discarder pays a discard (by option all).",
    )
    tile_set = TileSet("mpsz")
    options = OPTIONS
    bundles = BUNDLES
    patterns = PATTERNS
    one_of = ONE_OF
    circumstances = (HEAVENLY, EARTHLY)
    events = frozenset({"chow", "reveal", "ready"})
    # Tiles shown after a hand move nothing here.
    unasked = frozenset({"reveal"})
    after_end: ClassVar[frozenset[str]] = frozenset({"reveal", "adjust", "penalty"})
    bare_hands = True
    reads_states = True
    numbers = ("fan", "fan_with_flowers")
    form = FormFacts(
        ways=("fan", "patterns", "tiles"),
        quick_fans=(1, 2, 3, 5, 7, 8, 9, 10, 12, 15, 20, 25, 30),
        multi_win=True,
        several=option_on("multi_win", "all"),
        events=(*kong_events(), *ready_events(TIANTING), *penalty_events(FALSE_WIN)),
    )
    money_flow = Text(
        "番数乘每番的分。自摸三家各付；点炮和抢杠照选项：点炮者一家付、三家一样付，或点炮者加倍。",
        "Fan times the points per fan. On a self-draw all three pay; on a discard or a robbed kong "
        "the discarder alone, all alike, or the discarder double, by option.",
    )
    next_dealer_words = Text(
        "庄家和牌或荒牌，庄家连庄；别家和牌，下家坐庄。照选项也可以每盘轮换。",
        "The dealer stays after a win of his own or a drawn hand; otherwise the next seat "
        "deals. An option moves the deal after every hand.",
    )

    def check(self, game: Game) -> None:
        super().check(game)
        common.check_kinds(game, "ready", (TIANTING.id,))
        check_ready_once(game)
        if game.options["multi_win"] != "all":
            common.forbid_several_winners(game)
        _check_first_turn(game)

    def wait_worth(self, game: Game, hand: HandTiles, tile: int) -> int | None:
        return 0 if next(forms_of([*hand.concealed, tile], hand), None) else None

    def worth(self, game: Game, event: Event, winner: Winner) -> Worth:
        rows = [_rows_of_tiles(game, event, winner), _rows_of_names(game, event, winner)]
        known = [found for found in rows if found is not None]
        told = _numbers(winner)
        if len(told) > 1:
            raise refuse(
                "declared_mismatch",
                "番数只写一个。",
                "Give one number only.",
                event=event.index,
                seat=winner.seat,
            )
        fans = [*map(worth, known), *told]
        if len(set(fans)) > 1:
            numbers = " ≠ ".join(map(str, fans))
            raise refuse(
                "declared_mismatch",
                f"番数不一致：{numbers}。",
                f"The fan given differ: {numbers}.",
                event=event.index,
                seat=winner.seat,
            )
        fan = fans[0]
        if fan < game.options["min_fan"]:
            raise refuse(
                "below_minimum",
                f"{SEAT_NAMES[winner.seat].zh}家只有{fan}番，不到{game.options['min_fan']}番。",
                f"{SEAT_NAMES[winner.seat].en} has {fan} fan; a win needs "
                f"{game.options['min_fan']}.",
                event=event.index,
                seat=winner.seat,
            )
        items = tuple((row, BY_ID[row].fan) for row in (known[0] if known else ()))
        return Worth(fan * game.options["unit"], items, fan, listed=bool(known))

    def shares(self, game: Game, event: Event, winner: Winner, worth: Worth) -> Iterator[Share]:
        how = "self_draw" if event["by"] == "self_draw" else game.options["discard_pays"]
        for payer in game.others(*(w.seat for w in event["winners"])):
            gives = payer == event.giver
            if how == "discarder_only" and not gives:
                continue
            times = 2 if how == "discarder_double" and gives else 1
            doubled = game.options["dealer_double"] and game.dealer in (payer, winner.seat)
            reason = _reason(game, event, worth, gives=gives, twice=times == 2, dealer=doubled)
            yield Share(payer, worth.points * times * (2 if doubled else 1), reason)

    def penalty_each(self, game: Game) -> int:
        return int(game.options["false_win_each"])

    def next_dealer(self, game: Game, winners: Sequence[int]) -> int:
        rotates = game.options["next_dealer"] == "rotate" and not was_annulled(game)
        stays = not rotates and (not winners or game.dealer in winners)
        return game.dealer if stays else next_seat(game)


def _reason(
    game: Game, event: Event, worth: Worth, *, gives: bool, twice: bool, dealer: bool
) -> Text:
    if event["by"] == "self_draw":
        head = Text("自摸", "Self-draw")
    elif gives:
        head = (
            Text("点炮", "Discard") if event["by"] == "discard" else Text("被抢杠", "Robbed kong")
        )
    else:
        head = Text("旁家", "Bystander")
    zh, en = f"{head.zh}：{worth.fan}番", f"{head.en}: {worth.fan} fan"
    if game.options["unit"] > 1:
        zh, en = f"{zh}×{game.options['unit']}", f"{en} × {game.options['unit']}"
    if twice:
        zh, en = f"{zh}×2", f"{en} × 2"
    if dealer:
        zh, en = f"{zh}×庄2", f"{en} × 2 dealer"
    return Text(zh, en)


def _numbers(winner: Winner) -> list[int]:
    """The numbers of the sheet; without flowers in the game both kinds mean the same."""
    declared = winner.declared
    given = (declared.fan, declared.fan_with_flowers) if declared else ()
    return [number for number in given if number is not None]


def _rows_of_event(game: Game, event: Event, winner: Winner) -> list[str]:
    flags = event.get("flags", ())
    rows = [row for flag, row in (("heavenly", "tian_hu"), ("earthly", "di_hu")) if flag in flags]
    return [*rows, "kou_ting"] if _is_kou_ting(game, event, winner) else rows


def _is_kou_ting(game: Game, event: Event, winner: Winner) -> bool:
    """Whether a seat declared ready and has not changed its hand since."""
    ready = ready_event(game, event, winner.seat, TIANTING.id)
    if ready is None or (winner.hand is not None and not winner.hand.is_concealed):
        return False
    claims = (c for c in claims_before(game, event) if c.seat == winner.seat)
    return not any(c.index > ready.index and c.get("kind") != "concealed" for c in claims)


def _rows_of_tiles(game: Game, event: Event, winner: Winner) -> tuple[str, ...] | None:
    if winner.hand is None:
        return None
    flags = event.get("flags", ())
    problems = list(luck_problems(winner.hand, event["tile"], event["by"], flags))
    if problems:
        raise Refusal(p._replace(event=event.index, seat=winner.seat, field="") for p in problems)
    win = Win(winner.hand, event["tile"], event["by"] == "self_draw")
    rows = dearest(win, _rows_of_event(game, event, winner), game.options)
    if rows is None:
        seat = SEAT_NAMES[winner.seat]
        raise refuse(
            "not_a_win",
            f"{seat.zh}家的牌没有胡。",
            f"{seat.en}'s tiles are no winning hand.",
            event=event.index,
            seat=winner.seat,
        )
    return rows


def _rows_of_names(game: Game, event: Event, winner: Winner) -> tuple[str, ...] | None:
    """Return the rows of declared patterns with those that the event adds (§4)."""
    if winner.declared is None or winner.declared.patterns is None:
        return None
    names = winner.declared.patterns
    problems = list(_name_problems(game, event, names))
    if problems:
        raise Refusal(
            Problem("unknown_pattern", words, event.index, seat=winner.seat) for words in problems
        )
    told = _rows_of_event(game, event, winner)
    rows = set(names)
    if event["by"] == "self_draw" and "men_qing" in rows:
        rows = {*rows - {"men_qing"}, "bu_qiu_ren"}
    if "qiong_hu" in rows and (len(rows) > 1 or told):
        raise refuse(
            "declared_mismatch",
            "有别的番就不是穷胡。",
            "A hand that earns anything else is no poor hand.",
            event=event.index,
            seat=winner.seat,
        )
    return standing({*rows, *told}, game.options)


def _name_problems(game: Game, event: Event, names: Sequence[str]) -> Iterable[Text]:
    """Yield what is wrong with declared names: not in the table, told by the event, twice, or not
    to stand together."""
    # A self-drawn hand is named concealed to be 不求人, which is no minor row.
    drawn = event["by"] == "self_draw"
    rows = [
        replace(pattern, when=()) if drawn and pattern.id == "men_qing" else pattern
        for pattern in PATTERNS
        if pattern.id not in FROM_EVENT
    ]
    yield from wrong_names(rows, game.options, names)
    for one_of in ONE_OF:
        together = [BY_ID[name].name for name in one_of if name in names]
        if len(together) > 1:
            zh = "、".join(f"“{name.zh}”" for name in together)
            en = ", ".join(f"“{name.en}”" for name in together)
            yield Text(f"{zh}不能同时有。", f"{en} cannot be one hand.")


def _check_first_turn(game: Game) -> None:
    """地胡 is won on the dealer's first discard, 天胡 with the dealt hand: nobody has melds, and
    nobody who wins so has declared ready."""
    for event, winner in flagged(game, "earthly"):
        if event.giver != game.dealer:
            words = Text(
                "地胡要和庄家打出的第一张牌。", "An earthly hand is won on the dealer's discard."
            )
            refuse_flag(game, event, winner, words)
    for flag in ("heavenly", "earthly"):
        for event, winner in flagged(game, flag):
            if claims_before(game, event) or has_melds(winner):
                words = Text(
                    "前面已有吃、碰、杠，不算天胡、地胡。",
                    "After a chow, pung or kong no hand is heavenly or earthly.",
                )
                refuse_flag(game, event, winner, words)
            if ready_event(game, event, winner.seat, TIANTING.id):
                words = Text(
                    "天胡、地胡没有扣听。", "A first-turn win has no ready hand before it."
                )
                refuse_flag(game, event, winner, words)
