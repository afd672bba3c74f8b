"""What other software needs: tokens that act for a person, answers kept for repeats of a request,
addresses that are told what happens."""

import secrets
import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from tournaments.models.events import Tournament


class ApiToken(AbstractAuthToken):
    """The right to act for a user, never beyond ``level``, and in one event only where one is
    named. Its text is shown once; a digest is kept, and its first letters to tell it by."""

    class Level(models.TextChoices):
        READ = "read", _("read")
        REFEREE = "referee", _("act as a referee")
        ORGANISER = "organiser", _("everything that I may do")

    name = models.CharField(_("what it is for"), max_length=60)
    level = models.CharField(_("may"), max_length=12, choices=Level, default=Level.READ)
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, null=True, blank=True, related_name="+"
    )
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created"]
        verbose_name = _("token")

    def __str__(self) -> str:
        return f"{self.name} {self.token_key}…"


class KeptAnswer(models.Model):
    """The answer to a request that carried an idempotency key, written in the transaction of what
    it did: the same key again is answered with it. ``owner`` is who asked: keys of two callers
    never meet."""

    owner = models.CharField(max_length=80)
    key = models.CharField(max_length=64)
    # Of method, address and body, so that a key used again for something else is refused.
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    content = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = _("kept answer")
        constraints = [models.UniqueConstraint(fields=["owner", "key"], name="one_answer_per_key")]

    def __str__(self) -> str:
        return f"{self.owner} {self.key}"


def new_webhook_key() -> str:
    return secrets.token_urlsafe(24)


class Webhook(models.Model):
    """An address that is told of acts in one event. ``kinds`` are acts (``hand.recorded``), their
    first words (``hand.*``) or ``*``. The secret that signs is made of ``key`` and the secret of
    the site: the database alone does not hold it."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="webhooks")
    url = models.URLField(_("address"), max_length=500)
    key = models.CharField(max_length=64, default=new_webhook_key, editable=False)
    kinds = models.JSONField(_("told of"), default=list)
    active = models.BooleanField(_("active"), default=True)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.CharField(max_length=80)

    class Meta:
        ordering = ["id"]
        verbose_name = _("webhook")

    def __str__(self) -> str:
        return self.url


class WebhookDelivery(models.Model):
    """One message to one address, written in the transaction of the act that it tells of."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DELIVERED = "delivered", _("delivered")
        GIVEN_UP = "given_up", _("given up")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    kind = models.CharField(max_length=24)
    content = models.JSONField()
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField()
    # The status of the last answer, and what went wrong with the last try.
    answered = models.PositiveSmallIntegerField(null=True, blank=True)
    error = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "id"]
        verbose_name = _("delivery")
        indexes = [
            models.Index(
                fields=["next_at"], condition=Q(state="waiting"), name="deliveries_that_wait"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"
