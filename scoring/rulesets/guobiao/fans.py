"""The 81 fans of Guobiao and 明暗杠 as data (guobiao.md; numbers and order of 1998)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from scoring.patterns import Exclusion, Kind
from scoring.rulesets.guobiao.fan_table import TABLE
from scoring.rulesets.guobiao.fan_words import DEFINITIONS, KIND_NAMES, PRINCIPLES, SCOPE_WORDS
from scoring.text import NO_TEXT, Text

# These come of the moment, the wait and the way to the win; the others of the tiles.
_NOT_OF_TILES = frozenset({"open", "wait", "moment"})
KINDS: dict[str, Kind] = {
    name: Kind(name, words, name not in _NOT_OF_TILES) for name, words in KIND_NAMES.items()
}


class Barred(NamedTuple):
    """A fan that does not count beside another: the principle (a key of `fan_words.PRINCIPLES`)
    and how far it reaches (`scoring.patterns.Exclusion.scope`)."""

    fan: str
    principle: str
    scope: str


@dataclass(frozen=True, slots=True)
class Fan:
    """One row. ``times`` is how often it may count."""

    no: int
    id: str
    name: Text
    points: int
    kind: Kind
    barred: tuple[Barred, ...] = ()
    times: int = 1
    definition: Text = NO_TEXT

    @property
    def excludes(self) -> tuple[str, ...]:
        """The fans that never stand beside it."""
        return self._barred("hand", "reading")

    @property
    def excludes_used(self) -> tuple[str, ...]:
        """The fans that do not count for the sets that it uses already."""
        return self._barred("own_sets")

    @property
    def takes_one(self) -> tuple[str, ...]:
        """The fans of which it takes one away."""
        return self._barred("one")

    def principle_against(self, other: str) -> str | None:
        """The principle by which another fan does not count beside this one, if it is barred."""
        return next((barred.principle for barred in self.barred if barred.fan == other), None)

    def _barred(self, *scopes: str) -> tuple[str, ...]:
        return tuple(barred.fan for barred in self.barred if barred.scope in scopes)


# The mark in front of an exclusion: its principle and its reach.
_MARKS: dict[str, tuple[str, str]] = {
    "~": ("no_repeat", "own_sets"),
    "%": ("no_repeat", "one"),
    "/": ("no_splitting", "own_sets"),
    "^": ("highest", "reading"),
    "!": ("list", "hand"),
    "-": ("definition", "hand"),
}


def _barred(text: str) -> Iterator[Barred]:
    for word in text.split():
        if word[0] in _MARKS:
            yield Barred(word[1:], *_MARKS[word[0]])
        else:
            yield Barred(word, "no_repeat", "hand")


def _fan(row: str) -> Fan:
    head, zh, en, excludes = row.split("|")
    no, name, points, *times, kind = head.split()
    return Fan(
        int(no),
        name,
        Text(zh.strip(), en.strip()),
        int(points),
        KINDS[kind],
        tuple(_barred(excludes)),
        int(times[0][1:]) if times else 1,
        DEFINITIONS[name],
    )


def _rows(text: str) -> Iterator[str]:
    """Yield the rows; a line that begins with a space goes on with the row before it."""
    yield from text.strip().replace("\n    ", " ").split("\n")


FANS: tuple[Fan, ...] = tuple(_fan(row) for row in _rows(TABLE))
BY_ID = {fan.id: fan for fan in FANS}


def exclusions_of(fan: Fan) -> tuple[Exclusion, ...]:
    """Return what a fan excludes with the reasons in words."""
    return tuple(_in_words(fan, barred) for barred in fan.barred)


def _in_words(fan: Fan, barred: Barred) -> Exclusion:
    principle, sentence = PRINCIPLES[barred.principle]
    sentence = SCOPE_WORDS.get(barred.scope, sentence)
    why = sentence.format(fan=BY_ID[barred.fan].name, by=fan.name)
    return Exclusion(barred.fan, principle, why, barred.scope)
