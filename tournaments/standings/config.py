"""How an event ranks: scheme, ties, order of keys, byes (competition-rules.md §2, §3)."""

from dataclasses import dataclass

from scoring.table_points import UNIT

DEFAULT_ORDER = ("table_points", "game_points", "best_session_tp", "tp_countback")


@dataclass(frozen=True, slots=True)
class StandingsConfig:
    """``order`` are metric keys, the strongest first. A bye is worth ``bye_points`` (1/2520;
    by convention the mean of a table, 7/4) and ``bye_game_points``. ``withdrawn``: ``keep`` ranks
    who has left on what was earned, ``bottom`` after everybody who plays on.
    ``sub_consumes_place``: a substitute's place at the table counts.
    """

    scheme: str = "mcr_4210"
    tie: str = "split"
    order: tuple[str, ...] = DEFAULT_ORDER
    bye_points: int = 7 * UNIT // 4
    bye_game_points: int = 0
    withdrawn: str = "keep"
    sub_consumes_place: bool = True
