"""Letting helpers and players in: invitations, forgotten passwords, personal links."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Entry, Invitation
from tournaments.services import invitations, personal_data, personal_links
from tournaments.services.errors import NotAllowed
from tournaments.views.addresses import carried, qr_svg
from tournaments.views.organiser.base import AskFirst, DeskView, Question, attempt
from tournaments.views.organiser.roles import AboutRole


class Invite(DeskView):
    """Make an invitation and show it."""

    tab = "desk-roles"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect(self.address("desk-roles"))

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        made = invitations.invite(
            self.actor,
            self.event.pk,
            role=request.POST.get("role", ""),
            note=request.POST.get("note", ""),
        )
        return redirect(self.address("desk-invitation", invitation_id=made.pk))


class InvitationPage(DeskView):
    """The link of an invitation, or for a new password, with its QR code."""

    tab = "desk-roles"

    def invitation(self) -> Invitation:
        return get_object_or_404(
            Invitation.objects.select_related("for_user"),
            pk=self.kwargs["invitation_id"],
            tournament=self.event,
        )

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        found = self.invitation()
        user = found.for_user
        if user is not None and not invitations.may_reset(self.actor, user):
            raise NotAllowed
        token = invitations.token_of(found)
        if user is not None:
            address = carried(request, "new-password", password_token=token)
        else:
            address = carried(request, "join", invitation_token=token)
        dead = found.used_at is not None or found.withdrawn_at is not None
        return self.show(
            "desk/invitation.html",
            {
                "invitation": found,
                "dead": dead,
                "link_address": "" if dead else address,
                "qr": "" if dead else qr_svg(address),
            },
        )

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Withdraw it: a new one is quickly made."""
        found = self.invitation()
        return attempt(
            self,
            lambda: invitations.withdraw(self.actor, found.pk),
            _("The link no longer works."),
            self.address("desk-roles"),
        )


class PasswordLink(AboutRole):
    """A link with which a helper who forgot the password sets a new one."""

    def question(self) -> Question:
        name = self.membership().user.get_username()
        return Question(
            _("A new password for %(name)s?") % {"name": name},
            [
                _("You get a link to show or send; with it %(name)s sets a new password.")
                % {"name": name},
                _("It works once and for two hours. Until then the old password stays."),
                _("After it, %(name)s is logged out everywhere else.") % {"name": name},
            ],
            _("Make the link"),
        )

    def act(self, form: Any) -> HttpResponse:
        made = invitations.make_password_link(self.actor, self.membership().pk)
        return redirect(self.address("desk-invitation", invitation_id=made.pk))


class PlayerLink(DeskView):
    """The personal link of a player, with its QR code."""

    tab = "desk-people"

    def entry(self) -> Entry:
        return get_object_or_404(
            Entry.objects.select_related("player"),
            pk=self.kwargs["entry_id"],
            tournament=self.event,
        )

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        entry = self.entry()
        link = personal_links.live_link(entry.player)
        address = ""
        if link is not None:
            address = carried(request, "my-link", player_token=personal_links.token_of(link))
        return self.show(
            "desk/player_link.html",
            {
                "entry": entry,
                "link": link,
                "link_address": address,
                "qr": qr_svg(address) if address else "",
            },
        )

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Make the link, make it anew (the old card works no more), or stop it."""
        entry = self.entry()
        if "revoke" in request.POST:
            personal_links.revoke_link(self.actor, entry.pk)
            words = _("The personal link is stopped.")
        else:
            personal_links.make_link(self.actor, entry.pk, anew="anew" in request.POST)
            words = _("The personal link is ready.")
        return self.done(words, self.address("desk-player-link", entry_id=entry.pk))


class PlayerLinks(DeskView):
    """Give everybody of the event a personal link, so that the name cards carry it."""

    tab = "desk-export"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect(self.address("desk-export"))

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return attempt(
            self,
            lambda: personal_links.make_links(self.actor, self.event.pk),
            _("Everybody has a personal link now; the name cards carry it."),
            self.address("desk-export"),
        )


class ErasePerson(AskFirst):
    """Take a person's name out of everything, for good."""

    tab = "desk-people"
    back = "desk-people"

    def entry(self) -> Entry:
        return get_object_or_404(
            Entry.objects.select_related("player"),
            pk=self.kwargs["entry_id"],
            tournament=self.event,
        )

    def question(self) -> Question:
        player = self.entry().player
        events = personal_data.require_may_erase(self.actor, player)
        values = {"name": player.name, "new": personal_data.erased_name(player)}
        n = len(events)
        return Question(
            _("Erase the personal data of %(name)s?") % values,
            [
                ngettext(
                    "In %(n)d event “%(new)s” stands instead of the name: in standings, sheets, "
                    "the log and kept files.",
                    "In %(n)d events “%(new)s” stands instead of the name: in standings, sheets, "
                    "the log and kept files.",
                    n,
                )
                % {**values, "n": n},
                _("The member number, the account and the personal link are gone."),
                _("Seats, hands and results stay as they are."),
                _("Backups made before keep the name until they are deleted."),
                _("There is no way back."),
            ],
            _("Erase for good"),
            danger=True,
        )

    def act(self, form: Any) -> HttpResponse:
        player = personal_data.erase(self.actor, self.entry().player_id)
        return self.done(
            _("The data is erased; the results stand under “%(new)s”.") % {"new": player.name},
            self.address("desk-people"),
        )
