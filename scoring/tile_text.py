"""Tiles as people type and paste them, read tolerantly; what can be read in two ways is refused.

* Numbers before their suit: ``123m456p78s11z`` (w 万 萬 are m; b 饼 餅 筒 are p; t 条 條 索 are
  s), ``1万2万3万``, ``一二三万``; ``1f``-``8f`` are 春夏秋冬梅兰竹菊.
* Honours and flowers as words: 东南西北中发白 (东風, 红中, 发财, 白板 and old forms too), 春夏秋冬…
* Honours as capital letters: ``E S W N``, C 中, F 发, P 白. A suit is a small letter: a capital S,
  W, P or F right behind numbers is a suit only where the text has no small suit letter and no
  second such capital follows; otherwise both readings are named. Small e, n, c are refused.
* Characters of Unicode: 🀇🀈🀉🀀.
* Full-width signs stand for ordinary ones; spaces and commas mean nothing.

Melds stand in brackets: ``[123m]`` chow, ``[111m]`` pung, ``[1111m]`` melded kong. Behind the
brackets, or inside, ``c`` or 暗 marks a concealed kong, and ``a``, 补 or 加 one added to a pung;
so does a mark in round brackets: ``[1111m]c``, ``[1111m](暗)``, ``[1万1万1万1万暗]``. Round
brackets hold melds as well, but ``(1111m)`` without a mark is refused: others mean a concealed
kong by it.

``+5m`` (or 和5m, 胡5m) is the winning tile; where none is marked, a hand with one standing tile
more than it waits with has won on the last one written. Flowers stand outside the hand.
"""

from collections.abc import Callable, Container
from dataclasses import dataclass, field

from scoring.errors import Problem, Refusal
from scoring.hand import (
    CHOW,
    KONG_EXPOSED,
    PUNG,
    HandTiles,
    Meld,
)
from scoring.text import Text
from scoring.tile_words import (
    BACK,
    BOTH,
    CLOSING,
    FLOWER_WORDS,
    HONOUR_WORDS,
    LARGE_SUITS,
    MARKS,
    OPENING,
    PAIRS,
    PICTURES,
    RANKS,
    SEPARATORS,
    SMALL_SUITS,
    SUIT_WORDS,
    WIN_MARKS,
    Notation,
    write_hand,
)
from scoring.tiles import FLOWERS, TileError, parse_tile, tile_name

LONGEST = 400


@dataclass(frozen=True, slots=True)
class TileText:
    """The tiles of a text: ``standing`` in the order written, without the marked winning tile."""

    standing: tuple[int, ...]
    melds: tuple[Meld, ...] = ()
    win_tile: int | None = None
    flowers: tuple[int, ...] = ()

    def hand(self, length: int = 13) -> tuple[HandTiles, int | None]:
        """Return the hand and the winning tile, None where the text has none.

        ``length`` is how many tiles a hand waits with, three for each meld.
        """
        more = len(self.standing) + 3 * len(self.melds) - length
        if self.win_tile is None and more == 1 and self.standing:
            return HandTiles(self.standing[:-1], self.melds), self.standing[-1]
        return HandTiles(self.standing, self.melds), self.win_tile

    def write(self, notation: Notation = Notation.RECORD) -> str:
        """Return the same tiles in a notation; `read_text` reads it again."""
        return write_hand(self.standing, self.melds, self.win_tile, self.flowers, notation)


def read_text(text: str, field: str = "text") -> TileText:
    """Read a hand; raise `Refusal` with every problem (``bad_tile``), each with its place: the
    number of the character, from 1, and what stands there. ``field`` names the text in them."""
    return _Scan(text, field).read()


def read_tiles(text: str, field: str = "text") -> tuple[int, ...]:
    """Read tiles without melds and winning tile, flowers last; raise `Refusal`."""
    found = read_text(text, field)
    if found.melds or found.win_tile is not None:
        words = Text("这里只写牌，不写副露与和牌。", "Only tiles here: no melds, no winning tile.")
        raise Refusal([Problem("bad_tile", words, field=field)])
    return found.standing + found.flowers


def _ordinary(char: str) -> str:
    """Return the ordinary sign for a full-width one."""
    if "！" <= char <= "～":
        return chr(ord(char) - 0xFEE0)
    return " " if char == "\u3000" else char


@dataclass(slots=True)
class _Brackets:
    """Brackets that are open: where they began, their sign, what stood in them so far."""

    start: int
    sign: str
    tiles: list[int] = field(default_factory=list)
    backs: int = 0
    mark: str | None = None


class _Scan:
    """Goes through a text once, from left to right."""

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name
        self.signs = [_ordinary(char) for char in text]
        self.only_capitals = SMALL_SUITS.keys().isdisjoint(self.signs)
        self.at = 0
        self.problems: list[Problem] = []
        self.standing: list[int] = []
        self.flowers: list[int] = []
        self.melds: list[Meld] = []
        self.win: int | None = None
        # Numbers that wait for their suit: position and rank.
        self.numbers: list[tuple[int, int]] = []
        self.brackets: _Brackets | None = None
        # Where the mark of the winning tile stands whose tile has not come yet.
        self.win_mark: int | None = None

    def read(self) -> TileText:
        if len(self.text) > LONGEST:
            words = Text("文字太长，最多{n}个字符。", "The text is longer than {n} characters.")
            raise Refusal([Problem("bad_tile", words.format(n=LONGEST), field=self.name)])
        while self.at < len(self.signs):
            self._step(self.signs[self.at])
        self._no_suit()
        self._no_winning_tile()
        if self.brackets is not None:
            self._wrong(self.brackets.start, self.at, "括号没有关上。", "the brackets stay open.")
        if self.problems:
            raise Refusal(self.problems)
        return TileText(tuple(self.standing), tuple(self.melds), self.win, tuple(self.flowers))

    def _step(self, sign: str) -> None:
        for signs, read in _READERS:
            if sign in signs:
                read(self, sign)
                return
        if "".join(self.signs[self.at : self.at + 2]) in PAIRS:
            self._pair(sign)
        else:
            self._unknown(sign)

    def _wrong(self, start: int, end: int, zh: str, en: str) -> None:
        """Note a problem with the characters from ``start`` up to ``end``."""
        piece = self.text[start:end]
        if len(piece) > 12:
            piece = piece[:11] + "…"
        where = Text(f"第{start + 1}个字符“{piece}”：", f"Character {start + 1} “{piece}”: ")
        words = Text(where.zh + zh, where.en + en)
        self.problems.append(Problem("bad_tile", words, field=self.name))

    def _skip(self, _sign: str) -> None:
        self.at += 1

    def _number(self, sign: str) -> None:
        self.numbers.append((self.at, RANKS[sign]))
        self.at += 1

    def _no_suit(self) -> None:
        """Numbers stand before something that is no suit."""
        if self.numbers:
            start, end = self.numbers[0][0], self.numbers[-1][0] + 1
            self._wrong(start, end, "数字后面没有花色。", "the numbers have no suit.")
            self.numbers = []

    def _no_winning_tile(self) -> None:
        """The mark of the winning tile stands before something that is no tile."""
        if self.win_mark is not None:
            at, self.win_mark = self.win_mark, None
            self._wrong(at, at + 1, "后面要有和的一张牌。", "one winning tile must follow.")

    def _small_suit(self, sign: str) -> None:
        if self.numbers:
            self._suit(SMALL_SUITS[sign])
            return
        zh, en = "前面没有数字。", "no number stands before it."
        if sign.upper() in BOTH:
            honour = tile_name(HONOUR_WORDS[sign.upper()])
            zh = f"可读作缺了数字的花色，也可读作{honour.zh}；{honour.zh}要写大写{sign.upper()}。"
            en = (
                f"a suit without its number, or {honour.en}; write {honour.en} as a capital "
                f"{sign.upper()}."
            )
        self._wrong(self.at, self.at + 1, zh, en)
        self.at += 1

    def _suit_sign(self, sign: str) -> None:
        if self.numbers:
            self._suit(LARGE_SUITS.get(sign) or SUIT_WORDS[sign])
            return
        self._wrong(self.at, self.at + 1, "前面没有数字。", "no number stands before it.")
        self.at += 1

    def _suit(self, suit: str) -> None:
        """The suit of the numbers before it has come."""
        numbers, self.numbers = self.numbers, []
        start, end = numbers[0][0], self.at + 1
        self.at = end
        if self.win_mark is not None and len(numbers) > 1:
            self.win_mark = None
            self._wrong(start, end, "和的牌只有一张。", "there is one winning tile only.")
            return
        for position, rank in numbers:
            try:
                self._add(parse_tile(f"{rank}{suit}"), position, end)
            except TileError:
                zh, en = f"没有{rank}{suit}这张牌。", f"there is no tile {rank}{suit}."
                self._wrong(position, end, zh, en)

    def _capital(self, sign: str) -> None:
        """A capital that is an honour, or the suit of numbers right before it."""
        if not self.numbers:
            self._honour(sign)
            return
        apart = self.numbers[-1][0] + 1 < self.at
        doubled = self.signs[self.at + 1 : self.at + 2] == [sign]
        if self.only_capitals and not apart and not doubled:
            self._suit(BOTH[sign])
            return
        self._two_readings(BOTH[sign], HONOUR_WORDS[sign])

    def _two_readings(self, suit: str, other: int) -> None:
        """Numbers stand before a sign that is their suit or a tile of its own."""
        start, end = self.numbers[0][0], self.at + 1
        codes = [f"{rank}{suit}" for _position, rank in self.numbers]
        digits = "".join(str(rank) for _position, rank in self.numbers)
        name = tile_name(other)
        zh = f"有两种读法：{'、'.join(codes)}；或没有花色的{digits}和{name.zh}。"
        en = f"either {', '.join(codes)}, or {digits} without a suit and {name.en}."
        self._wrong(start, end, zh + f"请写{digits}{suit}。", en + f" Write {digits}{suit}.")
        self.numbers = []
        self.win_mark = None
        self.at = end

    def _bamboo(self, _sign: str) -> None:
        """竹 is a flower; some write it for the suit."""
        if self.numbers:
            self._two_readings("s", FLOWER_WORDS["竹"])
        else:
            self._single(FLOWER_WORDS["竹"], 1)

    def _honour(self, sign: str) -> None:
        length = 2 if "".join(self.signs[self.at : self.at + 2]) in PAIRS else 1
        self._single(HONOUR_WORDS[sign], length)

    def _pair(self, _sign: str) -> None:
        self._single(PAIRS["".join(self.signs[self.at : self.at + 2])], 2)

    def _flower(self, sign: str) -> None:
        self._single(FLOWER_WORDS[sign], 1)

    def _picture(self, sign: str) -> None:
        self._single(PICTURES[sign], 1)

    def _single(self, tile: int, length: int) -> None:
        """A tile that is one sign, or two."""
        self._no_suit()
        start = self.at
        self.at += length
        self._add(tile, start, self.at)

    def _add(self, tile: int, start: int, end: int) -> None:
        if self.brackets is not None:
            self.brackets.tiles.append(tile)
        elif self.win_mark is not None:
            self.win_mark = None
            if self.win is not None:
                self._wrong(start, end, "和的牌只有一张。", "there is one winning tile only.")
            self.win = tile
        elif tile in FLOWERS:
            self.flowers.append(tile)
        else:
            self.standing.append(tile)

    def _win(self, sign: str) -> None:
        self._no_suit()
        self._no_winning_tile()
        if self.brackets is not None:
            zh, en = "和的牌写在括号外。", "the winning tile stands outside the brackets."
            self._wrong(self.at, self.at + 1, zh, en)
        else:
            self.win_mark = self.at
        self.at += 1

    def _open(self, sign: str) -> None:
        self._no_suit()
        self._no_winning_tile()
        if self.brackets is not None:
            zh, en = "括号里不能再有括号。", "brackets stand inside brackets."
            self._wrong(self.at, self.at + 1, zh, en)
        else:
            self.brackets = _Brackets(self.at, sign)
        self.at += 1

    def _close(self, sign: str) -> None:
        self._no_suit()
        brackets = self.brackets
        self.at += 1
        if brackets is None or OPENING[brackets.sign] != sign:
            zh, en = "没有和它成对的左括号。", "no such bracket was opened."
            self._wrong(self.at - 1, self.at, zh, en)
            return
        self.brackets = None
        mark = self._mark_behind()
        if mark is not None and brackets.mark is not None:
            self._wrong(brackets.start, self.at, "杠的记号写了两次。", "there are two marks.")
        elif (meld := self._meld(brackets, mark or brackets.mark)) is not None:
            self.melds.append(meld)

    def _mark_behind(self) -> str | None:
        """Take the mark right behind closing brackets, in round brackets or without."""
        behind = self.signs[self.at : self.at + 3]
        if behind[:1] and behind[0] in MARKS:
            # 暗杠 is 暗.
            self.at += 2 if behind[1:2] == ["杠"] else 1
            return behind[0]
        if len(behind) == 3 and behind[0] == "(" and behind[1] in MARKS and behind[2] == ")":
            self.at += 3
            return behind[1]
        return None

    def _mark(self, sign: str) -> None:
        """A mark that does not stand behind brackets."""
        if self.brackets is None or self.numbers or self.brackets.mark is not None:
            self._no_suit()
            zh, en = "杠的记号写在括号后面。", "the mark of a kong stands behind its brackets."
            self._wrong(self.at, self.at + 1, zh, en)
        else:
            self.brackets.mark = sign
        self.at += 1

    def _back(self, sign: str) -> None:
        self._no_suit()
        if self.brackets is None:
            self._wrong(self.at, self.at + 1, "看不到牌面。", "its face is not seen.")
        else:
            self.brackets.backs += 1
        self.at += 1

    def _meld(self, brackets: _Brackets, mark: str | None) -> Meld | None:
        tiles = sorted(brackets.tiles)
        start, end = brackets.start, self.at
        if brackets.backs == 2 and len(tiles) == 2:
            tiles, mark = tiles * 2, mark or "c"
        elif brackets.backs:
            tiles = []
        same = bool(tiles) and len(set(tiles)) == 1 and tiles[0] not in FLOWERS
        if same and len(tiles) == 4:
            if mark is None and brackets.sign == "(":
                zh = "有两种读法：明杠或暗杠。明杠写[…]，暗杠写[…]c。"
                en = "a melded or a concealed kong: write […] or […]c."
                self._wrong(start, end, zh, en)
                return None
            return Meld(MARKS[mark] if mark else KONG_EXPOSED, tuple(tiles))
        kind = PUNG if same else CHOW
        meld = Meld(kind, tuple(tiles))
        if not meld.is_lawful():
            zh, en = "不是一副顺子、刻子或杠。", "this is no chow, pung or kong."
            self._wrong(start, end, zh, en)
        elif mark is not None and MARKS[mark] != KONG_EXPOSED:
            self._wrong(start, end, "只有杠才有记号。", "only a kong has a mark.")
        else:
            return meld
        return None

    def _unknown(self, sign: str) -> None:
        """Signs that mean nothing here; those side by side are one problem."""
        self._no_suit()
        start = self.at
        self.at += 1
        if sign in "enc":
            name = tile_name(HONOUR_WORDS[sign.upper()])
            zh, en = f"{name.zh}要写大写{sign.upper()}。", f"write {name.en} as {sign.upper()}."
            self._wrong(start, self.at, zh, en)
            return
        while self.at < len(self.signs) and self.signs[self.at] not in _KNOWN:
            self.at += 1
        self._wrong(start, self.at, "不是牌。", "this is no tile.")


_READERS: tuple[tuple[Container[str], Callable[[_Scan, str], None]], ...] = (
    (SEPARATORS, _Scan._skip),
    (RANKS, _Scan._number),
    (SMALL_SUITS, _Scan._small_suit),
    ({**LARGE_SUITS, **SUIT_WORDS}, _Scan._suit_sign),
    (BOTH, _Scan._capital),
    ("竹", _Scan._bamboo),
    (HONOUR_WORDS, _Scan._honour),
    (FLOWER_WORDS, _Scan._flower),
    (PICTURES, _Scan._picture),
    (OPENING, _Scan._open),
    (CLOSING, _Scan._close),
    (WIN_MARKS, _Scan._win),
    (MARKS, _Scan._mark),
    (BACK, _Scan._back),
)
_KNOWN = frozenset(
    [
        *(sign for signs in (SEPARATORS, RANKS, SMALL_SUITS, LARGE_SUITS) for sign in signs),
        *(sign for signs in (SUIT_WORDS, BOTH, HONOUR_WORDS, FLOWER_WORDS) for sign in signs),
        *(sign for signs in (PICTURES, OPENING, CLOSING, WIN_MARKS, MARKS) for sign in signs),
        *(word[0] for word in PAIRS),
        *"enc",
        BACK,
    ]
)
