"""What somebody's hands came to: how often won and dealt in, and what that moved. No database.

Whole numbers are counts of hands or points; every rate and mean is an exact fraction, None where
nothing was counted, so that nobody mistakes "never played" for "never won".
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

# Round, table and hand.
Where = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Winner:
    """Who won on a tile: the ``chair``, the ``fan`` (None where the rules count none) and the
    ``points`` that the others paid for it, kongs, bets and penalties left out; ``patterns`` are
    the ids of what the hand was made of, as far as that is known."""

    chair: int
    fan: int | None
    points: int
    patterns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WonTile:
    """One winning tile. ``giver`` is the chair that discarded it or was robbed of it (None:
    self-drawn), ``paid`` what the giver paid for it."""

    winners: tuple[Winner, ...]
    giver: int | None = None
    paid: int = 0


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One hand of one table. ``people`` are keys by chair, of whatever is counted: an entry, a
    person. ``finished``: played to a win or a drawn wall; one that was annulled is not. ``winds``
    (0 East) and ``moves`` (points, everything included) are by chair. ``event`` tells hands of
    several events apart."""

    where: Where
    people: tuple[int, ...]
    tiles: tuple[WonTile, ...] = ()
    finished: bool = True
    winds: tuple[int, ...] = ()
    moves: tuple[int, ...] = ()
    event: int = 0

    @property
    def counts(self) -> bool:
        """A hand that was cut off counts if somebody had won by then (血战)."""
        return self.finished or bool(self.tiles)


@dataclass(frozen=True, slots=True)
class BestHand:
    """The dearest hand somebody won: by fan, then by points, then the earlier one."""

    where: Where
    fan: int | None
    points: int


@dataclass(frozen=True, slots=True)
class HandFigures:
    """The figures of one person. ``games`` are tables of which hands are known. A hand that was
    won twice (血流) is one hand won; ``won_points`` and ``paid_points`` are what all those tiles
    moved."""

    games: int = 0
    hands: int = 0
    wins: int = 0
    self_draws: int = 0
    deal_ins: int = 0
    won_points: int = 0
    paid_points: int = 0
    best: BestHand | None = None

    @property
    def win_rate(self) -> Fraction | None:
        return _share(self.wins, self.hands)

    @property
    def self_draw_rate(self) -> Fraction | None:
        """How many of the hands won were won by self-draw."""
        return _share(self.self_draws, self.wins)

    @property
    def deal_in_rate(self) -> Fraction | None:
        return _share(self.deal_ins, self.hands)

    @property
    def average_win(self) -> Fraction | None:
        """Points received for one hand won."""
        return _share(self.won_points, self.wins)

    @property
    def average_deal_in(self) -> Fraction | None:
        """Points paid for one hand dealt in, as a positive number."""
        return _share(self.paid_points, self.deal_ins)


def _share(part: int, whole: int) -> Fraction | None:
    return Fraction(part, whole) if whole else None


@dataclass(slots=True)
class _Tally:
    games: set[tuple[int, int, int]]
    hands: int = 0
    wins: int = 0
    self_draws: int = 0
    deal_ins: int = 0
    won_points: int = 0
    paid_points: int = 0
    best: BestHand | None = None

    def add(self, hand: PlayedHand, chair: int) -> None:
        self.games.add((hand.event, *hand.where[:2]))
        self.hands += 1
        won = [(t, w) for t in hand.tiles for w in t.winners if w.chair == chair]
        given = [tile for tile in hand.tiles if tile.giver == chair]
        self.wins += bool(won)
        self.self_draws += any(tile.giver is None for tile, _winner in won)
        self.deal_ins += bool(given)
        self.won_points += sum(winner.points for _tile, winner in won)
        self.paid_points += sum(tile.paid for tile in given)
        for _tile, winner in won:
            self._better(BestHand(hand.where, winner.fan, winner.points))

    def _better(self, hand: BestHand) -> None:
        if self.best is None or _worth(hand) > _worth(self.best):
            self.best = hand

    def figures(self) -> HandFigures:
        return HandFigures(
            games=len(self.games),
            hands=self.hands,
            wins=self.wins,
            self_draws=self.self_draws,
            deal_ins=self.deal_ins,
            won_points=self.won_points,
            paid_points=self.paid_points,
            best=self.best,
        )


def _worth(hand: BestHand) -> tuple[int, int, int, int, int]:
    round_no, table_no, number = hand.where
    fan = -1 if hand.fan is None else hand.fan
    return (fan, hand.points, -round_no, -table_no, -number)


def hand_figures(hands: Iterable[PlayedHand]) -> Mapping[int, HandFigures]:
    """Return the figures of everybody who sat at one of the hands, by the key of the person."""
    tallies: dict[int, _Tally] = {}
    for hand in hands:
        if not hand.counts:
            continue
        for chair, person in enumerate(hand.people):
            tallies.setdefault(person, _Tally(set())).add(hand, chair)
    return {person: tally.figures() for person, tally in tallies.items()}
