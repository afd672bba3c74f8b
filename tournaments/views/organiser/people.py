"""Registering players, putting registrations right, taking them back."""

from collections import Counter
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.rulesets import get_ruleset
from tournaments.forms.people import EntryChangeForm, EntryForm, PasteForm
from tournaments.forms.points import ReplaceForm
from tournaments.models import Entry, Round
from tournaments.services import absences, desk, entries
from tournaments.templatetags.club import listed
from tournaments.views.organiser.base import AskFirst, FormPage, Question


class People(FormPage):
    """Everybody who is registered, with the form for one more on top."""

    tab = "desk-people"
    template = "desk/people.html"

    def form(self, data: Any = None) -> EntryForm:
        return EntryForm(data)

    def act(self, form: EntryForm) -> HttpResponse:
        entry = entries.register(self.actor, self.event.pk, **form.cleaned_data)
        return self.done(
            _("%(name)s is registered under number %(number)d.")
            % {"name": entry.player.name, "number": entry.number},
            self.address("desk-people"),
        )

    def context(self, form: Any) -> dict[str, Any]:
        everybody = list(
            self.event.entries.select_related("player__club", "team").order_by("number")
        )
        wanted = self.request.GET.get("q", "").replace("\0", "").strip()
        counts = Counter(entry.status for entry in everybody)
        playing = counts[Entry.Status.ACTIVE] + counts[Entry.Status.SUBSTITUTE]
        return {
            "entries": [e for e in everybody if _matches(e, wanted)] if wanted else everybody,
            "total": len(everybody),
            "wanted": wanted,
            "playing": playing,
            "missing": desk.missing_for_tables(get_ruleset(self.event.ruleset), playing),
            "substitutes": counts[Entry.Status.SUBSTITUTE],
            "clubs": sorted({e.player.club.name for e in everybody if e.player.club}),
            "teams": sorted({e.team.name for e in everybody if e.team}),
        }


def _matches(entry: Entry, wanted: str) -> bool:
    """Say whether a registration is meant by a search: its number, or a part of a name."""
    if wanted.isdecimal():
        return entry.number == int(wanted)
    names = [entry.player.name]
    names += [entry.player.club.name] if entry.player.club else []
    names += [entry.team.name] if entry.team else []
    return any(wanted.casefold() in name.casefold() for name in names)


class PastePeople(FormPage):
    """Register a pasted list, all or nobody."""

    tab = "desk-people"
    template = "desk/paste.html"

    def form(self, data: Any = None) -> PasteForm:
        return PasteForm(data)

    def act(self, form: PasteForm) -> HttpResponse:
        made = entries.register_many(self.actor, self.event.pk, form.cleaned_data["players"])
        words = ngettext(
            "%(n)d player is registered.", "%(n)d players are registered.", len(made)
        ) % {"n": len(made)}
        return self.done(words, self.address("desk-people"))


class ChangeEntry(FormPage):
    """Put one registration right."""

    tab = "desk-people"
    template = "desk/entry.html"

    def entry(self) -> Entry:
        return get_object_or_404(
            Entry.objects.select_related("player__club", "team"),
            pk=self.kwargs["entry_id"],
            tournament=self.event,
        )

    def form(self, data: Any = None) -> EntryChangeForm:
        if data is not None:
            return EntryChangeForm(data)
        return EntryChangeForm(initial=EntryChangeForm.initial_of(self.entry()))

    def act(self, form: EntryChangeForm) -> HttpResponse:
        entry = entries.change_entry(self.actor, self.entry().pk, **form.cleaned_data)
        return self.done(
            _("Saved: %(name)s.") % {"name": entry.player.name}, self.address("desk-people")
        )

    def context(self, form: Any) -> dict[str, Any]:
        entry = self.entry()
        bound = entry.seats.exists() or entry.penalties.exists() or entry.byes.exists()
        others = entry.player.entries.filter(~Q(tournament=self.event)).count()
        return {
            "entry": entry,
            "removable": not bound,
            "other_events": others,
            "replaceable": entry.status == Entry.Status.ACTIVE and bound,
        }


class ReplaceEntry(AskFirst):
    """A newcomer or a reserve takes the number of somebody who leaves."""

    tab = "desk-people"

    def entry(self) -> Entry:
        return get_object_or_404(
            Entry.objects.select_related("player", "team"),
            pk=self.kwargs["entry_id"],
            tournament=self.event,
        )

    def back_address(self) -> str:
        return self.address("desk-entry", entry_id=self.entry().pk)

    def form(self, data: Any = None) -> ReplaceForm:
        entry = self.entry()
        reserves = self.event.entries.filter(reserve=True).exclude(pk=entry.pk)
        if entry.team_id is not None:
            reserves = reserves.filter(team_id=entry.team_id)
        found = reserves.select_related("player").order_by("number")
        return ReplaceForm(data, reserves=list(found))

    def question(self) -> Question:
        entry = self.entry()
        ahead = self.event.rounds.filter(status=Round.Status.SEATED).order_by("number")
        numbers = listed(round_.number for round_ in ahead)
        seats = (
            _("The seats of the rounds that have not started go along: %(numbers)s.")
            % {"numbers": numbers}
            if numbers
            else _("No round has seats to come; the newcomer plays from the next draw on.")
        )
        return Question(
            _("Who takes number %(n)d of %(name)s?")
            % {"n": entry.number, "name": entry.player.name},
            [
                seats,
                _(
                    "%(name)s is withdrawn from then on, keeps what was earned, and gets another "
                    "number."
                )
                % {"name": entry.player.name},
                _("Rounds that are running or closed stay as they are."),
            ],
            _("Hand the number over"),
        )

    def act(self, form: ReplaceForm) -> HttpResponse:
        newcomer = absences.replace_entry(
            self.actor,
            self.entry().pk,
            name=form.cleaned_data["name"],
            reserve_id=form.cleaned_data.get("reserve_id"),
        )
        return self.done(
            _("%(name)s has number %(n)d now.")
            % {"name": newcomer.player.name, "n": newcomer.number},
            self.address("desk-people"),
        )


class RemoveEntry(AskFirst):
    tab = "desk-people"
    back = "desk-people"

    def entry(self) -> Entry:
        return get_object_or_404(
            Entry.objects.select_related("player"),
            pk=self.kwargs["entry_id"],
            tournament=self.event,
        )

    def question(self) -> Question:
        entry = self.entry()
        return Question(
            _("Take %(name)s off the list?") % {"name": entry.player.name},
            [
                _("Number %(n)d becomes free again.") % {"n": entry.number},
                _(
                    "The log keeps who was taken off, by whom and when; going back to the state "
                    "before brings the entry back."
                ),
            ],
            _("Take off the list"),
            danger=True,
        )

    def act(self, form: Any) -> HttpResponse:
        name = self.entry().player.name
        entries.remove_entry(self.actor, self.entry().pk)
        return self.done(
            _("%(name)s is off the list.") % {"name": name}, self.address("desk-people")
        )


class SearchPeople(People):
    """The list alone, for the search box that asks while one types."""

    http_method_names = ["get", "head", "options"]

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.show("desk/_people_rows.html", self.context(None))
