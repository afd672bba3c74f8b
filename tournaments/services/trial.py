"""A hand settled without an event: nothing is read and nothing is saved. A record travels in the
address of a page, packed short, so that a link brings the same hand again."""

import base64
import json
import zlib
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.errors import Refusal
from scoring.progress import Position
from scoring.record import Context, Record, parse_record
from scoring.ruleset import Ruleset
from tournaments.services.bodies import json_object
from tournaments.services.errors import Invalid, Problem
from tournaments.services.hands import Preview
from tournaments.services.refusals import invalid_from

LONGEST = 60_000
# What most records hold; packed text is shorter for it, and another one makes old links unreadable.
_SHARED = (
    b'"options":{"kind":"kong","tile":"melds":[{"kind":"pung","tiles":"{"ruleset":"context":'
    b'{"players":4,"dealer":0,"round_wind":0},"events":[{"type":"win","by":"discard","self_draw",'
    b'"winners":[{"seat":1,"hand":{"concealed":"declared":{"patterns":['
)


def packed(record: Mapping[str, Any]) -> str:
    """Return a record as text that can stand in an address."""
    plain = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_SHARED)
    short = deflate.compress(plain) + deflate.flush()
    return base64.urlsafe_b64encode(short).decode().rstrip("=")


def unpacked(text: str) -> dict[str, Any]:
    """Return the record that `packed` wrote; raise `Invalid` for anything else."""
    try:
        short = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        inflate = zlib.decompressobj(-15, zdict=_SHARED)
        plain = inflate.decompress(short, LONGEST)
    except (ValueError, zlib.error):
        raise _no_hand() from None
    if not inflate.eof or inflate.unconsumed_tail:
        raise _no_hand()
    return json_object(plain, LONGEST)


def _no_hand() -> Invalid:
    return Invalid(problems=[Problem("hand", _("This address holds no hand."))])


def blank(ruleset: Ruleset) -> dict[str, Any]:
    """Return the record of a hand of which nothing is known yet."""
    context = {"players": ruleset.players[0], "dealer": 0, "round_wind": 0}
    return {"ruleset": ruleset.id, "context": context, "options": {}, "events": []}


def read(ruleset: Ruleset, record: Mapping[str, Any]) -> Record:
    """Return a record as the ruleset reads it; raise `Invalid` with all that is wrong, options and
    a foreign ruleset among it."""
    if record.get("ruleset", ruleset.id) != ruleset.id:
        raise Invalid(problems=[Problem("ruleset", _("This is a record of other rules."))])
    try:
        parsed = parse_record(record, ruleset.vocabulary)
        ruleset.resolve_options(parsed.options)
    except Refusal as refusal:
        raise invalid_from(refusal) from refusal
    return parsed


def try_hand(ruleset: Ruleset, record: Mapping[str, Any]) -> Preview:
    """Say what a hand comes to, or what it has come to so far. Its chairs are its seats. Raises
    `Invalid` with every problem."""
    parsed = read(ruleset, record)
    try:
        settlement = ruleset.running(parsed)
    except Refusal as refusal:
        raise invalid_from(refusal) from refusal
    return Preview(1, position_of(parsed.context), dict(record), settlement)


def position_of(context: Context) -> Position:
    """Return where a hand of this context stands at a table whose chairs are its seats."""
    seats = tuple(range(context.players))
    return Position(1, context.round_wind, context.dealer, seats, seats)
