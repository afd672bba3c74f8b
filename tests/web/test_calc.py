"""The calculator's page: the address holds the hand, and everything works without scripts."""

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from pytest_django.fixtures import DjangoAssertNumQueries

from scoring.rulesets import get_ruleset
from scoring.rulesets.guobiao.engine.explain import REASONS, explain
from scoring.rulesets.guobiao.hand_line import parse_hand
from scoring.tile_text import read_text
from tests.scoring.gb_hands import lines
from tournaments.forms.calculator import question_of

CALC = "/calc/"
STRAIGHT = "123456789m23s55p +4s"
pytestmark = pytest.mark.django_db


def page_of(client: Client, language: str = "en", **query: Any) -> str:
    answer = client.get(CALC, query, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def pressed(client: Client, *keys: str, **query: Any) -> dict[str, list[str]]:
    """Press keys as the form does without scripts; return the query of the address that follows."""
    answer = client.get(CALC, {"k": list(keys), **query})
    assert answer.status_code == 302
    return parse_qs(urlsplit(answer["Location"]).query)


def total_of(page: str) -> int | None:
    found = re.search(r'calc-total"><strong>(\d+)</strong>', page)
    return int(found[1]) if found else None


def test_everybody_finds_it(client: Client, django_assert_num_queries: Any) -> None:
    assert reverse("calculator") == CALC
    assert f'href="{CALC}"' in client.get("/").content.decode()
    page = page_of(client)
    assert "14 tiles to a whole hand" in page
    assert page.count('class="key"') == 34


def test_no_query_is_made(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for query in ("", STRAIGHT, "123m"):
        with django_assert_num_queries(0):
            client.get(CALC, {"h": query})


def test_a_hand_and_its_explanation(client: Client) -> None:
    page = page_of(client, h=STRAIGHT, fl="2")
    assert total_of(page) == 22
    for words in ("Pure Straight", "20 without flowers", "Four sets and a pair"):
        assert words in page
    reasons = explain(parse_hand({"text": STRAIGHT})).not_counted
    assert {"lian_liu", "lao_shao_fu"} <= {row.fan for row in reasons}
    for row in reasons:
        assert REASONS[row.reason][0].en in page
        assert row.words.en in page
    assert "The discarder pays 30, the others 8 each; the winner gets 46." in page
    assert "18 fan by discard" not in page
    assert page.count("4 unseen") == 2
    chinese = page_of(client, "zh-hans", h=STRAIGHT, by="self_draw")
    assert "三家各付30分" in chinese
    assert "有而不计" in chinese


def test_circumstances_are_those_of_the_rules(client: Client) -> None:
    page = page_of(client)
    for circumstance in get_ruleset("guobiao").circumstances:
        assert f'name="f" value="{circumstance.id}"' in page
    assert total_of(page_of(client, h=STRAIGHT, f="last_tile")) == 28
    kong = "456789m23s55p[1111z] +4s"
    won = page_of(client, h=kong, by="self_draw", f=["kong_draw", "last_tile"])
    assert "Out with Replacement Tile" in won or "Last Tile Draw" in won


def test_winds_and_profile(client: Client) -> None:
    east = "[111z]123456m23s55p +4s"
    assert total_of(page_of(client, h=east)) != total_of(page_of(client, h=east, seat=1, round=2))
    pairs = {"h": "1122335577m113p+3p", "by": "self_draw"}
    assert total_of(page_of(client, **pairs)) == 27
    assert total_of(page_of(client, **pairs, profile="wmo2006")) == 30


def test_fewer_than_eight_fan_are_told(client: Client) -> None:
    page = page_of(client, h="[123m][234p][678s]55m67m +8m")
    assert "may not be declared" in page
    assert "pays" not in page


def test_thirteen_tiles(client: Client) -> None:
    ready = page_of(client, h="123456789m23s55p")
    assert "8 tiles unseen" in ready
    assert "20 fan by discard, 22 by self-draw" in ready
    far = page_of(client, h="123456789m2s55p1z")
    assert "1 tile from ready" in far
    assert "2 tiles from ready" in page_of(client, h="12345679m2s55p14z")
    # A tile held four times is not waited for.
    assert "1 tile from ready" in page_of(client, h="[1111z]c[222z][333z]4444z")


def test_tiles_that_do_not_win_are_told_what_they_wait_on(client: Client) -> None:
    page = page_of(client, h="123456789m23s55p +9p")
    assert "These tiles do not win." in page
    assert "8 tiles unseen" in page


WRONG: list[tuple[dict[str, Any], list[str]]] = [
    ({"h": "123m78S ? 9z"}, ["either 7s, 8s", "Character 9 “?", "no tile 9z"]),
    ({"h": "11111m"}, ["more than four of 1m"]),
    ({"h": "11111m23456789s"}, ["There are 5 of 1 characters"]),
    ({"h": "123456789m2345s5p+5p"}, ["14 tiles beside the winning one"]),
    ({"h": STRAIGHT, "f": "kong_draw"}, ["self-draw", "needs a kong"]),
    ({"h": STRAIGHT, "by": "rob_kong", "f": "last_tile"}, ["not the last tile"]),
    ({"h": "1f1f2m"}, ["2 of Spring"]),
    ({"h": STRAIGHT, "seat": "9", "by": "luck", "f": "heavenly"}, ["“9”", "“luck”", "“heavenly”"]),
    ({"fl": "99", "profile": "house", "as": "quad"}, ["“99”", "“house”", "“quad”"]),
]


@pytest.mark.parametrize(("query", "words"), WRONG)
def test_everything_wrong_is_told_at_once(
    client: Client, query: dict[str, Any], words: list[str]
) -> None:
    page = page_of(client, **query)
    assert "This cannot be counted:" in page
    assert [each for each in words if each not in page] == []
    assert total_of(page) is None


def test_an_unreadable_text_is_kept(client: Client) -> None:
    assert 'value="123m78S"' in page_of(client, h="123m78S")
    assert pressed(client, "5m", h="123m78S")["h"] == ["123m78S"]
    assert pressed(client, "clear", h="123m78S") == {}


def test_keys_work_without_scripts(client: Client) -> None:
    query = pressed(client, "1m", "2m", "3m")
    assert query["h"] == ["123m"]
    query = pressed(client, "5p", **query, **{"as": "pung"})
    assert query == {"h": ["123m [555p]"]}
    query = pressed(client, "9s", **query, **{"as": "chow"})
    assert query["h"] == ["123m [555p] [789s]"]
    query = pressed(client, "7z", **query, **{"as": "concealed_kong"})
    assert query["h"] == ["123m [555p] [789s] [7777z]c"]
    query = pressed(client, "1z", "1z", **query)
    assert query["h"] == ["123m1z [555p] [789s] [7777z]c +1z"]
    assert pressed(client, "back", **query)["h"] == ["123m1z [555p] [789s] [7777z]c"]
    assert pressed(client, "drop:m0", **query)["h"] == ["123m1z [789s] [7777z]c +1z"]
    assert pressed(client, "drop:s1", **query)["h"] == ["13m1z [555p] [789s] [7777z]c +1z"]
    for nothing in ("5m", "drop:x", "9z", "1f", "help"):
        assert pressed(client, nothing, **query)["h"] == query["h"]


def test_what_cannot_be_laid_keeps_the_question(client: Client) -> None:
    query = pressed(client, "5p", h="55p", **{"as": "pung"})
    assert query == {"h": ["55p"], "as": ["pung"]}


def test_keys_that_cannot_be_pressed_are_closed(client: Client) -> None:
    page = page_of(client, h="1111m22p")
    keys = re.findall(r'class="key" name="k" value="(\w+)"( disabled)?', page)
    assert [code for code, closed in keys if closed] == ["1m"]
    page = page_of(client, h="1m22p", **{"as": "pung"})
    keys = re.findall(r'class="key" name="k" value="(\w+)"( disabled)?', page)
    assert [code for code, closed in keys if closed] == ["2p"]


def test_flowers_in_the_text_are_counted(client: Client) -> None:
    page = page_of(client, h=STRAIGHT + " 春夏")
    assert total_of(page) == 22
    assert '<option value="2" selected>' in page


@pytest.mark.parametrize("line", lines("guobiao_hands.jsonl")[:40], ids=lambda line: line["id"])
def test_hands_of_the_corpus_by_their_address(client: Client, line: dict[str, Any]) -> None:
    marks = {"chow": 0, "pung": 0, "kong": 0, "concealed_kong": 1}
    melds = []
    for meld in line["melds"]:
        rank, suit = meld["tile"]
        ranks = rank * (3 if meld["kind"] == "pung" else 4)
        if meld["kind"] == "chow":
            ranks = "".join(str(int(rank) + n) for n in range(3))
        melds.append(f"[{ranks}{suit}]" + "c" * marks[meld["kind"]])
    flags = {
        "last_tile": line["last_tile"],
        "kong_draw": line["kong_replacement"],
        "fourth_tile": line["last_of_kind"],
    }
    by = "self_draw" if line["self_drawn"] else "rob_kong" if line["robbing_kong"] else "discard"
    page = page_of(
        client,
        h="".join(line["concealed"]) + "".join(melds) + "+" + line["win_tile"],
        by=by,
        f=[flag for flag, given in flags.items() if given],
        seat=line["seat_wind"],
        round=line["round_wind"],
        fl=line["flowers"],
    )
    assert total_of(page) == line["total"]
    link = re.search(r'class="calc-link"><a href="(\?[^"]*)"', page)
    assert link
    again = unescape(client.get(CALC + link[1]).content.decode())
    assert total_of(again) == line["total"]


def test_the_link_asks_the_same(client: Client) -> None:
    page = page_of(client, h="9s1m2m3m[555p]77z456s9s+9s", by="self_draw", seat=2, fl=3)
    link = re.search(r'class="calc-link"><a href="\?([^"]*)"', page)
    assert link
    query = parse_qs(link[1])
    assert query["h"] == ["123m45699s77z [555p] +9s"]
    assert (query["by"], query["seat"], query["fl"]) == (["self_draw"], ["2"], ["3"])
    assert total_of(page_of(client, **query)) == total_of(page)


def test_the_examples_of_the_rules_are_counted(client: Client) -> None:
    rules = unescape(client.get("/rules/guobiao/").content.decode())
    links = re.findall(r'class="count" href="([^"]*)"', rules)
    patterns = sorted(get_ruleset("guobiao").patterns, key=lambda pattern: -(pattern.fan or 0))
    shown = [pattern for pattern in patterns if pattern.example]
    assert len(links) >= len(shown) > 80
    for pattern in shown:
        link = question_of(pattern.example).query()
        assert f"{CALC}?{link}" in links
        page = unescape(client.get(f"{CALC}?{link}").content.decode())
        assert f'href="/rules/guobiao/#{pattern.id}"' in page, pattern.id
        assert f'id="{pattern.id}"' in rules


def test_other_notations_are_offered(client: Client) -> None:
    page = page_of(client, h=STRAIGHT)
    shown = re.findall(r"<li><code>([^<]*)</code></li>", page.split("In other notations")[1])
    assert len(shown) == 4
    assert len({read_text(text) for text in shown}) == 1


def test_nothing_stands_inline(client: Client) -> None:
    page = page_of(client, h=STRAIGHT)
    assert " style=" not in page
    assert " onclick=" not in page
    assert not re.search(r"<script(?![^>]*(src=|application/json))", page)


VALUES = st.text(max_size=12) | st.sampled_from(
    ["1", "9", "-1", "self_draw", "rob_kong", "kong_draw", "last_tile", "pung", "chow", "seed_list"]
)
TILES = st.text(alphabet="123456789mpszf[]+cE東1f ", max_size=40) | st.sampled_from([STRAIGHT, ""])
NAMES = st.sampled_from(["as", "by", "f", "seat", "round", "fl", "profile"])
KEYS = st.lists(
    st.sampled_from(["1m", "5p", "7z", "1f", "back", "clear", "drop:s0", "drop:m0", "drop:w"])
    | st.text(max_size=4),
    max_size=6,
)


class Fuzz(TestCase):
    @given(
        st.dictionaries(
            st.sampled_from(["as", "by", "f", "seat", "round", "fl", "profile"]), VALUES
        ),
        TILES,
        KEYS,
    )
    def test_any_address_is_a_page(
        self, query: dict[str, str], tiles: str, keys: list[str]
    ) -> None:
        answer = self.client.get(CALC, {**query, "h": tiles, "k": keys}, follow=True)
        assert answer.status_code == 200
        assert b'id="calc"' in answer.content
