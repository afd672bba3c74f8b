"""Tiles as people type them: every notation, what is refused, and the round trip."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import Problem, Refusal
from scoring.hand import CHOW, KONG_ADDED, KONG_CONCEALED, KONG_EXPOSED, PUNG, HandTiles, Meld
from scoring.tile_text import LONGEST, TileText, read_text, read_tiles
from scoring.tile_words import PICTURES, Notation, write_tiles
from scoring.tiles import format_tile, format_tiles, parse_tiles

SAME = [
    ("123m456p78s11z", "123m456p78s11z"),
    ("1万2万3万", "123m"),
    ("一二三万", "123m"),
    ("一萬二萬三萬", "123m"),
    ("123万456筒789条", "123m456p789s"),
    ("4餅5饼6筒7條8条9索", "456p789s"),
    ("东南西北中发白", "1234765z"),
    ("東 發 北", "164z"),
    ("東風南风红中發財白板", "12765z"),
    ("ESWNCFP", "1234765z"),
    ("SSWWPPFF", "22335566z"),
    ("123w456b789t", "123m456p789s"),
    ("123M456P78S11Z", "123m456p78s11z"),
    ("55pPP78sSS", "55p55z78s22z"),
    ("12M SS", "12m22z"),
    ("1 2 3 m, 4、5 p", "123m45p"),
    ("１２３ｍ　４５ｐ", "123m45p"),
    ("ＥＳ１Ｍ", "12z1m"),
    ("🀇🀈🀉🀀🀄\ufe0e🀅🀆", "123m1765z"),
    ("春夏秋冬梅蘭竹菊", "12345678f"),
    ("1f8f", "18f"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "tiles"), SAME)
def test_what_people_type(text: str, tiles: str) -> None:
    assert read_tiles(text) == parse_tiles(tiles)


MELDS = [
    ("[123m]", Meld(CHOW, (0, 1, 2))),
    ("[3m1m2m]", Meld(CHOW, (0, 1, 2))),
    ("(一二三万)", Meld(CHOW, (0, 1, 2))),
    ("【111p】", Meld(PUNG, (9, 9, 9))),
    ("[EEE]", Meld(PUNG, (27, 27, 27))),
    ("[中中中]明", Meld(PUNG, (33, 33, 33))),
    ("[1111m]", Meld(KONG_EXPOSED, (0, 0, 0, 0))),
    ("[1111m]明", Meld(KONG_EXPOSED, (0, 0, 0, 0))),
    ("[1111m]c", Meld(KONG_CONCEALED, (0, 0, 0, 0))),
    ("[1111m](暗)", Meld(KONG_CONCEALED, (0, 0, 0, 0))),
    ("[1111m]暗杠", Meld(KONG_CONCEALED, (0, 0, 0, 0))),
    ("(1111m)暗", Meld(KONG_CONCEALED, (0, 0, 0, 0))),
    ("[暗一一一一万]", Meld(KONG_CONCEALED, (0, 0, 0, 0))),
    ("［1111m暗］", Meld(KONG_CONCEALED, (0, 0, 0, 0))),
    ("[🀫🀇🀇🀫]", Meld(KONG_CONCEALED, (0, 0, 0, 0))),
    ("[1111m]a", Meld(KONG_ADDED, (0, 0, 0, 0))),
    ("[1111m]补", Meld(KONG_ADDED, (0, 0, 0, 0))),
    ("[1111m](加)", Meld(KONG_ADDED, (0, 0, 0, 0))),
]


@pytest.mark.parametrize(("text", "meld"), MELDS)
def test_melds(text: str, meld: Meld) -> None:
    assert read_text(text) == TileText((), (meld,))
    assert read_text(f"5z{text}CC") == TileText((31, 33, 33), (meld,))


@pytest.mark.parametrize("text", ["123m55p+4m", "+4m123m55p", "123m和4m55p", "一二三万55p胡四万"])
def test_the_winning_tile_is_marked(text: str) -> None:
    assert read_text(text) == TileText((0, 1, 2, 13, 13), win_tile=3)


def test_the_last_of_fourteen_tiles_is_the_winning_one() -> None:
    text = read_text("[123m]99s11p456m78p9m")
    assert text.hand() == (HandTiles(text.standing, text.melds), None)
    hand, win = read_text("[123m]99s11p456m78p1f9m9m").hand()
    assert (len(hand.concealed), win) == (10, 8)
    assert read_text("1234567p1234567p").hand()[1] == 15
    assert read_text("1234567p123456p+9p").hand()[1] == 17
    assert read_text("1m" * 17).hand(16)[1] == 0
    assert read_text("1m").hand()[1] is None


REFUSED = [
    # Text, where, what stands there, words of the answer.
    ("12", 1, "12", ["花色", "suit"]),
    ("5m12东", 3, "12", ["花色"]),
    ("5m12[123m]", 3, "12", ["花色"]),
    ("5m12+3m", 3, "12", ["花色"]),
    ("m", 1, "m", ["数字", "number"]),
    ("万", 1, "万", ["数字"]),
    ("1m0m", 3, "0", ["不是牌"]),
    ("1m xy?", 4, "xy?", ["不是牌", "no tile"]),
    ("18z", 2, "8z", ["8z"]),
    ("9f", 1, "9f", ["9f"]),
    ("🀪", 1, "🀪", ["不是牌"]),
    ("1m🀫", 3, "🀫", ["牌面"]),
    ("1m[2m", 3, "[2m", ["关上"]),
    ("1m]", 3, "]", ["左括号"]),
    ("[123m)", 6, ")", ["左括号"]),
    ("[[123m]]", 2, "[", ["括号里"]),
    ("[]", 1, "[]", ["不是一副"]),
    ("[124m]", 1, "[124m]", ["不是一副"]),
    ("[12m3p]", 1, "[12m3p]", ["不是一副"]),
    ("[123z]", 1, "[123z]", ["不是一副"]),
    ("[1f1f1f]", 1, "[1f1f1f]", ["不是一副"]),
    ("[11111m]", 1, "[11111m]", ["不是一副"]),
    ("[🀫🀇🀇]", 1, "[🀫🀇🀇]", ["不是一副"]),
    ("[123m]c", 1, "[123m]c", ["杠"]),
    ("[1111m暗]暗", 1, "[1111m暗]暗", ["两次"]),
    ("[+1m11m]", 2, "+", ["括号外"]),
    ("1m暗", 3, "暗", ["括号后面"]),
    ("1m+", 3, "+", ["和的一张"]),
    ("1m+[123m]", 3, "+", ["和的一张"]),
    ("++1m", 1, "+", ["和的一张"]),
    ("+1m+2m", 5, "2m", ["一张"]),
    ("+12m", 2, "12m", ["一张"]),
    ("E1me", 4, "e", ["大写E"]),
]


@pytest.mark.parametrize(("text", "place", "piece", "words"), REFUSED)
def test_refusals_name_the_place(text: str, place: int, piece: str, words: list[str]) -> None:
    with pytest.raises(Refusal) as caught:
        read_text(text, "paste")
    problem = caught.value.problems[0]
    assert (problem.code, problem.field) == ("bad_tile", "paste")
    assert f"第{place}个字符“{piece}" in problem.message.zh
    assert f"Character {place} “{piece}" in problem.message.en
    for word in words:
        assert word in problem.message.zh + problem.message.en


TWO_READINGS = [
    ("123m78S", ["7s", "8s", "南", "South"]),
    ("78SS", ["7s", "8s", "南"]),
    ("1m5P", ["5p", "白", "White"]),
    ("12m1F", ["1f", "发"]),
    ("2p3W", ["3m", "西"]),
    ("1M2 S", ["2s", "南"]),
    ("1m3竹", ["3s", "竹", "Bamboo"]),
    ("s", ["花色", "南"]),
    ("(1111m)", ["明杠", "暗杠", "melded", "concealed"]),
]


@pytest.mark.parametrize(("text", "words"), TWO_READINGS)
def test_what_can_be_read_in_two_ways_names_both(text: str, words: list[str]) -> None:
    with pytest.raises(Refusal) as caught:
        read_text(text)
    (problem,) = caught.value.problems
    for word in words:
        assert word in problem.message.zh + problem.message.en


def test_all_problems_at_once() -> None:
    with pytest.raises(Refusal) as caught:
        read_text("9z 12东 x?y [124m] 3竹 +")
    assert len(caught.value.problems) == 6


def test_long_texts_are_not_read() -> None:
    assert len(read_tiles("1m" * (LONGEST // 2))) == LONGEST // 2
    with pytest.raises(Refusal, match=str(LONGEST)):
        read_text("1m" * LONGEST)


def test_only_tiles_where_no_hand_is_wanted() -> None:
    for text in ("[123m]", "+1m"):
        with pytest.raises(Refusal):
            read_tiles(text)


TILE = st.integers(0, 33)
SUITED = st.integers(0, 26).filter(lambda tile: tile % 9 < 7)
MELD = st.one_of(
    SUITED.map(lambda tile: Meld(CHOW, (tile, tile + 1, tile + 2))),
    TILE.map(lambda tile: Meld(PUNG, (tile,) * 3)),
    st.builds(
        lambda kind, tile: Meld(kind, (tile,) * 4),
        st.sampled_from([KONG_EXPOSED, KONG_ADDED, KONG_CONCEALED]),
        TILE,
    ),
)
HANDS = st.builds(
    TileText,
    st.lists(TILE, max_size=14).map(tuple),
    st.lists(MELD, max_size=4).map(tuple),
    st.none() | TILE,
    st.lists(st.integers(34, 41), max_size=8).map(tuple),
)


@given(HANDS, st.sampled_from(Notation))
def test_printing_and_reading_gives_the_same_tiles(hand: TileText, notation: Notation) -> None:
    assert read_text(hand.write(notation)) == hand


@given(st.lists(st.integers(0, 41), max_size=30), st.sampled_from(Notation))
def test_printing_and_reading_plain_tiles(tiles: list[int], notation: Notation) -> None:
    assert sorted(read_tiles(write_tiles(tiles, notation))) == sorted(tiles)


def test_pictures_are_told_apart() -> None:
    assert len(PICTURES) == 42
    assert [format_tile(PICTURES[chr(0x1F000 + at)]) for at in (4, 5, 6, 7, 0x10, 0x19)] == [
        "7z",
        "6z",
        "5z",
        "1m",
        "1s",
        "1p",
    ]


ODD = st.text(
    alphabet="123456789mpszfwbtESWNCFPenca[]()+暗补竹万条筒东发财🀇🀫0x，　１ｍ", max_size=16
)


@given(st.text(max_size=30) | ODD)
def test_a_text_is_tiles_or_a_refusal(text: str) -> None:
    found: TileText | None = None
    problems: tuple[Problem, ...] = ()
    try:
        found = read_text(text)
    except Refusal as refusal:
        problems = refusal.problems
    if found is not None:
        assert read_text(found.write()) == found
    assert all(problem.code == "bad_tile" for problem in problems)
    for problem in problems:
        place = re.match(r"第(\d+)个字符“(.*?)…?”：", problem.message.zh, re.DOTALL)
        assert place
        assert text[int(place[1]) - 1 :].startswith(place[2])


@given(st.lists(st.integers(0, 41), max_size=20))
def test_a_record_string_is_read_alike(tiles: list[int]) -> None:
    assert sorted(read_tiles(format_tiles(tiles))) == sorted(tiles)
