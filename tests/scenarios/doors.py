"""What the scenarios share: an event as its people reach it, by the addresses of the site alone."""

import csv
import json
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.club import ClubEvent, key
from tests.web.reading import text
from tournaments.models import Job
from tournaments.services import jobs, standings

Body = dict[str, Any]


class Doors:
    """The organiser's and the referee's browser, and the API, at one event."""

    def __init__(self, event: ClubEvent) -> None:
        self.event = event
        self.slug = event.tournament.slug
        self.organiser = Client(headers={"Accept-Language": "en"})
        self.organiser.force_login(event.organiser)
        self.public = Client(headers={"Accept-Language": "en"})

    # --- acts ----------------------------------------------------------------------------

    def desk(self, name: str, data: Any = None, **where: object) -> Any:
        address = reverse(name, kwargs={"event": self.slug, **where})
        return self.organiser.post(address, data or {})

    def by_link(self, act: str, table: int = 1, round: int = 1, **content: Any) -> Any:
        """Post to the table by its link, as the phone beside it does; a browser of its own."""
        _link, token = self.event.link(self.event.table(round, table))
        return Client().post(
            f"/r/{token}/{act}/", json.dumps(content), content_type="application/json"
        )

    def hand(
        self,
        events: list[Body],
        number: int = 1,
        *,
        table: int = 1,
        round: int = 1,
        client_key: str = "",
        **more: Any,
    ) -> Any:
        return self.by_link(
            "hands", table, round, events=events, number=number,
            client_key=client_key or key(), **more,
        )  # fmt: skip

    def change(self, events: list[Body], number: int, revision: int, **more: Any) -> Any:
        return self.hand(events, number, revision=revision, reason="paper", **more)

    def undo(self, number: int, revision: int = 1, table: int = 1, round: int = 1) -> Any:
        return self.by_link(
            "undo", table, round, number=number, revision=revision, client_key=key()
        )

    def work(self) -> None:
        """Do what waits for a worker."""
        standings.request_stale()
        while waiting := list(Job.objects.filter(status=Job.Status.QUEUED)):
            for job in waiting:
                jobs.run(job.pk)

    # --- what is shown -------------------------------------------------------------------

    def json(self, path: str) -> Any:
        answer = self.organiser.get(f"/api/tournaments/{self.slug}/{path}")
        assert answer.status_code == 200, answer.content
        return answer.json()

    def at_table(self, table: int = 1, round: int = 1) -> Any:
        return self.json(f"rounds/{round}/tables/{table}/")

    def totals(self, table: int = 1, round: int = 1) -> list[int]:
        return [seat["total"] for seat in self.at_table(table, round)["seats"]]

    def row(self, number: int) -> Any:
        return next(row for row in self.json("standings/")["rows"] if row["number"] == number)

    def csv_row(self, number: int) -> dict[str, str]:
        content = self.organiser.get(f"/t/{self.slug}/results.csv").content.decode("utf-8-sig")
        rows = csv.DictReader(content.splitlines())
        return next(row for row in rows if row["Number"] == str(number))

    def page(self, path: str = "") -> str:
        answer = self.organiser.get(f"/t/{self.slug}/{path}")
        assert answer.status_code == 200
        return text(answer)

    def game_points(self, number: int) -> set[int]:
        """Return the game points of a player as the site shows them: standings by the API, the
        file, and the player's page."""
        self.work()
        page = self.page(f"people/{number}/")
        shown = page.partition("Game points ")[2].split(" ")[0]
        return {
            self.row(number)["game_points"],
            int(self.csv_row(number)["Game points"]),
            int(shown.replace("−", "-").replace("+", "")),
        }
