"""A hand as JSON: text, melds with givers, strict keys, all problems under their names."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import CODES, Refusal
from scoring.rulesets.guobiao.answers import answer_hand, answer_waits
from scoring.rulesets.guobiao.hand_line import parse_hand, parse_ready
from scoring.tiles import parse_tiles

STRAIGHT: dict[str, Any] = {"concealed": "123456789m23s55p", "win_tile": "4s"}
READY: dict[str, Any] = {"concealed": "123456789m23s55p"}


def fields_of(content: dict[str, Any]) -> list[str]:
    with pytest.raises(Refusal) as caught:
        parse_hand(content, strict=True)
    return [problem.field for problem in caught.value.problems]


@pytest.mark.parametrize(
    "text",
    ["123456789m23s55p4s", "55p+4s一二三四五六七八九万23s", "🀇🀈🀉🀊🀋🀌🀍🀎🀏2s3s5饼5饼4条 春夏"],
)
def test_a_text_is_a_hand(text: str) -> None:
    hand = parse_hand({"text": text})
    assert sorted(hand.concealed) == sorted(parse_tiles(STRAIGHT["concealed"]))
    assert hand.win_tile == parse_tiles("4s")[0]
    assert hand.flowers == 2 * ("春" in text)


def test_melds_have_givers() -> None:
    meld = {"kind": "chow", "tile": "1m", "from": 3}
    content = {"concealed": "456789m23s55p", "win_tile": "4s", "melds": [meld], "seat_wind": 0}
    assert parse_hand(content).melds[0].giver == 3
    assert fields_of({**content, "seat_wind": 1}) == ["melds.0"]
    assert fields_of({**content, "melds": [{**meld, "from": 0}]}) == ["melds.0"] * 2
    assert fields_of({**content, "melds": [{**meld, "from": 4}]}) == ["melds.0.from"]
    kong = {"kind": "concealed_kong", "tile": "9p", "from": 2}
    assert fields_of({**content, "melds": [kong]}) == ["melds.0"]


PROBLEMS: list[tuple[dict[str, Any], list[str]]] = [
    ({"concealed": ["1m", "9z", 5, "x"], "win_tile": "0p"}, ["concealed.1", "concealed.2"]),
    ({"melds": [5, {"kind": []}, {"kind": "chow", "tile": {}}]}, ["melds.0", "melds.1.kind"]),
    ({"self_drawn": 1, "last_tile": "yes", "flowers": 9}, ["flowers", "self_drawn", "last_tile"]),
    ({"flowers": True, "seat_wind": 1.0, "round_wind": -1}, ["flowers", "round_wind"]),
    ({"colour": "red", "win_tile": "9z"}, ["colour", "win_tile"]),
    ({"melds": [{"kind": "pung", "tile": "1z", "colour": 1}]}, ["melds.0.colour", "concealed"]),
    ({"concealed": "11111m2345678p9s", "self_drawn": 1}, ["self_drawn", "concealed"]),
    ({"robbing_kong": True, "last_tile": True, "self_drawn": True}, ["robbing_kong", "last_tile"]),
    ({"kong_replacement": True}, ["kong_replacement", "kong_replacement"]),
    ({"win_tile": "5p", "last_of_kind": True}, ["last_of_kind"]),
    ({"win_tile": "5p", "robbing_kong": True}, ["robbing_kong"]),
    ({"win_tile": "1f"}, ["win_tile"]),
    ({"concealed": "123456789m23s5p1f"}, ["concealed"]),
    ({"text": "123m"}, ["concealed", "win_tile"]),
    ({"text": 5, "concealed": None, "win_tile": None}, ["text"]),
]


@pytest.mark.parametrize(("changes", "fields"), PROBLEMS)
def test_every_problem_under_its_name(changes: dict[str, Any], fields: list[str]) -> None:
    found = fields_of({**STRAIGHT, **changes})
    assert set(fields) <= set(found)


def test_a_text_names_its_problems() -> None:
    assert fields_of({"text": "123456789m23s55p"}) == ["text"]
    assert fields_of({"text": "11111m23456p+1m x"}) == ["text"]
    assert fields_of({"text": "11111m23456p+1m"}) == ["text", "text"]
    assert fields_of({"text": "123456789m23s55p4s 1f1f"}) == ["text"]
    assert fields_of({"text": "123456789m23s55p4s 1f", "flowers": 2}) == ["flowers"]


def test_only_a_strict_reading_minds_other_keys() -> None:
    assert parse_hand({**STRAIGHT, "colour": 1}) == parse_hand(STRAIGHT)
    assert parse_hand({**STRAIGHT, "fans": [], "total": 3, "id": "a"}, strict=True)


def test_options_and_tiles_are_refused_together() -> None:
    with pytest.raises(Refusal) as caught:
        answer_hand({**STRAIGHT, "win_tile": "0m", "profile": "house"})
    assert [problem.code for problem in caught.value.problems] == ["bad_option", "bad_tile"]


def test_an_explanation() -> None:
    answer = answer_hand({**STRAIGHT, "self_drawn": True}, reasons=True)
    assert answer["waits"] == ["1s", "4s"]
    assert answer["reading"]["form"] == "sets"
    assert [block["tiles"] for block in answer["reading"]["blocks"]] == [
        "123m",
        "456m",
        "789m",
        "234s",
        "55p",
    ]
    knitted = answer_hand({"text": "147m258p369s 123m 44z"}, reasons=True)["reading"]
    assert (knitted["form"], knitted["knitted"]) == ("knitted", "147m258p369s")


def test_waits() -> None:
    answer = answer_waits({**READY, "seen": "1 1 1s"})
    one, four = answer["waits"]
    assert (answer["shanten"], answer["accepting"]) == (0, [])
    assert (one["tile"], one["unseen"], four["tile"], four["unseen"]) == ("1s", 1, "4s", 4)
    assert ["和绝张", 4, 1] in one["discard"]["fans"]
    assert ["自摸", 1, 1] not in four["discard"]["fans"]
    assert four["self_draw"]["fan"] > four["discard"]["fan"]


def test_how_far_tiles_are_from_ready() -> None:
    answer = answer_waits({"text": "123456m789m2s 55p1z", "seen": ["1z", "3s"]})
    assert (answer["shanten"], answer["waits"]) == (1, [])
    unseen = {row["tile"]: row["unseen"] for row in answer["accepting"]}
    assert (unseen["3s"], unseen["1s"]) == (3, 4)


WAITS_REFUSED: list[tuple[dict[str, Any], list[str]]] = [
    ({"concealed": "123m"}, ["concealed"]),
    ({"concealed": "11111m2345678p9s"}, ["concealed"]),
    ({"text": "123456789m23s55p4s", "concealed": None}, ["text"]),
    ({"text": "123456789m23s55p", "concealed": None, "seen": "2222s"}, ["text"]),
    ({"seen": "1m2"}, ["seen"]),
    ({"seen": ["1m", 5]}, ["seen.1"]),
    ({"seen": 5}, ["seen"]),
    ({"win_tile": "4s"}, ["win_tile"]),
    ({"flowers": 1}, ["flowers"]),
]


@pytest.mark.parametrize(("changes", "fields"), WAITS_REFUSED)
def test_tiles_that_cannot_wait(changes: dict[str, Any], fields: list[str]) -> None:
    with pytest.raises(Refusal) as caught:
        parse_ready({**READY, **changes}, strict=True)
    assert [problem.field for problem in caught.value.problems] == fields


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 40) | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=8,
)
KEYS = st.sampled_from(
    ["text", "concealed", "melds", "win_tile", "flowers", "options", "profile", "seen", "last_tile"]
)


@given(st.dictionaries(KEYS, JSON, max_size=5), st.booleans())
def test_nonsense_is_refused_in_words(fields: dict[str, Any], ready: bool) -> None:
    codes: list[str] = []
    try:
        answer = answer_waits({**READY, **fields}) if ready else answer_hand({**STRAIGHT, **fields})
    except Refusal as refusal:
        codes = [problem.code for problem in refusal.problems]
        assert CODES.issuperset(codes)
    else:
        assert "fan" in answer or "shanten" in answer
