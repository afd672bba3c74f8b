"""Short ways to write facts in tests: players are letters, tables dictionaries."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.standings import EntryFacts, EventFacts, Row, Standings, TableFacts

Table = Mapping[str, int]


def ident(letter: str) -> int:
    return ord(letter)


def event(
    *rounds: Sequence[Table], entries: Mapping[str, Any] | None = None, **more: Any
) -> EventFacts:
    """Facts of rounds; ``entries`` are further facts by letter, ``more`` further event facts."""
    extra = dict(entries or {})
    letters = sorted({letter for own in rounds for table in own for letter in table} | set(extra))
    return EventFacts(
        entries=tuple(
            EntryFacts(ident(letter), i, letter, **extra.get(letter, {}))
            for i, letter in enumerate(letters, 1)
        ),
        tables=tuple(
            TableFacts(
                round_no,
                table_no,
                tuple((ident(letter), points) for letter, points in table.items()),
            )
            for round_no, own in enumerate(rounds, 1)
            for table_no, table in enumerate(own, 1)
        ),
        **more,
    )


def row(standings: Standings, letter: str) -> Row:
    return standings.row(ident(letter))


def ranks(standings: Standings) -> dict[str, int | None]:
    return {row.name: row.rank for row in standings.rows}
