"""How an event ranks: scheme, ties, order of keys, byes (competition-rules.md §2, §3)."""

from dataclasses import dataclass

from scoring.table_points import CUSTOM_FORM, TIES, get_scheme, mean_points
from scoring.text import Text
from tournaments.standings.metrics import METRICS

DEFAULT_ORDER = ("table_points", "game_points", "best_session_tp", "tp_countback")
WITHDRAWN_MODES = ("keep", "bottom")


class ConfigError(ValueError):
    """Settings that cannot rank anything; ``problems`` are (field, words)."""

    def __init__(self, problems: tuple[tuple[str, Text], ...]) -> None:
        self.problems = problems
        super().__init__(" ".join(f"{name}: {words.en}" for name, words in problems))


@dataclass(frozen=True, slots=True)
class StandingsConfig:
    """``order`` are metric keys, the strongest first.

    A bye is worth ``bye_points`` (1/2520; None: the mean of a table, 7/4 for 4-2-1-0, by
    convention) and ``bye_game_points``; a forfeit nothing and ``forfeit_game_points``.
    ``withdrawn``: ``keep`` ranks who has left on what was earned, ``bottom`` after everybody who
    plays on. ``sub_consumes_place``: a substitute's place at the table counts. ``best_n``: only
    the n best rounds of a player count; ``team_best_k``: only the k best members of a team.
    ``confirmed_only``: results count once they are confirmed, as a draw by standing needs it.
    ``rank_idle``: whoever has no result yet is ranked with nothing, as where everybody plays every
    round; else (a club night) not ranked, or staying away would be better than losing.
    """

    scheme: str = "mcr_4210"
    tie: str = "split"
    order: tuple[str, ...] = DEFAULT_ORDER
    bye_points: int | None = None
    bye_game_points: int = 0
    forfeit_game_points: int = -500
    withdrawn: str = "keep"
    sub_consumes_place: bool = True
    best_n: int | None = None
    team_best_k: int | None = None
    confirmed_only: bool = False
    rank_idle: bool = True

    def bye_worth(self, players: int = 4) -> int:
        """Return the table points of a bye in a round of so many players, in 1/2520."""
        if self.bye_points is not None:
            return self.bye_points
        return mean_points(self.scheme, players)

    def problems(self) -> tuple[tuple[str, Text], ...]:
        """Return everything that is wrong, as (field, words)."""
        found: list[tuple[str, Text]] = []
        try:
            get_scheme(self.scheme)
        except ValueError:
            found.append(("scheme", CUSTOM_FORM))
        if self.tie not in TIES:
            found.append(("tie", _unknown(self.tie, TIES)))
        if not self.order:
            found.append(("order", Text("至少要一个排名依据。", "Ranking needs a key.")))
        found += [("order", _unknown(key, METRICS)) for key in self.order if key not in METRICS]
        if len(set(self.order)) < len(self.order):
            found.append(("order", Text("排名依据不能重复。", "A key stands there twice.")))
        if self.withdrawn not in WITHDRAWN_MODES:
            found.append(("withdrawn", _unknown(self.withdrawn, WITHDRAWN_MODES)))
        for name, value in (("best_n", self.best_n), ("team_best_k", self.team_best_k)):
            if value is not None and value < 1:
                found.append((name, Text("必须是正整数。", "It must be 1 or more.")))
        return tuple(found)

    def check(self) -> None:
        """Raise `ConfigError` with every problem."""
        if problems := self.problems():
            raise ConfigError(problems)


def _unknown(value: str, known: object) -> Text:
    names = ", ".join(known) if isinstance(known, tuple | dict) else ""
    return Text(f"没有“{value}”；可选：{names}。", f"There is no “{value}”; choose of {names}.")
