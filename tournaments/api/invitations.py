"""Ways in through the API: invitations of helpers, players' own links."""

from typing import Any

from django.http import Http404
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView, In
from tournaments.api.doc import operation, read
from tournaments.api.fields import entry_of, flag, text
from tournaments.models import Invitation, Membership, PersonalLink
from tournaments.services import invitations, personal_links
from tournaments.services.rules import Rule


class InvitationIn(In):
    role = serializers.ChoiceField(choices=Membership.Role.choices)
    note = text(max_length=80, help_text="For whom.")


class InvitationOut(serializers.ModelSerializer[Invitation]):
    """``address``: of the link on this site; it works once."""

    address = serializers.SerializerMethodField()

    class Meta:
        model = Invitation
        fields = ("id", "role", "note", "created_at", "expires_at", "address")

    def get_address(self, invitation: Invitation) -> str:
        token = invitations.token_of(invitation)
        return reverse("join", kwargs={"invitation_token": token})


class Invitations(ApiView):
    """Invitations to roles that somebody can still accept; or one more."""

    rule = Rule.ORGANISER
    keeps_answers = False

    @operation("invitations", gives=InvitationOut(many=True))
    def get(self, request: Request, event: str) -> Response:
        found = invitations.open_invitations(self.event)
        return Response(InvitationOut(found, many=True).data)

    @operation("invite", takes=InvitationIn, gives=InvitationOut, status=201)
    def post(self, request: Request, event: str) -> Response:
        made = invitations.invite(self.actor, self.event.pk, **read(InvitationIn, request))
        return Response(InvitationOut(made).data, status=201)


class InvitationDetail(ApiView):
    """One invitation."""

    rule = Rule.ORGANISER

    @operation("withdraw_invitation")
    def delete(self, request: Request, event: str, invitation: int) -> Response:
        """Let it work no more."""
        if not self.event.invitations.filter(pk=invitation).exists():
            raise Http404
        invitations.withdraw(self.actor, invitation)
        return Response(status=204)


class PlayerLinkIn(In):
    anew = flag(help_text="In the place of the old one, whose cards work no more.")


class PlayerLinkOut(serializers.Serializer[Any]):
    address = serializers.CharField(help_text="Of the player's own way in, on this site.")


def address_of(link: PersonalLink) -> str:
    return reverse("my-link", kwargs={"player_token": personal_links.token_of(link)})


class PlayerLink(ApiView):
    """A player's own link, as the name card carries it."""

    rule = Rule.ORGANISER
    keeps_answers = False

    @operation("link_player", takes=PlayerLinkIn, gives=PlayerLinkOut)
    def post(self, request: Request, event: str, number: int) -> Response:
        """Return the link, made now if there is none that works."""
        anew = read(PlayerLinkIn, request)["anew"]
        entry = entry_of(self.event, number)
        made = personal_links.make_link(self.actor, entry.pk, anew=anew)
        return Response({"address": address_of(made)})

    @operation("unlink_player")
    def delete(self, request: Request, event: str, number: int) -> Response:
        """Stop the link, and log out who came in by it."""
        entry = entry_of(self.event, number)
        personal_links.revoke_link(self.actor, entry.pk)
        return Response(status=204)


class PlayerLinksOut(serializers.Serializer[Any]):
    """Entry numbers and the addresses of their own ways in, on this site."""

    entry = serializers.IntegerField()
    address = serializers.CharField()


class PlayerLinks(ApiView):
    """Give everybody of the event a link of their own, so that the name cards carry it."""

    rule = Rule.ORGANISER
    keeps_answers = False

    @operation("link_players", gives=PlayerLinksOut(many=True))
    def post(self, request: Request, event: str) -> Response:
        made = personal_links.make_links(self.actor, self.event.pk)
        entries = self.event.entries.filter(pk__in=made).order_by("number")
        rows = [
            {"entry": number, "address": address_of(made[pk])}
            for pk, number in entries.values_list("pk", "number")
        ]
        return Response(PlayerLinksOut(rows, many=True).data)
