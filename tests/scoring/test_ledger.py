"""Ledger lines, the book, and settlements that sum to zero."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ledger import HOUSE, LedgerBook, LedgerLine, Settlement, WinResult
from scoring.text import Text

WHY = Text("理由", "reason")
LINES = st.builds(
    lambda kind, payer, step, amount, event: LedgerLine(
        kind, payer, (payer + step) % 4, amount, event, WHY
    ),
    st.sampled_from(["win", "kong"]),
    st.integers(0, 3),
    st.integers(1, 3),
    st.integers(1, 1000),
    st.integers(0, 9),
)
WINS = st.builds(
    WinResult,
    st.integers(0, 9),
    st.integers(0, 3),
    fan=st.none() | st.integers(0, 300),
    points=st.none() | st.integers(0, 300),
    items=st.none() | st.just((("ping_hu", 1), ("gang_kai", 2))),
)
SETTLEMENTS = st.builds(
    Settlement,
    players=st.just(4),
    ledger=st.lists(LINES, max_size=8).map(tuple),
    end=st.sampled_from(["win", "exhaust", "abort"]),
    next_dealer=st.none() | st.integers(0, 3),
    wins=st.lists(WINS, max_size=3).map(tuple),
    carry_next=st.none() | st.dictionaries(st.just("huang_fan"), st.integers(1, 3)),
    streak_next=st.none() | st.integers(0, 5),
)


@given(SETTLEMENTS)
def test_a_settlement_sums_to_zero_and_keeps(settlement: Settlement) -> None:
    assert sum(settlement.deltas) == 0
    assert Settlement.from_stored(settlement.to_stored()) == settlement


@given(SETTLEMENTS)
def test_the_answer_has_exactly_the_keys_of_the_record_form(settlement: Settlement) -> None:
    keys = {"deltas", "wins", "ledger", "next_dealer", "end"}
    if settlement.carry_next is not None:
        keys.add("carry_next")
    if settlement.streak_next is not None:
        keys.add("streak_next")
    answer = settlement.to_json()
    assert set(answer) == keys
    for line in answer["ledger"]:
        assert set(line) == {"kind", "from", "to", "amount", "event"}


def test_a_fee_to_the_house_is_an_imbalance_with_a_name() -> None:
    fee = LedgerLine("house_fee", 0, HOUSE, 3, 0, WHY)
    with pytest.raises(ValueError, match="zero"):
        Settlement(4, (fee,), "win", 0)
    settlement = Settlement(4, (fee,), "win", 0, imbalance=Text("台费", "House fee"))
    assert settlement.deltas == (-3, 0, 0, 0)
    assert Settlement.from_stored(settlement.to_stored()) == settlement


@pytest.mark.parametrize(("payer", "receiver", "amount"), [(0, 1, 0), (0, 1, -1), (2, 2, 5)])
def test_a_line_moves_something_between_two(payer: int, receiver: int, amount: int) -> None:
    with pytest.raises(ValueError, match="positive amount"):
        LedgerLine("win", payer, receiver, amount, 0, WHY)


def test_the_book_turns_negative_amounts_round_and_drops_zeros() -> None:
    book = LedgerBook()
    book.pay("win", 0, 1, -4, 0, WHY)
    book.pay("win", 0, 1, 0, 0, WHY)
    book.each("kong", range(4), 2, 1, 3, WHY)
    assert [(line.payer, line.receiver, line.amount) for line in book.lines] == [
        (1, 0, 4),
        (0, 2, 1),
        (1, 2, 1),
        (3, 2, 1),
    ]


def test_carries_of_zero_are_left_out() -> None:
    settlement = Settlement(4, (), "exhaust", 0, carry_next={"huang_fan": 1, "kai_bao": 0})
    assert settlement.to_json()["carry_next"] == {"huang_fan": 1}
