"""Whatever is handed in, the answer is a settlement that sums to zero or a refusal."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import CODES, Problem, Refusal
from scoring.fields import ALWAYS, COMMON_EVENTS
from scoring.ledger import HOUSE, Settlement
from scoring.rulesets import all_rulesets, get_ruleset
from scoring.web.lines import settle_record
from tests.scoring import corpus

IDS = [ruleset.id for ruleset in all_rulesets()]
CENTRAL = ("nanchang", "tianjin", "hubei_kawuxing", "gangu", "guizhou_zhuoji", "two_player")
SOUTHERN = ("shanghai", "guangdong_tuidaohu", "guangdong_jipinghu", "taiwan16")
SICHUAN = ("sichuan_xuezhan", "sichuan_plain", "sichuan_xueliu")
RECORDS = [
    *corpus.records("quick_examples.jsonl", "guobiao"),
    *corpus.records("south_examples.jsonl", "guobiao"),
    *(r for name in CENTRAL for r in corpus.records("central_examples.jsonl", name)),
    *(r for name in SOUTHERN for r in corpus.records("south_examples.jsonl", name)),
    *(r for name in SICHUAN for r in corpus.records("sichuan_examples.jsonl", name)),
]
# Their options can be resolved.
PINNED = [record for record in RECORDS if record["expect"].get("error") != "bad_option"]

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 6)
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=6)
    | st.sampled_from(["5m", "123m", "win", "kong", "discard", "self_draw", "k", "ping_hu"])
)
JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["seat", "type", "from", "to", "amount", "hand", "declared", "patterns", "melds"]
            )
            | st.text(max_size=5),
            inner,
            max_size=4,
        )
    ),
    max_leaves=10,
)


def _valid(answer: dict[str, Any]) -> None:
    if "error" in answer:
        assert answer["error"] in CODES
        zh, _, en = answer["message"].partition(" / ")
        assert zh
        assert en
    else:
        fees = sum(line["amount"] for line in answer["ledger"] if line["to"] == HOUSE)
        assert sum(answer["deltas"]) == -fees
    json.dumps(answer)


KEYS = sorted({field.key for fields in COMMON_EVENTS.values() for field in fields})
EVENTS = st.builds(
    lambda kind, values: {"type": kind, **values},
    st.sampled_from([*COMMON_EVENTS, *ALWAYS, "jing", "chan", "cai", "ji", "hua", "haidi"]),
    st.dictionaries(st.sampled_from(KEYS), JSON, max_size=6),
)


@given(JSON)
def test_any_json(content: object) -> None:
    _valid(settle_record(content))


@settings(max_examples=200)
@given(
    st.sampled_from(IDS),
    st.lists(EVENTS | JSON, max_size=5),
    st.none() | JSON,
    st.none() | JSON,
)
def test_any_events(ruleset: str, events: list[Any], context: Any, options: Any) -> None:
    record = {"id": "f", "ruleset": ruleset, "events": events}
    _valid(settle_record({**record, "context": context, "options": options}))


def _paths(content: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    if isinstance(content, dict):
        items: Any = content.items()
    elif isinstance(content, list):
        items = enumerate(content)
    else:
        items = ()
    for key, value in items:
        found += _paths(value, (*path, key))
    return found


def _changed(content: Any, path: tuple[Any, ...], how: str, value: Any) -> Any:
    copy = json.loads(json.dumps(content))
    target = copy
    for key in path[:-1]:
        target = target[key]
    if how == "drop":
        del target[path[-1]]
    elif how == "twice" and isinstance(target, list):
        target.append(target[path[-1]])
    else:
        target[path[-1]] = value
    return copy


@settings(max_examples=400)
@given(st.data())
def test_true_records_with_one_thing_changed(data: st.DataObject) -> None:
    record = {k: v for k, v in data.draw(st.sampled_from(RECORDS)).items() if k != "expect"}
    path = data.draw(st.sampled_from(_paths(record)))
    how = data.draw(st.sampled_from(["drop", "twice", "put"]))
    _valid(settle_record(_changed(record, path, how, data.draw(JSON))))


Outcome = Settlement | tuple[Problem, ...]


def _outcome(record: dict[str, Any], options: dict[str, Any] | None = None) -> Outcome:
    try:
        return get_ruleset(record["ruleset"]).settle(record, options)
    except Refusal as refusal:
        return refusal.problems


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["id"])
def test_settling_twice_is_the_same_and_keeps(record: dict[str, Any]) -> None:
    before = json.dumps(record)
    outcome = _outcome(record)
    assert _outcome(record) == outcome
    assert json.dumps(record) == before
    if isinstance(outcome, Settlement):
        stored = json.loads(json.dumps(outcome.to_stored()))
        assert Settlement.from_stored(stored) == outcome


@pytest.mark.parametrize("record", PINNED, ids=lambda record: record["id"])
def test_pinned_options_take_the_place_of_the_records(record: dict[str, Any]) -> None:
    pinned = get_ruleset(record["ruleset"]).resolve_options(record.get("options", {}))
    assert _outcome({**record, "options": {"nonsense": True}}, pinned) == _outcome(record)
