"""The settings of an event that decide ranking, absence, time and publishing
(competition-rules.md §1.3, §2, §3)."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.penalties import PRESETS
from tournaments.forms.base import DeskForm
from tournaments.forms.fields import OrderField, PointsField
from tournaments.models import Tournament
from tournaments.services.refusals import words
from tournaments.standings import DEFAULT_ORDER

# A text, or one that is translated when it is shown (the stubs have no public name for it).
Words = Any
COUNTS = (
    ("yes", gettext_lazy("yes: it uses up its place at the table")),
    ("no", gettext_lazy("no: the others are placed among themselves")),
)


@dataclass(frozen=True)
class Group:
    """Settings that are shown together: their heading, what they affect, the names of the
    fields; ``folded`` on the page of a new event."""

    legend: Words
    affects: Words
    names: tuple[str, ...]
    folded: bool = True


@dataclass(frozen=True)
class Shown:
    """A group with the fields that a form has of it."""

    group: Group
    fields: list[forms.BoundField]

    @property
    def wrong(self) -> bool:
        return any(field.errors for field in self.fields)


GROUPS = (
    Group(
        gettext_lazy("Rounds and time"),
        gettext_lazy("Affects the clock of running rounds at once, no result."),
        ("planned_rounds", "minutes", "warn_minutes", "break_minutes", "time_end"),
        folded=False,
    ),
    Group(
        gettext_lazy("Points of a table"),
        gettext_lazy(
            "Changes the standings of all rounds at once; you see old and new before anything is "
            "saved."
        ),
        ("scheme", "own_scheme", "tie", "base_points"),
        folded=False,
    ),
    Group(
        gettext_lazy("Ranking"),
        gettext_lazy("Changes the order of the standings and of the next draw by standing."),
        ("order_keys", "best_n", "team_best_k", "confirmed_only", "confirmation"),
    ),
    Group(
        gettext_lazy("People who do not play as planned"),
        gettext_lazy("Changes what byes, forfeits, substitutes and withdrawals count."),
        (
            "bye_points",
            "bye_game_points",
            "forfeit_game_points",
            "sub_consumes_place",
            "withdrawn",
        ),
    ),
    Group(
        gettext_lazy("Corrections at the table"),
        gettext_lazy("Decides who may do it; a confirmed result stays with the organisers."),
        ("reopening", "reseating"),
    ),
    Group(
        gettext_lazy("Penalties"),
        gettext_lazy("Decides what referees are offered; penalties given already stay."),
        ("breaches",),
    ),
    Group(
        gettext_lazy("Money of a game"),
        gettext_lazy("Changes what all games of the event are settled up at; no result changes."),
        ("stake",),
    ),
    Group(
        gettext_lazy("Publishing"),
        gettext_lazy("Decides what visitors see and when; no result changes."),
        ("standings_public", "release", "appeal_minutes", "status"),
    ),
)
# What is stored where a field is left empty.
WHEN_EMPTY = {
    "planned_rounds": 0,
    "base_points": 0,
    "stake": 0,
    "bye_game_points": 0,
    "forfeit_game_points": -500,
    "break_minutes": 15,
    "warn_minutes": 15,
    "appeal_minutes": 30,
}

USUAL = {
    "withdrawn": Tournament.Withdrawn.KEEP,
    "release": Tournament.ReleaseMode.LIVE,
    "confirmation": Tournament.Confirmation.ANY,
    "reopening": Tournament.Reopening.REFEREE,
    "reseating": Tournament.Reseating.ORGANISER,
    "breaches": "gb1998",
}


def _minutes(label: Words, most: int, help_text: Words = "", initial: int = 15) -> Any:
    return forms.IntegerField(
        label=label,
        min_value=0,
        max_value=most,
        required=False,
        initial=initial,
        help_text=help_text,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


def _points(label: Words, low: int, high: int, help_text: Words = "", initial: int = 0) -> Any:
    return forms.IntegerField(
        label=label,
        min_value=low,
        max_value=high,
        required=False,
        initial=initial,
        help_text=help_text,
    )


def _best(label: Words, help_text: Words) -> Any:
    return forms.IntegerField(
        label=label,
        min_value=1,
        max_value=60,
        required=False,
        help_text=help_text,
        widget=forms.NumberInput(
            attrs={"inputmode": "numeric", "placeholder": gettext_lazy("all count")}
        ),
    )


class CompetitionForm(DeskForm):
    """Fields with the names of the event's own."""

    base_points = _points(
        gettext_lazy("Points at the start of a game"),
        0,
        100_000,
        gettext_lazy(
            "500 in the rules of 1998. Above 0 the points with the start points are shown beside "
            "the game points; places do not change."
        ),
    )
    order_keys = OrderField(
        label=gettext_lazy("Order of the keys"),
        required=False,
        initial=list(DEFAULT_ORDER),
        help_text=gettext_lazy(
            "The first key decides; each next one only among those who are still equal. Equal on "
            "all of them is a shared rank. “Lot” needs lots, drawn on the page of the people."
        ),
    )
    best_n = _best(
        gettext_lazy("Best rounds that count"),
        gettext_lazy("Only so many rounds of a player count; the others stay in sight, marked."),
    )
    team_best_k = _best(
        gettext_lazy("Best members of a team that count"),
        gettext_lazy("Only so many members make the sum of a team."),
    )
    confirmed_only = forms.BooleanField(
        label=gettext_lazy("Only confirmed results count"),
        required=False,
        help_text=gettext_lazy("Otherwise results count at once and are marked as provisional."),
    )
    confirmation = forms.ChoiceField(
        label=gettext_lazy("Results are confirmed by"),
        choices=Tournament.Confirmation.choices,
        required=False,
    )
    reopening = forms.ChoiceField(
        label=gettext_lazy("A finished table is opened again by"),
        choices=Tournament.Reopening.choices,
        required=False,
    )
    reseating = forms.ChoiceField(
        label=gettext_lazy("People at a table change chairs under recorded hands by"),
        choices=Tournament.Reseating.choices,
        required=False,
    )
    bye_points = PointsField(
        label=gettext_lazy("Table points of a bye"),
        required=False,
        help_text=gettext_lazy("A fraction such as 7/4. Empty: the mean of a table (convention)."),
    )
    bye_game_points = _points(gettext_lazy("Game points of a bye"), -100_000, 100_000)
    forfeit_game_points = _points(
        gettext_lazy("Game points of a forfeit"),
        -100_000,
        100_000,
        gettext_lazy("−500 in the rules of 1998: the account is empty. Table points are 0."),
        -500,
    )
    sub_consumes_place = forms.ChoiceField(
        label=gettext_lazy("Does the place of a substitute count?"),
        choices=COUNTS,
        required=False,
        help_text=gettext_lazy("Substitutes play and score but are never ranked."),
    )
    withdrawn = forms.ChoiceField(
        label=gettext_lazy("Players who have withdrawn"),
        choices=Tournament.Withdrawn.choices,
        required=False,
    )
    release = forms.ChoiceField(
        label=gettext_lazy("Results are shown"),
        choices=Tournament.ReleaseMode.choices,
        required=False,
        help_text=gettext_lazy("Referees always see everything."),
    )
    break_minutes = _minutes(
        gettext_lazy("Minutes of the break"),
        120,
        gettext_lazy("What the button for a break adds to a running round."),
    )
    warn_minutes = _minutes(gettext_lazy("Minutes of warning before time"), 120)
    appeal_minutes = _minutes(
        gettext_lazy("Minutes for appeals"),
        1440,
        gettext_lazy("Results of a closed round are provisional for so long, or until confirmed."),
        30,
    )
    breaches = forms.ChoiceField(
        label=gettext_lazy("Catalogue of breaches"),
        required=False,
        help_text=gettext_lazy(
            "The referee picks from it and can always change the amount. Amounts that were not "
            "read at their source are marked."
        ),
    )

    stake = _points(
        gettext_lazy("Stake of a game"),
        0,
        100_000,
        gettext_lazy(
            "Everybody pays it into the pot of each game; the first place wins the pot, equal "
            "first places split it. 0: no stake."
        ),
    )

    NEW = (
        "stake", "base_points", "order_keys", "best_n", "team_best_k", "confirmed_only",
        "confirmation",
        "bye_points",
        "bye_game_points", "forfeit_game_points", "sub_consumes_place", "withdrawn", "release",
        "break_minutes", "warn_minutes", "appeal_minutes", "breaches", "reopening",
        "reseating",
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["breaches"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(p.id, words(p.name)) for p in PRESETS.values()]

    def groups(self) -> list[Shown]:
        """Return the settings by group, without those that this form does not have."""
        return [Shown(group, self.bound(group.names)) for group in GROUPS]

    def bound(self, names: tuple[str, ...]) -> list[forms.BoundField]:
        return [self[name] for name in names if name in self.fields]

    def competition(self) -> dict[str, Any]:
        """Return the cleaned values as the services take them."""
        values = {name: self.cleaned_data[name] for name in self.NEW}
        for name, value in WHEN_EMPTY.items():
            if name in values and values[name] is None:
                values[name] = value
        for name, usual in USUAL.items():
            values[name] = values[name] or usual
        values["sub_consumes_place"] = values["sub_consumes_place"] != "no"
        return values

    @classmethod
    def competition_of(cls, tournament: Tournament) -> dict[str, Any]:
        """Return what the fields show for an event."""
        shown = {name: getattr(tournament, name) for name in cls.NEW}
        shown["order_keys"] = tournament.order_keys or list(DEFAULT_ORDER)
        shown["sub_consumes_place"] = "yes" if tournament.sub_consumes_place else "no"
        return shown

    def clean_order_keys(self) -> list[str]:
        """The usual order is stored as none, as events have it that never chose."""
        keys: list[str] = self.cleaned_data["order_keys"]
        return [] if tuple(keys) == DEFAULT_ORDER else keys

    def clean(self) -> dict[str, Any]:
        """The warning comes before the end that it warns of."""
        values: dict[str, Any] = super().clean() or self.cleaned_data
        minutes, warning = values.get("minutes"), values.get("warn_minutes")
        if minutes and warning and warning >= minutes:
            self.add_error("warn_minutes", _("The warning comes before the time is up."))
        return values
