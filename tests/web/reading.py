"""An event to look at, and how to read its pages."""

import re
from html import unescape
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.club import DRAW, ClubEvent, win
from tournaments.services import (
    jobs,
    rounds,
    standings,
    tables,
)


def get(name: str, event: ClubEvent | None = None, user: Any = None, **kwargs: Any) -> HttpResponse:
    """Open a page of the event; ``query`` and ``zh`` (the reader's language) are no parts of the
    address."""
    query, chinese = kwargs.pop("query", ""), kwargs.pop("zh", False)
    headers = kwargs.pop("headers", {})
    if event is not None:
        kwargs["event"] = event.tournament.slug
    client = Client(headers={"Accept-Language": "zh-CN" if chinese else "en"})
    if user is not None:
        client.force_login(user)
    return client.get(reverse(name, kwargs=kwargs) + query, headers=headers)


def text(response: HttpResponse) -> str:
    """Return what a reader sees, with single spaces."""
    assert response.status_code == 200, response.status_code
    body = re.sub(r"<(script|style|head).*?</\1>", " ", response.content.decode(), flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def count(event: ClubEvent) -> None:
    jobs.run(standings.request(event.tournament.pk).pk)


def play(event: ClubEvent) -> ClubEvent:
    """One closed round (a tie at the first table), one running, one seated and not public."""
    event.seat_round()
    event.record(event.table(), win(8, 0, 1), DRAW)
    for number in range(1, len(event.entries) // 4 + 1):
        table = event.table(1, number)
        if number > 1:
            event.record(table, win(24, 2))
        tables.finish_table(event.as_referee, table.pk)
    rounds.close_round(event.as_organiser, event.table().round_id)
    event.seat_round()
    event.record(event.table(2), win(10, 1, 3, flowers=1))
    event.seat_round(start=False)
    count(event)
    return event


def names(event: ClubEvent) -> list[str]:
    return [entry.player.name for entry in event.entries]
