"""What a draw has to keep to: pairs kept apart, people with a place of their own."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.base import DeskForm
from tournaments.models import Entry


class NumberField(forms.IntegerField):
    """A person of the event, by number; the entry's id is the value."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            min_value=1, widget=forms.NumberInput(attrs={"inputmode": "numeric"}), **kwargs
        )
        self.ids: dict[int, int] = {}

    def clean(self, value: Any) -> Any:
        number = super().clean(value)
        if number not in self.ids:
            raise forms.ValidationError(_("Nobody has the number %(n)s.") % {"n": number})
        return self.ids[number]


class _NumbersForm(DeskForm):
    def __init__(self, *args: Any, entries: Sequence[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ids = {entry.number: entry.pk for entry in entries}
        for field in self.fields.values():
            if isinstance(field, NumberField):
                field.ids = ids


class ApartForm(_NumbersForm):
    """Two people who must not share a table."""

    one = NumberField(label=gettext_lazy("Number"))
    other = NumberField(label=gettext_lazy("and number"))
    everywhere = forms.BooleanField(label=gettext_lazy("In all events of the club"), required=False)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=200, required=False)


class PlaceForm(_NumbersForm):
    """Somebody's own table or wind, or a late arrival."""

    entry = NumberField(label=gettext_lazy("Number"))
    table = forms.IntegerField(
        label=gettext_lazy("Always at table"), min_value=1, max_value=999, required=False
    )
    wind = forms.TypedChoiceField(
        label=gettext_lazy("Always on the wind"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[
            ("", gettext_lazy("any")),
            ("0", gettext_lazy("East")),
            ("1", gettext_lazy("South")),
            ("2", gettext_lazy("West")),
            ("3", gettext_lazy("North")),
        ],
    )
    from_round = forms.IntegerField(
        label=gettext_lazy("Arrives late: plays from round"),
        min_value=2,
        max_value=99,
        required=False,
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Such as host, referee, accessible table."),
    )
