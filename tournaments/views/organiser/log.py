"""The log of an event, and the way back to an earlier state of it."""

from collections.abc import Iterator
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from tournaments.exporting.csv_file import ResultsCsv
from tournaments.exporting.log_csv import label_of, log_sheet
from tournaments.forms.log import LogForm, RestoreForm
from tournaments.models.facts import fact_models
from tournaments.services import fact_log, log, restoring
from tournaments.services.restoring import Preview
from tournaments.views.downloads import csv_attachment
from tournaments.views.organiser.base import DeskView, FormPage, Words
from tournaments.views.organiser.log_words import FIELDS, in_words, value_words
from tournaments.views.organiser.option_words import moved_options

ACTS_A_PAGE = 40


class LogView(DeskView):
    """What is asked of the log."""

    tab = "desk-log"

    def search(self) -> tuple[LogForm, dict[str, Any]]:
        """Return the form and what it narrows; a wrong one narrows nothing and says so."""
        form = LogForm(self.request.GET, zone=self.event.club.zone)
        return form, form.cleaned_data if form.is_valid() else {}


class LogPage(LogView):
    """Acts, newest first; entries of one act stand together."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        form, found = self.search()
        groups = log.groups(self.event, **found)
        page = Paginator(groups, ACTS_A_PAGE).get_page(request.GET.get("page"))
        acts = log.acts_of(self.event, list(page.object_list))
        names = dict(self.event.entries.values_list("number", "player__name"))
        query = urlencode(form.typed()) if found else ""
        return self.show(
            "desk/log.html",
            {
                "form": form,
                "acts": in_words(acts, names),
                "page": page,
                "query": f"{query}&" if query else "",
                "searching": bool(query) or not form.is_valid(),
                "first_revision": fact_log.first_revision(self.event.pk),
            },
        )


class LogCsv(LogView):
    """The acts that were searched for, as a file."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        _form, found = self.search()
        entries = log.entries_of(log.groups(self.event, **found))
        form, label = ResultsCsv(), label_of(self.event)
        content = form.render(label, log_sheet(self.event, entries))
        return csv_attachment(request, content, label.file_name("log", form.suffix))


class Restore(FormPage):
    """What an earlier state would change, and the button that brings it back."""

    tab = "desk-log"
    template = "desk/restore.html"

    def preview(self) -> Preview:
        if not hasattr(self, "_preview"):
            self._preview = restoring.preview(self.actor, self.event, self.kwargs["revision"])
        return self._preview

    def form(self, data: Any = None) -> RestoreForm:
        return RestoreForm(data, initial={"seen": self.event.revision})

    def page(self, form: Any, *, status: int = 200) -> HttpResponse:
        # What is shown now is what the next button does.
        form.data = {**form.data.dict(), "seen": self.event.revision} if form.data else {}
        return super().page(form, status=status)

    def act(self, form: RestoreForm) -> HttpResponse:
        revision = self.kwargs["revision"]
        restoring.restore(
            self.actor,
            self.event.pk,
            revision,
            seen=form.cleaned_data["seen"],
            reason=form.cleaned_data["reason"],
        )
        return self.done(
            _("The event is again what it was at revision %(n)d.") % {"n": revision},
            self.address("desk-log"),
        )

    def settings(self, shown: Preview) -> Iterator[tuple[Words, str, str]]:
        """Yield (setting, now, then) in words; each option of the rules is a row of its own."""
        for name, old, new in shown.settings:
            if name == "ruleset_options" and isinstance(old, dict) and isinstance(new, dict):
                yield from moved_options(self.event.ruleset, old, new)
            else:
                yield FIELDS.get(name, name), value_words(old, name), value_words(new, name)

    def context(self, form: Any) -> dict[str, Any]:
        shown = self.preview()
        names = {fact_log.kind_of(m): m._meta.verbose_name for m in fact_models()}
        return {
            "shown": shown,
            "moved": shown.standings,
            "counts": [(names[kind], *three) for kind, three in shown.counts.items()],
            "settings": list(self.settings(shown)),
            "act": self.event.audit.filter(revision=shown.revision).first(),
        }
