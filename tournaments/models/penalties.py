"""Penalties outside a hand (one inside a hand is an event of its record), and adjustments of
table points."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Entry, Team, Tournament
from tournaments.models.facts import FactQuerySet


class Penalty(models.Model):
    """Points taken for a breach (competition rules §2.3, §2.4); cancelled ones stay, marked.

    ``session`` enters the game points of the table before places are fixed; ``overall`` only the
    final total. ``points`` is what the offender loses in all for ``deduct`` and ``pay_to``, and
    what each of the others receives for ``pay_each``.
    """

    class Scope(models.TextChoices):
        SESSION = "session", _("this table")
        OVERALL = "overall", _("the whole event")

    class Mode(models.TextChoices):
        PAY_EACH = "pay_each", _("paid to each of the others")
        PAY_TO = "pay_to", _("paid to one player")
        DEDUCT = "deduct", _("paid to nobody")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="penalties")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="penalties")
    # The table is where the person sits in that round: a new draw takes the penalty along.
    round_number = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    scope = models.CharField(_("counts for"), max_length=8, choices=Scope, default=Scope.SESSION)
    mode = models.CharField(_("how it is paid"), max_length=8, choices=Mode, default=Mode.DEDUCT)
    points = models.PositiveIntegerField(_("points"))
    beneficiary = models.ForeignKey(
        Entry, models.PROTECT, null=True, blank=True, related_name="penalties_received"
    )
    code = models.CharField(_("breach"), max_length=40, blank=True)
    reason = models.CharField(_("reason"), max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancel_reason = models.CharField(max_length=200, blank=True)

    objects = FactQuerySet["Penalty"].as_manager()

    class Meta:
        ordering = ["created_at", "id"]
        verbose_name = _("penalty")
        constraints = [
            models.CheckConstraint(
                condition=Q(mode="pay_to", beneficiary__isnull=False)
                | (~Q(mode="pay_to") & Q(beneficiary__isnull=True)),
                name="pay_to_names_one",
            ),
            models.CheckConstraint(
                condition=Q(scope="overall") | Q(round_number__isnull=False),
                name="session_penalty_names_round",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} −{self.points}"


class Adjustment(models.Model):
    """标准分 or game points given or taken by the organiser, of one entry or one team, outside any
    table (competition-rules.md §2.5, §2.6); cancelled ones stay, marked."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="adjustments")
    entry = models.ForeignKey(
        Entry, models.PROTECT, null=True, blank=True, related_name="adjustments"
    )
    team = models.ForeignKey(
        Team, models.PROTECT, null=True, blank=True, related_name="adjustments"
    )
    # In 1/2520, negative when taken.
    table_points = models.IntegerField(_("table points"), default=0)
    game_points = models.IntegerField(_("game points"), default=0)
    reason = models.CharField(_("reason"), max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancel_reason = models.CharField(max_length=200, blank=True)

    objects = FactQuerySet["Adjustment"].as_manager()

    class Meta:
        ordering = ["created_at", "id"]
        verbose_name = _("adjustment")
        constraints = [
            models.CheckConstraint(
                condition=Q(entry=None, team__isnull=False) | Q(entry__isnull=False, team=None),
                name="adjusts_one_entry_or_team",
            ),
            models.CheckConstraint(
                condition=~Q(table_points=0, game_points=0), name="adjusts_something"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry or self.team} {self.table_points}/2520 {self.game_points:+d}"
