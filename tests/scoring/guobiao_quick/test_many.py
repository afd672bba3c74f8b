"""Many hands at once say what each says by itself."""

import os
from itertools import islice
from typing import Any

import numpy as np
import pytest

from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.quick.count import counter_for
from scoring.rulesets.guobiao.quick.many import CHUNK, fans_at, score_many
from scoring.rulesets.guobiao.quick.many_hands import NO_MELD, NO_TILE, Hands, check, hands_of
from tests.scoring.gb_hands import hand, hand_of, lines, meld, profile
from tests.scoring.guobiao_quick.random_hands import FAMILIES, exchanged, winning_hands

# As many of each family; 30,000 are 120,000 hands and take a minute.
HANDS = int(os.environ.get("MJCLUB_MANY_HANDS", "1500"))
PROFILES = {
    "chinese": profile("chinese"),
    "wmo2006": profile("wmo2006"),
    "seed_list": profile("seed_list"),
    "split": profile("chinese", mixed_kongs="split", knit_wait=False),
}


def _differences(hands: list[GbHand], options: dict[str, Any]) -> list[Any]:
    counter = counter_for(options)
    scores = score_many(hands, options)
    assert len(scores.fan) == len(hands)
    wrong = []
    for at, own in enumerate(hands):
        count = counter.of_hand(own)
        expected = (-1, -1, ()) if count is None else count[:3]
        found = int(scores.fan[at]), int(scores.total[at]), fans_at(scores, at, options)
        if found != expected:
            wrong.append((own, found, expected))
    return wrong


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("name", PROFILES)
def test_made_up_hands(name: str, family: str) -> None:
    hands = list(islice(winning_hands(11, family), HANDS))
    assert _differences(hands, PROFILES[name]) == []


@pytest.mark.parametrize("family", FAMILIES)
def test_a_tile_exchanged(family: str) -> None:
    hands = [
        other for own in islice(winning_hands(12, family), 600) if (other := exchanged(own, 12))
    ]
    scores = score_many(hands, PROFILES["chinese"])
    assert (scores.fan == -1).sum() > 300
    assert _differences(hands, PROFILES["chinese"]) == []


def test_waits_of_which_exhausted_kinds_do_not_count() -> None:
    options = profile("chinese", formal_wait=False)
    hands = [own for family in FAMILIES for own in islice(winning_hands(13, family), 150)]
    assert _differences(hands, options) == []


@pytest.mark.parametrize("name", ["guobiao_hands.jsonl", "guobiao_wmo2006_hands.jsonl"])
def test_every_hand_of_the_corpora(name: str) -> None:
    rows = lines(name)
    own = profile(rows[0].get("profile", "chinese"))
    scores = score_many([hand_of(row) for row in rows], own)
    assert scores.total.tolist() == [row["total"] for row in rows]


@pytest.mark.parametrize(
    ("concealed", "win"),
    [
        ("1133m5577p12345s", "6s"),  # four pairs and two sets
        ("11m22p33s44z12345m", "6m"),  # a pair in every group
        ("147m258p369s1234z", "4z"),
        ("1112345678999m", "1z"),
    ],
)
def test_no_winning_shape(concealed: str, win: str) -> None:
    assert score_many([hand(concealed, win)], PROFILES["chinese"]).fan.tolist() == [-1]


def test_more_hands_than_a_chunk_and_none_at_all() -> None:
    own = hand("123456789m23s55p", "4s", flowers=2)
    scores = score_many([own] * (CHUNK + 1), PROFILES["chinese"])
    assert scores.fan.tolist() == [20] * (CHUNK + 1)
    assert set(scores.total.tolist()) == {22}
    assert all(len(column) == 0 for column in score_many([], PROFILES["chinese"]))


def test_the_form_of_the_arrays() -> None:
    own = hand("55p23s", "4s", meld("kong", "1z"), meld("chow", "4m"), meld("pung", "9p"))
    found = hands_of([own, hand("123456789m23s55p", "4s", self_draw=True, seat_wind=2)])
    assert all(array.dtype == np.uint8 for array in found)
    assert found.tiles[:, 0].tolist() == [13, 13, 19, 20, *[NO_TILE] * 9]
    assert found.melds[:, 0].tolist() == [2 * 34 + 27, 3, 34 + 17, NO_MELD]
    assert found.win.tolist() == [21, 21]
    assert found.luck.tolist() == [0, 1]
    assert found.winds.tolist() == [[4, 2], [4, 4]]
    check(found)


def _changed(name: str, column: int, value: int) -> Hands:
    own = hand("55p23s678m", "4s", meld("pung", "1z"), meld("chow", "4m"))
    arrays = [array.copy() for array in hands_of([own] * 3)]
    array = arrays[Hands._fields.index(name)]
    if array.ndim == 1:
        array[column] = value
    else:
        array[0, column] = value
    return Hands(*arrays)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tiles", 35),
        ("tiles", NO_TILE),
        ("melds", NO_MELD + 1),
        ("melds", NO_MELD),
        ("melds", 7),  # a chow that begins with an 8
        ("melds", 28),  # a chow of honours
        ("win", NO_TILE),
        ("win", 200),
        ("luck", 32),
        ("winds", 5),
    ],
)
def test_arrays_that_hold_no_hand(name: str, value: int) -> None:
    with pytest.raises(ValueError, match="Hand 1 is"):
        score_many(_changed(name, 1, value), PROFILES["chinese"])


def test_five_of_a_kind() -> None:
    own = hands_of([hand("1111m23m55p234s67s", "1m")])
    with pytest.raises(ValueError, match="Hand 0 is"):
        check(own)
