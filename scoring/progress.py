"""Which deal it is, who deals, who holds which wind, what earlier hands left on the table: one
function each for form, sheet and export.

Chairs are numbered by the wind that their player holds in the first hand: 0 East … 3 North
(players A, B, C, D of competition-rules.md §1.2). A hand's own seats are its winds: seat 0 is East
of that hand (EVENTS §2). `Position` says how the two belong together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from scoring.ruleset import Ruleset

T = TypeVar("T")

# Order of the players in the chairs E S W N at the start of each wind round.
# mcr2006: Green Book, appendix 4 (competition-rules.md §1.2); seed000: the founding papers.
CHARTS: dict[str, tuple[tuple[int, ...], ...]] = {
    "mcr2006": ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 1, 0), (3, 2, 0, 1)),
    "seed000": ((0, 1, 2, 3), (0, 1, 2, 3), (1, 0, 3, 2), (1, 0, 3, 2)),
    "none": ((0, 1, 2, 3),) * 4,
}
# The names that guobiao.md §7 gives to the same charts.
ALIASES = {"every_round": "mcr2006", "west_swap": "seed000"}
DEALS = 16


@dataclass(frozen=True, slots=True)
class Position:
    """Where a hand stands in the game. ``deal`` counts from 1; ``prevailing`` 0-3; ``dealer`` a
    chair (None while the dice have not said); ``winds[chair]`` is the chair's wind in this hand,
    which is its seat in the record; ``places[chair]`` where the player sits in this wind round,
    as the wind of that place at the round's first hand."""

    deal: int
    prevailing: int
    dealer: int | None
    winds: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def players(self) -> int:
        return len(self.winds)

    @property
    def chairs(self) -> tuple[int, ...]:
        """The chair that is each seat of the hand: the inverse of ``winds``."""
        return tuple(self.winds.index(wind) for wind in range(self.players))

    @property
    def dealer_seat(self) -> int | None:
        """The dealer as a seat of this hand."""
        return None if self.dealer is None else self.winds[self.dealer]

    def by_chair(self, by_seat: Sequence[T]) -> tuple[T, ...]:
        """Turn a list per seat of this hand into one per chair."""
        return tuple(by_seat[wind] for wind in self.winds)

    def by_seat(self, by_chair: Sequence[T]) -> tuple[T, ...]:
        """Turn a list per chair into one per seat of this hand."""
        return tuple(by_chair[chair] for chair in self.chairs)

    def to_json(self) -> dict[str, Any]:
        return {
            "deal": self.deal,
            "prevailing": self.prevailing,
            "dealer": self.dealer,
            "winds": list(self.winds),
            "places": list(self.places),
        }

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "Position":
        return cls(
            content["deal"],
            content["prevailing"],
            content["dealer"],
            tuple(content["winds"]),
            tuple(content["places"]),
        )


class Outcome(NamedTuple):
    """How a recorded hand ended: its ``end``, the next dealer as a seat of that hand, and the
    reason of an annulled one."""

    end: str
    next_dealer: int | None
    reason: str = ""


class Played(NamedTuple):
    """A recorded hand as the next ones look back on it: where it stood and what it came to, as
    `Settlement.to_json` says it (``end``, ``next_dealer``, ``carry_next``, ``streak_next``)."""

    position: Position
    settlement: Mapping[str, Any]


def context_after(
    ruleset: Ruleset, earlier: Sequence[Played], position: Position
) -> dict[str, Any]:
    """Return what stands at the table before a hand, as its record says it (EVENTS §2).

    ``earlier`` are the hands before it in their order, ``position`` where it stands itself. What is
    carried and how often the deal was kept is what the last hand left; both follow when an earlier
    hand is changed, since each hand's settlement follows from its own context. Deals kept are the
    dealer's: a deal that the dice gave to another chair keeps none.
    """
    context: dict[str, Any] = {
        "players": position.players,
        "dealer": position.dealer_seat or 0,
        "round_wind": position.prevailing,
    }
    if not earlier:
        return context
    before = earlier[-1]
    streak, carry = before.settlement.get("streak_next"), before.settlement.get("carry_next")
    if streak and position.dealer == _next_chair(before):
        context["streak"] = streak
    if carry:
        context["carry"] = {name: count for name, count in carry.items() if count}
    if ruleset.dealer_rule == "result":
        # An annulled hand is dealt again: its deal counts once.
        dealers = [
            hand.position.dealer for hand in reversed(earlier) if hand.settlement["end"] != "abort"
        ]
        context["last_dealers"] = [position.winds[d] for d in dealers if d is not None]
    return context


def _next_chair(hand: Played) -> int | None:
    """The chair that deals after a hand by its result."""
    seat = hand.settlement.get("next_dealer")
    return None if seat is None else hand.position.chairs[seat]


def chart_position(variant: str, deal: int) -> Position:
    """Return the position of a deal 1-16 under a seat-change variant (Guobiao: no dealer repeats).

    Raises `ValueError` for an unknown variant or deal.
    """
    chart = CHARTS.get(ALIASES.get(variant, variant))
    if chart is None:
        raise ValueError(f"unknown seat change {variant!r}")
    if not 1 <= deal <= DEALS:
        raise ValueError(f"a game has deals 1 to {DEALS}")
    wind_round, step = divmod(deal - 1, 4)
    order = chart[wind_round]
    places = tuple(order.index(chair) for chair in range(4))
    # Winds move on by one after every hand: East becomes North, South becomes East.
    winds = tuple((place - step) % 4 for place in places)
    return Position(deal, wind_round, winds.index(0), winds, places)


def _dealt_by(deal: int, prevailing: int, dealer: int, players: int) -> Position:
    """East is the dealer: the winds move with the deal."""
    winds = tuple((chair - dealer) % players for chair in range(players))
    return Position(deal, prevailing, dealer, winds, tuple(range(players)))


def _after(position: Position, outcome: Outcome, first_dealer: int) -> Position:
    """Return the position after a hand where the result decides who deals next.

    The prevailing wind advances when the deal comes back to the game's first dealer from another
    chair.
    """
    deal = position.deal + 1
    if outcome.next_dealer is None:
        return Position(deal, position.prevailing, None, position.winds, position.places)
    dealer = position.chairs[outcome.next_dealer]
    came_round = dealer == first_dealer and position.dealer != dealer
    prevailing = (position.prevailing + 1) % 4 if came_round else position.prevailing
    return _dealt_by(deal, prevailing, dealer, position.players)


def table_positions(
    ruleset: Ruleset,
    variant: str,
    outcomes: Sequence[Outcome],
    *,
    players: int = 4,
    given_dealers: Mapping[int, int] | None = None,
) -> list[Position | None]:
    """Return the position of every recorded hand, and last that of the next one: None when the
    game is over.

    An annulled hand (``abort``) is dealt again at the same position, but time called
    (``reason`` ``timeout``) ends the game. ``given_dealers`` (index of the hand → chair) says who
    deals where the dice decided; a dealer of the dice never moves the prevailing wind on.
    """
    chart = ruleset.dealer_rule == "chart"
    given = given_dealers or {}
    positions: list[Position | None] = []
    first = given.get(0, 0)
    current: Position | None = (
        chart_position(variant, 1) if chart else _dealt_by(1, 0, first, players)
    )
    for index, outcome in enumerate([*outcomes, None]):
        if current is not None and index in given and not chart:
            current = _dealt_by(current.deal, current.prevailing, given[index], players)
        positions.append(current)
        if outcome is None or current is None:
            continue
        if outcome.end == "abort":
            current = None if outcome.reason == "timeout" else current
        elif ruleset.deal_limit is not None and current.deal >= ruleset.deal_limit:
            current = None
        elif chart:
            current = chart_position(variant, current.deal + 1)
        else:
            current = _after(current, outcome, first)
    return positions
