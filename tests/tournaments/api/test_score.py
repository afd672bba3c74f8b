"""The calculators of the API: what they answer, what they refuse, and that nothing breaks them."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from django.core.cache import cache
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from pytest_django.fixtures import DjangoAssertNumQueries
from rest_framework.response import Response
from rest_framework.test import APIClient

from scoring.web.hands import score_hand
from tests.scoring.gb_hands import lines
from tournaments.api.score import (
    EXPLAINED_PER_REQUEST,
    HANDS_PER_REQUEST,
    MOST_HANDS,
    HandsParser,
)
from tournaments.api.score_schema import ANSWER, ASKED, WAITS_ASKED
from tournaments.api.score_schema import WAITS as WAITS_ANSWER

Body = dict[str, Any]
SCORE, WAITS = "/api/score/", "/api/waits/"
STRAIGHT: Body = {"concealed": "123456789m23s55p", "win_tile": "4s"}


@pytest.fixture(autouse=True)
def fresh_cache() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def post(address: str, content: object, **more: Any) -> Response:
    text = content if isinstance(content, str | bytes) else json.dumps(content)
    answer: Any = APIClient().post(address, text, content_type="application/json", **more)
    return answer  # type: ignore[no-any-return]  # the test client's own response


def fields(answer: Response) -> set[str]:
    return {problem["field"] for problem in answer.json()["problems"]}


def test_the_addresses() -> None:
    assert (reverse("api-score"), reverse("api-waits")) == (SCORE, WAITS)


@pytest.mark.parametrize("address", [SCORE, WAITS])
def test_no_query_is_made(
    address: str, db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    content = STRAIGHT if address == SCORE else {"concealed": STRAIGHT["concealed"]}
    with django_assert_num_queries(0):
        assert post(address, content).status_code == 200
    with django_assert_num_queries(0):
        assert post(address, {}).status_code == 400


def test_one_hand_is_answered_as_the_command_answers_it() -> None:
    for content in (STRAIGHT, {**STRAIGHT, "id": "a", "flowers": 2, "self_drawn": True}):
        answer = post(SCORE, content)
        assert (answer.status_code, answer.json()) == (200, score_hand(content))
    explained = post(SCORE, {**STRAIGHT, "explain": True}).json()
    assert explained == score_hand(STRAIGHT, reasons=True)
    assert explained["not_counted"]


def test_questions_and_answers_keep_to_the_schema() -> None:
    hands = [*lines("guobiao_hands.jsonl")[:30], {"text": "123456789m23s55p +9p"}]
    batch = {"hands": hands, "explain": True, "profile": "wmo2006"}
    for content in (STRAIGHT, {**STRAIGHT, "explain": True}, batch):
        jsonschema.validate(content, ASKED)
        answer = post(SCORE, content).json()
        jsonschema.validate(answer, ANSWER)
        told = ANSWER["anyOf"][0]["properties"]
        assert all(row.keys() <= told.keys() for row in answer.get("answers", [answer]))
    for text in ("123456789m23s55p", "123m456p789s1357z"):
        content = {"text": text, "seen": ["1m"], "seat_wind": 1}
        jsonschema.validate(content, WAITS_ASKED)
        answer = post(WAITS, content).json()
        jsonschema.validate(answer, WAITS_ANSWER)
        assert answer.keys() == WAITS_ANSWER["properties"].keys()


def test_text_profile_and_options() -> None:
    pairs = {"text": "1122335577m113p+3p", "self_drawn": True}
    assert post(SCORE, pairs).json()["fan"] == 27
    assert post(SCORE, {**pairs, "profile": "wmo2006"}).json()["fan"] == 30
    own = {**pairs, "options": {"self_draw_special": "bu_qiu_ren"}}
    assert post(SCORE, own).json()["fan"] == 30


def test_a_thousand_hands_of_the_corpus() -> None:
    hands = lines("guobiao_hands.jsonl")[:MOST_HANDS]
    answers = post(SCORE, {"hands": hands}).json()["answers"]
    assert [answer["id"] for answer in answers] == [hand["id"] for hand in hands]
    for hand, answer in zip(hands, answers, strict=True):
        assert answer["total"] == hand["total"]
        allowed = [
            Counter(map(tuple, rows)) for rows in (hand["fans"], *hand.get("also_accepted", ()))
        ]
        assert Counter(map(tuple, answer["fans"])) in allowed


def test_a_batch_holds_for_its_hands() -> None:
    pairs = {"text": "1122335577m113p+3p", "self_drawn": True}
    batch = {"profile": "wmo2006", "explain": True}
    other = {**pairs, "profile": "chinese", "explain": False}
    one, two = post(SCORE, {"hands": [pairs, other], **batch}).json()["answers"]
    assert (one["fan"], two["fan"]) == (30, 27)
    assert "not_counted" in one
    assert "not_counted" not in two
    options = {"self_draw_special": "bu_qiu_ren"}
    own = {**pairs, "options": {"two_concealed_kongs": 8}}
    one, two = post(SCORE, {"hands": [pairs, own], "options": options}).json()["answers"]
    assert (one["fan"], two["fan"]) == (30, 30)


def test_tiles_that_do_not_win() -> None:
    loose = {**STRAIGHT, "id": 7, "win_tile": "9p"}
    alone = post(SCORE, loose)
    assert (alone.status_code, alone.json()["error"]) == (400, "not_a_win")
    one, two = post(SCORE, {"hands": [loose, STRAIGHT]}).json()["answers"]
    assert (one["id"], one["error"]) == (7, "not_a_win")
    assert two["total"] == 20


REFUSED: list[tuple[Body, str, set[str]]] = [
    ({}, "bad_record", {"concealed", "win_tile"}),
    ({"concealed": "abc", "win_tile": "x"}, "bad_tile", {"concealed", "win_tile"}),
    ({"text": "123m abc 78S"}, "bad_tile", {"text"}),
    ({**STRAIGHT, "concealed": "123456789m234s55p"}, "bad_hand_size", {"concealed"}),
    ({**STRAIGHT, "concealed": "11111m23456789s"}, "too_many_tiles", {"concealed"}),
    ({**STRAIGHT, "win_tile": 5, "flowers": "2"}, "bad_record", {"win_tile", "flowers"}),
    ({**STRAIGHT, "heavenly": True}, "bad_record", {"heavenly"}),
    ({**STRAIGHT, "kong_replacement": True}, "bad_flags", {"kong_replacement"}),
    ({**STRAIGHT, "profile": "house", "self_drawn": 1}, "bad_option", {"profile", "self_drawn"}),
    ({**STRAIGHT, "options": []}, "bad_option", {"options"}),
    ({**STRAIGHT, "options": {"base": 8}}, "bad_option", {"base"}),
    ({**STRAIGHT, "explain": "yes"}, "bad_record", {"explain"}),
    ({"hands": []}, "bad_record", {"hands"}),
    ({"hands": {}}, "bad_record", {"hands"}),
    ({"hands": [STRAIGHT] * (MOST_HANDS + 1)}, "bad_record", {"hands"}),
    ({"hands": [STRAIGHT], "colour": 1, "explain": 2}, "bad_record", {"colour", "explain"}),
    ({"hands": [STRAIGHT], "profile": 3}, "bad_record", {"profile"}),
    ({"hands": [5, STRAIGHT, {"text": "1x"}]}, "bad_record", {"hands.0", "hands.2.text"}),
    ({"hands": [{**STRAIGHT, "explain": 1}]}, "bad_record", {"hands.0.explain"}),
    (
        {"hands": [STRAIGHT, {**STRAIGHT, "melds": [{"kind": "chow", "tile": "8m"}]}]},
        "bad_record",
        {"hands.1.concealed", "hands.1.melds.0"},
    ),
]


@pytest.mark.parametrize(("content", "code", "where"), REFUSED)
def test_refusals_name_every_field(content: Body, code: str, where: set[str]) -> None:
    answer = post(SCORE, content)
    assert answer.status_code == 400
    assert answer.json()["error"] == code
    assert fields(answer) == where


def test_refusals_name_the_tile_in_the_language_of_the_asker() -> None:
    content = {**STRAIGHT, "concealed": "11111m23456789s"}
    assert (
        "一万（1m）有5张" in post(SCORE, content, HTTP_ACCEPT_LANGUAGE="zh-hans").json()["message"]
    )
    assert "5 of 1 characters (1m)" in post(SCORE, content).json()["message"]


WAITS_REFUSED: list[tuple[Body, set[str]]] = [
    ({}, {"concealed"}),
    ({"concealed": "123456789m23s555p"}, {"concealed"}),
    ({"text": "11111m2345678p x", "seen": 5}, {"text", "seen"}),
    ({"text": "123456789m23s55p", "win_tile": "1m", "colour": 1}, {"win_tile", "colour"}),
    ({"text": "123456789m23s55p", "options": {"base": 1}}, {"base"}),
]


@pytest.mark.parametrize(("content", "where"), WAITS_REFUSED)
def test_tiles_that_cannot_wait(content: Body, where: set[str]) -> None:
    answer = post(WAITS, content)
    assert answer.status_code == 400
    assert fields(answer) == where


def test_waits() -> None:
    answer = post(WAITS, {"id": 3, "text": "123456789m23s55p", "seen": "1s"}).json()
    assert (answer["id"], answer["shanten"], answer["accepting"]) == (3, 0, [])
    assert [(wait["tile"], wait["unseen"]) for wait in answer["waits"]] == [("1s", 3), ("4s", 4)]
    assert answer["waits"][1]["discard"]["fan"] == 20
    far = post(WAITS, {"concealed": "147m258p369s1234z"}).json()
    assert (far["shanten"], far["waits"]) == (0, far["waits"])


ODD_BODIES: list[tuple[str, Any, int]] = [
    ("nothing", "", 400),
    ("no JSON", "{", 400),
    ("a list", "[]", 400),
    ("NaN", '{"flowers": NaN}', 400),
    ("infinity", '{"flowers": 1e999}', 400),
    ("a long number", '{"flowers": ' + "9" * 5000 + "}", 400),
    ("NUL", '{"text": "\\u0000"}', 400),
    ("half a pair", '{"text": "\\ud800"}', 400),
    ("no UTF-8", b'{"text": "\xff"}', 400),
    ("deep nesting", '{"melds": ' + "[" * 100_000 + "]" * 100_000 + "}", 400),
    ("deep options", '{"options": ' + '{"a":' * 300 + "1" + "}" * 300 + "}", 400),
    ("ten megabytes", '{"text": "' + "1" * 10_000_000 + '"}', 400),
    ("long tiles", '{"concealed": "' + "1" * 900_000 + '"}', 400),
]


@pytest.mark.parametrize("address", [SCORE, WAITS])
@pytest.mark.parametrize(("body", "status"), [row[1:] for row in ODD_BODIES], ids=lambda _: "")
def test_odd_bodies(address: str, body: Any, status: int) -> None:
    answer = post(address, body)
    assert answer.status_code == status
    assert answer.json()["message"]
    assert len(answer.content) < 5_000


def test_other_ways_to_ask() -> None:
    assert APIClient().get(SCORE).status_code == 405
    assert APIClient().post(SCORE, "a=1", content_type="text/plain").status_code == 415
    assert post(SCORE, '{"text": "' + " " * (HandsParser.longest - 12) + '"}').status_code == 400


def test_too_many_questions(settings: Any) -> None:
    settings.CALCULATOR_RATE = "4/min"
    assert [post(SCORE, STRAIGHT).status_code for _ in range(5)] == [200] * 4 + [429]
    assert post(WAITS, {}).status_code == 429
    cache.clear()
    batch = {"hands": [STRAIGHT] * (3 * HANDS_PER_REQUEST)}
    assert [post(SCORE, batch).status_code for _ in range(2)] == [200, 429]
    cache.clear()
    batch = {"hands": [STRAIGHT] * (3 * EXPLAINED_PER_REQUEST), "explain": True}
    assert [post(SCORE, batch).status_code for _ in range(2)] == [200, 429]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=10,
)
TILES = st.text(alphabet="123456789mpszf[]+c东万ESP ", max_size=30)
KEYS = st.sampled_from(
    [
        *("text", "concealed", "melds", "win_tile", "self_drawn", "last_tile", "robbing_kong"),
        *("kong_replacement", "last_of_kind", "seat_wind", "round_wind", "flowers", "profile"),
        *("options", "hands", "explain", "seen", "id"),
    ]
)
MELDS = st.lists(
    st.fixed_dictionaries(
        {}, optional={"kind": st.sampled_from(["chow", "kong"]) | JSON, "tile": TILES | JSON}
    ),
    max_size=4,
)
BODIES = st.dictionaries(KEYS, JSON | TILES | MELDS, max_size=6)


class Fuzz(TestCase):
    @given(BODIES | BODIES.map(lambda body: {**STRAIGHT, **body}), st.sampled_from([SCORE, WAITS]))
    def test_whatever_comes_is_answered_or_refused(self, content: Body, address: str) -> None:
        answer = post(address, content)
        assert answer.status_code in (200, 400)
        if answer.status_code == 400:
            assert answer.json()["problems"]

    @given(st.lists(BODIES | JSON, max_size=4), BODIES)
    def test_so_is_a_batch(self, hands: list[Any], more: Body) -> None:
        answer = post(SCORE, {**more, "hands": hands})
        assert answer.status_code in (200, 400)
