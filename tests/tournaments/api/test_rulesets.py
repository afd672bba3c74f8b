"""The rule systems through the API: the list, one whole, two side by side. No database is asked."""

from typing import Any

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from scoring.ruleset import Ruleset
from scoring.rulesets import all_rulesets

pytestmark = pytest.mark.django_db


def get(name: str, *args: str, **asked: str) -> Any:
    return APIClient().get(reverse(name, args=args), asked)


def test_the_list(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        rows = {row["id"]: row for row in get("api-rulesets").json()}
    assert len(rows) == len(all_rulesets())
    row = rows["hubei_kawuxing"]
    assert row["players"] == [3, 2]
    assert (row["tiles"], row["tiles_in_words"]["en"]) == (84, "84 tiles: dots, bamboos, dragons")
    assert row["patterns"] == 13
    assert row["kong_money"] is True
    assert rows["guobiao"]["kong_money"] is False
    assert rows["tianjin"]["tiles"] == 136
    assert rows["shanghai"]["next_dealer"]["zh"].startswith("胡牌的人坐庄")


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda r: r.id)
def test_the_records_of_the_example_hands_settle(ruleset: Ruleset) -> None:
    content = get("api-ruleset", ruleset.id).json()
    shown = [p["id"] for p in content["patterns"] if p["example"] is not None]
    assert sorted(content["records"]) == sorted(shown)
    first = content["records"][shown[0]]
    assert ruleset.running(first).wins
    worths = {p["id"]: p["worth"] for p in content["patterns"]}
    assert all(worth[0] and worth[1] for worth in worths.values())
    assert {fact["id"] for fact in content["facts"]} >= {"players", "tiles", "carried"}


def test_an_example_goes_through_the_settle_address() -> None:
    record = get("api-ruleset", "hubei_kawuxing").json()["records"]["ka_wu_xing"]
    answer = APIClient().post(reverse("api-settle"), record, format="json").json()
    assert dict(answer["wins"][0]["items"])["ka_wu_xing"] == 2


def test_two_side_by_side(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        content = get("api-compare-rulesets", a="shanghai", b="taiwan16").json()
    assert (content["a"], content["b"]) == ("shanghai", "taiwan16")
    sections = {section["id"]: section["pairs"] for section in content["sections"]}
    assert set(sections) == {"game", "patterns", "circumstances", "options"}
    length = next(p for p in sections["game"] if p["label"]["en"] == "Tiles in hand")
    assert length == {
        "label": {"zh": "手牌张数", "en": "Tiles in hand"},
        "a": {"zh": "13", "en": "13"},
        "b": {"zh": "16", "en": "16"},
        "differs": True,
    }


@pytest.mark.parametrize(
    ("asked", "fields"),
    [
        ({}, ["a", "b"]),
        ({"a": "guobiao"}, ["b"]),
        ({"a": "guobiao", "b": "nothing"}, ["b"]),
        ({"a": "\x00", "b": "guobiao"}, ["a"]),
        ({"a": "no", "b": "nothing"}, ["a", "b"]),
    ],
)
def test_a_comparison_needs_two_that_are_there(asked: dict[str, str], fields: list[str]) -> None:
    answer = get("api-compare-rulesets", **asked)
    assert answer.status_code == 400
    assert set(answer.json()) == {"error", "message", "problems"}
    assert [problem["field"] for problem in answer.json()["problems"]] == fields


def test_a_ruleset_that_is_not_there() -> None:
    assert get("api-ruleset", "nothing").status_code == 404
