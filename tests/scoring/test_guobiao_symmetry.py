"""What cannot change a total: the order of tiles and melds, the names of suits and winds."""

from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.hand import KONG_ADDED, KONG_EXPOSED, Meld
from scoring.rulesets.guobiao.engine.explain import explain
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.score import readings, score
from scoring.rulesets.guobiao.quick.count import QuickCounter
from tests.scoring.gb_hands import hand_from, profile
from tests.scoring.guobiao_quick.random_hands import FAMILIES, winning_hands

OPTIONS = {name: profile(name) for name in ("chinese", "wmo2006", "seed_list")}
COUNTERS = {name: QuickCounter(options) for name, options in OPTIONS.items()}
Fans = tuple[tuple[str, int, int], ...]
Counted = tuple[int, int, Fans]

HANDS = st.builds(
    lambda seed, family: next(islice(winning_hands(seed, family), 1)),
    st.integers(0, 10**6),
    st.sampled_from(FAMILIES),
)
# These look at what is painted on the tiles.
BOUND = frozenset({"lv_yi_se", "tui_bu_dao"})


def _readable(won: GbHand, name: str) -> Counted:
    found = score(won, OPTIONS[name])
    return found.fan, found.total, found.fans


def _quick(won: GbHand, name: str) -> Counted:
    found = COUNTERS[name].of_hand(won)
    assert found is not None
    return found.fan, found.total, found.fans


WAYS = pytest.mark.parametrize("count", [_readable, _quick], ids=["readable", "quick"])
PROFILES = pytest.mark.parametrize("name", OPTIONS)
Count = Callable[[GbHand, str], Counted]


def _with(won: GbHand, **changed: Any) -> GbHand:
    facts = {field: getattr(won, field) for field in GbHand.__dataclass_fields__}
    return GbHand(**(facts | changed))


@PROFILES
@WAYS
@settings(max_examples=50)
@given(HANDS, st.randoms(use_true_random=False))
def test_the_order_of_tiles_and_melds(count: Count, name: str, won: GbHand, random: Any) -> None:
    concealed, melds = list(won.concealed), list(won.melds)
    random.shuffle(concealed)
    random.shuffle(melds)
    assert count(_with(won, concealed=tuple(concealed), melds=tuple(melds)), name) == count(
        won, name
    )


@settings(max_examples=40)
@given(HANDS, st.randoms(use_true_random=False))
def test_the_order_changes_no_explanation(won: GbHand, random: Any) -> None:
    concealed, melds = list(won.concealed), list(won.melds)
    random.shuffle(concealed)
    random.shuffle(melds)
    first, again = explain(won), explain(_with(won, concealed=tuple(concealed), melds=tuple(melds)))
    assert (again.not_counted, again.groups, again.waits) == (
        first.not_counted,
        first.groups,
        first.waits,
    )
    assert [other.fans for other in again.others] == [other.fans for other in first.others]


def _is_bound(won: GbHand) -> bool:
    found = readings(won, OPTIONS["chinese"])
    return any(reading.found[fan] > 0 for reading in found for fan in BOUND)


def _renamed(won: GbHand, names: list[int], **facts: Any) -> GbHand:
    """The hand with every tile renamed; ``names`` has 34 tiles."""
    melds = tuple(
        Meld(meld.kind, tuple(sorted(names[tile] for tile in meld.tiles))) for meld in won.melds
    )
    concealed = tuple(names[tile] for tile in won.concealed)
    return _with(won, concealed=concealed, melds=melds, win_tile=names[won.win_tile], **facts)


@PROFILES
@WAYS
@settings(max_examples=50)
@given(HANDS, st.permutations(range(3)))
def test_the_names_of_suits(count: Count, name: str, won: GbHand, suits: list[int]) -> None:
    names = [9 * suits[tile // 9] + tile % 9 for tile in range(27)] + list(range(27, 34))
    other = _renamed(won, names)
    if not _is_bound(won) and not _is_bound(other):
        assert count(other, name) == count(won, name)


@PROFILES
@WAYS
@settings(max_examples=50)
@given(HANDS)
def test_ranks_backwards(count: Count, name: str, won: GbHand) -> None:
    """1 for 9, 2 for 8 …: fans of great and small numbers change places, nothing else does."""
    names = [tile - tile % 9 + 8 - tile % 9 for tile in range(27)] + list(range(27, 34))
    other = _renamed(won, names)
    if not _is_bound(won) and not _is_bound(other):
        assert count(other, name)[:2] == count(won, name)[:2]


@PROFILES
@WAYS
@settings(max_examples=50)
@given(HANDS, st.permutations(range(4)), st.permutations(range(3)))
def test_the_names_of_winds_and_dragons(
    count: Count, name: str, won: GbHand, winds: list[int], dragons: list[int]
) -> None:
    names = [*range(27), *(27 + wind for wind in winds), *(31 + dragon for dragon in dragons)]
    assert won.seat_wind is not None
    assert won.round_wind is not None
    seat, round_ = winds[won.seat_wind], winds[won.round_wind]
    other = _renamed(won, names, seat_wind=seat, round_wind=round_)
    if not _is_bound(won) and not _is_bound(other):
        assert count(other, name) == count(won, name)


@PROFILES
@WAYS
@settings(max_examples=50)
@given(HANDS, st.integers(0, 7))
def test_a_flower_adds_one(count: Count, name: str, won: GbHand, flowers: int) -> None:
    fan, total, fans = count(_with(won, flowers=flowers), name)
    more_fan, more_total, more_fans = count(_with(won, flowers=flowers + 1), name)
    assert total == fan + flowers
    assert (more_fan, more_total) == (fan, total + 1)
    assert {row for row in fans if row[0] != "hua_pai"} < set(more_fans)


@PROFILES
@WAYS
@settings(max_examples=50)
@given(HANDS)
def test_how_a_melded_kong_came_about(count: Count, name: str, won: GbHand) -> None:
    other = {KONG_ADDED: KONG_EXPOSED, KONG_EXPOSED: KONG_ADDED}
    melds = tuple(Meld(other.get(meld.kind, meld.kind), meld.tiles, giver=1) for meld in won.melds)
    assert count(_with(won, melds=melds), name) == count(won, name)


def test_the_suits_of_painted_fans_matter() -> None:
    green, other = (
        hand_from("234s34s66z [666s] [888s] +2s"),
        hand_from("234m34m66z [666m] [888m] +2m"),
    )
    assert _is_bound(green)
    assert not _is_bound(other)
    assert _readable(green, "chinese")[0] > 88 > _readable(other, "chinese")[0]
