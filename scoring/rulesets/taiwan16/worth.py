"""How many 台 a winner has (taiwan16.md §4, EVENTS §10): rows, what the event adds, numbers."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scoring.common import by_claim
from scoring.declared_patterns import check_agreement, named_patterns
from scoring.errors import Refusal, refuse
from scoring.fields import Winner
from scoring.house_game import Items
from scoring.record import Event
from scoring.ruleset import Game, Options
from scoring.rulesets.taiwan16.hand import Facts, Rows, rows_of
from scoring.rulesets.taiwan16.table import HAND, PATTERNS, tai_of
from scoring.rulesets.taiwan16.table_facts import (
    FLOWER_WINS,
    bao_of,
    flower_items,
    flowers_of,
)
from scoring.walk import SEAT_NAMES

READY_ROWS = {"tianting": "tian_ting", "diting": "di_ting", "baoting": "bao_ting"}
FIRST_TURN = {"heavenly": "tian_hu", "earthly": "di_hu", "human": "ren_hu"}
CONCEALED = frozenset({"men_qing", "bu_qiu"})


@dataclass(frozen=True, slots=True)
class Tai:
    """A winner's 台: ``plain`` counts towards the minimum, ``bao`` does not. ``items`` is None
    where the sheet holds only a number."""

    plain: int
    bao: int
    items: Items | None

    @property
    def total(self) -> int:
        return self.plain + self.bao


def tai_of_winner(game: Game, event: Event, winner: Winner) -> Tai:
    """Return the 台 of a winner before minimum and limit; raise `Refusal`."""
    for flag, row in FLOWER_WINS.items():
        if flag in event.get("flags", ()):
            return _of_flowers(game, event, winner, row)
    rows = _counted_rows(game, event, winner)
    flowers = tuple(flower_items(game, winner.seat))
    bao = bao_of(game, event, winner)
    told = winner.declared
    number = told.fan if told else None
    whole = told.fan_with_flowers if told else None
    plain = None if rows is None else sum(n for _name, n in rows)
    if number is not None and whole is not None:
        raise _differs(
            event,
            winner,
            "台数只写一个：含花或不含花。",
            "Give one number only: with flowers or without.",
        )
    if whole is not None:
        if plain is not None and not 0 <= whole - plain <= 8:
            raise _two_numbers(event, winner, plain, whole)
        return Tai(whole, bao, None)
    of_flowers = sum(n for _name, n in flowers)
    if number is not None:
        if plain is not None and plain != number:
            raise _two_numbers(event, winner, plain, number)
        return Tai(number + of_flowers, bao, None)
    if rows is None or plain is None:
        raise RuntimeError("the checks let a winner pass who is not described")
    items = (*rows, *flowers, *((("bao_pai", bao),) if bao else ()))
    return Tai(plain + of_flowers, bao, items)


def _of_flowers(game: Game, event: Event, winner: Winner, row: str) -> Tai:
    """A win by flowers is worth its own row alone."""
    declared = winner.declared.patterns if winner.declared else None
    if declared and list(declared) != [row]:
        named_patterns(PATTERNS, game.options, event, winner)
        raise _differs(
            event,
            winner,
            "和牌的是花，没有别的台。",
            "The win is by flowers; nothing stands beside it.",
        )
    number = tai_of(row, game.options)
    return Tai(number, 0, ((row, number),))


def _counted_rows(game: Game, event: Event, winner: Winner) -> Items | None:
    """Return the rows of the hand and of the event, flowers left out; None without a hand."""
    declared = named_patterns(HAND, game.options, event, winner)
    if declared is not None:
        _check_event(game, event, winner, declared)
    if winner.hand is None:
        if declared is None:
            return None
        return _items(game, event, winner, declared)
    claimed = by_claim(event)
    facts = Facts(
        winner.seat,
        game.record.context.round_wind,
        claimed,
        bool(flowers_of(game, winner.seat)),
        game.options["ping_hu_men_qing"],
    )
    found = rows_of(winner.hand, event["tile"], facts)
    if not found:
        seat = SEAT_NAMES[winner.seat]
        raise refuse(
            "not_a_win",
            f"{seat.zh}家的牌没有胡。",
            f"{seat.en}'s tiles are no winning hand.",
            event=event.index,
            seat=winner.seat,
        )
    # What the moment hides is neither counted nor need it be declared.
    hidden = _hidden(_moments(game, event, winner.seat))
    counting = [tuple(name for name in rows if name not in hidden) for rows in found]
    most = max(_value(rows, game.options) for rows in counting)
    best = sorted(rows for rows in counting if _value(rows, game.options) == most)
    if declared is not None:
        declared = tuple(name for name in declared if name not in hidden)
    check_agreement(declared, best, HAND, event, winner.seat)
    return _items(game, event, winner, declared if declared is not None else best[0])


def _value(rows: Iterable[str], options: Options) -> int:
    return sum(tai_of(name, options) for name in rows)


def _items(game: Game, event: Event, winner: Winner, rows: Rows) -> Items:
    """Return the rows with their 台, those that the event adds included, those it drops not."""
    added = list(_moments(game, event, winner.seat))
    if "men_qing" in rows and event["by"] == "self_draw":
        added.append("bu_qiu")
    hidden = _hidden(added)
    counts = Counter(name for name in (*rows, *added) if name not in hidden)
    items = ((name, n * tai_of(name, game.options)) for name, n in counts.items())
    return tuple(item for item in items if item[1])


def _hidden(moments: Iterable[str]) -> set[str]:
    """Return the rows that are not counted beside these of the moment (§4)."""
    there, hidden = set(moments), set[str]()
    if {"tian_ting", "di_ting"} & there:
        hidden |= {*CONCEALED, "bao_ting"}
    if set(FIRST_TURN.values()) & there:
        hidden |= CONCEALED
    if "tian_hu" in there:
        hidden |= {"du_ting", "gang_shang_kai_hua"}
    return hidden


def _moments(game: Game, event: Event, seat: int) -> Iterator[str]:
    """Yield the rows that come from the event and from declared ready hands."""
    flags, drawn = event.get("flags", ()), event["by"] == "self_draw"
    if drawn:
        yield "zi_mo"
    if event["by"] == "rob_kong":
        yield "qiang_gang"
    if "kong_draw" in flags or "flower_draw" in flags:
        yield "gang_shang_kai_hua"
    if "last_tile" in flags:
        yield "hai_di_lao_yue" if drawn else "he_di_lao_yu"
    kinds = {ready["kind"] for ready in game.record.of_type("ready") if ready.seat == seat}
    if "tianting" in kinds:
        # A hand that is ready as dealt is ready after the first discard too.
        kinds.discard("diting")
    yield from (row for kind, row in READY_ROWS.items() if kind in kinds)
    yield from (row for flag, row in FIRST_TURN.items() if flag in flags)


def _check_event(game: Game, event: Event, winner: Winner, rows: Rows) -> None:
    """Raise `Refusal` for declared rows that the event contradicts."""
    drawn = event["by"] == "self_draw"
    if "quan_qiu" in rows and drawn:
        raise _differs(event, winner, "自摸不是全求。", "A self-draw is not 全求.")
    if "ban_qiu" in rows and not drawn:
        raise _differs(event, winner, "半求要自摸。", "半求 is self-drawn.")
    if "ping_hu" in rows:
        if drawn:
            raise _differs(event, winner, "自摸没有平胡。", "A self-draw is not 平胡.")
        if flowers_of(game, winner.seat):
            raise _differs(event, winner, "有花没有平胡。", "With a flower there is no 平胡.")
        if "men_qing" in rows and not game.options["ping_hu_men_qing"]:
            raise refuse(
                "unknown_pattern",
                "门清无平胡。",
                "A concealed hand is not 平胡.",
                event=event.index,
                seat=winner.seat,
            )


def _differs(event: Event, winner: Winner, zh: str, en: str) -> Refusal:
    return refuse("declared_mismatch", zh, en, event=event.index, seat=winner.seat)


def _two_numbers(event: Event, winner: Winner, hand: int, told: int) -> Refusal:
    return _differs(
        event,
        winner,
        f"台数不一致：牌是{hand}台，写的是{told}台。",
        f"The hand is worth {hand} 台, {told} was given.",
    )
