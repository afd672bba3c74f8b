"""What can be printed or taken away."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from tournaments.views.organiser.base import DeskView, optional_address


class Export(DeskView):
    """Links to every file and every printed page of the event."""

    tab = "desk-export"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        slug = self.event.slug
        rounds = [
            {
                "round": round_,
                "sheets": optional_address("sheets-pdf", event=slug, round=round_.number),
            }
            for round_ in self.event.rounds.order_by("number")
        ]
        return self.show(
            "desk/export.html",
            {
                "rounds": rounds,
                "blank": optional_address("blank-sheet-pdf", event=slug),
                "csv": optional_address("export-results-csv", event=slug),
                "workbook": optional_address("export-workbook", event=slug),
                "document": optional_address("export-event-json", event=slug),
            },
        )
