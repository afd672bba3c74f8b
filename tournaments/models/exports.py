"""Files that were made of an event and are kept for a while."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Tournament


class Export(models.Model):
    """A made file. ``fingerprint`` names what it was made from: equal ones are made once.

    Derived and replaceable: it is deleted some days after it was made."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="exports")
    kind = models.CharField(max_length=20)
    language = models.CharField(max_length=12)
    fingerprint = models.CharField(max_length=64)
    revision = models.PositiveBigIntegerField()
    name = models.CharField(max_length=160)
    file = models.FileField(upload_to="exports", max_length=200)
    size = models.PositiveBigIntegerField()
    actor = models.CharField(max_length=80, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("export")
        constraints = [
            models.UniqueConstraint(fields=["fingerprint"], name="equal_exports_are_one")
        ]

    def __str__(self) -> str:
        return self.name
