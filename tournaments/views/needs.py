"""What a player needs in the last round to reach a rank."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournaments.models import Entry
from tournaments.services import releases
from tournaments.services.last_round import Before, before_last_round, outcomes_for
from tournaments.standings import Row
from tournaments.views.event_page import EventView
from tournaments.views.rules import Rule

USUAL = (1, 2, 3, 4, 8, 16, 32)


class NeedsPage(EventView):
    """Every own result of the last round, and what it means for the rank asked for (``rank``;
    without it the rank that the player has)."""

    rule = Rule.STANDINGS
    tab = "people"

    def get(self, request: HttpRequest, event: str, number: int) -> HttpResponse:
        entry = get_object_or_404(
            self.event.entries.select_related("player__club", "team"), number=number
        )
        before = before_last_round(self.actor, self.event)
        row = self._row(entry, before)
        context: dict[str, Any] = {"entry": entry, "before": before, "row": row}
        if before.last is not None and row is not None and row.rank is not None:
            ranked = len(before.last.contenders)
            rank = self._rank(row.rank, ranked)
            found = outcomes_for(entry, before, rank)
            context |= {
                "rank": rank,
                "ranked": ranked,
                "alone": [o for o in found if o.shared == 1],
                "shared": [o for o in found if o.shared > 1],
                "choices": sorted({*(n for n in USUAL if n <= ranked), row.rank}),
            }
        return self.show("public/needs.html", context)

    def _row(self, entry: Entry, before: Before) -> Row | None:
        table = releases.computed_for(self.actor, self.event, before.number - 1)
        return next((r for r in table.rows if r.entry_id == entry.pk), None)

    def _rank(self, own: int, ranked: int) -> int:
        wanted = self.request.GET.get("rank", "")
        if wanted.isascii() and wanted.isdecimal() and len(wanted) < 5 and int(wanted) > 0:
            return min(int(wanted), ranked)
        return own
