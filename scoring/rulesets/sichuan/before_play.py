"""换三张 and 定缺: what happens before the first discard (sichuan_xueliu.md §2)."""

from scoring.record import Event
from scoring.rulesets.sichuan.play import Play
from scoring.tiles import TileSet, suit_of, surplus

# How many seats further each bundle goes.
STEPS = {"next": 1, "across": 2, "prev": 3}
_BY_SUM = ("", "next", "across", "prev")
FIXED = {f"fixed_{direction}": direction for direction in STEPS}


def take_dice(play: Play, event: Event) -> None:
    values = event["values"]
    if not values or not all(1 <= value <= 6 for value in values):
        play.problem(
            "bad_record", "骰子的点数是1到6。", "A die shows 1 to 6.", event
        )  # fmt: skip
    elif event["purpose"] == "exchange":
        play.exchange_dice = event


def take_void(play: Play, event: Event) -> None:
    if not play.options["declare_void"]:
        play.problem("not_allowed", "不打定缺。", "No suit is declared void in this game.", event)
    elif event.seat in play.voids:
        play.problem(
            "not_allowed", "{seat}家已经定过缺。", "{seat} has declared a void suit already.",
            event, event.seat,
        )  # fmt: skip
    else:
        play.voids[event.seat] = event["suit"]


def take_exchange(play: Play, event: Event) -> None:
    if not play.options["exchange_three"]:
        play.problem("not_allowed", "不打换三张。", "Tiles are not exchanged in this game.", event)
        return
    if play.exchanged:
        play.problem("not_allowed", "换三张只有一次。", "Tiles are exchanged once.", event)
    play.exchanged = True
    given = event["given"]
    received = event.get("received")
    if len(given) != play.players or (received is not None and len(received) != play.players):
        play.problem(
            "bad_seat", "换三张要写四家。", "The exchange has a bundle for each seat.", event
        )
        return
    for seat, bundle in enumerate(given):
        if len(bundle) != 3 or len({suit_of(tile) for tile in bundle}) != 1:
            play.problem(
                "not_allowed",
                "{seat}家给出的不是同一门的三张牌。",
                "{seat} does not give three tiles of one suit.",
                event,
                seat,
            )
    for extra in surplus([t for bundle in given for t in bundle], TileSet("mps")):
        play.problem(
            "too_many_tiles",
            f"换出的牌里有{extra.copies}张一样的。",
            f"{extra.copies} equal tiles are given away.",
            event,
        )
    direction = _direction(play, event)
    if direction and received is not None:
        _check_received(play, event, direction)


def _direction(play: Play, event: Event) -> str:
    """Return the direction of the exchange; empty where a problem was named."""
    told: str = event.get("direction", "")
    rule: str = play.options["exchange_direction"]
    found = FIXED.get(rule, "")
    if rule.startswith("dice") and play.exchange_dice is not None:
        found = _of_dice(play, event, rule, play.exchange_dice)
        if not found:
            return ""
    if not found and not told:
        play.problem(
            "incomplete",
            "没有写换三张的方向，也没有骰子。",
            "The direction of the exchange is missing, and no dice say it.",
            event,
        )
    elif found and told and told != found:
        play.problem(
            "state_mismatch",
            "换三张的方向和骰子或规则不合。",
            "The direction is not what the dice or the rules say.",
            event,
        )
        return ""
    return found or told


def _of_dice(play: Play, event: Event, rule: str, dice: Event) -> str:
    values: tuple[int, ...] = dice["values"]
    if rule == "dice_thirds":
        if len(values) == 1:
            return tuple(STEPS)[(values[0] - 1) // 2]
        play.problem(
            "bad_record", "这里只掷一颗骰子。", "One die is thrown for the direction.", dice
        )
        return ""
    found = _BY_SUM[sum(values) % 4]
    if not found:
        play.problem(
            "not_allowed",
            "骰子数到庄家自己，要重掷。",
            "The dice point at the dealer; they are thrown again.",
            event,
        )
    return found


def _check_received(play: Play, event: Event, direction: str) -> None:
    step = STEPS[direction]
    for seat, bundle in enumerate(event["received"]):
        giver = (seat - step) % play.players
        if sorted(bundle) != sorted(event["given"][giver]):
            play.problem(
                "state_mismatch",
                "{seat}家拿到的不是给他的那三张。",
                "{seat} did not get the tiles that were given.",
                event,
                seat,
            )
