"""What calculators answer about Guobiao tiles, as JSON: what a hand is worth, what tiles wait on.

Fans go by their Chinese names. A refusal is raised (`Refusal`, every problem at once); the doors
put it in their own form.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from scoring.errors import Problem, Refusal, refuse
from scoring.hand import HandTiles
from scoring.options import resolve
from scoring.rulesets.guobiao.engine.explain import REASONS, explain
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.shapes import Shape
from scoring.rulesets.guobiao.fans import BY_ID
from scoring.rulesets.guobiao.hand_line import Ready, parse_hand, parse_ready
from scoring.rulesets.guobiao.options import PROFILE, PROFILE_OPTIONS
from scoring.rulesets.guobiao.quick.count import Count, counter_for
from scoring.rulesets.guobiao.quick.distance import distance
from scoring.rulesets.guobiao.quick.ready import waits
from scoring.rulesets.guobiao.quick.shape import shape_of
from scoring.tile_words import write_tiles
from scoring.tiles import format_tile

# Without flowers (guobiao.md §4).
MINIMUM = 8
Answer = dict[str, Any]
Options = Mapping[str, Any]
Parsed = TypeVar("Parsed")


def options_of(content: Mapping[str, Any], profile: str = PROFILE.default) -> Options:
    """Return the options that an object names: ``profile`` (else the one given), ``options``."""
    own = content.get("options")
    if own is not None and not isinstance(own, Mapping):
        raise refuse("bad_option", "选项要写成对象。", "Options are an object.", field="options")
    named = content.get(PROFILE.id)
    return resolve(
        PROFILE_OPTIONS,
        (PROFILE,),
        {PROFILE.id: profile if named is None else named, **(own or {})},
    )


def _read(
    content: Mapping[str, Any], profile: str, parse: Callable[[], Parsed]
) -> tuple[Parsed, Options]:
    """Return the tiles and the options that an object names; raise everything wrong with both."""
    problems: list[Problem] = []
    options: Options = {}
    try:
        options = options_of(content, profile)
    except Refusal as refusal:
        problems.extend(refusal.problems)
    try:
        parsed = parse()
    except Refusal as refusal:
        raise Refusal([*problems, *refusal.problems]) from None
    if problems:
        raise Refusal(problems)
    return parsed, options


def answer_hand(
    content: Mapping[str, Any],
    profile: str = PROFILE.default,
    *,
    reasons: bool = False,
    strict: bool = False,
) -> Answer:
    """Answer a hand (`hand_line`): ``total`` with flowers, ``fan`` without, ``fans`` as
    [name, points each, times], the ``reading`` of the tiles, and ``below_minimum`` where ``fan`` is
    less than a win needs.

    ``profile`` holds for hands that name none. ``reasons`` adds ``not_counted`` as [name, times,
    principle, words in both languages] and ``waits``; ``strict`` refuses keys that nobody reads.
    Raises `Refusal`.
    """
    hand, options = read_hand(content, profile, strict=strict)
    return count_answer(hand, options, reasons=reasons)


def read_hand(
    content: Mapping[str, Any], profile: str = PROFILE.default, *, strict: bool = False
) -> tuple[GbHand, Options]:
    """Return a sound hand and the options to count it by, as `answer_hand` reads them."""
    return _read(content, profile, lambda: parse_hand(content, strict=strict))


def count_answer(hand: GbHand, options: Options, *, reasons: bool = False) -> Answer:
    """Return what a sound hand is worth; raise `Refusal` (``not_a_win``)."""
    count = counter_for(options).of_hand(hand)
    if count is None:
        raise refuse("not_a_win", "这些牌没有和。", "The tiles are no winning hand.")
    answer: Answer = {
        "total": count.total,
        "fan": count.fan,
        "fans": _fans(count),
        "reading": reading_answer(shape_of(hand, count)),
    }
    if count.fan < MINIMUM:
        answer["below_minimum"] = True
    if not reasons:
        return answer
    why = explain(hand, options)
    answer["not_counted"] = [
        [BY_ID[fan].name.zh, times, REASONS[reason][0].zh, f"{words.zh} / {words.en}"]
        for fan, times, reason, _by, words in why.not_counted
    ]
    answer["waits"] = [
        format_tile(wait.tile) for wait in waits(counter_for(options), hand.concealed, hand.melds)
    ]
    return answer


def _fans(count: Count) -> list[list[Any]]:
    return [[BY_ID[fan].name.zh, points, times] for fan, points, times in count.fans]


def reading_answer(shape: Shape) -> Answer:
    """Return the form that tiles were read as, and its sets: kind, tiles, whether laid down."""
    blocks = [
        {
            "kind": block.kind if block.meld is None else block.meld.kind,
            "tiles": write_tiles(block.faces),
            "laid": block.meld is not None,
        }
        for block in shape.blocks
    ]
    return {"form": shape.form, "blocks": blocks, "knitted": write_tiles(sorted(shape.knitted))}


def answer_waits(
    content: Mapping[str, Any], profile: str = PROFILE.default, *, strict: bool = False
) -> Answer:
    """Answer thirteen tiles (`hand_line.Ready`): ``shanten``, 0 when ready; ``waits``, each with
    its tile, how many are ``unseen``, and ``fan`` and ``fans`` by discard and by self-draw;
    ``accepting``, the tiles that bring a hand nearer that is not ready. Raises `Refusal`.
    """
    ready, options = _read(content, profile, lambda: parse_ready(content, strict=strict))
    return waits_answer(ready, options)


def waits_answer(ready: Ready, options: Options) -> Answer:
    """Return what sound tiles wait on, or how far they are from it."""
    near = distance(ready.hand.concealed, ready.hand.melds)
    found = waits(
        counter_for(options),
        ready.hand.concealed,
        ready.hand.melds,
        seat_wind=ready.seat_wind,
        round_wind=ready.round_wind,
        seen=ready.seen,
    )
    return {
        "shanten": near.shanten,
        "waits": [
            {
                "tile": format_tile(wait.tile),
                "unseen": wait.unseen,
                "discard": {"fan": wait.discard.fan, "fans": _fans(wait.discard)},
                "self_draw": {"fan": wait.self_draw.fan, "fans": _fans(wait.self_draw)},
            }
            for wait in found
        ],
        "accepting": [
            {"tile": format_tile(tile), "unseen": unseen_of(tile, ready.hand, ready.seen)}
            for tile in (near.accepting if near.shanten > 0 else ())
        ],
    }


def unseen_of(tile: int, hand: HandTiles, seen: tuple[int, ...] = ()) -> int:
    """Return how many of a tile a player can still hope for."""
    return 4 - Counter([*hand.all_tiles(), *seen])[tile]
