"""Setting up an event on one short path: a preset, then a few questions a page, then a summary.

What was answered travels in hidden fields, so that the path works without scripts and without a
session, and the form is that of the page with all settings.
"""

from typing import Any, NamedTuple

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.competition import USUAL as WHEN_NOTHING_CHOSEN
from tournaments.forms.events import NewEventForm, ruleset_or_default
from tournaments.forms.fields import order_in_words
from tournaments.forms.options import PREFIX
from tournaments.models import Tournament
from tournaments.services.desk import missing_for_tables
from tournaments.services.errors import ServiceError
from tournaments.services.event_presets import BY_ID, PRESETS, EventPreset
from tournaments.services.refusals import words
from tournaments.standings import DEFAULT_ORDER
from tournaments.views.organiser.base import DeskView, Words
from tournaments.views.organiser.events import NewEvent, typed_again
from tournaments.views.rules import Rule


class Step(NamedTuple):
    """A page of the path: its heading and the fields it asks for."""

    words: Words
    names: tuple[str, ...]


STEPS = (
    Step(gettext_lazy("What and where"), ("name", "club_name", "starts_on", "venue", "players")),
    Step(
        gettext_lazy("Rules"),
        (
            "ruleset_id",
            "seat_change",
            "scheme",
            "own_scheme",
            "tie",
            "team_best_k",
            "breaches",
            "stake",
        ),
    ),
    Step(
        gettext_lazy("Rounds and seats"),
        ("planned_rounds", "minutes", "time_end", "warn_minutes", "break_minutes"),
    ),
    Step(
        gettext_lazy("Who sees what"),
        ("standings_public", "release", "confirmation", "confirmed_only", "appeal_minutes"),
    ),
    Step(gettext_lazy("Summary"), ()),
)
LAST = len(STEPS)
PAGES = {str(number) for number in range(1, LAST)}
# What a list to choose from shows first must be said where the field is hidden.
USUAL = {
    **WHEN_NOTHING_CHOSEN,
    "kind": Tournament.Kind.OPEN,
    "scheme": "mcr_4210",
    "tie": "split",
    "sub_consumes_place": "yes",
}


class SetUpForm(NewEventForm):
    players = forms.IntegerField(
        label=gettext_lazy("Players expected"),
        min_value=2,
        max_value=10_000,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=gettext_lazy("Only for advice on tables and rounds; nobody is registered yet."),
    )

    def of_step(self, number: int) -> list[forms.BoundField]:
        names = list(STEPS[number - 1].names)
        if "ruleset_id" in names:
            names[1:1] = [PREFIX + bundle.id for bundle in self.option_fields.bundles]
        return [self[name] for name in names if name in self.fields and self._asks(name)]

    def _asks(self, name: str) -> bool:
        """Whether a field is a question of this kind of event: money is one of club nights, the
        sum of a team one of team events."""
        if name == "stake":
            return str(self["kind"].value()) == Tournament.Kind.CLUB_NIGHT
        return name != "team_best_k" or self["team_best_k"].value() not in (None, "")

    def carried(self, number: int) -> list[forms.BoundField]:
        """Return the fields of the other pages, and the options where the rules are not asked."""
        asked = {field.name for field in self.of_step(number)}
        if number == 2:
            asked |= {field.name for field in self.options()}
        return [field for field in self if field.name not in asked]

    def step_of(self, name: str) -> int:
        """Return the page that asks for a field; those asked nowhere belong to the rules."""
        for number, step in enumerate(STEPS, 1):
            if name in step.names:
                return number
        return 2 if name.startswith(PREFIX) else LAST


class Presets(DeskView):
    """What kind of event is it to be?"""

    rule = Rule.CREATOR

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.show("desk/presets.html", {"presets": PRESETS})


class SetUp(NewEvent):
    """The pages of one preset. A post says which page it comes from (``step``) and where it goes:
    ``next``, ``back``, ``again`` (other rules) or ``finish``."""

    template = "desk/setup.html"

    def preset(self) -> EventPreset:
        try:
            return BY_ID[self.kwargs["preset"]]
        except KeyError:
            raise Http404 from None

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        preset = self.preset()
        ruleset = ruleset_or_default(preset.ruleset)
        initial = {
            **USUAL,
            **preset.settings,
            **{PREFIX + name: value for name, value in preset.rule_presets.items()},
            "ruleset_id": ruleset.id,
            "players": preset.players,
        }
        form = SetUpForm(ruleset=ruleset, chosen=initial, initial=initial)
        return self.step(form, 1)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        self.preset()
        typed = request.POST.get("step", "")
        number = min(int(typed), LAST) if typed.isdecimal() and len(typed) < 3 else 1
        number = max(number, 1)
        ruleset = ruleset_or_default(request.POST.get("ruleset_id", ""))
        if "again" in request.POST or request.POST.get("shown") != ruleset.id:
            return self.step(self.form_again(typed_again(request)), number)
        form = SetUpForm(request.POST, ruleset=ruleset, chosen=request.POST)
        valid = form.is_valid()
        if "back" in request.POST:
            # From the summary to the page that asked, elsewhere to the one before.
            asked = request.POST["back"]
            to = int(asked) if number == LAST and asked in PAGES else number - 1
            return self.step(form, max(to, 1), quiet=True)
        wrong = sorted({form.step_of(name) for name in form.errors})
        if "finish" not in request.POST:
            if number in wrong:
                return self.step(form, number, status=400)
            return self.step(form, min(number + 1, LAST), quiet=True)
        if not valid:
            return self.step(form, wrong[0], status=400)
        try:
            return self.act(form)
        except ServiceError as error:
            form.refuse(error)
            return self.step(form, LAST, status=error.status)

    def form_again(self, typed: dict[str, Any]) -> SetUpForm:
        """Return the form for other rules, with what was typed so far."""
        found = super().form_again(typed)
        return SetUpForm(ruleset=found.ruleset, chosen=found.initial, initial=found.initial)

    def step(
        self, form: SetUpForm, number: int, *, quiet: bool = False, status: int = 200
    ) -> HttpResponse:
        """Show a page; ``quiet``: it is met for the first time, nothing of it is wrong yet."""
        return self.show(
            self.template,
            {
                "form": form,
                "preset": self.preset(),
                "steps": [(n, step.words, n == number) for n, step in enumerate(STEPS, 1)],
                "number": number,
                "last": LAST,
                "fields": form.of_step(number),
                "carried": form.carried(number),
                "quiet": quiet,
                "advice": self.advice(form) if number == 3 else [],
                "summary": self.summary(form) if number == LAST else [],
                "clubs": NewEventForm.clubs(),
            },
            status=status,
        )

    def advice(self, form: SetUpForm) -> list[str]:
        """Return what the number of players means for tables."""
        value = form["players"].value()
        if not str(value or "").isdecimal():
            return []
        players, chairs = int(value), max(form.ruleset.players)
        found = [
            _("%(players)d players fill %(tables)d tables.")
            % {"players": players, "tables": players // chairs}
        ]
        missing = missing_for_tables(form.ruleset, players)
        if missing:
            found.append(
                _(
                    "%(missing)d are missing for full tables: substitutes stand in, or some sit "
                    "out each round in turn."
                )
                % {"missing": missing}
            )
        # Everybody meets all others of the table in a round.
        most = (players - 1) // (chairs - 1)
        found.append(
            _("Nobody has to meet anybody twice in up to %(rounds)d rounds, if a plan exists.")
            % {"rounds": most}
        )
        return found

    def summary(self, form: SetUpForm) -> list[tuple[str, list[tuple[str, str]], int]]:
        """Return the answers in words: (heading, [(question, answer)], page)."""
        return [
            (
                str(step.words),
                [
                    (str(f.label), self.said(form, f))
                    for f in form.of_step(number)
                    if f.name != "own_scheme" or f.value()
                ],
                number,
            )
            for number, step in enumerate(STEPS[:-1], 1)
        ]

    def said(self, form: SetUpForm, bound: forms.BoundField) -> str:
        value = form.cleaned_data.get(bound.name) if form.is_bound else bound.value()
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if bound.name == "order_keys":
            return order_in_words(value or DEFAULT_ORDER)
        choices = dict(getattr(bound.field, "choices", ()) or ())
        if bound.name == "ruleset_id":
            return words(form.ruleset.name)
        if value in (None, ""):
            return str(choices.get("", "—"))
        return str(choices.get(value, value))
