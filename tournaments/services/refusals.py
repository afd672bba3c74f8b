"""The scoring package's refusals in the words of the services."""

from collections.abc import Iterable

from django.utils.translation import get_language

from scoring.errors import Refusal
from scoring.text import Text
from tournaments.services.errors import Invalid, Problem


def words(text: Text) -> str:
    """Return a bilingual text in the language of the page."""
    return text.in_language(get_language() or "en")


def problems_of(refusal: Refusal) -> list[Problem]:
    return [Problem(p.field or p.code, words(p.message)) for p in refusal.problems]


def invalid_from(refusal: Refusal, extra: Iterable[Problem] = ()) -> Invalid:
    """Return the service error of a refusal; its code is the refusal's own."""
    return Invalid(problems=[*problems_of(refusal), *extra], code=refusal.code)
