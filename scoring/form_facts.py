"""What the entry form of a game asks for, as plain data.

A ruleset declares its form once, as `Ruleset.form`; the page, the calculator and the API's schema
are built from it and know no game by name. How to declare:

* `ways`: how a winner may be given, the quickest first: ``fan`` (one number), ``patterns``
  (ticked), ``tiles`` (laid).
* `events`: everything but wins, the end of the wall and adjustments, one `FormEvent` per button.
  Take the constructors of `scoring.form_events` (`kong_events`, `stake_event`, `ready_events` …)
  and write a bare `FormEvent` for what only one game has. Its `asks` are put in their order; each
  fills one key of the event.
* `winner`: further asks for each winner. Their keys are those of a winner object; a dot leads into
  ``declared`` (``"declared.ghosts"``). `Ask.ways` says beside which ways it is asked.
* `states`: the states of the seats at an exhausted wall, where readiness is looked at.
* `carry`: the words of what earlier hands left on the table, by the names of `Ruleset.carry`.
* Circumstances of a win are declared at the ruleset (`Ruleset.circumstances`), not here.

An ask or event that only some options bring in says so with `when` (see `When`).

What a widget puts into the record:

========================  ==========================================================
``seat``                  an int
``seats``                 ints in the order in which they were tapped
``tile``                  ``"5m"``
``tiles``                 ``["5m", "6p"]``; ``count`` bounds how many
``tile_text``             ``"5m6p"``, tapped as ``tiles`` are
``number``                an int between ``minimum`` and ``maximum``
``numbers``               ``count`` ints
``choice``                the id of a `Choice`
``text``                  a text
``switch``                true, or the key is left out
``event_ref``             the id of an earlier event (`Ask.of`, `Ask.of_seat`)
``per_seat_number``       one int per seat
``per_seat_pairs``        one list per seat with an int for each of ``choices``
``per_seat_tiles``        one tile string per seat, of ``count`` tiles
========================  ==========================================================
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.text import Text

# Options that bring something in: (option, allowed values) pairs that must all hold; a pair
# without values holds when the option is on (true, or a number that is not 0).
When = tuple[tuple[str, tuple[Any, ...]], ...]

WIDGETS = (
    "seat", "seats", "tile", "tiles", "tile_text", "number", "numbers", "choice", "text", "switch",
    "event_ref", "per_seat_number", "per_seat_pairs", "per_seat_tiles",
)  # fmt: skip
# before: before play; play: while it is played; after: the hand has ended already; any: whenever.
PHASES = ("before", "play", "after", "any")
# Who may be picked: the dealer, everybody else, or any seat that is still in.
ROLES = ("", "dealer", "others")
WAYS = ("fan", "patterns", "tiles")
PRICES = ("max_fan", "declared", "tiles")


def option_on(option: str, *values: Any) -> When:
    """Return the condition that an option is on, or has one of these values."""
    return ((option, values),)


def holds(when: When, options: Mapping[str, Any]) -> bool:
    """Whether the options bring something in."""
    return all(
        any(options[name] == v and type(options[name]) is type(v) for v in values)
        if values
        else bool(options[name])
        for name, values in when
    )


def when_json(when: When) -> list[dict[str, Any]]:
    return [{"option": name, "values": list(values)} for name, values in when]


@dataclass(frozen=True, slots=True)
class Choice:
    """A kind that the form offers: of penalty, stake, ready … ``amount`` is its usual value;
    ``option`` names the option that gives the amount instead."""

    id: str
    name: Text
    amount: int | None = None
    option: str = ""
    when: When = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "name": list(self.name),
            "amount": self.amount,
            "option": self.option,
            "when": when_json(self.when),
        }


@dataclass(frozen=True, slots=True)
class Ask:
    """One question: the key it fills, its widget, its words and bounds.

    ``given`` asks only where an earlier ask of the event has one of these values:
    ``("kind", ("exposed",))``. ``apart_from`` names an ask whose seat cannot be picked again.
    ``default_option`` names the option that is the default. ``with_event`` asks only where the
    record holds such an event.
    """

    key: str
    widget: str
    label: Text
    choices: tuple[Choice, ...] = ()
    required: bool = True
    default: Any = None
    default_option: str = ""
    minimum: int = 0
    maximum: int | None = None
    # Of tiles and numbers; 0 where it is free.
    count: int = 0
    role: str = ""
    apart_from: str = ""
    # The type of event that an event_ref points to, and the key whose seat made that event.
    of: str = ""
    of_seat: str = "seat"
    given: tuple[str, tuple[Any, ...]] | None = None
    ways: tuple[str, ...] = WAYS
    with_event: str = ""
    # A number of a winner that starts at how many such events the seat has made, while
    # ``counts_when`` holds; kongs that were robbed are none.
    counts: str = ""
    counts_when: When = ()
    when: When = ()

    def to_json(self) -> dict[str, Any]:
        given = self.given and {"key": self.given[0], "values": list(self.given[1])}
        return {
            "key": self.key,
            "widget": self.widget,
            "label": list(self.label),
            "choices": [c.to_json() for c in self.choices],
            "required": self.required,
            "default": self.default,
            "default_option": self.default_option,
            "minimum": self.minimum,
            "maximum": self.maximum,
            "count": self.count,
            "role": self.role,
            "apart_from": self.apart_from,
            "of": self.of,
            "of_seat": self.of_seat,
            "given": given,
            "ways": list(self.ways),
            "with_event": self.with_event,
            "counts": self.counts,
            "counts_when": when_json(self.counts_when),
            "when": when_json(self.when),
        }


@dataclass(frozen=True, slots=True)
class FormEvent:
    """An event that the form offers: one button, then its asks.

    ``fixed`` are keys whose values the event always has. ``once``: ``"hand"`` for one such event
    in a record, ``"seat"`` for one of each seat. ``required``: a win cannot be recorded without.
    ``rare`` events stand under "more".
    """

    id: str
    type: str
    name: Text
    asks: tuple[Ask, ...] = ()
    phase: str = "play"
    fixed: Mapping[str, Any] = field(default_factory=dict)
    once: str = ""
    required: bool = False
    rare: bool = False
    when: When = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "type": self.type,
            "name": list(self.name),
            "asks": [ask.to_json() for ask in self.asks],
            "phase": self.phase,
            "fixed": dict(self.fixed),
            "once": self.once,
            "required": self.required,
            "rare": self.rare,
            "when": when_json(self.when),
        }


# Every game has the referee's transfer by hand.
ADJUST = FormEvent(
    "adjust",
    "adjust",
    Text("裁判调整", "Referee's adjustment"),
    (
        Ask("from", "seat", Text("谁付", "Paid by")),
        Ask("to", "seat", Text("付给谁", "Paid to"), apart_from="from"),
        Ask("amount", "number", Text("多少", "How many"), minimum=1),
        Ask("reason", "text", Text("原因", "Reason"), required=False),
    ),
    phase="any",
    rare=True,
)


@dataclass(frozen=True, slots=True)
class StateForm:
    """A state that a seat may have at an exhausted wall, and how its hand is priced: ``max_fan``
    (one number), ``declared`` (ticked) or ``tiles``, the quickest first; none where it has no
    price. ``needed``: without a price it cannot be recorded. ``asks`` are asked beside tiles."""

    id: str
    name: Text
    price: tuple[str, ...] = ()
    needed: bool = True
    asks: tuple[Ask, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "name": list(self.name),
            "price": list(self.price),
            "needed": self.needed,
            "asks": [ask.to_json() for ask in self.asks],
        }


@dataclass(frozen=True, slots=True)
class States:
    """What the form asks of every seat at an exhausted wall, while the options look at it: where
    they bring it in (``when``) and do not all do without (``unless``)."""

    choices: tuple[StateForm, ...]
    when: When = ()
    unless: When = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "choices": [c.to_json() for c in self.choices],
            "when": when_json(self.when),
            "unless": when_json(self.unless),
        }


@dataclass(frozen=True, slots=True)
class FormFacts:
    """What the entry form of a game asks for (see the head of this file)."""

    ways: tuple[str, ...] = ("patterns",)
    quick_fans: tuple[int, ...] = ()
    # Flowers are counted at the winner; where it matters which and whose, `flower_event` is taken.
    flowers: bool = False
    one_pattern: bool = False
    # Patterns that are ticked although their kind is not of the tiles (`Pattern.kind`); what else
    # the moment brings comes from the events.
    also_ticked: tuple[str, ...] = ()
    # Whether a hand may win without any pattern being ticked.
    plain: bool = False
    multi_win: bool = False
    # The options under which several may win on one tile, where an option says so.
    several: When = ()
    # Whether it matters from whom a meld was claimed: the form asks openly then.
    meld_givers: bool = False
    events: tuple[FormEvent, ...] = ()
    winner: tuple[Ask, ...] = ()
    states: States | None = None
    carry: tuple[Choice, ...] = ()
    # Whether a seat that has won takes no further part, where the hand goes on after a win.
    winners_leave: bool = True

    @property
    def kongs(self) -> tuple[str, ...]:
        """The kinds of kongs that the form offers."""
        found = (e.fixed.get("kind") for e in self.events if e.type == "kong")
        return tuple(str(kind) for kind in found if kind is not None)

    @property
    def penalties(self) -> tuple[Choice, ...]:
        """The kinds of penalties that the form offers."""
        found = []
        for event in self.events:
            if event.type == "penalty":
                asked = next((a for a in event.asks if a.key == "amount"), None)
                amount, option = (asked.default, asked.default_option) if asked else (None, "")
                found.append(Choice(str(event.fixed["kind"]), event.name, amount, option))
        return tuple(found)

    def to_json(self) -> dict[str, Any]:
        return {
            "ways": list(self.ways),
            "quick_fans": list(self.quick_fans),
            "flowers": self.flowers,
            "one_pattern": self.one_pattern,
            "also_ticked": list(self.also_ticked),
            "plain": self.plain,
            "multi_win": self.multi_win,
            "several": when_json(self.several),
            "meld_givers": self.meld_givers,
            "events": [e.to_json() for e in (*self.events, ADJUST)],
            "winner": [a.to_json() for a in self.winner],
            "states": self.states and self.states.to_json(),
            "carry": [c.to_json() for c in self.carry],
            "winners_leave": self.winners_leave,
        }
