"""What an option does, shown on a worked example: the hand in words and what it comes to under
each value."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.datastructures import MultiValueDict

from scoring.errors import Refusal
from scoring.options import Option, Value
from scoring.ruleset import Ruleset
from scoring.rulesets import get_ruleset
from scoring.told import Told, tell
from scoring.worked import Example, Outcome, comparison, outcome
from tournaments.forms.options import OptionFields, options_of, value_words
from tournaments.services.refusals import words
from tournaments.services.trial import packed
from tournaments.views.rules import Rule, RuledView


@dataclass(frozen=True)
class Line:
    """One value of an option and what the example comes to; ``refusals`` where it is refused."""

    value: str
    standard: bool
    chosen: bool
    outcome: Outcome

    @property
    def deltas(self) -> tuple[int, ...]:
        return self.outcome.settlement.deltas if self.outcome.settlement else ()

    @property
    def refusals(self) -> list[str]:
        found = self.outcome.refusal
        return [words(problem.message) for problem in found.problems] if found else []

    @property
    def next_dealer(self) -> int | None:
        return self.outcome.settlement.next_dealer if self.outcome.settlement else None


@dataclass(frozen=True)
class Worked:
    """An option's example: the hand told, the options it needs beside, and a line per value."""

    told: list[Told]
    beside: list[tuple[str, str]]
    lines: list[Line]
    seats: range
    # Whether the values differ in the next dealer, so that it is worth a column.
    dealer: bool
    # Where the hand can be tried.
    link: str


@lru_cache(maxsize=1024)
def _standard_outcomes(
    ruleset: str, option: str
) -> tuple[Example, tuple[tuple[Value, Outcome], ...]]:
    rules = get_ruleset(ruleset)
    example, rows = comparison(rules, next(o for o in rules.options if o.id == option))
    return example, tuple(rows)


def worked(
    ruleset: Ruleset, option: Option, chosen: Mapping[str, Value] | None = None
) -> Worked | None:
    """Return the example of an option; with ``chosen`` it is settled under these options (what
    the example itself sets stays), and the chosen value is marked. None when there is none."""
    try:
        example, rows = _standard_outcomes(ruleset.id, option.id)
    except LookupError:
        return None
    here: Value = None
    values = [value for value, _outcome in rows]
    if chosen is not None:
        here = chosen.get(option.id, option.default)
        if here not in values:
            values.append(here)
        others = {k: v for k, v in chosen.items() if k not in example.options}
        rows = tuple((v, outcome(ruleset, example, {**others, option.id: v})) for v in values)
    lines = [
        Line(
            value_words(option, value),
            standard=_same(value, option.default),
            chosen=chosen is not None and _same(value, here),
            outcome=found,
        )
        for value, found in rows
    ]
    named = {o.id: o for o in ruleset.options}
    return Worked(
        told=tell(ruleset, example.content),
        beside=[
            (words(named[key].label), value_words(named[key], value))
            for key, value in example.options.items()
            if key in named and key != option.id
        ],
        lines=lines,
        seats=range(example.content.get("context", {}).get("players", 4)),
        link=hand_address(ruleset, example.content),
        dealer=len({line.next_dealer for line in lines}) > 1,
    )


def hand_address(ruleset: Ruleset, record: Mapping[str, Any]) -> str:
    """Return the address at which a record can be settled and changed."""
    return f"{reverse('try-hand', kwargs={'ruleset': ruleset.id})}?hand={packed(record)}"


def _same(a: Any, b: Any) -> bool:
    return a == b and type(a) is type(b)


class OptionExample(RuledView):
    """The example of one option under what a form of options holds now (a part of a page)."""

    rule = Rule.PUBLIC

    def get(self, request: HttpRequest, ruleset: str, option: str) -> HttpResponse:
        try:
            rules = get_ruleset(ruleset)
        except KeyError:
            raise Http404 from None
        found = next((o for o in options_of(rules) if o.id == option), None)
        if found is None:
            raise Http404
        return render(
            request,
            "public/_worked.html",
            {"worked": worked(rules, found, _chosen(rules, request.GET.dict()))},
        )


def _chosen(ruleset: Ruleset, typed: Mapping[str, str]) -> Mapping[str, Value] | None:
    """Read the fields of a form of options; what is not sound yet counts as not said."""
    fields = OptionFields(ruleset, {k.removeprefix("option-"): v for k, v in typed.items()})
    data = QueryDict(mutable=True)
    data.update(typed)
    cleaned: dict[str, Any] = {}
    for name, field in fields.fields().items():
        with suppress(ValidationError):
            value = field.widget.value_from_datadict(data, MultiValueDict(), name)
            cleaned[name] = field.clean(value)
    try:
        return ruleset.resolve_options(fields.overrides(cleaned, "none"))
    except Refusal:
        return None
