"""Two records of one person made one, with all that is needed to make them two again."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Player


class PersonMerge(models.Model):
    """``kept`` took over everything that pointed to a record that is gone.

    ``gone`` holds the fields of that record with its id, ``before`` those of ``kept``, ``chosen``
    those that the merge gave it. ``moved`` lists each row that pointed to the one gone, with the
    fields it had and has: [model, id, {field: old}, {field: new}]. ``dropped`` are rows that would
    have stood there twice, as Django writes them down.
    """

    kept = models.ForeignKey(Player, models.CASCADE, related_name="merges")
    gone_id = models.BigIntegerField()
    gone_name = models.CharField(_("name"), max_length=80)
    gone = models.JSONField()
    before = models.JSONField()
    chosen = models.JSONField()
    moved = models.JSONField(default=list)
    dropped = models.JSONField(default=list)
    # The entries that `kept` had of its own: later ones may be either person's.
    own_entries = models.JSONField(default=list)
    merged_at = models.DateTimeField(auto_now_add=True)
    merged_by = models.CharField(max_length=80)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("merge of two people")
        constraints = [
            # A record can be gone once only.
            models.UniqueConstraint(
                fields=["gone_id"], condition=Q(undone_at=None), name="gone_by_one_merge"
            ),
            models.CheckConstraint(
                condition=~Q(kept=models.F("gone_id")), name="merge_of_two_people"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kept} ← {self.gone_name}"
