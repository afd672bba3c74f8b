"""Who helps with an event: roles given by user name, and taken away."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tournaments.forms.roles import RoleForm
from tournaments.models import Membership
from tournaments.services import events
from tournaments.services.invitations import open_invitations
from tournaments.views.organiser.base import AskFirst, FormPage, Question


class Roles(FormPage):
    tab = "desk-roles"
    template = "desk/roles.html"

    def form(self, data: Any = None) -> RoleForm:
        return RoleForm(data)

    def act(self, form: RoleForm) -> HttpResponse:
        given = events.give_role(self.actor, self.event.pk, **form.cleaned_data)
        return self.done(
            _("%(name)s: %(role)s.")
            % {"name": given.user.get_username(), "role": given.get_role_display()},
            self.address("desk-roles"),
        )

    def context(self, form: Any) -> dict[str, Any]:
        return {
            "memberships": self.event.memberships.select_related("user").order_by(
                "role", "user__username"
            ),
            "roles": Membership.Role.choices,
            "invitations": open_invitations(self.event),
        }


class AboutRole(AskFirst):
    """A question about one role that somebody has in the event."""

    tab = "desk-roles"
    back = "desk-roles"

    def membership(self) -> Membership:
        return get_object_or_404(
            Membership.objects.select_related("user"),
            pk=self.kwargs["membership_id"],
            tournament=self.event,
        )


class TakeRole(AboutRole):
    def question(self) -> Question:
        membership = self.membership()
        consequences: list[str] = [
            _("%(name)s can no longer act as %(role)s in this event.")
            % {
                "name": membership.user.get_username(),
                "role": membership.get_role_display(),
            },
            _("The account stays, and what was recorded; the role can be given again."),
        ]
        if membership.user == self.actor.user:
            consequences.append(_("That is you: you lose this desk at once."))
        return Question(
            _("Remove the role of %(name)s?") % {"name": membership.user.get_username()},
            consequences,
            _("Remove the role"),
            danger=True,
        )

    def act(self, form: Any) -> HttpResponse:
        membership = self.membership()
        own = membership.user == self.actor.user
        events.take_role(self.actor, membership.pk)
        return self.done(
            _("The role is taken."), self.address("desk-roles") if not own else "/desk/"
        )
