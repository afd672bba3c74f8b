"""The report of an event: figures, charts, the standings, and what everybody's hands came to."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from scoring.table_points import display_units
from tournaments.exporting.archive import Step
from tournaments.exporting.cells import mean_text
from tournaments.exporting.paper import Paper
from tournaments.exporting.prints import charts
from tournaments.exporting.prints.drawing import FELT
from tournaments.exporting.prints.frame import BODY, LEFT, Frame, Heading
from tournaments.exporting.prints.ranking import LINE, RankingPages
from tournaments.exporting.result_sheets import figures
from tournaments.exporting.score_sheet import signed
from tournaments.exporting.snapshot import EventSnapshot
from tournaments.services.tables import HandState
from tournaments.standings.hand_figures import HandFigures

LEADERS = 7
BEST = 8
HEAD = 8.0
# Bars of the chart of fan, by the least that stands in each.
STEPS = (0, 8, 10, 12, 16, 24, 32, 48, 64, 88)


class EventReport:
    """One document from one snapshot; every figure in it is derived from that."""

    content_type = "application/pdf"
    suffix = "pdf"

    def render(self, snapshot: EventSnapshot, step: Step) -> bytes:
        label, standings = snapshot.label, snapshot.standings
        heading = Heading(_("Report"), label.event, label.after_round or None)
        frame = Frame(heading, label, 1)
        ranking = RankingPages(frame, standings)
        own = figures(snapshot)
        each = int((frame.foot - BODY - HEAD - 2) // LINE)
        people = [row for row in standings.rows if row.entry_id in own]
        frame.pages = 1 + ranking.count + -(-len(people) // each)
        step(0, 3, _("charts"))
        frame.start_page()
        _first_page(frame, snapshot, own)
        frame.end_page()
        step(1, 3, _("standings"))
        frame.heading = replace(heading, title=_("Standings"))
        ranking.draw()
        step(2, 3, _("statistics"))
        frame.heading = replace(heading, title=_("Statistics"))
        for start in range(0, len(people), each):
            frame.start_page()
            rows = [(row.number, row.name, own[row.entry_id]) for row in people]
            _statistics(frame, rows[start : start + each])
            frame.end_page()
        return frame.paper.data()


def _first_page(frame: Frame, snapshot: EventSnapshot, own: dict[int, HandFigures]) -> None:
    paper, width = frame.paper, frame.right - LEFT
    hands = [hand for state in snapshot.tables for hand in state.hands if hand.end != "abort"]
    _numbers(paper, width, snapshot, len(hands))
    y = BODY + 24
    _title(paper, y, _("Game points of the first %(n)d by round") % {"n": LEADERS})
    _race(paper, y + 8, width, snapshot)
    y += 82
    _title(paper, y, _("How the hands ended"))
    charts.parts_of_whole(paper, LEFT, y + 8, width, _endings(hands))
    y += 32
    _title(paper, y, _("Hands won, by fan"))
    charts.bars(paper, LEFT, y + 7, width, 42, _by_fan(hands))
    y += 55
    _title(paper, y, _("Dearest hands"))
    _dearest(paper, y + 7, width, snapshot, own)


def _title(paper: Paper, y: float, words: str) -> None:
    paper.write_in(LEFT, y, 180, 6, words, size=12, align="L", pad=0, ink=FELT)


def _numbers(paper: Paper, width: float, snapshot: EventSnapshot, hands: int) -> None:
    """Write the figures of the event in one row."""
    shown = (
        (len(snapshot.standings.rows), _("players")),
        (len(snapshot.standings.rounds), _("rounds")),
        (len(snapshot.tables), _("games")),
        (hands, _("hands played")),
        (sum(p.cancelled_at is None for p in snapshot.penalties), _("penalties")),
    )
    each = width / len(shown)
    for place, (number, words) in enumerate(shown):
        x = LEFT + place * each
        paper.write_in(x, BODY + 1, each, 12, str(number), size=26)
        paper.write_in(x, BODY + 13, each, 5, words, size=9, grey=True)


def _race(paper: Paper, y: float, width: float, snapshot: EventSnapshot) -> None:
    rounds = snapshot.standings.rounds
    rows = []
    for row in snapshot.standings.rows[:LEADERS]:
        points = {cell.round_no: cell.game_points for cell in row.cells}
        sums = [float(row.carried[1])]
        for number in rounds:
            sums.append(sums[-1] + points.get(number, 0))
        total = display_units(row.table_points)
        rows.append((f"{row.rank or '–'}. {row.name} ({total})", sums))
    marks = ["", *(_("R%(n)d") % {"n": number} for number in rounds)]
    charts.lines(paper, LEFT, y, width, 66, marks, rows)


def _endings(hands: Sequence[HandState]) -> list[tuple[str, int]]:
    """Count hands by how the first win came about."""
    counted: Counter[str] = Counter()
    for hand in hands:
        if not hand.claims:
            counted["drawn"] += 1
        elif hand.claims[0].robbed:
            counted["rob"] += 1
        else:
            counted["self" if hand.claims[0].giver is None else "discard"] += 1
    parts = [
        (_("won on a discard"), counted["discard"]),
        (_("self-drawn"), counted["self"]),
        (_("robbed kong"), counted["rob"]),
        (_("drawn"), counted["drawn"]),
    ]
    return [part for part in parts if part[1] or part[0] != _("robbed kong")]


def _by_fan(hands: Sequence[HandState]) -> list[tuple[str, int]]:
    counted: Counter[int] = Counter()
    for hand in hands:
        for win in hand.settlement.wins:
            if win.fan is not None:
                counted[max(least for least in STEPS if least <= max(0, win.fan))] += 1
    used = [least for least in STEPS if least >= min(counted, default=0)]
    named = []
    for place, least in enumerate(used):
        last = used[place + 1] - 1 if place + 1 < len(used) else None
        words = f"{least}+" if last is None else str(least) if last == least else f"{least}–{last}"
        named.append((words, counted[least]))
    return named


def _dearest(
    paper: Paper, y: float, width: float, snapshot: EventSnapshot, own: dict[int, HandFigures]
) -> None:
    """List the best hand of each of those who had the dearest ones."""
    names = {row.entry_id: row.name for row in snapshot.standings.rows}
    best = [(figure.best, entry) for entry, figure in own.items() if figure.best is not None]
    best.sort(key=lambda pair: (-(pair[0].fan or 0), -pair[0].points, pair[0].where))
    for place, (hand, entry) in enumerate(best[:BEST]):
        down, across = divmod(place, 2)
        x, top = LEFT + across * width / 2, y + down * 7
        worth = "" if hand.fan is None else _("%(n)d fan") % {"n": hand.fan}
        where = _("round %(r)d, table %(t)d, hand %(h)d") % dict(
            zip("rth", hand.where, strict=True)
        )
        paper.write_in(x, top, 16, 6.5, worth, size=10, align="R")
        paper.write_wrapped(x + 17, top, 38, 6.5, names.get(entry, ""), size=10, align="L")
        paper.write_in(x + 56, top, width / 2 - 58, 6.5, where, size=7.5, align="L", grey=True)


def _statistics(frame: Frame, rows: Sequence[tuple[int, str, HandFigures]]) -> None:
    paper = frame.paper
    room = frame.right - LEFT
    widths = [10.0, 0.0, 13.0, 13.0, 15.0, 15.0, 15.0, 22.0, 22.0, 16.0]
    widths[1] = room - sum(widths)
    heads = (
        _("No."), _("Name"), _("Games"), _("hands played"), _("hands won, share"),
        _("self-drawn, share"), _("dealt in, share"),
        _("mean win"), _("mean deal-in"), _("best hand"),
    )  # fmt: skip
    x = LEFT
    for head, width in zip(heads, widths, strict=True):
        paper.write_wrapped(x, BODY, width, HEAD, head, size=7.5)
        x += width
    for place, (number, name, own) in enumerate(rows):
        y = BODY + HEAD + place * LINE
        if place % 2 == 0:
            paper.shade(LEFT, y, room, LINE, 245)
        best = own.best
        worth = "" if best is None else signed(best.points) if best.fan is None else str(best.fan)
        cells = (
            str(number), name, str(own.games), str(own.hands),
            _share(own.wins, own.hands), _share(own.self_draws, own.wins),
            _share(own.deal_ins, own.hands), mean_text(own.average_win),
            mean_text(own.average_deal_in), worth,
        )  # fmt: skip
        x = LEFT
        for column, (cell, width) in enumerate(zip(cells, widths, strict=True)):
            if column == 1:
                paper.write_wrapped(x, y, width, LINE, cell, size=10, align="L")
            else:
                paper.write_in(x, y, width, LINE, cell, size=8.5)
            x += width


def _share(part: int, whole: int) -> str:
    return f"{part * 100 / whole:.1f} %" if whole else "–"
