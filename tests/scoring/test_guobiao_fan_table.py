"""The fan table: what it declares is so."""

import csv
from collections import Counter
from functools import lru_cache
from itertools import islice

import pytest

from scoring.rulesets import get_ruleset
from scoring.rulesets.guobiao.engine.explain import Explanation, explain
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.score import score
from scoring.rulesets.guobiao.engine.validate import hand_problems
from scoring.rulesets.guobiao.fan_examples import EXAMPLES
from scoring.rulesets.guobiao.fans import BY_ID, FANS, KINDS, Barred, Fan
from scoring.rulesets.guobiao.quick.count import QuickCounter
from tests.scoring.corpus import FOLDER
from tests.scoring.gb_hands import hand_from, hand_of, hand_of_example, lines, profile
from tests.scoring.guobiao_quick.random_hands import FAMILIES, winning_hands
from tests.scoring.test_guobiao_fan_cases import CASES, case_hand

QUICK = QuickCounter(profile("chinese"))
EVERY_FAN = pytest.mark.parametrize("fan", FANS, ids=lambda fan: fan.id)
BARRED = [(fan, barred) for fan in FANS for barred in fan.barred]
# Of each row a hand that holds the fan at all has one: which, the melds and the draw decide.
EITHER = (
    frozenset({"men_qian_qing", "bu_qiu_ren"}),
    frozenset({"shuang_ming_gang", "shuang_an_gang", "ming_an_gang"}),
    frozenset({"ming_gang", "an_gang"}),
)
# Sets are what these ask for; hands without sets may have the fan that bars them.
NEED_SETS = frozenset({"peng_peng_hu", "quan_dai_yao", "yao_jiu_ke"})
# Hands for pairs of fans that made-up hands seldom have.
SELDOM = (
    hand_from("1112223334446z +6z"),
    hand_from("111222333m9s [444m] +9s"),
    hand_from("333444555m9s [345m] +9s"),
    hand_from("111222333444m9s +9s"),
    hand_from("7z (1111z) (2222z) (3333z) (4444z) +7z", "draw seat=S round=W"),
    hand_from("7z [1111z] [2222z] [3333z] [4444z] +7z", "seat=S round=W"),
    hand_from("5p [1111s] [2222s] (3333s) [4444s] +5p"),
    hand_from("5p (1111s) (2222s) (3333s) [4444s] +5p"),
)


def _named(barred: Barred) -> str:
    name = BY_ID[barred.fan].name.zh
    return {"own_sets": f"~{name}", "one": f"~{name}(one)"}.get(barred.scope, name)


def test_the_table_is_the_one_of_the_corpus() -> None:
    with (FOLDER / "fans.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert [(fan.no, fan.id, *fan.name, fan.points) for fan in FANS] == [
        (int(row["no"]), row["id"], row["name_zh"], row["name_en"], int(row["points"]))
        for row in rows
    ]
    for fan, row in zip(FANS, rows, strict=True):
        ours = {_named(barred) for barred in fan.barred}
        theirs = set(filter(None, row["excludes"].split(",")))
        # Only readings of the same tiles are named besides, as the list of 1998 prints them.
        assert theirs <= ours
        extra = {_named(barred) for barred in fan.barred if barred.scope == "reading"}
        assert ours - theirs <= extra


def test_a_row_is_whole() -> None:
    assert len(FANS) == len(BY_ID) == len(EXAMPLES) == 82
    assert Counter(fan.kind.id for fan in FANS).keys() == KINDS.keys()
    of_the_win = {kind.id for kind in KINDS.values() if not kind.of_tiles}
    assert of_the_win == {"open", "wait", "moment"}
    for fan in FANS:
        assert all(fan.name)
        assert all(fan.definition)
        assert fan.points > 0
        assert fan.times >= 1
        assert len({barred.fan for barred in fan.barred}) == len(fan.barred)


@EVERY_FAN
def test_the_example_has_the_fan(fan: Fan) -> None:
    won = hand_of_example(EXAMPLES[fan.id])
    assert not hand_problems(won)
    quick = QUICK.of_hand(won)
    assert quick is not None
    for found in (score(won), quick):
        assert fan.id in {name for name, _points, _times in found.fans}


def test_examples_are_our_own() -> None:
    ours = [hand_of_example(example) for example in EXAMPLES.values()]
    assert len(set(ours)) == len(ours)
    known = {(tuple(sorted(won.all_tiles)), won.win_tile) for won in _corpus(100)}
    simple = [won for won in ours if (tuple(sorted(won.all_tiles)), won.win_tile) not in known]
    # Where few hands have the fan at all, two may be alike.
    assert len(simple) >= len(ours) - 4


def test_the_declaration_tells_kinds_examples_and_reasons() -> None:
    patterns = get_ruleset("guobiao").declaration()["patterns"]
    assert [pattern["id"] for pattern in patterns] == [fan.id for fan in FANS]
    for pattern, fan in zip(patterns, FANS, strict=True):
        assert pattern["kind"]["name"] == list(fan.kind.name)
        assert pattern["example"]["tile"]
        assert [row["id"] for row in pattern["exclusions"]] == [b.fan for b in fan.barred]
        for row in pattern["exclusions"]:
            zh, en = row["why"]
            assert BY_ID[row["id"]].name.zh in zh
            assert BY_ID[row["id"]].name.en in en
            assert all(row["principle"])
    short = get_ruleset("guobiao").declaration(helps=False)["patterns"]
    assert not {"kind", "example", "exclusions"} & short[0].keys()


def _corpus(each: int) -> list[GbHand]:
    """Hands of the corpus with up to so many for each fan."""
    taken: Counter[str] = Counter()
    chosen = []
    for line in lines("guobiao_hands.jsonl"):
        names = [name for name, _points, _times in line["fans"]]
        if any(taken[name] < each for name in names):
            taken.update(names)
            chosen.append(hand_of(line))
    return chosen


@lru_cache(maxsize=1)
def _explained() -> list[tuple[set[str], Explanation, GbHand]]:
    """Many hands with the fans that stand and why others do not."""
    made = [won for family in FAMILIES for won in islice(winning_hands(17, family), 150)]
    hands = [*SELDOM, *map(case_hand, CASES), *map(hand_of_example, EXAMPLES.values())]
    known = [won for won in (*hands, *_corpus(6), *made) if won.seat_wind is not None]
    unknown = [won for won in hands if won.seat_wind is None]
    found = [(explain(won), won) for won in (*unknown, *known)]
    return [({fan for fan, _p, _t in why.score.fans}, why, won) for why, won in found]


@pytest.mark.parametrize(("fan", "barred"), BARRED, ids=lambda x: getattr(x, "id", None) or x.fan)
def test_every_exclusion_applies(fan: Fan, barred: Barred) -> None:
    """Where the fan stands, what it bars does not; and a hand shows it barred for that reason."""
    seen = False
    for standing, explanation, _won in _explained():
        if fan.id not in standing:
            continue
        if barred.scope in ("hand", "reading"):
            assert barred.fan not in standing
        for left in explanation.not_counted:
            if barred.scope == "reading":
                seen |= left.fan == barred.fan and left.reason == "highest"
            elif left.fan == barred.fan and left.by == fan.id:
                assert left.reason == barred.principle
                seen = True
    # What does not meet the definition is never found, so that nothing need strike it out.
    assert seen == (barred.principle != "definition")


@pytest.mark.parametrize(
    ("fan", "barred"),
    [(fan, barred) for fan, barred in BARRED if barred.principle == "no_repeat"],
    ids=lambda x: getattr(x, "id", None) or x.fan,
)
def test_what_a_fan_is_said_to_hold_it_always_holds(fan: Fan, barred: Barred) -> None:
    tried = 0
    for standing, explanation, won in _explained():
        if fan.id not in standing:
            continue
        shown = standing | {left.fan for left in explanation.not_counted}
        wanted = next((row for row in EITHER if barred.fan in row), {barred.fan})
        if barred.fan in NEED_SETS and not explanation.score.shape.sets:
            continue
        if barred.fan == "dan_diao_jiang" and len(explanation.waits) > 1:
            continue
        if barred.fan.endswith("feng_ke") and None in (won.seat_wind, won.round_wind):
            continue
        assert shown & set(wanted), (fan.name.zh, won)
        tried += 1
    assert tried
