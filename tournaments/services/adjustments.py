"""标准分 and game points given or taken outside any table, of one entry or one team: given, and
cancelled with a reason; nothing is deleted (competition-rules.md §2.5, §2.6)."""

from fractions import Fraction

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.table_points import display_units, to_units
from tournaments.models import Act, Adjustment, Entry, Team
from tournaments.services.access import Actor, require_organiser
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Conflict, Invalid, NotThere, Problem
from tournaments.services.locks import locked_tournament

MAX_TABLE_POINTS = 1000
MAX_GAME_POINTS = 100_000


def facts(adjustment: Adjustment) -> dict[str, object]:
    return {
        "entry": adjustment.entry.number if adjustment.entry else None,
        "team": adjustment.team.name if adjustment.team else None,
        "table_points": display_units(adjustment.table_points),
        "game_points": adjustment.game_points,
        "cancelled": adjustment.cancelled_at is not None,
    }


@transaction.atomic
def give_adjustment(
    actor: Actor,
    tournament_id: int,
    *,
    entry_id: int | None = None,
    team_id: int | None = None,
    table_points: Fraction | int = 0,
    game_points: int = 0,
    reason: str,
) -> Adjustment:
    """Give (or, below zero, take) points of one entry or one team. ``table_points`` is exact: a
    fraction whose denominator divides 2520. Raises `Invalid` with every problem.
    """
    tournament = locked_tournament(tournament_id)
    require_organiser(actor, tournament)
    entry = Entry.objects.filter(pk=entry_id or 0, tournament=tournament).first()
    team = Team.objects.filter(pk=team_id or 0, tournament=tournament).first()
    points = Fraction(table_points)
    units, exact = to_units(points)
    problems = []
    if (entry is None) == (team is None):
        problems.append(Problem("who", _("Name one player or one team of this event.")))
    if not exact or abs(points) > MAX_TABLE_POINTS:
        problems.append(
            Problem("table_points", _("Table points must be a fraction such as −1/2, up to 1000."))
        )
    if abs(game_points) > MAX_GAME_POINTS:
        problems.append(Problem("game_points", _("Game points go up to 100000.")))
    if not units and not game_points:
        problems.append(Problem("table_points", _("An adjustment changes something.")))
    if not reason.strip():
        problems.append(Problem("reason", _("Give a reason.")))
    if problems:
        raise Invalid(problems=problems)
    adjustment = Adjustment.objects.create(
        tournament=tournament,
        entry=entry,
        team=team,
        table_points=units,
        game_points=game_points,
        reason=reason.strip()[:200],
    )
    _finish(actor, Act.ADJUSTMENT_GIVEN, adjustment, None, adjustment.reason)
    return adjustment


@transaction.atomic
def cancel_adjustment(actor: Actor, adjustment_id: int, reason: str) -> Adjustment:
    """Cancel an adjustment with a reason: it stays visible and counts for nothing."""
    found = Adjustment.objects.filter(pk=adjustment_id).first()
    if found is None:
        raise NotThere
    require_organiser(actor, locked_tournament(found.tournament_id))
    adjustment = Adjustment.objects.select_related("entry", "team").get(pk=adjustment_id)
    if not reason.strip():
        raise Invalid(problems=[Problem("reason", _("Give a reason."))])
    if adjustment.cancelled_at is not None:
        raise Conflict(_("This adjustment is cancelled already."))
    before = facts(adjustment)
    adjustment.cancelled_at = timezone.now()
    adjustment.cancel_reason = reason.strip()[:200]
    adjustment.save(update_fields=["cancelled_at", "cancel_reason"])
    _finish(actor, Act.ADJUSTMENT_CANCELLED, adjustment, before, adjustment.cancel_reason)
    return adjustment


def _finish(
    actor: Actor, act: Act, adjustment: Adjustment, before: dict[str, object] | None, reason: str
) -> None:
    who = f"entry {adjustment.entry.number}" if adjustment.entry else f"team {adjustment.team}"
    finish_act(
        actor,
        adjustment.tournament_id,
        Change(act, who, before=before, after=facts(adjustment), reason=reason),
    )
