"""The event that is played: its people, its rounds, and the organiser at the desk."""

import http.client
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TypeVar
from urllib.parse import urlencode

from django.db import DatabaseError, InterfaceError, connection

from tests.chaos.hall import Client, Counts, Sheet
from tests.chaos.proof import Verdict, examine
from tests.chaos.site import Site
from tests.club import PASSWORD, ClubEvent, make_event
from tournaments.models import Job, Round, Table
from tournaments.services import jobs, standings

T = TypeVar("T")


def patiently(act: Callable[[], T]) -> T:
    """Do something with the database, whose connections are being cut."""
    for _try in range(60):
        try:
            return act()
        except (DatabaseError, InterfaceError):
            connection.close()
            time.sleep(0.3)
    return act()


class Organiser:
    """Logs in and presses buttons of the desk, again and again until they have worked."""

    def __init__(self, site: Site, name: str, seed: int) -> None:
        self.ports = [part.port or 0 for part in site.webs]
        self.name = name
        self.chance = Random(f"organiser {seed}")
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, **fields: str) -> tuple[int, str]:
        link = http.client.HTTPConnection("127.0.0.1", self.chance.choice(self.ports), timeout=15)
        headers = {
            "Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items()),
            "X-CSRFToken": self.cookies.get("csrftoken", ""),
            "Content-Type": "application/x-www-form-urlencoded",
        }
        try:
            link.request(method, path, urlencode(fields), headers)
            answer = link.getresponse()
            text = answer.read().decode(errors="replace")
            for line in answer.headers.get_all("Set-Cookie") or ():
                found = re.match(r"([^=]+)=([^;]*)", line)
                if found:
                    self.cookies[found[1]] = found[2]
            return answer.status, text
        except (OSError, http.client.HTTPException):
            return 0, ""
        finally:
            link.close()

    def log_in(self) -> None:
        for _try in range(200):
            if "sessionid" in self.cookies:
                return
            self.ask("GET", "/account/login/")
            self.ask("POST", "/account/login/", username=self.name, password=PASSWORD)
            time.sleep(0.2)
        raise TimeoutError("the organiser could not log in")

    def press(self, path: str, done: Callable[[], bool]) -> None:
        """Press a button until what it does is done."""
        for _try in range(200):
            self.log_in()
            status, _text = self.ask("POST", path)
            if patiently(done):
                return
            if status in (401, 403):
                self.cookies.clear()
            time.sleep(self.chance.uniform(0.1, 0.6))
        raise TimeoutError(f"{path} did not work")


class Play:
    """One event of so many tables; `round` plays the next round to its end."""

    def __init__(self, site: Site, seed: int, tables: int) -> None:
        self.site, self.seed = site, seed
        self.event: ClubEvent = make_event(4 * tables)
        self.counts = Counts()
        self.sheets: dict[int, Sheet] = {}
        self.rounds = 0
        self.organiser = Organiser(site, self.event.organiser.username, seed)
        connection.close()

    def submissions(self) -> int:
        return sum(len(s.hands) + len(s.undone) for s in self.sheets.values())

    def round(self, pool: ThreadPoolExecutor) -> None:
        """Seat everybody anew, start the round by the desk, play every table, close it."""
        round_ = patiently(self._seated)
        self.rounds = round_.number
        slug = self.event.tournament.slug
        desk = f"/desk/{slug}/rounds/{round_.pk}"

        def is_now(status: str) -> Callable[[], bool]:
            return lambda: Round.objects.filter(pk=round_.pk, status=status).exists()

        self.organiser.press(f"{desk}/start/", is_now(Round.Status.RUNNING))
        sheets = patiently(lambda: self._sheets(round_))
        connection.close()
        for done in [pool.submit(sheet.play) for sheet in sheets.values()]:
            done.result()
        self.sheets |= sheets
        self.organiser.press(f"{desk}/close/", is_now(Round.Status.CLOSED))
        connection.close()

    def _seated(self) -> Round:
        found = Round.objects.filter(
            tournament=self.event.tournament, number=self.rounds + 1
        ).first()
        if found is not None:
            return found
        Random(f"seats {self.seed} {self.rounds}").shuffle(self.event.entries)
        return self.event.seat_round(start=False)

    def _sheets(self, round_: Round) -> dict[int, Sheet]:
        ports = [part.port or 0 for part in self.site.webs]
        slug = self.event.tournament.slug
        sheets = {}
        for table in Table.objects.filter(round=round_).select_related("round").order_by("number"):
            _link, token = self.event.link(table)
            client = Client(ports, {"Authorization": f"Table {token}"}, self.counts)
            where = f"/api/tournaments/{slug}/rounds/{round_.number}/tables/{table.number}/hands/"
            seed = f"{self.seed}/{round_.number}/{table.number}"
            sheets[table.pk] = Sheet(where, client, f"chaos/{seed}")
        return sheets

    def wait_for_quiet(self, seconds: float) -> float:
        """Wait until no job is left and the standings are fresh; return how long that took. A job
        that was set aside is tried again, as the organiser would."""
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            if patiently(self._quiet):
                break
            time.sleep(0.5)
        return time.monotonic() - began

    def _quiet(self) -> bool:
        for job in Job.objects.filter(status=Job.Status.SET_ASIDE):
            jobs.retry(self.event.as_organiser, job.pk)
        active = Job.objects.filter(status__in=[Job.Status.QUEUED, Job.Status.RUNNING]).exists()
        self.event.tournament.refresh_from_db()
        kept = standings.current(self.event.tournament)
        return not active and kept is not None and kept.fresh

    def examine(self) -> Verdict:
        return patiently(lambda: examine(self.event.tournament, self.sheets))
