"""The dearest reading of Tianjin hands (tianjin.md §5): by hand, and against a search of its own
that puts every face in the place of every wild tile."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product

import pytest

from scoring.hand import HandTiles, Meld
from scoring.readings import completes, readings
from scoring.rulesets.tianjin.reading import readings_of
from scoring.tiles import counts_of, format_tile, next_face, parse_tile, parse_tiles
from tests.scoring.build import Json, settle, tiles, win

HANDS = 2200


def wild(indicator: str) -> Json:
    following = format_tile(next_face(parse_tile(indicator)))
    return {"type": "wild", "indicator": indicator, "tiles": [indicator, following]}


@pytest.mark.parametrize(
    ("indicator", "concealed", "tile", "melds", "points", "names"),
    [
        ("5s", "12346m123p789s55z", "5m", (), 6, {"zhuo_wu", "su"}),
        # 45m waits for 3 and 6: no caught five.
        ("5s", "12345m123p789s55z", "6m", (), 2, {"ti_liu", "su"}),
        # 4-5-6 may be read around the five, or 5 be the pair.
        ("4z", "44566m123p55z789s", "5m", (), 6, {"zhuo_wu", "su"}),
        ("2s", "12346789m345p88s", "5m", (), 14, {"zhuo_wu", "long", "su"}),
        ("5s", "123456m789p111z5s", "9s", (), 2, {"ti_liu", "hun_diao"}),
        # Two wild tiles as the pair are 2; the drawn one as the five, with 5m in the pair, is 3.
        ("5s", "123456m789p111z5s", "6s", (), 3, {"zhuo_wu"}),
        ("5s", "123m777p999s22z56s", "5m", (), 6, {"zhuo_wu", "shuang_hun_diao"}),
        # A drawn wild tile stands as the five.
        ("5s", "123m777p999s22z56s", "6s", (), 6, {"zhuo_wu", "shuang_hun_diao"}),
        ("5s", "46m123m777p999s22z", "5s", (), 3, {"zhuo_wu"}),
        ("3m", "123456789m111s5z", "5z", (), 16, {"ben_hun_long", "su"}),
        ("3m", "124456789m111s5z", "5z", (), 8, {"ben_hun_long"}),
        # Two tiles of one wild face: the dragon is there, 素 is not.
        ("3m", "123356789m111s5z", "5z", (), 8, {"ben_hun_long"}),
        # A third wild tile elsewhere, the caught five beside the dragon.
        ("3m", "123456789m11s35m", "5m", (), 14, {"zhuo_wu", "ben_hun_long"}),
        # The dragon of another suit.
        ("3m", "123456789p11s34m", "1s", (), 8, {"long", "hun_diao"}),
        # 9 1: the wild faces turn round.
        ("9m", "123456789m111s5z", "5z", (), 16, {"ben_hun_long", "su"}),
        ("9m", "12345678m8p111s5z", "5z", (), None, set()),
        # Honours have no dragon.
        ("1z", "123456789m555z2z", "1z", (), 8, {"long", "hun_diao"}),
        # Melds count as sets; a concealed kong of wild tiles is no 素.
        ("5s", "123m456p7p", "7p", ("777z", "111z"), 2, {"ti_liu", "su"}),
        ("5s", "123m456p7p", "7p", ("777z", "6666s"), 1, {"ti_liu"}),
        ("5s", "46m56s", "5m", ("777z", "111z", "222z"), 3, {"zhuo_wu"}),
        ("5s", "1133557799m113p", "3p", (), None, set()),
        ("5s", "123456m789p112z6s", "3z", (), None, set()),
    ],
)
def test_hands_read(
    indicator: str,
    concealed: str,
    tile: str,
    melds: tuple[str, ...],
    points: int | None,
    names: set[str],
) -> None:
    laid = [
        {"kind": "kong_concealed" if len(meld) == 5 else "pung", "tiles": meld} for meld in melds
    ]
    answer = settle("tianjin", wild(indicator), tiles(1, None, concealed, tile, *laid))
    if points is None:
        assert answer["error"] == "not_a_win"
        return
    assert answer["wins"][0]["points"] == points
    assert {name for name, _number in answer["wins"][0]["items"]} == names


def _both(concealed: str, tile: str, *patterns: str) -> Json:
    winner = {"seat": 1, "hand": {"concealed": concealed}, "declared": {"patterns": [*patterns]}}
    return win(1, None, tile=tile, winners=[winner])


def test_names_and_tiles_agree() -> None:
    event = _both("12346m123p789s55z", "5m", "su", "zhuo_wu")
    assert "error" not in settle("tianjin", wild("5s"), event)
    for names in (("zhuo_wu",), ("su",), (), ("su", "long")):
        answer = settle("tianjin", wild("5s"), _both("12346m123p789s55z", "5m", *names))
        assert answer["error"] == "declared_mismatch"
    # 提溜 may be named or not.
    for names in ((), ("ti_liu",)):
        event = _both("12345m123p78s55z6s", "6m", *names)
        assert "error" not in settle("tianjin", wild("5s"), event)


def test_readings_that_tie_may_both_be_named() -> None:
    # Both wild tiles of the dragon stand beside the drawn four: 素 or 双混吊.
    concealed, tile = "12356789m111s5z5z", "4m"
    for name in ("su", "shuang_hun_diao"):
        event = _both(concealed, tile, "ben_hun_long", name)
        answer = settle("tianjin", wild("5m"), event)
        assert answer["wins"][0]["points"] == 16


# The search: every face for every wild tile, every way to part the faces into sets and a pair,
# every set that the drawn tile may stand in.


@cache
def _parts(suit: tuple[int, ...], runs: bool) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """All ways to part the ranks of one suit into sets and at most one pair."""
    first = next((rank for rank, n in enumerate(suit) if n), None)
    if first is None:
        return ((),)
    blocks = [(first,) * 3, (first,) * 2]
    if runs and first <= 6:
        blocks.append((first, first + 1, first + 2))
    found = set()
    for block in blocks:
        rest = list(suit)
        for rank in block:
            rest[rank] -= 1
        if min(rest) < 0:
            continue
        for part in _parts(tuple(rest), runs):
            if sum(len(b) == 2 for b in (block, *part)) <= 1:
                found.add(tuple(sorted((block, *part))))
    return tuple(found)


def _divisions(counts: list[int]) -> Iterator[list[tuple[int, ...]]]:
    suits = [_parts(tuple(counts[f : f + 9]), True) for f in (0, 9, 18)]
    suits.append(_parts(tuple(counts[27:]), False))
    for choice in product(*suits):
        blocks = [
            tuple(first + rank for rank in block)
            for first, part in zip((0, 9, 18, 27), choice, strict=True)
            for block in part
        ]
        if sum(len(block) == 2 for block in blocks) == 1:
            yield blocks


def _names(
    blocks: list[tuple[int, ...]],
    drawn: int,
    stand_for: Counter[int],
    wild_faces: tuple[int, ...],
    held: list[int],
) -> Iterator[set[str]]:
    """What one division is called, for each block in which the drawn tile may stand."""
    wild_held = sorted(t for t in held if t in wild_faces)
    dragon = ""
    for first in (0, 9, 18):
        if all((t, t + 1, t + 2) in blocks for t in (first, first + 3, first + 6)):
            own = any(w < 27 and w - w % 9 == first for w in wild_faces)
            dragon = "ben_hun_long" if own else "long"
    for block in {b for b in blocks if drawn in b}:
        names = {dragon} - {""}
        if block == (3, 4, 5) and drawn == 4:
            names.add("zhuo_wu")
        beside = list(block)
        beside.remove(drawn)
        if not Counter(beside) - stand_for:
            names.add("hun_diao" if len(block) == 2 else "shuang_hun_diao")
        if not wild_held or (dragon == "ben_hun_long" and wild_held == sorted(wild_faces)):
            yield names - {"hun_diao", "shuang_hun_diao"} | {"su"}
        yield names


def _worth(names: set[str] | frozenset[str]) -> tuple[int, int]:
    """Points by the default table, 番 by the older one."""
    added = 3 * ("zhuo_wu" in names) + 4 * bool({"long", "ben_hun_long"} & names)
    twice = names & {"su", "hun_diao", "shuang_hun_diao", "ben_hun_long"}
    older = {"zhuo_wu": 1, "long": 2, "ben_hun_long": 3}
    return max(1, added) * 2 ** len(twice), sum(older.get(name, 1) for name in names)


def _search(hand: HandTiles, drawn: int, wild_faces: tuple[int, ...]) -> tuple[int, int] | None:
    natural = [t for t in hand.concealed if t not in wild_faces]
    jokers = len(hand.concealed) - len(natural)
    held = [*hand.all_tiles(), drawn]
    best: tuple[int, int] | None = None
    for face in range(34) if drawn in wild_faces else (drawn,):
        for chosen in combinations_with_replacement(range(34), jokers):
            counts = counts_of([*natural, *chosen, face])
            for blocks in _divisions(counts):
                for names in _names(blocks, face, Counter(chosen), wild_faces, held):
                    worth = _worth(names)
                    best = (
                        worth
                        if best is None
                        else (
                            max(best[0], worth[0]),
                            max(best[1], worth[1]),
                        )
                    )
    return best


def _random_hand(draw: random.Random) -> tuple[HandTiles, int, tuple[int, ...]]:
    """A hand near a win: sets and a pair, some of them wild, now and then a tile astray."""
    indicator = draw.choice([*range(9), *range(34)])
    wild_faces: tuple[int, ...] = (indicator, next_face(indicator))
    if draw.random() < 0.1:
        wild_faces = wild_faces[1:]
    sets: list[tuple[int, ...]] = []
    if draw.random() < 0.5:
        first = draw.choice([0, 0, 9, 18])
        sets = [(t, t + 1, t + 2) for t in range(first, first + 9, 3)]
    if draw.random() < 0.4 and len(sets) < 4:
        sets.append((3, 4, 5))
    while len(sets) < 4:
        t = draw.randrange(34)
        run = t < 27 and t % 9 <= 6 and draw.random() < 0.6
        sets.append((t, t + 1, t + 2) if run else (t,) * 3)
    draw.shuffle(sets)
    melds = []
    while len(sets) > 1 and len(set(sets[0])) == 1 and draw.random() < 0.5:
        melds.append(Meld("pung", sets.pop(0)))
    pair = draw.randrange(34)
    concealed = [t for block in sets for t in block] + [pair, pair]
    if draw.random() < 0.15:
        concealed[draw.randrange(len(concealed))] = draw.randrange(34)
    draw.shuffle(concealed)
    if draw.random() < 0.3 and 4 in concealed:
        concealed.remove(4)
        concealed.append(4)
    for _ in range(draw.choice([0, 1, 1, 1, 2, 2])):
        concealed[draw.randrange(len(concealed) - (draw.random() < 0.8))] = draw.choice(wild_faces)
    return HandTiles(tuple(concealed[:-1]), tuple(melds)), concealed[-1], wild_faces


def test_the_dearest_reading_is_that_of_a_search() -> None:
    draw = random.Random(20061)
    seen: Counter[str] = Counter()
    tried = 0
    while tried < HANDS:
        hand, drawn, wild_faces = _random_hand(draw)
        wilds = sum(t in wild_faces for t in (*hand.concealed, drawn))
        # Three wild tiles cost the search 7,140 hands: some of them are enough.
        if wilds > 3 or (wilds == 3 and seen["three"] >= 40):
            continue
        tried += 1
        found = readings_of(hand, drawn, wild_faces)
        best = _search(hand, drawn, wild_faces)
        if best is None:
            assert not found
            seen["none"] += 1
            continue
        assert (max(_worth(n)[0] for n in found), max(_worth(n)[1] for n in found)) == best, (
            hand,
            drawn,
            wild_faces,
        )
        seen.update({name for names in found for name in names})
        seen["three"] += wilds == 3
    for name in ("zhuo_wu", "long", "ben_hun_long", "su", "hun_diao", "shuang_hun_diao", "none"):
        assert seen[name] >= 40, seen


def test_completion_is_the_same_as_having_a_reading() -> None:
    draw = random.Random(5)
    wins = 0
    for _ in range(3000):
        sets, wilds = draw.randint(1, 4), draw.randint(0, 3)
        suit = draw.choice([list(range(9)), list(range(18)), [*range(9), *range(27, 34)]])
        counts = counts_of(draw.sample(suit * 4, 3 * sets + 2 - wilds))
        assert completes(counts, wilds, sets) == bool(readings(counts, wilds, sets))
        wins += completes(counts, wilds, sets)
    assert 500 < wins < 2500
    assert not completes(counts_of(parse_tiles("111m")), 0, 1)
    assert completes(counts_of(parse_tiles("111m")), 0, 1, pair=False)
