"""A hand named by its fans: what they and the event's circumstances add up to (guobiao.md §3)."""

from collections import Counter
from collections.abc import Collection

from scoring.errors import Problem, Refusal, refuse
from scoring.fields import Winner
from scoring.record import Event
from scoring.ruleset import Game, Options
from scoring.rulesets.guobiao.profile import may_stand_beside, most_times, takes_bu_qiu_ren
from scoring.rulesets.guobiao.table import GUOBIAO, FanTable
from scoring.text import Text


def fan_of_patterns(game: Game, event: Event, winner: Winner) -> int:
    """Return the fan of declared patterns with what the event adds, flowers left out.

    Raises `Refusal` (`named_fans`).
    """
    return GUOBIAO.worth(named_fans(GUOBIAO, game.options, event, winner), game.options)


def named_fans(
    table: FanTable, options: Options, event: Event, winner: Winner, told: Collection[str] = ()
) -> Counter[str]:
    """Return the fans of declared patterns with those that the event adds, flowers left out.

    ``told`` are rows beside Guobiao's that the event tells; what they exclude does not count.
    Raises `Refusal`: ``unknown_pattern`` for names that are not in the table, come from the event,
    stand too often or exclude each other; ``declared_mismatch`` for what the event contradicts.
    """
    declared = winner.declared
    counts = Counter((declared.patterns if declared else None) or ())
    problems = _name_problems(counts, table, options)
    if problems:
        raise Refusal(
            Problem("unknown_pattern", words, event.index, seat=winner.seat) for words in problems
        )
    _check_event(counts, event, winner.seat)
    added = (*_from_event(counts, event, options), *told)
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
    counts.update(added)
    excluded = {name for row in told for name in table.by_id[row].excludes}
    return Counter({name: n for name, n in counts.items() if name not in excluded})


def _name_problems(counts: Counter[str], table: FanTable, options: Options) -> list[Text]:
    """Return what is wrong with the names themselves."""
    problems = []
    rows = table.by_id
    for name, times in counts.items():
        if not table.has(name, options) or name in table.from_event:
            words = Text("没有“{name}”这个番种，或不该写它。", "“{name}” cannot be declared.")
            problems.append(words.format(name=name))
        elif times > most_times(name, counts, options, rows):
            words = Text("“{name}”写了{n}次。", "“{name}” stands {n} times.")
            problems.append(words.format(name=rows[name].name, n=times))
    for name in counts:
        for excluded in rows[name].excludes if name in rows else ():
            if excluded in counts and not may_stand_beside(name, excluded, options):
                words = Text("“{a}”不计“{b}”。", "“{a}” excludes “{b}”.")
                problems.append(words.format(a=rows[name].name, b=rows[excluded].name))
    for row in table.one_of:
        together = [rows[name].name for name in row if name in counts]
        if len(together) > 1:
            zh = "、".join(f"“{name.zh}”" for name in together)
            en = ", ".join(f"“{name.en}”" for name in together)
            problems.append(Text(f"{zh}不能同时有。", f"{en} cannot be one hand."))
    return problems


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
