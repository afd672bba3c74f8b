"""The pictures of every page (`tests.browser.make_screens`) have an address of every page."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.browser import page_list
from tests.browser.page_list import PICTURES, Pages, name_of
from tournaments.services.demo import make_demo


def reader(client: Client) -> Callable[[str], str]:
    def read(path: str) -> str:
        answer = client.get(path)
        to = answer.headers.get("location", "")
        if to and to != path and name_of(to) == name_of(path):
            return read(to)
        html = answer.status_code == 200 and "text/html" in answer.headers["content-type"]
        text = answer.content.decode() if html else ""
        return text if "<!doctype" in text[:200].lower() else ""

    return read


@pytest.mark.django_db
def test_every_page_has_an_address() -> None:
    from tests.browser import screen_desk, screen_events

    organiser = Client()
    organiser.force_login(User.objects.get(username=make_demo().organiser.username))
    assert screen_events.make()
    told = screen_desk.addresses()
    assert not screen_events.make()
    assert set(screen_desk.addresses()) == set(told)
    pages = Pages(reader(organiser), reader(Client()), told)
    assert pages.missing() == []
    assert pages.wrongly_left_out() == []
    public, desk = pages.group("public"), pages.group("desk")
    assert public["login"] == reverse("login")
    assert public["join"] == told["join"]
    assert desk["me"] == PICTURES["me"]
    assert not set(public) & set(desk)
    shown = {*public.values(), *desk.values(), *pages.group("referee").values()}
    assert set(pages.found.values()) <= shown
    assert set(PICTURES.values()) <= shown


def test_a_page_without_an_address_is_complained_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_list, "NO_PAGE", {"a mistake": {"rules", "no-such-name"}})
    there = {"/": '<a href="/seasons/">', "/rules/": "", "/seasons/": '<a href="/join/x/">'}
    pages = Pages(
        lambda path: f"<!doctype html>{there[path]}" if path in there else "", lambda _path: ""
    )
    assert not pages.has_pictures()
    assert {"join", "my-link", "season-money", "desk-finish"} <= set(pages.missing())
    assert not {"home", "seasons", "rules"} & set(pages.missing())
    assert pages.wrongly_left_out() == ["no-such-name", "rules"]
