"""A new stage with its cut, and the settings of one that is there."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.forms.base import DeskForm
from tournaments.models import Stage
from tournaments.standings import Row


class StageForm(DeskForm):
    """What a stage is called, starts with and counts for."""

    service_names = {"denominator": "numerator"}

    name = forms.CharField(label=gettext_lazy("Name of the stage"), max_length=60, required=False)
    carry = forms.ChoiceField(
        label=gettext_lazy("What is carried into it"),
        choices=Stage.Carry.choices,
        help_text=gettext_lazy(
            "Everything: the rounds before simply go on counting. Otherwise a new count starts "
            "with what is carried."
        ),
    )
    numerator = forms.IntegerField(
        label=gettext_lazy("Part that is carried"),
        min_value=0,
        max_value=100,
        required=False,
        initial=1,
        help_text=gettext_lazy("Only for “a part of both”: two thirds are 2 of 3."),
    )
    denominator = forms.IntegerField(
        label=gettext_lazy("Out of"),
        min_value=1,
        max_value=100,
        required=False,
        initial=1,
    )
    round_tp = forms.ChoiceField(
        label=gettext_lazy("Rounding of table points"),
        choices=[("", gettext_lazy("none: they stay exact")), *Stage.Rounding.choices],
        required=False,
    )
    round_gp = forms.ChoiceField(
        label=gettext_lazy("Rounding of game points"),
        choices=Stage.Rounding.choices,
        initial=Stage.Rounding.HALF_AWAY,
        required=False,
    )
    for_teams = forms.BooleanField(
        label=gettext_lazy("Its rounds count for the teams"), required=False, initial=True
    )

    @staticmethod
    def initial_of(stage: Stage) -> dict[str, Any]:
        names = (
            "name", "carry", "numerator", "denominator", "round_tp", "round_gp", "for_teams",
        )  # fmt: skip
        return {name: getattr(stage, name) for name in names}

    def settings(self) -> dict[str, Any]:
        """Return the settings as the service takes them."""
        values = {name: self.cleaned_data[name] for name in StageForm.base_fields}
        for name in ("numerator", "denominator"):
            values[name] = 1 if values[name] is None else values[name]
        values["round_gp"] = values["round_gp"] or Stage.Rounding.HALF_AWAY
        return values


class NewStageForm(StageForm):
    """A new stage. The cut is shown before anything is written; ``seen`` says which one was."""

    cut_size = forms.IntegerField(
        label=gettext_lazy("How many go through"),
        min_value=1,
        max_value=100_000,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=gettext_lazy(
            "By the full order of the standings now. Empty: everybody plays on."
        ),
    )
    chosen = forms.MultipleChoiceField(
        label=gettext_lazy("Who goes through of those who are equal"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    cut_reason = forms.CharField(
        label=gettext_lazy("How the tie was decided"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Such as lots drawn in front of everybody. Stands on the pages."),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput, max_length=40)

    def offer(self, tied: Iterable[Row]) -> None:
        field = self.fields["chosen"]
        if isinstance(field, forms.MultipleChoiceField):
            field.choices = [(str(r.entry_id), f"{r.number} {r.name}") for r in tied]

    def first(self) -> list[forms.BoundField]:
        return [self[name] for name in (*StageForm.base_fields, "cut_size")]
