"""House rules: defaults, bundles, overrides, and what is refused."""

from typing import Any

import pytest

from scoring.errors import Refusal
from scoring.options import Bundle, Option, resolve, switch
from scoring.ruleset import Ruleset
from scoring.rulesets import all_rulesets, get_ruleset
from scoring.text import Text

NAME = Text("名", "name")
OPTIONS = (
    Option("base", 8, NAME, minimum=0, maximum=100),
    Option("mode", "a", NAME, choices=("a", "b")),
    Option("cap", None, NAME, choices=(None, 4)),
    Option("limit", None, NAME, minimum=1, nullable=True),
    Option("points", {}, NAME, minimum=1, keys={"red": NAME, "blue": NAME}),
    switch("on", True, NAME),
)
BUNDLES = (
    Bundle("preset", "plain", NAME, {"plain": {}, "other": {"base": 3, "mode": "b"}}),
    Bundle("profile", "none", NAME, {"none": {}, "loud": {"mode": "b", "on": False}}),
)


def test_defaults() -> None:
    assert resolve(OPTIONS, BUNDLES, {}) == {
        "base": 8,
        "mode": "a",
        "cap": None,
        "limit": None,
        "points": {},
        "on": True,
        "preset": "plain",
        "profile": "none",
    }


def test_a_bundle_first_then_the_single_options() -> None:
    values = resolve(OPTIONS, BUNDLES, {"mode": "a", "preset": "other", "profile": "loud"})
    assert (values["base"], values["mode"], values["on"]) == (3, "a", False)


@pytest.mark.parametrize(
    "overrides",
    [
        {"nothing": 1},
        {"base": -1},
        {"base": 101},
        {"base": "8"},
        {"base": True},
        {"base": 8.0},
        {"base": None},
        {"mode": "c"},
        {"mode": ["a"]},
        {"cap": 5},
        {"limit": 0},
        {"limit": "none"},
        {"points": None},
        {"points": 3},
        {"points": {"green": 3}},
        {"points": {"red": 0}},
        {"points": {"red": True}},
        {"points": [["red", 3]]},
        {"on": 1},
        {"on": "true"},
        {"preset": "missing"},
        {"preset": None},
        {"preset": {}},
    ],
)
def test_what_is_refused(overrides: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as caught:
        resolve(OPTIONS, BUNDLES, overrides)
    assert caught.value.code == "bad_option"
    (key,) = overrides
    assert caught.value.problems[0].field == key
    assert key in caught.value.message.zh
    assert key in caught.value.message.en


def test_numbers_that_may_be_none_and_tables_of_numbers() -> None:
    values = resolve(OPTIONS, (), {"limit": 5, "points": {"red": 2}})
    assert (values["limit"], values["points"]) == (5, {"red": 2})
    assert resolve(OPTIONS, (), {"limit": None})["limit"] is None
    limit, points = (o.to_json() for o in OPTIONS if o.id in ("limit", "points"))
    assert (limit["kind"], limit["nullable"]) == ("int", True)
    assert (points["kind"], [k["value"] for k in points["keys"]]) == ("table", ["red", "blue"])


def test_a_word_instead_of_a_number() -> None:
    pig = Option("pig", 10, NAME, minimum=0, words={"cap": NAME})
    for value in (0, 7, "cap"):
        assert resolve((pig,), (), {"pig": value})["pig"] == value
    for value in (-1, "full", None, True, ["cap"]):
        with pytest.raises(Refusal, match="int ≥ 0 / cap"):
            resolve((pig,), (), {"pig": value})
    assert pig.to_json()["words"] == [{"value": "cap", "label": list(NAME)}]


def test_every_problem_is_named_at_once() -> None:
    with pytest.raises(Refusal) as caught:
        resolve(OPTIONS, BUNDLES, {"nothing": 1, "base": -1, "preset": "x", "on": 0})
    assert {p.field for p in caught.value.problems} == {"nothing", "base", "preset", "on"}


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda r: r.id)
def test_defaults_and_bundles_are_allowed_values(ruleset: Ruleset) -> None:
    values = ruleset.resolve_options({})
    # What was resolved once may be given again: an event pins its options so.
    assert ruleset.resolve_options(values) == values
    for bundle in ruleset.bundles:
        for choice, sets in bundle.values.items():
            chosen = ruleset.resolve_options({bundle.id: choice})
            assert {key: chosen[key] for key in sets} == dict(sets)


def test_guobiao_presets_and_profiles() -> None:
    guobiao = get_ruleset("guobiao")
    assert guobiao.resolve_options({})["seat_change"] == "west_swap"
    assert guobiao.resolve_options({"preset": "wmc"})["seat_change"] == "every_round"
    wmo = guobiao.resolve_options({"profile": "wmo2006", "two_concealed_kongs": 6})
    disputed = ("self_draw_special", "two_concealed_kongs", "mixed_kongs", "knit_wait")
    assert [wmo[key] for key in disputed] == ["bu_qiu_ren", 6, 6, False]
