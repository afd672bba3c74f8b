"""What a hand is worth while it is still being played."""

from typing import Any

import pytest

from scoring.errors import Refusal
from scoring.ledger import Settlement
from scoring.ruleset import UNFINISHED
from scoring.rulesets import get_ruleset
from tests.scoring.build import kong, number, win
from tests.scoring.test_corpus import RECORDS

Record = dict[str, Any]
SOUND = [record for record in RECORDS if "error" not in record["expect"]]


def _running(record: Record, count: int) -> Settlement:
    content = {**record, "events": record["events"][:count]}
    return get_ruleset(record["ruleset"]).running(content)


@pytest.mark.parametrize("record", SOUND, ids=lambda record: record["id"])
def test_every_hand_is_worth_something_at_every_moment(record: Record) -> None:
    settled = get_ruleset(record["ruleset"]).settle(record)
    assert _running(record, len(record["events"])) == settled
    for count in range(len(record["events"])):
        running = _running(record, count)
        assert sum(running.deltas) == 0 or running.imbalance is not None
        if running.end == UNFINISHED:
            assert running.next_dealer is None


def test_kongs_count_before_the_hand_is_over() -> None:
    events: list[Any] = [kong(1), kong(2, "added", "1z", id="k")]
    record = {"ruleset": "nanchang", "events": events}
    assert _running(record, 0).deltas == (0, 0, 0, 0)
    assert _running(record, 1).deltas == (-2, 6, -2, -2)
    running = _running(record, 2)
    assert (running.deltas, running.end) == ((-3, 5, 1, -3), UNFINISHED)
    events.append(win(3, 2, "ping_hu", by="rob_kong", tile="1z", kong="k"))
    # The second kong was robbed.
    assert _running(record, 3) == get_ruleset("nanchang").settle(record)
    assert {line.event for line in _running(record, 3).ledger} == {0, 2}


def test_what_is_wrong_is_refused_all_the_same() -> None:
    with pytest.raises(Refusal) as caught:
        get_ruleset("guobiao").running({"ruleset": "guobiao", "events": [number(5)]})
    assert caught.value.code == "below_minimum"
