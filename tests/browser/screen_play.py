"""Play events that pictures are made of: sixteen people of one club, some hands laid in tiles."""

import datetime as dt
import random
import secrets
from typing import Any

from django.utils import timezone

from tournaments.models import Player, Round, Tournament
from tournaments.services import entries, events, hands, rounds, seating, tables
from tournaments.services.access import Actor
from tournaments.services.demo import deal, plan_of

CLUB = "图片社 Pictures"
HANDS = 8
SYSTEM = Actor.of_system("pictures")
# Hands in tiles: what is concealed, the winning tile, melds.
LAID = (
    ("123456789m1p", "1p", ("chow", "345s")),
    ("19m19s19p1234567z", "7z", None),
    ("234m345p56s88p", "4s", ("chow", "678s")),
)


def set_up(name: str, slug: str, *, days_ago: int, over: int, seated: int = 3) -> Tournament:
    """Return an event of sixteen: ``over`` rounds are played, the next one has just begun, and
    ``seated`` have seats; no round begins beyond those."""
    event = events.create_tournament(
        SYSTEM,
        name=name,
        slug=slug,
        club_name=CLUB,
        venue="图片大厅 Picture hall",
        planned_rounds=3,
        starts_on=timezone.localdate() - dt.timedelta(days=days_ago),
    )
    people = entries.register_many(SYSTEM, event.pk, [row_of(n) for n in range(1, 17)])
    numbers = range(1, seated + 1)
    plans = [seating.set_round(SYSTEM, event.pk, tables=plan_of(people, r)) for r in numbers]
    dice = random.Random(slug)
    for round_ in plans[: over + 1]:
        play(round_, dice, over=round_.number <= over)
    return event


def row_of(number: int) -> entries.Row:
    """Return somebody, who is the same person in every event."""
    name = f"图{number:02} Picture P{number}"
    team = (number - 1) // 4
    row = entries.Row(name=name, club_name=CLUB, team_name=f"{'红绿蓝白'[team]}队 Team {team + 1}")
    known = Player.objects.filter(club__name=CLUB, name=name).first()
    return {**row, "player_id": known.pk} if known else row


def play(round_: Round, dice: random.Random, *, over: bool) -> None:
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
