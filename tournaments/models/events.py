"""Tournaments, their stages and rounds, and who takes part."""

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.facts import FactQuerySet
from tournaments.models.people import Club, Player, shown_name


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

    class ReleaseMode(models.TextChoices):
        LIVE = "live", _("as they come")
        HELD = "held", _("when the organiser publishes them")

    class Withdrawn(models.TextChoices):
        KEEP = "keep", _("stays ranked on what was earned")
        BOTTOM = "bottom", _("ranked after everybody who plays on")

    class Confirmation(models.TextChoices):
        ANY = "any", _("any referee")
        SECOND = "second", _("a second person: another referee or a player of the table")
        BLIND = "blind", _("a second person, who types the totals without seeing them")

    class Reopening(models.TextChoices):
        RECORDER = "recorder", _("whoever records at the table, also by its link")
        REFEREE = "referee", _("a referee")
        ORGANISER = "organiser", _("an organiser")

    class Reseating(models.TextChoices):
        REFEREE = "referee", _("a referee")
        ORGANISER = "organiser", _("an organiser")

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
    release = models.CharField(
        _("results are shown"), max_length=8, choices=ReleaseMode, default=ReleaseMode.LIVE
    )

    # How the event ranks and what absence is worth (competition-rules.md §2.5, §2.6, §3).
    base_points = models.PositiveIntegerField(_("points at the start of a game"), default=0)
    forfeit_game_points = models.IntegerField(_("game points of a forfeit"), default=-500)
    # In 1/2520; None: the mean of a table.
    bye_points = models.PositiveIntegerField(_("table points of a bye"), null=True, blank=True)
    bye_game_points = models.IntegerField(_("game points of a bye"), default=0)
    withdrawn = models.CharField(
        _("who has withdrawn"), max_length=8, choices=Withdrawn, default=Withdrawn.KEEP
    )
    sub_consumes_place = models.BooleanField(
        _("a substitute's place at the table counts"), default=True
    )
    best_n = models.PositiveSmallIntegerField(_("best rounds that count"), null=True, blank=True)
    team_best_k = models.PositiveSmallIntegerField(
        _("best members of a team that count"), null=True, blank=True
    )
    confirmation = models.CharField(
        _("results are confirmed by"),
        max_length=8,
        choices=Confirmation,
        default=Confirmation.ANY,
    )
    # Who may open a finished table again, and say who really sits where under recorded hands.
    reopening = models.CharField(
        _("a finished table is opened again by"),
        max_length=10,
        choices=Reopening,
        default=Reopening.REFEREE,
    )
    reseating = models.CharField(
        _("people at a table change chairs by"),
        max_length=10,
        choices=Reseating,
        default=Reseating.ORGANISER,
    )
    confirmed_only = models.BooleanField(_("only confirmed results count"), default=False)
    break_minutes = models.PositiveSmallIntegerField(_("minutes of the break"), default=15)
    warn_minutes = models.PositiveSmallIntegerField(_("minutes of warning before time"), default=15)
    appeal_minutes = models.PositiveSmallIntegerField(_("minutes for appeals"), default=30)
    # What everybody pays into the pot of a game; the first place wins it (`scoring.pot`).
    stake = models.PositiveIntegerField(_("stake of a game"), default=0)
    breaches = models.CharField(_("catalogue of breaches"), max_length=20, default="gb1998")

    revision = models.PositiveBigIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = FactQuerySet["Tournament"].as_manager()

    class Meta:
        ordering = ["-starts_on", "-id"]
        verbose_name = _("tournament")
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="tournament_has_name"),
            models.CheckConstraint(condition=Q(tie__in=["split", "high", "low"]), name="tie_known"),
            models.CheckConstraint(
                condition=(Q(best_n=None) | Q(best_n__gte=1))
                & (Q(team_best_k=None) | Q(team_best_k__gte=1)),
                name="best_from_one",
            ),
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
    # The tables that a referee looks after, such as "1-8,12"; empty: all.
    tables = models.CharField(_("my tables"), max_length=60, blank=True, default="")

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

    objects = FactQuerySet["Team"].as_manager()

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
    # The status holds from this round on; 0: from the start.
    status_from = models.PositiveSmallIntegerField(_("from round"), default=0)
    reserve = models.BooleanField(_("reserve of the team"), default=False)
    # The number drawn where the order of keys asks for lots; the smaller one first.
    lot = models.PositiveIntegerField(_("lot"), null=True, blank=True)

    objects = FactQuerySet["Entry"].as_manager()

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

    @property
    def shown_name(self) -> str:
        """The name that everybody may read; see `shown_name` of the people."""
        return shown_name(self.player.name, self.player.name_hidden, self.number)


class Stage(models.Model):
    """Rounds that are counted together. A later stage starts with what ``carry`` hands on; with a
    ``cut_size`` only its `StageEntry` rows play it, and they rank above all others."""

    class Carry(models.TextChoices):
        ALL = "all", _("everything")
        NONE = "none", _("nothing")
        TABLE_POINTS = "table_points_only", _("table points only")
        FRACTION = "fraction", _("a part of both")

    class Rounding(models.TextChoices):
        HALF_AWAY = "half_away", _("half away from zero")
        UP = "up", _("up")
        DOWN = "down", _("down")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=60, blank=True)
    carry = models.CharField(_("carried"), max_length=20, choices=Carry, default=Carry.ALL)
    numerator = models.PositiveSmallIntegerField(default=1)
    denominator = models.PositiveSmallIntegerField(default=1)
    # Empty: table points stay exact.
    round_tp = models.CharField(max_length=12, choices=Rounding, blank=True, default="")
    round_gp = models.CharField(max_length=12, choices=Rounding, default=Rounding.HALF_AWAY)
    for_teams = models.BooleanField(_("counts for the teams"), default=True)
    cut_size = models.PositiveIntegerField(_("how many go through"), null=True, blank=True)
    # How a tie at the line of the cut was decided, in the organiser's words.
    cut_reason = models.CharField(max_length=200, blank=True)

    objects = FactQuerySet["Stage"].as_manager()

    class Meta:
        ordering = ["tournament", "number"]
        verbose_name = _("stage")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_once"),
            models.CheckConstraint(
                condition=Q(denominator__gte=1) & Q(numerator__lte=models.F("denominator")),
                name="carried_part_up_to_one",
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"{self.tournament} · {self.number}"


class StageEntry(models.Model):
    """Somebody who went through the cut; ``decided`` when a tie at the line was decided so."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="members")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="stages")
    decided = models.BooleanField(default=False)

    objects = FactQuerySet["StageEntry"].as_manager()

    class Meta:
        ordering = ["stage", "entry"]
        verbose_name = _("stage entry")
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="through_a_cut_once")
        ]

    def __str__(self) -> str:
        return f"{self.stage} · {self.entry}"


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
    # When it is to start, as the organiser announces it; it does not start by itself.
    planned_at = models.DateTimeField(_("planned start"), null=True, blank=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    # A break, or an interruption of the whole hall.
    extra_minutes = models.PositiveSmallIntegerField(_("extra minutes"), default=0)
    # "Time!" was called for the whole hall: no clock of the round runs beyond this moment.
    time_called_at = models.DateTimeField(_("time called"), null=True, blank=True)
    # The organiser has confirmed the results: no appeal is awaited any more.
    confirmed_at = models.DateTimeField(_("results confirmed"), null=True, blank=True)
    # Seats drawn by standing: entry numbers in the order that the draw used, and the revision.
    drawn_from = models.JSONField(default=dict, blank=True)

    objects = FactQuerySet["Round"].as_manager()

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

    objects = FactQuerySet["Bye"].as_manager()

    class Meta:
        ordering = ["round", "entry"]
        verbose_name = _("bye")
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="one_bye_per_round")]

    def __str__(self) -> str:
        return f"{self.round} · {self.entry}"


class Forfeit(models.Model):
    """A player who abandoned a round: nothing at the table counts for them, the others' points
    stand (competition-rules.md §2.5). Taken back by removing the row; the log keeps both."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="forfeits")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="forfeits")
    reason = models.CharField(_("reason"), max_length=200)

    objects = FactQuerySet["Forfeit"].as_manager()

    class Meta:
        ordering = ["round", "entry"]
        verbose_name = _("forfeit")
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="one_forfeit_per_round")
        ]

    def __str__(self) -> str:
        return f"{self.round} · {self.entry}"
