"""The calculators' questions and answers for the schema, from what the reader of hands declares."""

from typing import Any

from scoring.rulesets.guobiao.hand_line import FACTS, KINDS, WINDS
from scoring.rulesets.guobiao.options import PROFILE, PROFILE_OPTIONS

Schema = dict[str, Any]


def _object(properties: Schema, **more: Any) -> Schema:
    return {"type": "object", "properties": properties, **more}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


_WORDS: Schema = {"type": "string"}
_NUMBER: Schema = {"type": "integer"}
_YES: Schema = {"type": "boolean"}
_TILES: Schema = {"oneOf": [_WORDS, _list(_WORDS)], "example": "123m4455p"}
_MELD = _object(
    {
        "kind": {"type": "string", "enum": list(KINDS)},
        "tile": {**_WORDS, "description": "The lowest tile of the set."},
        "tiles": _TILES,
        "from": {"type": "integer", "minimum": 0, "maximum": 3},
    },
    required=["kind"],
)
_RULES: Schema = {
    "profile": {"type": "string", "enum": list(PROFILE.values), "default": PROFILE.default},
    "options": _object({option.id: {} for option in PROFILE_OPTIONS}, additionalProperties=False),
}
_HELD: Schema = {
    "id": {},
    "text": {**_WORDS, "example": "[123m] 456p 789s 东东 7s9s +8s"},
    "concealed": _TILES,
    "melds": _list(_MELD),
    **{wind: {"type": "integer", "minimum": 0, "maximum": 3} for wind in WINDS},
    **_RULES,
}
_FANS = _list({"type": "array", "items": {}, "example": ["清龙", 16, 1]})
_HAND = _object(
    {
        **_HELD,
        "win_tile": {**_WORDS, "example": "5m"},
        **dict.fromkeys(FACTS, _YES),
        "flowers": {"type": "integer", "minimum": 0, "maximum": 8},
        "explain": _YES,
    }
)
_BATCH = _object(
    {"hands": {**_list(_HAND), "minItems": 1, "maxItems": 1_000}, "explain": _YES, **_RULES},
    required=["hands"],
    additionalProperties=False,
)
ASKED: Schema = {"anyOf": [_HAND, _BATCH]}
_BLOCK = _object({"kind": _WORDS, "tiles": _WORDS, "laid": _YES})
_ONE = _object(
    {
        "id": {},
        "total": {**_NUMBER, "description": "Fan with flowers."},
        "fan": {**_NUMBER, "description": "Fan without flowers."},
        "fans": _FANS,
        "below_minimum": {"type": "boolean"},
        "not_counted": _list({"type": "array", "items": {}}),
        "reading": _object({"form": _WORDS, "blocks": _list(_BLOCK), "knitted": _WORDS}),
        "waits": _list(_WORDS),
        "error": _WORDS,
        "message": _WORDS,
    }
)
ANSWER: Schema = {"anyOf": [_ONE, _object({"answers": _list(_ONE)}, required=["answers"])]}
WAITS_ASKED = _object({**_HELD, "seen": _TILES}, additionalProperties=False)
_WIN = _object({"fan": _NUMBER, "fans": _FANS})
WAITS: Schema = _object(
    {
        "id": {},
        "shanten": _NUMBER,
        "waits": _list(
            _object({"tile": _WORDS, "unseen": _NUMBER, "discard": _WIN, "self_draw": _WIN})
        ),
        "accepting": _list(_object({"tile": _WORDS, "unseen": _NUMBER})),
    },
    required=["shanten", "waits", "accepting"],
)
