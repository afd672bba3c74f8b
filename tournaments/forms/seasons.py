"""A season: what an event is worth in it, and how many count."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.forms.base import DeskForm
from tournaments.models import Club, Season
from tournaments.standings.season import USUAL_PLACES


class SeasonForm(DeskForm):
    name = forms.CharField(label=pgettext_lazy("of a season", "Name"), max_length=120)
    scheme = forms.ChoiceField(
        label=gettext_lazy("An event is worth"),
        choices=Season.Scheme.choices,
        help_text=gettext_lazy("Shared places share the points of the places that they cover."),
    )
    best_n = forms.IntegerField(
        label=gettext_lazy("Best events that count"),
        min_value=1,
        max_value=200,
        required=False,
        help_text=gettext_lazy("Empty: all of them. The others stay in sight, marked as dropped."),
    )
    places = forms.CharField(
        label=gettext_lazy("Points by place"),
        max_length=400,
        required=False,
        help_text=gettext_lazy("For the first, the second …; further places get nothing."),
        widget=forms.TextInput(attrs={"placeholder": " ".join(str(p) for p in USUAL_PLACES)}),
    )

    def clean_places(self) -> list[int]:
        parts = self.cleaned_data["places"].replace(",", " ").replace("，", " ").split()
        if not all(part.isdecimal() and len(part) < 7 for part in parts):
            raise forms.ValidationError(_("Points by place are up to 100 whole numbers."))
        return [int(part) for part in parts]

    def settings(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("scheme", "best_n", "places")}


class NewSeasonForm(SeasonForm):
    club = forms.ModelChoiceField(label=gettext_lazy("Club"), queryset=Club.objects.none())
    field_order = ("name", "club")

    def __init__(self, *args: Any, clubs: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["club"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = clubs
            field.empty_label = None
