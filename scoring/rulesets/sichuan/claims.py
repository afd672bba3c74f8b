"""Kongs, pungs, discards, penalties and departures while the hand is played (§6 and §8)."""

from scoring.record import Event
from scoring.rulesets.sichuan.play import PENALTY_WORDS, MadeKong, Play
from scoring.text import Text


def take_kong(play: Play, event: Event) -> None:
    seat, kind = event.seat, event["kind"]
    _check_in(play, event, seat)
    if kind == "exposed":
        _check_in(play, event, event.giver)
        _check_frozen(play, event, allowed=bool(play.options["post_win_exposed_kong"]))
        if event.get("after") is not None:
            play.problem(
                "bad_flags",
                "直杠是别人打的牌，不会接着自己的杠。",
                "An exposed kong is on a discard; it follows no kong of its own seat.",
                event,
            )
    elif event.get("after") is not None:
        _check_after(play, event)
    units: int = play.options[f"{kind}_kong_units"]
    payers = [] if event.giver in (None, seat) else [event.giver]
    if kind != "exposed":
        payers = play.still_in(seat)
    play.kongs.append(MadeKong(event, tuple(payers), units * play.options["base"]))


def take_pung(play: Play, event: Event) -> None:
    _check_in(play, event, event.seat)
    _check_in(play, event, event.giver)
    _check_frozen(play, event)
    play.pungs.add((event.seat, event["tile"]))


def take_turn(play: Play, event: Event) -> None:
    """A draw or a discard."""
    _check_in(play, event, event.seat)


def _check_in(play: Play, event: Event, seat: int | None) -> None:
    if seat in play.out:
        play.problem(
            "already_won",
            "{seat}家已经胡了，不再参加。",
            "{seat} has won and is out of play.",
            event,
            seat,
        )


def _check_frozen(play: Play, event: Event, *, allowed: bool = False) -> None:
    if event.seat in play.won and not play.winners_leave and not allowed:
        play.problem(
            "not_allowed",
            "{seat}家胡过以后手牌不动，不能碰和直杠。",
            "{seat} has won: the hand is frozen, with no pung and no exposed kong.",
            event,
            event.seat,
        )


def _check_after(play: Play, event: Event) -> None:
    """The kong before must be the same seat's, with no other kong or win between."""
    before = play.kongs[-1] if play.kongs else None
    won_at = play.win_events[-1].index if play.win_events else -1
    if (
        before is None
        or before.event.index < won_at
        or before.seat != event.seat
        or before.event.get("id") != event["after"]
    ):
        play.problem(
            "bad_reference",
            "连杠要紧接着自己的上一个杠。",
            "“after” names the seat's own kong directly before this one.",
            event,
        )


def take_penalty(play: Play, event: Event) -> None:
    seat, kind = event.seat, event["kind"]
    _check_in(play, event, seat)
    everybody = kind != "false_win" and play.options["xianggong_payees"] == "all"
    payees = play.game.others(seat) if everybody else play.still_in(seat)
    amount = play.options["false_win_points"] * play.options["base"]
    words = PENALTY_WORDS.get(kind, Text(kind, kind))
    reason = Text("{kind}：赔每家{n}", "{kind}: {n} to each").format(kind=words, n=amount)
    for payee in event.get("against", payees) if event.index not in play.broken else ():
        play.pay("penalty", seat, payee, amount, event, reason)
    play.cancelled.add(seat)
    if kind == "false_win":
        if play.options["false_win_effect"] == "end_hand":
            play.finish("false_win", event)
    else:
        play.wrong_count.add(seat)


def take_leave(play: Play, event: Event) -> None:
    play.left.add(event.seat)


def take_abort(play: Play, event: Event) -> None:
    play.finish("abort", event)
