"""The calculator's question, as its address holds it: read, changed by keys, written again."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring import keypad
from scoring.errors import Refusal
from scoring.hand import CHOW, KONG_CONCEALED, KONG_EXPOSED, PUNG, copies_problems
from scoring.patterns import Example
from scoring.ruleset import Ruleset
from scoring.rulesets.guobiao.options import PROFILE
from scoring.tile_text import TileText, read_text
from scoring.tiles import TileError, parse_tile
from tournaments.services.errors import Problem
from tournaments.services.refusals import problems_of, words

# The rule system whose hands are counted.
COUNTED = "guobiao"
# What the next tile is laid as: the kind of set, None for a single tile.
LAID_AS: dict[str, str | None] = {
    "tile": None,
    "chow": CHOW,
    "pung": PUNG,
    "kong": KONG_EXPOSED,
    "concealed_kong": KONG_CONCEALED,
}
WAYS = ("discard", "self_draw", "rob_kong")
MOST_FLOWERS = 8
NOTHING = TileText(())


@dataclass(frozen=True, slots=True)
class Question:
    """A hand and how it was won. ``text`` is the hand as written, ``tiles`` what it says (None
    where it cannot be read); ``problems`` are about the text and about values that there are none
    of."""

    text: str = ""
    tiles: TileText | None = NOTHING
    laid_as: str = "tile"
    by: str = "discard"
    flags: tuple[str, ...] = ()
    seat_wind: int = 0
    round_wind: int = 0
    flowers: int = 0
    profile: str = PROFILE.default
    problems: tuple[Problem, ...] = ()

    def pressed(self, keys: Iterable[str]) -> "Question":
        """Return the question after keys of the keypad: ``5m`` lays a tile or a set, ``back`` and
        ``clear`` take away, ``drop:s3`` takes one place away. Other keys do nothing."""
        asked = self
        for key in keys:
            asked = asked._pressed(key)
        return asked

    def _pressed(self, key: str) -> "Question":
        if key == "clear":
            return replace(self, text="", tiles=NOTHING, problems=(), laid_as="tile")
        if self.tiles is None:
            return self
        if key == "back":
            return self._holding(keypad.take_back(self.tiles))
        if key.startswith("drop:"):
            return self._holding(keypad.drop(self.tiles, key.removeprefix("drop:")))
        try:
            tile = parse_tile(key)
        except TileError:
            return self
        if tile not in keypad.TILES:
            return self
        laid = keypad.lay(self.tiles, tile, LAID_AS[self.laid_as])
        # A set is laid once; a tile is followed by tiles.
        return self._holding(laid, "tile" if laid != self.tiles else self.laid_as)

    def _holding(self, tiles: TileText, laid_as: str | None = None) -> "Question":
        return replace(self, tiles=tiles, text=tiles.write(), laid_as=laid_as or self.laid_as)

    def query(self, *, sort: bool = False) -> str:
        """Return the query string that asks the same; ``sort`` puts the tiles in order."""
        text = self.text
        if self.tiles is not None and sort:
            text = replace(self.tiles, standing=tuple(sorted(self.tiles.standing))).write()
        pairs: list[tuple[str, str | int]] = [("h", text)] if text else []
        pairs += [("f", flag) for flag in self.flags]
        pairs += [
            (name, value)
            for name, value, standard in (
                ("as", "tile" if sort else self.laid_as, "tile"),
                ("by", self.by, WAYS[0]),
                ("seat", self.seat_wind, 0),
                ("round", self.round_wind, 0),
                ("fl", self.flowers, 0),
                ("profile", self.profile, PROFILE.default),
            )
            if value != standard
        ]
        return urlencode(pairs)


def question_of(example: Example) -> Question:
    """Return the question that an example hand of a help page is the answer to."""
    tiles = TileText(example.concealed, example.melds, example.win_tile)
    return Question(
        text=tiles.write(),
        tiles=tiles,
        by=example.by,
        flags=example.flags,
        seat_wind=example.seat_wind or 0,
        round_wind=example.round_wind or 0,
        flowers=example.flowers,
    )


def read_question(values: QueryDict, ruleset: Ruleset) -> Question:
    """Return the question of an address, the keys in ``k`` pressed. Never raises: what cannot be
    read is among the problems."""
    problems: list[Problem] = []
    text = values.get("h", "").strip()
    tiles: TileText | None = None
    flowers = _number(values, "fl", MOST_FLOWERS, problems)
    try:
        tiles = read_text(text, "h")
        if tiles.flowers:
            problems += [
                Problem("h", words(problem.message))
                for problem in copies_problems(tiles.flowers, ruleset.tile_set)
            ]
            flowers = min(len(tiles.flowers), MOST_FLOWERS)
        hand, win = tiles.hand()
        tiles = TileText(hand.concealed, hand.melds, win)
    except Refusal as refusal:
        problems += problems_of(refusal)
    asked = Question(
        text=text if tiles is None else tiles.write(),
        tiles=tiles,
        laid_as=_choice(values, "as", tuple(LAID_AS), problems),
        by=_choice(values, "by", WAYS, problems),
        flags=_flags(values.getlist("f"), ruleset, problems),
        seat_wind=_number(values, "seat", 3, problems),
        round_wind=_number(values, "round", 3, problems),
        flowers=flowers,
        profile=_choice(values, "profile", (PROFILE.default, *PROFILE.values), problems),
        problems=tuple(problems),
    )
    return asked.pressed(values.getlist("k"))


def _choice(values: QueryDict, name: str, choices: Sequence[str], problems: list[Problem]) -> str:
    """Return a value that there is, the first where none is given."""
    value = values.get(name) or choices[0]
    if value in choices:
        return value
    problems.append(_unknown(name, value))
    return choices[0]


def _number(values: QueryDict, name: str, most: int, problems: list[Problem]) -> int:
    value = values.get(name) or "0"
    if value in map(str, range(most + 1)):
        return int(value)
    problems.append(_unknown(name, value))
    return 0


def _flags(given: Sequence[str], ruleset: Ruleset, problems: list[Problem]) -> tuple[str, ...]:
    known = [circumstance.id for circumstance in ruleset.circumstances]
    problems.extend(_unknown("f", flag) for flag in dict.fromkeys(given) if flag not in known)
    return tuple(flag for flag in known if flag in given)


def _unknown(name: str, value: str) -> Problem:
    said = value if len(value) <= 40 else value[:39] + "…"
    return Problem(name, _("“%(name)s” has no value “%(value)s”.") % {"name": name, "value": said})
