"""The standings as one HTML file for a screen without network: nothing in it is fetched, and it
turns its pages by its style alone, without a script."""

from django.template.loader import render_to_string

from scoring.table_points import display_units
from tournaments.exporting.prints.frame import made_words
from tournaments.exporting.score_sheet import signed
from tournaments.exporting.snapshot import EventSnapshot

ROWS = 12
SECONDS = 10
# Names wider than this (a Chinese character counts twice) are written smaller, over two lines.
LONG = 20


class ScreenPage:
    content_type = "text/html; charset=utf-8"
    suffix = "html"

    def render(self, snapshot: EventSnapshot) -> bytes:
        rows = [
            {
                "rank": "–" if row.rank is None else row.rank,
                "tied": row.tied,
                "name": row.name,
                "long": len(row.name.encode("gb18030", "replace")) > LONG,
                "club": " · ".join(part for part in (row.club, row.team) if part),
                "points": display_units(row.table_points),
                "game": signed(row.game_points),
            }
            for row in snapshot.standings.rows
        ]
        pages = [rows[i : i + ROWS] for i in range(0, len(rows), ROWS)]
        context = {
            "label": snapshot.label,
            "made": made_words(snapshot.label.made_at, snapshot.label.zone),
            "standings": snapshot.standings,
            "pages": [
                {"rows": page, "number": number, "delay": (number - 1) * SECONDS}
                for number, page in enumerate(pages, 1)
            ],
            "count": len(pages),
            "seconds": SECONDS * max(1, len(pages)),
            "shown": f"{100 / max(1, len(pages)):.4f}",
            "gone": f"{100 / max(1, len(pages)) + 0.01:.4f}",
        }
        return render_to_string("export/screen.html", context).encode()
