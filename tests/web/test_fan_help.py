"""The help page of the fan table: kinds, example hands in tiles, exclusions with their reasons."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.ruleset import Pattern
from scoring.rulesets import get_ruleset
from scoring.tiles import tile_name

PATTERNS = get_ruleset("guobiao").patterns
BOTH = pytest.mark.parametrize("zh", [False, True], ids=["en", "zh"])
ROW = re.compile(r'<div id="(\w+)">\s*<dt>.*?</dd>\s*</div>', re.DOTALL)


def _page(ruleset: str, *, zh: bool) -> str:
    language = "zh-hans" if zh else "en"
    answer = Client(headers={"accept-language": language}).get(reverse("ruleset", args=[ruleset]))
    assert answer.status_code == 200
    return str(answer.content.decode())


def _rows(page: str) -> dict[str, str]:
    return {match[1]: match[0] for match in ROW.finditer(page)}


def _tiles_of(pattern: Pattern) -> list[int]:
    example = pattern.example
    assert example is not None
    melds = [tile for meld in example.melds for tile in meld.tiles]
    return [*example.concealed, *melds, example.win_tile]


@pytest.mark.django_db
@BOTH
def test_every_fan_shows_its_kind_and_a_hand(zh: bool) -> None:
    rows = _rows(_page("guobiao", zh=zh))
    assert list(rows) == [p.id for p in sorted(PATTERNS, key=lambda p: -(p.fan or 0))]
    language = "zh" if zh else "en"
    for pattern in PATTERNS:
        row = rows[pattern.id]
        assert pattern.kind is not None
        assert pattern.kind.name.in_language(language) in row
        shown = re.findall(r'role="img" aria-label="([^"]+)"', row)
        wanted = [tile_name(tile).in_language(language) for tile in _tiles_of(pattern)]
        assert shown[-1] == wanted[-1]
        assert sorted(shown) == sorted(wanted)


@pytest.mark.django_db
@BOTH
def test_every_exclusion_shows_its_reason(zh: bool) -> None:
    rows = _rows(_page("guobiao", zh=zh))
    language = "zh" if zh else "en"
    for pattern in PATTERNS:
        row = rows[pattern.id]
        assert ("<details" in row) == bool(pattern.exclusions)
        assert row.count("<li>") == len(pattern.exclusions)
        for exclusion in pattern.exclusions:
            assert exclusion.why.in_language(language) in row
            assert exclusion.principle.in_language(language) in row


@pytest.mark.django_db
@BOTH
def test_facts_of_the_win_are_said(zh: bool) -> None:
    rows = _rows(_page("guobiao", zh=zh))
    said = {
        "gang_shang_kai_hua": ("self-draw · Out on a kong", "自摸 · 杠上开花"),
        "qiang_gang_hu": ("robbed kong", "抢杠"),
        "hai_di_lao_yue": ("Last tile", "海底"),
        "quan_feng_ke": ("prevailing wind South · seat wind East", "圈风南 · 门风东"),
        "hua_pai": ("flowers: 3", "花牌3张"),
    }
    for fan, (english, chinese) in said.items():
        assert (chinese if zh else english) in rows[fan]
    for fan in ("shuang_an_gang", "an_gang", "ming_an_gang"):
        assert ("暗</small>" if zh else "concealed</small>") in rows[fan]


@pytest.mark.django_db
def test_the_index_by_kind_leads_to_every_fan() -> None:
    page = _page("guobiao", zh=False)
    links = re.findall(r'<a href="#(\w+)">', page)
    assert {pattern.id for pattern in PATTERNS} <= set(links)
    # What the tiles make comes before what the win brings.
    assert page.index("Chows together") < page.index("The moment of the win")


@pytest.mark.django_db
def test_a_ruleset_without_kinds_shows_its_patterns_plainly() -> None:
    page = _page("nanchang", zh=False)
    assert "By kind" not in page
    assert _rows(page).keys() == {pattern.id for pattern in get_ruleset("nanchang").patterns}
