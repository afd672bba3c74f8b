"""What every public page of an event has in common: its tabs, and who is looking."""

from collections.abc import Hashable
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.text import Text
from tournaments.models import Entry, Membership, Tournament
from tournaments.services import access, announcements
from tournaments.services.errors import NotAllowed, ServiceError
from tournaments.views.fragments import tag_of
from tournaments.views.rules import Rule, RuledView

TABS = (
    {"name": "standings", "words": _("Standings")},
    {"name": "live-tables", "words": _("Tables now")},
    {"name": "find-seat", "words": _("My seat")},
    {"name": "rounds", "words": pgettext_lazy("tab", "Rounds")},
    {"name": "people", "words": _("People")},
    {"name": "highlights", "words": _("Highlights")},
    {"name": "event-rules", "words": pgettext_lazy("tab", "Rules")},
)
MONEY_TAB = {"name": "settle-up", "words": _("Settle up")}
MY_TAB = {"name": "me", "words": _("My page")}


def news_key(event: Tournament, news: tuple[Text, ...]) -> Hashable:
    """What the announcements on a page depend on."""
    return ("news", event.pk, news)


class EventView(RuledView):
    """A page of one event. ``part``: a part of a page, which a page asks for."""

    tab = ""
    part = False

    @property
    def event(self) -> Tournament:
        if self.tournament is None:
            raise Http404
        return self.tournament

    def show(self, template: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
        role = access.role_in(self.actor, self.event)
        shared = {
            "tournament": self.event,
            "tabs": self._tabs(),
            "tab": self.tab,
            "is_referee": role is not None,
            "is_organiser": role == Membership.Role.ORGANISER,
            "sees_standings": self.event.standings_public or role is not None,
        }
        if "news" not in context:
            shared |= self._news()
        return render(self.request, template, {**shared, **context}, status=status)

    def ask_who(self) -> HttpResponse:
        """Tell a visitor that results are not shown; an account would seldom help."""
        if self.rule is not Rule.STANDINGS or self.part:
            return super().ask_who()
        return self.hidden()

    def refuse(self, error: ServiceError) -> HttpResponse:
        event = self.tournament
        held = event is not None and (
            not event.standings_public or event.release == Tournament.ReleaseMode.HELD
        )
        page = self.rule is Rule.STANDINGS and not self.part
        if held and page and isinstance(error, NotAllowed):
            return self.hidden()
        return super().refuse(error)

    def hidden(self) -> HttpResponse:
        context = {"held": self.event.standings_public, "back": self.request.get_full_path()}
        return self.show("public/hidden.html", context, status=403)

    def _news(self) -> dict[str, Any]:
        """Return what is announced; the query that found the event has said whether anything is."""
        any_ = getattr(self.event, "announces", True)
        found = announcements.shown(self.event.pk) if any_ else ()
        news = tuple(announcements.text_of(one) for one in found)
        return {"news": news, "news_etag": tag_of(news_key(self.event, news))}

    def _tabs(self) -> list[dict[str, Any]]:
        tabs: list[dict[str, Any]] = [*TABS]
        if self.event.kind != Tournament.Kind.OPEN:
            tabs.append(MONEY_TAB)
        return [*tabs, MY_TAB] if self.my_entry() else tabs

    def my_entry(self) -> Entry | None:
        """Return the entry of the player who is logged in."""
        if self.actor.user is None:
            return None
        return self.event.entries.filter(player__user=self.actor.user).first()
