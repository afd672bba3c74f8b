"""Searching the log, and asking for an earlier state."""

import zoneinfo
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy

from tournaments.forms.base import ReasonForm
from tournaments.models import Act


def _moment(label: Any) -> forms.DateTimeField:
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(label=label, required=False, widget=widget)


class LogForm(forms.Form):
    """Every field narrows the search; all of them may be left out. Moments are those of ``zone``,
    the club's."""

    person = forms.CharField(
        label=gettext_lazy("Person"),
        max_length=80,
        required=False,
        help_text=gettext_lazy("A player, or who did it."),
    )
    round_number = forms.IntegerField(
        label=gettext_lazy("Round"), min_value=1, max_value=32_767, required=False
    )
    table_number = forms.IntegerField(
        label=gettext_lazy("Table"), min_value=1, max_value=32_767, required=False
    )
    act = forms.ChoiceField(
        label=gettext_lazy("Act"),
        choices=[("", gettext_lazy("all")), *Act.choices],
        required=False,
    )
    since = _moment(gettext_lazy("Since"))
    until = _moment(gettext_lazy("Until"))

    def __init__(self, *args: Any, zone: zoneinfo.ZoneInfo, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = zone

    def full_clean(self) -> None:
        with timezone.override(self.zone):
            super().full_clean()

    def typed(self) -> dict[str, str]:
        """Return what was asked for, as it stands in an address."""
        return {name: self.data[name] for name in self.fields if self.data.get(name)}


class RestoreForm(ReasonForm):
    """Bring an earlier state back: what the organiser looked at, and why."""

    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
