"""One permission rule for every address, checked before anything else runs."""

from typing import Any, ClassVar

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views import View

from tournaments.models import Table, TableLink, Tournament
from tournaments.services import announcements, links
from tournaments.services.access import Actor
from tournaments.services.errors import NotAllowed, ServiceError
from tournaments.services.rules import Rule, is_allowed


class RuledView(View):
    """A view with its rule. Resolves ``event`` (slug), ``table_id`` or ``token`` of the address to
    ``self.tournament``, ``self.table`` and ``self.actor``; a table of another event is not there.
    """

    rule: ClassVar[Rule]
    wants_json: ClassVar[bool] = False

    actor: Actor
    tournament: Tournament | None = None
    table: Table | None = None

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.actor = Actor.of(request.user)

    def _resolve(self) -> None:
        if "event" in self.kwargs:
            self.tournament = get_object_or_404(
                Tournament.objects.select_related("club").annotate(
                    announces=announcements.any_shown()
                ),
                slug=self.kwargs["event"],
            )
        if "token" in self.kwargs:
            link: TableLink = links.link_from_token(self.kwargs["token"])
            self.actor = Actor.of_link(link)
            self.table = link.table
            self.tournament = link.table.round.tournament
        if "table_id" in self.kwargs:
            self.table = get_object_or_404(
                Table.objects.select_related("round__tournament__club"),
                pk=self.kwargs["table_id"],
            )
            if self.tournament is not None and self.table.round.tournament != self.tournament:
                raise Http404
            self.tournament = self.table.round.tournament

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            self._resolve()
            if not is_allowed(self.rule, self.actor, self.tournament, self.table):
                if request.user.is_authenticated or self.wants_json or self.actor.link:
                    raise NotAllowed
                return self.ask_who()
            return super().dispatch(request, *args, **kwargs)
        except ServiceError as error:
            return self.refuse(error)

    def ask_who(self) -> HttpResponse:
        """Answer somebody who has not logged in and may not open the address."""
        return redirect_to_login(self.request.get_full_path())

    def refuse(self, error: ServiceError) -> HttpResponse:
        """Show a refusal that the view itself did not answer."""
        if self.wants_json:
            return refusal_as_json(error)
        return render(
            self.request,
            "error.html",
            {"error": error, "tournament": self.tournament},
            status=error.status,
        )


def refusal_as_json(error: ServiceError) -> JsonResponse:
    return JsonResponse(error.as_json(), status=error.status)


__all__ = ["Rule", "RuledView", "is_allowed", "refusal_as_json"]
