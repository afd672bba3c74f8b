"""The fan table of a rule page: grouped by worth as the game counts, the dearest first."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring.rulesets import get_ruleset
from tests.web.reading import get, text
from tournaments.views.pattern_rows import pattern_groups


def headings(ruleset: str) -> list[str]:
    groups = pattern_groups(get_ruleset(ruleset))
    return [("off " if group.off else "") + group.worth.en for group in groups]


def rows(ruleset: str, worth: str) -> list[str]:
    return [
        row["pattern"].id
        for group in pattern_groups(get_ruleset(ruleset))
        if group.worth.en == worth and not group.off
        for row in group.rows
    ]


def test_factors_points_and_fan() -> None:
    assert headings("hubei_kawuxing") == ["× 32", "× 16", "× 8", "× 4", "× 2", "× 1"]
    # What multiplies stands after what is added.
    assert headings("tianjin") == ["8 points", "4 points", "3 points", "1 points", "× 2"]
    assert headings("guobiao")[:2] == ["88 fan", "64 fan"]
    assert headings("taiwan16")[:2] == ["16 tai", "8 tai"]


def test_what_an_option_gives_stands_at_its_standard_worth() -> None:
    assert "zi_yi_se" in rows("taiwan16", "16 tai")
    assert "san_long_qi_dui" in rows("hubei_kawuxing", "× 32")
    assert "an option" in text(get("ruleset", ruleset="taiwan16"))


def test_what_the_standard_rules_do_not_have_comes_last() -> None:
    found = headings("sichuan_xueliu")
    first_off = next(i for i, heading in enumerate(found) if heading.startswith("off"))
    assert all(heading.startswith("off") for heading in found[first_off:])
    assert found[0] == "10 fan"
    page = text(get("ruleset", ruleset="sichuan_xueliu"))
    assert "not in the standard rules" in page
    assert "with: Way of counting" in page


def test_every_pattern_stands_once() -> None:
    for ruleset in ("sichuan_xueliu", "dazhong", "nanchang"):
        rules = get_ruleset(ruleset)
        shown = [row["pattern"].id for group in pattern_groups(rules) for row in group.rows]
        assert sorted(shown) == sorted(pattern.id for pattern in rules.patterns)


def test_the_page_tells_dealer_events_and_wild_tiles() -> None:
    page = text(get("ruleset", ruleset="tianjin"))
    assert "When a player leaves, dice decide." in page
    assert "Dealer doubles" in page
    assert "before play" in page
    assert "wild" in page
    gangu = text(get("ruleset", ruleset="gangu"))
    assert "Exactly eight of a suit" in gangu
    assert "The fullest suit has exactly eight tiles." in gangu
    assert "Carried to the next hand" not in gangu
    assert "Drawn hands before, Doubles" in text(get("ruleset", ruleset="shanghai"))


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    ["/rules/", "/rules/taiwan16/", "/rules/compare/?a=guobiao&b=gangu", "/rules/gangu/try/"],
)
def test_the_rules_ask_no_database(
    address: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        assert Client().get(address).status_code == 200
