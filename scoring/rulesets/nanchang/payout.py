"""南昌麻将 (Nanchang): a table of payments in counters, with wild 精 tiles.

Spec: nanchang.md. Everybody but the winner pays one formula: the type's factor, doubled for the
dealer and for a self-draw or the discarder, and a bonus for a win without wild tiles (德国).
"""

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import ClassVar

from scoring import common
from scoring.declared_patterns import no_win
from scoring.errors import refuse
from scoring.example_hands import with_examples
from scoring.fields import PER_SEAT_PAIRS, TILE, Field, Winner
from scoring.form_facts import FormFacts, option_on
from scoring.hand import HandTiles
from scoring.house_game import HouseGame, Share, Worth, next_seat, was_annulled, was_drawn
from scoring.kong_money import book_kongs, doubled_for_dealer, kongs_lapse, single
from scoring.readings import is_seven_pairs, is_thirteen_lan, readings
from scoring.record import Event
from scoring.ruleset import EARTHLY, HEAVENLY, KONG_DRAW, Game, Options
from scoring.rulesets.nanchang.examples import EXAMPLES
from scoring.rulesets.nanchang.form import FORM_EVENTS
from scoring.rulesets.nanchang.table import (
    FACTORS,
    FLAT,
    GERMAN,
    GERMAN_OF,
    NAMES,
    OPTIONS,
    PATTERNS,
    TWICE,
)
from scoring.text import Text
from scoring.tiles import TileSet, counts_of
from scoring.wild_faces import check_wild, faces_of, wild_event

KONG_COUNTERS = {"exposed": 1, "added": 1, "concealed": 2}


class Nanchang(HouseGame):
    """Everybody pays the winner; the discarder and the dealer pay double."""

    id = "nanchang"
    name = Text("南昌麻将", "Nanchang")
    summary = Text(
        "算子计分：三家都付，点炮者和庄家加倍；不用精牌和是德国。",
        "Paid in counters by all three; discarder and dealer pay double; a win without wild "
        "tiles is worth more.",
    )
    tile_set = TileSet("mpsz")
    options = OPTIONS
    patterns = with_examples(PATTERNS, EXAMPLES)
    circumstances = (KONG_DRAW, HEAVENLY, EARTHLY)
    events = frozenset({"wild", "chow", "leave"})
    extra_events: ClassVar = {
        "jing": (Field("held", PER_SEAT_PAIRS, True),),
        "chan": (Field("tile", TILE),),
    }
    after_end = frozenset({"jing", "chan", "adjust", "penalty", "leave"})
    once = ("jing", "chan")
    reads_states = True
    form = FormFacts(
        ways=("patterns", "tiles"),
        events=FORM_EVENTS,
        one_pattern=True,
        also_ticked=(TWICE,),
        multi_win=True,
        several=option_on("multi_win", "each"),
    )
    money_flow = Text(
        "没和的三家都付：牌型倍数，庄家加倍，自摸或点炮者加倍，德国另加5。",
        "All three others pay the factor of the hand, doubled for the dealer, doubled for a "
        "self-draw or the discarder, and 5 more for natural hands.",
    )
    next_dealer_words = Text(
        "庄家和牌，庄家连庄；别家和牌，下家坐庄。荒牌也过庄，照选项可以连庄。",
        "The dealer who wins stays; otherwise the next seat deals, after a drawn hand too "
        "unless an option lets the dealer stay.",
    )
    worth_form = Text("×{n}", "× {n}")

    def check(self, game: Game) -> None:
        super().check(game)
        options = game.options
        check_wild(game)
        if not options["allow_chow"]:
            common.forbid_chows(game)
        if options["multi_win"] == "forbidden":
            common.forbid_several_winners(game)
        if not options["jing_score"]:
            common.forbid_events(game, "jing", "不算精分。", "Wild tiles do not score.")
        if not options["chao_zhuang"]:
            common.forbid_events(game, "chan", "不算抄庄。", "抄庄 is not played.")
        for event in game.record.of_type("jing"):
            _check_jing(game, event)
        if options["rob_kong"] == "forbidden":
            for event in game.walk.wins:
                if event["by"] == "rob_kong":
                    game.problem(
                        "not_allowed", "不许抢杠。", "Kongs cannot be robbed.", event=event
                    )

    def wait_worth(self, game: Game, hand: HandTiles, tile: int) -> int | None:
        """A hand may be completed by its own draw, so that every wild tile in it counts."""
        return 0 if list(_all_shapes(game, hand, tile, drawn=True)) else None

    def worth(self, game: Game, event: Event, winner: Winner) -> Worth:
        options = game.options
        name, doubled = _type_of(game, event, winner)
        flat = _flat_item(event, options)
        if flat is not None:
            return Worth(FLAT * options["base"], ((flat, FLAT),))
        items = [(name, _factor(name, options))]
        if doubled:
            items.append((TWICE, 2))
        if "kong_draw" in event.get("flags", ()) and options["kong_draw_mult"] > 1:
            items.append(("gang_kai", options["kong_draw_mult"]))
        return Worth(options["base"] * prod(times for _item, times in items), tuple(items))

    def shares(self, game: Game, event: Event, winner: Winner, worth: Worth) -> Iterable[Share]:
        options = game.options
        name, factor = worth.items[0][0], prod(times for _item, times in worth.items)
        for payer in game.others(*(w.seat for w in event["winners"])):
            if name in ("tian_hu", "di_hu"):
                amount = worth.points
                reason = Text("天胡、地胡：每家{n}", "Heavenly or earthly: {n} from each")
                reason = reason.format(n=amount)
            else:
                amount, reason = _share(game, event, winner.seat, payer, (name, factor))
            alone = event["by"] == "rob_kong" and options["rob_kong"] == "konger_pays_all"
            yield Share(event["from"] if alone else payer, amount, reason)

    def book_kongs(self, game: Game) -> None:
        options = game.options
        if not options["kong_money"] or kongs_lapse(game):
            return
        book_kongs(
            game,
            lambda kong: KONG_COUNTERS[kong["kind"]] * int(options["base"]),
            factor=doubled_for_dealer(game) if options["kong_dealer_double"] else single,
            giver_pays=False,
        )

    def book_more(self, game: Game) -> None:
        base = game.options["base"]
        for event in game.record.of_type("jing"):
            for seat, score in enumerate(jing_scores(event["held"])):
                reason = Text("精分{n}", "Wild tiles {n}").format(n=score)
                game.book.each("jing", game.others(seat), seat, score * base, event.index, reason)
        for event in game.record.of_type("chan"):
            for seat in game.others(game.dealer):
                reason = Text("抄庄", "All four discarded the same tile in round one")
                amount = game.options["chao_zhuang"] * base
                game.book.pay("chan", game.dealer, seat, amount, event.index, reason)

    def next_dealer(self, game: Game, winners: Sequence[int]) -> int:
        stays = game.dealer in winners or was_annulled(game)
        if was_drawn(game):
            stays = game.options["draw_dealer"] == "stay"
        return game.dealer if stays else next_seat(game)


def _flat_item(event: Event, options: Options) -> str | None:
    """The item of a heavenly or earthly hand, where it is paid flat."""
    flags = event.get("flags", ())
    if options["heavenly"] != "flat20":
        return None
    if "heavenly" in flags:
        return "tian_hu"
    return "di_hu" if "earthly" in flags else None


def _factor(name: str, options: Options) -> int:
    if name == "de_guo_xiao_qi_dui" and options["de_guo_xiao_qi_dui"] == "formula":
        return 4
    return FACTORS[name]


def _share(
    game: Game, event: Event, winner: int, payer: int, worth: tuple[str, int]
) -> tuple[int, Text]:
    """Return what one seat owes a winner (nanchang.md §5), and the words for it."""
    name, factor = worth
    options = game.options
    as_draw = event["by"] == "self_draw" or (
        event["by"] == "rob_kong" and options["rob_kong"] == "konger_pays_all"
    )
    dealer = 2 if game.dealer in (payer, winner) else 1
    direct = as_draw or payer == event.giver
    bonus = options["de_guo_bonus"] if direct and name.startswith(GERMAN) else 0
    amount = options["base"] * (factor * dealer * (2 if direct else 1) + bonus)
    zh, en = f"{NAMES[name].zh}{factor}", f"{NAMES[name].en} {factor}"
    if dealer == 2:
        zh, en = f"{zh}×庄2", f"{en} × 2 dealer"
    if direct:
        zh = f"{zh}×{'自摸' if as_draw else '点炮'}2"
        en = f"{en} × 2 {'self-draw' if as_draw else 'discarder'}"
    if bonus:
        zh, en = f"{zh}＋{bonus}", f"{en} + {bonus}"
    if options["base"] > 1:
        zh, en = f"（{zh}）×{options['base']}", f"({en}) × {options['base']}"
    return amount, Text(zh, en)


def _type_of(game: Game, event: Event, winner: Winner) -> tuple[str, bool]:
    """Return the hand type of a winner, and whether it is 德中德; raise `Refusal`."""
    declared = _declared_type(game, event, winner)
    if winner.hand is None:
        if declared is None:
            raise RuntimeError("the checks let a winner pass who is not described")
        return declared
    found = _dearest(game, event, winner)
    if declared is not None and declared[0] != found:
        raise refuse(
            "declared_mismatch",
            f"写的是{NAMES[declared[0]].zh}，牌是{NAMES[found].zh}。",
            f"{NAMES[declared[0]].en} was declared; the tiles are {NAMES[found].en}.",
            event=event.index,
            seat=winner.seat,
        )
    return found, declared is not None and declared[1]


def _declared_type(game: Game, event: Event, winner: Winner) -> tuple[str, bool] | None:
    if winner.declared is None or not winner.declared.patterns:
        return None
    names = list(winner.declared.patterns)
    twice = game.options["de_zhong_de"] and names.count(TWICE) == 1
    if twice:
        names.remove(TWICE)
    known = len(names) == 1 and names[0] in FACTORS
    if not known or (twice and not names[0].startswith(GERMAN)):
        listed = "、".join(winner.declared.patterns)
        raise refuse(
            "unknown_pattern",
            f"要写恰好一个牌型，这里是：{listed}。",
            f"Exactly one type of hand is declared; here: {listed}.",
            event=event.index,
            seat=winner.seat,
        )
    return names[0], bool(twice)


def _dearest(game: Game, event: Event, winner: Winner) -> str:
    """Return the type that brings the winner most; ties go to the one lower in the table."""
    names = list(FACTORS)

    def income(name: str) -> tuple[int, int]:
        worth = (name, _factor(name, game.options))
        payers = game.others(*(w.seat for w in event["winners"]))
        shares = (_share(game, event, winner.seat, payer, worth)[0] for payer in payers)
        return sum(shares), names.index(name)

    found = set(_types(game, event, winner))
    if not found:
        raise no_win(event, winner)
    return max(found, key=income)


def _types(game: Game, event: Event, winner: Winner) -> Iterator[str]:
    """Yield every type that the tiles can be read as."""
    if winner.hand is not None:
        yield from _all_shapes(game, winner.hand, event["tile"], drawn=event["by"] == "self_draw")


def _all_shapes(game: Game, hand: HandTiles, tile: int, *, drawn: bool) -> Iterator[str]:
    """Yield the types of a hand; a discarded or robbed wild tile is its own face only (§2)."""
    wild = wild_event(game)
    jokers = set(faces_of(wild))
    natural = list(_shapes(hand, [*hand.concealed, tile], 0))
    holds = jokers & {*hand.all_tiles(), tile}
    german = wild is not None and (game.options["de_guo_restored"] or not holds)
    yield from (GERMAN_OF[name] if german else name for name in natural)
    free = (*hand.concealed, tile) if drawn else hand.concealed
    fixed = [] if drawn else [tile]
    fixed += [t for t in free if t not in jokers]
    wilds = sum(t in jokers for t in free)
    if wilds:
        yield from _shapes(hand, fixed, wilds)


def _shapes(hand: HandTiles, standing: list[int], wilds: int) -> Iterator[str]:
    counts = counts_of(standing)
    melds = hand.melds
    found = readings(counts, wilds, melds=melds)
    if found:
        yield "ping_hu"
    if any(reading.all_triplets for reading in found):
        yield "da_qi_dui"
    if not melds:
        if is_seven_pairs(counts, wilds):
            yield "xiao_qi_dui"
        if is_thirteen_lan(counts, wilds):
            yield "shi_san_lan"
        if is_thirteen_lan(counts, wilds, all_honours=True):
            yield "qi_xing"


def _check_jing(game: Game, event: Event) -> None:
    for seat, held in enumerate(event["held"]):
        if len(held) != 2 or min(held) < 0:
            game.problem(
                "bad_record",
                "每家写正精、副精的张数。",
                "Each seat has two counts: of the first and of the second wild face.",
                event=event,
                seat=seat,
            )
            return
    for column in zip(*event["held"], strict=True):
        if sum(column) > 4:
            game.problem(
                "too_many_tiles", "精牌多于四张。", "More than four of one wild face.", event=event
            )


def jing_scores(held: tuple[tuple[int, int], ...]) -> list[int]:
    """Return what each seat collects from each other one for its wild tiles (§7)."""
    scores = [2 * first + second for first, second in held]
    scores = [raw * (raw - 3) if raw >= 5 else raw for raw in scores]
    alone = sum(score > 0 for score in scores) == 1
    return [score * 2 if alone else score for score in scores]
