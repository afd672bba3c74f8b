"""What a breach costs: the catalogues of penalties, as data (competition-rules.md §2.4).

A catalogue proposes; the referee decides. Points are game points.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from scoring.text import NO_TEXT, Text

Mode = Literal["none", "pay_each", "pay_to", "deduct"]
Id = TypeVar("Id", bound=Hashable)
Scope = Literal["hand", "session", "overall"]
SIZES = (5, 10, 20, 30, 40, 50, 60)


@dataclass(frozen=True, slots=True)
class Effect:
    """What follows from a breach.

    ``points`` go to each of the others (``pay_each``), to one player (``pay_to``) or to nobody
    (``deduct``); with ``pay_to`` and at discretion they are 0 and ``choices`` are the sizes the
    referee may choose. ``dead_hand`` (停和): plays on, may not win this hand. ``forfeit``: the
    game counts as abandoned. ``scope``: hand and session enter the game points before the places
    at the table are fixed, overall does not (§2.3). ``duty`` says what else must be done.
    """

    mode: Mode = "none"
    points: int = 0
    scope: Scope = "hand"
    dead_hand: bool = False
    warning: bool = False
    forfeit: bool = False
    disqualify: bool = False
    choices: tuple[int, ...] = ()
    duty: Text = NO_TEXT

    def total(self, players: int = 4) -> int:
        """Return what the offender's own account moves by (zero or less)."""
        return -self.points * (players - 1 if self.mode == "pay_each" else 1)


@dataclass(frozen=True, slots=True)
class Grade:
    """An effect that holds up to a number (minutes late, times in this hand); None: beyond all."""

    up_to: int | None
    effect: Effect


@dataclass(frozen=True, slots=True)
class Breach:
    """A breach and its effect, or its grades by the number that ``asks`` names: ``minutes`` or
    ``nth_in_hand``. ``verified`` is False where the source could not be read."""

    code: str
    name: Text
    effect: Effect = Effect()
    asks: str = ""
    grades: tuple[Grade, ...] = ()
    source: str = ""
    verified: bool = True

    def at(self, number: int) -> Effect:
        """Return the effect for a number; nothing happens below the first."""
        if number < 1:
            return Effect(scope=self.grades[0].effect.scope)
        for grade in self.grades:
            if grade.up_to is None or number <= grade.up_to:
                return grade.effect
        return self.grades[-1].effect


@dataclass(frozen=True, slots=True)
class Preset:
    """A catalogue: its breaches by code."""

    id: str
    name: Text
    breaches: Mapping[str, Breach]


def effect_of(preset: str, code: str, number: int | None = None) -> Effect:
    """Return the effect of a breach under a catalogue; ``number`` as the breach asks for it.

    Raises `KeyError` for an unknown catalogue or breach, `ValueError` when a number is missing.
    """
    breach = PRESETS[preset].breaches[code]
    if not breach.asks:
        return breach.effect
    if number is None:
        raise ValueError(f"{code} needs a number: {breach.asks}")
    return breach.at(number)


def moves_of(
    mode: str, points: int, offender: Id, *, others: Sequence[Id] = (), to: Id | None = None
) -> dict[Id, int]:
    """Return what a penalty moves per person; whoever is not named gets nothing. ``others`` are
    those whom ``pay_each`` pays. Raises `ValueError` for an unknown mode.
    """
    if mode == "none":
        return {}
    if mode == "deduct":
        return {offender: -points}
    if mode == "pay_to" and to is not None:
        return {offender: -points, to: points}
    if mode == "pay_each":
        return {offender: -points * len(others), **dict.fromkeys(others, points)}
    raise ValueError(f"unknown way to pay a penalty: {mode!r}")


def deltas_of(
    mode: str, points: int, offender: int, *, to: int | None = None, players: int = 4
) -> tuple[int, ...]:
    """Return what a penalty moves per player (index). Raises `ValueError` when a seat is wrong or
    the mode unknown.
    """
    seats = range(players)
    if offender not in seats or (mode == "pay_to" and (to not in seats or to == offender)):
        raise ValueError("a penalty names an offender and, if paid to one, another player")
    others = [seat for seat in seats if seat != offender]
    moves = moves_of(mode, points, offender, others=others, to=to)
    return tuple(moves.get(seat, 0) for seat in seats)


def _ladder(scope: Scope = "hand") -> tuple[Grade, ...]:
    """A warning first, then the seven sizes in turn; the last one stays."""
    first = Grade(1, Effect(warning=True, scope=scope))
    rest = [Grade(i, Effect("deduct", size, scope)) for i, size in enumerate(SIZES, 2)]
    return (first, *rest[:-1], replace(rest[-1], up_to=None))


def _by_code(breaches: Sequence[Breach]) -> dict[str, Breach]:
    return {breach.code: breach for breach in breaches}


_EXPELLED = Effect(disqualify=True, scope="overall", duty=Text("上报", "reported"))
_GB1998 = (
    Breach(
        "late",
        Text("迟到", "late"),
        asks="minutes",
        grades=(
            Grade(10, Effect("deduct", 10, "session", warning=True)),
            Grade(15, Effect("deduct", 20, "session")),
            Grade(None, Effect(scope="session", forfeit=True)),
        ),
        source="GB98 Art.13.2(1)",
    ),
    Breach(
        "false_win_short_points",
        Text("错和：不足八分", "false win: fewer than 8 points"),
        Effect("pay_each", 10, dead_hand=True),
        source="GB98 Art.14.6(1)",
    ),
    Breach(
        "false_win_wrong_tile",
        Text("错和牌：听牌但和错了张", "false win: ready, but on a wrong tile"),
        Effect("pay_each", 10, dead_hand=True),
        source="GB98 Art.14.6(1)",
    ),
    Breach(
        "false_win_one_away",
        Text("诈和：差一张上听", "false win: one tile short of ready"),
        Effect("pay_each", 20, dead_hand=True),
        source="GB98 Art.14.6(2)",
    ),
    Breach(
        "false_win_deliberate",
        Text("有意诈和：差两张以上上听", "false win: two or more tiles short of ready"),
        Effect(disqualify=True, scope="overall"),
        source="GB98 Art.14.6(3)",
    ),
    Breach(
        "wrong_meld",
        Text("错吃、错碰、错杠", "wrong chow, pung or kong"),
        Effect(dead_hand=True),
        source="GB98 Art.14",
    ),
    Breach(
        "empty_call",
        Text("空吃、空碰、空杠", "call without the tiles"),
        asks="nth_in_hand",
        grades=_ladder(),
        source="GB98 Art.14.3",
    ),
    Breach(
        "early_draw",
        Text("提前摸牌", "drawing early"),
        asks="nth_in_hand",
        grades=_ladder(),
        source="GB98 Art.14",
    ),
    Breach(
        "late_pung",
        Text("超过三秒碰牌", "pung after three seconds"),
        asks="nth_in_hand",
        grades=_ladder(),
        source="GB98 Art.14",
    ),
    Breach(
        "exposed_tile",
        Text("暴露张", "own tile exposed"),
        Effect(duty=Text("下一轮打出该张", "that tile is discarded next turn")),
        source="GB98 Art.14",
    ),
    Breach(
        "shown_hand_win_stands",
        Text("他人和牌成立时亮出自己的牌", "own hand shown at a win that stands"),
        Effect(warning=True),
        source="GB98 Art.14.7",
    ),
    Breach(
        "shown_hand",
        Text("他人和牌不成立时亮出自己的牌", "own hand shown at a win that does not stand"),
        Effect(dead_hand=True, duty=Text("亮出的牌须打出", "the tiles shown are discarded")),
        source="GB98 Art.14.7",
    ),
    Breach(
        "exposed_other_hand",
        Text("碰倒他人的牌", "another player's hand exposed"),
        Effect(
            "pay_to",
            choices=SIZES,
            duty=Text("由裁判决定本盘是否继续", "the referee decides whether the hand goes on"),
        ),
        source="GB98 Art.14.7(3)",
    ),
    Breach(
        "wrong_name",
        Text("报错牌名致他人错和", "discard named wrongly, another wins in error"),
        Effect(duty=Text("替三家付分", "pays for all three")),
        source="GB98 Art.14",
    ),
    Breach(
        "wrong_tile_count",
        Text("相公", "wrong number of tiles"),
        Effect(dead_hand=True),
        source="GB98 Art.14.9",
    ),
    Breach(
        "illegal_information",
        Text("传递信息", "illegal information"),
        Effect(
            "deduct",
            choices=SIZES,
            duty=Text("裁判可判罚分或停和", "points or a dead hand, as the referee decides"),
        ),
        source="GB98 Art.14",
    ),
    Breach(
        "cheating",
        Text("换牌、偷牌、藏牌、严重扰乱赛场", "swapping, stealing, hiding tiles, disturbance"),
        _EXPELLED,
        source="GB98 Art.13.4",
    ),
    Breach(
        "other",
        Text("其他", "any other"),
        asks="nth_in_hand",
        grades=_ladder(),
        source="GB98 Art.14",
    ),
)
_TO_BE_FILLED = Effect("deduct", choices=SIZES)
_EMA_HEADS = (
    ("false_call", Text("误叫", "false call")),
    ("late_call", Text("超过三秒鸣牌", "call after three seconds")),
    ("false_set", Text("错误的副露", "false set")),
    ("false_win_not_shown", Text("错和：亮牌前发现", "false win seen before showing")),
    ("false_win_short_points", Text("错和：不足八分", "false win: fewer than 8 points")),
    ("false_win_invalid", Text("错和：牌型不成立", "false win: invalid hand")),
    ("false_win_dead_hand", Text("停和后和牌", "win called with a dead hand")),
    ("wrong_sequence", Text("顺序错误", "wrong sequence")),
)
_EMA = (
    *(
        Breach(code, name, _TO_BE_FILLED, source="MERS, XMIND", verified=False)
        for code, name in _EMA_HEADS
    ),
    Breach(
        "winning_tile_not_taken",
        Text("算番前未取和张", "winning tile not taken before counting"),
        Effect("deduct", 10),
        source="XMIND",
        verified=False,
    ),
)
# Green Book 3.11: the amount for too few points was read (Sloper289), the rest is the 1998 list.
_MCR2006 = tuple(
    replace(breach, verified=breach.code == "false_win_short_points") for breach in _GB1998
)
_CLUB = (
    Breach(
        "false_win",
        Text("错和", "false win"),
        Effect(dead_hand=True),
        source="NLclub",
    ),
)

PRESETS: dict[str, Preset] = {
    preset.id: preset
    for preset in (
        Preset("gb1998", Text("1998年竞赛规则", "Rules of 1998"), _by_code(_GB1998)),
        Preset("mcr2006", Text("2006年绿皮书", "Green Book of 2006"), _by_code(_MCR2006)),
        Preset("ema", Text("欧洲麻将协会", "European rules"), _by_code(_EMA)),
        Preset("club_lenient", Text("俱乐部宽松", "Lenient club"), _by_code(_CLUB)),
    )
}
