"""The JSON that a request may carry, read by pages and API alike."""

import json
from typing import Any

from django.utils.translation import gettext as _

from tournaments.services.errors import Invalid, Problem, TooLong

MAX_BODY = 200_000


def json_object(body: bytes, longest: int = MAX_BODY) -> dict[str, Any]:
    """Return the object of a request's body; raise `Invalid` for anything that is none or holds
    what no text or number has (NUL, half a surrogate pair, NaN, 1e999), `TooLong` for more than
    ``longest`` bytes.
    """
    if len(body) > longest:
        raise too_long()
    try:
        content = json.loads(body.decode("utf-8"), parse_constant=_refuse_constant)
        # Half a surrogate pair is JSON, but no text that could be stored; so is 1e999.
        text = json.dumps(content, ensure_ascii=False, allow_nan=False)
        text.encode("utf-8")
    except (ValueError, RecursionError):
        raise _wrong(_("The request is not JSON.")) from None
    if not isinstance(content, dict):
        raise _wrong(_("The request is not a JSON object."))
    if "\\u0000" in text:
        raise _wrong(_("The request holds a character that no text has."))
    return content


def too_long() -> TooLong:
    return TooLong(problems=[Problem("body", _("This is too long."))])


def _wrong(message: str) -> Invalid:
    return Invalid(problems=[Problem("body", message)])


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number that JSON has")
