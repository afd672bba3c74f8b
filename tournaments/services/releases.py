"""Publishing results: what visitors see of an event that holds them back, what moved since, and
until when results can be appealed against (competition-rules.md §2.4, Appeals)."""

import datetime as dt
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Act, AuditEntry, Release, Round, Table, Tournament
from tournaments.services import standings
from tournaments.services.access import Actor, may_record, may_referee, require_organiser
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Conflict, Invalid, NotAllowed, Problem
from tournaments.services.locks import locked_round, locked_tournament
from tournaments.services.names import with_shown_names
from tournaments.services.standings import CurrentStandings
from tournaments.standings import Standings
from tournaments.standings.difference import Difference, difference, order_moved


@dataclass(frozen=True)
class Redrawn:
    """A round whose seats were drawn by standings that are others now: (entry id, place that the
    draw used, place now)."""

    round: Round
    moved: tuple[tuple[int, int | None, int | None], ...]


@dataclass(frozen=True)
class Report:
    """What publishing now would change. ``release`` is the last one, None before the first;
    ``difference`` is empty when nothing moved since; ``redrawn`` names seats drawn from old
    values."""

    standings: Standings
    revision: int
    release: Release | None
    difference: Difference
    redrawn: tuple[Redrawn, ...]

    @property
    def corrects(self) -> bool:
        """Whether results that were shown already are others now."""
        return self.release is not None and bool(self.difference.earlier_rounds)


NOTHING = Standings((), (), (), 0, provisional=False, order=())


def latest(tournament: Tournament) -> Release | None:
    return Release.objects.filter(tournament=tournament).first()


def report(tournament: Tournament) -> Report:
    """Compare the standings now with what is published."""
    now = standings.compute_now(tournament)
    release = latest(tournament)
    before = Standings.from_json(release.content) if release else NOTHING
    return Report(
        standings=now,
        revision=tournament.revision,
        release=release,
        difference=difference(before, now),
        redrawn=tuple(_redrawn(tournament, now)),
    )


def _redrawn(tournament: Tournament, now: Standings) -> list[Redrawn]:
    """Compare each draw by standing with the standings after the round before it, as they are
    now."""
    found = []
    ids = dict(tournament.entries.values_list("number", "pk"))
    for round_ in tournament.rounds.exclude(drawn_from={}).order_by("number"):
        used = [ids[n] for n in round_.drawn_from.get("order", ()) if n in ids]
        current = standings.compute_now(tournament, round_.number - 1)
        moved = order_moved(used, current)
        if moved:
            found.append(Redrawn(round_, tuple(moved)))
    return found


@transaction.atomic
def publish(actor: Actor, tournament_id: int, *, revision: int, note: str = "") -> Release:
    """Publish the standings as they are at ``revision``, the one that the organiser looked at.

    Raises `Conflict` when something happened since, or when nothing moved. A release that changes
    results shown before needs a ``note``, which visitors see.
    """
    tournament = locked_tournament(tournament_id)
    require_organiser(actor, tournament)
    if tournament.revision != revision:
        raise Conflict(_("Something happened since you looked; look again."))
    found = report(tournament)
    if found.release is not None and not found.difference:
        raise Conflict(_("Nothing has moved since the last release."))
    if found.corrects and not note.strip():
        raise Invalid(problems=[Problem("note", _("Say what was corrected; visitors see it."))])
    release = Release.objects.create(
        tournament=tournament,
        number=found.release.number + 1 if found.release else 1,
        revision=revision,
        after_round=found.standings.after_round,
        content=found.standings.to_json(),
        corrects=found.corrects,
        note=note.strip()[:200],
        published_by=actor.label[:80],
    )
    finish_act(
        actor,
        tournament.pk,
        Change(
            Act.RESULTS_PUBLISHED,
            f"release {release.number}",
            after={"after_round": release.after_round, "corrects": release.corrects},
            reason=release.note,
        ),
    )
    return release


def shown_to(actor: Actor, tournament: Tournament) -> CurrentStandings | None:
    """Return the standings that somebody may see: the last release where results are held back,
    else (and for referees always) what was computed last. Hidden names are hidden."""
    found = _shown_to(actor, tournament)
    if found is None:
        return None
    return replace(found, standings=with_shown_names(found.standings, tournament))


def _shown_to(actor: Actor, tournament: Tournament) -> CurrentStandings | None:
    if sees_everything(actor, tournament):
        return standings.current(tournament)
    release = latest(tournament)
    if release is None:
        return None
    return CurrentStandings(
        standings=Standings.from_json(release.content),
        revision=release.revision,
        computed_at=release.published_at,
        fresh=True,
    )


def sees_everything(actor: Actor, tournament: Tournament) -> bool:
    return tournament.release == Tournament.ReleaseMode.LIVE or may_referee(actor, tournament)


def require_shown(actor: Actor, tournament: Tournament) -> None:
    """Raise `NotAllowed` where results are held back: hands and money are no part of what was
    published."""
    if not sees_everything(actor, tournament):
        raise NotAllowed(
            _("The hands of this event are not shown: its organiser publishes results.")
        )


def require_table_shown(actor: Actor, table: Table) -> None:
    """As `require_shown`; who records at the table sees its hands."""
    tournament = table.round.tournament
    if tournament.release == Tournament.ReleaseMode.HELD and not may_record(actor, table):
        require_shown(actor, tournament)


def computed_for(actor: Actor, tournament: Tournament, after: int | None = None) -> Standings:
    """Return the standings, computed now, that somebody may see (after a round); where results
    are held back, nothing beyond what was published last. Hidden names are hidden."""
    return with_shown_names(_computed_for(actor, tournament, after), tournament)


def _computed_for(actor: Actor, tournament: Tournament, after: int | None) -> Standings:
    if sees_everything(actor, tournament):
        return standings.compute_now(tournament, after)
    release = latest(tournament)
    if release is None:
        return NOTHING
    if after is None or after >= release.after_round:
        return Standings.from_json(release.content)
    return standings.compute_now(tournament, after)


@dataclass(frozen=True)
class Standing:
    """How final the results are. ``corrected_at``: when results that were shown already were
    changed last. ``appeals_until``: the end of the appeals of the last closed round, None when it
    has passed or the organiser has confirmed the results."""

    corrected_at: dt.datetime | None
    note: str
    appeals_until: dt.datetime | None


def finality(tournament: Tournament) -> Standing:
    until = _appeals_until(tournament)
    if tournament.release == Tournament.ReleaseMode.LIVE:
        return Standing(_reopened(tournament), "", until)
    release = Release.objects.filter(tournament=tournament, corrects=True).first()
    if release is None:
        return Standing(None, "", until)
    return Standing(release.published_at, release.note, until)


def _reopened(tournament: Tournament) -> dt.datetime | None:
    """Return when a closed round or a confirmed result was opened again last."""
    # A table that had only finished is opened to play on: nothing that stood was changed.
    confirmed = Q(act=Act.TABLE_REOPENED, before=Table.Status.CONFIRMED.value)
    return (
        AuditEntry.objects.filter(confirmed | Q(act=Act.ROUND_REOPENED), tournament=tournament)
        .order_by("-id")
        .values_list("at", flat=True)
        .first()
    )


def _appeals_until(tournament: Tournament) -> dt.datetime | None:
    """Return the latest end among the rounds that wait for appeals."""
    window = dt.timedelta(minutes=tournament.appeal_minutes)
    closed = tournament.rounds.filter(
        status=Round.Status.CLOSED, confirmed_at=None, closed_at__gt=timezone.now() - window
    )
    last = closed.order_by("-closed_at").values_list("closed_at", flat=True).first()
    return last + window if last else None


@transaction.atomic
def confirm_results(actor: Actor, round_id: int) -> Round:
    """Say that a closed round's results stand: no appeal is awaited any more."""
    round_ = locked_round(round_id)
    require_organiser(actor, round_.tournament)
    if round_.status != Round.Status.CLOSED:
        raise Conflict(_("The round is not closed."))
    if round_.confirmed_at is None:
        round_.confirmed_at = timezone.now()
        round_.save(update_fields=["confirmed_at"])
        finish_act(
            actor,
            round_.tournament_id,
            Change(Act.RESULTS_CONFIRMED, f"round {round_.number}", round_number=round_.number),
        )
    return round_
