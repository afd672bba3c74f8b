"""Hands of the house games against the Guobiao corpus: what both games know, both must find."""

from collections import Counter
from typing import Any

import pytest

from scoring.hand import HandTiles
from scoring.rulesets import get_ruleset
from scoring.rulesets.guizhou_zhuoji.payout import names_of as guizhou
from scoring.rulesets.hubei_kawuxing.hand import patterns_of as hubei
from scoring.rulesets.two_player.hand import patterns_of as two_player
from scoring.rulesets.two_player.table import LIMIT_NAMES
from tests.scoring.gb_hands import hand_of, lines

SAME = {
    "大四喜": "da_si_xi", "大三元": "da_san_yuan", "绿一色": "lv_yi_se",
    "九莲宝灯": "jiu_lian_bao_deng", "四杠": "si_gang", "十三幺": "shi_san_yao",
    "清幺九": "qing_yao_jiu", "小四喜": "xiao_si_xi", "小三元": "xiao_san_yuan",
    "字一色": "zi_yi_se", "四暗刻": "si_an_ke", "七对": "qi_dui", "连七对": "qi_dui",
    "清一色": "qing_yi_se", "清龙": "yi_tiao_long", "碰碰和": "peng_peng_hu",
    "混一色": "hun_yi_se", "断幺": "duan_yao",
}  # fmt: skip
# Not four sets and a pair, nor seven pairs, nor thirteen orphans.
NO_WIN = {"全不靠", "七星不靠", "组合龙"}
# Fans that go without saying 碰碰和.
TRIPLETS = ("碰碰和", "四暗刻", "四杠", "一色四节高")
OF_HUBEI = ("大三元", "小三元", "碰碰和")
LINES = lines("guobiao_hands.jsonl")


def _tiles(line: dict[str, Any]) -> tuple[HandTiles, int, Counter[str]]:
    hand = hand_of(line)
    fans = Counter({name: times for name, _points, times in line["fans"]})
    return HandTiles(hand.concealed, hand.melds), hand.win_tile, fans


def test_two_players_find_what_guobiao_finds() -> None:
    met: Counter[str] = Counter()
    for line in LINES:
        hand, tile, fans = _tiles(line)
        found = two_player(hand, tile, claimed=not line["self_drawn"])
        if NO_WIN & set(fans):
            assert not found, line["id"]
            met["none"] += 1
            continue
        names = {name for reading in found for name in reading}
        for fan, name in SAME.items():
            # Here terminals are a limit hand as triplets only.
            if fan in fans and not (fan == "清幺九" and "七对" in fans):
                assert name in names, (line["id"], fan)
                met[name] += 1
        # What is no limit hand in Guobiao is none here, but for nine gates with another wait.
        limits = names & set(LIMIT_NAMES) - {"jiu_lian_bao_deng"}
        assert limits <= {SAME[fan] for fan in fans if fan in SAME} | _implied(fans), line["id"]
        if fans["双箭刻"]:
            assert any(reading.count("jian_ke") == 2 for reading in found)
        if fans["箭刻"]:
            assert "jian_ke" in names
    assert min(met[name] for name in {*SAME.values(), "none"}) >= 25, met


def _implied(fans: Counter[str]) -> set[str]:
    """Limit hands that a dearer one leaves unsaid in Guobiao."""
    implied = set()
    if fans["大四喜"] or fans["字一色"] or fans["清幺九"] or fans["四杠"] or fans["混幺九"]:
        implied |= {"si_an_ke"}
    if fans["大四喜"]:
        implied |= {"zi_yi_se"}
    return implied


@pytest.mark.parametrize("fan", OF_HUBEI)
def test_hubei_finds_what_guobiao_finds(fan: str) -> None:
    met = 0
    for line in LINES:
        hand, tile, fans = _tiles(line)
        if fan in fans:
            options = get_ruleset("hubei_kawuxing").resolve_options({})
            names = {name for reading in hubei(hand, tile, options) for name in reading}
            assert SAME[fan] in names, line["id"]
            met += 1
    assert met >= 25


def test_guizhou_finds_what_guobiao_finds() -> None:
    met: Counter[str] = Counter()
    for line in LINES:
        hand, tile, fans = _tiles(line)
        names = set(guizhou(hand, tile))
        pure = bool(fans["清一色"] or fans["连七对"] or fans["九莲宝灯"])
        if fans["七对"] or fans["连七对"]:
            dragon = "青龙背" if fans["四归一"] else "清七对"
            wanted = {"青龙背": "qing_long_bei", "清七对": "qing_qi_dui"}[dragon]
            if not pure:
                wanted = "long_qi_dui" if fans["四归一"] else "qi_dui"
        elif any(fans[fan] for fan in TRIPLETS):
            wanted = "qing_da_dui" if pure else "da_dui_zi"
        elif pure:
            wanted = "qing_yi_se"
        else:
            continue
        assert wanted in names, (line["id"], names, wanted)
        met[wanted] += 1
    assert len(met) == 7, met
