"""What the organiser has published of the results."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Tournament


class Release(models.Model):
    """Standings as they were published: what visitors see of an event that holds its results
    back. ``corrects`` when it changed results that an earlier release had shown already."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="releases")
    number = models.PositiveIntegerField()
    revision = models.PositiveBigIntegerField()
    after_round = models.PositiveSmallIntegerField(_("after round"))
    content = models.JSONField()
    corrects = models.BooleanField(default=False)
    note = models.CharField(_("note"), max_length=200, blank=True)
    published_at = models.DateTimeField(auto_now_add=True)
    published_by = models.CharField(max_length=80)

    class Meta:
        ordering = ["-number"]
        verbose_name = _("release")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="release_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.number}"
