"""`manage.py score`: Guobiao hands in, one answer a line out."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import CODES
from scoring.rulesets.guobiao.hand_line import FACTS, WINDS
from scoring.web.hands import score_hand
from tests.scoring.corpus import FOLDER
from tests.scoring.gb_hands import lines

ROOT = Path(__file__).parent.parent.parent
STRAIGHT: dict[str, Any] = {"id": "a", "concealed": "123456789m23s55p", "win_tile": "4s"}
PAIRS: dict[str, Any] = {
    "id": "b",
    "concealed": "1122335577m113p",
    "win_tile": "3p",
    "self_drawn": True,
}


def _fans(rows: list[list[Any]]) -> Counter[tuple[Any, ...]]:
    return Counter(map(tuple, rows))


@pytest.mark.parametrize("name", ["guobiao_hands.jsonl", "guobiao_wmo2006_hands.jsonl"])
def test_every_hand_of_the_corpora(name: str) -> None:
    wrong = []
    for line in lines(name):
        answer = score_hand(line)
        allowed = [_fans(rows) for rows in (line["fans"], *line.get("also_accepted", ()))]
        if answer.get("total") != line["total"] or _fans(answer["fans"]) not in allowed:
            wrong.append(answer)
    assert wrong == []


def test_an_answer() -> None:
    blocks = [("chow", tiles) for tiles in ("123m", "456m", "789m", "234s")] + [("pair", "55p")]
    assert score_hand({**STRAIGHT, "flowers": 2}) == {
        "id": "a",
        "total": 22,
        "fan": 20,
        "fans": [["清龙", 16, 1], ["门前清", 2, 1], ["平和", 2, 1], ["花牌", 1, 2]],
        "reading": {
            "form": "sets",
            "blocks": [{"kind": kind, "tiles": tiles, "laid": False} for kind, tiles in blocks],
            "knitted": "",
        },
    }


@pytest.mark.parametrize(
    ("hand", "form", "knitted"),
    [
        (PAIRS, "seven_pairs", ""),
        ({"concealed": "147m258p369s11z55p", "win_tile": "1z"}, "knitted", "147m258p369s"),
        ({"concealed": "147m258p369s1234z", "win_tile": "5z"}, "unrelated", "147m258p369s"),
        ({"concealed": "19m19p19s1234567z", "win_tile": "1z"}, "orphans", ""),
    ],
)
def test_readings_of_other_forms(hand: dict[str, Any], form: str, knitted: str) -> None:
    plain = score_hand(hand)
    assert (plain["reading"]["form"], plain["reading"]["knitted"]) == (form, knitted)
    assert score_hand(hand, reasons=True)["reading"] == plain["reading"]


def test_too_little_to_be_declared() -> None:
    chows = [{"kind": "chow", "tile": "2p"}, {"kind": "chow", "tile": "5s"}]
    small = {"concealed": "78s345m22p", "win_tile": "9s", "melds": chows}
    answer = score_hand({**small, "flowers": 8})
    assert answer["fan"] < 8 < answer["total"]
    assert answer["below_minimum"] is True
    assert "below_minimum" not in score_hand(STRAIGHT)


def test_what_is_not_known_is_not_so() -> None:
    unknown = dict.fromkeys([*FACTS, *WINDS, "flowers", "profile", "options", "melds", "text"])
    assert score_hand({**STRAIGHT, **unknown}) == score_hand(STRAIGHT)


def test_what_is_expected_is_not_read() -> None:
    other = {**STRAIGHT, "fans": "nonsense", "total": -1, "rule_notes": 5}
    assert score_hand(other) == score_hand(STRAIGHT)


def test_tiles_may_be_listed_or_run_together() -> None:
    listed = {**STRAIGHT, "concealed": [f"{n}m" for n in range(1, 10)] + ["2s", "3s", "5p", "5p"]}
    assert score_hand(listed) == score_hand(STRAIGHT)
    melds = [{"kind": "kong", "tile": "1z"}, {"kind": "kong_exposed", "tiles": "1111z"}]
    found = [
        score_hand({"concealed": "55p23s234m", "win_tile": "4s", "melds": [meld, meld_of_chow]})
        for meld in melds
        for meld_of_chow in ({"kind": "chow", "tile": "4m"}, {"kind": "chow", "tiles": "645m"})
    ]
    assert all(answer == found[0] and "total" in answer for answer in found)


def test_profiles_and_options() -> None:
    assert score_hand(PAIRS)["fan"] == 27
    assert score_hand(PAIRS, "wmo2006")["fan"] == 30
    assert score_hand({**PAIRS, "profile": "chinese"}, "wmo2006")["fan"] == 27
    own = {**PAIRS, "options": {"self_draw_special": "bu_qiu_ren"}}
    assert score_hand(own)["fan"] == 30


def test_options_of_the_command() -> None:
    command = {"self_draw_special": "bu_qiu_ren"}
    assert score_hand(PAIRS, options=command)["fan"] == 30
    own = {**PAIRS, "options": {"self_draw_special": "zi_mo"}}
    assert score_hand(own, "wmo2006", command)["fan"] == 27
    assert score_hand({**PAIRS, "options": 3}, options=command)["error"] == "bad_option"


def test_reasons() -> None:
    (row, *_) = score_hand(STRAIGHT, reasons=True)["not_counted"]
    assert row[:3] == ["连六", 2, "不重复"]
    assert "清龙" in row[3]


REFUSED: list[tuple[object, str, list[str]]] = [
    (5, "bad_record", []),
    ({}, "bad_record", ["concealed", "win_tile"]),
    ({**STRAIGHT, "concealed": "123x"}, "bad_tile", ["concealed"]),
    ({**STRAIGHT, "concealed": ["1m", "0m"], "win_tile": "9z"}, "bad_tile", ["win_tile"]),
    ({**STRAIGHT, "concealed": "123456789m23s5p"}, "bad_hand_size", ["12"]),
    ({**STRAIGHT, "concealed": "11112m6789m23s55p", "win_tile": "1m"}, "too_many_tiles", []),
    ({**STRAIGHT, "concealed": "123456789m23s55p", "win_tile": "5s"}, "not_a_win", []),
    ({**STRAIGHT, "kong_replacement": True}, "bad_flags", ["kong"]),
    ({**STRAIGHT, "self_drawn": 1, "seat_wind": 4, "flowers": 9}, "bad_record", ["self_drawn"]),
    ({**STRAIGHT, "seat_wind": True, "flowers": "2"}, "bad_record", ["seat_wind", "flowers"]),
    ({**STRAIGHT, "melds": {}}, "bad_record", ["melds"]),
    ({**STRAIGHT, "melds": [{"kind": "quad", "tile": "1m"}]}, "bad_record", ["melds.0.kind"]),
    ({**STRAIGHT, "melds": [{"kind": "chow", "tile": "8m"}]}, "bad_hand_size", []),
    ({**STRAIGHT, "melds": [{"kind": "chow", "tile": "7z"}]}, "bad_tile", []),
    ({**STRAIGHT, "profile": "house"}, "bad_option", ["profile"]),
    ({**STRAIGHT, "options": {"base": 8}}, "bad_option", ["base"]),
    ({**STRAIGHT, "options": 3}, "bad_option", []),
]


@pytest.mark.parametrize(("content", "code", "words"), REFUSED)
def test_refusals(content: object, code: str, words: list[str]) -> None:
    answer = score_hand(content)
    assert answer["error"] == code
    assert all(word in answer["message"] for word in words)
    assert " / " in answer["message"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 40) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=8,
)
FIELDS = st.sampled_from([*FACTS, *WINDS, "concealed", "melds", "win_tile", "flowers", "options"])


@given(st.dictionaries(FIELDS, JSON, max_size=5))
def test_nonsense_is_refused_in_words(fields: dict[str, Any]) -> None:
    answer = score_hand({**STRAIGHT, **fields})
    assert ("total" in answer) != (answer.get("error") in CODES)


def _command(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "score", *arguments],
        input=text,
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        check=False,
    )


def test_the_command_needs_a_file_and_nothing_else() -> None:
    ran = _command(str(FOLDER / "guobiao_wmo2006_hands.jsonl"))
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert ran.returncode == 0
    assert [a["total"] for a in answers] == [
        line["total"] for line in lines("guobiao_wmo2006_hands.jsonl")
    ]


def test_a_line_that_is_no_json() -> None:
    ran = _command("--profile", "wmo2006", text=json.dumps(PAIRS) + "\n{\n")
    first, second = (json.loads(line) for line in ran.stdout.splitlines())
    assert ran.returncode == 1
    assert first["fan"] == 30
    assert second["error"] == "bad_json"


def test_options_are_given_as_words() -> None:
    kongs = {
        "concealed": "345m99s46p",
        "win_tile": "5p",
        "melds": [{"kind": "kong", "tile": "1m"}, {"kind": "concealed_kong", "tile": "1s"}],
    }
    text = json.dumps(kongs)
    ran = _command("--option", "mixed_kongs=split", "--option", "knit_wait=false", text=text)
    names = [name for name, _points, _times in json.loads(ran.stdout)["fans"]]
    assert ran.returncode == 0
    assert "暗杠" in names
    assert "明杠" in names
    ran = _command("--profile", "wmo2006", "--option", "mixed_kongs=5", text=text)
    assert ["明暗杠", 5, 1] in json.loads(ran.stdout)["fans"]


@pytest.mark.parametrize(
    ("option", "word"),
    [
        ("mixed_kongs=7", "5, 6, split"),
        ("mixed_kongs=true", "5, 6, split"),
        ("knit_wait=1", "false, true"),
        ("base=8", "no such option"),
        ("profile=house", "seed_list"),
        ("knit_wait", "NAME=VALUE"),
        ("=3", "no such option"),
    ],
)
def test_options_that_there_are_not(option: str, word: str) -> None:
    ran = _command("--option", option, text=json.dumps(PAIRS))
    assert ran.returncode == 1
    assert ran.stdout == ""
    assert word in ran.stderr
    assert "Traceback" not in ran.stderr
