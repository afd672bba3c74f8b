"""Tiles of 鸡平胡, Shanghai and Taiwan against a count of rows that shares nothing with them.

Sets are cut off from the lowest tile on; every cut and every place of the winning tile is tried.
"""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from scoring.tiles import parse_tiles
from tests.scoring.build import Json
from tests.scoring.southern_hands import items, random_hand, settled, won

Block = tuple[int, ...]
ENDS = {0, 8, 9, 17, 18, 26}
WINDS, DRAGONS = {27, 28, 29, 30}, {31, 32, 33}


@cache
def _cuts(tiles: Block) -> tuple[tuple[Block, ...], ...]:
    if not tiles:
        return ((),)
    first, found = tiles[0], []
    wanted = [(first, first, first)]
    if first < 27 and first % 9 < 7:
        wanted.append((first, first + 1, first + 2))
    for block in wanted:
        rest = list(tiles)
        try:
            for tile in block:
                rest.remove(tile)
        except ValueError:
            continue
        found += [(block, *more) for more in _cuts(tuple(rest))]
    return tuple(found)


def _readings(standing: Sequence[int]) -> Iterator[tuple[int, tuple[Block, ...]]]:
    """Yield the pair and the standing sets of every reading."""
    for pair in sorted({t for t in standing if standing.count(t) >= 2}):
        rest = sorted(standing)
        rest.remove(pair)
        rest.remove(pair)
        for blocks in _cuts(tuple(rest)):
            yield pair, blocks


class Laid:
    """A random hand in plain numbers."""

    def __init__(self, made: Json) -> None:
        hand = made["hand"]
        self.tile = parse_tiles(made["tile"])[0]
        self.concealed = list(parse_tiles(hand["concealed"]))
        self.standing = [*self.concealed, self.tile]
        self.melds = [(m["kind"], parse_tiles(m["tiles"])) for m in hand.get("melds", [])]
        self.faces = {*self.standing, *(t for _kind, tiles in self.melds for t in tiles)}
        self.is_concealed = all(kind == "kong_concealed" for kind, _tiles in self.melds)

    def whole(self, blocks: tuple[Block, ...]) -> list[Block]:
        return [*blocks, *(tiles[:3] for _kind, tiles in self.melds)]

    @property
    def colour(self) -> str:
        suits = {face // 9 for face in self.faces if face < 27}
        honours = any(face > 26 for face in self.faces)
        if len(suits) > 1:
            return ""
        return ("hun" if honours else "qing") if suits else "zi"


def _triplet(block: Block) -> bool:
    return block[0] == block[1]


def _big_and_small(names: dict[str, int], triplets: set[int], pair: int) -> None:
    dragons, winds = len(triplets & DRAGONS), len(triplets & WINDS)
    if dragons == 3:
        names["da_san_yuan"] = 1
    elif dragons == 2 and pair in DRAGONS:
        names["xiao_san_yuan"] = 1
    if winds == 4:
        names["da_si_xi"] = 1
    elif winds == 3 and pair in WINDS:
        names["xiao_si_xi"] = 1


TAI = {
    "men_qing": 1, "men_feng_ke": 1, "quan_feng_ke": 1, "san_yuan_ke": 1, "du_ting": 1,
    "ban_qiu": 1, "quan_qiu": 2, "ping_hu": 2, "san_an_ke": 2, "si_an_ke": 5, "wu_an_ke": 8,
    "peng_peng_hu": 4, "hun_yi_se": 4, "xiao_san_yuan": 4, "da_san_yuan": 8, "xiao_si_xi": 8,
    "da_si_xi": 16, "qing_yi_se": 8, "zi_yi_se": 16,
}  # fmt: skip


def _taiwan(laid: Laid, seat: int, wind: int, claimed: bool) -> int:
    return max(
        sum(TAI[name] * n for name, n in _taiwan_rows(laid, seat, wind, claimed, *place).items())
        for place in _places(laid)
    )


def _places(laid: Laid) -> Iterator[tuple[int, tuple[Block, ...], Block]]:
    """Every reading with every block that the winning tile may be the last of."""
    for pair, blocks in _readings(laid.standing):
        for block in {*blocks, (pair, pair)}:
            if laid.tile in block:
                yield pair, blocks, block


def _taiwan_rows(
    laid: Laid,
    seat: int,
    wind: int,
    claimed: bool,
    pair: int,
    blocks: tuple[Block, ...],
    last: Block,
) -> dict[str, int]:
    whole = laid.whole(blocks)
    triplets = {block[0] for block in whole if _triplet(block)}
    names: dict[str, int] = {}
    _big_and_small(names, triplets, pair)
    if not {"da_san_yuan", "xiao_san_yuan"} & set(names):
        names["san_yuan_ke"] = len(triplets & DRAGONS)
    if not {"da_si_xi", "xiao_si_xi"} & set(names):
        names["men_feng_ke"] = int(27 + seat in triplets)
        names["quan_feng_ke"] = int(27 + wind in triplets)
    names["men_qing"] = int(laid.is_concealed)
    names["peng_peng_hu"] = int(all(map(_triplet, whole)))
    if laid.colour:
        names[f"{laid.colour}_yi_se"] = 1
    exposed = sum(kind != "kong_concealed" for kind, _tiles in laid.melds)
    if exposed == 5:
        names["quan_qiu" if claimed else "ban_qiu"] = 1
    else:
        waits = [f for f in range(34) if any(True for _ in _readings([*laid.concealed, f]))]
        names["du_ting"] = int(len(waits) == 1)
    hidden = sum(map(_triplet, blocks)) + len(laid.melds) - exposed
    if claimed and len(last) == 3 and _triplet(last):
        hidden -= 1
    if hidden >= 3:
        names[{3: "san_an_ke", 4: "si_an_ke", 5: "wu_an_ke"}[hidden]] = 1
    if claimed and pair < 27 and not any(map(_triplet, whole)) and len(last) == 3:
        # Two-sided: the other end of the run without the winning tile is on the board.
        low = last[0] % 9
        at = laid.tile - last[0]
        names["ping_hu"] = int((at == 0 and low + 3 <= 8) or (at == 2 and low - 1 >= 0))
    return names


def test_taiwan() -> None:
    rng = random.Random(1)
    seen: set[str] = set()
    for _ in range(1_400):
        seat, wind, claimed = rng.randrange(4), rng.randrange(4), rng.random() < 0.5
        made = random_hand(rng, seat, sets=5)
        giver = (seat + 1) % 4 if claimed else None
        event = won(seat, giver, {"hand": made["hand"]}, made["tile"])
        rows = items(settled("taiwan16", event, context={"round_wind": wind}, preset="home"))
        seen |= set(rows)
        total = sum(n for name, n in rows.items() if name not in ("zi_mo", "bu_qiu"))
        assert total == _taiwan(Laid(made), seat, wind, claimed), made
    rare = {"da_si_xi", "xiao_si_xi", "da_san_yuan", "xiao_san_yuan", "wu_an_ke", "zi_yi_se"}
    assert set(TAI) - rare <= seen
    assert seen & rare


SHANGHAI = {
    "qing_peng": 5, "feng_peng": 6, "hun_peng": 4, "peng_peng_hu": 2, "qing_yi_se": 4,
    "feng_yi_se": 5, "hun_yi_se": 2, "ping_hu": 0,
}  # fmt: skip


def test_shanghai() -> None:
    rng = random.Random(3)
    seen: set[str] = set()
    for _ in range(600):
        made = random_hand(rng, 2)
        answer = settled(
            "shanghai", won(2, 1, {"hand": made["hand"]}, made["tile"]), preset="old", lezi=0
        )
        laid = Laid(made)
        triplets = any(
            all(map(_triplet, laid.whole(blocks))) for _pair, blocks in _readings(laid.standing)
        )
        start = {"qing": "qing", "hun": "hun", "zi": "feng", "": ""}[laid.colour]
        if triplets:
            main = f"{start}_peng" if start else "peng_peng_hu"
        else:
            main = f"{start}_yi_se" if start else "ping_hu"
        expected = {main: SHANGHAI[main], **({"da_diao_che": 1} if len(laid.melds) == 4 else {})}
        assert items(answer) == expected, made
        chips = 3 + sum(map(_flowers_of, laid.melds))
        assert answer["wins"][0]["points"] == chips * 2 ** sum(expected.values()), made
        seen.add(main)
    assert seen >= set(SHANGHAI) - {"feng_yi_se"}


def _flowers_of(meld: tuple[str, Sequence[int]]) -> int:
    kind, tiles = meld
    if kind in ("chow", "pung"):
        return int(tiles[0] > 26)
    return 1 + (kind == "kong_concealed") + (tiles[0] > 26)


def _jipinghu(laid: Laid, seat: int, wind: int) -> tuple[int, int]:
    """The dearest special row (0 for none), and the dearest ordinary total."""
    special, ordinary = 0, 0
    for pair, blocks in _readings(laid.standing):
        whole = laid.whole(blocks)
        triplets = {block[0] for block in whole if _triplet(block)}
        every = all(map(_triplet, whole))
        big: dict[str, int] = {}
        _big_and_small(big, triplets, pair)
        worth = {"da_san_yuan": 6, "da_si_xi": 6, "xiao_san_yuan": 5, "xiao_si_xi": 5}
        found = [worth[name] for name in big]
        if laid.colour == "zi" or (every and laid.faces <= ENDS):
            found.append(6)
        elif every and laid.faces <= ENDS | WINDS | DRAGONS:
            found.append(5)
        if every and laid.colour == "qing":
            found.append(5)
        special = max([special, *found])
        runs = not any(map(_triplet, whole))
        main = {
            ("qing", False): 4, ("hun", True): 4, ("hun", False): 2, ("", True): 2,
        }.get((laid.colour, every), 1 if runs else 0)  # fmt: skip
        beside = len(triplets & DRAGONS) + (27 + seat in triplets) + (27 + wind in triplets)
        ordinary = max(ordinary, main + beside + laid.is_concealed)
    if not laid.melds:
        first = laid.concealed[0] // 9 * 9
        gates = sorted([first, first, *range(first, first + 9), first + 8, first + 8])
        if first < 27 and sorted(laid.concealed) == gates and laid.tile // 9 * 9 == first:
            special = 6
    return special, ordinary


def test_jipinghu() -> None:
    rng = random.Random(4)
    kinds: set[tuple[bool, Any]] = set()
    for _ in range(900):
        seat, wind = rng.randrange(4), rng.randrange(4)
        made = random_hand(rng, seat)
        event = won(seat, (seat + 1) % 4, {"hand": made["hand"]}, made["tile"])
        answer = settled("guangdong_jipinghu", event, context={"round_wind": wind}, bao_hu=0)
        special, ordinary = _jipinghu(Laid(made), seat, wind)
        assert answer["wins"][0]["fan"] == (special or ordinary), made
        kinds.add((special > 0, special or ordinary))
    assert {(True, 5), (True, 6)} <= kinds
    assert {(False, n) for n in range(6)} <= kinds
