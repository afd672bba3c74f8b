"""The quick count says what the engine says, hand by hand."""

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest

from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.score import NotAWin, readings, score
from scoring.rulesets.guobiao.engine.shapes import Shape
from scoring.rulesets.guobiao.engine.validate import hand_problems
from scoring.rulesets.guobiao.quick.count import Count, QuickCounter
from scoring.rulesets.guobiao.quick.shape import shape_of
from scoring.rulesets.guobiao.quick.tables import Table
from scoring.tiles import format_tiles
from tests.scoring.gb_hands import allowed, hand, hand_of, lines, listed, profile
from tests.scoring.guobiao_quick.random_hands import FAMILIES, winning_hands

PROFILES: dict[str, dict[str, Any]] = {
    "chinese": profile("chinese"),
    "wmo2006": profile("wmo2006"),
    "seed_list": profile("seed_list"),
    "odd": profile("chinese", formal_wait=False, mixed_kongs="split", knit_wait=False),
}
COUNTERS = {name: QuickCounter(options) for name, options in PROFILES.items()}


def _same(quick: Count | None, won: GbHand, options: dict[str, Any]) -> bool:
    try:
        found = score(won, options)
    except NotAWin:
        return quick is None
    return quick is not None and quick[:3] == (found.fan, found.total, found.fans)


@pytest.mark.parametrize("name", ["guobiao_hands.jsonl", "guobiao_wmo2006_hands.jsonl"])
def test_every_hand_of_the_corpora(name: str) -> None:
    wrong = []
    for line in lines(name):
        found = COUNTERS[line.get("profile", "chinese")].of_hand(hand_of(line))
        if found is None or found.total != line["total"] or listed(found) not in allowed(line):
            wrong.append(f"{line['id']}: {found}")
    assert wrong == []


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("name", PROFILES)
def test_made_up_hands(name: str, family: str) -> None:
    options, quick = PROFILES[name], COUNTERS[name]
    hands = islice(winning_hands(1, family), 250)
    assert [won for won in hands if not _same(quick.of_hand(won), won, options)] == []


@pytest.mark.parametrize("family", FAMILIES)
def test_the_reading_is_one_of_the_hand_and_earns_the_fans(family: str) -> None:
    options, quick = PROFILES["chinese"], COUNTERS["chinese"]
    for won in islice(winning_hands(8, family), 100):
        count = quick.of_hand(won)
        assert count is not None
        shape = shape_of(won, count)
        (own,) = (
            reading for reading in readings(won, options) if _plain(reading.shape) == _plain(shape)
        )
        assert {fan: n for fan, _points, n in count.fans if fan != "hua_pai"} == own.fans


def _plain(shape: Shape) -> tuple[Any, ...]:
    return shape.form, sorted(shape.sets, key=repr), shape.pair, shape.knitted


def test_the_made_up_hands_earn_nearly_every_fan() -> None:
    quick = COUNTERS["chinese"]
    hands = [won for family in FAMILIES for won in islice(winning_hands(2, family), 2500)]
    counts = [quick.of_hand(won) for won in hands]
    seen = Counter(fan for count in counts if count for fan, _points, _times in count.fans)
    assert None not in counts
    assert len(seen) >= 75


def test_a_tile_exchanged() -> None:
    """Mostly no win any more; where it is one, both say so."""
    random, options = Random(3), PROFILES["chinese"]
    wins = 0
    for family in FAMILIES:
        for won in islice(winning_hands(3, family), 200):
            at, tile = random.randrange(len(won.concealed)), random.randrange(34)
            concealed = (*won.concealed[:at], tile, *won.concealed[at + 1 :])
            other = GbHand(concealed, won.win_tile, won.melds, self_draw=True)
            if not hand_problems(other):
                quick = COUNTERS["chinese"].of_hand(other)
                assert _same(quick, other, options), format_tiles(other.all_tiles)
                wins += quick is not None
    assert wins > 10


@pytest.mark.parametrize(
    ("concealed", "win"),
    [
        ("1133m5577p12345s", "6s"),  # four pairs and two sets
        ("11m22p33s44z12345m", "6m"),  # a pair in every group
        ("1133557799m1133p", "5p"),
        ("147m258p369s1234z", "4z"),
        ("1112345678999m", "1z"),
    ],
)
def test_no_winning_shape(concealed: str, win: str) -> None:
    assert COUNTERS["chinese"].of_hand(hand(concealed, win)) is None


def test_a_full_table_starts_afresh() -> None:
    table: Table[int] = Table(lambda key: key * key, most=3)
    assert [table[key] for key in (1, 2, 3, 4, 1)] == [1, 4, 9, 16, 1]
    assert len(table) <= 3


def test_flowers_stand_where_the_table_has_them() -> None:
    won = hand("345m99s46p", "5p", *hand_of(_kongs()).melds, flowers=3)
    found = COUNTERS["chinese"].of_hand(won)
    assert found is not None
    assert [fan for fan, _points, _times in found.fans][-2:] == ["hua_pai", "ming_an_gang"]
    assert found.total == found.fan + 3


def _kongs() -> dict[str, Any]:
    return next(
        line
        for line in lines("guobiao_hands.jsonl")
        if ["明暗杠", 5, 1] in line["fans"] and len(line["melds"]) == 2
    )
