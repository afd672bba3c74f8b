"""The catalogue of breaches as choices of the penalty form."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from scoring.penalties import PRESETS, Breach, Effect
from tournaments.services.refusals import words

# The only catalogue whose amounts were all read at their source.
CATALOGUE = "gb1998"


@dataclass(frozen=True)
class Offer:
    """A breach of one grade with what it costs; ``points`` is 0 where the referee chooses."""

    value: str
    code: str
    name: str
    mode: str
    points: int

    @property
    def label(self) -> str:
        if self.mode == "pay_each":
            return _("%(breach)s: %(points)d to each") % self._values
        if self.points:
            return _("%(breach)s: %(points)d") % self._values
        return self.name

    @property
    def _values(self) -> dict[str, object]:
        return {"breach": self.name, "points": self.points}

    def as_json(self) -> dict[str, object]:
        return {"mode": self.mode, "points": self.points or "", "reason": self.name}


def offers() -> list[Offer]:
    """Return every breach that costs points outside or inside a hand, in catalogue order."""
    return [offer for breach in PRESETS[CATALOGUE].breaches.values() for offer in _of(breach)]


def _of(breach: Breach) -> Iterator[Offer]:
    name = words(breach.name)
    make = partial(_offer, breach.code)
    if not breach.asks:
        yield from make(breach.code, name, breach.effect)
    for number, grade in enumerate(breach.grades, 1):
        if breach.asks == "minutes":
            if grade.up_to is None:
                continue
            graded = _("%(breach)s, up to %(n)d minutes") % {"breach": name, "n": grade.up_to}
        else:
            graded = _("%(breach)s, time %(n)d in this hand") % {"breach": name, "n": number}
        yield from make(f"{breach.code}:{number}", graded, grade.effect)


def _offer(code: str, value: str, name: str, effect: Effect) -> Iterator[Offer]:
    if effect.points or effect.choices:
        yield Offer(value, code, name, effect.mode, effect.points)
