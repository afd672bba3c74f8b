"""Somebody's own hands as CSV: one line per hand, in the order in which they were played."""

import csv
import io
from collections.abc import Iterator, Sequence

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.exporting.cells import safe
from tournaments.exporting.naming import event_name
from tournaments.services.played_hands import entry_key, played_hands
from tournaments.services.tables import HandState, SeatState, TableState

WINDS = "ESWN"


def hands_csv(games: Sequence[tuple[SeatState, TableState]], language: str) -> bytes:
    """Return the file: UTF-8 with its mark, commas, CRLF. Days are of the club's clock. Points
    outside hands, penalties and totals that were typed, have a line without a hand number."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow(_titles())
    total = 0
    for seat, state in games:
        for line in _lines(seat, state, language):
            total += line[-1] if isinstance(line[-1], int) else 0
            writer.writerow([*(safe(c) if isinstance(c, str) else c for c in line), total])
    return stream.getvalue().encode("utf-8-sig")


def _titles() -> list[str]:
    return [
        _("Event"),
        _("Date"),
        _("Round"),
        _("Table"),
        _("Hand"),
        _("Round wind"),
        _("Seat wind"),
        _("What happened"),
        _("Fan"),
        _("Patterns"),
        _("Points"),
        _("Sum"),
    ]


def _lines(seat: SeatState, state: TableState, language: str) -> Iterator[list[str | int]]:
    names = {p.id: p.name for p in state.ruleset.patterns}
    zone = state.tournament.club.zone
    facts = {hand.where[2]: hand for hand in played_hands([state], entry_key)}
    for hand in state.hands:
        day = timezone.localdate(hand.hand.created_at, zone).isoformat()
        own = [
            winner
            for tile in facts[hand.number].tiles
            for winner in tile.winners
            if winner.chair == seat.chair
        ]
        patterns = [names[p].in_language(language) for w in own for p in w.patterns if p in names]
        yield [
            event_name(state.tournament),
            day,
            state.round.number,
            state.table.number,
            hand.number,
            WINDS[hand.position.prevailing],
            WINDS[hand.position.winds[seat.chair]],
            _happened(seat, hand),
            "" if not own or own[0].fan is None else own[0].fan,
            " · ".join(patterns),
            hand.deltas[seat.chair],
        ]
    rest = seat.total - sum(hand.deltas[seat.chair] for hand in state.hands)
    if rest or (state.typed and state.has_result):
        words = _("totals only") if state.typed else _("penalties")
        where: list[str | int] = [state.round.number, state.table.number]
        day = state.tournament.starts_on.isoformat() if state.tournament.starts_on else ""
        yield [event_name(state.tournament), day, *where, "", "", "", words, "", "", rest]


def _happened(seat: SeatState, hand: HandState) -> str:
    """Say what the hand was for this person."""
    if hand.end == "abort" and not hand.claims:
        return _("Annulled")
    own = [claim for claim in hand.claims if seat.chair in claim.winners]
    if own:
        self_drawn = any(claim.giver is None for claim in own)
        return pgettext("own hand", "self-draw") if self_drawn else pgettext("own hand", "won")
    if any(claim.giver == seat.chair for claim in hand.claims):
        return pgettext("own hand", "dealt in")
    if hand.claims:
        return pgettext("own hand", "another won")
    return _("Drawn hand")
