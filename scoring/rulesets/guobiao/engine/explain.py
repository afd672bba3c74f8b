"""Why a hand is worth what it is: the fans that it has but that do not count, and why."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.links import Link, links_of
from scoring.rulesets.guobiao.engine.principles import chosen_links, points_of, struck_out
from scoring.rulesets.guobiao.engine.score import (
    GbScore,
    Reading,
    options_of,
    readings,
    result,
)
from scoring.rulesets.guobiao.engine.win_fans import is_nine_gates, wait_fan, waits
from scoring.rulesets.guobiao.fans import BY_ID
from scoring.text import Text
from scoring.tiles import tile_name

NO_REPEAT = "no_repeat"
NO_SPLITTING = "no_splitting"
NO_SAME = "no_same"
ONCE = "once"
SEVERAL_WAITS = "several_waits"

# What rules a fan out: its name, and a sentence about the fan and the one that counts instead.
REASONS: dict[str, tuple[Text, Text]] = {
    NO_REPEAT: (
        Text("不重复", "No repeating"),
        Text("“{by}”里已有“{fan}”，不再计。", "“{by}” already holds “{fan}”."),
    ),
    NO_SPLITTING: (
        Text("不拆移", "No splitting"),
        Text(
            "已组成“{by}”的牌不拆开另组“{fan}”。",
            "Sets joined in “{by}” are not taken apart for “{fan}”.",
        ),
    ),
    NO_SAME: (
        Text("不得相同", "Not the same again"),
        Text(
            "已计过“{by}”的一副牌不再和别的牌组成“{fan}”。",
            "A set that has made “{by}” does not make “{fan}” with another set.",
        ),
    ),
    ONCE: (
        Text("套算一次", "Joined once"),
        Text(
            "这几副牌已经连在一起，“{fan}”不再套算。",
            "These sets are joined already; “{fan}” would join them once more.",
        ),
    ),
    SEVERAL_WAITS: (
        Text("不是只听一种", "More than one wait"),
        Text("听{tiles}，不止一种，不计“{fan}”。", "Waiting on {tiles}: no “{fan}”."),
    ),
}


class NotCounted(NamedTuple):
    """A fan that the hand has and that does not count, how many times, the reason (a key of
    `REASONS`), the fan that stands in its way if one does, and a sentence."""

    fan: str
    times: int
    reason: str
    by: str | None
    words: Text


class Explanation(NamedTuple):
    """The count, what does not count in its reading, and the other readings (就高不就低), dearest
    first."""

    score: GbScore
    not_counted: tuple[NotCounted, ...]
    others: tuple[GbScore, ...]


# A fan, what rules it out, and by which fan.
_Why = tuple[str, str, str | None]


def explain(hand: GbHand, profile: Mapping[str, Any] | None = None) -> Explanation:
    """Explain the count of a sound hand (`score`); raise `NotAWin`."""
    options = options_of(profile)
    found = readings(hand, options)
    ranked = sorted(found, key=lambda reading: -points_of(reading.fans, options))
    best, *others = ranked
    waited = waits(hand.concealed, hand.melds, formal=options["formal_wait"])
    reasons = Counter(_reasons(hand, best, waited, options))
    not_counted = tuple(
        NotCounted(fan, times, reason, by, _sentence(fan, reason, by, waited))
        for (fan, reason, by), times in sorted(reasons.items(), key=lambda r: BY_ID[r[0][0]].no)
    )
    return Explanation(
        result(hand, best, options),
        not_counted,
        tuple(result(hand, other, options) for other in others),
    )


def _sentence(fan: str, reason: str, by: str | None, waited: Sequence[int]) -> Text:
    names = [tile_name(tile) for tile in waited]
    tiles = Text("、".join(n.zh for n in names), ", ".join(n.en for n in names))
    other = Text("", "") if by is None else BY_ID[by].name
    return REASONS[reason][1].format(fan=BY_ID[fan].name, by=other, tiles=tiles)


def _reasons(
    hand: GbHand, reading: Reading, waited: Sequence[int], options: Mapping[str, Any]
) -> Iterator[_Why]:
    for fan, by in struck_out(reading.found, options).items():
        yield from [(fan, NO_REPEAT, by)] * reading.found[fan]
    yield from _of_links(reading)
    yield from _of_pungs(hand, reading)
    if len(waited) > 1 and reading.shape.sets:
        wait = wait_fan(hand, reading.shape, options)
        if wait is not None:
            yield wait, SEVERAL_WAITS, None


def _of_links(reading: Reading) -> Iterator[_Why]:
    """The links that were left."""
    links = list(links_of(reading.shape.sets))
    chosen = chosen_links(links)
    for link in links:
        if link not in chosen:
            yield _of_link(link, chosen)


def _of_link(link: Link, chosen: Sequence[Link]) -> _Why:
    own = set(link.sets)
    for other in chosen:
        fan = BY_ID[other.fan]
        if len(own & set(other.sets)) < 2:
            continue
        if own < set(other.sets) and link.fan in (*fan.excludes, *fan.excludes_used):
            return link.fan, NO_REPEAT, other.fan
        return link.fan, NO_SPLITTING, other.fan
    for other in chosen:
        if other.fan == link.fan and own & set(other.sets):
            return link.fan, NO_SAME, other.fan
    # Anything else would have been added, were its sets not joined already.
    return link.fan, ONCE, None


# Fans of dragons and winds, the dearest first: their pungs are no 幺九刻 besides.
_OF_DRAGONS = ("da_san_yuan", "xiao_san_yuan", "shuang_jian_ke", "jian_ke")
_OF_WINDS = ("da_si_xi", "xiao_si_xi", "san_feng_ke")


def _of_pungs(hand: GbHand, reading: Reading) -> Iterator[_Why]:
    """幺九刻 that the sets have made something else of."""
    for pung in reading.shape.pungs:
        by = _instead(hand, reading, pung.tile)
        if by is not None:
            yield "yao_jiu_ke", NO_REPEAT, by
    if reading.shape.sets and is_nine_gates(hand):
        yield "yao_jiu_ke", NO_REPEAT, "jiu_lian_bao_deng"


def _instead(hand: GbHand, reading: Reading, tile: int) -> str | None:
    if tile < 27:
        return None
    if tile >= 31:
        return next(fan for fan in _OF_DRAGONS if reading.found[fan])
    together = next((fan for fan in _OF_WINDS if reading.found[fan]), None)
    if together is not None:
        return together
    own = {hand.round_wind: "quan_feng_ke", hand.seat_wind: "men_feng_ke"}
    return own.get(tile - 27)
