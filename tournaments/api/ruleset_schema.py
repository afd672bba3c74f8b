"""What a rule system's declaration looks like, for the schema (`Ruleset.declaration`)."""

from typing import Any

from scoring.form_facts import PHASES, WAYS, WIDGETS

Schema = dict[str, Any]

_TEXT: Schema = {
    "type": "array",
    "items": {"type": "string"},
    "minItems": 2,
    "maxItems": 2,
    "description": "Chinese, English",
}
_STRING: Schema = {"type": "string"}
_NUMBER: Schema = {"type": "integer"}
_FLAG: Schema = {"type": "boolean"}
_STRINGS: Schema = {"type": "array", "items": _STRING}
_NUMBERS: Schema = {"type": "array", "items": _NUMBER}
# A value of an option: true or false, a number, a word, a table of numbers, or nothing.
_VALUE: Schema = {}
_OPEN: Schema = {"type": "object", "additionalProperties": True}


def _object(description: str = "", **properties: Schema) -> Schema:
    made: Schema = {
        "type": "object",
        "properties": properties,
        "required": sorted(properties),
    }
    return {**made, "description": description} if description else made


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _or_none(schema: Schema) -> Schema:
    return {**schema, "nullable": True}


_WHEN = _list(
    _object("an option that must hold; without values it must be on", option=_STRING,
            values=_list(_VALUE))
)  # fmt: skip
_CHOICE = _object(id=_STRING, name=_TEXT, amount=_or_none(_NUMBER), option=_STRING, when=_WHEN)
_EXAMPLE = _object(
    "a hand that shows the pattern",
    concealed=_STRING,
    melds=_list(_object(kind=_STRING, tiles=_STRING)),
    tile=_STRING,
    by=_STRING,
    flags=_STRINGS,
    seat_wind=_or_none(_NUMBER),
    round_wind=_or_none(_NUMBER),
    flowers=_NUMBER,
    wild=_STRINGS,
    options=_OPEN,
)
_PATTERN = _object(
    id=_STRING,
    name=_TEXT,
    fan=_or_none(_NUMBER),
    worth={**_TEXT, "description": "the worth as the game counts it"},
    definition=_TEXT,
    repeat=_NUMBER,
    excludes=_STRINGS,
    when=_WHEN,
    beside=_FLAG,
    by=_STRINGS,
    ticked=_FLAG,
    kind=_or_none(_object(id=_STRING, name=_TEXT, of_tiles=_FLAG)),
    example=_or_none(_EXAMPLE),
    exclusions=_list(_object(id=_STRING, principle=_TEXT, why=_TEXT, scope=_STRING)),
)
_CIRCUMSTANCE = _object(
    id=_STRING,
    name=_TEXT,
    by=_STRINGS,
    kong=_FLAG,
    not_with=_STRINGS,
    when=_WHEN,
    role=_STRING,
    no_hand=_FLAG,
)
_GIVEN = _object("asked only where an earlier answer is one of these", key=_STRING,
                 values=_list(_VALUE))  # fmt: skip
_ASK = _object(
    "a question of the form (scoring/form_facts.py)",
    key=_STRING,
    widget={"type": "string", "enum": list(WIDGETS)},
    label=_TEXT,
    choices=_list(_CHOICE),
    required=_FLAG,
    default=_VALUE,
    default_option=_STRING,
    minimum=_NUMBER,
    maximum=_or_none(_NUMBER),
    count=_NUMBER,
    role=_STRING,
    apart_from=_STRING,
    of=_STRING,
    of_seat=_STRING,
    given=_or_none(_GIVEN),
    ways=_STRINGS,
    with_event=_STRING,
    counts=_STRING,
    counts_when=_WHEN,
    when=_WHEN,
)
_EVENT = _object(
    "an event that the form offers",
    id=_STRING,
    type=_STRING,
    name=_TEXT,
    asks=_list(_ASK),
    phase={"type": "string", "enum": list(PHASES)},
    fixed=_OPEN,
    once=_STRING,
    required=_FLAG,
    rare=_FLAG,
    when=_WHEN,
)
_STATES = _object(
    "what the form asks of every seat at an exhausted wall",
    choices=_list(_object(id=_STRING, name=_TEXT, price=_STRINGS, needed=_FLAG, asks=_list(_ASK))),
    when=_WHEN,
    unless=_WHEN,
)
_FORM = _object(
    "what the entry form asks for",
    ways=_list({"type": "string", "enum": list(WAYS)}),
    quick_fans=_NUMBERS,
    flowers=_FLAG,
    one_pattern=_FLAG,
    also_ticked=_STRINGS,
    plain=_FLAG,
    multi_win=_FLAG,
    several=_WHEN,
    meld_givers=_FLAG,
    events=_list(_EVENT),
    winner=_list(_ASK),
    states=_or_none(_STATES),
    carry=_list(_CHOICE),
    winners_leave=_FLAG,
)
_LABELLED = _object(value=_VALUE, label=_TEXT)
_OPTION = _object(
    id=_STRING,
    kind={"type": "string", "enum": ["table", "int", "bool", "choice"]},
    default=_VALUE,
    nullable=_FLAG,
    keys=_list(_LABELLED),
    words=_list(_LABELLED),
    choices=_list(_LABELLED),
    minimum=_or_none(_NUMBER),
    maximum=_or_none(_NUMBER),
    label=_TEXT,
    help=_TEXT,
    source=_STRING,
    house_value=_FLAG,
)
_BUNDLE = _object(
    "a preset and what it sets",
    id=_STRING,
    kind={"type": "string", "enum": ["bundle"]},
    default=_STRING,
    choices=_list(_object(value=_STRING, label=_TEXT, sets=_OPEN)),
    label=_TEXT,
    help=_TEXT,
)


def ruleset_answer() -> Schema:
    """Return the schema of ``GET /api/rulesets/<id>/``."""
    return _object(
        "what a rule system declares",
        id=_STRING,
        name=_TEXT,
        summary=_TEXT,
        players=_NUMBERS,
        tiles=_NUMBER,
        flowers=_NUMBER,
        suits=_STRING,
        hand_length=_NUMBER,
        bundles=_list(_BUNDLE),
        options=_list(_OPTION),
        patterns=_list(_PATTERN),
        circumstances=_list(_CIRCUMSTANCE),
        events=_STRINGS,
        form=_FORM,
        faces=_STRINGS,
        after_end=_STRINGS,
        ends_on_first_win=_FLAG,
        robbable=_STRINGS,
        wins_by=_STRINGS,
        flowers_stand=_or_none(_WHEN),
        money_flow=_TEXT,
        dealer_rule={"type": "string", "enum": ["chart", "result"]},
        next_dealer=_TEXT,
        terms=_list(_list(_TEXT)),
        deal_limit=_or_none(_NUMBER),
        start_score=_NUMBER,
        carry=_STRINGS,
        counts_streak=_FLAG,
        facts=_list(_object(id=_STRING, label=_TEXT, value=_TEXT)),
        records={
            "type": "object",
            "description": "by pattern: its example hand as a record",
            "additionalProperties": _OPEN,
        },
    )
