"""What everybody got in each round, cell by cell: tables, byes, forfeits (competition-rules.md
§2)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.table_points import get_scheme, table_points
from tournaments.standings.config import StandingsConfig
from tournaments.standings.facts import SUBSTITUTE, EventFacts, TableFacts
from tournaments.standings.model import BYE, FORFEIT, Cell


@dataclass(frozen=True, slots=True)
class RoundResults:
    """``cells[entry]`` in the order of the rounds; ``tables`` who sat together with which 标准分;
    ``rounded`` the rounds in which a tie could not be shared exactly."""

    cells: Mapping[int, Sequence[Cell]]
    tables: Sequence[Mapping[int, int]]
    rounds: tuple[int, ...]
    rounded: tuple[int, ...]


def round_results(
    facts: EventFacts, config: StandingsConfig, statuses: Mapping[int, str], after_round: int | None
) -> RoundResults:
    """Return the results of the rounds up to ``after_round`` (None: all)."""
    tables = [
        table
        for table in facts.tables
        if _counts(table.round_no, after_round) and (table.confirmed or not config.confirmed_only)
    ]
    by_round: dict[int, list[TableFacts]] = {}
    for table in tables:
        by_round.setdefault(table.round_no, []).append(table)
    found: dict[int, dict[int, Cell]] = {entry.id: {} for entry in facts.entries}
    together: list[Mapping[int, int]] = []
    rounded: list[int] = []
    for round_no, own in sorted(by_round.items()):
        exact = True
        for group in _groups(own, config):
            played, group_exact = _played(group, config, statuses)
            exact = exact and group_exact
            for entry, cell in played.items():
                found[entry][round_no] = cell
        together += [
            {entry: found[entry][round_no].points for entry, _gp in table.game_points}
            for table in own
        ]
        if not exact:
            rounded.append(round_no)
    for round_no, entry in _pairs(facts.byes, after_round):
        # Who has played has not sat out, whatever the list of byes says.
        found[entry].setdefault(round_no, _bye(round_no, config, by_round.get(round_no, ())))
    for round_no, entry in _pairs(facts.forfeits, after_round):
        found[entry][round_no] = _forfeit(round_no, found[entry].get(round_no), config)
    return RoundResults(
        cells={entry: [c for _no, c in sorted(own.items())] for entry, own in found.items()},
        tables=together,
        rounds=tuple(sorted({no for own in found.values() for no in own})),
        rounded=tuple(rounded),
    )


def _counts(round_no: int, after_round: int | None) -> bool:
    return after_round is None or round_no <= after_round


def _pairs(pairs: Iterable[tuple[int, int]], after_round: int | None) -> Iterable[tuple[int, int]]:
    return (pair for pair in pairs if _counts(pair[0], after_round))


def _groups(tables: Sequence[TableFacts], config: StandingsConfig) -> list[list[TableFacts]]:
    """Return the tables whose players are placed together: each by itself, or the whole round."""
    if get_scheme(config.scheme).kind == "group":
        return [list(tables)]
    return [[table] for table in tables]


def _played(
    tables: Sequence[TableFacts], config: StandingsConfig, statuses: Mapping[int, str]
) -> tuple[dict[int, Cell], bool]:
    """Return the cells of people placed together, and whether all points are exact."""
    counted = [
        (entry, game_points)
        for table in tables
        for entry, game_points in table.game_points
        if config.sub_consumes_place or statuses[entry] != SUBSTITUTE
    ]
    result = table_points([gp for _entry, gp in counted], config.scheme, config.tie)
    placed = {entry: (result.places[i], result.points[i]) for i, (entry, _gp) in enumerate(counted)}
    cells = {}
    for table in tables:
        won = dict(table.hands_won)
        for entry, game_points in table.game_points:
            place, points = placed.get(entry, (None, 0))
            cells[entry] = Cell(
                table.round_no,
                table.table_no,
                place,
                points,
                game_points,
                provisional=not table.complete,
                penalty=entry in table.penalties,
                hands_won=won.get(entry, 0),
            )
    return cells, not result.rounded


def _bye(round_no: int, config: StandingsConfig, tables: Sequence[TableFacts]) -> Cell:
    points = config.bye_worth(sum(len(table.game_points) for table in tables))
    return Cell(round_no, None, None, points, config.bye_game_points, kind=BYE)


def _forfeit(round_no: int, cell: Cell | None, config: StandingsConfig) -> Cell:
    """Abandoned: no 标准分, and the game points of an empty account (GB98 Art.13)."""
    blank = cell or Cell(round_no, None, None, 0, 0)
    return replace(
        blank, place=None, points=0, game_points=config.forfeit_game_points, kind=FORFEIT
    )
