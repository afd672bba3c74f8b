"""What somebody's games and hands say beside the sums: places, opponents, winds, patterns; and what
an event is remembered for. No database, whole numbers and exact fractions only.

People are keys of whatever is counted (an entry, a person), as in `hand_figures`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from tournaments.standings.hand_figures import PlayedHand


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One table with a result. By chair: the people, the game points with penalties, and the
    places (1 for first; shared places show the higher one), None while it still plays."""

    where: tuple[int, int]
    people: tuple[int, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class PlaceCount:
    """How often somebody took a place: ``alone``, and ``shared`` with others."""

    place: int
    alone: int
    shared: int


def place_counts(games: Iterable[PlayedGame], person: int) -> tuple[PlaceCount, ...]:
    """Count the places of the games that have ended; a shared place is counted as shared."""
    alone: Counter[int] = Counter()
    shared: Counter[int] = Counter()
    size = 0
    for game in games:
        if game.places is None or person not in game.people:
            continue
        size = max(size, len(game.people))
        place = game.places[game.people.index(person)]
        (shared if game.places.count(place) > 1 else alone)[place] += 1
    return tuple(PlaceCount(n, alone[n], shared[n]) for n in range(1, size + 1))


def mean_place(games: Iterable[PlayedGame], person: int) -> Fraction | None:
    """Return the mean place. Who shares places has the mean of those that are shared."""
    found = []
    for game in games:
        if game.places is not None and person in game.people:
            place = game.places[game.people.index(person)]
            others = game.places.count(place) - 1
            found.append(place + Fraction(others, 2))
    return sum(found, Fraction(0)) / len(found) if found else None


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody met: at how many tables; how often one ended above, level with and below them; what
    one was ahead in points (negative: behind); hands won on their tiles, and given to them."""

    person: int
    games: int = 0
    above: int = 0
    level: int = 0
    below: int = 0
    ahead: int = 0
    won_from: int = 0
    gave_to: int = 0


def opponents(
    games: Iterable[PlayedGame], hands: Iterable[PlayedHand], person: int
) -> tuple[Opponent, ...]:
    """Return everybody met, the most often met first."""
    counts: dict[int, Counter[str]] = {}
    for game in games:
        if person not in game.people:
            continue
        me = game.people.index(person)
        for chair, other in enumerate(game.people):
            if chair == me:
                continue
            count = counts.setdefault(other, Counter())
            ahead = game.totals[me] - game.totals[chair]
            count["games"] += 1
            count["ahead"] += ahead
            count["above" if ahead > 0 else "below" if ahead < 0 else "level"] += 1
    for giver, winner in _given(hands):
        if winner == person and giver in counts:
            counts[giver]["won_from"] += 1
        if giver == person and winner in counts:
            counts[winner]["gave_to"] += 1
    found = [Opponent(other, **count) for other, count in counts.items()]
    return tuple(sorted(found, key=lambda o: (-o.games, -o.ahead, o.person)))


def _given(hands: Iterable[PlayedHand]) -> Iterable[tuple[int, int]]:
    """Yield (who gave the tile, who won on it) for every win that was no self-draw."""
    for hand in hands:
        for tile in hand.tiles:
            if tile.giver is not None:
                for winner in tile.winners:
                    yield hand.people[tile.giver], hand.people[winner.chair]


@dataclass(frozen=True, slots=True)
class WindFigures:
    """What hands came to in one seat wind (0 East)."""

    wind: int
    hands: int = 0
    wins: int = 0
    deal_ins: int = 0
    points: int = 0

    @property
    def mean(self) -> Fraction | None:
        """Points for one hand."""
        return Fraction(self.points, self.hands) if self.hands else None


def wind_figures(hands: Iterable[PlayedHand], person: int) -> tuple[WindFigures, ...]:
    counts: dict[int, Counter[str]] = {}
    for hand in hands:
        if not hand.counts or not hand.winds or person not in hand.people:
            continue
        chair = hand.people.index(person)
        count = counts.setdefault(hand.winds[chair], Counter())
        count["hands"] += 1
        count["wins"] += any(w.chair == chair for tile in hand.tiles for w in tile.winners)
        count["deal_ins"] += any(tile.giver == chair for tile in hand.tiles)
        count["points"] += hand.moves[chair] if hand.moves else 0
    return tuple(WindFigures(wind, **counts[wind]) for wind in sorted(counts))


def pattern_counts(
    hands: Iterable[PlayedHand], person: int | None = None
) -> tuple[tuple[str, int], ...]:
    """Return how often each pattern was won (by somebody), the commonest first."""
    found: Counter[str] = Counter()
    for hand in hands:
        for tile in hand.tiles:
            for winner in tile.winners:
                if person is None or hand.people[winner.chair] == person:
                    found.update(set(winner.patterns))
    return tuple(sorted(found.items(), key=lambda item: (-item[1], item[0])))


# --- what an event is remembered for --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WonHand:
    """A hand that was won: where, by whom, its fan (None: no fan in these rules) and points."""

    where: tuple[int, int, int]
    person: int
    fan: int | None
    points: int


@dataclass(frozen=True, slots=True)
class Record:
    """Somebody's figure: a score, a number of hands; ``where`` it was, for a single table."""

    person: int
    value: int
    where: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Bin:
    """Hands whose value lies from ``low`` to ``high``."""

    low: int
    high: int
    count: int


@dataclass(frozen=True)
class Highlights:
    """The best of an event; lists begin with the best and hold everybody level with the last.

    ``values`` are the hands won by what they were worth, in fan if ``in_fan``, else in points.
    ``dealt``: (who gave, who won) → how often. ``met``: pairs, the smaller key first, → tables.
    """

    hands: int = 0
    drawn: int = 0
    best_hands: tuple[WonHand, ...] = ()
    best_games: tuple[Record, ...] = ()
    most_wins: tuple[Record, ...] = ()
    most_self_draws: tuple[Record, ...] = ()
    longest_streaks: tuple[Record, ...] = ()
    fewest_deal_ins: tuple[Record, ...] = ()
    values: tuple[Bin, ...] = ()
    in_fan: bool = True
    dealt: Mapping[tuple[int, int], int] = field(default_factory=dict)
    met: Mapping[tuple[int, int], int] = field(default_factory=dict)
    patterns: tuple[tuple[str, int], ...] = ()


SHOWN = 3
MAX_BINS = 16


def highlights(games: Sequence[PlayedGame], hands: Sequence[PlayedHand]) -> Highlights:
    """Return what an event is remembered for; ``hands`` in the order in which they were played."""
    counted = [hand for hand in hands if hand.counts]
    won = [
        WonHand(hand.where, hand.people[w.chair], w.fan, w.points)
        for hand in counted
        for tile in hand.tiles
        for w in tile.winners
    ]
    in_fan = bool(won) and all(hand.fan is not None for hand in won)
    values = [(hand.fan or 0) if in_fan else hand.points for hand in won]
    wins = Counter(hand.person for hand in won)
    self_draws = Counter(
        hand.people[w.chair]
        for hand in counted
        for tile in hand.tiles
        if tile.giver is None
        for w in tile.winners
    )
    results = [
        Record(person, total, game.where)
        for game in games
        if game.places is not None
        for person, total in zip(game.people, game.totals, strict=True)
    ]
    return Highlights(
        hands=len(counted),
        drawn=sum(not hand.tiles for hand in counted),
        best_hands=_best_hands(won, in_fan),
        best_games=_top(results),
        most_wins=_top([Record(p, n) for p, n in wins.items()]),
        most_self_draws=_top([Record(p, n) for p, n in self_draws.items()]),
        longest_streaks=_top([Record(p, n) for p, n in _streaks(counted).items() if n > 1]),
        fewest_deal_ins=_fewest(counted),
        values=value_bins(values),
        in_fan=in_fan,
        dealt=dict(Counter(_given(counted))),
        met=_met(games),
        patterns=pattern_counts(counted),
    )


def _best_hands(won: Sequence[WonHand], in_fan: bool) -> tuple[WonHand, ...]:
    def worth(hand: WonHand) -> tuple[int, int]:
        return (hand.fan or 0, hand.points) if in_fan else (hand.points, 0)

    return tuple(sorted(won, key=lambda h: (*(-n for n in worth(h)), h.where))[:SHOWN])


def _top(records: Iterable[Record]) -> tuple[Record, ...]:
    """Return the best few, and whoever is level with the last of them up to a handful."""
    found = sorted(records, key=lambda r: (-r.value, r.where or (0, 0), r.person))
    if len(found) > SHOWN:
        last = found[SHOWN - 1].value
        found = [r for r in found if r.value >= last][: 2 * SHOWN]
    return tuple(found)


def _streaks(hands: Iterable[PlayedHand]) -> dict[int, int]:
    """Return everybody's longest row of hands won one after the other, over all their tables."""
    row: Counter[int] = Counter()
    longest: dict[int, int] = {}
    for hand in hands:
        winners = {w.chair for tile in hand.tiles for w in tile.winners}
        for chair, person in enumerate(hand.people):
            row[person] = row[person] + 1 if chair in winners else 0
            longest[person] = max(longest.get(person, 0), row[person])
    return longest


def _fewest(hands: Iterable[PlayedHand]) -> tuple[Record, ...]:
    """Return who dealt in least, among those who played at least half as many hands as who played
    most."""
    played: Counter[int] = Counter()
    given: Counter[int] = Counter()
    for hand in hands:
        played.update(hand.people)
        given.update({hand.people[t.giver] for t in hand.tiles if t.giver is not None})
    most = max(played.values(), default=0)
    found = [Record(p, given[p]) for p, n in played.items() if 2 * n >= most]
    found.sort(key=lambda r: (r.value, -played[r.person], r.person))
    return tuple(found[:SHOWN])


def _met(games: Iterable[PlayedGame]) -> dict[tuple[int, int], int]:
    return dict(Counter(pair for game in games for pair in combinations(sorted(game.people), 2)))


def value_bins(values: Sequence[int]) -> tuple[Bin, ...]:
    """Put values into at most `MAX_BINS` bins of one width: 1, 2, 5 or ten times as much."""
    if not values:
        return ()
    low, high = min(values), max(values)
    width = next(
        step * 10**power
        for power in range(12)
        for step in (1, 2, 5)
        if high // (step * 10**power) - low // (step * 10**power) < MAX_BINS
    )
    counts = Counter(value // width for value in values)
    return tuple(
        Bin(n * width, n * width + width - 1, counts[n])
        for n in range(low // width, high // width + 1)
    )
