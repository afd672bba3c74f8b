"""Checks and bookings that several rule systems share beside the walk of events."""

from collections.abc import Callable, Collection, Mapping

from scoring.hand import CHOW
from scoring.record import Event
from scoring.ruleset import Game
from scoring.text import Text
from scoring.tiles import FLOWERS, tile_name
from scoring.walk import SEAT_NAMES

# What a penalty without an amount costs: a number, or the offender and the payee tell it.
PenaltyAmount = int | Callable[[int, int], int]


def wiped_before(game: Game) -> int:
    """Return the index of the ``abort`` that annuls what stands before it, else -1."""
    ending = game.walk.ending
    return ending.index if ending is not None and ending.type == "abort" else -1


def book_penalties(
    game: Game,
    each: PenaltyAmount | None = None,
    names: Mapping[str, Text] | None = None,
) -> None:
    """Book the penalties: ``amount`` (or ``each``) from the offender to every payee.

    ``each`` may say what one seat owes another. Payees are ``against``, or all others (EVENTS §8,
    §9). What an annulled hand wipes is left out. ``names`` are the words of the kinds that have a
    name.
    """
    wiped = wiped_before(game)
    for event in game.record.of_type("penalty"):
        amount = event.get("amount", each)
        if event.index < wiped or amount is None:
            continue
        against = event.get("against")
        payees = game.others(event.seat) if against is None else against
        kind = str(event["kind"])
        named = (names or {}).get(kind, Text(kind, kind))
        words = Text("处罚：{kind}", "Penalty: {kind}").format(kind=named)
        for seat in payees:
            owed = amount(event.seat, seat) if callable(amount) else amount
            game.book.pay("penalty", event.seat, seat, owed, event.index, words)


def check_penalty_amounts(game: Game) -> None:
    """Ask for the amount of every penalty, where no option gives it (EVENTS §8)."""
    for event in game.record.of_type("penalty"):
        if event.get("amount") is None:
            game.problem(
                "incomplete",
                "处罚没有写分数。",
                "The amount of the penalty is missing.",
                event=event,
                seat=event.seat,
            )


def check_declared_keys(game: Game, *, numbers: Collection[str] = ()) -> None:
    """Refuse numbers beside the declared patterns that this game has not.

    ``numbers`` names those it has, of ``gen``, ``fan`` and ``fan_with_flowers``.
    """
    for event in game.walk.wins:
        for winner in event["winners"]:
            declared = winner.declared
            if declared is None:
                continue
            given = {
                "gen": bool(declared.gen),
                "fan": declared.fan is not None,
                "fan_with_flowers": declared.fan_with_flowers is not None,
            }
            for key in (k for k, there in given.items() if there and k not in numbers):
                game.problem(
                    "bad_record",
                    f"这种玩法不写“declared.{key}”。",
                    f"This game has no “declared.{key}”.",
                    event=event,
                    seat=winner.seat,
                )


def check_first_turn_flags(game: Game, *, own_kongs: bool = False) -> None:
    """Heavenly is the dealer's, earthly another seat's; neither follows a kong or a win or holds a
    claimed set, nor is either, or a human hand, won on the last tile. ``own_kongs``: concealed
    kongs of the winner do not count as a turn."""
    for event in game.walk.wins:
        flags = event.get("flags", ())
        seats = {winner.seat for winner in event["winners"]}
        before = any(
            e.index < event.index
            and not (own_kongs and e.get("kind") == "concealed" and e.seat in seats)
            for e in game.record.of_type("kong", "win")
        )
        for winner in event["winners"]:
            deals = winner.seat == game.dealer
            if ("heavenly" in flags and not deals) or ("earthly" in flags and deals):
                game.problem(
                    "bad_flags",
                    "天和是庄家的，地和是闲家的。",
                    "Only the dealer has a heavenly hand, only another seat an earthly one.",
                    event=event,
                    seat=winner.seat,
                )
            claimed = winner.hand is not None and not winner.hand.is_concealed
            if claimed and {"heavenly", "earthly"} & set(flags):
                game.problem(
                    "bad_flags",
                    "吃过碰过就没有天和、地和。",
                    "A hand with claimed sets is neither heavenly nor earthly.",
                    event=event,
                    seat=winner.seat,
                )
        if "last_tile" in flags and {"heavenly", "earthly", "human"} & set(flags):
            game.problem(
                "bad_flags",
                "第一巡的和牌不会是最后一张。",
                "A win of the first go-round is not on the last tile.",
                event=event,
            )
        if before and {"heavenly", "earthly"} & set(flags):
            game.problem(
                "bad_flags",
                "开过杠就没有天和、地和。",
                "After a kong no hand is heavenly or earthly.",
                event=event,
            )


def check_flowers(game: Game, also: Collection[int] = ()) -> None:
    """A flower event shows a flower, or one of the tiles that are ``also`` laid aside."""
    for event in game.record.of_type("flower"):
        if event["tile"] not in FLOWERS and event["tile"] not in also:
            name = tile_name(event["tile"])
            game.problem(
                "bad_tile",
                f"{name.zh}不是花牌。",
                f"{name.en} is not a flower.",
                event=event,
                seat=event.seat,
            )


def check_no_flower_claimed(game: Game) -> None:
    """A flower is laid aside: nobody melds or discards one."""
    for event in game.record.of_type("kong", "pung", "chow", "discard", "chan"):
        if event.get("tile") in FLOWERS:
            game.problem(
                "bad_tile", "花牌不能打，也不能碰杠。", "Flowers are not melded.", event=event
            )


def forbid_chows(game: Game) -> None:
    """Refuse chows, both as events and among a winner's melds."""
    for event in game.record.of_type("chow"):
        _no_chow(game, event, event.seat)
    for event in game.walk.wins:
        for winner in event["winners"]:
            if winner.hand and any(meld.kind == CHOW for meld in winner.hand.melds):
                _no_chow(game, event, winner.seat)


def _no_chow(game: Game, event: Event, seat: int) -> None:
    game.problem("not_allowed", "不能吃牌。", "Chows are not played.", event=event, seat=seat)


def forbid_wins_of_leavers(game: Game) -> None:
    """Who has left the game wins no more; what he pays stands."""
    for event in game.walk.wins:
        left = {e.seat for e in game.record.of_type("leave") if e.index < event.index}
        for winner in event["winners"]:
            if winner.seat in left:
                name = SEAT_NAMES[winner.seat]
                game.problem(
                    "not_allowed",
                    f"{name.zh}家已经离场。",
                    f"{name.en} has left.",
                    event=event,
                    seat=winner.seat,
                )


def forbid_several_winners(game: Game) -> None:
    for event in game.walk.wins:
        if len(event["winners"]) > 1:
            game.problem(
                "not_allowed", "不能一炮多响。", "One discard has one winner.", event=event
            )


def forbid_events(game: Game, event_type: str, zh: str, en: str) -> None:
    """Refuse events that an option has switched off."""
    for event in game.record.of_type(event_type):
        game.problem("not_allowed", zh, en, event=event)


def check_kinds(game: Game, event_type: str, kinds: Collection[str]) -> None:
    """Refuse declared ready hands or turned-up tiles of a kind that this game has not."""
    for event in game.record.of_type(event_type):
        if event["kind"] not in kinds:
            game.problem(
                "not_allowed",
                f"这种玩法没有“{event['kind']}”。",
                f"This game has no “{event['kind']}”.",
                event=event,
            )


def check_winning_tile(game: Game, flower_flags: Collection[str] = ()) -> None:
    """A flower completes no hand, except under the flags of wins by flowers."""
    for event in game.walk.wins:
        if event.get("tile") in FLOWERS and not set(flower_flags) & set(event.get("flags", ())):
            game.problem(
                "bad_tile",
                "和的牌不能是花牌。",
                "The winning tile cannot be a flower.",
                event=event,
            )


def by_claim(event: Event) -> bool:
    """Whether a win is on another seat's tile: a discard or a robbed kong."""
    by: str = event["by"]
    return by != "self_draw"
