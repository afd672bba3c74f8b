"""Moments of the club's clock, typed and shown to the minute."""

import datetime as dt
import zoneinfo
from typing import Any

from django import forms
from django.utils import timezone

FORMAT = "%Y-%m-%dT%H:%M"


class MomentField(forms.DateTimeField):
    """A minute of the clock of ``zone``. Sent back as it was shown, a moment is the same to the
    second, and in the hour that autumn has twice (B18)."""

    zone: dt.tzinfo = dt.UTC
    shown: dt.datetime | None = None

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=FORMAT)
        super().__init__(widget=widget, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return value.astimezone(self.zone).strftime(FORMAT) if _aware(value) else value

    def to_python(self, value: Any) -> dt.datetime | None:
        if self.shown is not None and value == self.prepare_value(self.shown):
            return self.shown
        with timezone.override(self.zone):
            return super().to_python(value)


class ClubClockForm(forms.Form):
    """A form whose moments are those of ``zone``, the club's."""

    def __init__(self, *args: Any, zone: zoneinfo.ZoneInfo, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            if isinstance(field, MomentField):
                field.zone, field.shown = zone, self.initial.get(name)


def _aware(value: Any) -> bool:
    return isinstance(value, dt.datetime) and timezone.is_aware(value)
