"""The schema of records, built from what each rule system declares (one door for rules)."""

from typing import Any

from scoring import fields as keys
from scoring.fields import Field
from scoring.ruleset import Ruleset
from scoring.rulesets import all_rulesets

Schema = dict[str, Any]

_TILE = r"^[1-9][mpszf]$"
_TILES = r"^([1-9]+[mpszf])*$"


def component(ruleset: Ruleset) -> str:
    """Return the name under which the schema of a ruleset's record stands."""
    return f"Record_{ruleset.id}"


def components() -> dict[str, Schema]:
    """Return the schemas of records and events of every rule system, by component name."""
    found: dict[str, Schema] = {}
    for ruleset in all_rulesets():
        found[component(ruleset)] = record_schema(ruleset)
        found[f"Event_{ruleset.id}"] = event_schema(ruleset)
    return found


def any_record() -> Schema:
    return {"oneOf": [_ref(component(ruleset)) for ruleset in all_rulesets()]}


def any_events() -> Schema:
    """Return the schema of the events of a hand; which rule system's is the event's to know."""
    return {
        "type": "array",
        "items": {"anyOf": [_ref(f"Event_{ruleset.id}") for ruleset in all_rulesets()]},
        "maxItems": 200,
    }


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def record_schema(ruleset: Ruleset) -> Schema:
    """Return the schema of a whole record of one rule system."""
    return {
        "type": "object",
        "description": ruleset.name.en,
        "required": ["ruleset", "events"],
        "additionalProperties": False,
        "properties": {
            "id": {"type": "string"},
            "ruleset": {"type": "string", "enum": [ruleset.id]},
            "options": _options(ruleset),
            "context": _context(ruleset),
            "events": {"type": "array", "items": _ref(f"Event_{ruleset.id}")},
            "expect": {},
            "tags": {"type": "array", "items": {"type": "string"}},
            "note": {"type": "string"},
        },
    }


def _options(ruleset: Ruleset) -> Schema:
    properties: dict[str, Schema] = {}
    for item in [*ruleset.declaration()["bundles"], *ruleset.declaration()["options"]]:
        choices = [choice["value"] for choice in item.get("choices") or ()]
        schema: Schema = {"enum": choices} if choices else {}
        if item["kind"] in ("int", "bool"):
            schema["type"] = {"int": "integer", "bool": "boolean"}[item["kind"]]
        if item.get("nullable"):
            # OpenAPI 3.0 has no type null; an enum of it is understood by both readings.
            schema = {"anyOf": [schema, {"enum": [None], "nullable": True}]}
        if item.get("words"):
            texts = [word["value"] for word in item["words"]]
            schema = {"anyOf": [schema, {"type": "string", "enum": texts}]}
        if item["kind"] == "table":
            number: Schema = {"type": "integer"}
            schema = {
                "type": "object",
                "additionalProperties": False,
                "properties": {key["value"]: number for key in item["keys"]},
            }
        properties[item["id"]] = {**schema, "default": item["default"]}
    return {"type": "object", "additionalProperties": False, "properties": properties}


def _context(ruleset: Ruleset) -> Schema:
    top = max(ruleset.players) - 1
    seat = {"type": "integer", "minimum": 0, "maximum": top}
    carry = {name: {"type": "integer", "minimum": 0} for name in ruleset.carry}
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "players": {"type": "integer", "enum": list(ruleset.players)},
            "dealer": seat,
            "round_wind": {"type": "integer", "minimum": 0, "maximum": 3},
            "streak": {"type": "integer", "minimum": 0},
            "carry": {"type": "object", "additionalProperties": False, "properties": carry},
            "last_dealers": {"type": "array", "items": seat},
        },
    }


def event_schema(ruleset: Ruleset) -> Schema:
    """Return the schema of one event: a choice among the types that the rule system has."""
    names = sorted(keys.ALWAYS + tuple(ruleset.events) + tuple(ruleset.extra_events))
    return {"oneOf": [_event(ruleset, name) for name in dict.fromkeys(names)]}


def _event(ruleset: Ruleset, name: str) -> Schema:
    return _object(
        ruleset,
        ruleset.vocabulary.fields_of(name) or (),
        {"type": {"type": "string", "enum": [name]}, "note": {"type": "string"}},
        required=["type"],
    )


def _object(
    ruleset: Ruleset,
    fields: tuple[Field, ...],
    properties: dict[str, Schema] | None = None,
    required: list[str] | None = None,
) -> Schema:
    schema: Schema = {
        "type": "object",
        "additionalProperties": False,
        "properties": {**(properties or {}), **{f.key: _value(ruleset, f) for f in fields}},
    }
    names = [*(required or []), *(f.key for f in fields if f.required)]
    return {**schema, "required": names} if names else schema


def _value(ruleset: Ruleset, field: Field) -> Schema:
    """Return the schema of a value of each kind that a key may have."""
    vocabulary = ruleset.vocabulary
    seat: Schema = {"type": "integer", "minimum": 0, "maximum": max(ruleset.players) - 1}
    tiles: Schema = {"type": "string", "pattern": _TILES}
    plain: dict[str, Schema] = {
        keys.SEAT: seat,
        keys.SEATS: {"type": "array", "items": seat},
        keys.TILE: {"type": "string", "pattern": _TILE},
        keys.TILES: tiles,
        keys.TILE_LIST: {"type": "array", "items": tiles},
        keys.INT: {"type": "integer"},
        keys.POSITIVE: {"type": "integer", "minimum": 1},
        keys.INTS: {"type": "array", "items": {"type": "integer"}},
        keys.BOOL: {"type": "boolean"},
        keys.TEXT: {"type": "string"},
        keys.PER_SEAT: {"type": "array"},
        keys.PER_SEAT_PAIRS: {"type": "array"},
    }
    if field.kind in plain:
        return plain[field.kind]
    if field.kind == keys.CHOICE:
        return {"type": "string", "enum": list(field.choices)}
    if field.kind == keys.NAMES:
        return {"type": "array", "items": {"type": "string", **_names(ruleset, field.key)}}
    nested = {
        keys.WINNERS: ("winner", keys.WINNER_FIELDS),
        keys.STATES: ("state", keys.STATE_FIELDS),
        keys.DECLARED: ("declared", keys.DECLARED_FIELDS),
        keys.HAND: ("hand", keys.HAND_FIELDS),
    }
    if field.key == "melds":
        return {"type": "array", "items": _object(ruleset, keys.MELD_FIELDS)}
    if field.kind not in nested:
        return {}
    inner = _object(ruleset, vocabulary.fields(*nested[field.kind]))
    several = field.kind in (keys.WINNERS, keys.STATES)
    return {"type": "array", "items": inner} if several else inner


def _names(ruleset: Ruleset, key: str) -> Schema:
    declared = {
        "patterns": [pattern.id for pattern in ruleset.patterns],
        "flags": [circumstance.id for circumstance in ruleset.circumstances],
    }
    return {"enum": declared[key]} if declared.get(key) else {}
