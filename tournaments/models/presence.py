"""Who has come to an event."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Entry


class CheckIn(models.Model):
    """Somebody is here. Taken back by removing the row; the log keeps both. An event without any
    check-in takes everybody to be here."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="check_in")
    at = models.DateTimeField(auto_now_add=True)
    by = models.CharField(max_length=80)

    class Meta:
        ordering = ["entry__number"]
        verbose_name = _("check-in")

    def __str__(self) -> str:
        return str(self.entry)
