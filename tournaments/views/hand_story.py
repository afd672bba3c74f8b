"""What happened in a hand, taken from its record for pages that tell it in words."""

from dataclasses import dataclass
from typing import Any

from scoring.text import Text
from tournaments.services.tables import HandState, SeatState, TableState


@dataclass(frozen=True)
class Tiles:
    """A winner's tiles as tile strings; ``won`` is the winning tile."""

    concealed: str
    melds: tuple[str, ...]
    won: str


@dataclass(frozen=True)
class Claimed:
    """One winning tile: who won on it, who gave it (None: self-drawn), whether from a kong."""

    winners: tuple[SeatState, ...]
    giver: SeatState | None
    robbed: bool


@dataclass(frozen=True)
class Story:
    """One hand. ``claims`` are its winning tiles in their order; ``patterns`` the names of what the
    hand of a single winner is made of, ``tiles`` its tiles where they were laid; ``wild`` the wild
    tiles; ``penalised`` who paid a penalty in the hand."""

    hand: HandState
    claims: tuple[Claimed, ...]
    patterns: tuple[Text, ...]
    tiles: Tiles | None
    wild: str
    flowers: int
    penalised: tuple[SeatState, ...]
    kongs: int

    @property
    def dealer(self) -> int | None:
        return self.hand.position.dealer

    @property
    def fan(self) -> int | None:
        """The fan, where there is one winner who has it alone."""
        return self.hand.fan if len(self.hand.winners) == 1 else None

    @property
    def annulled(self) -> bool:
        return self.hand.end == "abort"

    @property
    def corrected(self) -> bool:
        return self.hand.hand.revision > 1


def story_of(state: TableState, hand: HandState) -> Story:
    """Read a hand of a table."""
    events: list[dict[str, Any]] = hand.hand.record["events"]
    chairs = hand.position.chairs
    won = {win.seat for win in hand.settlement.wins}
    wins = [event for event in events if event["type"] == "win"]
    alone = wins[0]["winners"][0] if len(hand.winners) == 1 and wins else {}
    return Story(
        hand=hand,
        claims=tuple(
            Claimed(
                tuple(state.seats[chair] for chair in claim.winners),
                None if claim.giver is None else state.seats[claim.giver],
                claim.robbed,
            )
            for claim in hand.claims
        ),
        patterns=_patterns(state, hand, alone),
        tiles=_tiles(wins[0], alone) if "hand" in alone else None,
        wild="".join(tile for e in events if e["type"] == "wild" for tile in e.get("tiles", ())),
        flowers=sum(e["type"] == "flower" and e.get("seat") in won for e in events),
        penalised=tuple(state.seats[chairs[e["seat"]]] for e in events if e["type"] == "penalty"),
        kongs=sum(e["type"] == "kong" for e in events),
    )


def _tiles(win: dict[str, Any], winner: dict[str, Any]) -> Tiles:
    hand = winner["hand"]
    melds = tuple(meld["tiles"] for meld in hand.get("melds", ()))
    return Tiles(hand.get("concealed", ""), melds, win.get("tile") or winner.get("tile") or "")


def stories_of(state: TableState) -> list[Story]:
    return [story_of(state, hand) for hand in state.hands]


def _patterns(state: TableState, hand: HandState, winner: dict[str, Any]) -> tuple[Text, ...]:
    """Name what was counted; where the settlement does not say, what the referee ticked."""
    names = {pattern.id: pattern.name for pattern in state.ruleset.patterns}
    names |= {flag.id: flag.name for flag in state.ruleset.circumstances}
    if not winner:
        return ()
    items = hand.settlement.wins[0].items
    if items is None:
        ids = winner.get("declared", {}).get("patterns", [])
    else:
        ids = [name for name, _worth in items]
    return tuple(names[name] for name in ids if name in names)
