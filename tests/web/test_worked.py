"""Options explained by worked examples, on the rule pages and under the fields of the desk."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.rulesets import all_rulesets, get_ruleset
from tests.web.reading import get, text
from tournaments.views.worked import worked

NANCHANG = get_ruleset("nanchang")
DEALER_DOUBLE = next(o for o in NANCHANG.options if o.id == "base")


def example(query: str = "", ruleset: str = "nanchang", option: str = "base") -> str:
    address = reverse("option-example", kwargs={"ruleset": ruleset, "option": option})
    return text(Client(headers={"Accept-Language": "en"}).get(address + query))


def test_the_example_is_settled_for_each_value() -> None:
    found = worked(NANCHANG, DEALER_DOUBLE)
    assert found is not None
    assert len({line.deltas for line in found.lines}) == len(found.lines) > 1
    assert [line.standard for line in found.lines].count(True) == 1
    assert not any(line.chosen for line in found.lines)


def test_the_chosen_value_is_marked_and_added() -> None:
    found = worked(NANCHANG, DEALER_DOUBLE, {"base": 7})
    assert found is not None
    chosen = [line for line in found.lines if line.chosen]
    assert [line.value for line in chosen] == ["7"]
    standard = next(line for line in found.lines if line.standard)
    assert chosen[0].deltas == tuple(7 * n for n in standard.deltas)


def test_the_part_of_a_form_follows_what_is_typed() -> None:
    assert "7" in example("?option-base=7")
    assert example("?option-base=nonsense") == example()
    assert example("?option-base=-3&option-other=%00") == example()


@pytest.mark.parametrize(("ruleset", "option"), [("nothing", "base"), ("nanchang", "nothing")])
def test_what_is_not_there(ruleset: str, option: str) -> None:
    address = reverse("option-example", kwargs={"ruleset": ruleset, "option": option})
    assert Client().get(address).status_code == 404


def test_the_ruleset_page_shows_them() -> None:
    page = text(get("ruleset", ruleset="nanchang"))
    assert "Example" in page
    assert "wins by self-draw" in page


class TestCompare:
    def page(self, query: str) -> str:
        return text(get("compare-rulesets", query=query))

    def test_shows_only_what_differs(self) -> None:
        page = self.page("?a=guobiao&b=nanchang")
        assert re.search(r"Full Flush 24( fan)? —", page)
        assert "Players 4 4" not in page
        assert "Players 4 4" in self.page("?a=guobiao&b=nanchang&all=on")

    def test_a_ruleset_beside_itself(self) -> None:
        assert self.page("?a=nanchang&b=nanchang").count("No difference.") == 4

    def test_a_ruleset_that_is_not_there(self) -> None:
        assert get("compare-rulesets", query="?a=guobiao&b=nothing").status_code == 404


def test_every_ruleset_has_its_page() -> None:
    page = get("rules").content.decode()
    for ruleset in all_rulesets():
        assert reverse("ruleset", args=[ruleset.id]) in page
        assert ruleset.name.en in text(get("ruleset", ruleset=ruleset.id))
