"""Whether what the rulesets declare holds together: nothing is without an example, nothing
without words in both languages, nothing that the entry form cannot reach.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from scoring.errors import Refusal
from scoring.fields import ALWAYS
from scoring.form_facts import FormEvent
from scoring.ruleset import Ruleset
from scoring.text import Text
from scoring.worked import comparison, examples_of, outcome, used_by

# What the page records by itself: wins, the end of the wall, annulment; or what only a rule that
# reads every tile would need, and no form asks for.
RECORDED_ANYWAY = {"win", "exhaust", "abort"}
NOT_ASKED = {"draw", "discard", "chow", "pung"}


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong with a ruleset: which thing (``option kong_money``) and why."""

    ruleset: str
    what: str
    words: str

    def __str__(self) -> str:
        return f"{self.ruleset}: {self.what}: {self.words}"


def findings(rulesets: Iterable[Ruleset]) -> Iterator[Finding]:
    """Yield everything that is wrong with the declarations."""
    for ruleset in rulesets:
        for check in (_texts, _options, _used, _shown, _reached, _presets):
            for what, words in check(ruleset):
                yield Finding(ruleset.id, what, words)


def _texts(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    texts: list[tuple[str, Text]] = [
        ("name", ruleset.name),
        ("summary", ruleset.summary),
        ("who pays", ruleset.money_flow),
        ("next dealer", ruleset.next_dealer_words),
    ]
    texts += [(f"option {o.id}", o.label) for o in ruleset.options]
    texts += [
        (f"option {o.id} = {value}", label)
        for o in ruleset.options
        for value, label in o.choice_labels.items()
    ]
    texts += [(f"preset {b.id}", b.label) for b in ruleset.bundles]
    texts += [(f"pattern {p.id}", p.name) for p in ruleset.patterns]
    texts += [(f"definition of {p.id}", p.definition) for p in ruleset.patterns]
    texts += [(f"circumstance {c.id}", c.name) for c in ruleset.circumstances]
    texts += [("term", text) for term in ruleset.terms for text in term]
    texts += [(f"carried {c.id}", c.name) for c in ruleset.form.carry]
    for name in ruleset.carry:
        if name not in [choice.id for choice in ruleset.form.carry]:
            yield f"carried {name}", "it has no words"
    for event in ruleset.form.events:
        texts.append((f"form event {event.id}", event.name))
        texts += [(f"form event {event.id}, {ask.key}", ask.label) for ask in event.asks]
    for what, text in texts:
        if not text.zh.strip() or not text.en.strip():
            yield what, "its words are missing in one of the languages"
    for option in ruleset.options:
        for value in option.choices:
            if isinstance(value, str) and value not in option.choice_labels:
                yield f"option {option.id}", f"its value {value} has no words"


def _options(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    for option in ruleset.options:
        what = f"option {option.id}"
        try:
            _example, rows = comparison(ruleset, option)
        except LookupError:
            if not option.idle:
                yield what, "no example shows it"
            continue
        keys = [found.key for _value, found in rows]
        if len(set(keys)) < 2 and not option.idle:
            yield what, "its example comes to the same whatever its value"
        elif len(set(keys)) > 1 and option.idle:
            yield what, "is said to change nothing, and changes its example"


def _used(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    used: set[str] = set()
    for example in examples_of(ruleset.id):
        found = outcome(ruleset, example, {})
        if found.refusal is not None:
            yield f"example {example.id}", f"is refused: {found.refusal}"
        used.update(used_by(ruleset, example))
    for pattern in ruleset.patterns:
        # A hand shown beside the pattern is an example too.
        if pattern.id not in used and pattern.example is None:
            yield f"pattern {pattern.id}", "no example uses it"
    for circumstance in ruleset.circumstances:
        if circumstance.id not in used:
            yield f"circumstance {circumstance.id}", "no example uses it"


def _shown(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Patterns that the tiles make and that no pictured hand shows."""
    for pattern in ruleset.patterns:
        if pattern.is_of_tiles and pattern.example is None:
            yield f"pattern {pattern.id}", "no hand of tiles shows it"


def _reached(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """What the form cannot bring into a record."""
    form = ruleset.form
    if ruleset.patterns and not {"patterns", "tiles"} & set(form.ways):
        yield "patterns", "the form lets nobody tick them or lay tiles"
    offered = {event.type for event in form.events} | ({"flower"} if form.flowers else set())
    declared = ruleset.events | set(ruleset.extra_events)
    asked_anyway = RECORDED_ANYWAY | NOT_ASKED | {"kong", "penalty", "adjust"}
    for event_type in sorted(declared - offered - asked_anyway - ruleset.unasked):
        yield f"event {event_type}", "the form does not offer it"
    if offered - declared - set(ALWAYS):
        yield "form", f"offers {sorted(offered - declared - set(ALWAYS))}, which no record may hold"
    for event_type, fields in (*ruleset.extra_fields.items(), *ruleset.extra_events.items()):
        asked = {ask.key for event in form.events if event.type == event_type for ask in event.asks}
        asked |= {key for event in form.events if event.type == event_type for key in event.fixed}
        asked |= {ask.key.split(".")[-1] for ask in form.winner}
        for one in fields:
            if event_type in offered and one.key not in asked:
                yield f"{event_type}.{one.key}", "the form does not ask for it"
    for circumstance in ruleset.circumstances:
        if circumstance.kong and not _kong_events(form.events):
            yield f"circumstance {circumstance.id}", "names a kong, and the form offers none"


def _kong_events(events: Sequence[FormEvent]) -> bool:
    return any(event.type == "kong" for event in events)


def _presets(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    for bundle in ruleset.bundles:
        for name in bundle.values:
            try:
                ruleset.resolve_options({bundle.id: name})
            except Refusal as refusal:
                yield f"preset {bundle.id} = {name}", str(refusal)
            if name not in bundle.value_labels:
                yield f"preset {bundle.id} = {name}", "it has no words"
