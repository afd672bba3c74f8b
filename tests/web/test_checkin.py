"""Who is here: at the desk, by phone, and what the draw and the first page make of it."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.club import SYSTEM, ClubEvent, make_event, win
from tests.web.reading import text
from tournaments.models import AuditEntry, CheckIn, PlaceOfOwn
from tournaments.services import checkin, confirming, entries, tables
from tournaments.services.access import Actor
from tournaments.services.desk import desk_of
from tournaments.services.errors import Invalid, NotAllowed
from tournaments.services.seating_facts import field_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> ClubEvent:
    return make_event(8)


def client_of(event: ClubEvent) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(event.organiser)
    return client


def page(event: ClubEvent, name: str, *args: object) -> str:
    return reverse(name, args=[event.tournament.slug, *args])


def here(event: ClubEvent, *numbers: int) -> None:
    for number in numbers:
        entry = event.entries[number - 1]
        checkin.check_in(SYSTEM, event.tournament.pk, entry.pk)


def test_one_tap_and_back(event: ClubEvent) -> None:
    client = client_of(event)
    address = page(event, "desk-check-in", event.entries[2].pk)
    assert "is here" in text(client.post(address, follow=True))
    assert "is here" in text(client.post(address, follow=True))
    assert CheckIn.objects.count() == 1
    assert [a.act for a in AuditEntry.objects.filter(act__startswith="entry.here")] == [
        "entry.here"
    ]
    client.post(address, {"away": "1"})
    assert not CheckIn.objects.exists()


def test_by_number_at_the_desk(event: ClubEvent) -> None:
    client = client_of(event)
    done = client.post(page(event, "desk-checkin"), {"number": "3"}, follow=True)
    assert "1 of 8 are here" in text(done)
    refused = client.post(page(event, "desk-checkin"), {"number": "77"})
    assert refused.status_code == 400
    assert CheckIn.objects.get().entry == event.entries[2]


def test_by_name_at_the_desk() -> None:
    event = make_event(0)
    names = ("王芳", "王芳芳", "李娜", "Łukasz Żółć")
    made = entries.register_many(SYSTEM, event.tournament.pk, [entries.Row(name=n) for n in names])
    client = client_of(event)

    def said(words: str) -> str:
        answer = client.post(page(event, "desk-checkin"), {"number": words}, follow=True)
        return answer.content.decode()

    assert f"{made[2].number} 李娜 is here" in said("lina")
    assert "Nobody who is missing" in said("李娜")
    assert "Who is it?" in said("wf")
    # A whole name is meant before one that it is a part of.
    assert "1 王芳 is here" in said("王芳")
    assert "2 王芳芳 is here" in said("wf")
    assert "is here" in said("lukasz")
    assert "Nobody who is missing" in said("123456")
    assert CheckIn.objects.count() == 4


def test_with_the_own_phone(event: ClubEvent) -> None:
    code = checkin.code_of(event.tournament)
    address = page(event, "say-here", code)
    phone = Client(headers={"Accept-Language": "en"})
    assert phone.get(address).status_code == 200
    said = phone.post(address, {"number": "5"})
    assert f"5 {event.entries[4].player.name}" in text(said)
    assert CheckIn.objects.get().by == "phone 5"
    assert phone.post(address, {"number": "99"}).status_code == 400
    assert phone.post(address, {"number": "x"}).status_code == 400


def test_a_code_is_good_for_its_event_and_day(
    event: ClubEvent, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = make_event(4)
    foreign = page(event, "say-here", checkin.code_of(other.tournament))
    assert Client().get(foreign).status_code == 403
    assert Client().post(foreign, {"number": "1"}).status_code == 403
    code = checkin.code_of(event.tournament)
    assert Client().get(page(event, "say-here", code + "x")).status_code == 403
    monkeypatch.setattr(checkin, "CODE_SECONDS", -1)
    with pytest.raises(NotAllowed):
        checkin.say_here(event.tournament.pk, code, 1)
    assert not CheckIn.objects.exists()


def test_who_has_withdrawn_is_not_awaited(event: ClubEvent) -> None:
    entries.change_entry(SYSTEM, event.entries[0].pk, status="withdrawn")
    entries.change_entry(SYSTEM, event.entries[1].pk, reserve=True)
    found = checkin.presence(event.tournament)
    assert [e.number for e in found.missing] == [3, 4, 5, 6, 7, 8]
    with pytest.raises(Invalid):
        checkin.say_here(event.tournament.pk, checkin.code_of(event.tournament), 1)


def test_the_draw_leaves_out_who_comes_later(event: ClubEvent) -> None:
    here(event, 1, 2, 3, 4, 5, 6, 7)
    client = client_of(event)
    seating = text(client.get(page(event, "desk-seating")))
    assert "1 player is not checked in" in seating
    late = event.entries[7]
    client.post(page(event, "desk-come-later"), {"entry": [str(late.pk), str(event.entries[0].pk)]})
    # Who is here is left alone.
    assert list(PlaceOfOwn.objects.values_list("entry", "from_round")) == [(late.pk, 2)]
    drawn = field_of(event.tournament, rounds=1, byes=True, together=False)
    assert [e.number for e in drawn.absent] == [8]
    assert [e.number for e in drawn.players] == [1, 2, 3, 4, 5, 6, 7]
    assert "not checked in" not in text(client.get(page(event, "desk-seating")))


def test_who_comes_after_all_plays_the_next_round(event: ClubEvent) -> None:
    here(event, 1, 2, 3, 4)
    tournament = event.tournament
    checkin.come_later(SYSTEM, tournament.pk, [e.pk for e in event.entries[4:]])
    assert [e.number for e, _round in checkin.presence(tournament).late] == [5, 6, 7, 8]
    PlaceOfOwn.objects.filter(entry=event.entries[5]).update(table=1)
    here(event, 5, 6)
    assert [e.number for e in checkin.presence(tournament).here] == [1, 2, 3, 4, 5, 6]
    place = PlaceOfOwn.objects.get(entry=event.entries[5])
    assert (place.table, place.from_round) == (1, None)


def test_who_is_missing_from_a_round_that_is_drawn(event: ClubEvent) -> None:
    event.seat_round(start=False)
    here(event, 1, 2, 3, 4, 5, 6, 7)
    found = checkin.presence(event.tournament)
    assert (found.next_round, found.drawn, [e.number for e in found.missing]) == (1, True, [8])
    client = client_of(event)
    assert "Round 1 is drawn with all of them" in text(client.get(page(event, "desk-checkin")))
    address = page(event, "desk-come-later")
    refused = client.post(address, {"entry": [str(event.entries[7].pk)]}, follow=True)
    assert "Round 1 is drawn with them" in text(refused)
    assert not PlaceOfOwn.objects.exists()


def test_people_of_another_event_are_refused(event: ClubEvent) -> None:
    other = make_event(4)
    with pytest.raises(Invalid):
        checkin.come_later(SYSTEM, event.tournament.pk, [other.entries[0].pk])
    address = page(event, "desk-check-in", other.entries[0].pk)
    assert client_of(event).post(address).status_code == 404


def test_only_referees_check_in(event: ClubEvent) -> None:
    for user, allowed in ((event.referee, True), (event.outsider, False)):
        try:
            checkin.check_in(Actor.of(user), event.tournament.pk, event.entries[0].pk)
        except NotAllowed:
            assert not allowed
        else:
            assert allowed


def test_a_second_day_begins_anew(event: ClubEvent) -> None:
    here(event, 1, 2)
    client = client_of(event)
    address = page(event, "desk-checkin-again")
    assert "2 players who are checked in" in text(client.get(address))
    client.post(address)
    assert not CheckIn.objects.exists()


def kinds(event: ClubEvent) -> list[str]:
    return [need.kind for need in desk_of(event.tournament).needs]


def test_the_first_page_names_who_is_missing_and_late(event: ClubEvent) -> None:
    assert "missing" not in kinds(event)
    here(event, 1, 2, 3, 4, 5, 6)
    assert "missing" in kinds(event)
    shown = text(client_of(event).get(page(event, "desk-now")))
    assert "2 players are not checked in" in shown
    checkin.come_later(SYSTEM, event.tournament.pk, [e.pk for e in event.entries[6:]])
    assert [k for k in kinds(event) if k in ("missing", "late")] == ["late"]


def test_the_first_page_names_a_disputed_result_and_counts_the_tables() -> None:
    event = make_event(8, confirmation="second")
    event.seat_round()
    table = event.table()
    event.record(table, win(10, 0, 2))
    tables.finish_table(event.as_referee, table.pk)
    player = event.entries[0].player
    player.user = event.outsider
    player.save()
    confirming.sign_result(
        Actor.of(event.outsider), table.pk, totals={0: 1, 1: -1, 2: 0, 3: 0}, reason="x"
    )
    assert "disputed" in kinds(event)
    shown = text(client_of(event).get(page(event, "desk-now")))
    assert "has other totals than those recorded" in shown
    assert "1 of 2 tables ended, 0 confirmed" in shown


@pytest.mark.parametrize("players", [4, 40])
def test_the_list_is_read_in_so_many_queries(
    players: int, django_assert_max_num_queries: object
) -> None:
    event = make_event(players)
    here(event, 1, 2)
    client = client_of(event)
    with django_assert_max_num_queries(9):  # type: ignore[operator]
        client.get(page(event, "desk-checkin"))
