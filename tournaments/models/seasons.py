"""Seasons of a club: which events count together, and how."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Tournament
from tournaments.models.people import Club


class Season(models.Model):
    """Events whose results make one table (`tournaments.standings.season`). An archived season
    stays readable and takes in no more events."""

    class Scheme(models.TextChoices):
        TABLE_POINTS = "table_points", _("the table points of the event")
        GAME_POINTS = "game_points", _("the game points of the event")
        PLACES = "places", _("points for the place in the event")

    slug = models.SlugField(_("address"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=120)
    club = models.ForeignKey(Club, models.PROTECT, related_name="seasons")
    scheme = models.CharField(
        _("an event is worth"), max_length=16, choices=Scheme, default=Scheme.TABLE_POINTS
    )
    # Points by place, the first first; empty: those that are usual.
    places = models.JSONField(_("points by place"), default=list, blank=True)
    best_n = models.PositiveSmallIntegerField(_("best events that count"), null=True, blank=True)
    events = models.ManyToManyField(Tournament, through="SeasonEvent", related_name="seasons")
    archived_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        verbose_name = _("season")
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="season_has_name"),
            models.CheckConstraint(
                condition=Q(best_n=None) | Q(best_n__gte=1), name="season_best_from_one"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class SeasonEvent(models.Model):
    """An event that counts for a season."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="entries")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="season_entries")

    class Meta:
        ordering = ["season", "tournament__starts_on", "tournament_id"]
        verbose_name = _("event of a season")
        constraints = [
            models.UniqueConstraint(fields=["season", "tournament"], name="event_once_per_season")
        ]

    def __str__(self) -> str:
        return f"{self.season} · {self.tournament}"
