"""The facts of a ruleset in words: one list for its page, the API and the comparison of two."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from scoring.example_hands import record_of
from scoring.form_facts import When, holds
from scoring.ruleset import Pattern, Ruleset
from scoring.text import Text
from scoring.tiles import FLOWERS, HONOURS, WINDS, TileSet, tile_name
from scoring.worked import pays_kongs

YES, NO, NONE = Text("是", "yes"), Text("否", "no"), Text("—", "—")
WAYS = {
    "chart": Text("按盘次轮流", "by the number of the hand"),
    "result": Text("按这一盘的结果", "by the result of the hand"),
}
WINS = {
    "self_draw": Text("自摸", "by self-draw"),
    "discard": Text("别家打的牌", "on a discard"),
    "rob_kong": Text("抢杠", "on a robbed kong"),
}
SUITS = {
    "m": Text("万", "characters"),
    "p": Text("饼", "dots"),
    "s": Text("条", "bamboos"),
}
_STREAK = Text("连庄次数", "Deals kept")


@dataclass(frozen=True, slots=True)
class Fact:
    """One line: what is told and what it is here."""

    id: str
    label: Text
    value: Text

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "label": list(self.label), "value": list(self.value)}


def plain(value: object) -> Text:
    """Return a value in words: numbers as they are, yes and no, a dash for nothing."""
    if value is None or value == "":
        return NONE
    if isinstance(value, bool):
        return YES if value else NO
    return Text(str(value), str(value))


def tiles_in_words(tile_set: TileSet) -> Text:
    """Say how many tiles there are and which: 108 — characters, dots, bamboos."""
    parts = [SUITS[suit] for suit in "mps" if suit in tile_set.suits]
    honours = [tile for tile in HONOURS if tile_set.copies(tile)]
    if len(honours) == len(HONOURS):
        parts.append(Text("风、箭", "winds, dragons"))
    elif honours and not any(tile in WINDS for tile in honours):
        parts.append(Text("中发白", "dragons"))
    elif honours:
        parts.extend(tile_name(tile) for tile in honours)
    flowers = [tile for tile in FLOWERS if tile_set.copies(tile)]
    if flowers:
        parts.append(Text(f"花{len(flowers)}张", _flowers_en(len(flowers))))
    zh, en = "、".join(p.zh for p in parts), ", ".join(p.en for p in parts)
    if tile_set.wall is not None:
        whole = sum(tile_set.copies(tile) for tile in range(FLOWERS.stop))
        return Text(
            f"{whole}张（{zh}）里取{tile_set.wall}张", f"{tile_set.wall} of {whole} tiles: {en}"
        )
    return Text(f"{tile_set.size}张：{zh}", f"{tile_set.size} tiles: {en}")


def _flowers_en(number: int) -> str:
    return "1 flower" if number == 1 else f"{number} flowers"


def carried_in_words(ruleset: Ruleset) -> Text:
    """Name what a hand leaves on the table for the next one."""
    names = [choice.name for choice in ruleset.form.carry]
    if ruleset.counts_streak:
        names.append(_STREAK)
    return _listed(names)


def _listed(texts: Iterable[Text]) -> Text:
    parts = list(texts)
    if not parts:
        return NONE
    return Text("、".join(p.zh for p in parts), ", ".join(p.en for p in parts))


_ROWS: tuple[tuple[str, Text, Callable[[Ruleset], Text]], ...] = (
    ("players", Text("人数", "Players"), lambda r: plain(" / ".join(map(str, r.players)))),
    ("tiles", Text("牌张", "Tiles"), lambda r: tiles_in_words(r.usual_tiles)),
    ("hand_length", Text("手牌张数", "Tiles in hand"), lambda r: plain(r.hand_length)),
    ("money_flow", Text("谁付", "Who pays"), lambda r: r.money_flow),
    ("wins_by", Text("怎样和牌", "Wins"), lambda r: _listed(WINS[by] for by in r.wins_by)),
    (
        "ends_on_first_win",
        Text("第一次和牌就结束", "Ends on the first win"),
        lambda r: plain(r.ends_on_first_win),
    ),
    (
        "multi_win",
        Text("一炮多响", "Several winners of one tile"),
        lambda r: plain(r.form.multi_win),
    ),
    ("kong_money", Text("杠钱", "Kong money"), lambda r: plain(pays_kongs(r))),
    ("next_dealer", Text("下一盘庄家", "Next dealer"), lambda r: r.next_dealer_words),
    (
        "dealer_rule",
        Text("庄家和风位的轮换", "Deal and winds move"),
        lambda r: WAYS.get(r.dealer_rule, NONE),
    ),
    ("deal_limit", Text("一局盘数", "Hands in a game"), lambda r: plain(r.deal_limit)),
    (
        "start_score",
        Text("开局的分", "Points at the start"),
        lambda r: plain(r.start_score or None),
    ),
    ("carried", Text("留到下一盘的", "Carried to the next hand"), carried_in_words),
)


def facts(ruleset: Ruleset) -> list[Fact]:
    """Return what stands at the head of a ruleset's page."""
    return [Fact(name, label, told(ruleset)) for name, label, told in _ROWS]


def standard_worth(ruleset: Ruleset, pattern: Pattern) -> int | None:
    """Return what a pattern counts while every option has its standard value: what the table says,
    or what its hand comes to where an option gives it; None where no hand tells."""
    if pattern.fan is not None:
        return pattern.fan
    shown = pattern.example is not None and pattern.is_of_tiles and not pattern.example.options
    if not shown or lacking(ruleset, pattern.when):
        return None
    return _counted(ruleset, pattern.id)


def worth_as_standard(ruleset: Ruleset, pattern: Pattern) -> Text | None:
    """Say in words what a pattern counts whose worth an option gives; None where the table itself
    says it, or no hand tells."""
    number = None if pattern.fan is not None else standard_worth(ruleset, pattern)
    return None if number is None else ruleset.worth_form.format(n=number)


@cache
def _counted(ruleset: Ruleset, name: str) -> int | None:
    """Return what the example of a pattern counts it as."""
    pattern = next(p for p in ruleset.patterns if p.id == name)
    settled = ruleset.running(record_of(ruleset, pattern))
    return next((dict(win.items or ()).get(name) for win in settled.wins), None)


def lacking(ruleset: Ruleset, when: When) -> list[Text]:
    """Name the options that must be set for something that the standard rules do not have."""
    standard = ruleset.resolve_options({})
    return list(_lacking(ruleset, when, standard))


def _lacking(ruleset: Ruleset, when: When, standard: Any) -> Iterator[Text]:
    options = {option.id: option for option in ruleset.options}
    for name, values in when:
        if holds(((name, values),), standard):
            continue
        labels = [options[name].choice_labels.get(value) for value in values]
        said = [label for label in labels if label is not None]
        label = options[name].label
        if said:
            zh, en = " / ".join(t.zh for t in said), " / ".join(t.en for t in said)
            yield Text(f"{label.zh}：{zh}", f"{label.en}: {en}")
        else:
            yield label
