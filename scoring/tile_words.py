"""How tiles are written: the signs of every notation, and printing in each of them."""

import enum
from collections.abc import Iterable, Sequence
from itertools import groupby

from scoring.hand import CHOW, KONG_ADDED, KONG_CONCEALED, KONG_EXPOSED, PUNG, Meld
from scoring.tiles import FLOWERS, HONOURS, rank_of, suit_of

NUMERALS = "一二三四五六七八九"
HONOUR_CHARACTERS = "东南西北白发中"
FLOWER_CHARACTERS = "春夏秋冬梅兰竹菊"
HONOUR_LETTERS = "ESWNPFC"
SUIT_CHARACTERS = {"m": "万", "p": "饼", "s": "条"}
# Behind a meld of four.
MARK_LETTERS = {KONG_EXPOSED: "", KONG_CONCEALED: "c", KONG_ADDED: "a"}
MARK_CHARACTERS = {KONG_EXPOSED: "", KONG_CONCEALED: "暗", KONG_ADDED: "补"}

# What is read, beside these.
SEPARATORS = frozenset(" \t\r\n\v\f,，、;；.。·|/\u200b\ufe0e\ufe0f\ufeff\u00a0\u2009\u202f")
RANKS = {sign: at % 9 + 1 for at, sign in enumerate("123456789" + NUMERALS)}
SMALL_SUITS = {"m": "m", "w": "m", "p": "p", "b": "p", "s": "s", "t": "s", "z": "z", "f": "f"}
# Capitals that are no honours.
LARGE_SUITS = {"M": "m", "B": "p", "T": "s", "Z": "z"}
# Capitals that are both a suit and an honour.
BOTH = {"W": "m", "P": "p", "S": "s", "F": "f"}
SUIT_WORDS = {
    "万": "m",
    "萬": "m",
    "饼": "p",
    "餅": "p",
    "筒": "p",
    "条": "s",
    "條": "s",
    "索": "s",
}
HONOUR_WORDS = {
    sign: tile
    for signs in (HONOUR_CHARACTERS, "東南西北白發中", HONOUR_LETTERS)
    for tile, sign in zip(HONOURS, signs, strict=True)
}
FLOWER_WORDS = {
    sign: tile
    for signs in (FLOWER_CHARACTERS, "春夏秋冬梅蘭竹菊")
    for tile, sign in zip(FLOWERS, signs, strict=True)
}
# Two signs that are one tile.
PAIRS = {
    word: HONOUR_WORDS[sign]
    for sign, words in {
        **{wind: (f"{wind}风", f"{wind}風") for wind in "东東南西北"},
        "中": ("红中", "紅中"),
        "发": ("发财", "發財", "发財", "發财"),
        "白": ("白板",),
    }.items()
    for word in words
}
OPENING = {"[": "]", "【": "】", "〔": "〕", "(": ")"}
CLOSING = frozenset(OPENING.values())
WIN_MARKS = frozenset("+和胡")
MARKS = {
    "c": KONG_CONCEALED,
    "暗": KONG_CONCEALED,
    "a": KONG_ADDED,
    "补": KONG_ADDED,
    "補": KONG_ADDED,
    "加": KONG_ADDED,
    "明": KONG_EXPOSED,
}
BACK = "\U0001f02b"


class Notation(enum.Enum):
    """The ways to write tiles."""

    RECORD = "record"  # 123m4p11z
    LETTERS = "letters"  # 123m4pEE
    NUMERALS = "numerals"  # 一二三万四饼东东
    DIGITS = "digits"  # 1万2万3万4饼东东
    PICTURES = "pictures"  # 🀇🀈🀉🀜🀀🀀


def picture(tile: int) -> str:
    """Return the character of a tile in Unicode (U+1F000 to U+1F029)."""
    if tile in HONOURS:
        # 东南西北 stand in this order; then 中 发 白 in Unicode, 白 发 中 in the notation.
        at = tile - 27 if tile < 31 else {31: 6, 32: 5, 33: 4}[tile]
        return chr(0x1F000 + at)
    if tile in FLOWERS:
        # 梅兰竹菊 come first in Unicode, then 春夏秋冬.
        return chr(0x1F022 + (tile - 34 + 4) % 8)
    return chr({"m": 0x1F007, "s": 0x1F010, "p": 0x1F019}[suit_of(tile)] + rank_of(tile) - 1)


PICTURES = {picture(tile): tile for tile in range(42)}


def write_tiles(tiles: Iterable[int], notation: Notation = Notation.RECORD) -> str:
    """Return tiles in a notation, in the order given."""
    if notation is Notation.PICTURES:
        return "".join(map(picture, tiles))
    return "".join(
        _write_suit(suit, tuple(same), notation) for suit, same in groupby(tiles, key=suit_of)
    )


def _write_suit(suit: str, tiles: Sequence[int], notation: Notation) -> str:
    """Write tiles of one suit that stand side by side."""
    in_words = notation in (Notation.NUMERALS, Notation.DIGITS)
    if suit == "z" and notation is not Notation.RECORD:
        signs = HONOUR_CHARACTERS if in_words else HONOUR_LETTERS
        return "".join(signs[tile - HONOURS.start] for tile in tiles)
    if not in_words:
        return "".join(str(rank_of(tile)) for tile in tiles) + suit
    if suit == "f":
        return "".join(FLOWER_CHARACTERS[tile - FLOWERS.start] for tile in tiles)
    name = SUIT_CHARACTERS[suit]
    if notation is Notation.NUMERALS:
        return "".join(NUMERALS[rank_of(tile) - 1] for tile in tiles) + name
    return "".join(f"{rank_of(tile)}{name}" for tile in tiles)


def write_meld(meld: Meld, notation: Notation = Notation.RECORD) -> str:
    """Return a meld in its brackets, a kong with its mark: ``[123m]``, ``[1111m]c``."""
    in_letters = notation in (Notation.RECORD, Notation.LETTERS, Notation.PICTURES)
    marks = MARK_LETTERS if in_letters else MARK_CHARACTERS
    mark = "" if meld.kind in (CHOW, PUNG) else marks[meld.kind]
    return f"[{write_tiles(meld.tiles, notation)}]{mark}"


def write_hand(
    standing: Iterable[int],
    melds: Iterable[Meld] = (),
    win_tile: int | None = None,
    flowers: Iterable[int] = (),
    notation: Notation = Notation.RECORD,
) -> str:
    """Return a hand in a notation, as `tile_text.read_text` reads it again: standing tiles, melds,
    ``+`` and the winning tile, flowers."""
    parts = [write_tiles(standing, notation), *(write_meld(meld, notation) for meld in melds)]
    if win_tile is not None:
        parts.append("+" + write_tiles([win_tile], notation))
    parts.append(write_tiles(flowers, notation))
    return " ".join(part for part in parts if part)
