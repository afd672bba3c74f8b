"""Declared hands: one row of the table, what stands beside it, 根; checked against the record."""

from scoring.errors import Problem, Refusal
from scoring.fields import Declared
from scoring.record import Event
from scoring.rulesets.sichuan.play import Play
from scoring.rulesets.sichuan.rows import DRAGONS, NAMES, SEVEN_PAIRS
from scoring.rulesets.sichuan.scale import Named
from scoring.text import Text
from scoring.walk import SEAT_NAMES

# No hand holds more sets of four.
MOST_GEN = 4


def named_hand(play: Play, declared: Declared, event: Event, seat: int) -> Named:
    """Return the hand that is declared; raise `Refusal` with all that is wrong with it."""
    scale = play.scale
    problems = [
        Problem(code, words, event.index, seat=seat)
        for code, words in _problems(play, declared, seat)
    ]
    if problems:
        raise Refusal(problems)
    names = declared.patterns or ()
    row = next(name for name in names if name not in scale.beside)
    beside = frozenset(name for name in names if name in scale.beside)
    return Named(row, beside, declared.gen)


def _problems(play: Play, declared: Declared, seat: int) -> list[tuple[str, Text]]:
    found = _names(play, declared.patterns or ())
    if found:
        return found
    names = set(declared.patterns or ())
    who = SEAT_NAMES[seat]
    if names & SEVEN_PAIRS and play.has_melds(seat):
        found.append(
            (
                "declared_mismatch",
                Text(f"{who.zh}家碰过或杠过，不是七对。", f"{who.en} has melded: no seven pairs"),
            )
        )
    if names & {"men_qing", "men_qian_qing"} and play.has_open_melds(seat):
        found.append(
            (
                "declared_mismatch",
                Text(f"{who.zh}家碰过或有明杠，不是门清。", f"{who.en} has open melds."),
            )
        )
    if names & SEVEN_PAIRS and "men_qing" in names and play.scale.has_gen:
        words = Text("七对不另算门清。", "Seven pairs are not counted as concealed as well.")
        found.append(("declared_mismatch", words))
    return found + list(_gen_problems(play, declared, seat))


def _names(play: Play, names: tuple[str, ...]) -> list[tuple[str, Text]]:
    scale = play.scale
    unknown = [name for name in dict.fromkeys(names) if not scale.is_on(name)]
    if unknown:
        named = [NAMES.get(name, Text(name, name)) for name in unknown]
        words = Text(
            f"这里没有“{'、'.join(name.zh for name in named)}”。",
            f"Here there is no “{', '.join(name.en for name in named)}”.",
        )
        return [("unknown_pattern", words)]
    rows = [name for name in names if name not in scale.beside]
    if len(rows) > 1 or len(set(names)) != len(names):
        words = Text("番种只写一行，不能重复。", "One row of the table is declared, and once.")
        return [("unknown_pattern", words)]
    if not rows:
        return [("incomplete", Text("没有写番种。", "The row of the table is missing."))]
    return []


def _gen_problems(play: Play, declared: Declared, seat: int) -> list[tuple[str, Text]]:
    gen = declared.gen
    if gen < 0 or (gen and not play.scale.has_gen):
        return [("bad_record", Text("这里不写根。", "No such number of 根 stands here."))]
    if not play.scale.has_gen:
        return []
    kongs = len(play.kongs_of(seat))
    if gen > MOST_GEN or (play.options["gen_counts"] == "all" and gen < kongs):
        words = Text(
            f"写了{gen}根，杠有{kongs}个。", f"{gen} 根 are declared; the seat has {kongs} kongs."
        )
        return [("declared_mismatch", words)]
    if DRAGONS.intersection(declared.patterns or ()) and not gen:
        words = Text("龙七对至少有一根。", "A dragon seven pairs has one 根 at least.")
        return [("declared_mismatch", words)]
    return []
