"""My events, a new event, and the settings of one."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from scoring.table_points import display_units
from tournaments.forms.events import NewEventForm, SettingsForm, ruleset_or_default
from tournaments.forms.fields import order_in_words
from tournaments.forms.options import PREFIX
from tournaments.models import Hand, Membership, Tournament
from tournaments.services import access, events
from tournaments.services.refusals import words
from tournaments.standings import DEFAULT_ORDER
from tournaments.views.organiser.base import DeskView, FormPage
from tournaments.views.organiser.option_words import moved_options
from tournaments.views.organiser.settings_effects import effects_of
from tournaments.views.rules import Rule

TICKS = ("standings_public", "confirmed_only")


def typed_again(request: HttpRequest) -> dict[str, Any]:
    """Return what was typed, for a form that is shown again with other options."""
    # A tick that travels in a hidden field says "False" where there is none.
    ticked = {name: request.POST.get(name, "False") != "False" for name in TICKS}
    return {**request.POST.dict(), **ticked, "order_keys": request.POST.getlist("order_keys")}


class MyEvents(DeskView):
    """The events whose organiser I am."""

    rule = Rule.SIGNED_IN

    def get(self, request: HttpRequest) -> HttpResponse:
        mine = Tournament.objects.select_related("club").order_by("-starts_on", "-id")
        user = self.actor.user
        if user is None or not user.is_superuser:
            mine = mine.filter(memberships__user=user, memberships__role=Membership.Role.ORGANISER)
        return self.show(
            "desk/events.html",
            {"events": mine, "may_create": access.may_create_tournaments(self.actor)},
        )


class NewEvent(FormPage):
    """Set up an event. The rules chosen decide which options the form shows."""

    rule = Rule.CREATOR
    template = "desk/new.html"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "again" in request.POST:
            return self.page(self.form_again(typed_again(request)))
        return super().post(request, *args, **kwargs)

    def form(self, data: Any = None) -> NewEventForm:
        ruleset = ruleset_or_default(data.get("ruleset_id", "") if data else "")
        return NewEventForm(data, ruleset=ruleset, chosen=data or {})

    def form_again(self, typed: dict[str, Any]) -> NewEventForm:
        """Return the form for other rules or presets, with what was typed so far."""
        ruleset = ruleset_or_default(typed.get("ruleset_id", ""))
        if typed.get("shown") != ruleset.id:
            # The options of the rules left behind mean nothing here.
            typed = {
                key: value
                for key, value in typed.items()
                if key != "seat_change" and not key.startswith(PREFIX)
            }
        return NewEventForm(ruleset=ruleset, chosen=typed, initial=typed)

    def act(self, form: NewEventForm) -> HttpResponse:
        values = form.cleaned_data
        tournament = events.create_tournament(
            self.actor,
            name=values["name"],
            club_name=values["club_name"],
            ruleset=form.ruleset.id,
            options=form.overrides(),
            **form.settings(),
        )
        self.tournament = tournament
        return self.done(
            _("“%(name)s” is set up. Now register the players.") % {"name": tournament.name},
            self.address("desk-people"),
        )

    def context(self, form: Any) -> dict[str, Any]:
        return {"clubs": NewEventForm.clubs()}


class Settings(FormPage):
    """Change the settings. What changes results is shown first, old beside new."""

    tab = "desk-settings"
    template = "desk/settings.html"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "again" in request.POST:
            # Another preset: its values become the standard that the options show.
            typed = typed_again(request)
            ruleset = ruleset_or_default(self.event.ruleset)
            return self.page(SettingsForm(ruleset=ruleset, chosen=typed, initial=typed))
        return super().post(request, *args, **kwargs)

    def form(self, data: Any = None) -> SettingsForm:
        event = self.event
        ruleset = ruleset_or_default(event.ruleset)
        if data is not None:
            return SettingsForm(data, ruleset=ruleset, chosen=data)
        form = SettingsForm(ruleset=ruleset, chosen=self.pinned())
        form.initial = {
            **SettingsForm.initial_of(event),
            **form.option_fields.initial(event.ruleset_options),
        }
        return form

    def pinned(self) -> dict[str, Any]:
        return dict(self.event.ruleset_options)

    def act(self, form: SettingsForm) -> HttpResponse:
        changes = form.changes(self.event)
        differences = self.differences(changes)
        effects = effects_of(self.event, {name for name, *_rest in differences})
        if effects and "confirmed" not in self.request.POST:
            return self.show(
                "desk/settings_confirm.html",
                {"form": form, "effects": effects, "differences": differences},
            )
        events.change_tournament(self.actor, self.event.pk, **changes)
        return self.done(_("The settings are saved."), self.address("desk-settings"))

    def differences(self, changes: dict[str, Any]) -> list[tuple[str, str, str, str]]:
        """Return (field, label, old, new) of everything that would change, in words."""
        event = self.event
        rows = []
        for name, value in changes.items():
            old = getattr(event, name)
            if name == "ruleset_options":
                rows += self.option_differences(value)
            elif old != value:
                rows.append((name, *self.in_words(name, old, value)))
        return rows

    def in_words(self, name: str, old: Any, new: Any) -> tuple[str, str, str]:
        field = self.form().fields[name]
        choices = dict(getattr(field, "choices", []) or [])

        def said(value: Any) -> str:
            if name == "order_keys":
                return order_in_words(value or DEFAULT_ORDER)
            if name == "bye_points":
                return _("the mean of a table") if value is None else display_units(value)
            if isinstance(value, bool):
                return _("yes") if value else _("no")
            return str(choices.get(value, value if value not in (None, "") else "—"))

        return str(field.label), said(old), said(new)

    def option_differences(self, overrides: dict[str, Any]) -> list[tuple[str, str, str, str]]:
        event = self.event
        resolved = events.resolved_options(event.ruleset, overrides)
        moved = moved_options(event.ruleset, event.ruleset_options, resolved)
        return [("ruleset_options", *row) for row in moved]

    def context(self, form: Any) -> dict[str, Any]:
        ruleset = ruleset_or_default(self.event.ruleset)
        return {
            "ruleset_name": words(ruleset.name),
            "has_hands": Hand.objects.filter(table__round__tournament=self.event).exists(),
        }
