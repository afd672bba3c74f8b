"""Giving a penalty outside a hand."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.forms.base import DeskForm
from tournaments.models import Entry, Penalty, Round

NOBODY = [("", "—")]


class PenaltyForm(DeskForm):
    """Who, for which round, how many points, paid to whom, and why."""

    service_names = {"round": "round_number"}

    entry = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)
    scope = forms.ChoiceField(
        label=gettext_lazy("Counts for"),
        choices=Penalty.Scope.choices,
        help_text=gettext_lazy(
            "At the table it comes off before the places are fixed and can change the table "
            "points; for the whole event it changes the final total alone."
        ),
    )
    round_number = forms.TypedChoiceField(
        label=gettext_lazy("Round"), coerce=int, empty_value=None, required=False
    )
    mode = forms.ChoiceField(
        label=gettext_lazy("How it is paid"),
        choices=Penalty.Mode.choices,
        initial=Penalty.Mode.DEDUCT,
    )
    points = forms.IntegerField(
        label=gettext_lazy("Points"),
        min_value=0,
        max_value=10_000,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=gettext_lazy("“Paid to each of the others”: what each of them receives."),
    )
    beneficiary = forms.TypedChoiceField(
        label=gettext_lazy("Paid to"), coerce=int, empty_value=None, required=False
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200)

    def __init__(
        self,
        *args: Any,
        entries: Sequence[Entry],
        rounds: Iterable[Round],
        next_round: int,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        people = [(entry.pk, str(entry)) for entry in entries]
        numbers = sorted({round_.number for round_ in rounds} | {next_round})
        self._choose("entry", NOBODY + people)
        self._choose("beneficiary", NOBODY + people)
        self._choose("round_number", NOBODY + [(n, str(n)) for n in numbers])

    def _choose(self, name: str, choices: list[Any]) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices
