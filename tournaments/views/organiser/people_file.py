"""Registering players from a file: upload, look, register."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.forms.people_file import PeopleFileForm, signed, unsigned
from tournaments.importing.player_list import PlayerList, read_player_list
from tournaments.services import people_import
from tournaments.services.errors import Invalid, Problem
from tournaments.views.organiser.base import FormPage


class PeopleFile(FormPage):
    """GET asks for the file; POST shows what it holds, and registers it when it comes back."""

    tab = "desk-people"
    template = "desk/people_file.html"

    def form(self, data: Any = None) -> PeopleFileForm:
        return PeopleFileForm(data, self.request.FILES if data is not None else None)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "rows" in request.POST:
            return self.register(request.POST["rows"])
        return super().post(request, *args, **kwargs)

    def act(self, form: PeopleFileForm) -> HttpResponse:
        read = read_player_list(form.cleaned_data["file"], form.cleaned_data["encoding"])
        return self.preview(read, read.problems, 400 if read.problems else 200)

    def preview(
        self, read: PlayerList, problems: tuple[Problem, ...] = (), status: int = 200
    ) -> HttpResponse:
        found = people_import.sort_rows(self.event, read.rows)
        known = set(found.known)
        return self.show(
            "desk/people_preview.html",
            {
                "read": read,
                "problems": problems,
                "rows": [
                    (line, row, place in known)
                    for place, (line, row) in enumerate(zip(read.lines, read.rows, strict=True))
                ],
                "new": len(found.new),
                "known": len(found.known),
                "alike": found.alike,
                "signed": signed(self.event.pk, read) if not problems else "",
            },
            status=status,
        )

    def register(self, text: str) -> HttpResponse:
        form = self.form({})
        read = unsigned(self.event.pk, text)
        if read is None:
            form.add_error(None, _("What was shown is no longer at hand; upload the file again."))
            return self.page(form, status=400)
        new = people_import.sort_rows(self.event, read.rows).new
        form.lines = tuple(read.lines[place] for place in new)
        try:
            made = people_import.register_new(self.actor, self.event, read.rows)
        except Invalid as error:
            form.refuse(error)
            return self.page(form, status=error.status)
        words = ngettext(
            "%(n)d player is registered.", "%(n)d players are registered.", len(made)
        ) % {"n": len(made)}
        return self.done(words, self.address("desk-people"))
