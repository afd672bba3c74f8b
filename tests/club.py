"""A small event for tests, made through the services as a club would make it."""

import itertools
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User

from tournaments.models import Entry, Round, Table, TableLink, Tournament
from tournaments.services import entries, events, hands, links, rounds, seating
from tournaments.services.access import Actor

SYSTEM = Actor.of_system("tests")
PASSWORD = "a long password for tests"
_keys = itertools.count(1)


def key() -> str:
    """Return a client key that no other submission of the test run has."""
    return f"test-key-{next(_keys):08d}"


def win(fan: int, winner: int, giver: int | None = None, flowers: int = 0) -> list[dict[str, Any]]:
    """Return the events of a Guobiao win given by its number (seats are winds of the hand)."""
    event: dict[str, Any] = {
        "type": "win",
        "by": "self_draw" if giver is None else "discard",
        "winners": [{"seat": winner, "declared": {"fan": fan}}],
    }
    if giver is not None:
        event["from"] = giver
    return [
        *({"type": "flower", "seat": winner, "tile": f"{n}f"} for n in range(1, flowers + 1)),
        event,
    ]


DRAW: list[dict[str, Any]] = [{"type": "exhaust"}]


@dataclass
class ClubEvent:
    """An event with its people; ``organiser`` and ``referee`` are users with roles in it."""

    tournament: Tournament
    organiser: User
    referee: User
    outsider: User
    entries: list[Entry] = field(default_factory=list)

    @property
    def as_organiser(self) -> Actor:
        return Actor.of(self.organiser)

    @property
    def as_referee(self) -> Actor:
        return Actor.of(self.referee)

    def seat_round(self, *, start: bool = True, size: int = 4) -> Round:
        """Seat everybody in the order of numbers, ``size`` at a table, and start the round."""
        ids = [entry.pk for entry in self.entries]
        tables = [ids[i : i + size] for i in range(0, len(ids) - len(ids) % size, size)]
        round_ = seating.set_round(SYSTEM, self.tournament.pk, tables=tables)
        return rounds.start_round(SYSTEM, round_.pk) if start else round_

    def table(self, round_number: int = 1, number: int = 1) -> Table:
        return Table.objects.select_related("round__tournament").get(
            round__tournament=self.tournament, round__number=round_number, number=number
        )

    def link(self, table: Table) -> tuple[TableLink, str]:
        """Return a live link of the table and its token."""
        link = links.live_link(SYSTEM, table.pk)
        return link, links.token_of(link)

    def record(self, table: Table, *deals: list[dict[str, Any]]) -> None:
        """Record hands one after the other, as the referee."""
        first = table.hands.in_force().count() + 1
        for number, deal in enumerate(deals, first):
            hands.record_hand(
                self.as_referee, table.pk, events=deal, client_key=key(), number=number
            )


def make_event(players: int = 8, *, ruleset: str = "guobiao", **settings: Any) -> ClubEvent:
    """Make an event with an organiser, a referee and ``players`` registered people."""
    number = User.objects.count()
    people = [
        User.objects.create_user(f"{role}{number}", password=PASSWORD)
        for role in ("organiser", "referee", "outsider")
    ]
    tournament = events.create_tournament(
        SYSTEM,
        name=f"Test event {number}",
        ruleset=ruleset,
        **{"club_name": "Test club", **settings},
    )
    events.give_role(SYSTEM, tournament.pk, username=people[0].username, role="organiser")
    events.give_role(SYSTEM, tournament.pk, username=people[1].username, role="referee")
    rows = [
        entries.Row(name=f"Player {number}.{n}", team_name=f"Team {(n - 1) // 4 + 1}")
        for n in range(1, players + 1)
    ]
    made = entries.register_many(SYSTEM, tournament.pk, rows) if rows else []
    return ClubEvent(tournament, people[0], people[1], people[2], made)
