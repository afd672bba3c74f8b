"""A record told in words, event by event, for rule pages, logs and results.

Everything comes from declarations: the names of patterns and circumstances, and for other events
the `FormEvent` that would have made them with the labels of its asks.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.form_events import FLOWER_NAME, KONG_NAMES, WILD_NAME
from scoring.form_facts import Ask, FormEvent
from scoring.ruleset import COMMON_FLAGS, Ruleset
from scoring.text import Text
from scoring.tiles import TileError, parse_tile, tile_name
from scoring.walk import SEAT_NAMES

BY = {
    "self_draw": Text("自摸", "wins by self-draw"),
    "discard": Text("和牌", "wins on a discard"),
    "rob_kong": Text("抢杠和", "wins by robbing a kong"),
}
STATES = {
    "won": Text("已和", "has won"),
    "ready": Text("听牌", "is ready"),
    "not_ready": Text("未听", "is not ready"),
    "hua_zhu": Text("花猪", "holds three suits"),
}


# Where no form offers an event: its common name, and the words of common keys.
TYPES = {
    "flower": FLOWER_NAME,
    "chow": Text("吃", "Chow"),
    "pung": Text("碰", "Pung"),
    "draw": Text("摸牌", "Draws"),
    "discard": Text("打牌", "Discards"),
    "kong": Text("杠", "Kong"),
    "leave": Text("离局", "Leaves"),
    "reveal": Text("翻牌", "Tiles turned"),
    "dice": Text("掷骰", "Dice"),
    "void": Text("定缺", "Voids"),
    "wild": WILD_NAME,
    "exchange": Text("换牌", "Exchange"),
    "stake": Text("下注", "Stake"),
    "ready": Text("报听", "Declares ready"),
    "penalty": Text("处罚", "Penalty"),
}
KEYS = {
    "from": Text("出自", "from"),
    "kind": Text("种类", "kind"),
    "tiles": Text("牌", "tiles"),
    "amount": Text("分", "points"),
    "against": Text("付给", "to"),
    "by": Text("由", "by"),
    "purpose": Text("用途", "for"),
    "values": Text("点数", "values"),
    "after": Text("接着", "after"),
    "indicator": Text("翻出", "turned"),
    "suit": Text("花色", "suit"),
    "value": Text("数", "value"),
}
SEAT_KEYS = {"from", "by", "pung_from"}


@dataclass(frozen=True, slots=True)
class Told:
    """One event: the sentence, and the tile strings of the hands it shows (concealed, melds…,
    winning tile) for a page to draw."""

    words: Text
    hands: tuple[tuple[str, ...], ...] = ()


def tell(ruleset: Ruleset, content: Mapping[str, Any]) -> list[Told]:
    """Tell a record (plain data that `parse_record` accepts) event by event."""
    return [_tell_event(ruleset, event) for event in content["events"]]


def seat_words(seat: Any) -> Text:
    if isinstance(seat, int) and 0 <= seat < len(SEAT_NAMES):
        return SEAT_NAMES[seat]
    return Text(str(seat), str(seat))


def _tell_event(ruleset: Ruleset, event: Mapping[str, Any]) -> Told:
    kind = event["type"]
    if kind == "win":
        return _win(ruleset, event)
    if kind == "exhaust":
        return _exhaust(ruleset, event)
    if kind == "abort":
        reason = str(event.get("reason") or "")
        return Told(Text(f"作废 {reason}".strip(), f"Annulled {reason}".strip()))
    if kind == "adjust":
        zh, en = (
            f"裁判调整：{seat_words(event['from']).zh}付{seat_words(event['to']).zh}{event['amount']}",
            f"Referee's adjustment: {seat_words(event['from']).en} pays "
            f"{seat_words(event['to']).en} {event['amount']}",
        )
        return Told(Text(zh, en))
    return Told(_by_form(ruleset, event))


def _win(ruleset: Ruleset, event: Mapping[str, Any]) -> Told:
    names = {p.id: p.name for p in ruleset.patterns}
    flags = {c.id: c.name for c in (*COMMON_FLAGS, *ruleset.circumstances)}
    zh, en, hands = [], [], []
    for winner in event["winners"]:
        who = seat_words(winner["seat"])
        worth = list(_described(winner, names))
        worth += [flags.get(flag, Text(flag, flag)) for flag in event.get("flags", ())]
        tail = _joined(worth)
        by = BY[event["by"]]
        zh.append(f"{who.zh}{by.zh}{f'（{tail.zh}）' if tail.zh else ''}")
        en.append(f"{who.en} {by.en}{f' ({tail.en})' if tail.en else ''}")
        if winner.get("hand"):
            hand = winner["hand"]
            melds = tuple(meld["tiles"] for meld in hand.get("melds", ()))
            hands.append((hand["concealed"], *melds, event.get("tile") or ""))
    giver, tile = event.get("from"), event.get("tile")
    if tile:
        zh.append(_tile(tile).zh)
        en.append(_tile(tile).en)
    if giver is not None:
        zh.append(f"{seat_words(giver).zh}放炮")
        en.append(f"given by {seat_words(giver).en}")
    return Told(Text("，".join(zh), ", ".join(en)), tuple(hands))


def _described(holder: Mapping[str, Any], names: Mapping[str, Text]) -> Iterator[Text]:
    declared = holder.get("declared") or {}
    for name in declared.get("patterns") or ():
        yield names.get(name, Text(name, name))
    for key, words in (
        ("gen", Text("根", "gen")),
        ("fan", Text("番", "fan")),
        ("fan_with_flowers", Text("番（含花）", "fan with flowers")),
    ):
        if declared.get(key):
            yield Text(f"{declared[key]}{words.zh}", f"{declared[key]} {words.en}")
    if holder.get("max_fan") is not None:
        yield Text(f"最大{holder['max_fan']}番", f"at most {holder['max_fan']} fan")


def _exhaust(ruleset: Ruleset, event: Mapping[str, Any]) -> Told:
    names = {p.id: p.name for p in ruleset.patterns}
    parts, hands = [], []
    for seat, state in enumerate(event.get("states") or ()):
        who, words = seat_words(seat), STATES.get(state["state"], Text("", state["state"]))
        worth = _joined(list(_described(state, names)))
        parts.append(
            Text(
                f"{who.zh}{words.zh}{f'（{worth.zh}）' if worth.zh else ''}",
                f"{who.en} {words.en}{f' ({worth.en})' if worth.en else ''}",
            )
        )
        if state.get("hand"):
            melds = tuple(meld["tiles"] for meld in state["hand"].get("melds", ()))
            hands.append((state["hand"]["concealed"], *melds, ""))
    listed = _joined(parts)
    zh = f"荒牌：{listed.zh}" if parts else "荒牌"
    en = f"The wall is used up: {listed.en}" if parts else "The wall is used up"
    return Told(Text(zh, en), tuple(hands))


def _by_form(ruleset: Ruleset, event: Mapping[str, Any]) -> Text:
    form = _form_event(ruleset.form.events, event)
    seat = seat_words(event["seat"]) if event.get("seat") is not None else Text("", "")
    kind = str(event["type"])
    name = form.name if form else TYPES.get(kind, Text(kind, kind))
    if form is None and kind == "kong":
        name = KONG_NAMES.get(event["kind"], name)
    details = []
    asks = {ask.key: ask for ask in form.asks} if form else {}
    for key, value in event.items():
        if key in ("type", "id", "seat", "note") or (form and key in form.fixed):
            continue
        if form is None and kind == "kong" and key == "kind":
            continue
        details.append(_detail(asks.get(key), key, value))
    listed = _joined(details)
    return Text(
        f"{seat.zh}{name.zh}{f'：{listed.zh}' if details else ''}",
        f"{f'{seat.en}: ' if seat.en else ''}{name.en}{f' – {listed.en}' if details else ''}",
    )


def _form_event(forms: Sequence[FormEvent], event: Mapping[str, Any]) -> FormEvent | None:
    """Return the form's event that would have made this one."""
    for form in forms:
        if form.type == event["type"] and all(event.get(k) == v for k, v in form.fixed.items()):
            return form
    return None


def _detail(ask: Ask | None, key: str, value: Any) -> Text:
    if key == "tile":
        return _tile(value)
    label = ask.label if ask else KEYS.get(key, Text(key, key))
    if ask is not None and ask.widget == "switch":
        return label
    shown = _value(ask, key, value)
    return Text(f"{label.zh} {shown.zh}", f"{label.en} {shown.en}")


def _value(ask: Ask | None, key: str, value: Any) -> Text:
    widget = ask.widget if ask else ""
    if widget == "seat" or (ask is None and key in SEAT_KEYS):
        return seat_words(value)
    if widget == "seats" and isinstance(value, list):
        return _joined([seat_words(seat) for seat in value])
    if widget == "choice" and ask is not None:
        found = next((c.name for c in ask.choices if c.id == value), None)
        if found is not None:
            return found
    if widget in ("tile", "tiles"):
        tiles = value if isinstance(value, list) else [value]
        return _joined([_tile(tile) for tile in tiles])
    if isinstance(value, list):
        return Text(*[" / ".join(map(_plain, value))] * 2)
    return Text(str(value), str(value))


def _plain(value: Any) -> str:
    return "+".join(map(str, value)) if isinstance(value, list) else str(value)


def _tile(text: Any) -> Text:
    try:
        return tile_name(parse_tile(text))
    except (TileError, TypeError, AttributeError):
        return Text(str(text), str(text))


def _joined(texts: Sequence[Text]) -> Text:
    return Text("、".join(t.zh for t in texts), ", ".join(t.en for t in texts))
