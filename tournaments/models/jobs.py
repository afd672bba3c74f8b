"""Long work: the row is the truth, the broker's message only a wake-up."""

from django.db import models
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Tournament


def kinds() -> list[tuple[str, str | Promise]]:
    """The choices of `Job.kind`: named here, so that a new kind changes no column."""
    return [(kind.value, kind.label) for kind in Job.Kind]


class Job(models.Model):
    """Work that was asked for. Equal waiting requests are one row (``key`` unique while queued),
    and of one key one runs at a time."""

    class Kind(models.TextChoices):
        STANDINGS = "standings", _("compute standings")
        SEAT_PLAN = "seat_plan", _("draw seats")
        EXPORT = "export", _("make a file")
        PEOPLE = "people", _("register a list of people")
        PRACTICE = "practice", _("fill a practice event")
        FIGURES = "figures", _("count highlights")
        RATINGS = "ratings", _("compute ratings")
        RESCORE = "rescore", _("settle hands anew")
        RESCORE_PUBLISH = "rescore_publish", _("publish hands settled anew")
        WEBHOOKS = "webhooks", _("tell other software")

    class Status(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")
        # Failed, or killed its worker, too often: nobody tries it again before somebody says so.
        SET_ASIDE = "set_aside", _("set aside")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="jobs")
    kind = models.CharField(max_length=20, choices=kinds)
    key = models.CharField(max_length=80)
    arguments = models.JSONField(default=dict)
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    progress = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    message = models.CharField(max_length=200, blank=True)
    result = models.JSONField(null=True, blank=True)
    error = models.TextField(blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    cancel_requested = models.BooleanField(default=False)
    # What there is so far is good enough: the work ends with it.
    enough_requested = models.BooleanField(default=False)
    actor = models.CharField(max_length=80, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    # A job that failed waits until then before it is tried again.
    not_before = models.DateTimeField(null=True, blank=True)
    # Of a running job the last sign of its worker, of a waiting one the last message about it.
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("job")
        constraints = [
            models.UniqueConstraint(
                fields=["key"], condition=Q(status="queued"), name="one_waiting_job_per_key"
            ),
            models.UniqueConstraint(
                fields=["key"], condition=Q(status="running"), name="one_running_job_per_key"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key} {self.status}"

    @property
    def active(self) -> bool:
        return self.status in (self.Status.QUEUED, self.Status.RUNNING)

    @property
    def again(self) -> bool:
        """Whether it ended without its work being done, so that trying again makes sense."""
        return self.status in (self.Status.FAILED, self.Status.SET_ASIDE)


class StandingsSnapshot(models.Model):
    """The standings last computed for an event, with the revision they were computed from.

    Derived and replaceable: `tournaments.services.standings` alone computes and writes it.
    """

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="standings_snapshot")
    revision = models.PositiveBigIntegerField()
    computed_at = models.DateTimeField()
    content = models.JSONField()

    class Meta:
        verbose_name = _("standings")

    def __str__(self) -> str:
        return f"{self.tournament} @{self.revision}"


class Pulse(models.Model):
    """When something that happens again and again last did: a row for each name."""

    name = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
