"""Options of the rules that are not what they were, in words."""

from collections.abc import Mapping
from typing import Any

from tournaments.forms.events import ruleset_or_default
from tournaments.forms.options import value_words
from tournaments.services.refusals import words


def moved_options(
    ruleset_id: str, before: Mapping[str, Any], after: Mapping[str, Any]
) -> list[tuple[str, str, str]]:
    """Return (label, before, after) of each; an option that a side does not name has its standard
    value there."""
    rows = []
    for option in ruleset_or_default(ruleset_id).options:
        old = before.get(option.id, option.default)
        new = after.get(option.id, option.default)
        if old != new:
            rows.append((words(option.label), value_words(option, old), value_words(option, new)))
    return rows
