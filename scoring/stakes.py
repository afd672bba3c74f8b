"""Stakes declared before the deal (坐庄, 拉庄, 口子 …): whose they are and what they may be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.record import Event
from scoring.ruleset import Game

DEALER, OTHERS, ANYBODY = "dealer", "others", ""
# After one of these the deal is over.
PLAY = frozenset({"flower", "chow", "pung", "draw", "discard", "kong"})


@dataclass(frozen=True, slots=True)
class StakeRule:
    """Who may declare a stake and how much: a number from ``low`` to ``high``, or one of
    ``words``. ``key`` names the key that tells several stakes of this kind by one seat apart."""

    role: str
    low: int = 1
    high: int | None = 1
    words: Sequence[str] = ()
    key: str = ""

    def allows(self, value: object) -> bool | None:
        """Say whether a value is in bounds; None when it is of the wrong type."""
        if self.words:
            return value in self.words if isinstance(value, str) else None
        if not isinstance(value, int) or isinstance(value, bool):
            return None
        return value >= self.low and (self.high is None or value <= self.high)


def check_stakes(game: Game, rules: Mapping[str, StakeRule]) -> None:
    """Refuse stakes that the game has not, of the wrong seat, out of bounds, twice or too late.

    Kinds that an option has switched off are left out of ``rules``.
    """
    seen: set[tuple[object, ...]] = set()
    for event in game.record.of_type("stake"):
        rule = rules.get(event["kind"])
        if rule is None:
            _refuse(game, event, "这里没有这种赌注。", "There is no such stake here.")
            continue
        fits = rule.allows(event["value"])
        if fits is None or (rule.words and not fits):
            game.problem(
                "bad_record",
                f"“{event['kind']}”的值不对。",
                f"The value of “{event['kind']}” is not one that it has.",
                event=event,
                seat=event.seat,
            )
        elif not fits:
            _refuse(game, event, "不能下这么多。", "The stake is out of bounds.")
        if (rule.role == DEALER) != (event.seat == game.dealer) and rule.role != ANYBODY:
            _refuse(game, event, "这一家不能下这种注。", "The stake is not this seat's.")
        name = (event.seat, event["kind"], event.get(rule.key) if rule.key else None)
        if name in seen:
            _refuse(game, event, "同样的注只下一次。", "The same stake is declared once.")
        seen.add(name)
        if any(e.type in PLAY and e.index < event.index for e in game.record.events):
            _refuse(game, event, "开打以后不能再下注。", "Stakes are declared before the deal.")


def _refuse(game: Game, event: Event, zh: str, en: str) -> None:
    game.problem("not_allowed", zh, en, event=event, seat=event.seat)


def stake_of(game: Game, kind: str, seat: int | None = None) -> object:
    """Return the value of the first stake of this kind (of this seat), None where there is none."""
    for event in game.record.of_type("stake"):
        if event["kind"] == kind and seat in (None, event.seat):
            value: object = event["value"]
            return value
    return None
