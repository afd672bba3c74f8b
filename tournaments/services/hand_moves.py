"""The hands of a table when its people turn out to sit on other chairs: each hand goes with its
people to their winds and is settled again."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.progress import Position
from scoring.reseat import reseat_events
from tournaments.models import Act, Table
from tournaments.services.audit import Change
from tournaments.services.errors import Conflict
from tournaments.services.hands import Sheet, facts, fill, hand_change


def move_hands(table: Table, new_chair: Sequence[int]) -> list[Change]:
    """Write every hand in force again: whoever sat on chair ``c`` sits on ``new_chair[c]``. Returns
    the audit changes; raises `Invalid`, naming the hand that cannot be so."""
    sheet = Sheet(table)
    was_over = sheet.positions()[-1] is None
    changes = []
    for index, hand in enumerate(sheet.hands):
        given = hand.position.get("given_dealer")
        old = Position.from_json(hand.position)
        before = facts(hand)
        if given is not None:
            hand.position = {**hand.position, "given_dealer": new_chair[given]}
        position = sheet.positions()[index]
        if position is None:
            raise Conflict(
                _("Hand %(n)d would stand after the end of the game; undo it first.")
                % {"n": hand.number}
            )
        # Old seat → the chair it was → that person's new chair → the wind it has in this hand.
        new_seat = [position.winds[new_chair[chair]] for chair in old.chairs]
        events = reseat_events(hand.record["events"], sheet.ruleset.vocabulary, new_seat)
        fill(hand, sheet.settled_again(hand, index, position, events))
        hand.revision += 1
        hand.save()
        changes.append(hand_change(Act.HAND_AMENDED, hand, table, before, facts(hand)))
    sheet.settle_status(was_over)
    return changes
