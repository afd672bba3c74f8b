"""Tournaments, their stages and rounds, and who takes part."""

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Club, Player


class Tournament(models.Model):
    """One event: a pinned ruleset, a scoring scheme, and stages.

    ``ruleset_options`` holds every option with its value, resolved when the event was made, so
    that a later change of defaults never changes an old result. ``revision`` counts the acts on
    the event: two equal revisions mean equal facts.
    """

    class Kind(models.TextChoices):
        OPEN = "open", _("tournament")
        CLUB_NIGHT = "club_night", _("club night")
        LEAGUE = "league", _("league round")

    class Status(models.TextChoices):
        PLANNED = "planned", _("planned")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    class TimeEnd(models.TextChoices):
        CUT = "cut", _("the hand in progress is void")
        FINISH_HAND = "finish_hand", _("the hand in progress is finished")

    class SeatChange(models.TextChoices):
        MCR2006 = "mcr2006", _("after every wind round")
        SEED000 = "seed000", _("once, before the West round")
        NONE = "none", _("never")

    slug = models.SlugField(_("address"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=120)
    club = models.ForeignKey(Club, models.PROTECT, related_name="tournaments")
    kind = models.CharField(_("kind"), max_length=12, choices=Kind, default=Kind.OPEN)
    status = models.CharField(_("status"), max_length=12, choices=Status, default=Status.PLANNED)
    practice = models.BooleanField(_("practice event"), default=False)
    venue = models.CharField(_("venue"), max_length=120, blank=True)
    starts_on = models.DateField(_("date"), null=True, blank=True)

    ruleset = models.CharField(_("rules"), max_length=40, default="guobiao")
    engine_version = models.CharField(max_length=20)
    ruleset_options = models.JSONField(default=dict)
    seat_change = models.CharField(
        _("seat change"), max_length=12, choices=SeatChange, default=SeatChange.MCR2006
    )

    scheme = models.CharField(_("table points"), max_length=20, default="mcr_4210")
    tie = models.CharField(_("ties at a table"), max_length=8, default="split")
    order_keys = models.JSONField(_("order of keys"), default=list, blank=True)
    time_end = models.CharField(
        _("when time is up"), max_length=12, choices=TimeEnd, default=TimeEnd.CUT
    )
    minutes = models.PositiveSmallIntegerField(_("minutes per round"), default=120)
    # 0 while nobody has said how many there will be.
    planned_rounds = models.PositiveSmallIntegerField(_("planned rounds"), default=0)
    standings_public = models.BooleanField(_("standings are public"), default=True)

    revision = models.PositiveBigIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-starts_on", "-id"]
        verbose_name = _("tournament")
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="tournament_has_name"),
            models.CheckConstraint(condition=Q(tie__in=["split", "high", "low"]), name="tie_known"),
        ]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """What a user may do in one event; rights in one event are none in another."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("organiser")
        REFEREE = "referee", _("referee")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=12, choices=Role)

    class Meta:
        verbose_name = _("membership")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_role_per_event")
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.get_role_display()}"


class Team(models.Model):
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="teams")
    name = models.CharField(_("team"), max_length=80)

    class Meta:
        ordering = ["name"]
        verbose_name = _("team")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="team_name_once"),
            models.CheckConstraint(condition=~Q(name=""), name="team_has_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player in one event, under the number that the seat plan uses."""

    class Status(models.TextChoices):
        ACTIVE = "active", _("playing")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")
        SUBSTITUTE = "substitute", _("substitute")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField(_("number"), validators=[MinValueValidator(1)])
    team = models.ForeignKey(
        Team, models.SET_NULL, null=True, blank=True, related_name="entries", verbose_name=_("team")
    )
    status = models.CharField(_("status"), max_length=12, choices=Status, default=Status.ACTIVE)

    class Meta:
        ordering = ["number"]
        verbose_name = _("entry")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="player_entered_once"),
            models.UniqueConstraint(fields=["tournament", "number"], name="number_given_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="number_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.player}"


class Stage(models.Model):
    """Rounds that share a standings table."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=60, blank=True)

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = _("stage")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_once")
        ]

    def __str__(self) -> str:
        return self.name or f"{self.tournament} · {self.number}"


class Round(models.Model):
    """Everybody plays one game. Numbers run through the whole event."""

    class Status(models.TextChoices):
        SEATED = "seated", _("seats drawn")
        RUNNING = "running", _("running")
        CLOSED = "closed", _("closed")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("round"))
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.SEATED)
    seats_public = models.BooleanField(_("seats are public"), default=False)
    method = models.CharField(_("how the seats were drawn"), max_length=200, blank=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = _("round")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} · {self.number}"


class Bye(models.Model):
    """A player who sits a round out because the number of players is not divisible by four."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="byes")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="byes")

    class Meta:
        ordering = ["round", "entry"]
        verbose_name = _("bye")
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="one_bye_per_round")]

    def __str__(self) -> str:
        return f"{self.round} · {self.entry}"
