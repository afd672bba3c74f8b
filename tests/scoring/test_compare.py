"""Two rule systems side by side."""

from scoring.compare import compare
from scoring.rulesets import get_ruleset


def rows_of(left: str, right: str) -> dict[str, tuple[str, str]]:
    sections = {s.id: s for s in compare(get_ruleset(left), get_ruleset(right))}
    return {pair.label.zh: (pair.left.zh, pair.right.zh) for pair in sections["patterns"].pairs}


def test_one_name_for_two_hands_is_two_lines() -> None:
    rows = rows_of("guobiao", "nanchang")
    assert rows["平和"] == ("2番", "—")
    assert rows["平胡"][0] == "—"


def test_one_hand_under_two_names_is_one_line_with_both() -> None:
    rows = rows_of("guobiao", "taiwan16")
    assert rows["碰碰和 / 碰碰胡"][0] == "6番"
    assert "平和 / 平胡" in rows
    assert "碰碰胡" not in rows


def test_a_name_that_both_use_stands_there_once() -> None:
    assert "大三元" in rows_of("guobiao", "lianzhong")
