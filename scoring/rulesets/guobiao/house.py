"""Games that count by Guobiao's engine and a fan table of their own (`FanTable`)."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from scoring.fields import Winner
from scoring.options import resolve
from scoring.record import Event
from scoring.ruleset import CountedRows, Game, Options, Pattern
from scoring.rulesets.guobiao.declared import named_fans
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.score import NotAWin, found_in
from scoring.rulesets.guobiao.engine.shapes import Shape
from scoring.rulesets.guobiao.fan_examples import EXAMPLES
from scoring.rulesets.guobiao.fan_patterns import BY
from scoring.rulesets.guobiao.house_rows import exclusions_in, most_of_shape
from scoring.rulesets.guobiao.house_words import HOUSE_EXAMPLES
from scoring.rulesets.guobiao.options import PROFILE, PROFILE_OPTIONS
from scoring.rulesets.guobiao.payout import Guobiao, Worth
from scoring.rulesets.guobiao.quick.count import counter_for
from scoring.rulesets.guobiao.quick.ready import waiting_tiles
from scoring.rulesets.guobiao.table import FanTable
from scoring.rulesets.guobiao.tiles_door import check_hand, hand_of, not_a_win
from scoring.text import Text

# From so many hands on the likely ones are looked for first.
MANY = 40
_NO_BOUND = 10**9
_PROFILE_DEFAULTS = resolve(PROFILE_OPTIONS, (PROFILE,), {})


@dataclass(frozen=True, slots=True)
class Moment:
    """What a win brings beside its tiles: rows that the event tells, the fan of the winner's
    flowers, and how many of the fourteen tiles are wild."""

    rows: tuple[str, ...] = ()
    flowers: int = 0
    wilds: int = 0


class HouseGuobiao(Guobiao):
    """Guobiao with a fan table of its own. Subclasses name the table and what it adds."""

    table: ClassVar[FanTable]

    @abstractmethod
    def rows_of_shape(self, shape: Shape, options: Options) -> Iterable[str]:
        """Return the rows beside Guobiao's that a reading has."""

    def moment(self, game: Game, event: Event, winner: Winner, flowers: int) -> Moment:
        """Return what the event brings to a winner's hand beside Guobiao's circumstances."""
        return Moment(flowers=flowers)

    def finished(self, standing: Counter[str], moment: Moment, options: Options) -> Counter[str]:
        """Return the fans of a reading once what stands is known; may be empty."""
        return standing

    def hands(self, game: Game, event: Event, winner: Winner) -> Iterable[GbHand]:
        """Return the hands that a winner's tiles can stand for; raise `Refusal` for unsound
        ones."""
        if winner.hand is None:
            return ()
        hand = hand_of(game, event, winner.seat, winner.hand)
        check_hand(hand, event, winner.seat)
        return (hand,)

    def of_tiles(self, game: Game, event: Event, winner: Winner, flowers: int) -> Worth | None:
        if winner.hand is None:
            return None
        moment = self.moment(game, event, winner, flowers)
        best = self.best(self.hands(game, event, winner), moment, game.options)
        if best is None:
            raise not_a_win(event, winner.seat)
        return self._told(self._worth_of(best, moment, game.options), best, game, winner)

    def of_patterns(self, game: Game, event: Event, winner: Winner, flowers: int) -> Worth | None:
        if winner.declared is None or winner.declared.patterns is None:
            return None
        moment = self.moment(game, event, winner, flowers)
        options = counting_options(game.options)
        named = named_fans(self.table, options, event, winner, moment.rows)
        fans = self.finished(named, moment, options)
        return self._told(self._worth_of(fans, moment, game.options), fans, game, winner)

    def rows_of(self, game: Game, event: Event, winner: Winner) -> CountedRows | None:
        """Nothing beside what the settlement tells."""
        return None

    def flower_rows(self, game: Game, seat: int) -> tuple[tuple[str, int], ...]:
        """Return the rows of a seat's flowers with their fan."""
        return (("hua_pai", super().flowers_of(game, seat)),)

    def flowers_of(self, game: Game, seat: int) -> int:
        return sum(fan for _row, fan in self.flower_rows(game, seat))

    def _told(self, worth: Worth, fans: Mapping[str, int], game: Game, winner: Winner) -> Worth:
        """Return a worth with the rows that make it up, in the order of the table."""
        options = counting_options(game.options)
        rows = [
            (r.id, self.table.points(r.id, options) * fans.get(r.id, 0)) for r in self.table.rows
        ]
        flowers = self.flower_rows(game, winner.seat)
        return replace(worth, items=tuple((row, fan) for row, fan in (*rows, *flowers) if fan))

    def best(
        self, hands: Iterable[GbHand], moment: Moment, game_options: Options
    ) -> Counter[str] | None:
        """Return the fans of the dearest reading of any of the hands, None where none is a win.

        A reading that reaches the minimum goes before one that does not.
        """
        options = counting_options(game_options)
        best: Counter[str] | None = None
        best_rank = (False, -1)
        for most, hand in self._likely_first(list(hands), moment, options):
            if best_rank >= (True, most):
                break
            for fans in self.readings(hand, moment, options):
                worth = self._worth_of(fans, moment, options)
                rank = (worth.for_minimum >= int(options["min_fan"]), worth.total)
                if rank > best_rank:
                    best, best_rank = fans, rank
        return best

    def _likely_first(
        self, hands: Sequence[GbHand], moment: Moment, options: Options
    ) -> Iterable[tuple[int, GbHand]]:
        """Return hands with what each is worth at most, the likely ones first where there are
        many: most of them need no closer look then."""
        if len(hands) < MANY:
            return [(_NO_BOUND, hand) for hand in hands]
        told = self.table.worth(Counter(moment.rows), options)
        counter = counter_for(options)
        found = []
        for hand in hands:
            count = counter.of_hand(hand)
            if count is not None:
                fan = count.fan + told + most_of_shape(hand)
                found.append((self.most(fan, moment, options) + moment.flowers, hand))
        return sorted(found, key=lambda bound: -bound[0])

    def most(self, fan: int, moment: Moment, options: Options) -> int:
        """Return what a hand of at most so many fan can come to by what `finished` adds."""
        return fan

    def readings(self, hand: GbHand, moment: Moment, options: Options) -> Iterable[Counter[str]]:
        """Yield the fans of every reading of a sound hand."""
        try:
            found_readings = found_in(hand, options, waits_once(hand, options))
        except NotAWin:
            return
        for shape, found in found_readings:
            found.update(moment.rows)
            found.update(self.rows_of_shape(shape, options))
            standing = self.table.standing(found, options)
            yield self.finished(standing, moment, options) or Counter(["wu_fan_hu"])

    def _worth_of(self, fans: Mapping[str, int], moment: Moment, options: Options) -> Worth:
        options = counting_options(options)
        plain = self.table.worth(fans, options)
        counted = None
        if not options.get("extension_counts_for_min", True):
            counted = self.table.own_worth(fans, options)
        return Worth(plain, plain + moment.flowers, counted)


def counting_options(options: Options) -> Mapping[str, Any]:
    """Return the options with what the engine asks for, at its defaults where a game has no such
    option."""
    return options if PROFILE.id in options else {**_PROFILE_DEFAULTS, **options}


def waits_once(hand: GbHand, options: Options) -> bool:
    """Whether a hand waited on one kind only."""
    found = waiting_tiles(hand.concealed, len(hand.melds))
    if not options["formal_wait"]:
        counts = hand.counts
        held = [n - (tile == hand.win_tile) for tile, n in enumerate(counts)]
        found = [tile for tile in found if held[tile] < 4]
    return len(found) == 1


def patterns_of(table: FanTable, names: Mapping[str, Text] | None = None) -> tuple[Pattern, ...]:
    """Return a fan table as the patterns of a declaration; ``names`` are other names in use."""
    return tuple(
        Pattern(
            fan.id,
            (names or {}).get(fan.id, fan.name),
            None if fan.id in table.priced else fan.points,
            fan.definition,
            fan.times,
            tuple(name for name in fan.excludes if name in table.by_id),
            when=table.when.get(fan.id, ()),
            kind=fan.kind,
            example=HOUSE_EXAMPLES.get(fan.id) or EXAMPLES.get(fan.id),
            exclusions=exclusions_in(fan, table.by_id),
            by=BY.get(fan.id, ()),
        )
        for fan in table.rows
    )
