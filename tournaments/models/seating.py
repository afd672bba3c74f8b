"""What a draw of seats has to keep to: pairs kept apart, people with a place of their own."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Entry, Tournament
from tournaments.models.facts import FactQuerySet
from tournaments.models.people import Club, Player


class KeepApart(models.Model):
    """Two people who never share a table: in one event, or in all events of a club. ``one`` is the
    one with the smaller id."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, null=True, blank=True, related_name="kept_apart"
    )
    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="kept_apart")
    one = models.ForeignKey(Player, models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, models.CASCADE, related_name="+")
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    objects = FactQuerySet["KeepApart"].as_manager()

    class Meta:
        ordering = ["id"]
        verbose_name = _("pair kept apart")
        constraints = [
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="apart_in_order"),
            models.CheckConstraint(
                condition=Q(tournament=None, club__isnull=False)
                | Q(tournament__isnull=False, club=None),
                name="apart_in_event_or_club",
            ),
            models.UniqueConstraint(
                fields=["tournament", "one", "other"],
                condition=Q(club=None),
                name="apart_once_per_event",
            ),
            models.UniqueConstraint(
                fields=["club", "one", "other"],
                condition=Q(tournament=None),
                name="apart_once_per_club",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one} / {self.other}"


class PlaceOfOwn(models.Model):
    """Somebody who always sits at one table (host, referee, accessible table), always on one wind,
    or who arrives late and plays from a round on."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="place")
    table = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    wind = models.PositiveSmallIntegerField(_("wind"), null=True, blank=True)
    from_round = models.PositiveSmallIntegerField(_("plays from round"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    objects = FactQuerySet["PlaceOfOwn"].as_manager()

    class Meta:
        ordering = ["entry__number"]
        verbose_name = _("place of one's own")
        constraints = [
            models.CheckConstraint(
                condition=Q(table__isnull=False) | Q(wind__isnull=False) | Q(from_round__gte=2),
                name="place_says_something",
            ),
            models.CheckConstraint(
                condition=Q(table=None) | Q(table__gte=1), name="place_table_from_one"
            ),
            models.CheckConstraint(
                condition=Q(wind=None) | Q(wind__gte=0, wind__lte=3), name="place_wind_known"
            ),
        ]

    def __str__(self) -> str:
        return str(self.entry)
