"""The catalogue of breaches as choices of the penalty form."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.penalties import Breach, Effect
from tournaments.services.escalation import Earlier, Key, Proposal, propose
from tournaments.services.refusals import words


@dataclass(frozen=True)
class Offer:
    """A breach of one grade with what it costs. ``steps``: the next grade comes from the record of
    the person, so nothing is filled in before the person is known."""

    value: str
    code: str
    name: str
    effect: Effect
    verified: bool = True
    steps: bool = False

    @property
    def label(self) -> str:
        label = _("%(breach)s: %(what)s") % {"breach": self.name, "what": self._what}
        if self.verified:
            return label
        return _("%(breach)s (amount not verified)") % {"breach": label}

    @property
    def _what(self) -> str:
        if self.steps:
            return _("next step by the record")
        return effect_words(self.effect)

    @property
    def fixed(self) -> bool:
        """Whether the catalogue says the points, also when it says none."""
        return not self.steps and not self.effect.choices

    @property
    def mode(self) -> str:
        return self.effect.mode if self.effect.mode != "none" else "deduct"

    @property
    def points(self) -> int:
        return self.effect.points

    def as_json(self) -> dict[str, object]:
        if self.steps:
            return {"mode": self.mode, "points": "", "reason": ""}
        points: object = self.points if self.fixed else ""
        return {"mode": self.mode, "points": points, "reason": self.name}


def effect_words(effect: Effect) -> str:
    """Say what follows from a breach, in a few words."""
    parts = []
    if effect.warning:
        parts.append(_("warning"))
    if effect.points and effect.mode == "pay_each":
        parts.append(_("%(points)d to each") % {"points": effect.points})
    elif effect.points:
        parts.append(f"−{effect.points}")
    if effect.choices:
        sizes = [effect.choices[0], effect.choices[-1]]
        parts.append(_("%(low)d to %(high)d, as you decide") % dict(zip(SIZES, sizes, strict=True)))
    if effect.dead_hand:
        parts.append(_("dead hand"))
    if effect.forfeit:
        parts.append(_("forfeit of the round"))
    if effect.disqualify:
        parts.append(_("disqualified"))
    return ", ".join(parts) or words(effect.duty) or _("nothing")


SIZES = ("low", "high")


def proposed(proposal: Proposal) -> Offer:
    """Return the grade that the record proposes, as an offer."""
    breach = proposal.breach
    name = _nth(words(breach.name), proposal.number) if proposal.graded else words(breach.name)
    return Offer(breach.code, breach.code, name, proposal.effect, breach.verified)


def offers(breaches: Mapping[str, Breach]) -> list[Offer]:
    """Return every breach that can be given outside a hand, in catalogue order."""
    return [offer for breach in breaches.values() for offer in _of(breach)]


def for_chairs(
    breaches: Mapping[str, Breach],
    entries: Mapping[int, int],
    earlier: Mapping[Key, Sequence[Earlier]],
) -> list[dict[str, object]]:
    """Return the offers as the referee's form reads them; ``entries``: chair → entry. Where the
    record decides, ``steps`` say what each chair would get."""
    found = []
    for offer in offers(breaches):
        shown = {"value": offer.value, "label": offer.label, **offer.as_json()}
        # Neither is a penalty in points: the desk gives them, the form can only note them.
        shown["at_desk"] = offer.effect.forfeit or offer.effect.disqualify
        if offer.steps:
            breach = breaches[offer.code]
            shown["steps"] = {
                str(chair): _step(breach, earlier.get((entry, offer.code), ()))
                for chair, entry in entries.items()
            }
        found.append(shown)
    return found


def _step(breach: Breach, earlier: Sequence[Earlier]) -> dict[str, object]:
    next_one = proposed(propose(breach, earlier))
    return {"label": next_one.label, **next_one.as_json()}


def _nth(name: str, number: int) -> str:
    return _("%(breach)s, time %(n)d") % {"breach": name, "n": number}


def _of(breach: Breach) -> Iterator[Offer]:
    name = words(breach.name)
    if not breach.asks:
        yield from _offer(breach, breach.code, name, breach.effect)
        return
    if breach.asks == "nth_in_hand":
        first = breach.grades[0].effect
        yield Offer(breach.code, breach.code, name, first, breach.verified, steps=True)
    for number, grade in enumerate(breach.grades, 1):
        if breach.asks == "minutes" and grade.up_to is None:
            graded = _("%(breach)s, longer") % {"breach": name}
        elif breach.asks == "minutes":
            graded = _("%(breach)s, up to %(n)d minutes") % {"breach": name, "n": grade.up_to}
        else:
            graded = _nth(name, number)
        yield from _offer(breach, f"{breach.code}:{number}", graded, grade.effect)


def _offer(breach: Breach, value: str, name: str, effect: Effect) -> Iterator[Offer]:
    """What only changes the hand itself (a dead hand, tiles to discard) is recorded there."""
    outside = effect.warning or effect.forfeit or effect.disqualify
    if effect.points or effect.choices or outside:
        yield Offer(value, breach.code, name, effect, breach.verified)
