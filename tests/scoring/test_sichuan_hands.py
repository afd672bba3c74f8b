"""What Sichuan hands are worth, by their tiles and declared (§4 and §5 of the specs)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.hand import HandTiles, Meld
from scoring.rulesets import get_ruleset
from scoring.rulesets.sichuan.family import FIXED
from scoring.rulesets.sichuan.rows import ADDITIVE_ROWS, DOUBLING_ROWS
from scoring.rulesets.sichuan.scale import Additive, Doubling, Moment, Scale, total
from scoring.tiles import parse_tile, parse_tiles
from tests.scoring.build import Json, kong, win
from tests.scoring.sichuan_hands import (
    PLAIN,
    XUELIU,
    XUEZHAN,
    answer,
    exhaust,
    kong_draw,
    named,
    refusal,
    robbery,
    win_tiles,
)

Items = list[list[Any]]


def _options(game: str, **options: Any) -> Json:
    return {**FIXED, **get_ruleset(game).resolve_options(options)}


def _items(
    scale: Scale, concealed: str, tile: str, *melds: str, moment: Moment | None = None
) -> Items | None:
    laid = tuple(Meld(kind, parse_tiles(tiles)) for kind, tiles in map(str.split, melds))
    hand = HandTiles(parse_tiles(concealed), laid)
    items = scale.of_tiles(hand, parse_tile(tile), moment or Moment())
    return None if items is None else [list(item) for item in items]


def _doubling(concealed: str, tile: str, *melds: str, **options: Any) -> Items | None:
    return _items(Doubling(_options(XUEZHAN, **options)), concealed, tile, *melds)


# Hands of the seeds (001, 002) and of each row, and near misses.
ROWS: list[tuple[tuple[str, ...], Items | None]] = [
    (("111444789m4567p", "7p"), [["ping_hu", 1]]),
    (("123456m1122789p", "1p"), [["ping_hu", 1]]),
    (("111444m2229996p", "6p"), [["peng_peng_hu", 2]]),
    (("6p", "6p", "pung 111m", "pung 444m", "pung 222p", "pung 999p"), [["peng_peng_hu", 2]]),
    (("1235672348889s", "9s"), [["qing_yi_se", 3]]),
    (("1237899m123789s", "9m"), [["dai_yao_jiu", 3]]),
    (("12378999m78999p", "9m"), [["dai_yao_jiu", 3], ["gen", 1]]),
    # A run without a terminal, or a pair of another tile, spoils the outside hand.
    (("123789m12355678p", "9p"), None),
    (("12378955m12378p", "9p"), [["ping_hu", 1]]),
    (("234789m1237899p", "9p"), [["ping_hu", 1]]),
    (("112299m4466889p", "9p"), [["qi_dui", 3]]),
    (("111199m4466889p", "9p"), [["long_qi_dui", 4]]),
    (("11119999m44668p", "8p"), [["long_qi_dui", 4], ["gen", 1]]),
    (("111199994444m8p", "8p"), [["long_qi_dui", 4], ["gen", 2]]),
    (("1112224449996m", "6m"), [["qing_dui", 4]]),
    (("8885m222555888s", "5m"), [["jiang_dui", 4]]),
    (("8883m222555888s", "3m"), [["peng_peng_hu", 2]]),
    (("1122335577889m", "9m"), [["qing_qi_dui", 5]]),
    (("1122444455779m", "9m"), [["qing_long_qi_dui", 6]]),
    (("1111333355557m", "7m"), [["qing_long_qi_dui", 6], ["gen", 2]]),
    (("1237899m", "9m", "pung 111m", "pung 888m"), [["qing_yi_se", 3], ["gen", 2]]),
    (("1112378999m", "9m", "pung 777p"), [["ping_hu", 1], ["gen", 1]]),
    (("12312378m", "9m", "pung 999s"), None),
    (("1112223337899m", "9m"), [["qing_yao_jiu", 5]]),
    # Seven pairs need thirteen concealed tiles.
    (("1122m446699p", "9p", "pung 888p"), None),
    # Pairs of ends or of 2, 5, 8 are seven pairs and nothing more.
    (("1111999m111199p", "9m"), [["long_qi_dui", 4], ["gen", 2]]),
    (("22558m22558822p8m", "8m"), None),
    # A pung and the fourth tile in a run is a 根; so is a set of four that was not konged.
    (("1237899m456p", "9m", "pung 555p"), [["ping_hu", 1], ["gen", 1]]),
    (("111123444m9996p", "6p"), [["ping_hu", 1], ["gen", 1]]),
    (("1123m111p45699p", "9p"), None),
    (("1m111999p456888s", "1m"), [["ping_hu", 1]]),
    # Kongs count as 根 and as sets.
    (("9996m", "6m", "kong_exposed 1111m", "kong_added 4444m", "kong_concealed 2222m"),
     [["qing_dui", 4], ["gen", 3]]),
    (("1123789m123p", "1m", "kong_exposed 9999p"), [["dai_yao_jiu", 3], ["gen", 1]]),
    # The winning tile may be the fourth.
    (("123m11144456699p", "9p"), None),
    (("111m4445556667p", "1m"), None),
    (("2223444m777888p", "2m"), [["ping_hu", 1], ["gen", 1]]),
]  # fmt: skip


@pytest.mark.parametrize(("tiles", "items"), ROWS)
def test_the_dearest_row_of_the_doubling_table(tiles: tuple[str, ...], items: Items | None) -> None:
    assert _doubling(*tiles) == items


@pytest.mark.parametrize("row", DOUBLING_ROWS, ids=lambda row: row.id)
def test_the_example_of_every_row_has_it(row: Any) -> None:
    example = row.pattern().example
    assert example is not None
    hand = HandTiles(example.concealed, example.melds)
    tiles = [*hand.all_tiles(), example.win_tile]
    assert hand.length == 13
    assert max(tiles.count(tile) for tile in tiles) <= 4
    # The one row that the standard rules do not play.
    played = {"yi_tiao_long_fan": 3} if row.id == "yi_tiao_long" else {}
    options = _options(XUEZHAN, **played)
    items = Doubling(options).of_tiles(hand, example.win_tile, Moment())
    assert items is not None
    assert items[0][0] == row.id


@pytest.mark.parametrize(
    ("concealed", "tile", "options", "items"),
    [
        ("1234567891155m", "5m", {"yi_tiao_long_fan": 3}, [["yi_tiao_long", 3], ["gen", 1]]),
        ("1234567891155m", "5m", {}, [["qing_yi_se", 3], ["gen", 1]]),
        ("112233m7788991p", "1p", {}, [["qi_dui", 3]]),
        # 5 and one 根 against 6 with the 根 inside.
        ("1231237899978m", "9m", {}, [["qing_long_qi_dui", 6]]),
        # 3 and one 根 against 4 with the 根 inside, and against 5.
        ("111199m4466889p", "9p", {}, [["long_qi_dui", 4]]),
        ("111199m4466889p", "9p", {"long_qi_dui_fan": 5}, [["long_qi_dui", 5]]),
    ],
)
def test_ties_go_to_the_later_row(concealed: str, tile: str, options: Json, items: Items) -> None:
    assert _doubling(concealed, tile, **options) == items


@pytest.mark.parametrize(
    ("row", "gen", "fan"),
    [("qi_dui", 2, 5), ("peng_peng_hu", 1, 3), ("qing_yi_se", 1, 4), ("qing_yi_se", 2, 5),
     ("qing_long_qi_dui", 3, 8), ("long_qi_dui", 1, 4), ("qing_dui", 3, 7)],
)  # fmt: skip
def test_sums_of_the_seeds(row: str, gen: int, fan: int) -> None:
    found = answer(PLAIN, named(0, 1, row, gen))
    assert (found["wins"][0]["fan"], found["deltas"][0]) == (fan, 2 ** (fan - 1))


@pytest.mark.parametrize(
    ("flags", "items"),
    [
        ([], [["ping_hu", 1]]),
        (["last_tile"], [["ping_hu", 1], ["last_tile", 1]]),
        (["heavenly"], [["tian_hu", 6]]),
        (["heavenly", "last_tile"], [["tian_hu", 6], ["last_tile", 1]]),
    ],
)
def test_items_of_a_self_draw(flags: list[str], items: Items) -> None:
    event = named(0, None, "ping_hu", flags=flags)
    found = answer(PLAIN, event, last_tile_fan=1, tian_hu_fan=6)
    assert found["wins"][0]["items"] == items


def test_a_dearer_row_stays_a_heavenly_hand_or_not() -> None:
    event = named(0, None, "qing_long_qi_dui", 1, flags=["heavenly"])
    # 6 with the 根 inside against 6 and one 根 left over.
    assert answer(PLAIN, event, tian_hu_fan=6)["wins"][0]["items"] == [["tian_hu", 6], ["gen", 1]]
    found = answer(PLAIN, event, tian_hu_fan=4)["wins"][0]
    assert found["items"] == [["qing_long_qi_dui", 6]]


def test_the_last_kong_of_a_chain_decides_who_pays() -> None:
    chain = [kong(0, "exposed", giver=2, id="k0"), kong(0, tile="8s", after="k0", id="k")]
    found = answer(PLAIN, *chain, kong_draw(0, gen=2))
    assert found["deltas"] == [3 * 8 + 7, -10, -11, -10]
    items = [["ping_hu", 1], ["gen", 2], ["kong_draw", 1]]
    assert found["wins"][0]["items"] == items
    last = kong_draw(0, gen=2)
    last["flags"].append("last_tile")
    found = answer(PLAIN, *chain, last, last_tile_fan=1)
    assert found["wins"][0]["items"] == [*items, ["last_tile", 1]]


@pytest.mark.parametrize(
    ("patterns", "options", "fan"),
    [
        (["ping_hu", "men_qing"], {"men_qing_fan": 1}, 2),
        (["ping_hu", "men_qing", "zhong_zhang"], {"men_qing_fan": 1, "zhong_zhang_fan": 1}, 3),
        (["jin_gou_diao", "peng_peng_hu"], {"jin_gou_diao_fan": 1}, 3),
    ],
)
def test_what_is_declared_beside_a_row(patterns: list[str], options: Json, fan: int) -> None:
    found = answer(PLAIN, win(0, 1, *patterns, tile="1p"), **options)
    assert found["wins"][0]["fan"] == fan


def test_concealed_does_not_count_beside_seven_pairs() -> None:
    found = _doubling("112299m4466889p", "9p", men_qing_fan=1)
    assert found == [["qi_dui", 3]]
    assert _doubling("123456m1177789p", "1p", men_qing_fan=1) == [["ping_hu", 1], ["men_qing", 1]]
    kong_of = ("123456m11778p", "9p", "kong_concealed 5555p")
    assert _doubling("123456m1178p", "9p", "kong_concealed 5555p", men_qing_fan=1) == [
        ["ping_hu", 1],
        ["gen", 1],
        ["men_qing", 1],
    ]
    assert _doubling(*kong_of) is None
    assert _doubling("123456m1178p", "9p", "kong_added 5555p", men_qing_fan=1) == [
        ["ping_hu", 1],
        ["gen", 1],
    ]


MULTIPLES: list[tuple[tuple[str, ...], Json, Items | None]] = [
    (("123456m1178p", "9p", "pung 555p"), {}, [["ji_ben_hu", 1]]),
    (("123456m1177789p", "1p"), {}, [["men_qian_qing", 2]]),
    (("111444m2229996p", "6p"), {}, [["dui_dui_hu", 4]]),
    (("1235672348889s", "9s"), {}, [["qing_yi_se", 6]]),
    (("1112224449996m", "6m"), {}, [["qing_dui", 10]]),
    (("112299m4466889p", "9p"), {}, None),
    (("112299m4466889p", "9p"), {"qi_dui": 6}, [["qi_dui", 6]]),
    # One suit of seven pairs counts as a flush too; equal prices go to the later row.
    (("1133446677889m", "9m"), {"qi_dui": 3}, [["qing_yi_se", 6]]),
    (("1133446677889m", "9m"), {"qi_dui": 6}, [["qi_dui", 6]]),
    (("1133446677889m", "9m"), {}, None),
    # Triplets cheaper than the concealed hand.
    (("111444m2229996p", "6p"), {"dui_dui_hu": 1}, [["men_qian_qing", 2]]),
    (("123456m1178p", "9p", "pung 555p"), {"ji_ben_hu": 0}, []),
]


@pytest.mark.parametrize(("tiles", "prices", "items"), MULTIPLES)
def test_the_dearest_multiple(tiles: tuple[str, ...], prices: Json, items: Items | None) -> None:
    scale = Additive(_options(XUELIU, pattern_points=prices))
    assert _items(scale, *tiles) == items


def test_concealed_self_draw_is_added_to_any_row() -> None:
    end = exhaust("W", 1, 1, 1)
    for concealed, tile, fan in (
        ("123456m1177789p", "1p", 2),
        ("1235672348889s", "9s", 6),
        ("1112224449996m", "6m", 10),
    ):
        found = answer(XUELIU, win_tiles(0, None, concealed, tile), end)
        assert found["wins"][0]["fan"] == fan + 1
        assert answer(XUELIU, win_tiles(0, 1, concealed, tile), end)["wins"][0]["fan"] == fan
    hidden = [kong(0, tile="5p"), win_tiles(0, None, "123456m1178p", "9p", "kong_concealed 5555p")]
    items = answer(XUELIU, *hidden, end)["wins"][0]["items"]
    assert items == [["men_qian_qing", 2], ["men_qing_self_draw", 1], ["concealed_kong", 2]]
    marked = win(0, None, "qing_yi_se", "men_qing", tile="1p")
    assert answer(XUELIU, marked, end)["wins"][0]["fan"] == 7
    plain = win(0, None, "qing_yi_se", tile="1p")
    assert answer(XUELIU, plain, end)["wins"][0]["fan"] == 6


def test_basic_robbery_keeps_kongs_and_counts_by_either_table() -> None:
    own = kong(3, tile="9m")
    events = [own, *robbery(3, 1, "qing_yi_se"), exhaust(1, 1, 1, {"state": "won", "max_fan": 1})]
    found = answer(XUELIU, *events, rob_kong_value="basic")
    assert found["wins"][0]["items"] == [["ji_ben_hu", 1], ["concealed_kong", 2]]
    events[2]["winners"][0]["declared"]["gen"] = 1
    found = answer(
        XUELIU, *events, rob_kong_value="basic", score_system="doubling", kong_mode="instant"
    )
    assert found["wins"][0]["items"] == [["ping_hu", 1], ["gen", 1]]


def test_tiles_and_declaration_agree() -> None:
    def both(patterns: list[str], gen: int = 0) -> Json:
        event = win_tiles(0, 1, "11119999m44668p", "8p")
        event["winners"][0]["declared"] = {"patterns": patterns, "gen": gen}
        return event

    for patterns, gen in ((["long_qi_dui"], 2), (["qi_dui"], 2)):
        found = answer(PLAIN, both(patterns, gen))
        assert found["wins"][0]["items"] == [["long_qi_dui", 4], ["gen", 1]]
    for patterns, gen in ((["long_qi_dui"], 1), (["qi_dui"], 1), (["qing_qi_dui"], 2)):
        assert refusal(PLAIN, both(patterns, gen)) == "declared_mismatch"
    # Compared before the cap.
    assert refusal(PLAIN, both(["long_qi_dui"], 1), cap_fan=4) == "declared_mismatch"


TILES = st.integers(0, 17)


@st.composite
def _winning(draw: st.DrawFn) -> HandTiles:
    """Four sets and a pair, or seven pairs, in at most two suits; the last tile wins."""
    if draw(st.booleans()):
        tiles = [t for t in draw(st.lists(TILES, min_size=7, max_size=7)) for _ in range(2)]
    else:
        tiles = [draw(TILES)] * 2
        for _ in range(4):
            first = draw(TILES)
            run = draw(st.booleans()) and first % 9 <= 6
            tiles += [first, first + 1, first + 2] if run else [first] * 3
    return HandTiles(tuple(draw(st.permutations(tiles))))


def _built(sets: list[list[int]], pair: int) -> int:
    """The dearest row of one way to build a hand, by the words of the table."""
    blocks = [*sets, [pair, pair]]
    tiles = [tile for block in blocks for tile in block]
    ranks = {tile % 9 + 1 for tile in tiles}
    flush = len({tile // 9 for tile in tiles}) == 1
    triplets = all(len(set(block)) == 1 for block in sets)
    outside = all({tile % 9 for tile in block} & {0, 8} for block in blocks)
    rows = [1, 3 * flush, 2 * triplets, 4 * (flush and triplets), 3 * outside]
    rows += [5 * (flush and outside), 4 * (triplets and ranks <= {2, 5, 8})]
    return max(rows) + sum(tiles.count(tile) == 4 for tile in set(tiles))


@given(st.lists(st.tuples(TILES, st.booleans()), min_size=4, max_size=4), TILES)
def test_a_hand_is_worth_what_it_was_built_as_or_more(
    drawn: list[tuple[int, bool]], pair: int
) -> None:
    sets = [
        [tile, tile + 1, tile + 2] if run and tile % 9 <= 6 else [tile] * 3 for tile, run in drawn
    ]
    tiles = sorted([*(tile for block in sets for tile in block), pair, pair])
    if any(tiles.count(tile) > 4 for tile in tiles):
        return
    scale = Doubling(_options(XUEZHAN))
    for last in set(tiles):
        standing = list(tiles)
        standing.remove(last)
        items = scale.of_tiles(HandTiles(tuple(standing)), last, Moment())
        assert items is not None
        assert total(items) >= _built(sets, pair)


@settings(max_examples=150)
@given(_winning(), st.sampled_from(["all", "undeclared_only"]), st.sampled_from([4, 5]))
def test_every_winning_hand_has_a_row_and_no_other_is_dearer(
    hand: HandTiles, gen_counts: str, long_fan: int
) -> None:
    tiles = hand.concealed
    if any(tiles.count(tile) > 4 for tile in tiles):
        return
    scale = Doubling(_options(XUEZHAN, gen_counts=gen_counts, long_qi_dui_fan=long_fan))
    shown = HandTiles(tiles[:-1])
    items = scale.of_tiles(shown, tiles[-1], Moment())
    assert items is not None
    gen = sum(tiles.count(tile) == 4 for tile in set(tiles))
    worth = {row.id: scale.row_fan(row) - ("long" in row.id) for row in DOUBLING_ROWS}
    assert total(items) == worth[items[0][0]] + gen
    # A hand that waits on the tile is ready, and its dearest wait is not cheaper.
    if tiles[:-1].count(tiles[-1]) < 4:
        waits = scale.waits_of(shown, (), None)
        assert waits[tiles[-1]] == total(items) <= max(waits.values())
    multiple = Additive(_options(XUELIU, pattern_points={"qi_dui": 3}))
    assert multiple.of_tiles(shown, tiles[-1], Moment()) is not None


def test_both_tables_know_their_rows_by_name() -> None:
    for scale, rows in (
        (Doubling(_options(XUEZHAN, yi_tiao_long_fan=3)), DOUBLING_ROWS),
        (Additive(_options(XUELIU, pattern_points={"qi_dui": 1})), ADDITIVE_ROWS),
    ):
        assert all(scale.is_on(row.id) for row in rows)
        assert not scale.is_on("tian_hu")
        assert not scale.is_on("nonsense")
