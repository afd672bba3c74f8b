"""Searching the log."""

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.models import Act


class LogForm(forms.Form):
    """Every field narrows the search; all of them may be left out."""

    person = forms.CharField(
        label=gettext_lazy("Person"),
        max_length=80,
        required=False,
        help_text=gettext_lazy("A player, or who did it."),
    )
    round_number = forms.IntegerField(label=gettext_lazy("Round"), min_value=1, required=False)
    table_number = forms.IntegerField(label=gettext_lazy("Table"), min_value=1, required=False)
    act = forms.ChoiceField(
        label=gettext_lazy("Act"),
        choices=[("", gettext_lazy("all")), *Act.choices],
        required=False,
    )
