"""The log page: search, files, the way back; and settling all hands anew from the desk."""

import datetime as dt
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from tests.club import DRAW, ClubEvent, key, make_event, win
from tournaments.models import AuditEntry, Job, Tournament
from tournaments.services import hall, hands, jobs
from tournaments.services.events import change_tournament
from tournaments.views.organiser.method_words import method_words

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> ClubEvent:
    event = make_event(8)
    event.seat_round()
    event.record(event.table(1, 1), win(8, 0, 1), DRAW)
    event.record(event.table(1, 2), win(24, 2))
    return event


@pytest.fixture
def desk(client: Client, event: ClubEvent) -> Client:
    client.force_login(event.organiser)
    return client


def _page(desk: Client, event: ClubEvent, **asked: Any) -> str:
    response = desk.get(f"/desk/{event.tournament.slug}/log/", asked)
    assert response.status_code == 200
    return response.content.decode()


def _acts(page: str) -> list[str]:
    return re.findall(r'<span class="act">([^<]+)</span>', page)


def test_it_is_searched_by_person_table_act_and_time(desk: Client, event: ClubEvent) -> None:
    assert set(_acts(_page(desk, event, table_number=2, round_number=1))) == {"hand recorded"}
    assert len(_acts(_page(desk, event, act="hand.recorded"))) == 3
    person = event.entries[7].player.name
    found = _acts(_page(desk, event, person=person, act="hand.recorded"))
    assert len(found) == 1, "the hands of the table where the person sat"
    # Times are the club's: Asia/Shanghai here, whatever the reader's clock.
    zone = event.tournament.club.zone
    AuditEntry.objects.filter(act="hand.recorded", table_number=1).update(
        at=dt.datetime(2026, 3, 29, 0, 30, 40, tzinfo=zone)
    )
    assert len(_acts(_page(desk, event, since="2026-03-29T00:30", until="2026-03-29T00:30"))) == 2
    assert not _acts(_page(desk, event, until="2026-03-29T00:29"))
    assert not _acts(_page(desk, event, since="2026-03-28T12:00", until="2026-03-28T20:00"))


def test_the_search_is_folded_until_something_is_searched(desk: Client, event: ClubEvent) -> None:
    assert '<details class="fold">' in _page(desk, event)
    assert '<details class="fold" open>' in _page(desk, event, table_number=2)
    assert '<details class="fold" open>' in _page(desk, event, since="yesterday")


@pytest.mark.parametrize(
    ("stored", "said"),
    [
        ("search #91", "搜索"),
        ("field rotation + search #7", "有限域轮转 + 搜索"),
        ("catalogue", "现成方案"),
        ("chart wmc 64", "对阵表wmc 64"),
        ("random #1", "抽签"),
        ("something of old #x", "something of old #x"),
    ],
)
def test_how_seats_were_made_is_said_in_the_reader_s_language(stored: str, said: str) -> None:
    with override("zh-hans"):
        assert method_words(stored) == said


def test_the_log_says_values_in_the_reader_s_language(desk: Client, event: ClubEvent) -> None:
    hall.choose(event.as_organiser, event.tournament.pk, scene="clock", look="contrast")
    page = desk.get(
        f"/desk/{event.tournament.slug}/log/", headers={"Accept-Language": "zh-CN"}
    ).content.decode()
    assert "只显示时钟" in page
    assert ">clock<" not in page
    assert ">manual<" not in page
    assert "手工" in page


def test_a_wrong_time_is_named_and_everything_shown(desk: Client, event: ClubEvent) -> None:
    page = _page(desk, event, since="yesterday")
    assert "field-wrong" in page
    assert len(_acts(page)) > 3


def test_one_correction_is_one_group(desk: Client, event: ClubEvent) -> None:
    table = event.table(1, 1)
    hands.amend_hand(event.as_referee, table.pk, 1, events=win(24, 1), revision=1, client_key=key())
    page = _page(desk, event, act="hand.amended")
    assert page.count('<p class="who">') == 1


def test_the_file_holds_what_was_searched_for(desk: Client, event: ClubEvent) -> None:
    response = desk.get(f"/desk/{event.tournament.slug}/log/csv/", {"act": "hand.recorded"})
    lines = response.content.decode("utf-8-sig").splitlines()
    assert len(lines) == 4
    assert "log" in response["Content-Disposition"]
    assert all("hand recorded" in line for line in lines[1:])
    everything = desk.get(f"/desk/{event.tournament.slug}/log/csv/").content.decode()
    assert len(everything.splitlines()) == 1 + AuditEntry.objects.count()


def test_an_earlier_state_is_shown_and_brought_back(desk: Client, event: ClubEvent) -> None:
    slug = event.tournament.slug
    then = Tournament.objects.get(slug=slug).revision
    event.record(event.table(1, 2), win(48, 0, 1))
    assert f"/desk/{slug}/log/{then}/" in _page(desk, event)
    page = desk.get(f"/desk/{slug}/log/{then}/").content.decode()
    assert "+72" in page
    assert "Bring this state back" in page
    assert event.table(1, 2).hands.in_force().count() == 2
    without = desk.post(f"/desk/{slug}/log/{then}/", {"seen": then + 1})
    assert without.status_code == 400, "a reason is asked for"
    response = desk.post(f"/desk/{slug}/log/{then}/", {"seen": then + 1, "reason": "wrong table"})
    assert response.status_code == 302
    assert event.table(1, 2).hands.in_force().count() == 1
    late = desk.post(f"/desk/{slug}/log/{then}/", {"seen": then + 1, "reason": "again"})
    assert late.status_code == 409
    assert desk.get(f"/desk/{slug}/log/999/").status_code == 404


def _asked(desk: Client, address: str) -> dict[str, Any]:
    """Return what the form of a page would send, another base payment typed in."""
    form = desk.get(address).context["form"]
    shown = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in shown.items() if value not in (None, "")}
    return {**sent, "option-base": "10"}


def test_options_and_what_a_restoring_did_are_told_in_words(client: Client) -> None:
    event = make_event(4)
    slug, before = event.tournament.slug, Tournament.objects.get().revision
    options = {**event.tournament.ruleset_options, "base": 10}
    change_tournament(
        event.as_organiser, event.tournament.pk, ruleset_options=options, venue="Hall 2"
    )
    client.force_login(event.organiser)
    address = f"/desk/{slug}/log/{before}/"
    page = client.get(address, headers={"Accept-Language": "en"}).content.decode()
    assert re.search(r"Base payment: <del>10</del> → <ins>8</ins>", page)
    assert "min_fan" not in page
    seen = Tournament.objects.get().revision
    client.post(address, {"seen": seen, "reason": "slip"})
    told = re.sub(r"<[^>]+>|\s+", " ", _page(client, event))
    assert "0, 1, 0" not in told
    assert re.search(r"to revision +\d+", told)
    assert "1 other" in told


def test_all_hands_are_settled_anew_from_the_desk(desk: Client, event: ClubEvent) -> None:
    slug = event.tournament.slug
    address = f"/desk/{slug}/rescore/"
    assert "Show what would move" in desk.get(address).content.decode()
    assert desk.post(address, _asked(desk, address)).status_code == 302
    job = Job.objects.get(kind="rescore")
    part = desk.get(f"{address}job/").content.decode()
    assert "hx-trigger" in part
    assert "<progress" in part
    jobs.run(job.pk)
    page = desk.get(address).content.decode()
    assert "Publish these results" in page
    assert "round 1, table 2" in page
    assert 'hx-trigger="every 1s"' not in page
    response = desk.post(f"{address}{job.pk}/publish/")
    assert response.status_code == 302
    jobs.run(Job.objects.get(kind="rescore_publish").pk)
    assert "All hands stand as settled anew" in desk.get(address).content.decode()
    assert event.table(1, 2).hands.get().chair_deltas == [-34, -34, 102, -34]


def test_a_report_is_dropped_or_stopped(desk: Client, event: ClubEvent) -> None:
    address = f"/desk/{event.tournament.slug}/rescore/"
    desk.post(address, _asked(desk, address))
    job = Job.objects.get(kind="rescore")
    desk.post(f"{address}{job.pk}/cancel/")
    job.refresh_from_db()
    assert job.status == "cancelled"
    desk.post(address, _asked(desk, address))
    second = Job.objects.get(kind="rescore", status="queued")
    jobs.run(second.pk)
    assert desk.post(f"{address}{second.pk}/drop/").status_code == 302
    page = desk.get(address).content.decode()
    assert "Nothing was changed" in page
    assert "Publish these results" not in page
    other = make_event(4)
    foreign = Job.objects.create(
        tournament=other.tournament, kind="rescore", key="x", created_at=timezone.now()
    )
    assert desk.post(f"{address}{foreign.pk}/cancel/").status_code == 404
    foreign.refresh_from_db()
    assert foreign.status == "queued"
