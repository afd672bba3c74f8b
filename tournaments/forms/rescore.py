"""Under which options all hands are to be settled anew."""

from collections.abc import Mapping
from typing import Any

from django import forms

from scoring.ruleset import Ruleset
from tournaments.forms.base import DeskForm
from tournaments.forms.options import FOLLOWS_EVENT, PREFIX, OptionFields
from tournaments.models import Tournament


class RescoreForm(DeskForm):
    """The options of the event's rules, as its settings show them."""

    def __init__(
        self, *args: Any, ruleset: Ruleset, chosen: Mapping[str, Any], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.ruleset = ruleset
        self.option_fields = OptionFields(
            ruleset, {k.removeprefix(PREFIX): v for k, v in chosen.items()}
        )
        self.fields.update(self.option_fields.fields())

    def field_of(self, name: str) -> str:
        return PREFIX + name if PREFIX + name in self.fields else super().field_of(name)

    def wanted(self, tournament: Tournament) -> dict[str, Any]:
        """Return the options that were set; what follows the chart of winds stays as pinned."""
        options = self.option_fields.overrides(self.cleaned_data, tournament.seat_change)
        for name in FOLLOWS_EVENT & set(tournament.ruleset_options):
            options[name] = tournament.ruleset_options[name]
        return options

    def presets(self) -> list[forms.BoundField]:
        return [self[PREFIX + bundle.id] for bundle in self.option_fields.bundles]

    def options(self) -> list[forms.BoundField]:
        return [self[PREFIX + option.id] for option in self.option_fields.options]
