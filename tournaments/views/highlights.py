"""What an event is remembered for, in pictures and tables."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.rulesets import get_ruleset
from scoring.text import Text
from tournaments.models import Entry
from tournaments.services import event_figures, releases
from tournaments.services.event_figures import Shown
from tournaments.services.tables import TableState, for_states, states_of
from tournaments.standings import Standings
from tournaments.standings.game_figures import Bin, Highlights, Record, WonHand
from tournaments.views.charts import Line, Tie, column_chart, line_chart, matrix, network
from tournaments.views.event_page import EventView
from tournaments.views.hand_story import Story, story_of
from tournaments.views.rules import Rule

# More people than this make no picture that anybody could read; the tables hold the most of it.
MOST_ROUND_A_CIRCLE, MOST_IN_A_MATRIX, MOST_LINES = 24, 64, 8
MOST_ROWS = 40

Pairs = Mapping[tuple[int, int], int]


@dataclass(frozen=True)
class Named:
    """A figure of somebody."""

    entry: Entry
    record: Record


class HighlightsPage(EventView):
    """Best hands, games and people; how much hands were worth; who dealt to whom; how the scores
    went; who met whom."""

    rule = Rule.STANDINGS
    tab = "highlights"

    def get(self, request: HttpRequest, event: str) -> HttpResponse:
        releases.require_shown(self.actor, self.event)
        shown = event_figures.shown(self.event)
        return self.show("public/highlights.html", self.context(shown) if shown else {})

    def context(self, shown: Shown) -> dict[str, Any]:
        figures = shown.figures
        entries = {e.pk: e for e in self.event.entries.select_related("player").order_by("number")}
        current = releases.shown_to(self.actor, self.event)
        return {
            "shown": shown,
            "f": figures,
            "entries": entries,
            "best_hands": self._hands(figures, entries),
            "lists": self._lists(figures, entries),
            "patterns": _patterns(self.event.ruleset, figures.patterns),
            "values_chart": _values(figures),
            **_dealt(figures, entries),
            **_over_time(current.standings if current else None),
            **_met(figures, entries),
        }

    def _hands(
        self, figures: Highlights, entries: Mapping[int, Entry]
    ) -> list[tuple[WonHand, Entry, Story | None]]:
        """Return the best hands with what happened in them."""
        states: dict[tuple[int, int], TableState] = {}
        wanted = {hand.where[:2] for hand in figures.best_hands}
        if wanted:
            found = for_states(
                round__tournament=self.event,
                round__number__in={r for r, _t in wanted},
                number__in={t for _r, t in wanted},
            )
            states = {(s.round.number, s.table.number): s for s in states_of(found)}
        told = []
        for hand in figures.best_hands:
            state = states.get(hand.where[:2])
            deal = state.by_number.get(hand.where[2]) if state else None
            story = story_of(state, deal) if state and deal else None
            if hand.person in entries:
                told.append((hand, entries[hand.person], story))
        return told

    def _lists(
        self, figures: Highlights, entries: Mapping[int, Entry]
    ) -> list[tuple[str, str, list[Named]]]:
        """Return the lists of people: title, how a value is told, who."""
        lists = (
            (_("Highest game"), "points", figures.best_games),
            (_("Most hands won"), "hands", figures.most_wins),
            (_("Most self-draws"), "hands", figures.most_self_draws),
            (_("Longest streak of wins"), "hands", figures.longest_streaks),
            (_("Fewest deal-ins"), "hands", figures.fewest_deal_ins),
        )
        return [
            (title, kind, [Named(entries[r.person], r) for r in records if r.person in entries])
            for title, kind, records in lists
            if records
        ]


def _patterns(ruleset: str, counts: Iterable[tuple[str, int]]) -> list[tuple[Text, int]]:
    names = {pattern.id: pattern.name for pattern in get_ruleset(ruleset).patterns}
    return [(names[id_], n) for id_, n in counts if id_ in names][:12]


def bin_words(found: Bin) -> str:
    return str(found.low) if found.low == found.high else f"{found.low}–{found.high}"


def _values(figures: Highlights) -> SafeString | str:
    if not figures.values:
        return ""
    commonest = max(figures.values, key=lambda b: b.count)
    return column_chart(
        [(bin_words(b), b.count) for b in figures.values],
        title=_("Hands won by fan") if figures.in_fan else _("Hands won by points"),
        desc=_("%(n)d hands; most of them at %(value)s.")
        % {"n": sum(b.count for b in figures.values), "value": bin_words(commonest)},
    )


def _dealt(figures: Highlights, entries: Mapping[int, Entry]) -> dict[str, Any]:
    """Return who gave whom the tile: a picture for few people, the most frequent pairs for all."""
    pairs = [
        (entries[a], entries[b], n)
        for (a, b), n in sorted(figures.dealt.items(), key=lambda item: (-item[1], item[0]))
        if a in entries and b in entries
    ]
    people = {e.pk: e for pair in pairs for e in pair[:2]}
    order = sorted(people, key=lambda pk: people[pk].number)
    picture: SafeString | str = ""
    if pairs and len(order) <= MOST_ROUND_A_CIRCLE:
        at = {pk: i for i, pk in enumerate(order)}
        picture = network(
            [people[pk].shown_name for pk in order],
            [Tie(at[a.pk], at[b.pk], n) for a, b, n in pairs],
            title=_("Who dealt to whom"),
            desc=_("An arrow from who gave the tile to who won on it; %(n)d pairs.")
            % {"n": len(pairs)},
        )
    return {"dealt": pairs[:MOST_ROWS], "dealt_more": len(pairs) > MOST_ROWS, "network": picture}


def _over_time(table: Standings | None) -> dict[str, Any]:
    """Return the sums of game points after each round: a line for the first few, a row for more."""
    rows = [row for row in table.rows if row.rank is not None] if table else []
    if not table or not rows or not table.rounds:
        return {}
    told = []
    for row in rows[:MOST_ROWS]:
        cells = {cell.round_no: cell.game_points for cell in row.cells}
        total, sums = 0, []
        for number in table.rounds:
            total += cells.get(number, 0)
            sums.append(total)
        told.append((row, sums))
    lines = [Line(row.name, [(0, 0), *enumerate(sums, 1)]) for row, sums in told[:MOST_LINES]]
    every = max(1, (len(table.rounds) + 11) // 12)
    marks = {
        i: _("R%(n)d") % {"n": number} for i, number in enumerate(table.rounds, 1) if i % every == 0
    }
    return {
        "rounds": table.rounds,
        "sums": told,
        "sums_more": len(rows) > MOST_ROWS,
        "lines": [line.name for line in lines],
        "sums_chart": line_chart(
            lines,
            marks,
            title=_("Game points over the rounds"),
            desc=ngettext(
                "The first player of the standings over %(rounds)d rounds.",
                "The first %(n)d players of the standings over %(rounds)d rounds.",
                len(lines),
            )
            % {"n": len(lines), "rounds": len(table.rounds)},
        ),
    }


def _met(figures: Highlights, entries: Mapping[int, Entry]) -> dict[str, Any]:
    people = sorted(
        {pk for pair in figures.met for pk in pair if pk in entries},
        key=lambda pk: entries[pk].number,
    )
    at = {pk: i for i, pk in enumerate(people)}
    counts = {
        (min(at[a], at[b]), max(at[a], at[b])): n
        for (a, b), n in figures.met.items()
        if a in at and b in at
    }
    again = sorted(
        ((n, a, b) for (a, b), n in counts.items() if n > 1), key=lambda m: (-m[0], m[1], m[2])
    )
    picture: SafeString | str = ""
    if 1 < len(people) <= MOST_IN_A_MATRIX:
        picture = matrix(
            [str(entries[pk].number) for pk in people],
            counts,
            title=_("Who met whom"),
            desc=_("%(pairs)d of %(all)d pairs have met; %(again)d more than once.")
            % {
                "pairs": len(counts),
                "all": len(people) * (len(people) - 1) // 2,
                "again": len(again),
            },
        )
    return {
        "met_picture": picture,
        "met_pairs": len(counts),
        "met_rows": _met_rows(people, entries, counts) if len(people) <= MOST_IN_A_MATRIX else [],
        "again": [(entries[people[a]], entries[people[b]], n) for n, a, b in again[:MOST_ROWS]],
        "again_more": len(again) > MOST_ROWS,
    }


def _met_rows(
    people: list[int], entries: Mapping[int, Entry], counts: Pairs
) -> list[tuple[Entry, list[tuple[Entry, int]]]]:
    """Return for everybody whom they met, and how often."""
    rows = []
    for i, pk in enumerate(people):
        met = [
            (entries[other], counts[min(i, j), max(i, j)])
            for j, other in enumerate(people)
            if i != j and (min(i, j), max(i, j)) in counts
        ]
        rows.append((entries[pk], met))
    return rows
