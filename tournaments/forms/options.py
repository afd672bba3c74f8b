"""Form fields for the options of a ruleset, made from its declaration."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.options import Bundle, Option, Value
from scoring.ruleset import Ruleset
from scoring.text import Text
from tournaments.services.refusals import words

PREFIX = "option-"
# The event itself says how people change seats; the ruleset's option follows it.
SEAT_CHANGES = {"mcr2006": "every_round", "seed000": "west_swap", "none": "none"}
FOLLOWS_EVENT = frozenset({"seat_change"})


def bundles_of(ruleset: Ruleset) -> list[Bundle]:
    """Return the presets that set anything beside what the event itself says."""
    return [
        bundle
        for bundle in ruleset.bundles
        if any(set(values) - FOLLOWS_EVENT for values in bundle.values.values())
    ]


def options_of(ruleset: Ruleset) -> list[Option]:
    return [option for option in ruleset.options if option.id not in FOLLOWS_EVENT]


def value_words(option: Option, value: Value) -> str:
    """Return the words for one value of an option."""
    if isinstance(value, Mapping):
        rows = [f"{words(option.keys[key])} {number}" for key, number in value.items()]
        return ", ".join(rows) or "—"
    if value in option.choice_labels:
        return words(option.choice_labels[value])
    if isinstance(value, str) and value in option.words:
        return words(option.words[value])
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return "—" if value is None else str(value)


def _standard_words(option: Option, standard: Mapping[str, Value]) -> str:
    value = standard.get(option.id, option.default)
    return _("standard: %(value)s") % {"value": value_words(option, value)}


def _bundle_field(bundle: Bundle) -> forms.Field:
    return forms.ChoiceField(
        label=words(bundle.label),
        help_text=words(bundle.help),
        choices=[
            (name, words(bundle.value_labels.get(name, Text(name, name)))) for name in bundle.values
        ],
        initial=bundle.default,
        widget=forms.RadioSelect(attrs={"class": "preset"}),
    )


def _option_field(option: Option, standard: Mapping[str, Value]) -> forms.Field:
    help_text = words(option.help)
    if option.house_value:
        note = _("The standard is our own: no published rule gives one.")
        help_text = f"{help_text} {note}".strip()
    if option.source:
        source = _("Source: %(source)s.") % {"source": option.source}
        help_text = f"{help_text} {source}".strip()
    if option.choices:
        return forms.ChoiceField(
            label=words(option.label),
            help_text=help_text,
            required=False,
            choices=[
                ("", _standard_words(option, standard)),
                *((str(i), value_words(option, value)) for i, value in enumerate(option.choices)),
            ],
        )
    if option.keys:
        return TableField(option, help_text)
    if option.words:
        return NumberOrWordField(option, help_text, _standard_words(option, standard))
    return forms.IntegerField(
        label=words(option.label),
        help_text=help_text,
        required=False,
        min_value=option.minimum,
        max_value=option.maximum,
        widget=forms.NumberInput(
            attrs={"inputmode": "numeric", "placeholder": _standard_words(option, standard)}
        ),
    )


class NumberOrWordField(forms.CharField):
    """An option that is a number or one of a few words; both its word and its name are read."""

    def __init__(self, option: Option, help_text: str, placeholder: str) -> None:
        self.option = option
        named = " / ".join(words(label) for label in option.words.values())
        hint = _("A number, or: %(words)s.") % {"words": named}
        super().__init__(
            label=words(option.label),
            help_text=f"{help_text} {hint}".strip(),
            required=False,
            widget=forms.TextInput(attrs={"placeholder": placeholder}),
        )

    def prepare_value(self, value: Any) -> Any:
        return words(self.option.words[value]) if value in self.option.words else value

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        for word, label in self.option.words.items():
            if text in (word, *label):
                return word
        number = forms.IntegerField(
            min_value=self.option.minimum, max_value=self.option.maximum, required=False
        )
        return number.clean(text)


class TableField(forms.MultiValueField):
    """An option that is a table of numbers: a field per name; those left empty keep what the rules
    say."""

    def __init__(self, option: Option, help_text: str) -> None:
        self.names = tuple(option.keys)
        numbers = [
            forms.IntegerField(min_value=option.minimum, max_value=option.maximum, required=False)
            for _name in self.names
        ]
        super().__init__(
            fields=numbers,
            widget=TableInput(option),
            label=words(option.label),
            help_text=help_text,
            required=False,
            require_all_fields=False,
        )

    def compress(self, data_list: Sequence[int | None]) -> dict[str, int]:
        numbers = zip(self.names, data_list, strict=False)
        return {name: number for name, number in numbers if number is not None}


class TableInput(forms.MultiWidget):
    def __init__(self, option: Option) -> None:
        self.names = tuple(option.keys)
        super().__init__(
            {
                name: forms.NumberInput(
                    attrs={
                        "inputmode": "numeric",
                        "min": option.minimum,
                        "placeholder": words(label),
                        "aria-label": words(label),
                    }
                )
                for name, label in option.keys.items()
            }
        )

    def decompress(self, value: Mapping[str, int] | None) -> list[int | None]:
        return [(value or {}).get(name) for name in self.names]


class OptionFields:
    """The options of one ruleset as fields of a form. A field left empty follows the presets, so
    that choosing another preset changes it; what was set by hand stays."""

    def __init__(self, ruleset: Ruleset, chosen: Mapping[str, Any]) -> None:
        """``chosen``: what the presets are set to now, by bundle id; others have their default."""
        self.ruleset = ruleset
        self.bundles = bundles_of(ruleset)
        self.options = options_of(ruleset)
        presets = {
            bundle.id: chosen[bundle.id]
            for bundle in self.bundles
            if chosen.get(bundle.id) in bundle.values
        }
        self.standard = ruleset.resolve_options(presets)

    def fields(self) -> dict[str, forms.Field]:
        made = {PREFIX + bundle.id: _bundle_field(bundle) for bundle in self.bundles}
        for option in self.options:
            made[PREFIX + option.id] = _option_field(option, self.standard)
        return made

    def initial(self, pinned: Mapping[str, Value]) -> dict[str, Any]:
        """Return what the fields show for the pinned options of an event."""
        shown: dict[str, Any] = {
            PREFIX + bundle.id: pinned.get(bundle.id, bundle.default) for bundle in self.bundles
        }
        for option in self.options:
            value = pinned.get(option.id, option.default)
            if value == self.standard[option.id]:
                continue
            shown[PREFIX + option.id] = _index(option.choices, value) if option.choices else value
        return shown

    def overrides(self, cleaned: Mapping[str, Any], seat_change: str) -> dict[str, Value]:
        """Return the options that were set, for the service to resolve."""
        values: dict[str, Value] = {
            bundle.id: cleaned[PREFIX + bundle.id]
            for bundle in self.bundles
            if cleaned.get(PREFIX + bundle.id)
        }
        for option in self.options:
            value = cleaned.get(PREFIX + option.id)
            if value in (None, "", {}):
                continue
            values[option.id] = option.choices[int(value)] if option.choices else value
        if any(option.id == "seat_change" for option in self.ruleset.options):
            values["seat_change"] = SEAT_CHANGES[seat_change]
        return values


def _index(choices: Sequence[Value], value: Value) -> str:
    for i, choice in enumerate(choices):
        if choice == value and type(choice) is type(value):
            return str(i)
    return ""
