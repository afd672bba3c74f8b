"""Fields that several forms of requests share."""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring.table_points import format_units, to_units
from tournaments.api.base import In
from tournaments.models import Entry, Tournament
from tournaments.services.errors import Invalid, Problem

FRACTION = re.compile(r"[-−+]?[0-9]{1,5}(/[0-9]{1,4})?")
LARGE = 2_000_000_000


@extend_schema_field({"type": "string", "pattern": "^-?[0-9]{1,5}(/[1-9][0-9]{0,3})?$"})
class UnitsIn(serializers.Field[int, Any, str, int]):
    """标准分 as text, a whole number or a fraction; the value is in 1/2520."""

    def to_internal_value(self, data: Any) -> int:
        text = str(data).replace("−", "-") if isinstance(data, str | int) else ""
        if isinstance(data, bool) or not FRACTION.fullmatch(text):
            raise serializers.ValidationError(_("Write a number or a fraction such as 7/4."))
        try:
            units, exact = to_units(Fraction(text))
        except ZeroDivisionError:
            exact = False
        if not exact:
            raise serializers.ValidationError(_("This fraction is not exact in parts of 2520."))
        return units

    def to_representation(self, value: int) -> str:
        return format_units(value)


class TextIn(serializers.CharField):
    """Text of a sensible length, without half characters or NUL."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 200)
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> str:
        # Numbers and flags are no text: what a client mistook is told, not guessed.
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictInteger(serializers.IntegerField):
    """A whole number written as one: no text, no 1.0, no flag."""

    def to_internal_value(self, data: Any) -> int:
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictBoolean(serializers.BooleanField):
    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


def text(required: bool = False, **kwargs: Any) -> TextIn:
    """A text field: left out it is empty, unless it is ``required``."""
    if required:
        return TextIn(**kwargs)
    return TextIn(required=False, allow_blank=True, default="", **kwargs)


def reason(required: bool = True) -> TextIn:
    return text(required, max_length=200)


def whole(low: int = 0, high: int = LARGE, **kwargs: Any) -> StrictInteger:
    return StrictInteger(min_value=low, max_value=high, **kwargs)


def flag(default: bool = False, **kwargs: Any) -> StrictBoolean:
    return StrictBoolean(required=False, default=default, **kwargs)


def numbers(help_text: str = "Entry numbers.", **kwargs: Any) -> serializers.ListField:
    return serializers.ListField(child=whole(1), max_length=2000, help_text=help_text, **kwargs)


class NothingIn(In):
    """No field at all; the body may be left out."""


class ReasonIn(In):
    reason = reason()


class MaybeReasonIn(In):
    reason = reason(required=False)


class Numbered:
    """The entries of an event by their numbers, as requests name them."""

    def __init__(self, tournament: Tournament) -> None:
        self.ids: Mapping[int, int] = dict(tournament.entries.values_list("number", "pk"))
        self.problems: list[Problem] = []

    def id(self, number: int | None, field: str) -> int:
        """Return an entry's id; 0 with a problem when nobody has the number."""
        found = self.ids.get(number or 0)
        if found is None:
            words = _("Nobody here has the number %(n)s.") % {"n": number}
            self.problems.append(Problem(field, words))
        return found or 0

    def all(self, wanted: Iterable[int], field: str) -> list[int]:
        return [self.id(number, field) for number in wanted]

    def check(self) -> None:
        """Raise `Invalid` with everybody who was not found."""
        if self.problems:
            raise Invalid(problems=self.problems)


def entry_of(tournament: Tournament, number: int) -> Entry:
    """Return the entry of an address; raise `Http404`."""
    found = tournament.entries.select_related("player__club", "team").filter(number=number).first()
    if found is None:
        raise Http404
    return found
