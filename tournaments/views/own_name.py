"""The page on which a player, or an organiser for them, has the name hidden or shown again."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tournaments.models import Entry
from tournaments.services import access, names
from tournaments.views.event_page import EventView
from tournaments.views.rules import Rule


class OwnName(EventView):
    """GET says what follows from it, POST does it. Who may not is sent to the person's page."""

    rule = Rule.SIGNED_IN
    tab = "people"

    def entry(self) -> Entry:
        return get_object_or_404(
            self.event.entries.select_related("player"), number=self.kwargs["number"]
        )

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        entry = self.entry()
        organises = access.may_organise(self.actor, self.event)
        if not names.may_hide(self.actor, entry.player, organises):
            return redirect("person", **kwargs)
        others = entry.player.entries.exclude(pk=entry.pk).count()
        return self.show(
            "public/own_name.html",
            {
                "entry": entry,
                "own": names.is_own(self.actor, entry.player),
                "others": others,
            },
        )

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        hidden = request.POST.get("hidden") == "1"
        player = names.hide_name(self.actor, self.entry().pk, hidden=hidden)
        messages.success(
            request,
            _("The name is not shown any more, anywhere outside the desk.")
            if player.name_hidden
            else _("The name is shown again."),
        )
        return redirect("person", **kwargs)
