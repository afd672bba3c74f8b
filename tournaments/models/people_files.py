"""A list of people that was read from a file and is being looked at."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Tournament


class PeopleFile(models.Model):
    """The cells of an uploaded list, what its columns are taken for, and what was answered about
    names that look alike. Nobody of it is registered before ``registered_at``; it is thrown away
    after a while."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="people_files")
    name = models.CharField(_("file"), max_length=120)
    encoding = models.CharField(max_length=20)
    # [line, [cells]] of every row that holds something.
    table = models.JSONField()
    # What each column holds (keys of `importing.player_list.MEANINGS`).
    columns = models.JSONField(default=list)
    # The place of the heading among the rows; -1: there is none.
    head = models.SmallIntegerField(default=0)
    # What the columns make of the cells, and the line of each: what will be registered.
    rows = models.JSONField(default=list)
    lines = models.JSONField(default=list)
    # Whom a row (its place, as text) means: see `services.people_import`.
    answers = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)
    registered_at = models.DateTimeField(null=True, blank=True)
    registered = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("list of people")

    def __str__(self) -> str:
        return self.name
