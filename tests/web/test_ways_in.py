"""Invitations of helpers, forgotten passwords, players' own links, and too many wrong passwords."""

import datetime as dt
import re
from typing import Any

import pytest
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import Permission, User
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from tests.club import PASSWORD, ClubEvent, make_event
from tournaments.models import Act, AuditEntry, Invitation, Membership, PersonalLink, Player
from tournaments.services import (
    invitations,
    link_logins,
    personal_data,
    personal_links,
    tokens,
)
from tournaments.services.access import Actor
from tournaments.services.errors import NotAllowed
from tournaments.services.events import change_tournament, give_role
from tournaments.services.rights import PEOPLE, RIGHTS, WHO
from tournaments.services.rules import Rule
from tournaments.views.account import LogInRate

pytestmark = pytest.mark.django_db
NEW = "correct horse 7"


@pytest.fixture
def event() -> ClubEvent:
    return make_event(8)


def signed_in(user: User) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(user)
    return client


def invited(event: ClubEvent, role: str = "referee") -> str:
    """Invite somebody from the desk; return the address shown."""
    desk = signed_in(event.organiser)
    found = desk.post(f"/desk/{event.tournament.slug}/roles/invite/", {"role": role, "note": "A"})
    page = desk.get(found["Location"]).content.decode()
    return re.findall(r'href="http://testserver(/join/[^"]+)"', page)[0]


def role_of(username: str, event: ClubEvent) -> str | None:
    mine = Membership.objects.filter(user__username=username, tournament=event.tournament)
    return mine.values_list("role", flat=True).first()


# ---- helpers ----


def test_a_helper_joins_with_a_new_account(event: ClubEvent) -> None:
    address = invited(event)
    phone = Client(headers={"Accept-Language": "en"})
    page = phone.get(address)
    assert "You are invited as referee" in page.content.decode()
    assert page["Cache-Control"] == "no-store"
    answer = phone.post(address, {"username": "helper", "password": NEW})
    assert answer["Location"] == "/referee/"
    assert role_of("helper", event) == "referee"
    assert event.tournament.name in phone.get("/referee/").content.decode()
    # It has been used.
    assert phone.get(address).status_code == 403
    assert Client().post(address, {"username": "second", "password": NEW}).status_code == 403
    assert not User.objects.filter(username="second").exists()


def test_what_is_wrong_with_a_new_account_is_said_at_once(event: ClubEvent) -> None:
    address = invited(event)
    User.objects.create_user("taken", password=PASSWORD)
    client = Client(headers={"Accept-Language": "en"})
    page = client.post(address, {"username": "a b/c", "password": "123"})
    assert page.status_code == 400
    text = page.content.decode()
    assert "too short" in text
    assert "valid username" in text
    assert client.post(address, {"username": "taken", "password": NEW}).status_code == 400
    # Nothing was made and the link still works.
    assert Invitation.objects.get().used_at is None
    assert client.post(address, {"username": "other", "password": NEW}).status_code == 302


def test_a_helper_joins_with_the_account_there_is(event: ClubEvent) -> None:
    address = invited(event, "organiser")
    mine = signed_in(event.outsider)
    assert mine.post(address, {"own": "1"})["Location"] == f"/desk/{event.tournament.slug}/"
    assert role_of(event.outsider.username, event) == "organiser"


def test_an_organiser_who_follows_an_invitation_stays_one(event: ClubEvent) -> None:
    signed_in(event.organiser).post(invited(event), {"own": "1"})
    assert role_of(event.organiser.username, event) == "organiser"


def test_looking_at_a_link_uses_nothing_up(event: ClubEvent) -> None:
    address = invited(event)
    for _ in range(3):
        assert Client().get(address).status_code == 200
    assert Invitation.objects.get().used_at is None


@pytest.mark.parametrize("end", ["withdrawn", "old", "forged"])
def test_a_dead_invitation_gives_nothing(event: ClubEvent, end: str) -> None:
    address = invited(event)
    found = Invitation.objects.get()
    if end == "withdrawn":
        page = f"/desk/{event.tournament.slug}/roles/invitations/{found.pk}/"
        signed_in(event.organiser).post(page)
    elif end == "old":
        Invitation.objects.update(expires_at=timezone.now() - dt.timedelta(seconds=1))
    else:
        address = address[:-3] + "x/"
    answer = Client().post(address, {"username": "helper", "password": NEW})
    assert answer.status_code == 403
    assert not User.objects.filter(username="helper").exists()


def test_an_invitation_is_no_link_for_a_password(event: ClubEvent) -> None:
    token = invited(event).split("/")[2]
    assert Client().get(f"/new-password/{token}/").status_code == 403


def test_an_invitation_of_another_event_is_not_there(event: ClubEvent) -> None:
    other = make_event(4)
    invited(event)
    found = Invitation.objects.get()
    page = f"/desk/{other.tournament.slug}/roles/invitations/{found.pk}/"
    assert signed_in(other.organiser).get(page).status_code == 404


# ---- a forgotten password ----


def reset(event: ClubEvent, user: User, by: User | None = None) -> Any:
    member = Membership.objects.get(tournament=event.tournament, user=user)
    desk = signed_in(by or event.organiser)
    asked = desk.post(f"/desk/{event.tournament.slug}/roles/{member.pk}/password/")
    return desk.get(asked["Location"]) if asked.status_code == 302 else asked


def test_a_password_is_reset_on_the_organiser_s_screen(event: ClubEvent) -> None:
    elsewhere = signed_in(event.referee)
    page = reset(event, event.referee).content.decode()
    address = re.findall(r'href="http://testserver(/new-password/[^"]+)"', page)[0]
    phone = Client()
    assert phone.post(address, {"password": "1"}).status_code == 400
    assert phone.post(address, {"password": NEW})["Location"] == "/account/"
    assert phone.get("/account/").status_code == 200
    event.referee.refresh_from_db()
    assert event.referee.check_password(NEW)
    # Whoever was logged in with the old password no longer is, and the link works once.
    assert elsewhere.get("/account/").status_code == 302
    assert phone.post(address, {"password": NEW + "8"}).status_code == 403
    acts = list(AuditEntry.objects.order_by("id").values_list("act", flat=True))[-2:]
    assert acts == [Act.PASSWORD_LINK_MADE, Act.PASSWORD_SET]


def test_nobody_resets_who_has_rights_elsewhere(event: ClubEvent) -> None:
    other = make_event(4)
    give_role(
        other.as_organiser, other.tournament.pk, username=event.referee.username, role="referee"
    )
    assert reset(event, event.referee).status_code == 403
    # An organiser of both events may.
    give_role(
        other.as_organiser, other.tournament.pk, username=event.organiser.username, role="organiser"
    )
    assert reset(event, event.referee).status_code == 200


@pytest.mark.parametrize("more", ["superuser", "staff", "permission"])
def test_nobody_resets_an_administrator(event: ClubEvent, more: str) -> None:
    if more == "permission":
        event.referee.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    else:
        User.objects.filter(pk=event.referee.pk).update(**{f"is_{more}": True})
    assert reset(event, event.referee).status_code == 403


def test_by_mail_only_where_it_is_set_up(event: ClubEvent, settings: Any) -> None:
    User.objects.filter(pk=event.referee.pk).update(email="r@club.example")
    assert (
        "By mail"
        not in Client(headers={"Accept-Language": "en"}).get("/account/forgot/").content.decode()
    )
    Client().post("/account/forgot/", {"email": "r@club.example"})
    assert mail.outbox == []
    settings.MAIL_SET_UP = True
    assert Client().post("/account/forgot/", {"email": "r@club.example"}).status_code == 302
    (sent,) = mail.outbox
    address = re.findall(r"http://\S+?(/account/mail/\S+)", sent.body)[0]
    phone = Client()
    to = phone.get(address)["Location"]
    done = phone.post(to, {"new_password1": NEW, "new_password2": NEW})
    assert done["Location"] == "/account/login/"
    event.referee.refresh_from_db()
    assert event.referee.check_password(NEW)


# ---- players ----


def card(event: ClubEvent, at: int = 0) -> str:
    entry = event.entries[at]
    link = personal_links.make_link(event.as_organiser, entry.pk)
    return f"/me/{personal_links.token_of(link)}/"


def test_a_player_gets_in_by_the_card(event: ClubEvent) -> None:
    event.seat_round()
    address = card(event)
    phone = Client(headers={"Accept-Language": "en"})
    assert f"Are you {event.entries[0].player.name}?" in phone.get(address).content.decode()
    assert "_auth_user_id" not in phone.session
    answer = phone.post(address)
    assert answer["Location"] == f"/t/{event.tournament.slug}/me/"
    assert event.entries[0].player.name in phone.get(answer["Location"]).content.decode()
    # A second phone is the same player, and neither may more.
    again = Client()
    again.post(address)
    assert Player.objects.get(pk=event.entries[0].player_id).user is not None
    assert phone.get(f"/desk/{event.tournament.slug}/").status_code == 403
    assert phone.post(f"/referee/table/{event.table().pk}/hands/").status_code == 403


def test_a_card_never_opens_an_account_with_rights(event: ClubEvent) -> None:
    Player.objects.filter(pk=event.entries[0].player_id).update(user=event.referee)
    phone = Client()
    assert phone.post(card(event)).status_code == 403
    assert "_auth_user_id" not in phone.session


def test_a_stopped_or_old_card_opens_nothing(event: ClubEvent) -> None:
    address = card(event)
    page = f"/desk/{event.tournament.slug}/people/{event.entries[0].pk}/link/"
    desk = signed_in(event.organiser)
    assert address in desk.get(page).content.decode()
    desk.post(page, {"anew": "1"})
    assert Client().post(address).status_code == 403
    fresh = card(event)
    assert fresh != address
    desk.post(page, {"revoke": "1"})
    assert Client().post(fresh).status_code == 403
    third = card(event)
    long_ago = timezone.now() - personal_links.LIVES - dt.timedelta(days=1)
    PersonalLink.objects.filter(revoked_at=None).update(created_at=long_ago)
    assert Client().post(third).status_code == 403


def inside(phone: Client) -> bool:
    return phone.get("/account/").status_code == 200


@pytest.mark.parametrize("end", ["revoke", "anew", "everybody anew", "api", "erased"])
def test_a_stopped_card_logs_out_the_phones_it_let_in(event: ClubEvent, end: str) -> None:
    entry, address = event.entries[0], card(event)
    phone, second, other = Client(), Client(), Client()
    phone.post(address)
    second.post(address)
    other.post(card(event, 1))
    # The owner has logged in with a password of the account's own, too.
    user = User.objects.get(player=entry.player_id)
    own = Client()
    own.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    assert inside(phone)
    assert inside(second)
    # Cards for everybody leave a link that works, and whoever came in by it.
    personal_links.make_links(event.as_organiser, event.tournament.pk)
    assert inside(phone)
    if end == "erased":
        personal_data.erase(event.as_organiser, entry.player_id)
    elif end == "api":
        desk = APIClient()
        _made, token = tokens.make_token(event.as_organiser, name="desk", level="organiser")
        where = f"/api/tournaments/{event.tournament.slug}/entries/{entry.number}/link/"
        assert desk.delete(where, headers={"Authorization": f"Token {token}"}).status_code == 204
    elif end == "everybody anew":
        long_ago = timezone.now() - personal_links.LIVES - dt.timedelta(days=1)
        PersonalLink.objects.filter(player=entry.player_id).update(created_at=long_ago)
        personal_links.make_links(event.as_organiser, event.tournament.pk)
    else:
        page = f"/desk/{event.tournament.slug}/people/{entry.pk}/link/"
        text = signed_in(event.organiser).get(page).content.decode()
        assert "every phone that it let in is logged out" in text
        signed_in(event.organiser).post(page, {end: "1"})
    assert not inside(phone)
    assert not inside(second)
    assert inside(other)
    assert inside(own) == (end != "erased")
    if end != "erased":
        phone.post(card(event))
        assert inside(phone)


def test_a_card_does_not_open_a_session_of_a_link_that_was_stopped_before(
    event: ClubEvent, django_assert_num_queries: Any
) -> None:
    """A link stopped and made again is another one; and the look is one query, as for others."""
    phone = Client()
    phone.post(card(event))
    user = User.objects.get(player=event.entries[0].player_id)
    for backend in (link_logins.LinkBackend(), ModelBackend()):
        with django_assert_num_queries(1):
            assert backend.get_user(user.pk) == user
    assert inside(phone)
    personal_links.revoke_link(event.as_organiser, event.entries[0].pk)
    assert link_logins.LinkBackend().get_user(user.pk) is None
    card(event)
    assert link_logins.LinkBackend().get_user(user.pk) == user
    assert not inside(phone)


def test_a_player_who_sets_a_password_by_the_card_stays_in(event: ClubEvent) -> None:
    phone = Client()
    phone.post(card(event))
    user = User.objects.get(player=event.entries[0].player_id)
    user.set_password(PASSWORD)
    user.save()
    assert not inside(phone)
    phone.post(card(event))
    words = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    assert phone.post("/account/password/", words).status_code == 302
    assert inside(phone)
    assert attempt(Client(), NEW, user.username).status_code == 302


def test_cards_for_everybody_keep_those_there_are(event: ClubEvent) -> None:
    first = card(event)
    links = personal_links.make_links(event.as_organiser, event.tournament.pk)
    assert len(links) == 8
    assert f"/me/{personal_links.token_of(links[event.entries[0].pk])}/" == first
    again = personal_links.make_links(event.as_organiser, event.tournament.pk)
    assert {k: v.pk for k, v in again.items()} == {k: v.pk for k, v in links.items()}
    with pytest.raises(NotAllowed):
        personal_links.make_links(event.as_referee, event.tournament.pk)


def test_the_name_cards_carry_the_links(event: ClubEvent) -> None:
    desk = signed_in(event.organiser)
    base = f"/desk/{event.tournament.slug}/"
    answer = desk.post(f"{base}people/links/", follow=True)
    assert "Everybody has a personal link now" in answer.content.decode()
    assert PersonalLink.objects.filter(revoked_at=None).count() == 8
    assert desk.get(f"{base}name-cards.pdf").content.startswith(b"%PDF")


# ---- wrong passwords ----


def attempt(client: Client, word: str = "wrong", name: str = "somebody") -> Any:
    return client.post("/account/login/", {"username": name, "password": word})


def test_too_many_wrong_passwords_lock_the_name_at_this_address() -> None:
    User.objects.create_user("somebody", password=PASSWORD)
    User.objects.create_user("else", password=PASSWORD)
    here = Client(headers={"Accept-Language": "en"})
    answers = [attempt(here).status_code for _ in range(8)]
    assert answers[:7] == [200] * 7
    locked = attempt(here, PASSWORD)
    assert locked.status_code == 429
    assert "Too many tries" in locked.content.decode()
    assert "_auth_user_id" not in here.session
    # Others in the hall, and the same person elsewhere, go on.
    assert attempt(Client(), PASSWORD, "else").status_code == 302
    assert attempt(Client(REMOTE_ADDR="10.0.0.9"), PASSWORD).status_code == 302


def test_a_right_password_forgives_the_wrong_ones() -> None:
    User.objects.create_user("somebody", password=PASSWORD)
    for _ in range(3):
        client = Client()
        for _ in range(5):
            attempt(client)
        assert attempt(client, PASSWORD).status_code == 302


def test_one_address_tries_only_so_many_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LogInRate, "rate", "5/min")
    client = Client(REMOTE_ADDR="10.9.8.7")
    answers = [attempt(client, name=f"name{i}").status_code for i in range(7)]
    assert answers == [200] * 5 + [429] * 2


# ---- who may what ----


def test_every_rule_is_told_and_the_page_shows_it() -> None:
    assert set(WHO) == set(Rule)
    assert {person for who in WHO.values() for person in who} == set(PEOPLE)
    page = Client(headers={"Accept-Language": "en"}).get("/rights/").content.decode()
    assert page.count("<tr>") == len(RIGHTS) + 1
    assert page.count(">✓<") == sum(sum(right.who) for right in RIGHTS)


def test_a_player_asked_for_a_second_signature_is_told(event: ClubEvent) -> None:
    change_tournament(event.as_organiser, event.tournament.pk, confirmation="second")
    event.seat_round()
    table = event.table()
    seat = table.seats.select_related("entry").first()
    assert seat is not None
    link = personal_links.make_link(event.as_organiser, seat.entry_id)
    user = personal_links.account_of(personal_links.token_of(link))
    assert Actor.of(user).label == f"player-{seat.entry.player_id}"
    assert invitations.open_invitations(event.tournament) == []


# ---- the first organiser ----


def told(capsys: pytest.CaptureFixture[str], *args: str) -> list[str]:
    call_command("organiser", *args)
    return capsys.readouterr().out.split()


def test_the_first_organiser_is_made_from_the_command_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    word = told(capsys, "first")[2]
    client = Client()
    assert attempt(client, word, "first").status_code == 302
    assert client.get("/desk/new/").status_code == 200
    # A second call makes no new password; asked for, it does.
    assert told(capsys, "first")[0] == "first"
    other = told(capsys, "first", "--password")[2]
    assert other != word
    assert attempt(Client(), other, "first").status_code == 302


def test_an_account_without_the_right_sets_up_nothing(event: ClubEvent) -> None:
    assert signed_in(event.outsider).get("/desk/new/").status_code == 403
    with pytest.raises(CommandError):
        call_command("organiser", "no/name")
