"""Trying a hand without an event: nothing is read or saved, and a link brings the hand again."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scoring.example_hands import record_of
from scoring.ruleset import Ruleset
from scoring.rulesets import all_rulesets, get_ruleset
from tests.web.reading import text
from tournaments.services import trial
from tournaments.services.errors import Invalid
from tournaments.views.sandbox import answer as answer_of

pytestmark = pytest.mark.django_db
WIN = {
    "type": "win",
    "by": "self_draw",
    "winners": [{"seat": 1, "declared": {"patterns": ["hun_yi_se"]}}],
}
DRAW = {"type": "exhaust"}


def page(ruleset: str, query: str = "", *, chinese: bool = False) -> Any:
    client = Client(headers={"Accept-Language": "zh-CN" if chinese else "en"})
    return client.get(reverse("try-hand", args=[ruleset]) + query)


def data(response: Any) -> dict[str, Any]:
    """Return what the hand form of the page is given."""
    found = re.search(
        r'<script id="hand-form-data" type="application/json">(.*?)</script>',
        response.content.decode(),
        re.S,
    )
    assert found
    content: dict[str, Any] = json.loads(found[1])
    return content


def record(ruleset: str, *events: dict[str, Any], **more: Any) -> dict[str, Any]:
    made = trial.blank(get_ruleset(ruleset))
    return {**made, "events": list(events), **more}


def with_hand(content: dict[str, Any]) -> str:
    return f"?hand={trial.packed(content)}"


def preview(content: dict[str, Any], **changes: Any) -> Any:
    before = with_hand({**content, "events": []})
    address = reverse("try-preview", args=[content["ruleset"]]) + before
    body = {"events": content["events"], "number": 1, "amend": False, "dealer": None, **changes}
    client = Client(headers={"Accept-Language": "en"})
    return client.post(address, json.dumps(body), content_type="application/json")


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda r: r.id)
def test_every_ruleset_can_be_tried(
    ruleset: Ruleset, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        response = page(ruleset.id)
    assert response.status_code == 200
    given = data(response)
    assert given["declaration"]["id"] == ruleset.id
    assert len(given["state"]["seats"]) == ruleset.players[0]
    shown = next(p for p in ruleset.patterns if p.example is not None)
    with django_assert_num_queries(0):
        found = preview(record_of(ruleset, shown))
    assert found.status_code == 200, found.content
    assert sum(found.json()["deltas"]) == 0
    assert max(found.json()["deltas"]) > 0


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda r: r.id)
def test_a_link_brings_the_hand_again(ruleset: Ruleset) -> None:
    shown = next(p for p in ruleset.patterns if p.example is not None)
    content = record_of(ruleset, shown)
    response = page(ruleset.id, with_hand(content))
    given = data(response)
    assert given["events"] == content["events"]
    assert given["options"] == ruleset.resolve_options(content["options"])
    assert "Link to this hand" in text(response)
    address = preview(content).json()["address"]
    assert data(Client().get(address))["events"] == content["events"]


def test_a_running_hand_is_told_with_its_reasons() -> None:
    kong = {"type": "kong", "seat": 2, "kind": "concealed", "tile": "9s"}
    answer = preview(record("gangu", kong)).json()
    assert answer["ended"] is False
    assert [line["amount"] for line in answer["lines"]] == [2, 2, 2]
    words = unescape(re.sub(r"<[^>]+>", " ", answer["html"]))
    assert "West: Concealed kong" in words
    assert "So far" in words
    assert "Next dealer" not in words


def test_a_hand_that_has_ended_tells_what_it_leaves() -> None:
    content = record("shanghai", {"type": "dice", "values": [3, 3], "purpose": "wall"}, DRAW)
    words = text(page("shanghai", with_hand(content)))
    assert "Next dealer: East · Drawn hands before 1 · Doubles 1" in words
    streak = record("taiwan16", DRAW, options={"draw_dealer": "stay"})
    assert "deals kept: 1" in text(page("taiwan16", with_hand(streak)))


def test_a_refusal_names_what_is_wrong() -> None:
    answer = preview(record("shanghai", {**WIN, "by": "discard"}))
    assert answer.status_code == 400
    assert answer.json()["problems"]
    page_of_it = page("shanghai", with_hand(record("shanghai", {**WIN, "winners": []})))
    assert 'class="errors"' in page_of_it.content.decode()


class TestFields:
    """The fields of the page take the place of what the link says."""

    def test_context_and_options(self) -> None:
        query = "?set=1&round_wind=2&carried-huang_fan=2&option-di=1"
        given = data(page("shanghai", query))
        assert given["options"]["di"] == 1
        assert given["state"]["next"]["carried"] == {"streak": 0, "carry": {"huang_fan": 2}}
        assert given["state"]["next"]["position"]["prevailing"] == 2

    def test_they_keep_the_hand(self) -> None:
        link = with_hand(record("shanghai", WIN))
        plain = preview(record("shanghai", WIN)).json()["deltas"]
        response = page("shanghai", link + "&set=1&carried-huang_fan=1")
        assert data(response)["events"] == [WIN]
        doubled = preview(
            record("shanghai", WIN, context={**_context("shanghai"), "carry": {"huang_fan": 1}})
        )
        assert doubled.json()["deltas"] == [2 * n for n in plain]
        assert f"+{doubled.json()['deltas'][1]}" in text(response)

    def test_presets_and_the_streak_of_the_dealer(self) -> None:
        query = "?set=1&option-preset=home&streak=3&dealer=1"
        given = data(page("taiwan16", query))
        assert given["options"]["min_tai"] == 0
        assert given["state"]["next"]["carried"]["streak"] == 3
        assert given["state"]["next"]["position"]["dealer"] == 1

    def test_what_is_not_as_usual_is_told(self) -> None:
        query = "?set=1&option-preset=home&option-di=7&streak=3&dealer=1&round_wind=2"
        assert (
            "Dealer: South · Prevailing wind: West · Deals the dealer has kept: 3 · "
            "Preset: At home · " in text(page("taiwan16", query))
        )
        assert 'id="situation"' not in page("taiwan16").content.decode()
        assert "Drawn hands before: 2" in text(page("shanghai", "?set=1&carried-huang_fan=2"))
        assert "Players: 2" in text(page("hubei_kawuxing", "?set=1&players=2"))

    def test_players(self) -> None:
        assert len(data(page("hubei_kawuxing", "?set=1&players=2"))["state"]["seats"]) == 2

    def test_what_is_wrong_is_said_at_the_field(self) -> None:
        response = page("shanghai", "?set=1&carried-huang_fan=-1&option-di=x")
        assert response.status_code == 200
        assert text(response).count("Enter a whole number") == 1
        assert "greater than or equal to 0" in text(response)

    def test_a_context_that_the_hand_cannot_stand_under_leaves_the_hand_out(self) -> None:
        link = with_hand(
            record(
                "hubei_kawuxing",
                {"type": "kong", "seat": 2, "kind": "concealed", "tile": "9s"},
            )
        )
        given = data(page("hubei_kawuxing", link + "&set=1&players=2"))
        assert given["events"] == []
        assert len(given["state"]["seats"]) == 2

    def test_a_link_fills_them(self) -> None:
        content = record("taiwan16", WIN, options={"min_tai": 0, "di": 5})
        content["context"]["streak"] = 2
        shown = page("taiwan16", with_hand(content)).content.decode()
        assert re.search(r'name="streak" value="2"', shown)
        assert re.search(r'name="option-di" value="5"', shown)


def _context(ruleset: str) -> dict[str, Any]:
    context: dict[str, Any] = trial.blank(get_ruleset(ruleset))["context"]
    return context


class TestWithoutScripts:
    def post(self, ruleset: str, content: str) -> Any:
        client = Client(headers={"Accept-Language": "en"})
        return client.post(reverse("try-hand", args=[ruleset]), {"record": content})

    def test_a_record_is_settled(self, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        content = json.dumps(record("shanghai", WIN))
        with django_assert_num_queries(0):
            response = self.post("shanghai", content)
        assert "South wins by self-draw (One suit with honours)" in text(response)
        assert "Link to this hand" in text(response)

    def test_the_ruleset_may_be_left_out(self) -> None:
        content = {"context": _context("gangu"), "events": [DRAW]}
        assert "The wall is used up" in text(self.post("gangu", json.dumps(content)))

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            ("", "not JSON"),
            ("[1]", "not a JSON object"),
            ('{"ruleset": "gangu", "events": []}', "other rules"),
            ('{"events": [{"type": "nothing"}]}', "nothing"),
            ('{"events": [], "options": {"di": "x"}}', "di"),
            ('{"events": [], "options": 5}', "options"),
            ("{" * 70_000, "too long"),
        ],
    )
    def test_what_is_wrong_is_said_and_the_text_kept(self, content: str, words: str) -> None:
        response = self.post("shanghai", content)
        assert words in text(response)
        box = re.search(r"<textarea[^>]*>\s?(.*?)</textarea>", response.content.decode(), re.S)
        assert box
        if content:
            assert unescape(box[1]) == content

    def test_a_refused_hand_is_told_why(self) -> None:
        response = self.post("shanghai", json.dumps(record("shanghai", {**WIN, "by": "discard"})))
        assert response.status_code == 200
        assert 'class="errors"' in response.content.decode()


@pytest.mark.parametrize(
    "hand", ["x", "%00", "----", "A" * 5000, trial.packed({"a": "b" * 200_000})]
)
def test_an_address_that_holds_no_hand(hand: str) -> None:
    response = page("shanghai", f"?hand={hand}")
    assert response.status_code == 200
    assert 'id="wrong"' in response.content.decode()
    address = reverse("try-preview", args=["shanghai"]) + f"?hand={hand}"
    answer = Client().post(address, '{"events": []}', content_type="application/json")
    assert answer.status_code == 400


def test_a_packed_record_is_what_it_was() -> None:
    content = record("shanghai", WIN, note="字")
    assert trial.unpacked(trial.packed(content)) == content
    with pytest.raises(Invalid):
        trial.unpacked(trial.packed(content)[:-4])


def test_rules_that_are_not_there() -> None:
    assert page("nothing").status_code == 404


def test_the_rules_lead_there(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        shown = Client().get(reverse("ruleset", args=["hubei_kawuxing"])).content.decode()
    links = re.findall(r'href="(/rules/hubei_kawuxing/try/\?hand=[\w-]+)"', shown)
    rules = get_ruleset("hubei_kawuxing")
    assert len(set(links)) >= sum(p.example is not None for p in rules.patterns)
    assert (
        "卡五星"
        in page("hubei_kawuxing", links[0][links[0].index("?") :], chinese=True).content.decode()
    )


CORPUS = sorted((Path(__file__).parents[1] / "data" / "corpus").glob("*_examples.jsonl"))


@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_every_hand_of_the_collections_is_told_or_refused(file: Path) -> None:
    told = 0
    for line in file.read_text("utf-8").splitlines():
        content = json.loads(line)
        content = {k: v for k, v in content.items() if k not in ("expect", "tags", "note")}
        found = answer_of(get_ruleset(content["ruleset"]), content)
        shown = render_to_string("public/_try_answer.html", {"answer": found})
        assert ("errors" in shown) == ("problems" in found)
        assert trial.unpacked(found["address"].split("hand=")[1]) == content
        told += "told" in found
    assert told > 8
