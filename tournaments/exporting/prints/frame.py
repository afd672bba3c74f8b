"""The frame of printed lists: heading, what the page is of, page x of y."""

import datetime as dt
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.text import Text
from tournaments.exporting.cells import Label
from tournaments.exporting.paper import Paper

WIDTH, HEIGHT = 210.0, 297.0
LEFT = 12.0
TOP = 11.0
BODY = 34.0
FOOT = 284.0
WINDS = (Text("东", "East"), Text("南", "South"), Text("西", "West"), Text("北", "North"))


def wind_words(wind: int) -> str:
    """Return a wind in both languages: a list in the hall does not know who reads it."""
    return f"{WINDS[wind].zh} {WINDS[wind].en}"


@dataclass(frozen=True)
class Heading:
    """The two lines above a list, and its number of the round where it is of one."""

    title: str
    event: str
    round_no: int | None = None
    note: str = ""


class Frame:
    """Pages of one list. The number of pages is known before the first is drawn."""

    def __init__(
        self, heading: Heading, label: Label, pages: int, *, landscape: bool = False
    ) -> None:
        self.heading = heading
        self.label = label
        self.pages = max(1, pages)
        self.width, self.height = (HEIGHT, WIDTH) if landscape else (WIDTH, HEIGHT)
        self.right = self.width - LEFT
        self.foot = self.height - (HEIGHT - FOOT)
        self.paper = Paper(
            landscape=landscape,
            title=f"{heading.event} · {heading.title}",
            made_at=label.made_at,
        )

    def start_page(self) -> Paper:
        paper, heading = self.paper, self.heading
        paper.add_page()
        width = self.right - LEFT
        paper.write_in(LEFT, TOP, width - 52, 11, heading.title, size=20, align="L", pad=0)
        if heading.round_no is not None:
            words = _("Round %(n)d") % {"n": heading.round_no}
            paper.write_in(self.right - 50, TOP, 50, 11, words, size=20, align="R", pad=0)
        paper.write_in(LEFT, TOP + 11.5, width, 6, heading.event, size=11, align="L", pad=0)
        if heading.note:
            paper.write_in(
                LEFT, TOP + 16.5, width, 4, heading.note, size=8, align="L", grey=True, pad=0
            )
        paper.rule(LEFT, BODY - 1.5, self.right, BODY - 1.5, weight=0.5)
        return paper

    def end_page(self) -> None:
        """Write the foot: when it was made and from what, characters no font has, page x/y."""
        paper = self.paper
        width = self.right - LEFT
        words = [made_words(self.label.made_at, self.label.zone)]
        words.append(_("revision %(n)d") % {"n": self.label.revision})
        unknown = paper.unknown_words()
        if unknown:
            words.append(unknown)
        line = " · ".join(words)
        paper.write_in(LEFT, self.foot, width - 32, 5, line, size=7, align="L", grey=True, pad=0)
        page = f"{paper.page} / {self.pages}"
        paper.write_in(self.right - 30, self.foot, 30, 5, page, size=8, align="R", pad=0)


def made_words(moment: dt.datetime, zone: str) -> str:
    return f"{moment:%Y-%m-%d %H:%M} {zone}"
