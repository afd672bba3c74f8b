"""A hand says for which winds of the chairs it was entered. Where an earlier hand has moved the
deal meanwhile it is read for the same people."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from scoring.reseat import reseat_events
from tournaments.services.errors import Invalid, Problem

if TYPE_CHECKING:
    from tournaments.services.hands import Sheet

Events = Sequence[Mapping[str, Any]]


def checked_winds(winds: object, players: int) -> tuple[int, ...] | None:
    """Return the winds per chair that a hand was entered for; raise `Invalid`."""
    if winds is None:
        return None
    whole = isinstance(winds, list) and all(type(wind) is int for wind in winds)
    if not whole or sorted(winds) != list(range(players)):  # type: ignore[call-overload]
        raise Invalid(problems=[Problem("winds", _("Each chair has one wind."))])
    return tuple(winds)  # type: ignore[arg-type]


def as_seated(
    sheet: "Sheet", index: int, events: Events, dealer: int | None, winds: object
) -> tuple[Events, int | None]:
    """Return the events of the hand of this index (0-based) and its given dealer as its position
    has them. Where the dice decide, the winds say who deals. Raises `Invalid`."""
    entered = checked_winds(winds, sheet.players)
    positions = sheet.positions()
    position = positions[index] if index < len(positions) else None
    if entered is None or position is None:
        return events, dealer
    if position.dealer is None:
        return events, entered.index(0) if dealer is None else dealer
    if dealer is not None or entered == position.winds:
        return events, dealer
    # Only what the rules can read has seats that can be moved.
    made = [dict(event) for event in events]
    sheet.settled(index, position, made, unfinished=True)
    new_seat = [position.winds[entered.index(seat)] for seat in range(sheet.players)]
    return reseat_events(made, sheet.ruleset.vocabulary, new_seat), None
