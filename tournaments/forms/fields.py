"""Fields of their own: table points as people write fractions, and the order of ranking keys."""

import re
import unicodedata
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.table_points import UNIT, format_units, to_units
from tournaments.services.refusals import words
from tournaments.standings import METRICS

MINUS_SIGNS = str.maketrans("−－–", "---")
PART = re.compile(r"\d{1,6}(?:\.\d{1,6}|/\d{1,6})?")


def read_points(text: str) -> Fraction:
    """Read ``7/4``, ``1 3/4``, ``1¾``, ``1.75``, ``−1/2``. Raises `ValueError`."""
    text = text.strip().translate(MINUS_SIGNS)
    sign = -1 if text.startswith("-") else 1
    body = text[1:] if text[:1] in ("+", "-") else text
    spread = "".join(f" {c} " if unicodedata.category(c) == "No" else c for c in body)
    plain = unicodedata.normalize("NFKC", spread).replace("\u2044", "/")
    parts = re.sub(r"\s*/\s*", "/", plain).split()
    if not 1 <= len(parts) <= 2 or not all(PART.fullmatch(part) for part in parts):
        raise ValueError(text)
    if len(parts) == 2 and ("/" not in parts[1] or not parts[0].isdecimal()):
        raise ValueError(text)
    try:
        return sign * sum((Fraction(part) for part in parts), Fraction(0))
    except ZeroDivisionError:
        raise ValueError(text) from None


class PointsField(forms.CharField):
    """Table points, typed as a fraction; the value is a whole number of 1/2520."""

    def __init__(self, *, limit: int = 1000, negative: bool = False, **kwargs: Any) -> None:
        self.limit, self.negative = limit, negative
        super().__init__(max_length=20, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return format_units(value) if isinstance(value, int) else value

    def clean(self, value: Any) -> int | None:
        text = super().clean(str(self.prepare_value(value)) if value is not None else "")
        if not text:
            return None
        try:
            points = read_points(text)
        except ValueError:
            raise forms.ValidationError(_("Write a number or a fraction such as 7/4.")) from None
        units, exact = to_units(points)
        if not exact:
            raise forms.ValidationError(
                _("This fraction is not exact in parts of %(unit)d.") % {"unit": UNIT}
            )
        if abs(points) > self.limit:
            raise forms.ValidationError(_("At most %(n)d points.") % {"n": self.limit})
        if units < 0 and not self.negative:
            raise forms.ValidationError(_("The points cannot be below zero."))
        return units

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


class OrderInput(forms.MultiWidget):
    """One list to choose from for every place in the order; all have the same name, so that the
    page works without scripts and the order of the lists is the order of the keys."""

    def __init__(self) -> None:
        self.places = len(METRICS)
        # Asked when the page is shown: the words are those of its language.
        choice = forms.Select(choices=order_choices)  # type: ignore[arg-type]  # callables as well
        super().__init__([choice] * self.places)

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        for place, part in enumerate(context["widget"]["subwidgets"], 1):
            part["name"] = name
            part["attrs"]["aria-label"] = _("Key %(n)d") % {"n": place}
            part["attrs"].pop("required", None)
        return context

    def decompress(self, value: Any) -> list[str]:
        return [*(value or []), *([""] * self.places)][: self.places]

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        if hasattr(data, "getlist"):
            return [str(key) for key in data.getlist(name)]
        found = data.get(name) or []
        return [found] if isinstance(found, str) else list(found)

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        return name not in data


def order_choices() -> list[tuple[str, str]]:
    """Return the keys with what each of them compares."""
    return [
        ("", "—"),
        *((m.key, f"{words(m.name)}: {words(m.description)}") for m in METRICS.values()),
    ]


class OrderField(forms.Field):
    """The ranking keys in their order; empty places between them are left out."""

    widget = OrderInput
    hidden_widget = forms.MultipleHiddenInput
    default_error_messages = {
        "unknown": gettext_lazy("There is no key “%(k)s”."),
        "twice": gettext_lazy("A key stands there twice."),
    }

    def to_python(self, value: Sequence[str] | None) -> list[str]:
        return [key for key in value or () if key]

    def validate(self, value: list[str]) -> None:
        super().validate(value)
        for key in value:
            if key not in METRICS:
                raise forms.ValidationError(self.error_messages["unknown"] % {"k": key[:40]})
        if len(set(value)) < len(value):
            raise forms.ValidationError(self.error_messages["twice"])


def order_in_words(keys: Sequence[str]) -> str:
    return " → ".join(words(METRICS[key].name) for key in keys if key in METRICS)
