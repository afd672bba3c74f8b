"""What the links open that organisers hand out: a role, a new password, a player's own page. A
visit shows what the link does; only the button does it, so that no look-ahead uses a link up."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.models import Entry, Membership, Tournament
from tournaments.services import invitations, link_logins, personal_links
from tournaments.services.errors import Invalid, ServiceError
from tournaments.views.rules import Rule, RuledView

BACKEND = "django.contrib.auth.backends.ModelBackend"


class LinkPage(RuledView):
    """A page whose address is a secret: not kept by anybody on the way, not told as referrer."""

    rule = Rule.PUBLIC
    template: str

    def resolve_link(self, token: str) -> Any:
        """Return what the link is for; raise `NotAllowed`."""
        raise NotImplementedError

    def show(self, thing: Any, error: ServiceError | None = None) -> HttpResponse:
        context = {"thing": thing, "error": error, "posted": self.request.POST}
        status = 200 if error is None else error.status
        response = render(self.request, self.template, context, status=status)
        response["Cache-Control"] = "no-store"
        return response

    @property
    def secret(self) -> str:
        """The token, which is all that the address names."""
        (value,) = self.kwargs.values()
        return str(value)

    def get(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        return self.show(self.resolve_link(self.secret))

    def enter(self, user: User, backend: str = BACKEND) -> None:
        login(self.request, user, backend=backend)


class Join(LinkPage):
    """Take the role of an invitation: with the account that is logged in, or a new one."""

    template = "account/join.html"

    def resolve_link(self, token: str) -> Any:
        return invitations.invitation_from(token, password=False)

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        token = self.secret
        thing = self.resolve_link(token)
        try:
            if self.actor.user is not None and "own" in request.POST:
                invitations.accept(token, self.actor.user)
            else:
                user = invitations.accept_with_account(
                    token, request.POST.get("username", ""), request.POST.get("password", "")
                )
                self.enter(user)
        except Invalid as error:
            return self.show(thing, error)
        messages.success(request, _("You now help with %(event)s.") % {"event": thing.tournament})
        organiser = thing.role == Membership.Role.ORGANISER
        return redirect(
            "desk-now" if organiser else "referee",
            **({"event": thing.tournament.slug} if organiser else {}),
        )


class NewPassword(LinkPage):
    """Set a new password by the link that an organiser has made."""

    template = "account/new_password.html"

    def resolve_link(self, token: str) -> Any:
        return invitations.invitation_from(token, password=True)

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        token = self.secret
        thing = self.resolve_link(token)
        try:
            user = invitations.set_password(token, request.POST.get("password", ""))
        except Invalid as error:
            return self.show(thing, error)
        self.enter(user)
        messages.success(request, _("Your password is changed."))
        return redirect("account")


class MyLink(LinkPage):
    """A player's own link: one tap, and the phone is this player's."""

    template = "account/my_link.html"

    def resolve_link(self, token: str) -> Any:
        return personal_links.player_from(token)

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        token = self.secret
        player = self.resolve_link(token)
        self.enter(personal_links.account_of(token), link_logins.BACKEND)
        latest = (
            Entry.objects.filter(player=player)
            .exclude(tournament__status=Tournament.Status.FINISHED)
            .order_by("tournament__starts_on", "tournament_id")
            .select_related("tournament")
            .first()
        )
        if latest is None:
            return redirect("account")
        return redirect("me", event=latest.tournament.slug)
