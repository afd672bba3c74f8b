"""The log in words: what an act was done to, and what it changed."""

import json
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.table_points import display_units
from tournaments.forms.fields import order_in_words
from tournaments.models import (
    Act,
    AuditEntry,
    Entry,
    HallScreen,
    Membership,
    Penalty,
    Round,
    Stage,
    Table,
    Tournament,
)
from tournaments.models.facts import fact_models
from tournaments.services import fact_log
from tournaments.services.log import LoggedAct
from tournaments.standings import DEFAULT_ORDER
from tournaments.templatetags.club import listed, signed
from tournaments.views.organiser.method_words import method_words

TARGETS = {
    "entry": gettext_lazy("player %(n)s"),
    "round": gettext_lazy("round %(n)s"),
    "table": gettext_lazy("table %(n)s"),
    "hand": gettext_lazy("hand %(n)s"),
    "user": gettext_lazy("user %(n)s"),
    "event": gettext_lazy("event %(n)s"),
    "stage": gettext_lazy("stage %(n)s"),
    "team": gettext_lazy("team %(n)s"),
    "release": gettext_lazy("release %(n)s"),
    "revision": gettext_lazy("to revision %(n)s"),
    "announcement": gettext_lazy("announcement %(n)s"),
    "hall": gettext_lazy("projector"),
}
# Names of database fields whose words here say more.
LIKE_OTHERS = {
    "id", "name", "number", "kind", "status", "minutes", "venue", "starts_on", "scheme", "tie",
    "seat_change", "standings_public", "time_end", "team", "numerator", "denominator", "round_tp",
    "round_gp",
}  # fmt: skip
FIELDS: dict[str, Any] = {
    "byes": gettext_lazy("sitting out"),
    "cancelled": gettext_lazy("cancelled"),
    "chair_deltas": gettext_lazy("points"),
    "club": gettext_lazy("club"),
    "code": gettext_lazy("breach"),
    "deltas": gettext_lazy("points"),
    "entry": gettext_lazy("player"),
    "from_round": gettext_lazy("plays from round"),
    "kind": gettext_lazy("kind"),
    "method": gettext_lazy("method"),
    "minutes": gettext_lazy("minutes per round"),
    "ends_at": gettext_lazy("until"),
    "language": gettext_lazy("language"),
    "look": gettext_lazy("look"),
    "paused": gettext_lazy("paused"),
    "scene": gettext_lazy("scene"),
    "seconds": gettext_lazy("seconds per page"),
    "starts_at": gettext_lazy("from"),
    "step": gettext_lazy("pages shown"),
    "text_en": gettext_lazy("English"),
    "text_zh": gettext_lazy("Chinese"),
    "mode": gettext_lazy("how it is paid"),
    "name": gettext_lazy("name"),
    "number": gettext_lazy("number"),
    "points": gettext_lazy("points"),
    "reason": gettext_lazy("reason"),
    "round": gettext_lazy("round"),
    "scheme": gettext_lazy("table points"),
    "scope": gettext_lazy("counts for"),
    "seat_change": gettext_lazy("seat change"),
    "standings_public": gettext_lazy("standings are public"),
    "starts_on": gettext_lazy("date"),
    "status": gettext_lazy("status"),
    "table": gettext_lazy("table"),
    "tables": gettext_lazy("tables"),
    "team": gettext_lazy("team"),
    "tie": gettext_lazy("ties at a table"),
    "time_end": gettext_lazy("when time is up"),
    "to": gettext_lazy("paid to"),
    "venue": gettext_lazy("venue"),
    "wind": gettext_lazy("wind"),
    "decided": gettext_lazy("tie decided for"),
    "through": gettext_lazy("through the cut"),
    "after_round": gettext_lazy("after round"),
    "corrects": gettext_lazy("correction"),
    "leaver": gettext_lazy("new number of who left"),
    "numerator": gettext_lazy("part that is carried"),
    "denominator": gettext_lazy("out of"),
    "round_tp": gettext_lazy("rounding of table points"),
    "round_gp": gettext_lazy("rounding of game points"),
    # What has a field of its own in the database is called as it is there.
    **{
        field.name: field.verbose_name
        for model in (Tournament, Entry, Stage)
        for field in model._meta.fields
        if field.name not in LIKE_OTHERS
    },
}
# Stored values that have words of their own.
VALUES = {
    value: label
    for choices in (
        Entry.Status,
        Membership.Role,
        Penalty.Mode,
        Penalty.Scope,
        Round.Status,
        Table.Status,
        Tournament.Kind,
        Tournament.SeatChange,
        Tournament.Status,
        Tournament.TimeEnd,
        Tournament.ReleaseMode,
        Tournament.Withdrawn,
        Stage.Carry,
        Stage.Rounding,
    )
    for value, label in choices.choices
}
# Of these a value means something else than elsewhere.
OWN_VALUES = {"scene": dict(HallScreen.Scene.choices), "look": dict(HallScreen.Look.choices)}
# What an event pins when it is made would fill a page.
LONG = {
    "engine_version",
    "events",
    "position",
    "record",
    "ruleset_options",
    "settlement",
}
# Of a hand the target says the number; the revision counts the changes that stand here anyway.
OF_HANDS = {"number", "revision"}
MAX_TEXT = 90
# What restoring an earlier state did to rows, in the order in which the log counts them.
MOVES = (gettext_lazy("%(n)d back"), gettext_lazy("%(n)d other"), gettext_lazy("%(n)d gone"))


@dataclass(frozen=True)
class ChangeLine:
    label: str
    before: str
    after: str


@dataclass(frozen=True)
class EntryLine:
    """One entry in words: where it happened, to what, and what it changed."""

    entry: AuditEntry
    target: str
    where: str
    changes: list[ChangeLine]


@dataclass(frozen=True)
class ActLines:
    """An act in words; of a long one the first entries stand open, the rest folded."""

    act: LoggedAct
    lines: list[EntryLine]
    rest: list[EntryLine]


SHOWN = 6


def in_words(acts: list[LoggedAct], names: dict[int, str]) -> list[ActLines]:
    """Put acts into words; ``names`` are the players by number."""
    told = []
    for act in acts:
        lines = [line_of(entry, names) for entry in act.entries]
        told.append(ActLines(act, lines[:SHOWN], lines[SHOWN:]))
    return told


def line_of(entry: AuditEntry, names: dict[int, str]) -> EntryLine:
    where = ""
    if entry.round_number and entry.table_number:
        where = _("round %(round)d, table %(table)d") % {
            "round": entry.round_number,
            "table": entry.table_number,
        }
    elif entry.round_number and not entry.target.startswith("round"):
        where = _("round %(round)d") % {"round": entry.round_number}
    target = target_words(entry.target, names)
    if entry.target in ("link", f"table {entry.round_number}/{entry.table_number}"):
        target = ""
    return EntryLine(entry, target, where, changes_of(entry))


def target_words(target: str, names: dict[int, str]) -> str:
    what, _space, rest = target.partition(" ")
    if what not in TARGETS:
        return target
    if what == "entry" and rest.isdecimal() and int(rest) in names:
        return f"{rest} {names[int(rest)]}"
    return str(TARGETS[what]) % {"n": rest}


def changes_of(entry: AuditEntry) -> list[ChangeLine]:
    before, after = entry.before, entry.after
    if entry.act == Act.REVISION_RESTORED and isinstance(after, dict) and "revision" in after:
        return _restored(after)
    if not isinstance(before, dict) and not isinstance(after, dict):
        if before is None and after is None:
            return []
        old_words = "" if before is None else value_words(before)
        return [ChangeLine("", old_words, "" if after is None else value_words(after))]
    old = before if isinstance(before, dict) else {}
    new = after if isinstance(after, dict) else {}
    hidden = LONG | OF_HANDS if entry.act.startswith("hand.") else LONG
    both = isinstance(before, dict) and isinstance(after, dict)
    return [
        ChangeLine(
            str(FIELDS.get(key, key)),
            value_words(old.get(key), key) if key in old else "",
            value_words(new.get(key), key) if key in new else "",
        )
        for key in dict.fromkeys([*old, *new])
        if key not in hidden
        and not (both and old.get(key) == new.get(key))
        and (old.get(key) not in (None, "", []) or new.get(key) not in (None, "", []))
    ]


def _restored(after: dict[str, Any]) -> list[ChangeLine]:
    """Say how many rows of each kind a restoring brought back, made other and took."""
    names = {fact_log.kind_of(model): model._meta.verbose_name for model in fact_models()}
    found = []
    for kind, three in after.items():
        if not isinstance(three, list) or len(three) != len(MOVES):
            continue
        said = [str(words) % {"n": n} for words, n in zip(MOVES, three, strict=True) if n]
        found.append(ChangeLine(str(names.get(kind, kind)), "", listed(said)))
    return found


def value_words(value: Any, key: str = "") -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None or value == "":
        return "—"
    if key == "tables" and isinstance(value, list):
        return str(len(value))
    if key == "order_keys" and isinstance(value, list):
        return order_in_words(value or DEFAULT_ORDER)
    if key == "bye_points" and isinstance(value, int):
        return display_units(value)
    if key == "method" and isinstance(value, str):
        return method_words(value)[:MAX_TEXT]
    if isinstance(value, str):
        return str(OWN_VALUES.get(key, VALUES).get(value, value))[:MAX_TEXT]
    if isinstance(value, list) and all(isinstance(item, int) for item in value):
        return ", ".join(signed(item) if "delta" in key else str(item) for item in value)
    if isinstance(value, int):
        return str(value)
    return json.dumps(value, ensure_ascii=False)[:MAX_TEXT]
