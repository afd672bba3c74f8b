"""Finding people as they type themselves on a phone: a part of the name, pinyin, its initials."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from opencc import OpenCC

_to_simplified = OpenCC("t2s")
# Letters that Unicode does not take apart, as people write them who have no such key.
_PLAIN = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"}
)


@lru_cache(maxsize=8192)
def folded(text: str) -> str:
    """Return a name without what people write differently: width, case, traditional characters,
    spaces and marks."""
    wide = unicodedata.normalize("NFKC", text).casefold()
    plain = "".join(c for c in unicodedata.normalize("NFD", wide) if not unicodedata.combining(c))
    simple = _to_simplified.convert(plain.translate(_PLAIN))
    return "".join(simple.replace("·", "").split())


@lru_cache(maxsize=8192)
def _readings(name: str) -> tuple[tuple[str, ...], ...]:
    """Return each character's readings without tones; a word in Latin letters is its own."""
    # Its tables take half a second to load: only who looks for somebody waits for them.
    from pypinyin import Style, pinyin

    found_: list[tuple[str, ...]] = []
    for word in name.split():
        plain = folded(word)
        for sign in [plain] if plain.isascii() else plain:
            found_.append(tuple(dict.fromkeys(pinyin(sign, style=Style.NORMAL, heteronym=True)[0])))
    return tuple(found_)


def sort_key(name: str) -> tuple[str, str]:
    """Return what orders names as a Chinese reader looks for them: by pinyin, Latin letters among
    them."""
    from pypinyin import lazy_pinyin

    return "".join(lazy_pinyin(folded(name))), name


def matches(name: str, words: str) -> bool:
    """Whether somebody who types ``words`` may mean this name."""
    wanted = folded(words)
    if not wanted:
        return False
    if wanted in folded(name):
        return True
    if not wanted.isascii():
        return False
    readings = _readings(name)
    return any(_spells(readings[start:], wanted) for start in range(len(readings)))


def _spells(readings: tuple[tuple[str, ...], ...], wanted: str) -> bool:
    """Whether the letters spell the characters from the first on, each by a reading or by its
    initial; the last one may be begun."""
    if not wanted:
        return True
    if not readings:
        return False
    for reading in readings[0]:
        if reading.startswith(wanted):
            return True
        if wanted.startswith(reading) and _spells(readings[1:], wanted[len(reading) :]):
            return True
        if reading[:1] == wanted[:1] and _spells(readings[1:], wanted[1:]):
            return True
    return False


def found(names: Iterable[tuple[int, str]], words: str) -> list[int]:
    """Return the ids of the names that the words may mean; whole names first."""
    hits = [(folded(name) != folded(words), sort_key(name), id_) for id_, name in names
            if matches(name, words)]  # fmt: skip
    return [id_ for _part, _order, id_ in sorted(hits)]
