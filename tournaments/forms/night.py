"""Who sits down to play on a club night."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.forms.base import DeskForm
from tournaments.models import Entry

FIELDS = (
    ("east", gettext_lazy("East, deals first")),
    ("south", gettext_lazy("South")),
    ("west", gettext_lazy("West")),
    ("north", gettext_lazy("North")),
)


class OpenTableForm(DeskForm):
    """As many chairs as the rules can seat, and one who sits out."""

    def __init__(
        self, *args: Any, people: Sequence[Entry], chairs: int, least: int, **kwargs: Any
    ) -> None:
        """``chairs`` is the greatest number of players, ``least`` the smallest."""
        super().__init__(*args, **kwargs)
        choices = [("", "—"), *((e.pk, f"{e.number} {e.player.name}") for e in people)]

        def person(label: Any, *, required: bool) -> forms.Field:
            return forms.TypedChoiceField(
                label=label, choices=choices, coerce=int, empty_value=None, required=required
            )

        for place, (name, label) in enumerate(FIELDS[:chairs]):
            self.fields[name] = person(label, required=place < least)
        self.fields["sitting_out"] = person(gettext_lazy("Sits out first"), required=False)

    def chairs(self) -> list[int]:
        """Return who was named, East first."""
        named = [self.cleaned_data.get(name) for name, _label in FIELDS]
        return [pk for pk in named if pk is not None]
