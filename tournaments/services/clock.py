"""The clock of a round: when the warning and the end come, for the hall and for each table
(competition-rules.md §1.3)."""

import datetime as dt
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Act, Round, Table, Tournament
from tournaments.services.access import Actor, require_organiser, require_referee
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Conflict, Invalid, Problem
from tournaments.services.locks import locked_round, locked_table

MAX_EXTRA = 120


@dataclass(frozen=True)
class Clock:
    """``phase`` at ``now``: ``waiting`` (not started), ``playing``, ``warning``, ``over`` (time is
    up, the round is not closed) or ``closed``. ``cut``: the hand in progress is void then."""

    starts: dt.datetime | None
    warns: dt.datetime | None
    ends: dt.datetime | None
    phase: str
    seconds_left: int | None
    cut: bool


def clock_of(round_: Round, table: Table | None = None, now: dt.datetime | None = None) -> Clock:
    """Return the clock of a round, or of one of its tables with its extra time."""
    now = now or timezone.now()
    event = round_.tournament
    cut = event.time_end == Tournament.TimeEnd.CUT
    if round_.started_at is None:
        return Clock(None, None, None, "waiting", None, cut)
    minutes = event.minutes + round_.extra_minutes + (table.extra_minutes if table else 0)
    ends = round_.started_at + dt.timedelta(minutes=minutes)
    if round_.time_called_at is not None:
        ends = min(ends, round_.time_called_at)
    warns = ends - dt.timedelta(minutes=event.warn_minutes)
    left = int((ends - now).total_seconds())
    if round_.status == Round.Status.CLOSED:
        return Clock(round_.started_at, warns, ends, "closed", None, cut)
    phase = "over" if now >= ends else "warning" if now >= warns else "playing"
    return Clock(round_.started_at, warns, ends, phase, max(left, 0), cut)


def _checked(minutes: object) -> int:
    if not isinstance(minutes, int) or isinstance(minutes, bool) or abs(minutes) > MAX_EXTRA:
        words = _("Extra time is a whole number of minutes up to 120.")
        raise Invalid(problems=[Problem("minutes", words)])
    return minutes


@transaction.atomic
def give_table_time(actor: Actor, table_id: int, minutes: int, reason: str = "") -> Table:
    """Give one table extra minutes (or, below zero, take given ones back)."""
    table = locked_table(table_id)
    require_referee(actor, table.round.tournament)
    _require_running(table.round)
    _require_no_call(table.round)
    before = table.extra_minutes
    table.extra_minutes = max(0, before + _checked(minutes))
    if table.extra_minutes != before:
        table.save(update_fields=["extra_minutes"])
        target = f"table {table.round.number}/{table.number}"
        _tell(actor, table.round, target, before, table.extra_minutes, reason, table)
    return table


@transaction.atomic
def give_round_time(actor: Actor, round_id: int, minutes: int, reason: str = "") -> Round:
    """Give every table of a round more time: a break, or an interruption of the hall."""
    round_ = locked_round(round_id)
    require_referee(actor, round_.tournament)
    _require_running(round_)
    _require_no_call(round_)
    before = round_.extra_minutes
    round_.extra_minutes = max(0, before + _checked(minutes))
    if round_.extra_minutes != before:
        round_.save(update_fields=["extra_minutes"])
        target = f"round {round_.number}"
        _tell(actor, round_, target, before, round_.extra_minutes, reason)
    return round_


@transaction.atomic
def call_time(actor: Actor, round_id: int, reason: str = "") -> Round:
    """Call "time!" for all tables of a running round, whatever extra time they have. Calling it
    twice is harmless; `take_call_back` lets the clocks run on as they were."""
    round_ = locked_round(round_id)
    require_referee(actor, round_.tournament)
    _require_running(round_)
    if round_.time_called_at is None:
        round_.time_called_at = timezone.now()
        _save_call(actor, round_, Act.TIME_CALLED, reason)
    return round_


@transaction.atomic
def take_call_back(actor: Actor, round_id: int, reason: str = "") -> Round:
    """Take the call of time back: every clock of the round runs to its own end again."""
    round_ = locked_round(round_id)
    require_referee(actor, round_.tournament)
    _require_running(round_)
    if round_.time_called_at is not None:
        round_.time_called_at = None
        _save_call(actor, round_, Act.TIME_CALL_TAKEN, reason)
    return round_


def _save_call(actor: Actor, round_: Round, act: Act, reason: str) -> None:
    round_.save(update_fields=["time_called_at"])
    called = round_.time_called_at
    change = Change(
        act,
        f"round {round_.number}",
        after=called.isoformat() if called else None,
        reason=reason.strip(),
        round_number=round_.number,
    )
    finish_act(actor, round_.tournament_id, change)


@transaction.atomic
def plan_start(actor: Actor, round_id: int, planned_at: dt.datetime | None) -> Round:
    """Say when a round is to start (None: not yet known). It starts when somebody starts it."""
    round_ = locked_round(round_id)
    require_organiser(actor, round_.tournament)
    if round_.status != Round.Status.SEATED:
        raise Conflict(_("The round has started already."))
    before = round_.planned_at
    if planned_at != before:
        round_.planned_at = planned_at
        round_.save(update_fields=["planned_at"])
        finish_act(
            actor,
            round_.tournament_id,
            Change(
                Act.START_PLANNED,
                f"round {round_.number}",
                before=before.isoformat() if before else None,
                after=planned_at.isoformat() if planned_at else None,
                round_number=round_.number,
            ),
        )
    return round_


def _require_running(round_: Round) -> None:
    if round_.status != Round.Status.RUNNING:
        raise Conflict(_("The round is not running."))


def _require_no_call(round_: Round) -> None:
    """Time that is given while "time!" stands would change nothing that anybody sees."""
    if round_.time_called_at is not None:
        raise Conflict(_("Time has been called for all tables; take that back first."))


def _tell(
    actor: Actor,
    round_: Round,
    target: str,
    before: int,
    after: int,
    reason: str,
    table: Table | None = None,
) -> None:
    finish_act(
        actor,
        round_.tournament_id,
        Change(
            Act.TIME_GIVEN,
            target,
            before=before,
            after=after,
            reason=reason.strip(),
            table=table,
            round_number=round_.number,
        ),
    )
