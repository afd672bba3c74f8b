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
class Story:
    """One hand. ``winners`` and ``giver`` are seats of the table; ``patterns`` the names of what
    the hand of a single winner is made of, ``tiles`` its tiles where they were laid; ``wild`` the
    wild tiles; ``penalised`` who paid a penalty in the hand."""

    hand: HandState
    winners: tuple[SeatState, ...]
    giver: SeatState | None
    robbed: bool
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
    def annulled(self) -> bool:
        return self.hand.end == "abort"

    @property
    def corrected(self) -> bool:
        return self.hand.hand.revision > 1


def story_of(state: TableState, hand: HandState) -> Story:
    """Read a hand of a table."""
    events: list[dict[str, Any]] = hand.hand.record["events"]
    chairs = hand.position.chairs
    winners = tuple(state.seats[chair] for chair in hand.winners)
    won = {win.seat for win in hand.settlement.wins}
    wins = [event for event in events if event["type"] == "win"]
    alone = wins[0]["winners"][0] if len(winners) == 1 and wins else {}
    return Story(
        hand=hand,
        winners=winners,
        giver=None if hand.giver is None else state.seats[hand.giver],
        robbed=any(event.get("by") == "rob_kong" for event in wins),
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


@dataclass(frozen=True)
class Figures:
    """What a player's hands came to: hands played (annulled ones are none), won, won by
    self-draw, and lost as the discarder; the most fan of one hand."""

    played: int
    won: int
    self_drawn: int
    dealt_in: int
    best_fan: int | None


def figures_of(games: list[tuple[SeatState, TableState]]) -> Figures:
    """Count the hands of one player over the tables where the player sat."""
    won, fans = [], []
    played = dealt_in = 0
    for seat, state in games:
        for hand in state.hands:
            played += hand.end != "abort"
            dealt_in += hand.giver == seat.chair
            if seat.chair not in hand.winners:
                continue
            won.append(hand)
            wins = hand.settlement.wins
            mine = next(w for w in wins if hand.position.chairs[w.seat] == seat.chair)
            if mine.fan is not None:
                fans.append(mine.fan)
    return Figures(
        played=played,
        won=len(won),
        self_drawn=sum(hand.giver is None for hand in won),
        dealt_in=dealt_in,
        best_fan=max(fans, default=None),
    )
