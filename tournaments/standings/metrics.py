"""One small class per ranking key (competition-rules.md §3), and the table of them."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from scoring.table_points import format_units
from scoring.text import Text


@dataclass(frozen=True, slots=True)
class Result:
    """What one entry got in one round: 标准分 in 1/2520 and game points."""

    round_no: int
    points: int
    game_points: int


Value = tuple[int, ...]


class Metric(ABC):
    """A key: higher is better. Values compare as tuples."""

    key: ClassVar[str]
    name: ClassVar[Text]
    short: ClassVar[Text]
    description: ClassVar[Text]

    @abstractmethod
    def value(self, results: Sequence[Result], adjusted: tuple[int, int]) -> Value:
        """Return the value of an entry; ``adjusted`` are table and game points of the event."""

    def show(self, value: Value) -> str:
        """Return the value exactly, as text."""
        return ", ".join(map(str, value))


class TablePointsSum(Metric):
    key = "table_points"
    name = Text("标准分", "Table points")
    short = Text("标", "TP")
    description = Text("各轮标准分之和", "sum of the table points of all rounds")

    def value(self, results: Sequence[Result], adjusted: tuple[int, int]) -> Value:
        return (sum(r.points for r in results) + adjusted[0],)

    def show(self, value: Value) -> str:
        return format_units(value[0])


class GamePointsSum(Metric):
    key = "game_points"
    name = Text("比赛分", "Game points")
    short = Text("分", "GP")
    description = Text("各轮比赛分之和", "sum of the game points of all rounds")

    def value(self, results: Sequence[Result], adjusted: tuple[int, int]) -> Value:
        return (sum(r.game_points for r in results) + adjusted[1],)


class BestSessionPoints(Metric):
    key = "best_session_tp"
    name = Text("单轮最高标准分", "Best round, table points")
    short = Text("最高标", "best TP")
    description = Text("最好一轮的标准分", "the table points of the best round")

    def value(self, results: Sequence[Result], adjusted: tuple[int, int]) -> Value:
        return (max((r.points for r in results), default=0),)

    def show(self, value: Value) -> str:
        return format_units(value[0])


class Countback(Metric):
    key = "tp_countback"
    name = Text("各轮标准分从高到低比较", "Countback of table points")
    short = Text("逐轮", "CB")
    description = Text(
        "把各轮标准分从高到低排好依次比较", "round table points from high to low, compared in turn"
    )

    def value(self, results: Sequence[Result], adjusted: tuple[int, int]) -> Value:
        return tuple(sorted((r.points for r in results), reverse=True))

    def show(self, value: Value) -> str:
        return " ".join(format_units(v) for v in value)


class BestSessionGamePoints(Metric):
    key = "best_session_gp"
    name = Text("单轮最高比赛分", "Best round, game points")
    short = Text("最高分", "best GP")
    description = Text("最好一轮的比赛分", "the game points of the best round")

    def value(self, results: Sequence[Result], adjusted: tuple[int, int]) -> Value:
        return (max((r.game_points for r in results), default=0),)


METRICS: dict[str, Metric] = {
    metric.key: metric
    for metric in (
        TablePointsSum(),
        GamePointsSum(),
        BestSessionPoints(),
        Countback(),
        BestSessionGamePoints(),
    )
}
