"""Searching the log, and asking for an earlier state."""

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.forms.base import ReasonForm
from tournaments.forms.moments import ClubClockForm, MomentField
from tournaments.models import Act


class LogForm(ClubClockForm):
    """Every field narrows the search; all of them may be left out."""

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
    since = MomentField(label=gettext_lazy("Since"), required=False)
    until = MomentField(label=gettext_lazy("Until"), required=False)

    def typed(self) -> dict[str, str]:
        """Return what was asked for, as it stands in an address."""
        return {name: self.data[name] for name in self.fields if self.data.get(name)}


class RestoreForm(ReasonForm):
    """Bring an earlier state back: what the organiser looked at, and why."""

    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
