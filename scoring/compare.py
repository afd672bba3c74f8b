"""Two rule systems side by side, from their declarations."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from scoring.options import Option, Value
from scoring.ruleset import Ruleset
from scoring.text import Text
from scoring.worked import pays_kongs

YES, NO, NONE = Text("是", "yes"), Text("否", "no"), Text("—", "—")
DEALERS = {
    "chart": Text("按盘次轮流，与和牌无关", "by the number of the hand, whoever wins"),
    "result": Text("按这一盘的结果", "by the result of the hand"),
}


@dataclass(frozen=True, slots=True)
class Pair:
    """One line of the comparison; `NONE` where one side has no such thing."""

    label: Text
    left: Text
    right: Text

    @property
    def differs(self) -> bool:
        return self.left != self.right


@dataclass(frozen=True, slots=True)
class Section:
    title: Text
    pairs: tuple[Pair, ...]


def compare(left: Ruleset, right: Ruleset) -> list[Section]:
    """Return what the two have in common and where they differ: the game, hands, circumstances,
    options (at their defaults)."""
    return [
        Section(Text("玩法", "The game"), tuple(_facts(left, right))),
        Section(Text("番种与牌型", "Hands and fans"), tuple(_patterns(left, right))),
        Section(Text("情况", "Circumstances"), tuple(_circumstances(left, right))),
        Section(Text("选项（标准值）", "Options (their standard)"), tuple(_options(left, right))),
    ]


def _plain(value: object) -> Text:
    if value is None or value == "":
        return NONE
    if isinstance(value, bool):
        return YES if value else NO
    return Text(str(value), str(value))


def _facts(left: Ruleset, right: Ruleset) -> Iterator[Pair]:
    rows: tuple[tuple[Text, Callable[[Ruleset], Text]], ...] = (
        (Text("人数", "Players"), lambda r: _plain(" / ".join(map(str, r.players)))),
        (Text("牌张", "Tiles"), lambda r: _plain(r.tile_set.size)),
        (Text("花牌", "Flowers"), lambda r: _plain(bool(r.tile_set.flowers))),
        (Text("手牌张数", "Tiles in hand"), lambda r: _plain(r.hand_length)),
        (Text("谁付", "Who pays"), lambda r: r.money_flow),
        (Text("第一次和牌就结束", "Ends on the first win"), lambda r: _plain(r.ends_on_first_win)),
        (Text("一炮多响", "Several winners of one tile"), lambda r: _plain(r.form.multi_win)),
        (Text("杠钱", "Kong money"), lambda r: _plain(pays_kongs(r))),
        (Text("下一盘庄家", "Next dealer"), lambda r: DEALERS.get(r.dealer_rule, NONE)),
        (Text("一局盘数", "Hands in a game"), lambda r: _plain(r.deal_limit)),
        (
            Text("留到下一盘的", "Carried to the next hand"),
            lambda r: _plain(bool(r.carry)),
        ),
    )
    for label, told in rows:
        yield Pair(label, told(left), told(right))


def _patterns(left: Ruleset, right: Ruleset) -> Iterator[Pair]:
    """Patterns by id; both sides' words where the same id is called otherwise."""
    ours, theirs = ({p.id: p for p in r.patterns} for r in (left, right))
    for name in _union(ours, theirs):
        a, b = ours.get(name), theirs.get(name)
        label = (a or b).name  # type: ignore[union-attr]
        yield Pair(label, *(_worth(p.fan) if p else NONE for p in (a, b)))


def _worth(fan: int | None) -> Text:
    return Text("按选项", "as an option says") if fan is None else _plain(fan)


def _circumstances(left: Ruleset, right: Ruleset) -> Iterator[Pair]:
    ours, theirs = ({c.id: c for c in r.circumstances} for r in (left, right))
    for name in _union(ours, theirs):
        a, b = ours.get(name), theirs.get(name)
        label = (a or b).name  # type: ignore[union-attr]
        yield Pair(label, *(YES if c else NO for c in (a, b)))


def _options(left: Ruleset, right: Ruleset) -> Iterator[Pair]:
    ours, theirs = ({o.id: o for o in r.options} for r in (left, right))
    for name in _union(ours, theirs):
        a, b = ours.get(name), theirs.get(name)
        label = (a or b).label  # type: ignore[union-attr]
        yield Pair(label, *(option_words(o, o.default) if o else NONE for o in (a, b)))


def option_words(option: Option, value: Value) -> Text:
    if isinstance(value, Mapping):
        listed = [(option.keys[key], number) for key, number in value.items()]
        if not listed:
            return NONE
        return Text(
            "、".join(f"{label.zh}{n}" for label, n in listed),
            ", ".join(f"{label.en} {n}" for label, n in listed),
        )
    labels: Mapping[object, Text] = option.choice_labels
    for known, label in labels.items():
        if known == value and type(known) is type(value):
            return label
    return _plain(value)


def _union(ours: Mapping[str, object], theirs: Mapping[str, object]) -> list[str]:
    return [*ours, *(name for name in theirs if name not in ours)]
