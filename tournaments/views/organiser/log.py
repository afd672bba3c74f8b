"""The log of an event."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils.http import urlencode

from tournaments.forms.log import LogForm
from tournaments.services import log
from tournaments.views.organiser.base import DeskView
from tournaments.views.organiser.log_words import in_words

ACTS_A_PAGE = 40


class LogPage(DeskView):
    """Acts, newest first; entries of one act stand together."""

    tab = "desk-log"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        form = LogForm(request.GET)
        found = form.cleaned_data if form.is_valid() else {}
        groups = log.groups(self.event, **found)
        page = Paginator(groups, ACTS_A_PAGE).get_page(request.GET.get("page"))
        acts = log.acts_of(self.event, list(page.object_list))
        names = dict(self.event.entries.values_list("number", "player__name"))
        query = urlencode({k: v for k, v in found.items() if v not in ("", None)})
        return self.show(
            "desk/log.html",
            {
                "form": form,
                "acts": in_words(acts, names),
                "page": page,
                "query": f"{query}&" if query else "",
                "searching": bool(query),
            },
        )
