"""Events to make pictures of, beside the demo's: those are practice and count for nothing.

Call: ``python -m tests.browser.screen_events`` in the environment of the site that is shot, after
the demo; a second call changes nothing. Makes two events of a season: one that is over, with hands
laid in tiles and a hidden name, so that ratings, highlights and figures have something to show; and
one whose last round has just begun, so that everybody can ask what is needed. What a desk can hold,
and a season of club nights for money, comes from `screen_desk`.

`page_list` knows their addresses. Those that no page leads to, or that hold a secret, are printed,
``name=address`` a line: ``make_screens --also`` takes them.
"""

import os
import sys
from collections.abc import Sequence

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mjclub.settings")

import django
from django.db import transaction

django.setup()
# ruff: noqa: E402  (models need what comes before)

from tests.browser import screen_desk
from tests.browser.screen_play import SYSTEM, set_up
from tournaments.exporting import making  # noqa: F401  (it names the job that makes files)
from tournaments.models import Job, Tournament
from tournaments.services import event_figures, events, jobs, names, ratings, seasons, standings

OVER, LAST = "pictures-over", "pictures-last-round"


def make() -> bool:
    """Make them; False where they are there already."""

    if Tournament.objects.filter(slug=OVER).exists():
        return False
    with transaction.atomic():
        over = set_up("图片公开赛 Pictures Open", OVER, days_ago=7, over=3)
        names.hide_name(SYSTEM, over.entries.get(number=16).pk, hidden=True)
        events.change_tournament(SYSTEM, over.pk, status="finished")
        last = set_up("图片邀请赛 Pictures Invitational", LAST, days_ago=0, over=2)
        _season((over, last))
        screen_desk.link_organiser(over.entries.get(number=2).player)
        desk, nights = screen_desk.make_desk(), screen_desk.make_nights()
    for event in (over, last, desk, *nights):
        _count(event)
    # Last of all: a report speaks of the event as it was, so nothing may happen after it.
    screen_desk.ask_report(desk)
    _run_waiting()
    return True


def _season(counting: Sequence[Tournament]) -> None:
    season = seasons.create_season(
        SYSTEM, name="图片赛季 Pictures season", club_id=counting[0].club_id
    )
    for event in counting:
        seasons.add_event(SYSTEM, season.pk, event.pk)


def _count(event: Tournament) -> None:
    """Count what a worker would count, where none runs."""

    jobs.run(standings.request(event.pk).pk)
    event_figures.request(event.pk)
    ratings.request(event)
    _run_waiting()


def _run_waiting() -> None:
    for job in Job.objects.filter(status=Job.Status.QUEUED):
        jobs.run(job.pk)


if __name__ == "__main__":
    sys.stderr.write("made\n" if make() else "there already\n")
    told = screen_desk.addresses().items()
    sys.stdout.write("".join(f"{name}={address}\n" for name, address in told))
