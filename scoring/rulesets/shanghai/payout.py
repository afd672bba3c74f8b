"""上海麻将 (Shanghai): chips by flowers and doublings, capped by the 勒子.

Spec: shanghai.md. The price of a hand is (底 + 花) × 2^番; payers owe whole shares of it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring import common
from scoring.errors import refuse
from scoring.example_hands import with_examples
from scoring.fields import INT, SEATS, Field, Winner
from scoring.hand import HandTiles
from scoring.house_game import (
    HouseGame,
    Priced,
    Share,
    Worth,
    was_drawn,
    winner_deals,
)
from scoring.record import Event
from scoring.ruleset import KONG_DRAW, Circumstance, Game
from scoring.rulesets.shanghai import contract
from scoring.rulesets.shanghai.examples import EXAMPLES
from scoring.rulesets.shanghai.form import FORM
from scoring.rulesets.shanghai.hand import Look, flowers_of_events, flowers_of_hand, look_of
from scoring.rulesets.shanghai.options import BUNDLES, OPTIONS
from scoring.rulesets.shanghai.table import (
    ADDED,
    BA_HUA_QI,
    BESIDE,
    BESIDE_ROWS,
    FAN,
    LIFTS,
    MAIN,
    MAIN_ROWS,
    NAMES,
)
from scoring.text import NO_TEXT, Text
from scoring.tiles import FLOWERS, TileSet
from scoring.walk import SEAT_NAMES

EIGHT_FLOWERS = Circumstance(
    "eight_flowers", Text("八花齐", "All eight flowers"), ("self_draw",), no_hand=True
)
FLOWER_DRAW = Circumstance(
    "flower_draw", Text("补花胡", "Out on a flower's replacement"), ("self_draw",)
)
DRAGONS = frozenset({31, 32, 33})
# More draws or doubles in a row are a slip of the pen, and no number would hold the price.
MOST_CARRIED = 99


@dataclass(frozen=True)
class Price(Worth):
    """A share of a hand as ``points``; ``cap`` of a share, None where there is none."""

    cap: int | None = None
    words: Text = NO_TEXT


class Shanghai(HouseGame):
    """Each payer owes shares of one capped price; 承包 makes a third party pay."""

    id = "shanghai"
    name = Text("上海麻将", "Shanghai")
    summary = Text(
        "（底＋花）×2的番次方，勒子封顶；点炮者付一份，自摸三家各付一份，承包者包付。",
        "(Base + flowers) × 2 to the power of fan, capped; the discarder pays one share, on a "
        "self-draw all three do, and a seat bound by contract pays for it.",
    )
    tile_set = TileSet("mpsz", flowers=8)
    options = OPTIONS
    bundles = BUNDLES
    patterns = with_examples((*MAIN, BA_HUA_QI, *BESIDE, *ADDED), EXAMPLES)
    circumstances = (KONG_DRAW, EIGHT_FLOWERS, FLOWER_DRAW)
    events = frozenset({"flower", "chow", "dice", "ready", "reveal"})
    # Tiles shown after a hand move nothing here.
    unasked = frozenset({"reveal"})
    extra_fields = {"winner": (Field("flowers", INT), Field("contract", SEATS))}
    after_end = frozenset({"reveal", "adjust", "penalty"})
    carry = ("huang_fan", "kai_bao")
    flower_wins = ("eight_flowers",)
    reads_states = True
    form = FORM
    money_flow = Text(
        "点炮：点炮者付一份。自摸：三家各付一份。抢杠：被抢者付三份。承包者自摸付三份，点炮付一份。"
        "荒牌不付，留下黄番。",
        "Discard: one share from the discarder. Self-draw: one from each. Robbed kong: three from "
        "the robbed seat. A seat bound by contract pays three on a self-draw and one on a discard. "
        "A drawn hand moves nothing and adds a fan to the next win.",
    )
    next_dealer_words = Text(
        "胡牌的人坐庄（强盗庄）；一炮多响由离放炮的人最近的赢家坐庄，照选项也可以由放炮的"
        "人坐庄。荒牌或作废，庄家连庄。",
        "The winner deals; of several winners the one nearest to the discarder, or by an "
        "option the discarder. After a drawn or annulled hand the dealer stays.",
    )

    def check(self, game: Game) -> None:
        super().check(game)
        if game.options["multi_win"] == "head_bump":
            common.forbid_several_winners(game)
        common.check_kinds(game, "ready", ("qiao",))
        _check_carry(game)
        _check_dice(game)
        _check_dragons(game)
        for event in game.walk.wins:
            for winner in event["winners"]:
                _check_winner(game, event, winner)

    def also_flowers(self, game: Game) -> Collection[int]:
        return DRAGONS if game.options["dragons_as_flowers"] else ()

    def penalty_each(self, game: Game) -> int:
        return int(game.options["false_win_each"])

    def wait_worth(self, game: Game, hand: HandTiles, tile: int) -> int | None:
        look = look_of(hand, tile)
        plain = look is not None and look.main == "ping_hu"
        if look is None or (plain and not game.options["allow_plain_win"]):
            return None
        return FAN[look.main]

    def worth(self, game: Game, event: Event, winner: Winner) -> Price:
        look = _look(game, event, winner)
        flowers = _flowers(game, event, winner)
        _check_lawful(game, event, winner, look, flowers)
        return _price(game, event, look, flowers)

    def shares(self, game: Game, event: Event, winner: Winner, worth: Worth) -> Iterable[Share]:
        bound = contract.parties(game, event, winner)
        for payer, count in contract.shares(game, event, winner.seat, bound).items():
            words = worth.words if isinstance(worth, Price) else NO_TEXT
            reason = _reason(event, payer, count, words, bound)
            yield Share(payer, count * worth.points, reason)

    def book_win(self, game: Game, event: Event, priced: Sequence[Priced]) -> None:
        """Book the shares; what a payer owes several winners together has one cap (§6)."""
        owed: dict[int, list[tuple[int, Share, int | None]]] = {}
        for winner, worth in priced:
            cap = worth.cap if isinstance(worth, Price) else None
            for share in self.shares(game, event, winner, worth):
                count = share.amount // worth.points if worth.points else 0
                most = None if cap is None else count * cap
                owed.setdefault(share.payer, []).append((winner.seat, share, most))
        limited = game.options["multi_winner_cap"] == "pro_rata"
        for payer, debts in owed.items():
            amounts = [share.amount for _seat, share, _most in debts]
            limits = [most for _seat, _share, most in debts if most is not None]
            if limited and limits:
                amounts = divide(amounts, max(limits))
            for (seat, share, _most), amount in zip(debts, amounts, strict=True):
                reason = share.reason
                if amount != share.amount:
                    reason = Text("{reason}，按比例{n}", "{reason}; {n} in proportion").format(
                        reason=reason, n=amount
                    )
                game.book.pay("win", payer, seat, amount, event.index, reason)

    def next_dealer(self, game: Game, winners: Sequence[int]) -> int:
        nearest = game.options["multi_win_dealer"] == "nearest_winner"
        return winner_deals(game, winners, several="first" if nearest else "giver")

    def carry_next(self, game: Game, winners: Sequence[int]) -> Mapping[str, int]:
        if winners:
            return {}
        carried = {name: _carried(game, name) for name in self.carry}
        if was_drawn(game):
            carried["huang_fan"] += int(game.options["huang_fan"])
            carried["kai_bao"] = _kai_bao(game)
        return {name: count for name, count in carried.items() if count}


def divide(amounts: Sequence[int], limit: int) -> list[int]:
    """Cut amounts to a limit in proportion: rounded down, left-over units one by one to the
    largest remainders, the earlier one first where they tie (§6). Within the limit they stay."""
    total = sum(amounts)
    if total <= limit:
        return list(amounts)
    parts = [limit * amount // total for amount in amounts]
    order = sorted(range(len(amounts)), key=lambda i: (-(limit * amounts[i] % total), i))
    for i in order[: limit - sum(parts)]:
        parts[i] += 1
    return parts


def _carried(game: Game, name: str) -> int:
    return game.record.context.carry.get(name, 0) if game.options[name] else 0


def _kai_bao(game: Game) -> int:
    """Return the doubles pending in this hand, its own among them."""
    if not game.options["kai_bao"]:
        return 0
    thrown = [e["values"] for e in game.record.of_type("dice") if e["purpose"] == "wall"]
    return _carried(game, "kai_bao") + sum(len(set(values)) == 1 for values in thrown)


def _check_carry(game: Game) -> None:
    for name, count in game.record.context.carry.items():
        if count > MOST_CARRIED:
            game.problem("bad_record", f"“{name}”太多了。", f"“{name}” is too large.")


def _check_dice(game: Game) -> None:
    thrown = [event for event in game.record.of_type("dice") if event["purpose"] == "wall"]
    for event in thrown:
        if len(event["values"]) != 2 or not all(1 <= n <= 6 for n in event["values"]):
            game.problem(
                "bad_record", "开局是两个骰子，点数1到6。", "The wall dice are two, each 1 to 6.",
                event=event,
            )  # fmt: skip
    for event in thrown[1:]:
        game.problem(
            "not_allowed", "开局的骰子只掷一次。", "The wall dice are thrown once.", event=event
        )


def _check_dragons(game: Game) -> None:
    """Dragons that are flowers stand in no hand and no meld (§2)."""
    if not game.options["dragons_as_flowers"]:
        return
    for event in game.record.events:
        hands = [w.hand for w in event.get("winners", ()) if w.hand is not None]
        shown = {tile for hand in hands for tile in hand.all_tiles()}
        if event.type != "flower" and event.get("tile") is not None:
            shown.add(event["tile"])
        if DRAGONS & shown:
            game.problem(
                "bad_tile",
                "中发白当花，不在手牌和副露里。",
                "Dragons are flowers and stand in no hand.",
                event=event,
            )


def _check_winner(game: Game, event: Event, winner: Winner) -> None:
    flowers, bound = winner.extra.get("flowers"), winner.extra.get("contract", ())
    if flowers is not None and not 0 <= flowers <= MOST_CARRIED:
        game.problem(
            "bad_record", "花数不对。", "The number of flowers is wrong.",
            event=event, seat=winner.seat,
        )  # fmt: skip
    if winner.seat in bound or len(set(bound)) != len(bound):
        game.problem(
            "bad_seat", "承包的是别家，每家写一次。", "Other seats are bound, each named once.",
            event=event, seat=winner.seat,
        )  # fmt: skip
    if "eight_flowers" in event.get("flags", ()) and not _has_eight(game, event, winner):
        game.problem(
            "state_mismatch",
            f"{SEAT_NAMES[winner.seat].zh}家的花不到八朵。",
            f"{SEAT_NAMES[winner.seat].en} has not laid all eight flowers.",
            event=event,
            seat=winner.seat,
        )


def _has_eight(game: Game, event: Event, winner: Winner) -> bool:
    """Whether the eight flowers are the winner's: by their events, or by the number given."""
    laid = [e for e in game.record.of_type("flower") if e["tile"] in FLOWERS]
    given = winner.extra.get("flowers")
    if event.get("tile") is not None and event["tile"] not in FLOWERS:
        return False
    if given is not None and given < len(FLOWERS):
        return False
    own = {e["tile"] for e in laid if e.seat == winner.seat}
    if len(own) == len(FLOWERS):
        return True
    return not laid and given is not None


def _look(game: Game, event: Event, winner: Winner) -> Look:
    """Return the rows of a winner's hand; raise `Refusal`."""
    declared = _declared(event, winner)
    if "eight_flowers" in event.get("flags", ()):
        if declared not in (None, Look(BA_HUA_QI.id)):
            raise _mismatch(event, winner)
        return Look(BA_HUA_QI.id)
    if declared is not None and declared.main == BA_HUA_QI.id:
        raise _mismatch(event, winner)
    if winner.hand is None:
        if declared is None:
            raise RuntimeError("the checks let a winner pass who is not described")
        return declared
    found = look_of(winner.hand, event["tile"])
    if found is None:
        raise _no_win(event, winner)
    if declared is not None and _counted(game, declared) != _counted(game, found):
        raise _mismatch(event, winner)
    return found


def _counted(game: Game, look: Look) -> Look:
    """The rows that are worth something: a concealed hand only where an option says so."""
    off = frozenset() if game.options["men_qing_fan"] else frozenset({"men_qing"})
    return Look(look.main, look.beside - off)


def _declared(event: Event, winner: Winner) -> Look | None:
    if winner.declared is None or not winner.declared.patterns:
        return None
    names = list(winner.declared.patterns)
    mains = [name for name in names if name in MAIN_ROWS or name == BA_HUA_QI.id]
    beside = [name for name in names if name in BESIDE_ROWS]
    if len(mains) != 1 or len(mains) + len(set(beside)) != len(names):
        listed = "、".join(names)
        raise refuse(
            "unknown_pattern",
            f"要写恰好一个主番，另可写大吊车、门清，这里是：{listed}。",
            f"Exactly one main row is declared, with 大吊车 or 门清 beside it; here: {listed}.",
            event=event.index,
            seat=winner.seat,
        )
    return Look(mains[0], frozenset(beside))


def _mismatch(event: Event, winner: Winner) -> Exception:
    return refuse(
        "declared_mismatch",
        "写的番种和牌不一致。",
        "The rows declared are not those of the hand.",
        event=event.index,
        seat=winner.seat,
    )


def _no_win(event: Event, winner: Winner) -> Exception:
    seat = SEAT_NAMES[winner.seat]
    return refuse(
        "not_a_win",
        f"{seat.zh}家的牌没有胡。",
        f"{seat.en}'s tiles are no winning hand.",
        event=event.index,
        seat=winner.seat,
    )


def _flowers(game: Game, event: Event, winner: Winner) -> int:
    """Return the winner's 花 (§5): as given, or flowers laid and what melds and triplets add."""
    given = winner.extra.get("flowers")
    if given is not None:
        return int(given)
    laid = game.walk.flowers_of(winner.seat)
    if winner.hand is None:
        return laid + flowers_of_events(game, winner.seat)
    whole = "eight_flowers" not in event.get("flags", ())
    return laid + flowers_of_hand(winner.hand, event["tile"] if whole else None, game.options)


def _check_lawful(game: Game, event: Event, winner: Winner, look: Look, flowers: int) -> None:
    """Raise `Refusal` for a hand that may not win under the options."""
    options = game.options
    if look.main == "ping_hu" and not options["allow_plain_win"]:
        raise _no_win(event, winner)
    if look.main == BA_HUA_QI.id:
        return
    knocked = any(e.seat == winner.seat for e in game.record.of_type("ready"))
    need = options["need_flower"]
    short = need == "always" or (need == "for_discard" and event["by"] == "discard")
    seat = SEAT_NAMES[winner.seat]
    if options["need_qiao"] and not knocked:
        zh, en = f"{seat.zh}家没有敲，不能胡。", f"{seat.en} has not knocked and cannot win."
    elif short and not flowers:
        zh, en = f"{seat.zh}家没有花，不能胡。", f"{seat.en} has no flower and cannot win."
    else:
        return
    raise refuse("not_allowed", zh, en, event=event.index, seat=winner.seat)


def _price(game: Game, event: Event, look: Look, flowers: int) -> Price:
    options = game.options
    items = [(look.main, FAN[look.main])]
    flags = event.get("flags", ())
    if look.main != BA_HUA_QI.id:
        if "da_diao_che" in look.beside:
            items.append(("da_diao_che", 1))
        if "men_qing" in look.beside and options["men_qing_fan"]:
            items.append(("men_qing", options["men_qing_fan"]))
        flower_kai = options["flower_replacement_kai"] and "flower_draw" in flags
        if "kong_draw" in flags or flower_kai:
            items.append(("gang_kai", 1))
    extra = {"kai_bao": _kai_bao(game), "huang_fan": _carried(game, "huang_fan")}
    items += [(name, count) for name, count in extra.items() if count]
    fan = sum(n for _name, n in items)
    chips = options["di"] + options["flower_point"] * flowers
    price = chips * 2**fan
    cap = None
    if options["lezi"]:
        lift = max(LIFTS.get(look.main, 1), 2 if any(extra.values()) else 1)
        cap = options["lezi"] * (lift if options["lezi_multiples"] else 1)
    points = price if cap is None else min(price, cap)
    rows = Text(
        "、".join(f"{NAMES[name].zh}{n}" for name, n in items),
        ", ".join(f"{NAMES[name].en} {n}" for name, n in items),
    )
    zh = f"{rows.zh}：（底{options['di']}＋花{flowers}"
    en = f"{rows.en}: (base {options['di']} + {flowers} flowers"
    if options["flower_point"] != 1:
        zh, en = f"{zh}×{options['flower_point']}", f"{en} × {options['flower_point']}"
    zh, en = f"{zh}）×2^{fan}＝{price}", f"{en}) × 2^{fan} = {price}"
    if points != price:
        zh, en = f"{zh}，封顶{points}", f"{en}, capped at {points}"
    return Price(points, tuple(items), fan, cap=cap, words=Text(zh, en))


def _reason(event: Event, payer: int, count: int, words: Text, bound: Collection[int]) -> Text:
    if payer in bound:
        role = Text("承包", "Contract")
    elif event["by"] == "self_draw":
        role = Text("自摸", "Self-draw")
    elif event["by"] == "discard":
        role = Text("点炮", "Discard")
    else:
        role = Text("被抢杠", "Robbed kong")
    shares = NO_TEXT
    if count > 1:
        shares = Text(f"{count}份", f" × {count} shares")
    return Text("{role}{shares}，{words}", "{role}{shares}; {words}").format(
        role=role, shares=shares, words=words
    )
