"""The game of docs/add-a-ruleset.md: the page's own file and examples, as they stand there."""

import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import scoring.worked
from scoring.errors import Refusal
from scoring.health import findings
from scoring.ruleset import Ruleset
from scoring.worked import Example

PAGE = (Path(__file__).parents[2] / "docs" / "add-a-ruleset.md").read_text("utf-8")
LONGEST = 200


def _blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(scope="module")
def game() -> Ruleset:
    (source,) = _blocks("python")
    module = ModuleType("club_tuidaohu")
    exec(compile(source, "club_tuidaohu", "exec"), module.__dict__)  # noqa: S102
    made: Ruleset = module.ClubTuidaohu()
    return made


def _examples() -> list[dict[str, Any]]:
    (lines,) = _blocks("json")
    return [json.loads(line) for line in lines.splitlines()]


def _settle(game: Ruleset, record: dict[str, Any], **options: Any) -> list[int]:
    facts = {key: value for key, value in record.items() if key != "shows"}
    return list(game.settle({"ruleset": game.id, **facts}, options).deltas)


def test_the_file_is_short() -> None:
    (source,) = _blocks("python")
    assert len(source.splitlines()) < LONGEST
    assert max(map(len, source.splitlines())) <= 100


def test_its_examples_settle(game: Ruleset) -> None:
    settled = {record["id"]: _settle(game, record) for record in _examples()}
    assert settled == {
        "ct-01": [0, 4, -4, 0],
        "ct-02": [-4, 12, -4, -4],
        "ct-03": [-1, 1, 0, 0],
        "ct-04": [-7, 6, 1, 0],
    }


def test_its_options_and_refusals(game: Ruleset) -> None:
    first, second, third, fourth = _examples()
    assert _settle(game, first, base=3) == [0, 12, -12, 0]
    assert _settle(game, second, kong_draw_fan=0) == [-3, 9, -3, -3]
    assert _settle(game, third, kongs_on_draw="void") == [0, 0, 0, 0]
    with pytest.raises(Refusal) as refused:
        _settle(game, fourth, multi_win=False)
    assert refused.value.code == "not_allowed"
    chow = {"events": [{"type": "chow", "seat": 1, "tile": "1m"}, {"type": "exhaust"}]}
    with pytest.raises(Refusal) as refused:
        _settle(game, chow)
    assert refused.value.code == "not_allowed"


def test_nothing_is_missing(game: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    examples = tuple(
        Example(
            record["id"],
            {"ruleset": game.id, **{k: v for k, v in record.items() if k != "shows"}},
            tuple(record["shows"]),
        )
        for record in _examples()
    )
    for module in ("scoring.worked", "scoring.health"):
        monkeypatch.setattr(f"{module}.examples_of", lambda _id: examples)
    assert [str(finding) for finding in findings([game])] == []
    assert scoring.worked.examples_of(game.id) == examples


def test_the_page_names_files_that_are_there() -> None:
    root = Path(__file__).parents[2]
    for name in re.findall(r"`(\w+\.py)`", PAGE):
        if name in ("table.py", "hand.py", "payout.py"):
            continue
        places = (root / "scoring" / name, root / "tests" / "scoring" / name)
        assert any(place.exists() for place in places), name
