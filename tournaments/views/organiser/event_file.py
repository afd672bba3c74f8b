"""A new event from the document of another."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _

from tournaments.forms.event_file import EventFileForm
from tournaments.services import event_import
from tournaments.views.organiser.base import FormPage
from tournaments.views.rules import Rule


class ReadEvent(FormPage):
    """Make an event of an uploaded document, all of it or nothing."""

    rule = Rule.CREATOR
    template = "desk/event_file.html"

    def form(self, data: Any = None) -> EventFileForm:
        return EventFileForm(data, self.request.FILES if data is not None else None)

    def act(self, form: EventFileForm) -> HttpResponse:
        self.tournament = event_import.import_event(
            self.actor, form.cleaned_data["file"], rescore=form.cleaned_data["rescore"]
        )
        return self.done(
            _("“%(name)s” is read; you are its organiser.") % {"name": self.tournament.name},
            self.address("desk-now"),
        )
