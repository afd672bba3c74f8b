"""Sichuan hands as they are played: kongs, robberies, penalties, the end, the next dealer."""

from typing import Any

import pytest

from scoring.health import findings
from scoring.rulesets import get_ruleset
from tests.scoring.build import ABORT, Json, kong
from tests.scoring.sichuan_hands import (
    FAMILY,
    PLAIN,
    XUELIU,
    XUEZHAN,
    answer,
    deltas,
    exhaust,
    kong_draw,
    lines,
    named,
    robbery,
    several,
    shown,
    win_tiles,
)

ADJUST: Json = {"type": "adjust", "from": 0, "to": 1, "amount": 7, "reason": "late"}


def _penalty(seat: int, kind: str = "false_win", **more: Any) -> Json:
    return {"type": "penalty", "seat": seat, "kind": kind, **more}


# 血战: who is out


def test_a_winner_neither_pays_nor_receives_any_more() -> None:
    events = [
        named(0, 1, "ping_hu"),
        kong(2, "added", "2m"),
        kong(3, tile="7s"),
        named(1, None, "ping_hu"),
        kong(2, tile="3m"),
        exhaust("W", "W", "N", 2),
    ]
    found = answer(XUEZHAN, *events)
    assert lines(found, "kong") == [
        ("kong", 1, 2, 1),
        ("kong", 3, 2, 1),
        ("kong", 1, 3, 2),
        ("kong", 2, 3, 2),
        ("kong", 3, 2, 2),
    ]
    assert lines(found, "win") == [("win", 1, 0, 1), ("win", 2, 1, 2), ("win", 3, 1, 2)]
    assert lines(found, "da_jiao") == [("da_jiao", 2, 3, 2)]
    # South has won since, and gets back what it paid while it was in.
    assert lines(found, "kong_refund") == [
        ("kong_refund", 2, 1, 1),
        ("kong_refund", 2, 3, 1),
        ("kong_refund", 2, 3, 2),
    ]


def test_three_winners_end_the_hand_without_looking_into_it() -> None:
    found = answer(XUEZHAN, kong(3), several(3, 0, 1, 2))
    assert found["end"] == "three_won"
    assert found["deltas"] == [-1, -1, -1, 3]
    assert found["next_dealer"] == 3


def test_one_win_ends_the_plain_hand() -> None:
    found = answer(PLAIN, kong(3), named(0, 1, "ping_hu"))
    assert (found["end"], found["deltas"]) == ("win", [-1, -3, -2, 6])


def test_winners_pay_and_win_on_where_blood_flows() -> None:
    events = [
        named(0, 1, "ji_ben_hu"),
        named(0, None, "ji_ben_hu"),
        named(1, 0, "dui_dui_hu"),
        exhaust("W", "W", 1, 1),
    ]
    found = answer(XUELIU, *events)
    assert found["deltas"] == [1 + 3 - 4, -1 - 1 + 4, -1, -1]
    assert [(w["event"], w["seat"]) for w in found["wins"]] == [(0, 0), (1, 0), (2, 1)]
    assert (found["end"], found["next_dealer"]) == ("exhaust", 0)


# Kongs


def test_a_robbed_kong_leaves_no_line_and_the_kongs_before_it_stand() -> None:
    chain = [kong(1, id="k0", tile="8s"), kong(1, "added", "4m", after="k0", id="k")]
    found = answer(XUEZHAN, *chain, robbery(3, 1)[1], exhaust(1, 1, 1, "W"))
    assert {line["event"] for line in found["ledger"]} == {0, 2}
    assert lines(found, "kong") == [("kong", seat, 1, 2) for seat in (0, 2, 3)]
    # The robbed kong is no 根 of the konger's either, and its pung is among the melds.
    later = shown("ready", "1178m", "pung 444m", "kong_concealed 8888s", "pung 999s")
    assert deltas(XUEZHAN, *chain, robbery(3, 1)[1], exhaust(1, later, 1, "W"))


def test_several_seats_rob_one_kong() -> None:
    event = several(1, 2, 3, row="ping_hu", by="rob_kong", kong="k", tile="4m")
    found = answer(XUEZHAN, robbery(3, 1)[0], event, exhaust(1, 1, "W", "W"))
    assert (found["deltas"], found["next_dealer"]) == ([0, -4, 2, 2], 1)


def test_kongs_where_blood_flows_are_paid_with_the_wins() -> None:
    events = [
        kong(0),
        kong(1, "exposed", "8s", giver=2),
        kong(3, "added", "7s"),
        named(0, None, "ji_ben_hu"),
        exhaust({"state": "won", "max_fan": 3}, 2, 1, "N"),
    ]
    found = answer(XUELIU, *events)
    assert lines(found, "kong", "kong_refund") == []
    assert lines(found, "win") == [("win", 1, 0, 4), ("win", 2, 0, 3), ("win", 3, 0, 4)]
    assert found["wins"][0]["points"] == 3
    assert lines(found, "da_jiao") == [
        ("da_jiao", 3, 0, 4),
        ("da_jiao", 3, 1, 3),
        ("da_jiao", 3, 2, 2),
    ]


def test_a_robbed_kong_counts_neither_for_nor_against() -> None:
    events = [*robbery(3, 1, "ji_ben_hu"), named(1, 3, "ji_ben_hu"), exhaust(1, "W", 1, "W")]
    found = answer(XUELIU, *events)
    assert found["deltas"] == [0, 0, 0, 0]
    assert [w["fan"] for w in found["wins"]] == [1, 1]


def test_all_three_pay_kongs_where_winners_play_on() -> None:
    events = [
        named(0, 1, "ji_ben_hu"),
        kong(2, tile="8s"),
        exhaust({"state": "won", "max_fan": 1}, 1, "N", 1),
    ]
    found = answer(XUELIU, *events, kong_mode="instant")
    assert lines(found, "kong") == [("kong", seat, 2, 2) for seat in (0, 1, 3)]
    assert lines(found, "kong_refund") == [("kong_refund", 2, seat, 2) for seat in (0, 1, 3)]


def test_a_moved_kong_is_not_refunded_again() -> None:
    events = [
        kong(1, id="k"),
        named(2, 1, "ping_hu", flags=["kong_discard"], kong="k"),
        kong(1, tile="8s"),
        exhaust(1, "N", "W", 1),
    ]
    found = answer(XUEZHAN, *events, kong_transfer="last_kong")
    assert lines(found, "kong_transfer") == [("kong_transfer", 1, 2, 6)]
    assert {line[3] for line in lines(found, "kong_refund")} == {2}
    assert [line[2] for line in lines(found, "kong_refund")] == [0, 3]
    assert len(lines(answer(XUEZHAN, *events), "kong_refund")) == 5


def test_each_of_several_winners_gets_the_kong_money() -> None:
    win = several(1, 2, 3, flags=["kong_discard"], kong="k")
    found = answer(PLAIN, kong(1, id="k"), win, kong_transfer="last_kong")
    assert lines(found, "kong_transfer") == [
        ("kong_transfer", 1, 2, 6),
        ("kong_transfer", 1, 3, 6),
    ]
    assert found["deltas"] == [-2, 6 - 4 - 12, -2 + 2 + 6, -2 + 2 + 6]


def test_nothing_moves_where_nothing_was_received() -> None:
    events = [
        _penalty(1),
        kong(1, id="k"),
        named(2, 1, "ping_hu", flags=["kong_discard"], kong="k"),
    ]
    found = answer(PLAIN, *events, kong_transfer="chain")
    assert lines(found, "kong", "kong_transfer") == []
    # Kongs that count in the hand are no money either.
    events[2]["winners"][0]["declared"]["patterns"] = ["ji_ben_hu"]
    found = answer(XUELIU, *events, exhaust(1, 1, "W", 1), kong_transfer="chain")
    assert lines(found, "kong", "kong_transfer") == []


def test_an_exposed_kong_may_be_drawn_out_of_by_all_or_by_the_feeder() -> None:
    events = [kong(0, "exposed", giver=2, id="k"), kong_draw(0)]
    assert answer(PLAIN, *events, self_draw_bonus="add_base")["next_dealer"] == 2
    found = answer(PLAIN, *events, self_draw_bonus="add_fan")
    assert found["wins"][0]["items"] == [["ping_hu", 1], ["gen", 1], ["kong_draw", 1]]
    found = answer(PLAIN, *events, self_draw_bonus="add_fan", exposed_kong_draw="all")
    assert found["wins"][0]["items"][-1] == ["self_draw", 1]
    assert found["next_dealer"] == 0


def test_a_win_before_both_does_not_part_two_kongs() -> None:
    chain = [kong(2, id="a"), kong(2, "added", "8s", after="a")]
    found = answer(XUEZHAN, named(0, 1, "ping_hu"), *chain, exhaust("W", 1, 1, 1))
    assert len(lines(found, "kong")) == 4


# Penalties


def test_a_false_win_costs_the_kongs_before_and_after_it() -> None:
    events = [
        kong(0),
        _penalty(0),
        kong(0, tile="8s"),
        kong(1, tile="7s"),
        named(0, 1, "ping_hu", 2),
        exhaust("W", "N", 1, 1),
    ]
    found = answer(XUEZHAN, *events)
    assert lines(found, "kong") == [("kong", seat, 1, 2) for seat in (0, 2, 3)]
    assert lines(found, "penalty") == [("penalty", 0, seat, 1) for seat in (1, 2, 3)]
    assert found["deltas"][0] == -3 - 2 + 4 + 2


def test_who_is_paid_for_a_breach() -> None:
    hung = named(0, 1, "ping_hu")
    end = exhaust("W", 1, "N", 1)
    for kind, payees in (("false_win", [1, 3]), ("short", [0, 1, 3]), ("long", [0, 1, 3])):
        found = answer(XUEZHAN, hung, _penalty(2, kind), end, base=3)
        assert lines(found, "penalty") == [("penalty", 2, seat, 3) for seat in payees]
        found = answer(XUEZHAN, hung, _penalty(2, kind, against=[0], amount=99), end)
        assert lines(found, "penalty") == [("penalty", 2, 0, 1)]
    found = answer(XUELIU, named(0, 1, "ji_ben_hu"), _penalty(2), exhaust("W", 1, 1, 1))
    assert lines(found, "penalty") == [("penalty", 2, seat, 1) for seat in (0, 1, 3)]


def test_a_false_win_may_end_the_hand() -> None:
    events = [kong(0), kong(1, tile="8s"), _penalty(0)]
    for game in (XUEZHAN, PLAIN):
        found = answer(game, *events, false_win_effect="end_hand", context={"dealer": 2})
        assert found["end"] == "false_win"
        assert found["next_dealer"] == 2
        assert found["deltas"] == [-5, 7, -1, -1]
    found = answer(XUEZHAN, named(1, 0, "ping_hu"), _penalty(0), false_win_effect="end_hand")
    assert (found["deltas"], found["next_dealer"]) == ([-3, 1, 1, 1], 1)
    # Other breaches end nothing.
    short = [_penalty(0, "short"), exhaust("N", 1, 1, 1)]
    assert answer(PLAIN, *short, false_win_effect="end_hand")["end"] == "exhaust"


def test_kongs_of_a_false_winner_count_against_alone() -> None:
    events = [kong(3, "exposed", giver=0), _penalty(3), named(3, 1, "ji_ben_hu")]
    found = answer(XUELIU, *events, named(0, 3, "ji_ben_hu"), exhaust("W", 1, 1, "W"))
    assert [w["fan"] for w in found["wins"]] == [1, 1]
    assert lines(found, "win") == [("win", 1, 3, 1), ("win", 3, 0, 2)]


def test_a_wrong_number_of_tiles_pays_at_the_end() -> None:
    found = answer(XUEZHAN, _penalty(2, "short"), exhaust(2, 1, "P", 1))
    assert lines(found, "hua_zhu", "da_jiao") == [
        ("hua_zhu", 2, 0, 10),
        ("hua_zhu", 2, 1, 10),
        ("hua_zhu", 2, 3, 10),
        ("da_jiao", 2, 0, 2),
        ("da_jiao", 2, 1, 1),
        ("da_jiao", 2, 3, 1),
    ]


# The end of the wall


def test_pigs_do_not_pay_each_other() -> None:
    found = answer(XUEZHAN, exhaust("P", "P", "N", 3))
    assert lines(found, "hua_zhu") == [
        ("hua_zhu", 0, 2, 10),
        ("hua_zhu", 0, 3, 10),
        ("hua_zhu", 1, 2, 10),
        ("hua_zhu", 1, 3, 10),
    ]
    assert lines(found, "da_jiao") == [("da_jiao", seat, 3, 4) for seat in (0, 1, 2)]


def test_the_lines_stand_in_the_order_of_the_settlement() -> None:
    found = answer(XUEZHAN, kong(0), exhaust("P", "N", 1, 1), ADJUST)
    kinds = list(dict.fromkeys(line["kind"] for line in found["ledger"]))
    assert kinds == ["kong", "hua_zhu", "da_jiao", "kong_refund", "adjust"]


def test_a_winning_hand_is_priced_by_its_last_win() -> None:
    # 6m is an inside wait of a plain hand, 9m an outside hand.
    laid = win_tiles(0, 1, "12378978m12399p", "6m")
    doubling: Json = {"score_system": "doubling", "kong_mode": "instant", "hua_zhu_times": 2}
    found = answer(XUELIU, laid, exhaust("W", "N", "P", 1), **doubling)
    assert lines(found, "hua_zhu") == [("hua_zhu", 2, 0, 8), ("hua_zhu", 2, 3, 2)]
    assert lines(found, "da_jiao") == [("da_jiao", 1, 0, 4), ("da_jiao", 1, 3, 1)]
    found = answer(XUELIU, laid, exhaust("W", "N", "P", 1), **doubling, da_jiao_value="min")
    assert lines(found, "da_jiao") == [("da_jiao", 1, 0, 1), ("da_jiao", 1, 3, 1)]
    # What the state says goes first.
    said = {"state": "won", "declared": {"patterns": ["qing_yi_se"]}}
    found = answer(XUELIU, laid, exhaust(said, "N", 1, 1), **doubling)
    assert lines(found, "da_jiao")[0] == ("da_jiao", 1, 0, 4)
    assert answer(XUELIU, laid, exhaust(shown("won", "12378978m12399p"), "N", 1, 1))


def test_the_price_has_the_kongs_in_and_the_moment_out() -> None:
    events = [
        kong(0, tile="5p"),
        win_tiles(0, None, "123456m1178p", "9p", "kong_concealed 5555p", flags=["last_tile"]),
        exhaust("W", "N", 1, 1),
    ]
    found = answer(XUELIU, *events, last_tile_fan=1)
    assert found["wins"][0]["fan"] == 6
    assert lines(found, "da_jiao")[0] == ("da_jiao", 1, 0, 4)


def test_a_number_is_capped_and_three_waits_count_in_a_price() -> None:
    assert deltas(XUEZHAN, exhaust(9, "N", 1, 1), cap_fan=3) == [4, -6, 1, 1]
    assert deltas(XUELIU, exhaust(9, "N", 1, 1), cap_fan=3) == [3, -5, 1, 1]
    open_hand = shown("ready", "11m45678s", "pung 999s", "pung 222s")
    assert deltas(XUELIU, exhaust(open_hand, "N", 1, 1), san_tou_hu=2) == [3, -5, 1, 1]


def test_an_annulled_hand_moves_nothing_but_adjustments() -> None:
    events = [kong(0), named(0, 1, "ping_hu", 1), _penalty(2), ABORT, ADJUST]
    found = answer(XUEZHAN, *events, context={"dealer": 3})
    assert found["deltas"] == [-7, 7, 0, 0]
    assert (found["end"], found["next_dealer"]) == ("abort", 3)
    assert [(w["event"], w["seat"], w["fan"]) for w in found["wins"]] == [(1, 0, 2)]


def test_adjustments_and_reveals_may_stand_anywhere() -> None:
    reveal = {"type": "reveal", "kind": "wall", "tiles": ["1m"]}
    for game in FAMILY:
        found = answer(game, ADJUST, exhaust(1, 1, 1, 1), reveal, ADJUST)
        assert found["deltas"] == [-14, 14, 0, 0]


@pytest.mark.parametrize(
    ("events", "multi", "dealer"),
    [
        ([named(1, 2, "ping_hu"), named(0, 2, "ping_hu")], "first_event", 1),
        ([several(3, 0, 1)], "first_event", 3),
        ([several(3, 0, 1)], "any", 3),
        ([named(1, 2, "ping_hu"), several(2, 3, 0)], "first_event", 1),
        ([named(1, 2, "ping_hu"), several(2, 3, 0)], "any", 2),
        ([named(3, None, "ping_hu")], "any", 3),
    ],
)
def test_who_deals_next(events: list[Json], multi: str, dealer: int) -> None:
    won = {w["seat"] for event in events for w in event["winners"]}
    end = exhaust(*("W" if seat in won else 1 for seat in range(4)))
    ends = [end] if len(won) < 3 else []
    found = answer(XUEZHAN, *events, *ends, multi_win_dealer=multi, context={"dealer": 2})
    assert found["next_dealer"] == dealer
    dice = answer(XUEZHAN, *events, *ends, multi_win_dealer=multi, next_dealer="dice")
    assert dice["next_dealer"] is None


@pytest.mark.parametrize("game", FAMILY)
def test_who_deals_after_a_drawn_hand(game: str) -> None:
    end = exhaust(1, 1, 1, 1)
    context = {"dealer": 1, "last_dealers": [3, 2]}
    assert answer(game, end, context=context)["next_dealer"] == 1
    assert answer(game, end, context=context, draw_dealer="previous")["next_dealer"] == 3
    alone = {"dealer": 1}
    assert answer(game, end, context=alone, draw_dealer="previous")["next_dealer"] == 1
    assert answer(game, ABORT, context=context, draw_dealer="previous")["next_dealer"] == 1


@pytest.mark.parametrize(
    ("events", "discarder", "winner"),
    [
        ([named(1, 2, "ping_hu")], 2, 1),
        ([named(1, None, "ping_hu")], 1, 1),
        ([several(2, 3, 0)], 2, 2),
        (robbery(3, 1), 1, 3),
        ([kong(1, "exposed", giver=3, id="k"), kong_draw(1)], 3, 1),
        ([kong(1, id="k"), kong_draw(1)], 1, 1),
    ],
)
def test_who_deals_next_in_the_plain_game(events: list[Json], discarder: int, winner: int) -> None:
    assert answer(PLAIN, *events)["next_dealer"] == discarder
    assert answer(PLAIN, *events, next_dealer="winner")["next_dealer"] == winner


@pytest.mark.parametrize("game", FAMILY)
def test_presets_set_what_the_paper_says(game: str) -> None:
    ruleset = get_ruleset(game)
    (bundle,) = ruleset.bundles
    sizes = {name: len(values) for name, values in bundle.values.items()}
    assert (
        sizes
        == {
            XUEZHAN: {"kangshifu": 0, "capped4": 7, "online": 12},
            PLAIN: {"online": 0, "teahouse": 7},
            XUELIU: {"tongcheng": 0, "yichang": 1, "sanxia": 1, "chengdu": 14},
        }[game]
    )


def test_sentences_name_what_is_paid() -> None:
    ruleset = get_ruleset(XUEZHAN)
    events = [kong(0), named(0, None, "qing_yi_se", 1), exhaust("W", "N", 2, 1)]
    made = ruleset.settle({"ruleset": XUEZHAN, "events": events})
    words = {line.kind: line.reason for line in made.ledger}
    assert words["kong"].zh == "下雨（暗杠），2分"
    assert words["win"].zh == "自摸，清一色3＋根1＝4番，自摸加底1"
    assert words["win"].en == "self-draw: One suit 3 + fours 1 = 4 fan, self-draw + 1"
    assert words["da_jiao"].en == "Not ready: North's hand of 1 fan"
    capped = ruleset.settle({"ruleset": XUEZHAN, "events": events}, {"cap_fan": 3})
    assert next(x for x in capped.ledger if x.kind == "win").reason.zh.endswith(
        "＝3番，封顶，自摸加底1"
    )
    flow = [kong(1), named(0, 1, "dui_dui_hu"), exhaust("W", 1, 1, 1)]
    (line,) = get_ruleset(XUELIU).settle({"ruleset": XUELIU, "events": flow}).ledger
    assert line.reason.zh == "点炮，对对胡4＝4倍，付的人有杠＋2"


def test_nothing_declared_is_without_words_or_example() -> None:
    assert [str(found) for found in findings(map(get_ruleset, FAMILY))] == []
