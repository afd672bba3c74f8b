"""Hands: the facts of a deal, what it is worth, and the keys of the submissions that made it."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.facts import FactQuerySet
from tournaments.models.tables import Table


class HandQuerySet(FactQuerySet["Hand"]):
    def in_force(self) -> "HandQuerySet":
        return self.filter(undone_at=None)


class Hand(models.Model):
    """One deal at a table. ``record`` holds facts only (form of docs/record.md, seats as winds of
    that hand); ``settlement`` is what the pinned ruleset made of it, reasons included.

    ``number`` counts the hands of the table from 1. An undone hand stays, marked, so that a number
    is unique among the hands in force only.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField(_("hand"))
    record = models.JSONField()
    settlement = models.JSONField()
    # Where the hand stands in the game (`scoring.progress`): the deal it is, its prevailing wind,
    # its dealer and the wind of each chair. It says whom the record's seats mean.
    position = models.JSONField()
    # The settlement's deltas in the order of the table's chairs (Seat.wind), for quick sums.
    chair_deltas = models.JSONField()
    # Of the same kind: the chairs that "won" and those "penalised", as lists by these names.
    chair_marks = models.JSONField(default=dict)
    # What the referee has to say of it; no fact that is counted.
    note = models.CharField(_("note"), max_length=200, blank=True)
    revision = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    objects = HandQuerySet.as_manager()

    class Meta:
        ordering = ["table", "number", "id"]
        verbose_name = _("hand")
        constraints = [
            models.UniqueConstraint(
                fields=["table", "number"], condition=Q(undone_at=None), name="one_hand_in_force"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="hand_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.table} · {self.number}"


class Submission(models.Model):
    """The client's key of an act on a table: the same key again answers with what it made."""

    key = models.CharField(max_length=64, unique=True)
    table = models.ForeignKey(Table, models.CASCADE, related_name="submissions")
    act = models.CharField(max_length=24)
    # What was asked for, so that a key used again for something else is refused.
    fingerprint = models.CharField(max_length=64)
    hand = models.ForeignKey(Hand, models.CASCADE, null=True, related_name="submissions")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("submission")

    def __str__(self) -> str:
        return f"{self.act} {self.key}"
