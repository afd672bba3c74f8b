"""The Guobiao tile engine: corpora, profiles, refusals, and the door from a record."""

from typing import Any

import pytest

from scoring.hand import CHOW, KONG_ADDED, PUNG, Meld
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.score import NotAWin, score
from scoring.rulesets.guobiao.engine.validate import hand_problems
from scoring.rulesets.guobiao.engine.win_fans import waits
from scoring.rulesets.guobiao.fans import FANS
from scoring.tiles import parse_tiles, rank_of
from tests.scoring.build import Json, kong, settle, tiles, win
from tests.scoring.gb_hands import (
    PUBLIC,
    allowed,
    hand,
    hand_of,
    lines,
    listed,
    meld,
    profile,
    read,
    wait_rows,
)

HANDS = lines("guobiao_hands.jsonl")
WMO_HANDS = lines("guobiao_wmo2006_hands.jsonl")


def _wrong(hands: list[dict[str, Any]]) -> list[str]:
    """The ids of hands whose total or fans are not what the line says."""
    options = {name: profile(name) for name in ("chinese", "wmo2006")}
    wrong = []
    for line in hands:
        found = score(hand_of(line), options[line.get("profile", "chinese")])
        same = line["fans"] is None or listed(found) in allowed(line)
        if not same or found.total != line["total"] or found.fan != line["total"] - line["flowers"]:
            wrong.append(f"{line['id']}: {found.total} {listed(found)}")
    return wrong


def test_the_corpora_are_there() -> None:
    assert (len(HANDS), len(WMO_HANDS)) == (4000, 300)
    named = {name for line in HANDS for name, _points, _times in line["fans"]}
    assert named == {fan.name.zh for fan in FANS}


def test_every_hand_of_the_corpus() -> None:
    assert _wrong(HANDS) == []


def test_every_hand_of_the_2006_rules() -> None:
    assert _wrong(WMO_HANDS) == []


def test_every_hand_of_the_corpus_is_sound() -> None:
    assert [line["id"] for line in HANDS if hand_problems(hand_of(line))] == []


@pytest.mark.reference
@pytest.mark.skipif(not PUBLIC.exists(), reason="the reference folder is not beside the checkout")
def test_hands_of_public_play() -> None:
    hands = read(PUBLIC)
    assert len(hands) > 70
    assert _wrong(hands) == []


def test_the_defaults_are_the_chinese_profile() -> None:
    pairs = hand("1122335577m113p", "3p", self_draw=True)
    assert score(pairs) == score(pairs, profile("chinese"))
    assert score(pairs).fan == 24 + 1 + 1 + 1


@pytest.mark.parametrize(
    ("concealed", "win"),
    [
        ("1111222333m44p5z", "5z"),
        ("1133m5577p12345s", "6s"),  # four pairs and two sets
        ("1133557799m1133p", "5p"),
        ("19m19p19s123456z7m", "7z"),
        ("147m258p369s1234z", "4z"),
        ("147m258m369p12345z", "6z"),
    ],
)
def test_no_winning_shape(concealed: str, win: str) -> None:
    with pytest.raises(NotAWin):
        score(hand(concealed, win))


@pytest.mark.parametrize(
    ("won", "names"),
    [
        # The founding papers name 不求人 on the self-draw of three fans, not of the others.
        (hand("1112345678999m", "5m", self_draw=True), {"jiu_lian_bao_deng", "bu_qiu_ren"}),
        (hand("19m19p19s1234567z", "1m", self_draw=True), {"shi_san_yao", "bu_qiu_ren"}),
        (hand("2233445566778p", "8p", self_draw=True), {"lian_qi_dui", "bu_qiu_ren"}),
        (hand("1122335577m113p", "3p", self_draw=True), {"qi_dui", "zi_mo"}),
        (hand("22334466888s66z", "6z"), {"lv_yi_se", "hun_yi_se"}),
        (
            hand("1m", "1m", *(meld("pung", t) for t in ("1p", "1s", "9m", "9p"))),
            {"qing_yao_jiu", "shuang_tong_ke"},
        ),
    ],
)
def test_the_profile_of_the_founding_papers(won: GbHand, names: set[str]) -> None:
    found = {fan for fan, _points, _times in score(won, profile("seed_list")).fans}
    assert names <= found
    assert not {"zi_mo", "bu_qiu_ren"} <= found
    if not names & {"zi_mo"}:
        assert not names <= {fan for fan, _points, _times in score(won).fans}


def test_concealed_kongs_beside_four_kongs_by_option() -> None:
    kongs = [meld(kind, t) for kind, t in (("kong", "2m"), ("concealed_kong", "4p"))]
    kongs += [meld("concealed_kong", "6s"), meld("kong", "8m")]
    won = hand("5p", "5p", *kongs)
    plain = score(won)
    assert score(won, profile("chinese", four_kongs_concealed=True)).fan == plain.fan + 2 * 2


def test_concealed_kongs_beside_four_kongs_are_declared_kong_by_kong() -> None:
    names = ["si_gang", "an_gang", "an_gang", "shuang_an_ke"]
    assert settle("guobiao", win(1, 0, *names))["error"] == "unknown_pattern"
    answer = settle("guobiao", win(1, 0, *names), four_kongs_concealed=True)
    assert answer["wins"][0]["fan"] == 88 + 2 * 2 + 2
    twice = win(1, 0, "an_gang", "an_gang", "qing_yi_se")
    assert settle("guobiao", twice, four_kongs_concealed=True)["error"] == "unknown_pattern"


@pytest.mark.parametrize(("mixed", "fan"), [(5, 5), (6, 6), ("split", 3)])
def test_one_kong_of_each_kind(mixed: Any, fan: int) -> None:
    kongs = [meld("kong", "2m"), meld("concealed_kong", "5m")]
    lawful = hand("345p99s46p", "5p", *kongs)
    rest = score(lawful, profile("chinese", mixed_kongs=5)).fan - 5
    assert score(lawful, profile("chinese", mixed_kongs=mixed)).fan == rest + fan


def test_own_exposed_sets_show_the_last_tile_of_its_kind() -> None:
    won = hand("46m234p22s", "5m", meld("pung", "5m"), meld("chow", "6s"))
    assert ("hu_jue_zhang", 4, 1) in score(won).fans
    other = hand("46m234p22s", "5m", meld("pung", "3m"), meld("chow", "6s"))
    assert ("hu_jue_zhang", 4, 1) not in score(other).fans


def test_a_chicken_hand_with_flowers() -> None:
    melds = (meld("chow", "2m"), meld("chow", "5p"), meld("pung", "8s"))
    won = score(hand("55z34m", "5m", *melds, flowers=2))
    assert won.fans == (("wu_fan_hu", 8, 1), ("hua_pai", 1, 2))
    assert (won.fan, won.total) == (8, 10)


SHAPES = [row for row in wait_rows() if len(row["shape"]) <= 13]


@pytest.mark.parametrize("row", SHAPES, ids=lambda row: row["shape"])
def test_what_one_suit_waits_on(row: dict[str, str]) -> None:
    standing = parse_tiles(f"{row['shape']}s")
    melds = [meld("pung", f"{n + 1}z") for n in range((13 - len(standing)) // 3)]
    found = waits(standing, melds, formal=False)
    expected = row["waits" if melds else "waits_with_seven_pairs"].strip("-")
    assert "".join(str(rank_of(tile)) for tile in found) == expected
    if expected == row["waits"].strip("-"):
        assert sum(4 - standing.count(tile) for tile in found) == int(row["remaining"])
    full = {tile for tile in standing if standing.count(tile) == 4}
    assert set(waits(standing, melds)) - set(found) <= full


BAD: list[tuple[GbHand, list[str]]] = [
    (hand("55z34m", "5m"), ["bad_hand_size"]),
    (hand("5555z34m234p678s7m", "5z"), ["too_many_tiles"]),
    (hand("55z34m234567p1f23s", "5m"), ["bad_tile"]),
    (GbHand((99,) * 13, -1), ["bad_tile", "bad_tile"]),
    (hand("55z34m234p", "5m", Meld(CHOW, (7, 8, 9)), Meld(PUNG, (1, 1))), ["bad_hand_size"] * 2),
    (hand("55z34m234567p", "5m", meld("chow", "1s"), kong_draw=True), ["bad_flags"] * 2),
    (
        hand("55z34m234567p", "5m", meld("chow", "5m"), rob_kong=True, self_draw=True),
        ["bad_flags"] * 2,
    ),
    (hand("55z34m234567p", "2m", meld("chow", "1s"), rob_kong=True, last_tile=True), ["bad_flags"]),
    (hand("55z34m234567p111s", "4m", fourth_tile=True), ["bad_flags"]),
    (
        hand("5555z34m234p678s", "5z", fourth_tile=True),
        ["bad_hand_size", "too_many_tiles", "bad_flags"],
    ),
]


@pytest.mark.parametrize(("bad", "codes"), BAD)
def test_all_that_is_wrong_is_named(bad: GbHand, codes: list[str]) -> None:
    problems = hand_problems(bad)
    assert [problem.code for problem in problems] == codes
    assert all(problem.message.zh and problem.message.en and problem.field for problem in problems)


def test_a_kong_counts_four_tiles() -> None:
    assert not hand_problems(hand("55z34m234567p", "5m", Meld(KONG_ADDED, (18,) * 4)))
    assert hand_problems(hand("55z34m23456p1s1m", "5m", Meld(KONG_ADDED, (18,) * 4)))


STRAIGHT = "123456789m23s55p"


def test_a_record_with_tiles_is_counted() -> None:
    answer = settle("guobiao", tiles(1, 0, STRAIGHT, "4s"))
    assert answer["wins"][0]["fan"] == 16 + 2 + 2
    assert answer["deltas"] == [-28, 44, -8, -8]


def test_the_options_reach_the_engine() -> None:
    event = tiles(1, None, "1122335577m113p", "3p")
    assert settle("guobiao", event)["wins"][0]["fan"] == 27
    assert settle("guobiao", event, profile="wmo2006")["wins"][0]["fan"] == 30


def test_the_seat_is_the_wind_and_the_round_is_in_the_context() -> None:
    melds = [{"kind": "pung", "tiles": tile} for tile in ("222z", "999p", "111s")]
    event = tiles(1, 0, "3399m", "3m", *melds)
    fans = [
        settle("guobiao", event, context={"round_wind": wind}, min_fan=0)["wins"][0]["fan"]
        for wind in (0, 1)
    ]
    assert fans[1] == fans[0] + 2


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (tiles(1, 0, "123456789m24s55p", "5s"), "not_a_win"),
        (tiles(1, 0, "123m567p44s78s345p", "9s"), "below_minimum"),
        (tiles(1, 0, STRAIGHT, "1f"), "bad_tile"),
        ({**tiles(1, 0, STRAIGHT, "5p"), "flags": ["fourth_tile"]}, "bad_flags"),
        ({**tiles(1, None, STRAIGHT, "4s"), "flags": ["kong_draw"], "kong": "k"}, "bad_flags"),
    ],
)
def test_a_record_that_is_refused(event: Json, code: str) -> None:
    events = [kong(1, id="k", tile="1z"), event] if "kong" in event else [event]
    answer = settle("guobiao", *events)
    assert answer["error"] == code
    assert answer["event"] == len(events) - 1


def test_declared_fans_that_differ_from_the_tiles() -> None:
    event = tiles(1, 0, STRAIGHT, "4s")
    event["winners"][0]["declared"] = {"patterns": ["qing_long", "men_qian_qing", "ping_hu"]}
    assert settle("guobiao", event)["wins"][0]["fan"] == 20
    event["winners"][0]["declared"] = {"patterns": ["qing_long", "ping_hu"]}
    assert settle("guobiao", event)["error"] == "declared_mismatch"
