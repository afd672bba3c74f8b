"""The worked examples of the rule papers, and how an answer is compared with what they expect."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "data" / "corpus"


def records(name: str, ruleset: str) -> list[dict[str, Any]]:
    lines = (FOLDER / name).read_text("utf-8").split("\n")
    found = [json.loads(line) for line in lines if line.strip()]
    return [record for record in found if record["ruleset"] == ruleset]


def differences(answer: dict[str, Any], expect: dict[str, Any]) -> list[str]:
    """Say where an answer is not what the example expects (EVENTS §6); empty when it is right."""
    if "error" in expect:
        codes = [expect["error"]] if isinstance(expect["error"], str) else expect["error"]
        return [] if answer.get("error") in codes else [f"{answer} is none of {codes}"]
    if "error" in answer:
        return [f"refused: {answer}"]
    wrong = []
    for key, value in expect.items():
        got = answer.get(key)
        if key == "ledger":
            same = _merged(value) == _merged(answer["ledger"])
        elif key == "wins":
            same = len(value) == len(answer["wins"]) and all(
                _same_win(w, g) for w, g in zip(value, answer["wins"], strict=True)
            )
        else:
            same = got == value
        if not same:
            wrong.append(f"{key}: {value} expected, {got} found")
    return wrong


def _merged(ledger: list[dict[str, Any]]) -> Counter[tuple[Any, ...]]:
    sums: Counter[tuple[Any, ...]] = Counter()
    for line in ledger:
        sums[line["kind"], line["from"], line["to"], line["event"]] += line["amount"]
    return sums


def _same_win(expected: dict[str, Any], got: dict[str, Any]) -> bool:
    def plain(key: str, value: Any) -> Any:
        return Counter(map(tuple, value)) if key == "items" else value

    return all(key in got and plain(key, got[key]) == plain(key, v) for key, v in expected.items())
