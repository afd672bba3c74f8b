"""The tables a referee looks after: a live list, "time!" for all of a round, which are mine."""

from hashlib import blake2b
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.http import quote_etag, url_has_allowed_host_and_scheme
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from tournaments.models import Membership
from tournaments.services import announcements, clock, my_tables
from tournaments.services.errors import NotThere
from tournaments.services.my_tables import Lack, RunningRound
from tournaments.services.tables import TableState
from tournaments.templatetags.club import signed
from tournaments.views.rules import Rule, RuledView


def in_words(lack: Lack) -> str:
    """Say what a table lacks."""
    if lack.kind == "quiet":
        n = lack.values["minutes"]
        return ngettext("no entry for %(n)d minute", "no entry for %(n)d minutes", n) % {"n": n}
    if lack.kind == "paper":
        return _("paper and hands differ by %(by)d") % lack.values
    if lack.kind == "sum":
        return _("sums to %(sum)s") % {"sum": signed(lack.values["sum"])}
    return {
        "called": _("referee called"),
        "disputed": _("the result is disputed"),
        "time_up": _("time is up"),
        "unconfirmed": _("not confirmed"),
    }[lack.kind]


def told(row: tuple[TableState, list[Lack]]) -> tuple[TableState, list[tuple[Lack, str]]]:
    """Put the words beside what a table lacks."""
    state, found = row
    return state, [(lack, in_words(lack)) for lack in found]


class MyTables(RuledView):
    """The tables of running rounds in the events where I am a referee. The list asks itself anew:
    answered by 304 from the events' revisions while nothing has happened."""

    rule = Rule.SIGNED_IN

    def get(self, request: HttpRequest) -> HttpResponse:
        memberships = my_tables.memberships_of(self.actor)
        tag = self._tag(memberships)
        part = bool(getattr(request, "htmx", False))
        response: HttpResponse
        if part and request.headers.get("If-None-Match") == tag:
            response = HttpResponseNotModified()
        else:
            groups = my_tables.running_rounds(memberships)
            template = "referee/_my_tables.html" if part else "referee/my_tables.html"
            response = render(request, template, self._context(memberships, groups, tag))
        response["ETag"] = tag
        patch_cache_control(response, no_cache=True, private=True)
        return response

    @staticmethod
    def _context(
        memberships: list[Membership], groups: list[RunningRound], tag: str
    ) -> dict[str, Any]:
        busy = {group.membership.pk for group in groups}
        events = {m.tournament_id for m in memberships}
        news = announcements.shown_in(events)
        return {
            "news": [(one.tournament, announcements.text_of(one)) for one in news],
            "groups": [(group, list(map(told, group.tables))) for group in groups],
            "busy": [m for m in memberships if m.pk in busy],
            "quiet": [m for m in memberships if m.pk not in busy],
            "tag": tag,
        }

    @staticmethod
    def _tag(memberships: list[Membership]) -> str:
        """Of all that the list is told from; by the minute, for tables that say nothing."""
        parts = [f"{m.tournament_id}.{m.tournament.revision}.{m.tables}" for m in memberships]
        minute = int(timezone.now().timestamp() // 60)
        whole = "-".join([*parts, str(minute), str(get_language())])
        return quote_etag(blake2b(whole.encode(), digest_size=12).hexdigest())


class LookAfter(RuledView):
    """Say which tables of an event are mine."""

    rule = Rule.REFEREE

    def get(self, request: HttpRequest, event: str) -> HttpResponse:
        return redirect("referee")

    def post(self, request: HttpRequest, event: str) -> HttpResponse:
        if self.tournament is None:
            raise NotThere
        my_tables.look_after(self.actor, self.tournament.pk, request.POST.get("tables", ""))
        return redirect("referee")


class CallTime(RuledView):
    """Call "time!" for all tables of a round, or take the call back."""

    rule = Rule.REFEREE

    def get(self, request: HttpRequest, event: str, round: int) -> HttpResponse:
        return redirect("referee")

    def post(self, request: HttpRequest, event: str, round: int) -> HttpResponse:
        if self.tournament is None:
            raise NotThere
        found = self.tournament.rounds.filter(number=round).first()
        if found is None:
            raise Http404
        if "back" in request.POST:
            clock.take_call_back(self.actor, found.pk)
            messages.success(request, _("The clocks run on."))
        else:
            clock.call_time(self.actor, found.pk)
            messages.success(request, _("Time is called at all tables of round %d.") % round)
        back = request.POST.get("next", "")
        own = url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure())
        return redirect(back if own else "referee")
