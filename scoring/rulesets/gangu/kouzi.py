"""The 口子 and what each asks of the fourteen tiles (gangu.md §3)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.hand import HandTiles
from scoring.readings import completes
from scoring.text import Text
from scoring.tiles import FLOWERS, HONOURS, TERMINALS, counts_of, suit_of


@dataclass(frozen=True, slots=True)
class Kouzi:
    """A 口子: its name, what it asks, and whether breaking it is breaking 缺一门."""

    id: str
    name: Text
    asks: Text
    lacks_suit: bool = False


KOUZI = (
    Kouzi(
        "hu_chi_luan_peng",
        Text("胡吃乱碰", "Anything goes"),
        Text("能和就行，可以吃。", "Any winning hand; chows are played."),
    ),
    Kouzi(
        "que_feng_ying_bu_chi",
        Text("缺风硬不吃", "No honours, no chows"),
        Text("没有风，不能吃。", "No honours, and no chows."),
    ),
    Kouzi(
        "jing_que",
        Text("净缺", "A suit missing, no honours"),
        Text("缺一门，也没有风。", "At least one suit missing and no honours."),
        lacks_suit=True,
    ),
    Kouzi(
        "hun_que",
        Text("混缺", "A suit missing"),
        Text("缺一门，风不限。", "At least one suit missing; honours are free."),
        lacks_suit=True,
    ),
    Kouzi(
        "ye_zi",
        Text("叶子", "Eight of a suit"),
        Text("有一门八张或更多。", "Eight or more tiles of one suit."),
    ),
    Kouzi(
        "ying_ba_ye",
        Text("硬八叶", "Exactly eight of a suit"),
        Text("最多的一门恰好八张。", "The fullest suit has exactly eight tiles."),
    ),
    Kouzi(
        "duan_yao",
        Text("断幺", "No ends"),
        Text("没有一、九、风。", "No ones, nines or honours."),
    ),
    Kouzi(
        "shui_zhang",
        Text("水张", "Self-draw"),
        Text("只能自摸（可选）。", "Self-draw only, unless an option says otherwise."),
    ),
)
BY_ID = {kouzi.id: kouzi for kouzi in KOUZI}


def fits(kouzi: str, hand: HandTiles, standing: Sequence[int], kong_count: int) -> bool:
    """Say whether the tiles, the winning one among ``standing``, pass the test of a 口子.

    ``kong_count`` is how many tiles a kong counts towards 叶子.
    """
    tiles = [*standing, *(tile for meld in hand.melds for tile in meld.tiles)]
    suits = {suit_of(tile) for tile in tiles} - {"z"}
    honours = any(tile in HONOURS for tile in tiles)
    if kouzi == "que_feng_ying_bu_chi":
        return not honours
    if kouzi == "jing_que":
        return not honours and len(suits) < 3
    if kouzi == "hun_que":
        return len(suits) < 3
    if kouzi == "duan_yao":
        return not honours and not TERMINALS & set(tiles)
    leaves = Counter(suit_of(tile) for tile in standing)
    for meld in hand.melds:
        leaves[suit_of(meld.tile)] += kong_count if meld.is_kong else 3
    fullest = max((n for suit, n in leaves.items() if suit != "z"), default=0)
    if kouzi == "ye_zi":
        return fullest >= 8
    return fullest == 8 if kouzi == "ying_ba_ye" else True


def stand_for(standing: Sequence[int], faces: Sequence[int]) -> Iterator[list[int]]:
    """Yield the standing tiles with every face in the place of the 花子, if it is among them."""
    plain = [tile for tile in standing if tile not in FLOWERS]
    if len(plain) == len(standing):
        yield plain
    else:
        yield from ([*plain, face] for face in faces)


def is_win(hand: HandTiles, standing: Sequence[int]) -> bool:
    """Say whether the tiles make four sets and a pair (搬到胡)."""
    return completes(counts_of(standing), 0, 4 - len(hand.melds))
