"""One small class per ranking key (competition-rules.md §3), and the table of them."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from scoring.table_points import format_units
from scoring.text import Text

Value = tuple[int, ...]
# What is shown where a key was not asked.
NOT_ASKED = "—"


@dataclass(frozen=True, slots=True)
class Result:
    """What one entry got in one round: 标准分 in 1/2520 and game points."""

    round_no: int
    points: int
    game_points: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What is known of one entry: the rounds that count, the sums with carry and adjustments."""

    entry_id: int
    results: tuple[Result, ...]
    points: int
    game_points: int
    hands_won: int = 0
    lot: int | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """What a key may look at: the tallies, and who sat together with which 标准分."""

    tallies: Mapping[int, Tally]
    tables: Sequence[Mapping[int, int]]


class Metric(ABC):
    """A key: higher is better. Values compare as tuples."""

    key: ClassVar[str]
    name: ClassVar[Text]
    short: ClassVar[Text]
    description: ClassVar[Text]

    @abstractmethod
    def values(self, tied: Sequence[int], board: Board) -> Mapping[int, Value] | None:
        """Return the values of entries that every earlier key has left equal; None when the key
        cannot be asked among them."""

    def show(self, value: Value) -> str:
        """Return the value exactly, as text."""
        return ", ".join(map(str, value))


class TallyMetric(Metric):
    """A key that looks at one entry alone."""

    def values(self, tied: Sequence[int], board: Board) -> Mapping[int, Value]:
        return {entry: self.value(board.tallies[entry]) for entry in tied}

    @abstractmethod
    def value(self, tally: Tally) -> Value:
        """Return the value of an entry."""


class PointsText:
    """Shows 标准分."""

    def show(self, value: Value) -> str:
        return " ".join(map(format_units, value))


class TablePointsSum(PointsText, TallyMetric):
    key = "table_points"
    name = Text("标准分", "Table points")
    short = Text("标", "TP")
    description = Text("各轮标准分之和", "sum of the table points of all rounds")

    def value(self, tally: Tally) -> Value:
        return (tally.points,)


class GamePointsSum(TallyMetric):
    key = "game_points"
    name = Text("比赛分", "Game points")
    short = Text("分", "GP")
    description = Text("各轮比赛分之和", "sum of the game points of all rounds")

    def value(self, tally: Tally) -> Value:
        return (tally.game_points,)


class BestSessionPoints(PointsText, TallyMetric):
    key = "best_session_tp"
    name = Text("单轮最高标准分", "Best round, table points")
    short = Text("最高标", "best TP")
    description = Text("最好一轮的标准分", "the table points of the best round")

    def value(self, tally: Tally) -> Value:
        return (max((r.points for r in tally.results), default=0),)


class Countback(PointsText, TallyMetric):
    key = "tp_countback"
    name = Text("各轮标准分从高到低比较", "Countback of table points")
    short = Text("逐轮", "CB")
    description = Text(
        "把各轮标准分从高到低排好依次比较", "round table points from high to low, compared in turn"
    )

    def value(self, tally: Tally) -> Value:
        return tuple(sorted((r.points for r in tally.results), reverse=True))


class BestSessionGamePoints(TallyMetric):
    key = "best_session_gp"
    name = Text("单轮最高比赛分", "Best round, game points")
    short = Text("最高分", "best GP")
    description = Text("最好一轮的比赛分", "the game points of the best round")

    def value(self, tally: Tally) -> Value:
        return (max((r.game_points for r in tally.results), default=0),)


class HandsWon(TallyMetric):
    key = "hands_won"
    name = Text("和牌盘数", "Hands won")
    short = Text("和", "won")
    description = Text("和了几盘", "how many hands were won")

    def value(self, tally: Tally) -> Value:
        return (tally.hands_won,)


class HeadToHead(PointsText, Metric):
    """Σ over tied opponents and shared tables of (own 标准分 − theirs)."""

    key = "head_to_head"
    name = Text("相互战绩", "Head to head")
    short = Text("相互", "H2H")
    description = Text(
        "并列者两两都同过桌时，比同桌时标准分之差的总和",
        "when all the tied have met each other: what each has won over the others at shared tables",
    )

    def values(self, tied: Sequence[int], board: Board) -> Mapping[int, Value] | None:
        if len(tied) < 2:
            return None
        won = dict.fromkeys(tied, 0)
        met: set[tuple[int, int]] = set()
        for table in board.tables:
            together = [entry for entry in tied if entry in table]
            for one, other in combinations(together, 2):
                met.add((one, other))
                won[one] += table[one] - table[other]
                won[other] += table[other] - table[one]
        if len(met) < len(tied) * (len(tied) - 1) // 2:
            return None
        return {entry: (value,) for entry, value in won.items()}


class Lot(TallyMetric):
    """The smaller number is better; who has drawn none comes after those who have."""

    key = "lot"
    name = Text("抽签", "Lot")
    short = Text("签", "lot")
    description = Text("抽签号小者在前", "the smaller number drawn goes first")

    def value(self, tally: Tally) -> Value:
        return (0, 0) if tally.lot is None else (1, -tally.lot)

    def show(self, value: Value) -> str:
        return str(-value[1]) if value[0] else NOT_ASKED


METRICS: dict[str, Metric] = {
    metric.key: metric
    for metric in (
        TablePointsSum(),
        GamePointsSum(),
        BestSessionPoints(),
        Countback(),
        BestSessionGamePoints(),
        HandsWon(),
        HeadToHead(),
        Lot(),
    )
}
