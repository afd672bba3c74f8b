"""House rules as data: options with their allowed values, presets, and how they are resolved."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.errors import Problem, Refusal
from scoring.text import NO_TEXT, Text

Value = int | bool | str | None | Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Option:
    """One switch of a ruleset. ``choices`` are its allowed values; without them it is a whole
    number from ``minimum`` on (to ``maximum``), or None where it is ``nullable``, or one of
    ``words`` instead of it. With ``keys`` it is a table of such numbers under these names; a name
    left out keeps what the rules say.
    ``house_value`` marks a default of our own that no source gives."""

    id: str
    default: Value
    label: Text
    choices: tuple[Value, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    help: Text = NO_TEXT
    source: str = ""
    house_value: bool = False
    # The words of each choice, where its bare value says too little.
    choice_labels: Mapping[Any, Text] = field(default_factory=dict)
    nullable: bool = False
    keys: Mapping[str, Text] = field(default_factory=dict)
    words: Mapping[str, Text] = field(default_factory=dict)
    # An option of the paper that can change nothing in this game; its help says why.
    idle: bool = False

    def allows(self, value: object) -> bool:
        if self.choices:
            # True == 1 in Python: compare types as well.
            return any(value == c and type(value) is type(c) for c in self.choices)
        if self.keys:
            return isinstance(value, Mapping) and all(
                key in self.keys and self._allows_number(number) for key, number in value.items()
            )
        if isinstance(value, str):
            return value in self.words
        return (self.nullable and value is None) or self._allows_number(value)

    def _allows_number(self, value: object) -> bool:
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        return (self.minimum is None or value >= self.minimum) and (
            self.maximum is None or value <= self.maximum
        )

    def allowed_text(self) -> str:
        if self.choices:
            return ", ".join(_plain(c) for c in self.choices)
        low = "" if self.minimum is None else f"≥ {self.minimum}"
        high = "" if self.maximum is None else f"≤ {self.maximum}"
        number = " ".join(filter(None, ("int", low, high)))
        if self.keys:
            return f"{{{' | '.join(self.keys)}: {number}}}"
        return " / ".join([number, *self.words, *(["null"] if self.nullable else [])])

    def to_json(self) -> dict[str, Any]:
        kind = "table" if self.keys else "int"
        if self.choices:
            kind = "bool" if set(map(type, self.choices)) == {bool} else "choice"
        return {
            "id": self.id,
            "kind": kind,
            "default": dict(self.default) if isinstance(self.default, Mapping) else self.default,
            "nullable": self.nullable,
            "keys": [{"value": key, "label": list(label)} for key, label in self.keys.items()],
            "words": [{"value": word, "label": list(label)} for word, label in self.words.items()],
            "choices": [
                {"value": c, "label": list(self.choice_labels.get(c, Text(_plain(c), _plain(c))))}
                for c in self.choices
            ],
            "minimum": self.minimum,
            "maximum": self.maximum,
            "label": list(self.label),
            "help": list(self.help),
            "source": self.source,
            "house_value": self.house_value,
        }


def _plain(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)


def switch(id: str, default: bool, label: Text, **more: Any) -> Option:
    """An option that is on or off."""
    return Option(id, default, label, choices=(False, True), **more)


@dataclass(frozen=True, slots=True)
class Bundle:
    """An option whose value sets several others, such as ``preset`` or ``profile``."""

    id: str
    default: str
    label: Text
    values: Mapping[str, Mapping[str, Value]]
    value_labels: Mapping[str, Text] = field(default_factory=dict)
    help: Text = NO_TEXT

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "kind": "bundle",
            "default": self.default,
            "choices": [
                {
                    "value": name,
                    "label": list(self.value_labels.get(name, Text(name, name))),
                    "sets": dict(values),
                }
                for name, values in self.values.items()
            ],
            "label": list(self.label),
            "help": list(self.help),
        }


def resolve(
    options: Sequence[Option], bundles: Sequence[Bundle], overrides: Mapping[str, object]
) -> dict[str, Value]:
    """Return every option and bundle with its value: defaults, then the bundles in their order,
    then the overrides. Raises `Refusal` (``bad_option``) naming every unknown key and value.
    """
    problems: list[Problem] = []
    known = {o.id: o for o in options}
    names = {b.id for b in bundles}
    for key in overrides:
        if key not in known and key not in names:
            problems.append(_bad(key, "没有这个选项", "there is no such option"))
    values: dict[str, Value] = {o.id: o.default for o in options}
    for bundle in bundles:
        chosen = overrides.get(bundle.id, bundle.default)
        if not isinstance(chosen, str) or chosen not in bundle.values:
            allowed = ", ".join(bundle.values)
            problems.append(_bad(bundle.id, f"只能是 {allowed}", f"must be one of {allowed}"))
            continue
        values[bundle.id] = chosen
        values.update(bundle.values[chosen])
    for key, value in overrides.items():
        if key not in known:
            continue
        option = known[key]
        if not option.allows(value):
            allowed = option.allowed_text()
            problems.append(_bad(key, f"只能是 {allowed}", f"must be: {allowed}"))
        else:
            values[key] = value  # type: ignore[assignment]  # `allows` has checked its type
    if problems:
        raise Refusal(problems)
    return values


def _bad(key: str, zh: str, en: str) -> Problem:
    return Problem("bad_option", Text(f"选项“{key}”：{zh}。", f"Option “{key}”: {en}."), field=key)


def ids(options: Iterable[Option]) -> list[str]:
    return [option.id for option in options]
