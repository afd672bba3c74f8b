"""The catalogues of penalties, and what a penalty moves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.penalties import PRESETS, SIZES, Effect, deltas_of, effect_of

EVERY = [(preset, code) for preset, catalogue in PRESETS.items() for code in catalogue.breaches]


@pytest.mark.parametrize(
    ("minutes", "points", "warning", "forfeit"),
    [
        (0, 0, False, False),
        (1, 10, True, False),
        (10, 10, True, False),
        (11, 20, False, False),
        (15, 20, False, False),
        (16, 0, False, True),
        (90, 0, False, True),
    ],
)
def test_lateness(minutes: int, points: int, warning: bool, forfeit: bool) -> None:
    effect = effect_of("gb1998", "late", minutes)
    assert (effect.points, effect.warning, effect.forfeit) == (points, warning, forfeit)
    assert effect.scope == "session"


@pytest.mark.parametrize("code", ["empty_call", "early_draw", "late_pung", "other"])
def test_a_warning_first_then_the_sizes_in_turn(code: str) -> None:
    assert effect_of("gb1998", code, 1) == Effect(warning=True)
    steps = [effect_of("gb1998", code, nth) for nth in range(2, 12)]
    assert [step.points for step in steps] == [*SIZES, 60, 60, 60]
    assert {step.mode for step in steps} == {"deduct"}


@pytest.mark.parametrize(
    ("code", "total"),
    [
        ("false_win_short_points", -30),
        ("false_win_wrong_tile", -30),
        ("false_win_one_away", -60),
        ("wrong_tile_count", 0),
        ("wrong_meld", 0),
    ],
)
def test_what_ends_the_right_to_win(code: str, total: int) -> None:
    effect = effect_of("gb1998", code)
    assert effect.dead_hand
    assert effect.total() == total
    assert sum(deltas_of(effect.mode, effect.points, 2)) == 0
    assert deltas_of(effect.mode, effect.points, 2)[2] == total


@pytest.mark.parametrize("code", ["false_win_deliberate", "cheating"])
def test_what_ends_the_event(code: str) -> None:
    assert effect_of("gb1998", code).disqualify


@pytest.mark.parametrize(("preset", "code"), EVERY)
def test_every_breach_is_whole(preset: str, code: str) -> None:
    breach = PRESETS[preset].breaches[code]
    assert breach.code == code
    assert breach.name.zh
    assert breach.name.en
    assert breach.source
    assert bool(breach.asks) == bool(breach.grades)
    if breach.grades:
        assert breach.grades[-1].up_to is None
    effect = effect_of(preset, code, 1)
    assert effect != Effect()


def test_unread_amounts_are_marked() -> None:
    assert all(breach.verified for breach in PRESETS["gb1998"].breaches.values())
    copied = PRESETS["mcr2006"].breaches
    assert [code for code, breach in copied.items() if breach.verified] == [
        "false_win_short_points"
    ]


def test_a_graded_breach_needs_its_number() -> None:
    with pytest.raises(ValueError, match="minutes"):
        effect_of("gb1998", "late")
    with pytest.raises(KeyError):
        effect_of("gb1998", "yawning")


@given(
    st.sampled_from(["none", "pay_each", "pay_to", "deduct"]),
    st.integers(0, 100),
    st.permutations(range(4)),
)
def test_only_a_deduction_leaves_the_table(mode: str, points: int, seats: list[int]) -> None:
    offender, to = seats[:2]
    moved = deltas_of(mode, points, offender, to=to)
    assert sum(moved) == (-points if mode == "deduct" else 0)
    assert moved[offender] <= 0
    assert all(moved[seat] >= 0 for seat in range(4) if seat != offender)


@pytest.mark.parametrize(
    ("mode", "offender", "to"), [("pay_to", 1, 1), ("pay_to", 1, None), ("deduct", 4, None)]
)
def test_wrong_seats_are_refused(mode: str, offender: int, to: int | None) -> None:
    with pytest.raises(ValueError, match="penalty"):
        deltas_of(mode, 5, offender, to=to)


def test_an_unknown_way_to_pay_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown"):
        deltas_of("owe", 5, 0)
