"""A hand named by its fans: what they and the event's circumstances add up to (guobiao.md §3)."""

from collections import Counter

from scoring.errors import Refusal, refuse
from scoring.fields import Winner
from scoring.record import Event
from scoring.ruleset import Game, Options
from scoring.rulesets.guobiao.fans import BY_ID
from scoring.rulesets.guobiao.profile import (
    fan_points,
    may_stand_beside,
    most_times,
    takes_bu_qiu_ren,
)

# These come from the event and are never declared.
CIRCUMSTANCES = frozenset(
    {
        "zi_mo",
        "bu_qiu_ren",
        "miao_shou_hui_chun",
        "hai_di_lao_yue",
        "gang_shang_kai_hua",
        "qiang_gang_hu",
        "hu_jue_zhang",
        "hua_pai",
    }
)
# Of each row a hand can have one only: suits, waits, shapes, number of kongs, concealment.
ONE_OF: tuple[tuple[str, ...], ...] = (
    ("qing_yi_se", "hun_yi_se", "zi_yi_se", "wu_men_qi", "que_yi_men"),
    ("bian_zhang", "kan_zhang", "dan_diao_jiang"),
    (
        "qi_dui",
        "lian_qi_dui",
        "shi_san_yao",
        "qi_xing_bu_kao",
        "quan_bu_kao",
        "peng_peng_hu",
        "ping_hu",
    ),
    ("si_gang", "san_gang", "shuang_ming_gang", "shuang_an_gang", "ming_an_gang"),
    ("men_qian_qing", "quan_qiu_ren"),
)


def fan_of_patterns(game: Game, event: Event, winner: Winner) -> int:
    """Return the fan of declared patterns with what the event adds, flowers left out.

    Raises `Refusal`: ``unknown_pattern`` for names that are not in the table, come from the event,
    stand too often or exclude each other; ``declared_mismatch`` for what the event contradicts.
    """
    declared = winner.declared
    patterns = (declared.patterns if declared else None) or ()
    counts = Counter(patterns)
    _check_names(counts, game.options, event, winner.seat)
    _check_event(counts, event, winner.seat)
    added = _from_event(counts, event, game.options)
    if "wu_fan_hu" in counts and (len(counts) > 1 or added):
        raise refuse(
            "declared_mismatch",
            "有别的番就不是无番和。",
            "A hand that earns anything else is no Chicken Hand.",
            event=event.index,
            seat=winner.seat,
        )
    if event["by"] == "self_draw" and counts.pop("men_qian_qing", 0):
        counts["bu_qiu_ren"] += 1
    named = sum(fan_points(name, game.options) * n for name, n in counts.items())
    return named + sum(fan_points(name, game.options) for name in added)


def _check_names(counts: Counter[str], options: Options, event: Event, seat: int) -> None:
    problems = []
    for name, times in counts.items():
        off = name == "ming_an_gang" and options["mixed_kongs"] == "split"
        if name not in BY_ID or name in CIRCUMSTANCES or off:
            problems.append(
                (f"没有“{name}”这个番种，或不该写它。", f"“{name}” cannot be declared.")
            )
        elif times > most_times(name, counts, options):
            zh, en = BY_ID[name].name
            problems.append((f"“{zh}”写了{times}次。", f"“{en}” stands {times} times."))
    for name in counts:
        for excluded in BY_ID[name].excludes if name in BY_ID else ():
            if excluded in counts and not may_stand_beside(name, excluded, options):
                a, b = BY_ID[name].name, BY_ID[excluded].name
                problems.append((f"“{a.zh}”不计“{b.zh}”。", f"“{a.en}” excludes “{b.en}”."))
    for row in ONE_OF:
        together = [BY_ID[name].name for name in row if name in counts]
        if len(together) > 1:
            zh = "、".join(f"“{name.zh}”" for name in together)
            en = ", ".join(f"“{name.en}”" for name in together)
            problems.append((f"{zh}不能同时有。", f"{en} cannot be one hand."))
    if problems:
        raise Refusal(
            refuse("unknown_pattern", zh, en, event=event.index, seat=seat).problems[0]
            for zh, en in problems
        )


def _check_event(counts: Counter[str], event: Event, seat: int) -> None:
    if "quan_qiu_ren" in counts and event["by"] == "self_draw":
        raise refuse(
            "declared_mismatch",
            "自摸不是全求人。",
            "A self-draw is no Melded Hand.",
            event=event.index,
            seat=seat,
        )


def _from_event(counts: Counter[str], event: Event, options: Options) -> list[str]:
    flags = event.get("flags", ())
    by = event["by"]
    added: list[str] = []
    if "last_tile" in flags:
        added.append("miao_shou_hui_chun" if by == "self_draw" else "hai_di_lao_yue")
    if "kong_draw" in flags:
        added.append("gang_shang_kai_hua")
    if by == "rob_kong":
        added.append("qiang_gang_hu")
    elif "fourth_tile" in flags:
        added.append("hu_jue_zhang")
    if by == "self_draw" and "men_qian_qing" not in counts:
        if takes_bu_qiu_ren(counts, options):
            added.append("bu_qiu_ren")
        elif "miao_shou_hui_chun" not in added and "gang_shang_kai_hua" not in added:
            added.append("zi_mo")
    return added
