"""What a player needs in the last round to reach a rank."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournaments.services.last_round import answer_for, before_last_round
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
        row = next((r for r in before.base.rows if r.entry_id == entry.pk), None)
        context: dict[str, Any] = {"entry": entry, "before": before, "row": row}
        answer = answer_for(entry, before, self._wanted())
        if answer is not None:
            usual = {n for n in USUAL if n <= answer.ranked}
            context |= {
                "rank": answer.rank,
                "ranked": answer.ranked,
                "alone": [o for o in answer.outcomes if o.shared == 1],
                "shared": [o for o in answer.outcomes if o.shared > 1],
                "choices": sorted({*usual, answer.row.rank or answer.rank}),
            }
        return self.show("public/needs.html", context)

    def _wanted(self) -> int | None:
        wanted = self.request.GET.get("rank", "")
        if wanted.isascii() and wanted.isdecimal() and len(wanted) < 5:
            return int(wanted) or None
        return None
