"""What stands before a hand that is tried out: options, and what earlier hands left behind."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.options import Value
from scoring.record import Context
from scoring.ruleset import Ruleset
from scoring.walk import SEAT_NAMES
from tournaments.forms.options import PREFIX, OptionFields, bundles_of
from tournaments.services.refusals import words

CARRIED = "carried-"
MOST = 99


class TrialForm(forms.Form):
    """The context and the options of a hand that is tried out."""

    def __init__(self, ruleset: Ruleset, typed: Mapping[str, Any] | None, **kwargs: Any) -> None:
        """``typed``: what the page was asked with; None before anything was chosen."""
        if typed is not None:
            # An address need not name the presets.
            standard = {PREFIX + bundle.id: bundle.default for bundle in bundles_of(ruleset)}
            typed = {**standard, **{name: typed[name] for name in typed}}
        super().__init__(typed, **kwargs)
        self.ruleset = ruleset
        chosen = typed if typed is not None else self.initial
        self.option_fields = OptionFields(
            ruleset, {k.removeprefix(PREFIX): v for k, v in chosen.items()}
        )
        if len(ruleset.players) > 1:
            self.fields["players"] = _chosen(
                _("Players"), [(str(n), str(n)) for n in ruleset.players]
            )
        seats = [(str(n), words(SEAT_NAMES[n])) for n in range(max(ruleset.players))]
        if ruleset.dealer_rule == "result":
            self.fields["dealer"] = _chosen(_("Dealer"), seats)
        winds = [(str(n), words(SEAT_NAMES[n])) for n in range(4)]
        self.fields["round_wind"] = _chosen(_("Prevailing wind"), winds)
        if ruleset.counts_streak:
            self.fields["streak"] = _number(_("Deals the dealer has kept"))
        for choice in ruleset.form.carry:
            self.fields[CARRIED + choice.id] = _number(words(choice.name))
        self.fields.update(self.option_fields.fields())

    @classmethod
    def initial_of(
        cls, ruleset: Ruleset, context: Context, options: Mapping[str, Value]
    ) -> dict[str, Any]:
        """Return what the fields show for a record."""
        resolved = ruleset.resolve_options(options)
        presets = {b.id: options.get(b.id, b.default) for b in ruleset.bundles}
        shown = OptionFields(ruleset, presets).initial({**resolved, **presets})
        return {
            "players": context.players,
            "dealer": context.dealer,
            "round_wind": context.round_wind,
            "streak": context.streak,
            **{CARRIED + name: number for name, number in context.carry.items()},
            **shown,
        }

    def context(self) -> dict[str, Any]:
        """Return the context as records have it."""
        values = self.cleaned_data
        context: dict[str, Any] = {
            "players": int(values.get("players") or self.ruleset.players[0]),
            "dealer": int(values.get("dealer") or 0),
            "round_wind": int(values.get("round_wind") or 0),
        }
        if values.get("streak"):
            context["streak"] = values["streak"]
        carried = {
            name.removeprefix(CARRIED): number
            for name, number in values.items()
            if name.startswith(CARRIED) and number
        }
        return {**context, "carry": carried} if carried else context

    def options(self) -> dict[str, Any]:
        """Return the options that were set."""
        found = self.option_fields.overrides(self.cleaned_data, "none")
        found.pop("seat_change", None)
        standard = {bundle.id: bundle.default for bundle in self.option_fields.bundles}
        return {name: value for name, value in found.items() if standard.get(name) != value}

    def situation(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if not name.startswith(PREFIX)]

    def presets(self) -> list[forms.BoundField]:
        return [self[PREFIX + bundle.id] for bundle in self.option_fields.bundles]

    def choices(self) -> list[forms.BoundField]:
        return [self[PREFIX + option.id] for option in self.option_fields.options]


def _chosen(label: str, choices: list[tuple[str, str]]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, required=False)


def _number(label: str) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        required=False,
        min_value=0,
        max_value=MOST,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
