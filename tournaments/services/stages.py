"""Stages of an event: what a stage starts with, who goes through the cut before it
(competition-rules.md §3, Stages)."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import Act, Round, Stage, StageEntry, Tournament
from tournaments.services import standings
from tournaments.services.access import Actor, require_organiser
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Conflict, Invalid, NotThere, Problem
from tournaments.services.locks import locked_tournament
from tournaments.standings import Row, cut

SETTINGS = ("name", "carry", "numerator", "denominator", "round_tp", "round_gp", "for_teams")


@dataclass(frozen=True)
class CutShown:
    """Who would go through: ``inside`` for certain; ``tied`` for ``places`` places, where the
    organiser has to decide. ``problem`` says why nobody can be cut now."""

    inside: tuple[Row, ...] = ()
    tied: tuple[Row, ...] = ()
    places: int = 0
    problem: str = ""


def facts(stage: Stage) -> dict[str, Any]:
    members = stage.members.select_related("entry").order_by("entry__number")
    return {
        **{name: getattr(stage, name) for name in SETTINGS},
        "cut_size": stage.cut_size,
        "through": [member.entry.number for member in members],
        "decided": [member.entry.number for member in members if member.decided],
    }


def show_cut(tournament: Tournament, size: int) -> CutShown:
    """Say who the first ``size`` are by the standings now."""
    if tournament.rounds.exclude(status=Round.Status.CLOSED).exists():
        return CutShown(problem=_("A round is not closed yet."))
    found = standings.compute_now(tournament)
    try:
        through = cut(found, size)
    except ValueError:
        return CutShown(problem=_("So many cannot go through."))
    return CutShown(
        tuple(found.row(entry) for entry in through.inside),
        tuple(found.row(entry) for entry in through.tied),
        through.places,
    )


@transaction.atomic
def add_stage(
    actor: Actor,
    tournament_id: int,
    *,
    cut_size: int | None = None,
    chosen: Collection[int] = (),
    cut_reason: str = "",
    **settings: Any,
) -> Stage:
    """Begin a new stage after the rounds so far; ``settings`` are those of `SETTINGS`.

    With ``cut_size`` only so many play on, by the full order of the standings. A tie at the line
    is never split: ``chosen`` (entry ids) and ``cut_reason`` say how the organiser decided it.
    """
    tournament = locked_tournament(tournament_id)
    require_organiser(actor, tournament)
    last = tournament.stages.order_by("-number").first()
    if last is not None and not last.rounds.exists():
        raise Conflict(_("The last stage has no rounds yet; change that one."))
    stage = Stage(tournament=tournament, number=last.number + 1 if last else 1)
    problems = _set(stage, settings)
    members: dict[int, bool] = {}
    if cut_size is not None:
        stage.cut_size = cut_size
        members = _members(tournament, cut_size, chosen, cut_reason, problems)
        stage.cut_reason = cut_reason.strip()[:200]
    if problems:
        raise Invalid(problems=problems)
    stage.save()
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry_id=entry, decided=decided)
        for entry, decided in members.items()
    )
    finish_act(
        actor,
        tournament.pk,
        Change(
            Act.STAGE_ADDED, f"stage {stage.number}", after=facts(stage), reason=stage.cut_reason
        ),
    )
    return stage


def _set(stage: Stage, settings: dict[str, Any]) -> list[Problem]:
    unknown = sorted(set(settings) - set(SETTINGS))
    problems = [Problem(name, _("Unknown setting.")) for name in unknown]
    for name in set(settings) & set(SETTINGS):
        setattr(stage, name, settings[name])
    try:
        stage.full_clean(validate_constraints=False)
    except ValidationError as error:
        problems += [
            Problem(name, message)
            for name, messages in error.message_dict.items()
            for message in messages
        ]
    else:
        if not 0 <= stage.numerator <= stage.denominator:
            problems.append(Problem("numerator", _("No more than all can be carried.")))
    return problems


def _members(
    tournament: Tournament,
    size: int,
    chosen: Collection[int],
    reason: str,
    problems: list[Problem],
) -> dict[int, bool]:
    """Return entry → whether a tie at the line was decided for it."""
    shown = show_cut(tournament, size)
    if shown.problem:
        problems.append(Problem("cut_size", shown.problem))
        return {}
    members = {row.entry_id: False for row in shown.inside}
    if shown.tied:
        tied = {row.entry_id for row in shown.tied}
        wanted = set(chosen)
        if len(wanted) != shown.places or not wanted <= tied:
            problems.append(
                Problem(
                    "chosen",
                    _("%(names)s are equal for %(n)d places: choose who goes through.")
                    % {"names": ", ".join(row.name for row in shown.tied), "n": shown.places},
                )
            )
        if not reason.strip():
            problems.append(Problem("cut_reason", _("Say how the tie was decided.")))
        members |= dict.fromkeys(wanted & tied, True)
    return members


@transaction.atomic
def change_stage(actor: Actor, stage_id: int, **settings: Any) -> Stage:
    """Change what a stage is called, starts with and counts for; the standings follow at once."""
    stage = _locked(actor, stage_id)
    before = facts(stage)
    problems = _set(stage, settings)
    if problems:
        raise Invalid(problems=problems)
    stage.save()
    after = facts(stage)
    if after != before:
        finish_act(
            actor,
            stage.tournament_id,
            Change(Act.STAGE_CHANGED, f"stage {stage.number}", before=before, after=after),
        )
    return stage


@transaction.atomic
def remove_stage(actor: Actor, stage_id: int) -> None:
    """Take a stage back whose rounds are not drawn yet; its cut is undone with it."""
    stage = _locked(actor, stage_id)
    if stage.rounds.exists():
        raise Conflict(_("Rounds of this stage are drawn; take them back first."))
    if stage.number == 1:
        raise Conflict(_("The first stage stays."))
    before = facts(stage)
    stage.delete()
    finish_act(
        actor,
        stage.tournament_id,
        Change(Act.STAGE_REMOVED, f"stage {before['name'] or ''}".strip(), before=before),
    )


def _locked(actor: Actor, stage_id: int) -> Stage:
    found = Stage.objects.filter(pk=stage_id).first()
    if found is None:
        raise NotThere
    require_organiser(actor, locked_tournament(found.tournament_id))
    return Stage.objects.get(pk=stage_id)
