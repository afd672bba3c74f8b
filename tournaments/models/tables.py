"""Tables of a round, the four chairs, the link that opens one, and totals typed by hand."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Entry, Round
from tournaments.models.facts import FactQuerySet


class Table(models.Model):
    """One game of one round. Its totals are derived from its hands (or its typed totals)."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        FINISHED = "finished", _("finished")
        CONFIRMED = "confirmed", _("confirmed")

    class Source(models.TextChoices):
        HANDS = "hands", _("hands")
        TOTALS = "totals", _("totals only")

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("table"))
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    source = models.CharField(_("entered as"), max_length=8, choices=Source, default=Source.HANDS)
    revision = models.PositiveIntegerField(default=0, editable=False)
    extra_minutes = models.PositiveSmallIntegerField(_("extra minutes"), default=0)
    # On a club night: who sits this game out and comes in next.
    sitting_out = models.ForeignKey(
        Entry,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="sitting_out",
        verbose_name=_("sitting out"),
    )
    # The reason why the typed totals do not sum to zero; empty when they do.
    imbalance_reason = models.CharField(max_length=200, blank=True)
    # The four totals of the paper sheet by chair, typed beside the hands; None: not typed.
    paper_totals = models.JSONField(_("totals of the paper"), null=True, blank=True)
    # Why the result is confirmed though paper and hands differ.
    paper_reason = models.CharField(max_length=200, blank=True)

    objects = FactQuerySet["Table"].as_manager()

    class Meta:
        ordering = ["round", "number"]
        verbose_name = _("table")
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="table_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.number}"


class Seat(models.Model):
    """A player at a table with the wind of the first hand (0 East … 3 North).

    ``round`` repeats the table's round so that the database itself can forbid a player two seats
    in one round; `tournaments.services.seating` alone writes it.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seats")
    wind = models.PositiveSmallIntegerField(_("wind"))
    typed_points = models.IntegerField(_("total"), null=True, blank=True)

    objects = FactQuerySet["Seat"].as_manager()

    class Meta:
        ordering = ["table", "wind"]
        verbose_name = _("seat")
        constraints = [
            models.UniqueConstraint(fields=["table", "wind"], name="chair_taken_once"),
            models.UniqueConstraint(fields=["round", "entry"], name="one_seat_per_round"),
            models.CheckConstraint(condition=Q(wind__gte=0, wind__lte=3), name="wind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.table} · {'ESWN'[self.wind]} · {self.entry}"


def new_link_key() -> str:
    return secrets.token_urlsafe(12)


class TableLink(models.Model):
    """The right to record at one table, carried in a signed address; can be revoked."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="links")
    key = models.CharField(max_length=24, unique=True, default=new_link_key, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("table link")
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(revoked_at=None), name="one_live_link_per_table"
            )
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.key[:4]}…"


class Signature(models.Model):
    """Somebody agreed to the totals of a table (in the order of its chairs), or typed others than
    those recorded. It speaks of the result while that still has these totals."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="signatures")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True)
    actor = models.CharField(max_length=80)
    totals = models.JSONField()
    agrees = models.BooleanField()
    blind = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = FactQuerySet["Signature"].as_manager()

    class Meta:
        ordering = ["table", "id"]
        verbose_name = _("signature")

    def __str__(self) -> str:
        return f"{self.table} · {self.actor}"


class RefereeCall(models.Model):
    """Somebody at a table asks for a referee; one call at a time is open."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="calls")
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    actor = models.CharField(max_length=80)
    called_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.CharField(max_length=80, blank=True)

    objects = FactQuerySet["RefereeCall"].as_manager()

    class Meta:
        ordering = ["called_at", "id"]
        verbose_name = _("call for a referee")
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(answered_at=None), name="one_open_call_per_table"
            )
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.called_at:%H:%M}"
