"""Winds, dealers and chairs: the sixteen hands of competition-rules.md §1.2, and other games."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.progress import (
    Outcome,
    Position,
    chart_position,
    table_positions,
)
from scoring.rulesets import get_ruleset

# Prevailing wind, then the winds of A, B, C, D, then who sits in the chairs E, S, W, N.
MCR2006 = """
E ESWN ABCD
E NESW ABCD
E WNES ABCD
E SWNE ABCD
S SENW BADC
S ENWS BADC
S NWSE BADC
S WSEN BADC
W NWES CDBA
W WSNE CDBA
W SEWN CDBA
W ENSW CDBA
N WNSE DCAB
N SWEN DCAB
N ESNW DCAB
N NEWS DCAB
"""
SEED000 = """
E ESWN ABCD
E NESW ABCD
E WNES ABCD
E SWNE ABCD
S ESWN ABCD
S NESW ABCD
S WNES ABCD
S SWNE ABCD
W SENW BADC
W ENWS BADC
W NWSE BADC
W WSEN BADC
N SENW BADC
N ENWS BADC
N NWSE BADC
N WSEN BADC
"""
NONE = """
E ESWN ABCD
E NESW ABCD
E WNES ABCD
E SWNE ABCD
S ESWN ABCD
S NESW ABCD
S WNES ABCD
S SWNE ABCD
W ESWN ABCD
W NESW ABCD
W WNES ABCD
W SWNE ABCD
N ESWN ABCD
N NESW ABCD
N WNES ABCD
N SWNE ABCD
"""
TABLES = {
    "mcr2006": MCR2006,
    "every_round": MCR2006,
    "seed000": SEED000,
    "west_swap": SEED000,
    "none": NONE,
}
DEALERS = {
    "mcr2006": "ABCD BADC CDBA DCAB",
    "seed000": "ABCD ABCD BADC BADC",
    "none": "ABCD ABCD ABCD ABCD",
}


def _row(position: Position) -> str:
    winds = "".join("ESWN"[wind] for wind in position.winds)
    chairs = "".join("ABCD"[position.places.index(place)] for place in range(4))
    return f"{'ESWN'[position.prevailing]} {winds} {chairs}"


@pytest.mark.parametrize("variant", TABLES)
def test_the_chart(variant: str) -> None:
    rows = [_row(chart_position(variant, deal)) for deal in range(1, 17)]
    written = TABLES[variant].split("\n")[1:-1]
    assert len(written) == 16
    assert rows == written


@pytest.mark.parametrize("variant", DEALERS)
def test_the_dealers(variant: str) -> None:
    dealers = "".join("ABCD"[chart_position(variant, d).dealer or 0] for d in range(1, 17))
    assert dealers == DEALERS[variant].replace(" ", "")


@pytest.mark.parametrize("variant", TABLES)
def test_everybody_deals_once_in_each_wind_round(variant: str) -> None:
    for first in (1, 5, 9, 13):
        assert {chart_position(variant, first + n).dealer for n in range(4)} == {0, 1, 2, 3}


def test_in_mcr2006_everybody_holds_every_chair_once() -> None:
    starts = [chart_position("mcr2006", deal).places for deal in (1, 5, 9, 13)]
    for player in range(4):
        assert {places[player] for places in starts} == {0, 1, 2, 3}


def test_in_mcr2006_a_and_b_are_never_opposite() -> None:
    starts = [chart_position("mcr2006", deal).places for deal in (1, 5, 9, 13)]
    opposite = {
        (a, b): sum((p[a] - p[b]) % 4 == 2 for p in starts) for a in range(4) for b in range(a)
    }
    assert opposite[1, 0] == opposite[3, 2] == 0
    assert all(n == 2 for pair, n in opposite.items() if pair not in {(1, 0), (3, 2)})


@pytest.mark.parametrize(("variant", "deal"), [("mcr2006", 0), ("mcr2006", 17), ("other", 1)])
def test_what_is_no_deal_or_no_chart(variant: str, deal: int) -> None:
    with pytest.raises(ValueError, match=r"deal|seat change"):
        chart_position(variant, deal)


@given(st.sampled_from(sorted(TABLES)), st.integers(1, 16), st.permutations(range(4)))
def test_chairs_and_seats_are_each_others_inverse(
    variant: str, deal: int, things: list[int]
) -> None:
    position = chart_position(variant, deal)
    assert position.dealer_seat == 0
    assert position.by_seat(position.by_chair(things)) == tuple(things)
    assert position.by_chair(position.by_seat(things)) == tuple(things)
    assert position.by_chair(position.chairs) == (0, 1, 2, 3)
    assert Position.from_json(position.to_json()) == position


WIN = Outcome("win", 1)
DRAW = Outcome("exhaust", 1)
AGAIN = Outcome("abort", 0)
TIMEOUT = Outcome("abort", 0, "timeout")


def _deals(positions: list[Position | None]) -> list[int | None]:
    return [position.deal if position else None for position in positions]


def test_guobiao_follows_the_chart_whatever_happened() -> None:
    positions = table_positions(get_ruleset("guobiao"), "mcr2006", [WIN, DRAW] * 8)
    assert _deals(positions) == [*range(1, 17), None]
    assert positions[4] == chart_position("mcr2006", 5)


def test_a_new_table_stands_at_the_first_hand() -> None:
    assert table_positions(get_ruleset("guobiao"), "none", []) == [chart_position("none", 1)]


def test_an_annulled_hand_is_dealt_again() -> None:
    positions = table_positions(get_ruleset("guobiao"), "none", [WIN, AGAIN, AGAIN, WIN])
    assert _deals(positions) == [1, 2, 2, 2, 3]


def test_an_annulled_last_hand_is_dealt_again() -> None:
    positions = table_positions(get_ruleset("guobiao"), "none", [*[WIN] * 15, AGAIN])
    assert _deals(positions)[-2:] == [16, 16]


def test_time_called_ends_the_game() -> None:
    positions = table_positions(get_ruleset("guobiao"), "none", [WIN, TIMEOUT])
    assert _deals(positions) == [1, 2, None]


def _facts(position: Position | None) -> tuple[Any, ...] | None:
    return (position.prevailing, position.dealer, position.winds) if position else None


def test_where_the_result_decides_the_dealer_is_always_east() -> None:
    stays, passes = Outcome("win", 0), Outcome("win", 1)
    positions = table_positions(
        get_ruleset("nanchang"), "none", [stays, passes, stays, passes, passes, passes, stays]
    )
    assert [_facts(p) for p in positions] == [
        (0, 0, (0, 1, 2, 3)),
        (0, 0, (0, 1, 2, 3)),
        (0, 1, (3, 0, 1, 2)),
        (0, 1, (3, 0, 1, 2)),
        (0, 2, (2, 3, 0, 1)),
        (0, 3, (1, 2, 3, 0)),
        # The deal has come round to the first dealer: the South round begins.
        (1, 0, (0, 1, 2, 3)),
        (1, 0, (0, 1, 2, 3)),
    ]
    assert _deals(positions) == list(range(1, 9))


def test_four_wind_rounds_begin_again_with_east() -> None:
    positions = table_positions(get_ruleset("nanchang"), "none", [Outcome("win", 1)] * 16)
    assert _facts(positions[-1]) == (0, 0, (0, 1, 2, 3))


def test_the_dice_choose_the_next_dealer() -> None:
    dice = Outcome("win", None)
    positions = table_positions(get_ruleset("nanchang"), "none", [dice, Outcome("win", 0)])
    assert _facts(positions[1]) == (0, None, (0, 1, 2, 3))
    positions = table_positions(
        get_ruleset("nanchang"), "none", [dice, Outcome("win", 0)], given_dealers={1: 2}
    )
    assert [p and p.dealer for p in positions] == [0, 2, 2]
    assert positions[1] is not None
    assert positions[1].winds == (2, 3, 0, 1)


def test_the_dice_choose_the_first_dealer() -> None:
    passes = Outcome("win", 1)
    positions = table_positions(get_ruleset("nanchang"), "none", [passes] * 4, given_dealers={0: 2})
    assert [p and (p.dealer, p.prevailing) for p in positions] == [
        (2, 0),
        (3, 0),
        (0, 0),
        (1, 0),
        (2, 1),
    ]


@given(st.lists(st.sampled_from([Outcome("win", 0), Outcome("win", 1), DRAW, AGAIN]), max_size=40))
def test_every_hand_has_a_dealer_who_is_east(outcomes: list[Outcome]) -> None:
    positions = table_positions(get_ruleset("nanchang"), "none", outcomes)
    assert len(positions) == len(outcomes) + 1
    for position in positions:
        assert position is not None
        assert position.dealer_seat == 0
        assert sorted(position.winds) == [0, 1, 2, 3]
