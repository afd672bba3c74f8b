"""Log in, log out, the own password."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.club import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return User.objects.create_user("somebody", password=PASSWORD)


def log_in(client: Client, password: str = PASSWORD, **more: str) -> Any:
    return client.post(reverse("login"), {"username": "somebody", "password": password, **more})


def test_log_in_and_out(user: User) -> None:
    client = Client()
    assert log_in(client)["Location"] == "/"
    assert user.username in client.get("/").content.decode()
    assert client.post(reverse("logout"))["Location"] == "/"
    assert user.username not in client.get("/").content.decode()


def test_log_out_is_an_act_and_no_link(user: User) -> None:
    client = Client()
    client.force_login(user)
    assert client.get(reverse("logout")).status_code == 405


@pytest.mark.parametrize("name", ["somebody", "nobody"])
def test_a_wrong_log_in_does_not_say_which_half_was_wrong(user: User, name: str) -> None:
    page = Client(headers={"Accept-Language": "en"}).post(
        reverse("login"), {"username": name, "password": "wrong"}
    )
    assert page.status_code == 200
    assert "do not belong together" in page.content.decode()


def test_an_account_that_was_closed_does_not_log_in(user: User) -> None:
    user.is_active = False
    user.save()
    assert log_in(Client()).status_code == 200


@pytest.mark.parametrize(
    ("wanted", "given"),
    [("/desk/", "/desk/"), ("https://example.com/", "/"), ("//example.com", "/"), ("", "/")],
)
def test_after_the_log_in_only_to_our_own_pages(user: User, wanted: str, given: str) -> None:
    assert log_in(Client(), next=wanted)["Location"] == given


def test_somebody_logged_in_is_not_asked_again(user: User) -> None:
    client = Client()
    client.force_login(user)
    assert client.get(reverse("login"))["Location"] == "/"


class TestPassword:
    def change(self, client: Client, old: str, new: str, again: str = "") -> Any:
        return client.post(
            reverse("password"),
            {"old_password": old, "new_password1": new, "new_password2": again or new},
        )

    def test_change(self, user: User) -> None:
        client = Client()
        client.force_login(user)
        answer = self.change(client, PASSWORD, "Seven tiles and a half")
        assert answer["Location"] == reverse("account")
        # The session lives on; the old password is gone.
        assert client.get(reverse("account")).status_code == 200
        assert log_in(Client()).status_code == 200
        assert log_in(Client(), "Seven tiles and a half").status_code == 302

    @pytest.mark.parametrize(
        ("old", "new", "again"),
        [
            ("wrong", "Seven tiles and a half", ""),
            (PASSWORD, "Seven tiles and a half", "Eight tiles and a half"),
            (PASSWORD, "short", ""),
            (PASSWORD, "password", ""),
            (PASSWORD, "19981998", ""),
        ],
    )
    def test_refused(self, user: User, old: str, new: str, again: str) -> None:
        client = Client()
        client.force_login(user)
        page = self.change(client, old, new, again)
        assert page.status_code == 200
        assert "errorlist" in page.content.decode()
        assert log_in(Client()).status_code == 302

    def test_nobody_changes_it_without_a_log_in(self) -> None:
        answer = self.change(Client(), PASSWORD, "Seven tiles and a half")
        assert answer["Location"].startswith(reverse("login"))


def test_forms_need_the_token_of_their_page(user: User) -> None:
    client = Client(enforce_csrf_checks=True)
    assert log_in(client).status_code == 403
