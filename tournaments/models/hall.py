"""What the hall's screens show, and what is announced there."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Tournament


class HallScreen(models.Model):
    """What the organiser has chosen for the projector of an event.

    Its slides follow the clock: ``step`` slides had been shown at ``since``; while ``paused`` the
    slide of that step stays. The slide itself is derived (`tournaments.services.hall`).
    """

    class Scene(models.TextChoices):
        AUTO = "auto", _("everything in turn")
        STANDINGS = "standings", _("standings")
        SEATS = "seats", _("seats of the next round")
        TABLES = "tables", _("tables now")
        BEST = "best", _("best hand of the day")
        NEWS = "news", _("announcements")
        CLOCK = "clock", _("the clock alone")

    class Look(models.TextChoices):
        HALL = "hall", _("dark hall")
        LIGHT = "light", _("bright hall")
        CONTRAST = "contrast", _("high contrast")

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="hall_screen")
    scene = models.CharField(_("scene"), max_length=12, choices=Scene, default=Scene.AUTO)
    seconds = models.PositiveSmallIntegerField(_("seconds per page"), default=12)
    look = models.CharField(_("look"), max_length=10, choices=Look, default=Look.HALL)
    # Empty: the language of the browser that shows it.
    language = models.CharField(_("language"), max_length=10, blank=True, default="")
    paused = models.BooleanField(_("paused"), default=False)
    step = models.PositiveIntegerField(default=0)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("hall screen")
        constraints = [
            models.CheckConstraint(
                condition=Q(seconds__gte=3) & Q(seconds__lte=120), name="page_stays_long_enough"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.scene}"


class Announcement(models.Model):
    """A sentence for everybody in the hall, in one language or both, from a moment until another.
    Taken back ones stay, marked."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="announcements")
    text_zh = models.CharField(_("Chinese"), max_length=200, blank=True)
    text_en = models.CharField(_("English"), max_length=200, blank=True)
    starts_at = models.DateTimeField(_("from"), default=timezone.now)
    ends_at = models.DateTimeField(_("until"), null=True, blank=True)
    made_by = models.CharField(max_length=80)
    made_at = models.DateTimeField(auto_now_add=True)
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-starts_at", "-id"]
        verbose_name = _("announcement")
        constraints = [
            models.CheckConstraint(
                condition=~Q(text_zh="") | ~Q(text_en=""), name="announcement_says_something"
            ),
            models.CheckConstraint(
                condition=Q(ends_at=None) | Q(ends_at__gt=models.F("starts_at")),
                name="announcement_ends_later",
            ),
        ]

    def __str__(self) -> str:
        return self.text_zh or self.text_en
