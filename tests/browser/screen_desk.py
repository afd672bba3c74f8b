"""What an organiser's desk can hold, for pictures of it: an event in the middle of its work, and
club nights for money.

Everything hangs on the demo's accounts, so that the demo's organiser sees it.
"""

import datetime as dt
import secrets
from collections.abc import Iterator

from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from tests.browser.screen_play import CLUB, SYSTEM, set_up
from tournaments.importing.player_list import layout_of, read_people
from tournaments.importing.table_file import TableFile
from tournaments.models import Entry, Player, Table, Tournament
from tournaments.services import (
    absences,
    adjustments,
    announcements,
    checkin,
    club_night,
    entries,
    events,
    exports,
    hands,
    invitations,
    links,
    merging,
    people_files,
    personal_links,
    referee_calls,
    rescoring,
    seasons,
    seating_rules,
    stages,
    tables,
    tokens,
)
from tournaments.services.access import Actor
from tournaments.services.demo import NIGHT_DEALS

ORGANISER, REFEREE, PLAYER = "demo-organiser", "demo-referee", "demo-player"
DESK, NIGHTS = "pictures-desk", ("pictures-night-1", "pictures-night-2")
LIST = (
    ("姓名", "俱乐部", "队伍"),
    ("图十七 Picture P17", CLUB, "红队 Team 1"),
    ("图十八 Picture P18", CLUB, "绿队 Team 2"),
    ("图02 Picture P2", CLUB, ""),
)


def link_organiser(player: Player) -> None:
    """Let the organiser's account be a player too, who has pages of the own."""
    player.user = User.objects.get(username=ORGANISER)
    player.save(update_fields=["user"])
    tokens.make_token(Actor.of(player.user), name="图片 pictures")


def _give_roles(event: Tournament) -> None:
    events.give_role(SYSTEM, event.pk, username=ORGANISER, role="organiser")
    events.give_role(SYSTEM, event.pk, username=REFEREE, role="referee")


def make_desk() -> Tournament:
    """Return an event in its second round whose desk has something of everything."""
    event = set_up("图片工作台 Pictures desk", DESK, days_ago=0, over=1, seated=2)
    _give_roles(event)
    people = list(event.entries.order_by("number"))
    _invite(event, people)
    _decide(event, people)
    _make_one(event, people)
    _prepare(event, people)
    return event


def _invite(event: Tournament, people: list[Entry]) -> None:
    invitations.invite(SYSTEM, event.pk, role="referee", note="二号桌 table 2")
    referee = event.memberships.get(user__username=REFEREE)
    invitations.make_password_link(SYSTEM, referee.pk)
    personal_links.make_links(SYSTEM, event.pk)
    announcements.announce(
        SYSTEM,
        event.pk,
        text_zh="午饭在二楼，十三点半继续。",
        text_en="Lunch is upstairs; we go on at half past one.",
    )
    for entry in people[:9]:
        checkin.check_in(SYSTEM, event.pk, entry.pk)


def _decide(event: Tournament, people: list[Entry]) -> None:
    """Take points, note an absence, call a referee, hand out a table's link, confirm a table."""
    adjustments.give_adjustment(
        SYSTEM, event.pk, entry_id=people[4].pk, table_points=-1, reason="迟到 Late"
    )
    running = event.rounds.get(number=2)
    first, second, third, _fourth = running.tables.order_by("number")
    absences.give_forfeit(SYSTEM, running.pk, people[5].pk, "提前离开 Left early")
    referee_calls.call_referee(SYSTEM, second.pk, "错和？ False win?")
    for table in (first, second):
        links.make_link(SYSTEM, table.pk)
    tables.finish_table(SYSTEM, third.pk)
    tables.confirm_table(SYSTEM, third.pk)


def _make_one(event: Tournament, people: list[Entry]) -> None:
    """Merge somebody with a second record of the same person, and leave another such record."""
    record, other = entries.register_many(
        SYSTEM,
        events.create_tournament(SYSTEM, name="图片旧赛 Pictures past", club_name=CLUB).pk,
        [
            entries.Row(name="图一 Picture P1", club_name=CLUB),
            entries.Row(name="图02  PICTURE P2", club_name="图片二社 Pictures Two"),
        ],
    )
    merging.merge(SYSTEM, people[0].player_id, record.player_id)
    # The second one waits for somebody to look at both side by side.
    assert other.player_id != people[1].player_id


def _prepare(event: Tournament, people: list[Entry]) -> None:
    """Register who only may play, and say what holds for the rounds to come."""
    entries.register_many(
        SYSTEM, event.pk, [entries.Row(name="图候 Picture Reserve", club_name=CLUB, reserve=True)]
    )
    seating_rules.keep_apart(
        SYSTEM, event.pk, people[0].pk, people[1].pk, reason="一家人 One family"
    )
    seating_rules.give_place(SYSTEM, people[2].pk, table=1, reason="轮椅 Wheelchair")
    stages.add_stage(SYSTEM, event.pk, name="决赛 Final")
    _keep_list(event)
    exports.ask(SYSTEM, event, "workbook", "zh-hans")


def _keep_list(event: Tournament) -> None:
    table = TableFile(tuple(enumerate(LIST, 1)), "utf-8")
    layout = layout_of(table)
    read = read_people(table, layout)
    file = people_files.keep(
        SYSTEM, event.pk, name="名单 list.csv", encoding=table.encoding, table=table.rows
    )
    people_files.lay_out(
        SYSTEM, file, columns=layout.columns, head=layout.head, rows=read.rows, lines=read.lines
    )


def make_nights() -> list[Tournament]:
    """Return two club nights for money, of which a season counts the sum."""
    nights = [_night(slug, 7 * n) for n, slug in enumerate(reversed(NIGHTS))]
    season = seasons.create_season(
        SYSTEM, name="图片夜场 Pictures nights", club_id=nights[0].club_id
    )
    for night in nights:
        seasons.add_event(SYSTEM, season.pk, night.pk)
    return nights


def _night(slug: str, days_ago: int) -> Tournament:
    night = events.create_tournament(
        SYSTEM,
        name=f"图片之夜{days_ago // 7 + 1} Pictures night {days_ago // 7 + 1}",
        slug=slug,
        club_name=CLUB,
        ruleset="nanchang",
        kind=Tournament.Kind.CLUB_NIGHT,
        stake=20,
        starts_on=timezone.localdate() - dt.timedelta(days=days_ago),
    )
    _give_roles(night)
    known = Player.objects.filter(club__name=CLUB).order_by("pk")[3:8]
    rows = [entries.Row(name=p.name, club_name=CLUB, player_id=p.pk) for p in known]
    people = [entry.pk for entry in entries.register_many(SYSTEM, night.pk, rows)]
    first = club_night.open_table(SYSTEM, night.pk, people[:4], sitting_out=people[4])
    _record(first)
    tables.finish_table(SYSTEM, first.pk)
    if days_ago:
        club_night.close_evening(SYSTEM, night.pk)
    else:
        _record(club_night.next_game(SYSTEM, first.pk))
    return night


def _record(table: Table) -> None:
    for number, told in enumerate(NIGHT_DEALS, 1):
        hands.record_hand(
            SYSTEM, table.pk, events=told, client_key=secrets.token_hex(8), number=number
        )


def ask_report(event: Tournament) -> None:
    """Ask what all hands would come to under another minimum."""
    event.refresh_from_db()
    rescoring.request_report(SYSTEM, event.pk, {**event.ruleset_options, "base": 10})


def addresses() -> dict[str, str]:
    """Return address by name of the pages that no other page leads to, secrets in them and all."""
    return dict(_addresses(Tournament.objects.get(slug=DESK)))


def _addresses(event: Tournament) -> Iterator[tuple[str, str]]:
    own = {"event": event.slug}
    role = event.invitations.get(for_user=None)
    password = event.invitations.get(for_user__isnull=False)
    yield "join", reverse("join", args=[invitations.token_of(role)])
    yield "new-password", reverse("new-password", args=[invitations.token_of(password)])
    yield (
        "desk-invitation-password",
        reverse("desk-invitation", kwargs={**own, "invitation_id": password.pk}),
    )
    first, second = event.entries.select_related("player").order_by("number")[:2]
    link = personal_links.live_link(first.player)
    assert link is not None
    made = reverse("desk-player-link", kwargs={**own, "entry_id": first.pk})
    yield "desk-player-link-made", made
    yield "my-link", reverse("my-link", args=[personal_links.token_of(link)])
    yield "say-here", reverse("say-here", kwargs={**own, "code": checkin.code_of(event)})
    other = Player.objects.get(club__name="图片二社 Pictures Two")
    side = reverse("desk-merge", kwargs={**own, "entry_id": second.pk})
    yield "desk-merge-two", f"{side}?with={other.pk}"
    file = event.people_files.latest("pk")
    yield "desk-people-list", reverse("desk-people-list", kwargs={**own, "file_id": file.pk})
    reserve = event.entries.get(reserve=True)
    yield "desk-entry-reserve", reverse("desk-entry", kwargs={**own, "entry_id": reserve.pk})
    table = Table.objects.get(round__tournament=event, round__number=2, number=2)
    yield "referee-table-called", reverse("referee-table", args=[table.pk])
    yield "referee-reseat", reverse("referee-reseat", args=[table.pk])
    # The player never logs in while pictures are made: that would end the link of the mail.
    user = User.objects.get(username=PLAYER)
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    token = default_token_generator.make_token(user)
    yield "password_reset_confirm", reverse("password_reset_confirm", args=[uid, token])
