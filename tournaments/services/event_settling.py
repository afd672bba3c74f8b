"""The hands of an event document, settled anew and compared with what the document says."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from scoring.errors import Refusal
from scoring.progress import Position, table_positions
from scoring.ruleset import Ruleset
from tournaments.models import Hand
from tournaments.services.event_document import plain_settlement
from tournaments.services.hand_derived import set_per_chair
from tournaments.services.hands import context_of
from tournaments.services.refusals import words
from tournaments.services.tables import outcome_of

Part = dict[str, Any]


class _UnsettledError(Exception):
    """A hand that cannot be what the document says; the text tells why."""


@dataclass
class SettledSheet:
    """The hands of one table, not saved yet, and what was wrong with them."""

    hands: list[Hand] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Settler:
    """Settles hands under the pinned rules of an event. With ``rescore`` the present engine has
    the last word, else every difference from the document is a problem."""

    ruleset: Ruleset
    options: Part
    seat_change: str
    rescore: bool

    def sheet(self, table: Part) -> SettledSheet:
        """Settle the hands of a table in their order."""
        sheet = SettledSheet()
        in_force: list[Hand] = []
        for part in table["hands"]:
            undone = part["undone_at"] is not None
            earlier = in_force[: part["number"] - 1] if undone else in_force
            name = _("hand %(n)d") % {"n": part["number"]}
            try:
                hand = self._hand(part, earlier, len(table["seats"]))
            except _UnsettledError as error:
                sheet.problems.append(f"{name}: {error}")
                # What follows depends on it: naming more would only repeat the same mistake.
                break
            if not self.rescore:
                sheet.problems += [
                    f"{name}: {words}" for words in self._differences(part, hand, earlier)
                ]
            sheet.hands.append(hand)
            if not undone:
                in_force.append(hand)
        return sheet

    def _hand(self, part: Part, earlier: Sequence[Hand], players: int) -> Hand:
        position, place = self._position(part, earlier, players)
        record = dict(part["record"])
        if record.setdefault("ruleset", self.ruleset.id) != self.ruleset.id:
            raise _UnsettledError(_("its record is of another rule system."))
        context = context_of(self.ruleset, earlier, position)
        if "context" not in record or (self.rescore and part["undone_at"] is None):
            record["context"] = context
        try:
            settlement = self.ruleset.settle(record, self.options)
        except Refusal as refusal:
            raise _UnsettledError(words(refusal.message)) from refusal
        if len(settlement.deltas) != position.players:
            raise _UnsettledError(_("its record is of another number of players."))
        hand = Hand(
            number=part["number"],
            record=record,
            settlement=settlement.to_stored(),
            position=place,
            revision=part["revision"],
            note=part["note"],
            created_at=part["created_at"],
            changed_at=part["changed_at"],
            undone_at=part["undone_at"],
        )
        set_per_chair(hand, record, settlement, position)
        return hand

    def _position(self, part: Part, earlier: Sequence[Hand], players: int) -> tuple[Position, Part]:
        """Return where a hand stands, and that as it is stored."""
        given = (part["position"] or {}).get("given_dealer")
        if part["undone_at"] is not None and part["position"] is not None:
            # The hands before it may have changed since: where it stood is a fact of its own.
            position: Position | None = Position.from_json(part["position"])
        else:
            position = self._derived(earlier, players, given)
        if position is None:
            raise _UnsettledError(_("it stands after the end of the game."))
        if position.players != players:
            raise _UnsettledError(_("the table has another number of players."))
        if position.dealer is None:
            raise _UnsettledError(_("it is not said who deals."))
        place = position.to_json()
        return position, place if given is None else place | {"given_dealer": given}

    def _derived(self, earlier: Sequence[Hand], players: int, given: int | None) -> Position | None:
        dealers = {
            i: hand.position["given_dealer"]
            for i, hand in enumerate(earlier)
            if "given_dealer" in hand.position
        }
        if given is not None and given < players:
            dealers[len(earlier)] = given
        return table_positions(
            self.ruleset,
            self.seat_change,
            [outcome_of(hand.record, hand.settlement) for hand in earlier],
            players=players,
            given_dealers=dealers,
        )[-1]

    def _differences(self, part: Part, hand: Hand, earlier: Sequence[Hand]) -> Iterator[str]:
        """Compare a settled hand with what the document says of it, where it says anything."""
        context = context_of(self.ruleset, earlier, Position.from_json(hand.position))
        said = part["settlement"]
        now = plain_settlement(hand.settlement)
        if said is not None and said != now:
            yield _("the document says %(said)s, the rules now give %(now)s.") % {
                "said": _sums(said, now),
                "now": _sums(now, said),
            }
        if part["position"] is not None and part["position"] != hand.position:
            yield _("its winds or its dealer are not those that the hands before it give.")
        if part["undone_at"] is None and hand.record["context"] != context:
            yield _("its context is not what the hands before it make it.")


def _sums(settlement: Part, other: Part) -> str:
    """Return the deltas; where these are equal, the first key that is not."""
    if settlement.get("deltas") != other.get("deltas"):
        return json.dumps(settlement.get("deltas"))
    keys = sorted(settlement.keys() | other.keys())
    key = next(k for k in keys if settlement.get(k) != other.get(k))
    return f"{key} {json.dumps(settlement.get(key))}"
