"""The projector of an event: what the organiser has chosen, and which slide that makes now.

Nothing turns pages but the clock: the slide follows from the choice and the moment, so that every
screen of the hall shows the same one, also a browser that runs no scripts.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Act, HallScreen, Tournament
from tournaments.services.access import Actor, require_organiser
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Invalid, NotThere, Problem
from tournaments.services.locks import locked

MIN_SECONDS, MAX_SECONDS = 3, 120
MAX_STEP = 1_000_000


@dataclass(frozen=True)
class Choice:
    """What the projector shows: see `HallScreen`."""

    scene: str = HallScreen.Scene.AUTO
    seconds: int = 12
    look: str = HallScreen.Look.HALL
    language: str = ""
    paused: bool = False


@dataclass(frozen=True)
class Hall:
    """The choice in force, and from where its slides are counted."""

    choice: Choice
    step: int
    since: dt.datetime

    def step_at(self, now: dt.datetime) -> int:
        """Return how many slides have been shown before the one of this moment."""
        if self.choice.paused:
            return self.step
        return self.step + max(0, int((now - self.since).total_seconds() // self.choice.seconds))


@dataclass(frozen=True)
class Slide:
    """One page of one scene; ``page`` counts from 0."""

    scene: str
    page: int = 0
    pages: int = 1


def hall_of(tournament: Tournament) -> Hall:
    """Return what the hall shows; before anybody has chosen, everything in turn (one query)."""
    kept = HallScreen.objects.filter(tournament_id=tournament.pk).first()
    if kept is None:
        return Hall(Choice(), 0, tournament.created_at)
    choice = Choice(kept.scene, kept.seconds, kept.look, kept.language, kept.paused)
    return Hall(choice, kept.step, kept.since)


def slides(scene: str, pages: dict[str, int], auto: Sequence[str]) -> list[Slide]:
    """Return the slides of a scene in their order; ``pages`` says how many each has (0: nothing to
    show), ``auto`` which come in turn where everything is asked for."""
    wanted = auto if scene == HallScreen.Scene.AUTO else [scene]
    found = [
        Slide(name, page, pages[name]) for name in wanted for page in range(pages.get(name, 0))
    ]
    return found or [Slide(HallScreen.Scene.CLOCK)]


def slide_at(hall: Hall, found: Sequence[Slide], now: dt.datetime) -> Slide:
    return found[hall.step_at(now) % len(found)]


@transaction.atomic
def choose(actor: Actor, tournament_id: int, **changes: Any) -> Hall:
    """Change what the projector shows: ``scene``, ``seconds``, ``look``, ``language``, ``paused``.
    Another scene begins with its first page; a pause keeps the page that is shown."""
    tournament = _locked(actor, tournament_id)
    hall = hall_of(tournament)
    choice = replace(hall.choice, **changes)
    _check(choice)
    if choice == hall.choice:
        return hall
    now = timezone.now()
    step = 0 if choice.scene != hall.choice.scene else hall.step_at(now)
    return _keep(actor, tournament, hall, Hall(choice, step, now))


@transaction.atomic
def turn(actor: Actor, tournament_id: int, pages: int) -> Hall:
    """Go so many pages on (or, below zero, back) from the one that is shown."""
    tournament = _locked(actor, tournament_id)
    hall = hall_of(tournament)
    if not isinstance(pages, int) or isinstance(pages, bool) or abs(pages) > 100:
        raise Invalid(problems=[Problem("pages", _("At most 100 pages at a time."))])
    now = timezone.now()
    step = max(0, hall.step_at(now) + pages) % MAX_STEP
    return _keep(actor, tournament, hall, Hall(hall.choice, step, now))


def _locked(actor: Actor, tournament_id: int) -> Tournament:
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise NotThere
    require_organiser(actor, tournament)
    # The row of the screen is the lock; it is made where it is not there yet.
    HallScreen.objects.get_or_create(
        tournament=tournament, defaults={"since": tournament.created_at}
    )
    locked(HallScreen.objects.filter(tournament=tournament))
    return tournament


def _check(choice: Choice) -> None:
    problems = []
    if choice.scene not in HallScreen.Scene.values:
        problems.append(Problem("scene", _("There is no such scene.")))
    if choice.look not in HallScreen.Look.values:
        problems.append(Problem("look", _("There is no such look.")))
    if choice.language and choice.language not in dict(settings.LANGUAGES):
        problems.append(Problem("language", _("There is no such language.")))
    seconds = choice.seconds
    if (
        not isinstance(seconds, int)
        or isinstance(seconds, bool)
        or not MIN_SECONDS <= seconds <= MAX_SECONDS
    ):
        problems.append(Problem("seconds", _("A page stays for 3 to 120 seconds.")))
    if problems:
        raise Invalid(problems=problems)


def _keep(actor: Actor, tournament: Tournament, before: Hall, after: Hall) -> Hall:
    HallScreen.objects.filter(tournament=tournament).update(
        **_facts(after.choice), step=after.step, since=after.since
    )
    change = Change(
        Act.HALL_CHANGED,
        "hall",
        before={**_facts(before.choice), "step": before.step},
        after={**_facts(after.choice), "step": after.step},
    )
    finish_act(actor, tournament.pk, change)
    return after


def _facts(choice: Choice) -> dict[str, Any]:
    return {
        "scene": str(choice.scene),
        "seconds": choice.seconds,
        "look": str(choice.look),
        "language": choice.language,
        "paused": choice.paused,
    }
