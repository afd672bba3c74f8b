"""What lies on the table (taiwan16.md §3-§4): flowers and 宝牌, and what each adds to a hand."""

from collections.abc import Iterator

from scoring.fields import Winner
from scoring.record import Event
from scoring.ruleset import Game
from scoring.rulesets.taiwan16.table import tai_of
from scoring.tiles import FLOWERS
from scoring.walk import SEAT_NAMES

SEASONS = frozenset(range(FLOWERS.start, FLOWERS.start + 4))
PLANTS = frozenset(range(FLOWERS.start + 4, FLOWERS.stop))
FLOWER_WINS = {"eight_flowers": "ba_xian_guo_hai", "seven_rob_one": "qi_qiang_yi"}


def flowers_of(game: Game, seat: int) -> set[int]:
    return {event["tile"] for event in game.record.of_type("flower") if event.seat == seat}


def flower_items(game: Game, seat: int) -> Iterator[tuple[str, int]]:
    """Yield the flower rows of a seat with their 台."""
    held = flowers_of(game, seat)
    if game.options["all_flowers_score"]:
        if held:
            yield "hua_pai", len(held)
        return
    whole = [group for group in (SEASONS, PLANTS) if group <= held]
    loose = held.difference(*whole)
    own = sum((flower - FLOWERS.start) % 4 == seat for flower in loose)
    if own:
        yield "zheng_hua", own
    if whole:
        yield "hua_gang", len(whole) * tai_of("hua_gang", game.options)


def bao_events(game: Game) -> list[Event]:
    return [event for event in game.record.of_type("reveal") if event["kind"] == "bao"]


def bao_of(game: Game, event: Event, winner: Winner) -> int:
    """Return the 宝牌台 of a winner: one for each tile and each time that its face was shown."""
    if winner.hand is None:
        return int(winner.declared.extra.get("bao", 0)) if winner.declared else 0
    tiles = [*winner.hand.concealed, event["tile"]]
    if game.options["bao_scope"] == "all":
        tiles = [*winner.hand.all_tiles(), event["tile"]]
    shown = [face for e in bao_events(game) for faces in e["tiles"] for face in faces]
    return sum(tiles.count(face) for face in shown)


def check_bao(game: Game) -> None:
    """宝牌 are shown one at the start and one for each kong, and never more than `bao_max`."""
    options, shown = game.options, 0
    for event in bao_events(game):
        shown += sum(len(faces) for faces in event["tiles"])
        kongs = sum(kong.index < event.index for kong in game.walk.kongs)
        zh = en = ""
        if not options["bao"]:
            zh, en = "不用宝牌。", "Bonus tiles are not played."
        elif shown > options["bao_max"]:
            zh, en = f"宝牌最多{options['bao_max']}张。", f"At most {options['bao_max']} are shown."
        elif shown > 1 + kongs:
            zh, en = (
                "开局一张宝牌，每杠一次再翻一张。",
                "One is shown at the start, one after a kong.",
            )
        if zh:
            game.problem("not_allowed", zh, en, event=event)
    for event in game.walk.wins:
        for winner in event["winners"]:
            _check_declared_bao(game, event, winner)


def _check_declared_bao(game: Game, event: Event, winner: Winner) -> None:
    number = winner.declared.extra.get("bao") if winner.declared else None
    if number is None:
        return
    code = zh = en = ""
    if number < 0:
        code, zh, en = "bad_record", "宝牌台数不对。", "The number of bonus 台 is wrong."
    elif number and not game.options["bao"]:
        code, zh, en = "not_allowed", "不用宝牌。", "Bonus tiles are not played."
    elif winner.hand is not None and event.get("tile") is not None:
        found = bao_of(game, event, winner)
        if found != number:
            code = "declared_mismatch"
            zh = f"写的宝牌是{number}台，牌里是{found}台。"
            en = f"{number} bonus 台 were declared; the tiles have {found}."
    if code:
        game.problem(code, zh, en, event=event, seat=winner.seat)


def check_flower_wins(game: Game) -> None:
    """八仙过海: all eight lie before the winner; 七抢一: seven, and the eighth is the tile."""
    for event in game.walk.wins:
        flags = set(event.get("flags", ())) & set(FLOWER_WINS)
        tile = event.get("tile")
        for winner in event["winners"] if flags else ():
            held = flowers_of(game, winner.seat)
            if "eight_flowers" in flags:
                right = held == set(FLOWERS) and (tile is None or tile in held)
            else:
                missing = set(FLOWERS) - held
                right = len(missing) == 1 and tile in {None, *missing}
                right = right and not any(missing & flowers_of(game, s) for s in range(4))
            if not right:
                game.problem(
                    "state_mismatch",
                    f"{SEAT_NAMES[winner.seat].zh}家的花不对。",
                    f"{SEAT_NAMES[winner.seat].en}'s flowers are not those of this win.",
                    event=event,
                    seat=winner.seat,
                )
