"""The record of acts: who, when, before, after, why."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Tournament


class Act(models.TextChoices):
    """The closed list of acts; every service names one."""

    TOURNAMENT_CREATED = "tournament.created", _("event created")
    TOURNAMENT_CHANGED = "tournament.changed", _("event settings changed")
    TOURNAMENT_IMPORTED = "tournament.imported", _("event imported")
    ROLE_GIVEN = "role.given", _("role given")
    ROLE_TAKEN = "role.taken", _("role taken away")
    HELPER_INVITED = "helper.invited", _("helper invited")
    INVITATION_WITHDRAWN = "helper.withdrawn", _("invitation withdrawn")
    PASSWORD_LINK_MADE = "password.link", _("link for a new password made")
    PASSWORD_SET = "password.set", _("new password set by a link")
    PERSON_ERASED = "person.erased", _("personal data erased")
    PLAYER_LINK_MADE = "player.link", _("personal link made")
    PLAYER_LINK_REVOKED = "player.link_revoked", _("personal link revoked")
    ENTRY_ADDED = "entry.added", _("player registered")
    ENTRY_CHANGED = "entry.changed", _("registration changed")
    ENTRY_REMOVED = "entry.removed", _("registration removed")
    PERSON_MERGED = "person.merged", _("two people made one")
    PERSON_SPLIT = "person.split", _("one person made two again")
    CHECKED_IN = "entry.here", _("checked in")
    CHECKED_OUT = "entry.away", _("check-in taken back")
    SEATS_DRAWN = "seats.drawn", _("seats drawn")
    SEATS_RESET = "seats.reset", _("seats taken back")
    SEATS_SWAPPED = "seats.swapped", _("seats changed")
    SEATS_MOVED = "seats.moved", _("seats changed under recorded hands")
    PAIR_APART = "seats.apart", _("pair kept apart")
    PLACE_GIVEN = "seats.place", _("place of one's own")
    ROUND_STARTED = "round.started", _("round started")
    ROUND_CLOSED = "round.closed", _("round closed")
    ROUND_REOPENED = "round.reopened", _("round reopened")
    ROUND_PUBLISHED = "round.published", _("seats published")
    HAND_RECORDED = "hand.recorded", _("hand recorded")
    HAND_AMENDED = "hand.amended", _("hand changed")
    HAND_UNDONE = "hand.undone", _("hand undone")
    HAND_INSERTED = "hand.inserted", _("forgotten hand put in")
    HAND_REMOVED = "hand.removed", _("hand taken out")
    HAND_NOTED = "hand.noted", _("note on a hand")
    PAPER_CHECKED = "paper.checked", _("totals of the paper entered")
    RESULT_SIGNED = "result.signed", _("result signed")
    REFEREE_CALLED = "referee.called", _("referee called")
    REFEREE_CAME = "referee.came", _("call answered")
    TOTALS_TYPED = "totals.typed", _("totals entered")
    TABLE_OPENED = "table.opened", _("table opened")
    TABLE_TAKEN_BACK = "table.taken_back", _("table taken back")
    TABLE_FINISHED = "table.finished", _("table finished")
    TABLE_CONFIRMED = "table.confirmed", _("result confirmed")
    TABLE_REOPENED = "table.reopened", _("table reopened")
    LINK_MADE = "link.made", _("table link made")
    LINK_REVOKED = "link.revoked", _("table link revoked")
    PENALTY_GIVEN = "penalty.given", _("penalty given")
    PENALTY_CANCELLED = "penalty.cancelled", _("penalty cancelled")
    ADJUSTMENT_GIVEN = "adjustment.given", _("points adjusted")
    ADJUSTMENT_CANCELLED = "adjustment.cancelled", _("adjustment cancelled")
    FORFEIT_GIVEN = "forfeit.given", _("forfeit given")
    FORFEIT_TAKEN = "forfeit.taken", _("forfeit taken back")
    STAGE_ADDED = "stage.added", _("stage added")
    STAGE_CHANGED = "stage.changed", _("stage changed")
    STAGE_REMOVED = "stage.removed", _("stage removed")
    LOTS_DRAWN = "lots.drawn", _("lots drawn")
    NAME_HIDDEN = "entry.hidden", _("name hidden")
    NAME_SHOWN = "entry.shown", _("name shown again")
    NUMBER_TAKEN = "entry.replaced", _("number taken by a newcomer")
    TIME_GIVEN = "time.given", _("extra time given")
    TIME_CALLED = "time.called", _("time called for all tables")
    TIME_CALL_TAKEN = "time.call_taken", _("call of time taken back")
    RESULTS_CONFIRMED = "round.confirmed", _("results of a round confirmed")
    SEASON_JOINED = "season.joined", _("event counts for a season")
    SEASON_LEFT = "season.left", _("event counts for a season no more")
    SEASON_CHANGED = "season.changed", _("season changed")
    RESCORED = "event.rescored", _("hands settled anew")
    REVISION_RESTORED = "event.restored", _("earlier state restored")
    RESULTS_PUBLISHED = "results.published", _("results published")
    ANNOUNCED = "announced", _("announcement made")
    ANNOUNCEMENT_TAKEN = "announcement.taken", _("announcement taken back")
    START_PLANNED = "start.planned", _("start of a round announced")
    HALL_CHANGED = "hall.changed", _("hall screen changed")
    WEBHOOK_ADDED = "webhook.added", _("webhook added")
    WEBHOOK_CHANGED = "webhook.changed", _("webhook changed")
    WEBHOOK_REMOVED = "webhook.removed", _("webhook removed")
    WEBHOOK_RESENT = "webhook.resent", _("messages sent again")


def acts() -> list[tuple[str, str | Promise]]:
    """The choices of `AuditEntry.act`: named here, so that a new act changes no column."""
    return [(act.value, act.label) for act in Act]


class AuditEntry(models.Model):
    """One act, written in the same transaction as what it tells. Entries of one act of a person
    share ``group``. Rows are only ever added."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="audit")
    group = models.UUIDField(default=uuid.uuid4, editable=False)
    # The group of the act that this one has taken back.
    takes_back = models.UUIDField(null=True, blank=True, editable=False)
    at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True)
    # How the actor is shown: a user name, a table link, a command.
    actor = models.CharField(max_length=80)
    act = models.CharField(max_length=24, choices=acts)
    # The revision of the event that the act made; None: written before acts kept it.
    revision = models.PositiveBigIntegerField(null=True, blank=True, editable=False)
    # What it was done to, such as "hand 12"; kept as text so that it outlives the row.
    target = models.CharField(max_length=60)
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("audit entry")
        indexes = [
            models.Index(fields=["tournament", "-id"], name="audit_newest_first"),
            models.Index(fields=["tournament", "revision"], name="audit_by_revision"),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.actor} {self.act} {self.target}"


class LoggedRow(models.Model):
    """One row of an event's facts (`tournaments.models.facts`) as the act of ``revision`` left it;
    ``values`` None: the act deleted it. The last of each row up to a revision are the event as it
    was then. Rows are only ever added; an act writes them in its own transaction.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="logged_rows", db_index=False
    )
    revision = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=24)
    row = models.BigIntegerField()
    values = models.JSONField(null=True)

    class Meta:
        ordering = ["tournament", "revision", "id"]
        verbose_name = _("logged row")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "revision", "kind", "row"], name="row_logged_once_per_act"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament} @{self.revision} {self.kind} {self.row}"
