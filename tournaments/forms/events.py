"""Setting up an event and changing its settings."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.ruleset import Ruleset
from scoring.rulesets import all_rulesets, get_ruleset
from scoring.table_points import CUSTOM_FORM, SCHEMES, get_scheme
from tournaments.forms.competition import CompetitionForm
from tournaments.forms.options import FOLLOWS_EVENT, PREFIX, OptionFields
from tournaments.models import Club, Tournament
from tournaments.services.refusals import words

TIES = [
    ("split", gettext_lazy("shared: the points of the tied places are divided")),
    ("high", gettext_lazy("each gets the points of the higher place")),
    ("low", gettext_lazy("each gets the points of the lower place")),
]
OWN_SCHEME = "own"
FALLBACK_RULESET = "guobiao"


def ruleset_or_default(ruleset_id: str) -> Ruleset:
    try:
        return get_ruleset(ruleset_id)
    except KeyError:
        return get_ruleset(FALLBACK_RULESET)


def default_seat_change(ruleset: Ruleset) -> str:
    chart = ruleset.dealer_rule == "chart"
    return Tournament.SeatChange.MCR2006 if chart else Tournament.SeatChange.NONE


class EventForm(CompetitionForm):
    """What a new event and a running one have in common; the options come from the ruleset."""

    service_names = {"club": "club_name", "ruleset": "ruleset_id"}

    name = forms.CharField(label=gettext_lazy("Name of the event"), max_length=120)
    kind = forms.ChoiceField(label=gettext_lazy("Kind"), choices=Tournament.Kind.choices)
    starts_on = forms.DateField(
        label=gettext_lazy("Date"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    venue = forms.CharField(label=gettext_lazy("Venue"), max_length=120, required=False)
    planned_rounds = forms.IntegerField(
        label=gettext_lazy("Rounds"),
        min_value=1,
        max_value=60,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=gettext_lazy("How many are planned. Their seats are drawn later."),
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes per round"),
        min_value=1,
        max_value=600,
        initial=120,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    time_end = forms.ChoiceField(
        label=gettext_lazy("When time is up"), choices=Tournament.TimeEnd.choices
    )
    scheme = forms.ChoiceField(
        label=gettext_lazy("Table points"),
        help_text=gettext_lazy("What first to fourth place of a table are worth."),
    )
    own_scheme = forms.CharField(
        label=gettext_lazy("Own values"),
        max_length=20,
        required=False,
        help_text=gettext_lazy("Four whole numbers for first to fourth place, such as 5,3,2,1."),
    )
    tie = forms.ChoiceField(label=gettext_lazy("Ties at a table"), choices=TIES)
    standings_public = forms.BooleanField(
        label=gettext_lazy("Everybody may see the standings"), required=False, initial=True
    )
    seat_change = forms.ChoiceField(
        label=gettext_lazy("Seat change during a game"),
        choices=Tournament.SeatChange.choices,
        help_text=gettext_lazy("2006 rules: after every wind round."),
    )

    def clean_planned_rounds(self) -> int:
        return self.cleaned_data["planned_rounds"] or 0

    def clean(self) -> dict[str, Any]:
        """Put values of one's own in the place of the scheme."""
        values = super().clean() or self.cleaned_data
        if values.get("scheme") == OWN_SCHEME and "own_scheme" in values:
            try:
                values["scheme"] = get_scheme(values["own_scheme"]).id
            except ValueError:
                self.add_error("own_scheme", words(CUSTOM_FORM))
        return values

    BASICS = ("name", "club_name", "kind", "starts_on", "venue")

    def __init__(
        self, *args: Any, ruleset: Ruleset, chosen: Mapping[str, Any], **kwargs: Any
    ) -> None:
        """``chosen``: form values by field name, of which the presets are read."""
        super().__init__(*args, **kwargs)
        self.ruleset = ruleset
        scheme = self.fields["scheme"]
        if isinstance(scheme, forms.ChoiceField):
            scheme.choices = [
                *((known.id, words(known.name)) for known in SCHEMES.values()),
                (OWN_SCHEME, _("values of one's own")),
            ]
        self.option_fields = OptionFields(
            ruleset, {k.removeprefix(PREFIX): v for k, v in chosen.items()}
        )
        self.fields["seat_change"].initial = default_seat_change(ruleset)
        self.fields.update(self.option_fields.fields())

    def field_of(self, name: str) -> str:
        return PREFIX + name if PREFIX + name in self.fields else super().field_of(name)

    def overrides(self) -> dict[str, Any]:
        return self.option_fields.overrides(self.cleaned_data, self.cleaned_data["seat_change"])

    def basics(self) -> list[forms.BoundField]:
        return self.bound(self.BASICS)

    def presets(self) -> list[forms.BoundField]:
        return [self[PREFIX + bundle.id] for bundle in self.option_fields.bundles]

    def options(self) -> list[forms.BoundField]:
        return [self[PREFIX + option.id] for option in self.option_fields.options]


class NewEventForm(EventForm):
    """A new event. The rules are chosen here, once and for all."""

    club_name = forms.CharField(
        label=gettext_lazy("Club"),
        max_length=120,
        widget=forms.TextInput(attrs={"list": "clubs"}),
    )
    ruleset_id = forms.ChoiceField(label=gettext_lazy("Rules"))
    time_end = forms.ChoiceField(
        label=gettext_lazy("When time is up"),
        choices=[
            ("", gettext_lazy("as usual: void; under the European breaches it is finished")),
            *Tournament.TimeEnd.choices,
        ],
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["ruleset_id"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(r.id, words(r.name)) for r in all_rulesets()]
        field.initial = self.ruleset.id
        field.help_text = words(self.ruleset.summary)

    def settings(self) -> dict[str, Any]:
        """Return what `services.events.create_tournament` takes beside name, club and rules."""
        plain = (
            "kind", "starts_on", "venue", "planned_rounds", "minutes", "scheme", "tie",
            "standings_public", "seat_change",
        )  # fmt: skip
        chosen = {name: self.cleaned_data[name] for name in plain} | self.competition()
        if self.cleaned_data["time_end"]:
            chosen["time_end"] = self.cleaned_data["time_end"]
        return chosen

    @staticmethod
    def clubs() -> list[str]:
        return list(Club.objects.values_list("name", flat=True))


class SettingsForm(EventForm):
    """The settings of an event, changed."""

    status = forms.ChoiceField(label=gettext_lazy("Status"), choices=Tournament.Status.choices)

    PLAIN = (
        "name", "kind", "starts_on", "venue", "planned_rounds", "minutes", "time_end", "scheme",
        "tie", "standings_public", "seat_change", "status",
    )  # fmt: skip

    @classmethod
    def initial_of(cls, tournament: Tournament) -> dict[str, Any]:
        shown = {name: getattr(tournament, name) for name in cls.PLAIN}
        shown |= cls.competition_of(tournament)
        if tournament.scheme not in SCHEMES:
            shown.update(scheme=OWN_SCHEME, own_scheme=tournament.scheme)
        shown["planned_rounds"] = tournament.planned_rounds or None
        return shown

    def changes(self, tournament: Tournament) -> dict[str, Any]:
        """Return what `services.events.change_tournament` takes."""
        changes = {name: self.cleaned_data[name] for name in self.PLAIN} | self.competition()
        options = self.overrides()
        if changes["seat_change"] == tournament.seat_change:
            # What was pinned stays as it is until somebody chooses another seat change.
            for name in FOLLOWS_EVENT & set(tournament.ruleset_options):
                options[name] = tournament.ruleset_options[name]
        changes["ruleset_options"] = options
        return changes
