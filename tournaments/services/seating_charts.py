"""Rounds by a chart: does it fit the people who play, and who sits where by it."""

import random
from collections.abc import Sequence
from typing import Any, Protocol

from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.seating import Plan, quality
from tournaments.seating.charts import PUBLISHED, Chart, numbers_of
from tournaments.seating.known import compared
from tournaments.seating.tables import spread_tables
from tournaments.seating.winds import give_winds
from tournaments.services.errors import Problem
from tournaments.services.seating_checks import rules_of
from tournaments.services.seating_facts import Field

SHOWN = 12


class Wanted(Protocol):
    """What of a wish concerns a chart."""

    @property
    def rounds(self) -> int: ...
    @property
    def chart(self) -> Any: ...
    @property
    def chart_from(self) -> int | None: ...
    @property
    def by_lot(self) -> bool: ...
    @property
    def balance(self) -> bool: ...
    @property
    def in_spite(self) -> bool: ...
    @property
    def seed(self) -> int: ...
    @property
    def teams(self) -> str | None: ...


def chart_of(wish: Wanted) -> Chart:
    """Return the whole chart that is meant."""
    if isinstance(wish.chart, str):
        return PUBLISHED[wish.chart].make()
    return tuple(tuple(tuple(table) for table in tables) for tables in wish.chart)


def chart_problems(tournament: Tournament, field: Field, wish: Wanted) -> list[Problem]:
    """Say why a chart cannot be used now, naming the numbers that are missing or too many, with
    what would help (B14)."""
    chart = chart_of(wish)
    first = wish.chart_from or field.first
    problems = []
    if first - 1 + wish.rounds > len(chart):
        words = _("The chart has %(n)d rounds; round %(first)d and %(more)d more are asked for.")
        values = {"n": len(chart), "first": first, "more": wish.rounds - 1}
        problems.append(Problem("rounds", words % values))
    problems += _fit(chart, field, wish)
    if problems:
        return problems
    if not wish.in_spite:
        rules = rules_of(tournament)
        mates = None if wish.teams is None else wish.teams == "never"
        plan = from_chart(field, wish)
        for i, tables in enumerate(plan.rounds):
            seated = [[field.entry(n).pk for n in table] for table in tables]
            number = field.first + i
            problems += [
                Problem("broken", _("Round %(n)d: %(what)s") % {"n": number, "what": words})
                for words in rules.broken(number, seated, mates)
            ]
    return problems


def _fit(chart: Chart, field: Field, wish: Wanted) -> list[Problem]:
    wanted, have = numbers_of(chart), {entry.number for entry in field.players}
    offers = _(
        "Choose another chart or a plan of the program, register substitutes, or let people sit "
        "out."
    )
    if wish.by_lot or isinstance(wish.chart, str):
        if len(wanted) == len(have):
            return []
        words = _("The chart is for %(chart)d players, %(have)d play. %(offers)s")
        return [
            Problem("chart", words % {"chart": len(wanted), "have": len(have), "offers": offers})
        ]
    problems = []
    if surplus := sorted(wanted - have):
        words = _("Nobody who plays has these numbers of the chart: %(numbers)s. %(offers)s")
        problems.append(Problem("chart", words % {"numbers": _few(surplus), "offers": offers}))
    if missing := sorted(have - wanted):
        words = _("These players are not in the chart: %(numbers)s. %(offers)s")
        problems.append(Problem("chart", words % {"numbers": _few(missing), "offers": offers}))
    return problems


def _few(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:SHOWN])) + ("…" if len(numbers) > SHOWN else "")


def from_chart(field: Field, wish: Wanted) -> Plan:
    """Return the rounds of a chart in the field's numbers; it fits the field (`chart_problems`)."""
    chart = chart_of(wish)
    first = (wish.chart_from or field.first) - 1
    person = _people(chart, field, wish)
    rounds = [[[person[n] for n in table] for table in t] for t in chart[first:][: wish.rounds]]
    if wish.balance:
        rounds = give_winds(rounds, field.played, wish.seed, field.fixed_winds)
        fixed = {n: table - 1 for n, table in field.fixed_tables.items()}
        rounds = spread_tables(rounds, wish.seed, played=field.played, fixed=fixed)
    seated = [{n for table in tables for n in table} for tables in rounds]
    byes = [tuple(n for n in sorted(person.values()) if n not in own) for own in seated]
    figures = quality([*field.played, *rounds], field.teams or None, field.clubs or None)
    full = not any(byes) and not field.played
    name = wish.chart if isinstance(wish.chart, str) else "own"
    return Plan(
        rounds=tuple(tuple(tuple(table) for table in tables) for tables in rounds),
        method=f"chart {name}",
        quality=figures,
        byes=tuple(byes),
        reasons=tuple(
            compared(figures["meeting_cost"], len(field.players), len(rounds)) if full else ()
        ),
    )


def _people(chart: Chart, field: Field, wish: Wanted) -> dict[int, int]:
    """Return the field's number of each number of the chart."""
    numbers = sorted(numbers_of(chart))
    mine = list(range(1, len(field.players) + 1))
    if wish.by_lot:
        # The lot depends on the seed alone, so that later rounds of a chart keep it.
        random.Random(wish.seed).shuffle(mine)  # noqa: S311  (a draw that can be repeated)
    elif not isinstance(wish.chart, str):
        by_number = {entry.number: i for i, entry in enumerate(field.players, 1)}
        return {n: by_number[n] for n in numbers}
    return dict(zip(numbers, mine, strict=True))
