"""Acts on points and people outside any table: adjustments, forfeits, lots, extra time, a number
taken by somebody else, publishing."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.base import DeskForm, ReasonForm
from tournaments.forms.fields import PointsField
from tournaments.models import Entry, Round, Team
from tournaments.services.clock import MAX_EXTRA

NOBODY = [("", "—")]


def _choose(form: forms.Form, name: str, choices: list[Any]) -> None:
    field = form.fields[name]
    if isinstance(field, forms.ChoiceField):
        field.choices = choices


class AdjustmentForm(ReasonForm):
    """Points given to, or taken from, one player or one team."""

    who = forms.ChoiceField(label=gettext_lazy("Player or team"))
    table_points = PointsField(
        label=gettext_lazy("Table points"),
        negative=True,
        required=False,
        help_text=gettext_lazy("Below zero they are taken: −1/2, −2. Fractions stay exact."),
    )
    game_points = forms.IntegerField(
        label=gettext_lazy("Game points"), min_value=-100_000, max_value=100_000, required=False
    )
    field_order = ["who", "table_points", "game_points", "reason"]

    def __init__(
        self, *args: Any, entries: Sequence[Entry], teams: Sequence[Team], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        people: list[Any] = [(f"entry-{entry.pk}", str(entry)) for entry in entries]
        groups: list[Any] = [*NOBODY, (_("Players"), people)]
        if teams:
            groups.append((_("Teams"), [(f"team-{team.pk}", team.name) for team in teams]))
        _choose(self, "who", groups)

    def target(self) -> dict[str, int]:
        """Return whom the adjustment names, as the service takes it."""
        kind, _dash, pk = self.cleaned_data["who"].partition("-")
        return {f"{kind}_id": int(pk)}


class ForfeitForm(ReasonForm):
    """Somebody who abandons a round."""

    entry = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)
    round = forms.TypedChoiceField(label=gettext_lazy("Round"), coerce=int)
    field_order = ["entry", "round", "reason"]

    def __init__(
        self, *args: Any, entries: Sequence[Entry], rounds: Iterable[Round], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        _choose(self, "entry", NOBODY + [(entry.pk, str(entry)) for entry in entries])
        _choose(self, "round", [(round_.pk, str(round_.number)) for round_ in rounds])


class LotsForm(DeskForm):
    """Among whom lots are drawn; nobody ticked means everybody."""

    entries = forms.MultipleChoiceField(
        label=gettext_lazy("Among whom"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Nobody ticked: among everybody."),
    )
    service_names = {"entry": "entries"}

    def __init__(self, *args: Any, entries: Sequence[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["entries"]
        if isinstance(field, forms.MultipleChoiceField):
            field.choices = [(str(entry.pk), str(entry)) for entry in entries]

    def clean_entries(self) -> list[int]:
        return [int(pk) for pk in self.cleaned_data["entries"]]


class TimeForm(DeskForm):
    """Minutes given, or below zero taken back."""

    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"),
        min_value=-MAX_EXTRA,
        max_value=MAX_EXTRA,
        help_text=gettext_lazy("Below zero takes minutes back that were given."),
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200, required=False)


class ReplaceForm(DeskForm):
    """Who takes the number: a reserve who is registered, or somebody new."""

    service_names = {"reserve": "reserve_id"}

    reserve_id = forms.TypedChoiceField(
        label=gettext_lazy("A reserve"), coerce=int, empty_value=None, required=False
    )
    name = forms.CharField(
        label=gettext_lazy("Or somebody new: the name"), max_length=80, required=False
    )

    def __init__(self, *args: Any, reserves: Sequence[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choose(self, "reserve_id", NOBODY + [(entry.pk, str(entry)) for entry in reserves])
        if not reserves:
            del self.fields["reserve_id"]
            self.fields["name"].label = _("Name of who takes the number")

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if values.get("reserve_id") and values.get("name"):
            self.add_error("name", _("Choose a reserve or type a name, not both."))
        return values


class PublishForm(DeskForm):
    """Publishing what was looked at."""

    note = forms.CharField(
        label=gettext_lazy("What was corrected"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Visitors see it beside “corrected at”."),
    )
    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
