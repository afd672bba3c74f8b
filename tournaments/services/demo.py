"""Made-up events to look at: a running Guobiao tournament and a club night of another game.

Everything is recorded through the services, as a club would do it, in one transaction. People are
invented and their names say so.
"""

import datetime as dt
import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.rulesets import all_rulesets
from tournaments.models import Entry, Player, Round, Table, Tournament
from tournaments.services import entries, events, hands, penalties, rounds, seating, tables
from tournaments.services.access import Actor

OPEN_SLUG = "demo-open"
NIGHT_SLUG = "demo-night"
CLUBS = ("演示东社 Demo East", "演示西社 Demo West")
TEAMS = ("甲队 Team A", "乙队 Team B", "丙队 Team C", "丁队 Team D")
STEMS = "甲乙丙丁"
NUMBERS = "一二三四"
DEALS = 16
# Hands recorded so far at the tables of the running round; the last table has not begun.
RUNNING = (9, 5, 12, 0)
FANS = (8, 8, 9, 10, 10, 11, 12, 13, 14, 16, 18, 20, 24, 25, 32, 48, 88)
# Multiplication in the field of four elements: with it sixteen players meet each other at most
# once, and team-mates never (the affine plane of order four).
TIMES = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))

Deal = list[dict[str, Any]]
NIGHT_DEALS: tuple[Deal, ...] = (
    [
        {"type": "wild", "indicator": "4m", "tiles": ["4m", "5m"]},
        {"type": "kong", "seat": 2, "kind": "concealed", "tile": "7z"},
        {
            "type": "win",
            "by": "self_draw",
            "winners": [{"seat": 0, "declared": {"patterns": ["ping_hu"]}}],
        },
    ],
    [
        {"type": "wild", "indicator": "9p", "tiles": ["9p", "1p"]},
        {
            "type": "win",
            "by": "discard",
            "from": 3,
            "winners": [{"seat": 1, "declared": {"patterns": ["de_guo"]}}],
        },
    ],
)


@dataclass(frozen=True)
class Login:
    """An account of the demo; ``password`` is None when the account existed already."""

    role: str
    username: str
    password: str | None


@dataclass(frozen=True)
class DemoLogins:
    """The accounts of the demo, passwords shown this once; and the addresses of its events."""

    organiser: Login
    referee: Login
    player: Login
    slugs: tuple[str, ...] = (OPEN_SLUG, NIGHT_SLUG)

    @property
    def all(self) -> tuple[Login, ...]:
        return (self.organiser, self.referee, self.player)


@transaction.atomic
def make_demo() -> DemoLogins:
    """Make what is missing of the demo; run again it changes nothing and tells no password."""
    logins = DemoLogins(_login("organiser"), _login("referee"), _login("player"))
    system = Actor.of_system("demo")
    if not Tournament.objects.filter(slug=OPEN_SLUG).exists():
        _open(system, logins)
    if not Tournament.objects.filter(slug=NIGHT_SLUG).exists():
        _night(system, logins)
    return logins


def _login(role: str) -> Login:
    username = f"demo-{role}"
    if User.objects.filter(username=username).exists():
        return Login(role, username, None)
    password = secrets.token_urlsafe(9)
    User.objects.create_user(username, password=password)
    return Login(role, username, password)


def _event(system: Actor, logins: DemoLogins, **settings: Any) -> Tournament:
    tournament = events.create_tournament(
        system, club_name=CLUBS[0], starts_on=timezone.localdate(), practice=True, **settings
    )
    for login in (logins.organiser, logins.referee):
        events.give_role(system, tournament.pk, username=login.username, role=login.role)
    return tournament


def _open(system: Actor, logins: DemoLogins) -> None:
    """A tournament of sixteen: a closed round, a running one, one that is seated."""
    tournament = _event(
        system, logins, name="演示公开赛 Demo Open", slug=OPEN_SLUG, venue="演示大厅 Demo hall"
    )
    rows = [
        entries.Row(
            name=f"{stem}{NUMBERS[i]} Demo {'ABCD'[t]}{i + 1}",
            club_name=CLUBS[t // 2],
            team_name=TEAMS[t],
        )
        for t, stem in enumerate(STEMS)
        for i in range(4)
    ]
    people = entries.register_many(system, tournament.pk, rows)
    _link_player(people[0].player, logins.player.username)
    first, second, third = (
        seating.set_round(system, tournament.pk, tables=plan_of(people, r)) for r in (1, 2, 3)
    )
    dice = random.Random(1998)  # noqa: S311  (sample hands, the same on every site)
    _play_first(system, first, people, dice)
    rounds.start_round(system, second.pk)
    Round.objects.filter(pk=second.pk).update(started_at=timezone.now() - dt.timedelta(minutes=55))
    for table, count in zip(_tables(second), RUNNING, strict=True):
        _record(system, table, [deal(dice) for _ in range(count)])
    _correct(system, _tables(second)[0])
    seating.publish_seats(system, third.pk)


def plan_of(people: Sequence[Entry], round_number: int) -> list[list[int]]:
    """Return the tables of a round as entry ids, East first; each team has one at every table."""
    plan = []
    for table in range(4):
        chairs = [people[4 * t + (table ^ TIMES[round_number][t])].pk for t in range(4)]
        turn = (table + round_number) % 4
        plan.append(chairs[turn:] + chairs[:turn])
    return plan


def _tables(round_: Round) -> list[Table]:
    return list(round_.tables.order_by("number"))


def _play_first(system: Actor, round_: Round, people: Sequence[Entry], dice: random.Random) -> None:
    rounds.start_round(system, round_.pk)
    for table in _tables(round_):
        _record(system, table, [deal(dice) for _ in range(DEALS)])
    penalties.give_penalty(
        system,
        round_.tournament_id,
        entry_id=people[5].pk,
        scope="session",
        mode="deduct",
        points=20,
        round_number=round_.number,
        reason="迟到12分钟 12 minutes late",
    )
    for table in _tables(round_):
        tables.confirm_table(system, table.pk)
    rounds.close_round(system, round_.pk)
    moment = timezone.now()
    Round.objects.filter(pk=round_.pk).update(
        started_at=moment - dt.timedelta(minutes=195), closed_at=moment - dt.timedelta(minutes=75)
    )


def deal(dice: random.Random) -> Deal:
    """Return the events of one Guobiao hand, as the sheet of an event would hold it."""
    luck = dice.random()
    if luck < 0.08:
        return [{"type": "exhaust"}]
    winner = dice.randrange(4)
    flowers = dice.choice((0, 0, 0, 1, 2))
    deal: Deal = [{"type": "flower", "seat": winner, "tile": f"{n + 1}f"} for n in range(flowers)]
    if luck > 0.97:
        deal.append({"type": "penalty", "seat": (winner + 1) % 4, "kind": "false_win"})
    win: dict[str, Any] = {
        "type": "win",
        "by": "self_draw",
        "winners": [{"seat": winner, "declared": {"fan": dice.choice(FANS)}}],
    }
    if luck < 0.72:
        win |= {"by": "discard", "from": (winner + dice.randrange(1, 4)) % 4}
    return [*deal, win]


def _record(actor: Actor, table: Table, deals: Sequence[Deal]) -> None:
    for number, deal in enumerate(deals, 1):
        hands.record_hand(
            actor, table.pk, events=deal, client_key=secrets.token_hex(8), number=number
        )


def _correct(actor: Actor, table: Table) -> None:
    """Leave a correction and an undone hand behind, so that the log has something to show."""
    second, last = table.hands.get(number=2), table.hands.order_by("number").last()
    win = {
        "type": "win",
        "by": "self_draw",
        "winners": [{"seat": 1, "declared": {"patterns": ["qing_yi_se"]}}],
    }
    hands.amend_hand(
        actor,
        table.pk,
        2,
        events=[win],
        revision=second.revision,
        client_key=secrets.token_hex(8),
        reason="抄错番数 fan copied wrongly",
    )
    if last is not None:
        hands.undo_hand(
            actor,
            table.pk,
            number=last.number,
            revision=last.revision,
            client_key=secrets.token_hex(8),
        )


def _link_player(player: Player, username: str) -> None:
    if not Player.objects.filter(user__username=username).exists():
        player.user = User.objects.get(username=username)
        player.save(update_fields=["user"])


def _night(system: Actor, logins: DemoLogins) -> None:
    """A club night of Nanchang mahjong: one table, two hands, one of them with a kong."""
    if "nanchang" not in {ruleset.id for ruleset in all_rulesets()}:
        return
    tournament = _event(
        system,
        logins,
        name="演示南昌之夜 Demo Nanchang Night",
        slug=NIGHT_SLUG,
        ruleset="nanchang",
        kind=Tournament.Kind.CLUB_NIGHT,
    )
    rows = [
        entries.Row(name=f"{name} Demo N{i}", club_name=CLUBS[0])
        for i, name in enumerate(("戊一", "戊二", "戊三", "戊四"), 1)
    ]
    people = entries.register_many(system, tournament.pk, rows)
    round_ = seating.set_round(system, tournament.pk, tables=[[person.pk for person in people]])
    rounds.start_round(system, round_.pk)
    _record(system, _tables(round_)[0], NIGHT_DEALS)
