"""The hall: at each table somebody enters hands through the API, repeats what got no answer, and
keeps a sheet of paper of what was acknowledged. What hands come to is reckoned here once more."""

import http.client
import json
import socket
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random
from typing import Any

Body = dict[str, Any]
GAME = 16
PATIENCE = 6.0
# Who sits East, South, West, North when each wind round begins, as the chairs of the first round
# (World Mahjong Organization, Mahjong Competition Rules 2006, appendix on seating).
PLACES = ("ABCD", "BADC", "CDBA", "DCAB")
# How the hands are entered, and how often.
MANNERS = {"plain": 55, "lost": 15, "parallel": 10, "rival": 8, "undo": 12}
AMENDED = 0.08


def winds(number: int) -> list[int]:
    """Return the wind of each chair in a hand (0 East), by the book and not by the site."""
    game_round, deal = divmod(number - 1, 4)
    return [(PLACES[game_round].index(person) - deal) % 4 for person in "ABCD"]


@dataclass(frozen=True)
class Deal:
    """A hand as it is played: ``winner`` and ``giver`` are winds; without a winner it is drawn."""

    winner: int | None = None
    giver: int | None = None
    fan: int = 0
    flowers: int = 0

    def events(self) -> list[Body]:
        if self.winner is None:
            return [{"type": "exhaust"}]
        win: Body = {
            "type": "win",
            "by": "self_draw" if self.giver is None else "discard",
            "winners": [{"seat": self.winner, "declared": {"fan": self.fan}}],
        }
        if self.giver is not None:
            win["from"] = self.giver
        flowers = [
            {"type": "flower", "seat": self.winner, "tile": f"{n}f"}
            for n in range(1, self.flowers + 1)
        ]
        return [*flowers, win]

    def by_wind(self) -> list[int]:
        """What it moves: everybody pays 8, and who gave the tile (or everybody) the fan besides."""
        if self.winner is None:
            return [0, 0, 0, 0]
        worth = self.fan + self.flowers
        paid = [8 + (worth if self.giver in (None, wind) else 0) for wind in range(4)]
        paid[self.winner] = 0
        return [sum(paid) if wind == self.winner else -paid[wind] for wind in range(4)]

    def by_chair(self, number: int) -> list[int]:
        moved = self.by_wind()
        return [moved[wind] for wind in winds(number)]


def some_deal(chance: Random) -> Deal:
    if chance.random() < 0.1:
        return Deal()
    winner = chance.randrange(4)
    giver = chance.choice([None, *(wind for wind in range(4) if wind != winner)])
    return Deal(winner, giver, chance.randint(8, 88), chance.randrange(3))


@dataclass
class Own:
    """A hand on the sheet of paper."""

    number: int
    key: str
    deal: Deal
    revision: int = 1
    rivalled: bool = False


@dataclass
class Counts:
    """What all tables did together. ``faults``: answers that must not come."""

    sent: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    slowest: float = 0.0
    hands: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, what: str, answer: str, seconds: float) -> None:
        with self.lock:
            self.sent[what] += 1
            self.answers[answer] += 1
            self.slowest = max(self.slowest, seconds)

    def entered(self) -> None:
        with self.lock:
            self.hands += 1

    def fault(self, words: str) -> None:
        with self.lock:
            self.faults.append(words)


class Client:
    """Speaks to whichever web server answers."""

    def __init__(self, ports: list[int], headers: dict[str, str], counts: Counts) -> None:
        self.ports, self.counts = ports, counts
        self.headers = {"Content-Type": "application/json", "Connection": "close", **headers}

    def once(self, chance: Random, method: str, path: str, body: Body) -> tuple[int, Any]:
        """Ask once; 0 when no answer came."""
        link = http.client.HTTPConnection("127.0.0.1", chance.choice(self.ports), timeout=PATIENCE)
        began = time.monotonic()
        status, content = 0, None
        try:
            link.request(method, path, json.dumps(body), self.headers)
            answer = link.getresponse()
            text = answer.read()
            status = answer.status
            content = json.loads(text) if status < 500 else None
        except (OSError, http.client.HTTPException, ValueError):
            status = 0
        finally:
            link.close()
        self.counts.add("request", str(status or "none"), time.monotonic() - began)
        return status, content

    def until_told(
        self, chance: Random, method: str, path: str, body: Body
    ) -> tuple[int, dict[str, Any]]:
        """Ask the same again and again until the site says yes or no."""
        end = time.monotonic() + 300
        while time.monotonic() < end:
            status, content = self.once(chance, method, path, body)
            if 0 < status < 500 and status != 429:
                return status, content
            time.sleep(chance.uniform(0.05, 0.5))
        raise TimeoutError(f"{method} {path} got no answer within 300 s")

    def and_hang_up(self, chance: Random, method: str, path: str, body: Body) -> None:
        """Send and go away without waiting for the answer."""
        text = json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(text)}"]
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        try:
            with socket.create_connection(("127.0.0.1", chance.choice(self.ports)), 2) as link:
                link.sendall(("\r\n".join(lines) + "\r\n\r\n").encode() + text)
                time.sleep(chance.uniform(0, 0.1))
        except OSError:
            pass
        self.counts.add("hung up", "not waited for", 0)


class Sheet:
    """One table of one round: plays its hands and keeps what was acknowledged."""

    def __init__(self, where: str, client: Client, seed: str) -> None:
        self.where, self.client = where, client
        self.chance = Random(seed)
        self.seed = seed
        self.hands: list[Own] = []
        self.undone: list[Own] = []
        self.amended = 0
        self.keys = 0

    def totals(self) -> list[int]:
        moved = [own.deal.by_chair(own.number) for own in self.hands]
        return [sum(column) for column in zip(*moved, strict=True)]

    def key(self) -> str:
        self.keys += 1
        return f"{self.seed}-{self.keys}".replace("/", "-").replace(" ", "-")

    def play(self, hands: int = GAME) -> None:
        for number in range(1, hands + 1):
            (manner,) = self.chance.choices(list(MANNERS), list(MANNERS.values()))
            self.enter(number, manner)
            if manner == "undo":
                self.undo()
                self.enter(number, "plain")
            if self.chance.random() < AMENDED:
                self.amend(self.chance.choice(self.hands))

    def enter(self, number: int, manner: str) -> None:
        self._enter(number, manner)
        self.client.counts.entered()

    def _enter(self, number: int, manner: str) -> None:
        own = Own(number, self.key(), some_deal(self.chance))
        if manner == "rival":
            self.against(own)
            return
        body = self.body(own)
        if manner == "lost":
            self.client.and_hang_up(self.chance, "POST", self.where, body)
        if manner == "parallel":
            self.thrice(own, body)
        else:
            self.accept(own, *self.client.until_told(self.chance, "POST", self.where, body))
        self.hands.append(own)

    @staticmethod
    def body(own: Own) -> Body:
        return {"events": own.deal.events(), "number": own.number, "client_key": own.key}

    def accept(self, own: Own, status: int, content: Any) -> None:
        if status not in (200, 201) or content["number"] != own.number:
            self.fault(f"hand {own.number} ({own.key}) was answered {status}: {content}")

    def fault(self, words: str) -> None:
        self.client.counts.fault(f"{self.seed}: {words}")

    def thrice(self, own: Own, body: Body) -> None:
        """The same submission three times at once."""
        answers = self.at_once([body] * 3)
        for status, content in answers:
            self.accept(own, status, content)
        if sum(status == 201 for status, _content in answers) > 1:
            self.fault(f"hand {own.number} ({own.key}) was made more than once")

    def at_once(self, bodies: list[Body]) -> list[tuple[int, Any]]:
        chances = [Random(self.chance.random()) for _body in bodies]
        with ThreadPoolExecutor(len(bodies)) as pool:
            asked = [
                pool.submit(self.client.until_told, chance, "POST", self.where, body)
                for chance, body in zip(chances, bodies, strict=True)
            ]
            return [one.result() for one in asked]

    def against(self, own: Own) -> None:
        """Two people enter different hands of one number at the same moment: one is saved."""
        other = Own(own.number, self.key(), some_deal(self.chance), rivalled=True)
        own.rivalled = True
        answers = self.at_once([self.body(own), self.body(other)])
        saved = [o for o, (status, _c) in zip((own, other), answers, strict=True) if status < 300]
        refused = [status for status, _content in answers if status == 409]
        if len(saved) != 1 or len(refused) != 1:
            self.fault(f"two rivals for hand {own.number} were answered {answers}")
        self.hands.append(saved[0] if saved else own)

    def undo(self) -> None:
        own = self.hands.pop()
        body = {"revision": own.revision, "client_key": self.key()}
        path = f"{self.where}{own.number}/undo/"
        status, content = self.client.until_told(self.chance, "POST", path, body)
        if status != 200:
            self.fault(f"undoing hand {own.number} was answered {status}: {content}")
        self.undone.append(own)

    def amend(self, own: Own) -> None:
        deal = some_deal(self.chance)
        body = {
            "events": deal.events(),
            "revision": own.revision,
            "client_key": self.key(),
            "reason": "the paper says so",
        }
        path = f"{self.where}{own.number}/"
        status, content = self.client.until_told(self.chance, "PUT", path, body)
        if status != 200:
            self.fault(f"changing hand {own.number} was answered {status}: {content}")
        own.deal, own.revision = deal, own.revision + 1
        self.amended += 1
