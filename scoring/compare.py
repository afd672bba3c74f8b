"""Two rule systems side by side, from their declarations."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from scoring.options import Option, Value
from scoring.rule_facts import NO, NONE, YES, facts, lacking, plain, worth_as_standard
from scoring.ruleset import Pattern, Ruleset
from scoring.text import Text

OFF = Text("标准不计", "not in the standard rules")
# How 平胡 is called where every hand is one.
PLAIN = {"Plain hand", "Winning hand"}
K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Pair:
    """One line of the comparison; `NONE` where one side has no such thing."""

    label: Text
    left: Text
    right: Text

    @property
    def differs(self) -> bool:
        return self.left != self.right

    def to_json(self) -> dict[str, Any]:
        return {
            "label": list(self.label),
            "a": list(self.left),
            "b": list(self.right),
            "differs": self.differs,
        }


@dataclass(frozen=True, slots=True)
class Section:
    id: str
    title: Text
    pairs: tuple[Pair, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "title": list(self.title),
            "pairs": [pair.to_json() for pair in self.pairs],
        }


def compare(left: Ruleset, right: Ruleset) -> list[Section]:
    """Return what the two have in common and where they differ: the game, hands, circumstances,
    options (at their defaults)."""
    return [
        Section("game", Text("玩法", "The game"), tuple(_facts(left, right))),
        Section("patterns", Text("番种与牌型", "Hands and fans"), tuple(_patterns(left, right))),
        Section("circumstances", Text("情况", "Circumstances"), tuple(_circumstances(left, right))),
        Section(
            "options",
            Text("选项（标准值）", "Options (their standard)"),
            tuple(_options(left, right)),
        ),
    ]


def _facts(left: Ruleset, right: Ruleset) -> Iterator[Pair]:
    for ours, theirs in zip(facts(left), facts(right), strict=True):
        yield Pair(ours.label, ours.value, theirs.value)


def _patterns(left: Ruleset, right: Ruleset) -> Iterator[Pair]:
    """Patterns by id; both sides' words where the same id is called otherwise."""
    ours, theirs = ({_hand_of(p): p for p in r.patterns} for r in (left, right))
    for name in _union(ours, theirs):
        a, b = ours.get(name), theirs.get(name)
        label = _both(a.name, b.name) if a and b else (a or b).name  # type: ignore[union-attr]
        yield Pair(label, *(worth(r, p) if p else NONE for r, p in ((left, a), (right, b))))


def _hand_of(pattern: Pattern) -> tuple[str, bool]:
    """Return what hand a pattern is: 平胡 is four chows in some games, just any hand in others."""
    return pattern.id, pattern.name.en in PLAIN


def _both(ours: Text, theirs: Text) -> Text:
    """Return the name of a pattern on both sides, once where they agree."""
    return Text(
        ours.zh if ours.zh == theirs.zh else f"{ours.zh} / {theirs.zh}",
        ours.en if ours.en.lower() == theirs.en.lower() else f"{ours.en} / {theirs.en}",
    )


def worth(ruleset: Ruleset, pattern: Pattern) -> Text:
    """Say what a pattern is worth under the standard options."""
    if lacking(ruleset, pattern.when):
        return OFF
    return worth_as_standard(ruleset, pattern) or ruleset.worth_words(pattern)


def _circumstances(left: Ruleset, right: Ruleset) -> Iterator[Pair]:
    ours, theirs = ({c.id: c for c in r.circumstances} for r in (left, right))
    for name in _union(ours, theirs):
        a, b = ours.get(name), theirs.get(name)
        label = (a or b).name  # type: ignore[union-attr]
        yield Pair(label, *(YES if c else NO for c in (a, b)))


def _options(left: Ruleset, right: Ruleset) -> Iterator[Pair]:
    ours, theirs = ({o.id: o for o in r.options} for r in (left, right))
    for name in _union(ours, theirs):
        a, b = ours.get(name), theirs.get(name)
        label = (a or b).label  # type: ignore[union-attr]
        yield Pair(label, *(option_words(o, o.default) if o else NONE for o in (a, b)))


def option_words(option: Option, value: Value) -> Text:
    if isinstance(value, Mapping):
        listed = [(option.keys[key], number) for key, number in value.items()]
        if not listed:
            return NONE
        return Text(
            "、".join(f"{label.zh}{n}" for label, n in listed),
            ", ".join(f"{label.en} {n}" for label, n in listed),
        )
    labels: Mapping[object, Text] = option.choice_labels
    for known, label in labels.items():
        if known == value and type(known) is type(value):
            return label
    return plain(value)


def _union(ours: Mapping[K, object], theirs: Mapping[K, object]) -> list[K]:
    return [*ours, *(name for name in theirs if name not in ours)]
