"""One door for rules: what every rule system declares, and the one call that settles a record.

A ruleset is a subclass with declarations (options, patterns, circumstances, events) and one
hook, `Ruleset.pay`. The entry form, the API schema, the help page and the validation are built
from the declarations.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any, ClassVar

from scoring.errors import Problem, Refusal
from scoring.fields import Field, Vocabulary, Winner
from scoring.form_facts import Choice as Choice
from scoring.form_facts import FormFacts as FormFacts
from scoring.form_facts import When, holds, when_json
from scoring.ledger import LedgerBook, Settlement
from scoring.options import Bundle, Option, Value, resolve
from scoring.patterns import Example, Exclusion, Kind
from scoring.record import Event, Record, parse_record
from scoring.text import NO_TEXT, Text
from scoring.tiles import KINDS, TileSet, format_tile
from scoring.walk import Walk

Options = Mapping[str, Any]
NOT_BESIDE = Text("有“{a}”就不计“{b}”。", "“{b}” does not count beside “{a}”.")
NOT_ONE_HAND = Text("一副牌不能又是“{a}”又是“{b}”。", "No hand is both “{a}” and “{b}”.")
BY_OPTION = Text("按选项", "as an option says")
# The end of a settlement whose hand is still going on.
UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class Pattern:
    """A named hand or row of the fan table; ``fan`` its worth, None where an option sets it."""

    id: str
    name: Text
    fan: int | None = None
    definition: Text = NO_TEXT
    repeat: int = 1
    excludes: tuple[str, ...] = ()
    # The options that bring it in; the form offers it only then.
    when: When = ()
    # For the help page: what sort of pattern it is, a hand that has it, why others do not count.
    kind: Kind | None = None
    example: Example | None = None
    exclusions: tuple[Exclusion, ...] = ()
    # The ways of winning with which it can stand; none named: with each.
    by: tuple[str, ...] = ()

    @property
    def is_of_tiles(self) -> bool:
        """Whether a hand of tiles shows it, whatever the moment."""
        return self.kind is None or self.kind.of_tiles

    def to_json(self, *, helps: bool = True) -> dict[str, Any]:
        """Return the pattern as plain data, without what only a help page shows if so asked."""
        plain = {
            "id": self.id,
            "name": list(self.name),
            "fan": self.fan,
            "definition": list(self.definition),
            "repeat": self.repeat,
            "excludes": list(self.excludes),
            "when": when_json(self.when),
            "beside": self.kind is not None and self.kind.beside,
            "by": list(self.by),
        }
        return plain | self._helps() if helps else plain

    def _helps(self) -> dict[str, Any]:
        return {
            "kind": self.kind.to_json() if self.kind else None,
            "example": self.example.to_json() if self.example else None,
            "exclusions": [exclusion.to_json() for exclusion in self.exclusions],
        }


@dataclass(frozen=True, slots=True)
class Circumstance:
    """A win flag (EVENTS §5): with which ``by`` it may stand, and whether it names a kong."""

    id: str
    name: Text
    by: tuple[str, ...]
    kong: bool = False
    not_with: tuple[str, ...] = ()
    # The options that bring it in, whose it may be (the dealer's or the others'), and whether
    # the win needs no hand beside it; only the form asks.
    when: When = ()
    role: str = ""
    no_hand: bool = False

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "name": list(self.name),
            "by": list(self.by),
            "kong": self.kong,
            "not_with": list(self.not_with),
            "when": when_json(self.when),
            "role": self.role,
            "no_hand": self.no_hand,
        }


KONG_DRAW = Circumstance("kong_draw", Text("杠上开花", "Out on a kong"), ("self_draw",), kong=True)
KONG_DISCARD = Circumstance(
    "kong_discard", Text("杠上炮", "Discard after a kong"), ("discard",), kong=True
)
LAST_TILE = Circumstance("last_tile", Text("海底", "Last tile"), ("self_draw", "discard"))
HEAVENLY = Circumstance("heavenly", Text("天和", "Heavenly hand"), ("self_draw",), role="dealer")
EARTHLY = Circumstance("earthly", Text("地和", "Earthly hand"), ("self_draw",), role="others")
HUMAN = Circumstance("human", Text("人和", "Human hand"), ("self_draw", "discard"))
# Facts that a record may state under every ruleset, also where they are worth nothing (EVENTS §5).
COMMON_FLAGS = (KONG_DRAW, KONG_DISCARD, LAST_TILE, HEAVENLY, EARTHLY, HUMAN)


@dataclass(frozen=True, slots=True)
class CountedRows:
    """The rows of a winner's hand with what each brings, flowers left out; and those that it has
    and that do not count, each with its worth and the reason."""

    rows: tuple[tuple[str, int], ...]
    left_out: tuple[tuple[str, int, Text], ...] = ()


@dataclass(slots=True)
class Game:
    """A record being settled: its facts, the resolved options, the book, the problems found."""

    record: Record
    options: Options
    walk: Walk
    book: LedgerBook = field(default_factory=LedgerBook)
    problems: list[Problem] = field(default_factory=list)
    # Whether the hand may still be going on (`Ruleset.running`).
    unfinished: bool = False
    # What a game's `check` has worked out and its `pay` goes on with.
    kept: Any = None

    @property
    def players(self) -> int:
        return self.record.context.players

    @property
    def dealer(self) -> int:
        return self.record.context.dealer

    def problem(
        self, code: str, zh: str, en: str, *, event: Event | None = None, seat: int | None = None
    ) -> None:
        index = event.index if event else None
        self.problems.append(Problem(code, Text(zh, en), index, seat=seat))

    def others(self, *seats: int) -> list[int]:
        return [s for s in range(self.players) if s not in seats]

    def check(self) -> None:
        """Raise what has been found so far, in the order of the events."""
        if self.problems:
            late = len(self.record.events)
            raise Refusal(sorted(self.problems, key=lambda p: late if p.event is None else p.event))


class Ruleset(ABC):
    """A rule system. Subclasses declare the class attributes and implement `pay`."""

    id: ClassVar[str]
    name: ClassVar[Text]
    summary: ClassVar[Text]
    players: ClassVar[tuple[int, ...]] = (4,)
    tile_set: ClassVar[TileSet]
    hand_length: ClassVar[int] = 13
    options: ClassVar[tuple[Option, ...]] = ()
    bundles: ClassVar[tuple[Bundle, ...]] = ()
    patterns: ClassVar[tuple[Pattern, ...]] = ()
    # Rows of patterns of each of which a hand has one only.
    one_of: ClassVar[tuple[tuple[str, ...], ...]] = ()
    # Options under which the hands shown beside the patterns win, however cheap they are.
    example_options: ClassVar[Mapping[str, Any]] = {}
    circumstances: ClassVar[tuple[Circumstance, ...]] = ()
    # Event types a record may hold beside those that every game has (scoring.fields.ALWAYS).
    events: ClassVar[frozenset[str]] = frozenset()
    # Those of them that move nothing in this game: a record may hold them, no form asks for them.
    unasked: ClassVar[frozenset[str]] = frozenset()
    extra_fields: ClassVar[Mapping[str, tuple[Field, ...]]] = {}
    extra_events: ClassVar[Mapping[str, tuple[Field, ...]]] = {}
    # Event types that may follow the end of the hand.
    after_end: ClassVar[frozenset[str]] = frozenset({"reveal", "adjust", "penalty"})
    penalty_kinds: ClassVar[tuple[str, ...] | None] = None
    carry: ClassVar[tuple[str, ...]] = ()
    # Whether it matters how often the dealer has kept the deal.
    counts_streak: ClassVar[bool] = False
    form: ClassVar[FormFacts] = FormFacts()
    money_flow: ClassVar[Text] = NO_TEXT
    # Who deals next, in a sentence.
    next_dealer_words: ClassVar[Text] = NO_TEXT
    # How the fan table writes a worth of ``n``.
    worth_form: ClassVar[Text] = Text("{n}番", "{n} fan")
    # Words that the rules use and that no pattern or option explains: the word, what it means.
    terms: ClassVar[tuple[tuple[Text, Text], ...]] = ()
    # "chart": dealer and winds follow from the number of the deal; "result": from who won.
    dealer_rule: ClassVar[str] = "result"
    # How many deals a game has; None where the table itself decides.
    deal_limit: ClassVar[int | None] = None
    start_score: ClassVar[int] = 0

    @property
    def usual_tiles(self) -> TileSet:
        """The tiles under the standard options; ``tile_set`` has all that an option may add."""
        return self.tile_set

    @property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary(
            players=self.players,
            tile_set=self.tile_set,
            events=self.events,
            extra_fields=self.extra_fields,
            extra_events=self.extra_events,
            carry=self.carry,
        )

    def resolve_options(self, overrides: Mapping[str, object]) -> dict[str, Value]:
        """Return every option with its value; raise `Refusal` (``bad_option``)."""
        return resolve(self.options, self.bundles, overrides)

    def settle(
        self, record: Record | Mapping[str, Any], options: Mapping[str, object] | None = None
    ) -> Settlement:
        """Say what a record is worth. Raises `Refusal` with every problem found.

        ``options`` (an event's pinned ones) take the place of those in the record.
        """
        return self._settle(self._game(record, options))

    def running(
        self, record: Record | Mapping[str, Any], options: Mapping[str, object] | None = None
    ) -> Settlement:
        """Say what a record is worth so far, whose hand may still be going on.

        A record that has its end is settled as by `settle`. Otherwise the settlement is that of
        the events until now: ``end`` is `UNFINISHED`, there is no next dealer, nothing is carried.
        """
        game = self._game(record, options)
        game.unfinished = True
        settlement = self._settle(game)
        if self.has_ended(game):
            return settlement
        return replace(
            settlement, end=UNFINISHED, next_dealer=None, carry_next=None, streak_next=None
        )

    def _game(
        self, record: Record | Mapping[str, Any], options: Mapping[str, object] | None
    ) -> Game:
        parsed = record if isinstance(record, Record) else parse_record(record, self.vocabulary)
        chosen = self.resolve_options(parsed.options if options is None else options)
        return Game(parsed, chosen, Walk(parsed))

    def _settle(self, game: Game) -> Settlement:
        self.check(game)
        game.check()
        return self.pay(game)

    def has_ended(self, game: Game) -> bool:
        """Whether the events so far end the hand."""
        won = self.ends_on_first_win and bool(game.walk.wins)
        return won or game.walk.ending is not None

    def check(self, game: Game) -> None:
        """Find what is wrong before any money is worked out; subclasses add to it."""
        game.problems.extend(
            game.walk.problems(
                after_end=self.after_end,
                flags={
                    c.id: (c.by, c.kong, c.not_with) for c in (*COMMON_FLAGS, *self.circumstances)
                },
                tile_set=self.tile_set,
                hand_length=self.hand_length,
                penalty_kinds=self.penalty_kinds,
                ends_on_first_win=self.ends_on_first_win and self.ends_as_usual,
                robbable=self.robbable,
                unfinished=game.unfinished,
                flowers_in_hand=self.flowers_in_hand(game.options),
            )
        )
        for event in game.walk.wins:
            if event["by"] not in self.wins_by:
                game.problem(
                    "not_allowed",
                    "这种玩法不能这样和。",
                    "A hand is not won in this way here.",
                    event=event,
                )

    def flowers_in_hand(self, options: Options) -> bool:
        """Whether flowers may stand in a hand, as wild tiles."""
        return self.flowers_stand is not None and holds(self.flowers_stand, options)

    # The options under which flowers may stand in a hand.
    flowers_stand: ClassVar[When | None] = None

    ends_on_first_win: ClassVar[bool] = True
    # False where the hand may also end otherwise, and the game itself checks the order of events.
    ends_as_usual: ClassVar[bool] = True
    # Ways in which a hand may be won.
    wins_by: ClassVar[tuple[str, ...]] = ("self_draw", "discard", "rob_kong")
    # Kinds of kongs that may be robbed.
    robbable: ClassVar[tuple[str, ...]] = ("added",)

    @abstractmethod
    def pay(self, game: Game) -> Settlement:
        """Work out the settlement of a record that `check` has found sound."""

    def book_adjustments(self, game: Game) -> None:
        """Book the referee's manual transfers, always as given (EVENTS §4)."""
        for event in game.record.of_type("adjust"):
            words = str(event.get("reason") or "")
            reason = Text("裁判调整：{words}", "Referee's adjustment: {words}").format(words=words)
            game.book.pay(
                "adjust", event["from"], event["to"], event["amount"], event.index, reason
            )

    def stands_beside(self, pattern: str, excluded: str, options: Options) -> bool:
        """Whether an option lets a pattern count that another one excludes."""
        return False

    def rows_of(self, game: Game, event: Event, winner: Winner) -> CountedRows | None:
        """Say what makes up a sound winner's hand, where the settlement does not tell its rows."""
        return None

    def is_ticked(self, pattern: Pattern) -> bool:
        """Whether a referee ticks this pattern; what else the moment brings the events tell."""
        return pattern.is_of_tiles or pattern.id in self.form.also_ticked

    def worth_words(self, pattern: Pattern) -> Text:
        """Say what a pattern is worth as the game counts it: 4 fan, × 4."""
        if pattern.fan is None:
            return BY_OPTION
        return self.worth_form.format(n=pattern.fan)

    def declaration(self, *, helps: bool = True) -> dict[str, Any]:
        """Describe the ruleset as plain data (texts as [Chinese, English]).

        ``helps`` off leaves out what only help pages show of the patterns: the form stays small.
        """
        return {
            "id": self.id,
            "name": list(self.name),
            "summary": list(self.summary),
            "players": list(self.players),
            "tiles": self.tile_set.size,
            "flowers": self.tile_set.flowers,
            "suits": self.tile_set.suits,
            "hand_length": self.hand_length,
            "bundles": [b.to_json() for b in self.bundles],
            "options": [o.to_json() for o in self.options],
            "patterns": [
                {
                    **p.to_json(helps=helps),
                    "ticked": self.is_ticked(p),
                    **({"worth": list(self.worth_words(p))} if helps else {}),
                }
                for p in self.patterns
            ],
            "circumstances": [c.to_json() for c in self.circumstances],
            "events": sorted(self.events | set(self.extra_events)),
            "form": self.form.to_json(),
            "faces": [format_tile(tile) for tile in range(KINDS) if self.tile_set.copies(tile)],
            "after_end": sorted(self.after_end),
            "ends_on_first_win": self.ends_on_first_win,
            "robbable": list(self.robbable),
            "wins_by": list(self.wins_by),
            "flowers_stand": None if self.flowers_stand is None else when_json(self.flowers_stand),
            "money_flow": list(self.money_flow),
            "dealer_rule": self.dealer_rule,
            "next_dealer": list(self.next_dealer_words),
            "terms": [[list(word), list(meaning)] for word, meaning in self.terms],
            "deal_limit": self.deal_limit,
            "start_score": self.start_score,
            "carry": list(self.carry),
            "counts_streak": self.counts_streak,
        }


def clashes(ruleset: Ruleset, options: Options) -> dict[str, dict[str, Text]]:
    """Return what cannot be ticked beside each ticked pattern under the options, and why: what it
    excludes, and what no hand has together with it."""
    names = {
        p.id: p.name for p in ruleset.patterns if ruleset.is_ticked(p) and holds(p.when, options)
    }
    found: dict[str, dict[str, Text]] = {}
    for pattern in ruleset.patterns:
        if pattern.id not in names:
            continue
        for other in pattern.excludes:
            if other in names and not ruleset.stands_beside(pattern.id, other, options):
                words = NOT_BESIDE.format(a=pattern.name, b=names[other])
                found.setdefault(pattern.id, {})[other] = words
    for row in ruleset.one_of:
        there = [name for name in row if name in names]
        for name, other in permutations(there, 2):
            words = NOT_ONE_HAND.format(a=names[name], b=names[other])
            found.setdefault(name, {})[other] = words
    return found


def pattern_names(patterns: Sequence[Pattern]) -> dict[str, Pattern]:
    return {pattern.id: pattern for pattern in patterns}
