"""What a draw has to keep to: pairs kept apart, places of one's own."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.forms.seating_rules import ApartForm, PlaceForm
from tournaments.models import Entry, PlaceOfOwn
from tournaments.services import seating_rules
from tournaments.services.seating_facts import pairs_of
from tournaments.views.organiser.base import DeskView, FormPage, attempt


class _RulesPage(FormPage):
    tab = "desk-seating"

    def entries(self) -> list[Entry]:
        return list(self.event.entries.select_related("player").order_by("number"))


class Apart(_RulesPage):
    """The pairs that must not meet, and one more of them."""

    template = "desk/seat_apart.html"

    def form(self, data: Any = None) -> ApartForm:
        return ApartForm(data, entries=self.entries())

    def act(self, form: ApartForm) -> HttpResponse:
        values = form.cleaned_data
        seating_rules.keep_apart(
            self.actor,
            self.event.pk,
            values["one"],
            values["other"],
            everywhere=values["everywhere"],
            reason=values["reason"],
        )
        return self.done(_("These two are kept apart."), self.address("desk-apart"))

    def context(self, form: Any) -> dict[str, Any]:
        entries = self.entries()
        numbers = {entry.player_id: entry.number for entry in entries}
        pairs = [
            (pair, numbers.get(pair.one_id), numbers.get(pair.other_id))
            for pair in pairs_of(self.event)
        ]
        return {"pairs": pairs, "entries": entries}


class LetMeet(DeskView):
    tab = "desk-seating"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return attempt(
            self,
            lambda: seating_rules.let_meet(self.actor, self.event.pk, self.kwargs["pair_id"]),
            _("These two may meet again."),
            self.address("desk-apart"),
        )


class Places(_RulesPage):
    """People with a table or wind of their own, or who arrive late; and one more of them."""

    template = "desk/seat_places.html"

    def form(self, data: Any = None) -> PlaceForm:
        return PlaceForm(data, entries=self.entries())

    def act(self, form: PlaceForm) -> HttpResponse:
        values = form.cleaned_data
        seating_rules.give_place(
            self.actor,
            values["entry"],
            **{name: values[name] for name in ("table", "wind", "from_round", "reason")},
        )
        return self.done(_("The next draws keep to it."), self.address("desk-places"))

    def context(self, form: Any) -> dict[str, Any]:
        places = PlaceOfOwn.objects.filter(entry__tournament=self.event)
        return {"places": places.select_related("entry__player"), "entries": self.entries()}


class TakePlace(DeskView):
    tab = "desk-seating"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        entry = self.event.entries.filter(pk=self.kwargs["entry_id"]).first()
        return attempt(
            self,
            lambda: seating_rules.take_place(self.actor, entry.pk if entry else 0),
            _("This person may sit anywhere."),
            self.address("desk-places"),
        )
