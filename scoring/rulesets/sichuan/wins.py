"""Wins: who may, what the hand is worth, who pays (§5 to §7 of the specs)."""

from scoring.errors import Problem, Refusal, refuse
from scoring.fields import Winner
from scoring.ledger import WinResult
from scoring.record import Event
from scoring.rulesets.sichuan.named import named_hand
from scoring.rulesets.sichuan.play import MadeKong, Play
from scoring.rulesets.sichuan.rows import NAMES
from scoring.rulesets.sichuan.scale import OF_TILES_ONLY, Items, Moment, total
from scoring.rulesets.sichuan.shapes import suits
from scoring.rulesets.sichuan.shown import breaks_void, check_frozen, check_melds
from scoring.text import Text
from scoring.tiles import suit_of
from scoring.walk import SEAT_NAMES

_BY = {
    "self_draw": Text("自摸", "self-draw"),
    "discard": Text("点炮", "discard"),
    "rob_kong": Text("抢杠", "robbed kong"),
}


def take_win(play: Play, event: Event) -> None:
    _check_seats(play, event)
    _check_first_turn(play, event)
    kong = next((k for k in play.kongs if k.event.get("id") == event.get("kong")), None)
    if event.get("kong") is None:
        kong = None
    if event["by"] == "rob_kong" and kong is not None:
        kong.robbed = True
    if event.index not in play.broken:
        for winner in event["winners"]:
            _take_winner(play, event, winner, kong)
        if "kong_discard" in event.get("flags", ()) and kong is not None:
            _transfer(play, event, kong)
    play.win_events.append(event)
    play.won |= {winner.seat for winner in event["winners"]}
    if play.wins_end is not None and len(play.won) >= play.wins_end:
        play.finish("three_won" if play.wins_end == 3 else "win", event)


def _check_seats(play: Play, event: Event) -> None:
    giver = event.giver
    if giver in play.out:
        play.problem(
            "already_won", "{seat}家已经胡了，不会再点炮。", "{seat} has won and is out of play.",
            event, giver,
        )  # fmt: skip
    for winner in event["winners"]:
        seat = winner.seat
        if seat in play.out:
            play.problem(
                "already_won", "{seat}家已经胡了。", "{seat} has won already.", event, seat
            )
        elif seat in play.wrong_count:
            play.problem(
                "not_allowed", "{seat}家是相公，不能胡。",
                "{seat} has a wrong number of tiles and cannot win.", event, seat,
            )  # fmt: skip
        elif seat in play.left:
            play.problem("not_allowed", "{seat}家已经离场。", "{seat} has left.", event, seat)
    if len(event["winners"]) > 1 and play.options["multi_win"] == "nearest":
        play.problem("not_allowed", "截胡：只能一家胡。", "Only the nearest seat wins.", event)


def _check_first_turn(play: Play, event: Event) -> None:
    if "human" in event.get("flags", ()):
        play.problem("bad_flags", "这里没有人胡。", "There is no human hand here.", event)
    flags = {"heavenly", "earthly"} & set(event.get("flags", ()))
    if not flags:
        return
    deals = event["winners"][0].seat == play.game.dealer
    if ("heavenly" in flags) != deals or len(flags) > 1:
        play.problem(
            "bad_flags",
            "天胡是庄家的，地胡是闲家的。",
            "Only the dealer has a heavenly hand, only another seat an earthly one.",
            event,
        )
    discards = [e for e in play.game.record.of_type("discard") if e.index < event.index]
    own = [e for e in discards if "heavenly" in flags or e.seat == event["winners"][0].seat]
    if play.kongs or play.win_events or own:
        play.problem(
            "bad_flags",
            "开过杠、有人胡过或打过牌，就没有天胡、地胡。",
            "After a kong, a win or a discard of its own no hand is heavenly or earthly.",
            event,
        )


def moment_of(play: Play, event: Event, seat: int, kong: MadeKong | None) -> Moment:
    return Moment(
        event["by"],
        frozenset(event.get("flags", ())),
        as_draw=event["by"] == "self_draw" and _feeder(play, event, kong) is None,
        kongs=play.counted_kongs(seat),
    )


def _feeder(play: Play, event: Event, kong: MadeKong | None) -> int | None:
    """Return who alone pays a 杠上花: the giver of the exposed kong."""
    fed = "kong_draw" in event.get("flags", ()) and play.options["exposed_kong_draw"] == "feeder"
    if fed and kong is not None and kong.kind == "exposed":
        return kong.event.giver
    return None


def payers_of(play: Play, event: Event, seat: int, kong: MadeKong | None) -> list[int]:
    if event["by"] != "self_draw":
        return [event["from"]]
    feeder = _feeder(play, event, kong)
    return play.still_in(seat) if feeder is None else [feeder]


def _take_winner(play: Play, event: Event, winner: Winner, kong: MadeKong | None) -> None:
    moment = moment_of(play, event, winner.seat, kong)
    try:
        items = _items(play, event, winner, moment)
    except Refusal as refusal:
        play.problems.extend(refusal.problems)
        return
    if winner.hand is not None:
        play.shown[winner.seat] = (winner.hand, event.index)
    scale = play.scale
    fan = scale.capped(total(items))
    points = scale.points(fan) + scale.bonus(moment)
    play.results.append(WinResult(event.index, winner.seat, fan, points, items))
    reason = _reason(play, event, items, moment)
    for payer in payers_of(play, event, winner.seat, kong):
        extra = play.kong_fan_against(payer)
        words = reason
        if extra:
            words = Text("{reason}，付的人有杠＋{n}", "{reason}; the payer's kongs + {n}").format(
                reason=reason, n=extra
            )
        amount = points + play.options["base"] * extra
        play.pay("win", payer, winner.seat, amount, event, words)


def _items(play: Play, event: Event, winner: Winner, moment: Moment) -> Items:
    """Return the items of a winner's hand; raise `Refusal`."""
    seat, declared, hand = winner.seat, winner.declared, winner.hand
    if hand is None and (declared is None or not declared.patterns):
        raise _refuse(
            "incomplete", "没有写{seat}家的番种或手牌。", "{seat}'s row or tiles are missing.",
            event, seat,
        )  # fmt: skip
    named = None
    if declared is not None and declared.patterns:
        named = play.scale.of_names(named_hand(play, declared, event, seat), moment)
    if hand is None:
        known = {suit_of(kong.tile) for kong in play.kongs if kong.seat == seat}
        known |= {suit_of(tile) for owner, tile in play.pungs if owner == seat}
        known |= {suit_of(event["tile"])} if event.get("tile") is not None else set()
        if breaks_void(play, known, seat):
            raise _three_suits(event, seat)
        return named or ()
    before = len(play.problems)
    if not (check_melds(play, hand, event, seat) and check_frozen(play, hand, event, seat)):
        found, play.problems = play.problems[before:], play.problems[:before]
        raise Refusal(found)
    if breaks_void(play, suits(hand, event["tile"]), seat):
        raise _three_suits(event, seat)
    items = play.scale.of_tiles(hand, event["tile"], moment)
    if items is None:
        raise _refuse(
            "not_a_win", "{seat}家的牌没有胡。", "{seat}'s tiles are no winning hand.", event, seat
        )
    if named is not None and total(named) != _nameable(items):
        raise refuse(
            "declared_mismatch",
            f"写的是{total(named)}番，牌是{_nameable(items)}番。",
            f"{total(named)} fan were declared; the tiles are {_nameable(items)}.",
            event=event.index,
            seat=seat,
        )
    return items


def _nameable(items: Items) -> int:
    return sum(number for name, number in items if name not in OF_TILES_ONLY)


def _refuse(code: str, zh: str, en: str, event: Event, seat: int) -> Refusal:
    words = Text(zh, en).format(seat=SEAT_NAMES[seat])
    return Refusal([Problem(code, words, event.index, seat=seat)])


def _three_suits(event: Event, seat: int) -> Refusal:
    return _refuse(
        "void_suit",
        "{seat}家没有缺一门，或者还有定缺的牌。",
        "{seat} holds three suits, or tiles of the suit declared void.",
        event,
        seat,
    )


def item_words(items: Items) -> Text:
    """Return the items of a hand in words: 清一色3＋根1."""
    rows = [(NAMES[name], number) for name, number in items]
    return Text(
        "＋".join(f"{name.zh}{number}" for name, number in rows) or "0",
        " + ".join(f"{name.en} {number}" for name, number in rows) or "0",
    )


def _reason(play: Play, event: Event, items: Items, moment: Moment) -> Text:
    scale = play.scale
    fan, bonus = scale.capped(total(items)), scale.bonus(moment)
    words = Text("{by}，{rows}＝{fan}{unit}", "{by}: {rows} = {fan}{unit}").format(
        by=_BY[event["by"]], rows=item_words(items), fan=fan, unit=scale.unit
    )
    if fan < total(items):
        words = Text("{words}，封顶", "{words}, the cap").format(words=words)
    if bonus:
        words = Text("{words}，自摸加底{n}", "{words}, self-draw + {n}").format(
            words=words, n=bonus
        )
    return words


def _transfer(play: Play, event: Event, kong: MadeKong) -> None:
    """Hand over the income of a kong after which the konger discarded a win (呼叫转移)."""
    rule = play.options["kong_transfer"]
    if rule == "off" or not play.instant:
        return
    paid = play.paid_kongs()
    moved = [k for k in (play.chain(kong) if rule == "chain" else [kong]) if k in paid]
    for one in moved:
        one.moved = True
    amount = sum(one.income for one in moved)
    for winner in event["winners"]:
        words = Text("呼叫转移：杠分{n}", "Kong money of {n} moves to the winner").format(n=amount)
        play.pay("kong_transfer", kong.seat, winner.seat, amount, event, words)
