"""Totals that were called at the table, beside what a hand comes to that is only being entered."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.claimed import Compared, compare
from tournaments.services.access import Actor
from tournaments.services.errors import Invalid, Problem
from tournaments.services.hand_seats import as_seated
from tournaments.services.hands import checked_events, sheet_and_index

MOST = 1_000_000


def compare_totals(
    actor: Actor,
    table_id: int,
    events: object,
    claims: object,
    *,
    number: int | None = None,
    dealer: int | None = None,
    winds: object = None,
) -> list[Compared]:
    """Compare called totals with the tiles or named rows of a hand; writes nothing. ``claims`` are
    objects of ``event`` (index), ``seat`` and ``fan``; what cannot be counted is left out.
    """
    asked = _checked(claims)
    sheet, index = sheet_and_index(actor, table_id, number)
    seated, dealer = as_seated(sheet, index, checked_events(events), dealer, winds)
    position = sheet.position_of(index, dealer)
    record = sheet.record_of(index, position, [dict(event) for event in seated])
    found = (
        compare(sheet.ruleset, record, sheet.tournament.ruleset_options, **claim)
        for claim in asked
        if claim["event"] < len(seated)
    )
    return [one for one in found if one is not None]


def _checked(claims: object) -> list[dict[str, int]]:
    if not isinstance(claims, list) or len(claims) > 4:
        raise Invalid(problems=[Problem("claims", _("Give up to four called totals."))])
    return [_claim(claim) for claim in claims]


def _claim(claim: Any) -> dict[str, int]:
    given = claim if isinstance(claim, Mapping) else {}
    event, seat, fan = (given.get(key) for key in ("event", "seat", "fan"))
    for value in (event, seat, fan):
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST:
            words = _("A called total has the event, the seat and the number.")
            raise Invalid(problems=[Problem("claims", words)])
    return {"event": event, "seat": seat, "claimed": fan}  # type: ignore[dict-item]  # checked above
