"""Ways in without an administrator: invitations of helpers, new passwords, players' own links."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Membership, Tournament
from tournaments.models.people import Player


def new_key() -> str:
    return secrets.token_urlsafe(18)


class Invitation(models.Model):
    """A link that works once: to take a role in an event (``role``), or to set a new password of an
    account (``for_user``)."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="invitations")
    key = models.CharField(max_length=32, unique=True, default=new_key, editable=False)
    role = models.CharField(_("role"), max_length=12, choices=Membership.Role, blank=True)
    for_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+"
    )
    # What the organiser calls the invitation, such as the helper's name.
    note = models.CharField(_("for whom"), max_length=80, blank=True)
    created_by = models.CharField(max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(_("works until"))
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.CharField(max_length=150, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("invitation")
        constraints = [
            models.CheckConstraint(
                condition=Q(role="", for_user__isnull=False)
                | (~Q(role="") & Q(for_user__isnull=True)),
                name="invited_to_a_role_or_a_password",
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.role or self.for_user}"


class PersonalLink(models.Model):
    """A player's own way in, printed on the name card: no password, no rights beyond a player's."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="personal_links")
    key = models.CharField(max_length=32, unique=True, default=new_key, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("personal link")
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=Q(revoked_at=None), name="one_live_link_per_player"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.key[:4]}…"
