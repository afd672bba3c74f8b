"""What a record of 大众麻将 must keep to beside Guobiao's checks (dazhong.md §1, §3, §4)."""

from collections.abc import Collection, Sequence

from scoring import common
from scoring.errors import Problem, Refusal
from scoring.fields import Winner
from scoring.first_turn import check_dealt_ready, check_ready_once, flagged, refuse_flag
from scoring.hand import luck_problems
from scoring.record import Event
from scoring.ruleset import Game
from scoring.rulesets.dazhong.wild_tiles import SEASONS, listed, wild_tiles, wilds_in
from scoring.rulesets.guobiao.house_checks import (
    check_dealt_wins,
    check_self_draw_only,
    check_untouched,
)
from scoring.text import Text
from scoring.tiles import FLOWERS, tile_name

# Two faces.
MOST_WILDS = 8


def check_all(game: Game, ready_kinds: Collection[str]) -> None:
    check_self_draw_only(game)
    common.check_kinds(game, "ready", ready_kinds)
    check_ready_once(game)
    check_dealt_ready(game, ("tianting",))
    check_dealt_wins(game, first_seat_only=False)
    _check_human(game)
    _check_wild_event(game)
    _check_laid_wilds(game)
    for event in game.walk.wins:
        for winner in event["winners"]:
            _check_flowers_in_hand(game, event, winner)
            _check_wilds_named(game, event, winner)


def check_luck(event: Event, winner: Winner) -> None:
    """Raise `Refusal` for facts of the win that the tiles, wild ones as such, contradict."""
    if winner.hand is None:
        return
    flags = event.get("flags", ())
    problems = list(luck_problems(winner.hand, event["tile"], event["by"], flags))
    if "fourth_tile" in flags and event["tile"] in FLOWERS:
        words = Text("花牌只有一张，没有和绝张。", "A flower has no other copies to lie open.")
        problems.append(Problem("bad_flags", words))
    if problems:
        raise Refusal(p._replace(event=event.index, seat=winner.seat, field="") for p in problems)


def _check_human(game: Game) -> None:
    """人胡 is won on the dealer's first discard."""
    words = Text(
        "人胡要和庄家打出的第一张牌。", "A human hand is won on the dealer's first discard."
    )
    for event, winner in flagged(game, "human"):
        if event["by"] != "discard" or event.giver != game.dealer:
            refuse_flag(game, event, winner, words)
    check_untouched(game, "human")


def _check_wild_event(game: Game) -> None:
    events = game.record.of_type("wild")
    wild = game.options["wild"]
    for event in events if wild == "none" else events[1:]:
        game.problem(
            "not_allowed",
            "没有混牌，或混牌已写过。",
            "There are no wild tiles, or they are named already.",
            event=event,
        )
    for event in events[:1]:
        if wild == "seasons" and sorted(listed(event)) != sorted(SEASONS):
            game.problem(
                "state_mismatch",
                "混牌是春夏秋冬四张。",
                "The wild tiles are the four seasons.",
                event=event,
            )
        elif wild == "flip" and not _may_be_wild(listed(event)):
            game.problem(
                "state_mismatch",
                "混牌没有写对：一种或两种牌，每种写一次；梅兰竹菊不能是混。",
                "One or two wild faces are listed, each once; the four flowers cannot be wild.",
                event=event,
            )
    if wild == "flip" and not events and _needs_wilds(game):
        game.problem("incomplete", "没有写哪些牌是混。", "The wild tiles are not named.")


def _may_be_wild(tiles: Sequence[int]) -> bool:
    """Whether a turned tile can make these wild: the seasons, or a face or two."""
    named = set(tiles)
    if not tiles or len(named) < len(tiles) or named & (set(FLOWERS) - SEASONS):
        return False
    return copies_of(named) <= MOST_WILDS


def _needs_wilds(game: Game) -> list[Winner]:
    """Winners whose worth depends on what is wild."""
    return [w for event in game.walk.wins for w in event["winners"] if w.hand is not None]


def _check_laid_wilds(game: Game) -> None:
    """Wild tiles stay in the hand: they are no flowers, and nobody calls or melds them."""
    wilds = wild_tiles(game)
    for event in game.record.of_type("flower", "chow", "pung", "kong"):
        if event["tile"] in wilds:
            _not_laid(game, event, event.seat, event["tile"])
        elif event.type != "flower" and event["tile"] in FLOWERS:
            game.problem(
                "bad_tile",
                "花牌不能吃碰杠。",
                "Flowers are not melded.",
                event=event,
                seat=event.seat,
            )
    for event in game.walk.wins:
        for winner in event["winners"]:
            melds = winner.hand.melds if winner.hand else ()
            for tile in sorted({tile for meld in melds for tile in meld.tiles} & wilds):
                _not_laid(game, event, winner.seat, tile)


def _not_laid(game: Game, event: Event, seat: int, tile: int) -> None:
    name = tile_name(tile)
    game.problem(
        "not_allowed",
        f"{name.zh}是混，留在手里，不补花、不吃碰杠。",
        f"{name.en} is wild: it stays in the hand, is no flower and is not melded.",
        event=event,
        seat=seat,
    )


def _check_flowers_in_hand(game: Game, event: Event, winner: Winner) -> None:
    """Of the flowers only the wild ones stand in a hand or complete one."""
    tiles = list(winner.hand.all_tiles()) if winner.hand else []
    if event.get("tile") is not None:
        tiles.append(event["tile"])
    for tile in sorted({tile for tile in tiles if tile in FLOWERS} - wild_tiles(game)):
        name = tile_name(tile)
        game.problem(
            "bad_tile",
            f"{name.zh}不是混，不在手牌里。",
            f"{name.en} is not wild and does not stand in the hand.",
            event=event,
            seat=winner.seat,
        )


def _check_wilds_named(game: Game, event: Event, winner: Winner) -> None:
    """``declared.wilds`` is a number that there can be, and that of the tiles where they are
    laid."""
    named = winner.declared.extra.get("wilds") if winner.declared else None
    if named is None:
        return
    code, words = "", Text("", "")
    if named < 0:
        code, words = "bad_record", Text("混牌张数不能小于0。", "Wild tiles are not fewer than 0.")
    elif named and game.options["wild"] == "none":
        code, words = "not_allowed", Text("没有混牌。", "There are no wild tiles.")
    elif named > _most_wilds(game):
        code, words = "too_many_tiles", Text("没有这么多混牌。", "There are not that many wilds.")
    elif winner.hand is not None and event.get("tile") is not None:
        there = wilds_in(game, event, winner)
        if named != there:
            code = "declared_mismatch"
            words = Text(
                "写的是{n}张混，牌里有{m}张。", "{n} wild tiles declared, {m} in the hand."
            )
            words = words.format(n=named, m=there)
    if code:
        game.problem(code, words.zh, words.en, event=event, seat=winner.seat)


def _most_wilds(game: Game) -> int:
    """Return how many wild tiles there are; four where nobody has named them."""
    return copies_of(wild_tiles(game)) or 4


def copies_of(tiles: Collection[int]) -> int:
    """Return how many physical tiles there are of these."""
    return sum(1 if tile in FLOWERS else 4 for tile in tiles)
