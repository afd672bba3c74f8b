"""Move a record to other seats: the same people, other winds.

When an earlier hand is corrected the later ones may turn out to be other deals, in which the same
people hold other winds. Their records are then written again for the new seats; which keys hold
seats is read from the table of fields.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scoring.fields import (
    DECLARED,
    DECLARED_FIELDS,
    HAND,
    MELD_FIELDS,
    PER_SEAT,
    PER_SEAT_PAIRS,
    SEAT,
    SEATS,
    STATE_FIELDS,
    STATES,
    WINNER_FIELDS,
    WINNERS,
    Field,
    Vocabulary,
)

# Lists with one item per seat that the fields do not mark as such.
PER_SEAT_KEYS = {"exchange": ("given", "received")}


def reseat_events(
    events: Sequence[Mapping[str, Any]], vocabulary: Vocabulary, new_seat: Sequence[int]
) -> list[dict[str, Any]]:
    """Return the events with every seat ``s`` turned into ``new_seat[s]`` (a permutation)."""
    return [_Mover(vocabulary, new_seat).event(event) for event in events]


class _Mover:
    def __init__(self, vocabulary: Vocabulary, new_seat: Sequence[int]) -> None:
        self.vocabulary = vocabulary
        self.new_seat = new_seat
        self.movers: dict[str, Callable[[Any], Any]] = {
            SEAT: lambda seat: self.new_seat[seat],
            SEATS: lambda seats: [self.new_seat[seat] for seat in seats],
            PER_SEAT: self.per_seat,
            PER_SEAT_PAIRS: self.per_seat,
            STATES: lambda states: self.per_seat([self.state(s) for s in states]),
            WINNERS: self.winners,
            HAND: self.hand,
            DECLARED: lambda d: self.fields(d, self.vocabulary.fields("declared", DECLARED_FIELDS)),
        }

    def event(self, event: Mapping[str, Any]) -> dict[str, Any]:
        kind = str(event["type"])
        moved = self.fields(event, self.vocabulary.fields_of(kind) or ())
        for key in PER_SEAT_KEYS.get(kind, ()):
            if moved.get(key) is not None:
                moved[key] = self.per_seat(moved[key])
        if kind == "win" and moved.get("from") is not None:
            # Winners stand in turn order from the discarder, which may have changed.
            giver, seats = moved["from"], len(self.new_seat)
            moved["winners"] = sorted(moved["winners"], key=lambda w: (w["seat"] - giver) % seats)
        return moved

    def fields(self, content: Mapping[str, Any], fields: Sequence[Field]) -> dict[str, Any]:
        kinds = {f.key: f.kind for f in fields}
        return {
            key: self.movers[kinds[key]](value)
            if value is not None and kinds.get(key) in self.movers
            else value
            for key, value in content.items()
        }

    def per_seat(self, items: Sequence[Any]) -> list[Any]:
        moved: list[Any] = [None] * len(items)
        for seat, item in enumerate(items):
            moved[self.new_seat[seat]] = item
        return moved

    def state(self, state: Mapping[str, Any]) -> dict[str, Any]:
        return self.fields(state, self.vocabulary.fields("state", STATE_FIELDS))

    def winners(self, winners: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
        fields = self.vocabulary.fields("winner", WINNER_FIELDS)
        moved = [self.fields(winner, fields) for winner in winners]
        return moved

    def hand(self, hand: Mapping[str, Any]) -> dict[str, Any]:
        moved = dict(hand)
        if hand.get("melds"):
            moved["melds"] = [self.fields(meld, MELD_FIELDS) for meld in hand["melds"]]
        return moved
