"""The frame of house games in which the first win ends the hand (EVENTS §8).

A game of this kind says what a winner's hand is worth (`HouseGame.worth`) and who pays how much of
it (`HouseGame.shares`); kong money, side bets and the next dealer are hooks with a usual form.
`docs/add-a-ruleset.md` leads through one.
"""

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, NamedTuple

from scoring import common
from scoring.drawn_states import check_states
from scoring.errors import Refusal
from scoring.fields import Winner
from scoring.hand import HandTiles
from scoring.laid_kongs import check_laid_kongs
from scoring.ledger import Settlement, WinResult
from scoring.record import Event
from scoring.ruleset import Game, Ruleset
from scoring.shown_claims import check_claims_shown
from scoring.text import Text
from scoring.tile_total import check_tile_total
from scoring.walk import SEAT_NAMES

Items = tuple[tuple[str, int], ...]
# What a sheet may hold instead of patterns (EVENTS §10).
NUMBERS = ("fan", "fan_with_flowers")


@dataclass(frozen=True)
class Worth:
    """What a winner's hand is worth before anything that depends on the payer (EVENTS §6).

    ``listed`` is off where the sheet holds only a number: then there are no items (EVENTS §10).
    """

    points: int
    items: Items
    fan: int | None = None
    listed: bool = True


class Priced(NamedTuple):
    """A winner with what the hand is worth."""

    winner: Winner
    worth: Worth


class Share(NamedTuple):
    """What one seat pays a winner, why, and under which kind of ledger line."""

    payer: int
    amount: int
    reason: Text
    kind: str = "win"


class HouseGame(Ruleset):
    """A game that ends with the first win. Subclasses declare, and say worth and shares."""

    after_end: ClassVar[frozenset[str]] = frozenset({"adjust", "penalty", "leave"})
    # Whether a winner may be declared with no pattern at all.
    bare_hands: ClassVar[bool] = False
    # Events of which a record holds one at most.
    once: ClassVar[tuple[str, ...]] = ()
    # Flags of wins by flowers alone: no hand is needed, and the winning tile is a flower.
    flower_wins: ClassVar[tuple[str, ...]] = ()
    # Numbers that a sheet may hold instead of patterns: ``fan``, ``fan_with_flowers``.
    numbers: ClassVar[tuple[str, ...]] = ()
    # Whether a heavenly or earthly hand may be won after concealed kongs of its own.
    kongs_on_first_turn: ClassVar[bool] = False
    # Whether states at an exhausted wall are held against the hands in them, by `wait_worth`.
    reads_states: ClassVar[bool] = False

    @abstractmethod
    def worth(self, game: Game, event: Event, winner: Winner) -> Worth:
        """Say what a winner's hand is worth; raise `Refusal` where it is no lawful win."""

    @abstractmethod
    def shares(self, game: Game, event: Event, winner: Winner, worth: Worth) -> Iterable[Share]:
        """Say who pays a winner how much."""

    def book_kongs(self, game: Game) -> None:
        """Book the kong money; not called for an annulled hand."""

    def book_more(self, game: Game) -> None:
        """Book side bets and payments of a drawn hand; not called for an annulled hand."""

    @abstractmethod
    def next_dealer(self, game: Game, winners: Sequence[int]) -> int | None:
        """Say who deals next. ``winners`` are empty after a drawn or annulled hand."""

    def wait_worth(self, game: Game, hand: HandTiles, tile: int) -> int | None:
        """Say what a waiting hand would be worth on a tile, at its dearest and whatever the moment
        brings; None where it would be no win. Only for games with `reads_states`."""
        raise NotImplementedError

    def extra_tiles(self, game: Game) -> Sequence[int]:
        """Return tiles that lie face up outside of hands, to be counted with the others."""
        return ()

    def also_flowers(self, game: Game) -> Collection[int]:
        """Return tiles that are laid aside like flowers under the options."""
        return ()

    def penalty_each(self, game: Game) -> common.PenaltyAmount | None:
        """Say what a penalty without an amount costs; None where the record must tell it."""
        return None

    def carry_next(self, game: Game, winners: Sequence[int]) -> Mapping[str, int] | None:
        """Say what the hand leaves on the table for the next one."""
        return None

    def streak_next(self, game: Game, winners: Sequence[int]) -> int | None:
        """Say how often the next hand's dealer has kept the deal, where the game counts it."""
        return None

    def imbalance(self, game: Game) -> Text | None:
        """Say why the hand does not sum to zero, where it need not."""
        return None

    def check(self, game: Game) -> None:
        super().check(game)
        check_winners_described(game, bare=self.bare_hands, without=self.flower_wins)
        common.check_declared_keys(game, numbers=self.numbers)
        if self.penalty_each(game) is None:
            common.check_penalty_amounts(game)
        common.check_first_turn_flags(game, own_kongs=self.kongs_on_first_turn)
        check_tile_total(game, self.tile_set, self.extra_tiles(game))
        check_laid_kongs(game)
        common.forbid_wins_of_leavers(game)
        self._check_flowers(game)
        if self.reads_states:
            check_states(
                game,
                self.tile_set,
                partial(self.wait_worth, game),
                flowers=self.flowers_in_hand(game.options),
                length=self.hand_length,
            )
        for event_type in self.once:
            for event in game.record.of_type(event_type)[1:]:
                game.problem(
                    "not_allowed", "这个事件只能有一次。", "This event stands once.", event=event
                )

    def _check_flowers(self, game: Game) -> None:
        """Flowers are laid aside: nobody melds or discards one."""
        common.check_flowers(game, self.also_flowers(game))
        if not self.flowers_in_hand(game.options):
            common.check_winning_tile(game, self.flower_wins)
        common.check_no_flower_claimed(game)

    def pay(self, game: Game) -> Settlement:
        wins: list[WinResult] = []
        for event in game.walk.wins:
            priced = self._priced(game, event)
            game.check()
            check_claims_shown(game)
            game.check()
            wins += [
                WinResult(
                    event.index,
                    winner.seat,
                    worth.fan,
                    worth.points,
                    worth.items if worth.listed else None,
                )
                for winner, worth in priced
            ]
            self.book_win(game, event, priced)
        ending = game.walk.ending
        if common.wiped_before(game) < 0:
            self.book_kongs(game)
            self.book_more(game)
        common.book_penalties(game, self.penalty_each(game), self._penalty_names())
        self.book_adjustments(game)
        winners = [win.seat for win in wins]
        return Settlement(
            players=game.players,
            ledger=tuple(game.book.lines),
            end=ending.type if ending else "win",
            next_dealer=self.next_dealer(game, winners),
            wins=tuple(wins),
            carry_next=self.carry_next(game, winners),
            streak_next=self.streak_next(game, winners),
            imbalance=self.imbalance(game),
        )

    def _priced(self, game: Game, event: Event) -> list[Priced]:
        found = []
        for winner in event["winners"]:
            try:
                found.append(Priced(winner, self.worth(game, event, winner)))
            except Refusal as refusal:
                game.problems.extend(refusal.problems)
        return found

    def book_win(self, game: Game, event: Event, priced: Sequence[Priced]) -> None:
        """Book what the winners of one tile collect."""
        for winner, worth in priced:
            for share in self.shares(game, event, winner, worth):
                game.book.pay(
                    share.kind, share.payer, winner.seat, share.amount, event.index, share.reason
                )

    def _penalty_names(self) -> dict[str, Text]:
        return {choice.id: choice.name for choice in self.form.penalties}


def check_winners_described(game: Game, *, bare: bool, without: Collection[str] = ()) -> None:
    """Ask for the tiles or the patterns of every winner.

    ``bare``: a list of no patterns will do. ``without``: flags under which nothing is needed.
    """
    for event in game.walk.wins:
        if set(without) & set(event.get("flags", ())):
            continue
        for winner in event["winners"]:
            names = winner.declared.patterns if winner.declared else None
            # A number that the game has not is named by `common.check_declared_keys`.
            given = any(getattr(winner.declared, number, None) is not None for number in NUMBERS)
            if winner.hand is None and not given and (names is None or not (names or bare)):
                seat = SEAT_NAMES[winner.seat]
                game.problem(
                    "incomplete",
                    f"没有写{seat.zh}家的番种或手牌。",
                    f"{seat.en}'s patterns or tiles are missing.",
                    event=event,
                    seat=winner.seat,
                )


def was_annulled(game: Game) -> bool:
    return game.walk.ending is not None and game.walk.ending.type == "abort"


def was_drawn(game: Game) -> bool:
    return game.walk.ending is not None and game.walk.ending.type == "exhaust"


def next_seat(game: Game, step: int = 1) -> int:
    """Return the seat after the dealer (or before, with step -1)."""
    return (game.dealer + step) % game.players


def winner_deals(game: Game, winners: Sequence[int], *, several: str = "giver") -> int:
    """The winner deals next; of several winners the discarder (or the first of them, with
    ``several="first"``); after a drawn hand the dealer stays."""
    if not winners:
        return game.dealer
    giver = game.walk.wins[-1].giver
    if len(winners) > 1 and several == "giver" and giver is not None:
        return giver
    return winners[0]


def counted(items: Items, names: dict[str, Text], sign: str) -> Text:
    """Return the rows of a hand in words: 清一色4×卡五星2."""
    rows = [(names.get(name, Text(name, name)), number) for name, number in items]
    return Text(
        sign.join(f"{name.zh}{number}" for name, number in rows),
        f" {sign} ".join(f"{name.en} {number}" for name, number in rows),
    )
