"""Events to make pictures of, beside the demo's: those are practice and count for nothing.

Call: ``python -m tests.browser.screen_events`` in the environment of the site that is shot; a
second call changes nothing. Makes two events of a season: one that is over, with hands laid in
tiles and a hidden name, so that ratings, highlights and figures have something to show; and one
whose last round has just begun, so that everybody can ask what is needed. `page_list` knows their
addresses.
"""

import datetime as dt
import os
import random
import secrets
import sys
from collections.abc import Sequence
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mjclub.settings")

import django
from django.db import transaction
from django.utils import timezone

django.setup()
# ruff: noqa: E402  (models need what comes before)

from tournaments.models import Job, Player, Round, Tournament
from tournaments.services import (
    entries,
    event_figures,
    events,
    hands,
    jobs,
    names,
    ratings,
    rounds,
    seasons,
    seating,
    standings,
    tables,
)
from tournaments.services.access import Actor
from tournaments.services.demo import deal, plan_of

OVER, LAST = "pictures-over", "pictures-last-round"
CLUB = "图片社 Pictures"
HANDS = 8
SYSTEM = Actor.of_system("pictures")
# Hands in tiles: what is concealed, the winning tile, melds.
LAID = (
    ("123456789m1p", "1p", ("chow", "345s")),
    ("19m19s19p1234567z", "7z", None),
    ("234m345p56s88p", "4s", ("chow", "678s")),
)


def make() -> bool:
    """Make them; False where they are there already."""

    if Tournament.objects.filter(slug=OVER).exists():
        return False
    with transaction.atomic():
        over = _event("图片公开赛 Pictures Open", OVER)
        last = _event("图片邀请赛 Pictures Invitational", LAST)
        _season((over, last))
    for event in (over, last):
        _count(event)
    return True


def _event(name: str, slug: str) -> Tournament:

    days = 7 if slug == OVER else 0
    event = events.create_tournament(
        SYSTEM,
        name=name,
        slug=slug,
        club_name=CLUB,
        venue="图片大厅 Picture hall",
        planned_rounds=3,
        starts_on=timezone.localdate() - dt.timedelta(days=days),
    )
    rows = [_row(n) for n in range(1, 17)]
    people = entries.register_many(SYSTEM, event.pk, rows)
    plans = [seating.set_round(SYSTEM, event.pk, tables=plan_of(people, r)) for r in (1, 2, 3)]
    dice = random.Random(slug)
    finished = 3 if slug == OVER else 2
    for round_ in plans:
        _play(round_, dice, over=round_.number <= finished)
    if slug == OVER:
        names.hide_name(SYSTEM, people[-1].pk, hidden=True)
        events.change_tournament(SYSTEM, event.pk, status="finished")
    return event


def _row(number: int) -> entries.Row:
    """Return somebody, who is the same person in both events."""
    name = f"图{number:02} Picture P{number}"
    team = (number - 1) // 4
    row = entries.Row(name=name, club_name=CLUB, team_name=f"{'红绿蓝白'[team]}队 Team {team + 1}")
    known = Player.objects.filter(club__name=CLUB, name=name).first()
    return {**row, "player_id": known.pk} if known else row


def _play(round_: Round, dice: random.Random, *, over: bool) -> None:
    rounds.start_round(SYSTEM, round_.pk)
    for table in round_.tables.order_by("number"):
        played = HANDS if over else table.number - 1
        for number in range(1, played + 1):
            laid = number in (2, 5) and dice.random() < 0.8
            told = _laid(dice) if laid else deal(dice)
            hands.record_hand(
                SYSTEM, table.pk, events=told, client_key=secrets.token_hex(8), number=number
            )
        if over:
            tables.finish_table(SYSTEM, table.pk)
            tables.confirm_table(SYSTEM, table.pk)
    if over:
        rounds.close_round(SYSTEM, round_.pk)


def _laid(dice: random.Random) -> list[dict[str, Any]]:
    concealed, won, meld = dice.choice(LAID)
    winner = dice.randrange(4)
    hand: dict[str, Any] = {"concealed": concealed}
    if meld:
        hand["melds"] = [{"kind": meld[0], "tiles": meld[1], "from": (winner + 3) % 4}]
    return [
        {
            "type": "win",
            "by": "discard",
            "from": (winner + 1) % 4,
            "tile": won,
            "winners": [{"seat": winner, "hand": hand}],
        }
    ]


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
    for job in Job.objects.filter(status=Job.Status.QUEUED):
        jobs.run(job.pk)


if __name__ == "__main__":
    sys.stdout.write("made\n" if make() else "there already\n")
