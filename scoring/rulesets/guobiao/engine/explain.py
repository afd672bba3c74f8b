"""Why a hand is worth what it is: the sets that it is read as, what it waited on, the fans that it
has but that do not count, and the principle that rules each of them out."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scoring.readings import Block
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.links import links_of
from scoring.rulesets.guobiao.engine.principles import (
    chosen_links,
    one_taken,
    struck_out,
    used_up,
    why_left,
)
from scoring.rulesets.guobiao.engine.rungs import lower_rungs
from scoring.rulesets.guobiao.engine.score import (
    GbScore,
    Reading,
    options_of,
    ranked,
    result,
)
from scoring.rulesets.guobiao.engine.set_fans import single_links
from scoring.rulesets.guobiao.engine.shown import Group, groups_of
from scoring.rulesets.guobiao.engine.win_fans import wait_fan, waits
from scoring.rulesets.guobiao.fan_words import PRINCIPLES
from scoring.rulesets.guobiao.fans import BY_ID
from scoring.text import Text
from scoring.tiles import tile_name

NO_REPEAT = "no_repeat"
HIGHEST = "highest"
SEVERAL_WAITS = "several_waits"

# What rules a fan out: its name, and a sentence about the fan and the one that counts instead.
REASONS: dict[str, tuple[Text, Text]] = PRINCIPLES | {
    HIGHEST: (
        PRINCIPLES[HIGHEST][0],
        Text(
            "另一种读法才有“{fan}”，得番不比这种多。",
            "Only another reading, worth no more, has “{fan}”.",
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
    """The count, what does not count, and the other readings (就高不就低), dearest first.

    ``waits`` are the kinds that the hand waited on before the win, ``groups`` the reading as sets.
    """

    score: GbScore
    not_counted: tuple[NotCounted, ...]
    others: tuple[GbScore, ...]
    waits: tuple[int, ...]
    groups: tuple[Group, ...]


# A fan, what rules it out, and by which fan.
_Why = tuple[str, str, str | None]


def explain(hand: GbHand, profile: Mapping[str, Any] | None = None) -> Explanation:
    """Explain the count of a sound hand (`score`); raise `NotAWin`.

    The order of tiles and melds changes nothing: of readings worth the same always the same one is
    explained (`principles.preference`).
    """
    options = options_of(profile)
    best, *others = ranked(hand, options)
    waited = waits(hand.concealed, hand.melds, formal=options["formal_wait"])
    reasons = Counter(_reasons(hand, best, waited, options))
    reasons.update(_of_others(best, others, {fan for fan, _why, _by in reasons}))
    not_counted = tuple(
        NotCounted(fan, times, reason, by, _sentence(fan, reason, by, waited))
        for (fan, reason, by), times in sorted(reasons.items(), key=_order)
    )
    return Explanation(
        result(hand, best, options),
        not_counted,
        tuple(result(hand, other, options) for other in others),
        waited,
        groups_of(hand, best.shape),
    )


def _order(row: tuple[_Why, int]) -> tuple[int, str, str]:
    (fan, reason, by), _times = row
    return BY_ID[fan].no, reason, by or ""


def _sentence(fan: str, reason: str, by: str | None, waited: Sequence[int]) -> Text:
    names = [tile_name(tile) for tile in waited]
    tiles = Text("、".join(n.zh for n in names), ", ".join(n.en for n in names))
    other = Text("", "") if by is None else BY_ID[by].name
    return REASONS[reason][1].format(fan=BY_ID[fan].name, by=other, tiles=tiles)


def _reasons(
    hand: GbHand, reading: Reading, waited: Sequence[int], options: Mapping[str, Any]
) -> Iterator[_Why]:
    split = options["mixed_kongs"] == "split"
    found = reading.found | Counter(lower_rungs(hand, reading.shape, len(waited) == 1, split))
    for fan, by in struck_out(found, options).items():
        yield from [(fan, _principle(by, fan), by)] * found[fan]
    for fan, by in one_taken(dict.fromkeys(reading.found, 1)).items():
        yield fan, _principle(by, fan), by
    yield from _of_links(reading)
    for link, other in used_up(single_links(hand, reading.shape)).items():
        yield link.fan, _principle(other.fan, link.fan), other.fan
    if len(waited) > 1 and reading.shape.sets:
        wait = wait_fan(hand, reading.shape, options)
        if wait is not None:
            yield wait, SEVERAL_WAITS, None


def _principle(by: str, fan: str) -> str:
    return BY_ID[by].principle_against(fan) or NO_REPEAT


def _of_links(reading: Reading) -> Iterator[_Why]:
    """The links that were left; the sets in the order of tiles, whatever order they lie in."""
    links = list(links_of(sorted(reading.shape.sets, key=_place)))
    chosen = chosen_links(links)
    for link in links:
        if link not in chosen:
            yield (link.fan, *why_left(link, chosen))


def _place(block: Block) -> tuple[tuple[int, ...], str]:
    return block.faces, block.kind


def _of_others(best: Reading, others: Sequence[Reading], named: set[str]) -> Iterator[_Why]:
    """The fans that only readings of less worth have, once each."""
    here = named | {fan for fan, times in best.found.items() if times > 0}
    fans = {fan for other in others for fan in other.fans if other.fans[fan] > 0}
    yield from ((fan, HIGHEST, None) for fan in fans - here - {"wu_fan_hu"})
