"""Figures that are derived and can be thrown away: what an event is remembered for, ratings."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Tournament
from tournaments.models.people import Club, Player


class EventFigures(models.Model):
    """The highlights last computed for an event, with the revision they were computed from.

    `tournaments.services.event_figures` alone computes and writes it.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="figures")
    revision = models.PositiveBigIntegerField()
    computed_at = models.DateTimeField()
    content = models.JSONField()

    class Meta:
        verbose_name = _("highlights")

    def __str__(self) -> str:
        return f"{self.tournament} @{self.revision}"


class RatingBook(models.Model):
    """The ratings of one club: when they were computed, and from what. ``sources``: event id →
    a digest of the results that were counted; equal digests mean equal ratings.

    `tournaments.services.ratings` alone computes and writes it and its changes.
    """

    club = models.OneToOneField(Club, models.CASCADE, related_name="rating_book")
    computed_at = models.DateTimeField()
    sources = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("ratings")

    def __str__(self) -> str:
        return f"{self.club} {self.computed_at:%Y-%m-%d %H:%M}"


class RatingChange(models.Model):
    """What one event did to one person's rating: the dated snapshot after it. Means and deviations
    are estimates, no scores. ``steps``: per game [round, table, place, mean, deviation after it];
    ``rank`` among ``players`` ranked, None for who has none."""

    book = models.ForeignKey(RatingBook, models.CASCADE, related_name="changes")
    player = models.ForeignKey(Player, models.CASCADE, related_name="rating_changes")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rating_changes")
    # The order in which the events were counted.
    number = models.PositiveIntegerField()
    on = models.DateField(_("date"))
    rank = models.PositiveIntegerField(null=True)
    players = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    mean_before = models.FloatField()
    deviation_before = models.FloatField()
    mean = models.FloatField()
    deviation = models.FloatField()
    steps = models.JSONField(default=list)

    class Meta:
        ordering = ["book", "number", "player"]
        verbose_name = _("change of a rating")
        constraints = [
            models.UniqueConstraint(
                fields=["book", "tournament", "player"], name="rated_once_per_event"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} · {self.tournament}"
