"""The part of a page that tells what somebody's games came to, for one event or all of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.models import Entry
from tournaments.services.person_figures import Game, PersonFigures, figures_of
from tournaments.services.played_hands import KeyOf
from tournaments.standings.game_figures import Opponent
from tournaments.views.charts import Line, column_chart, line_chart
from tournaments.views.hand_story import Story, story_of

MOST_OPPONENTS = 60


@dataclass(frozen=True)
class Met:
    """An opponent with the name and address to show."""

    opponent: Opponent
    name: str
    address: str


def figures_context(
    games: Sequence[Game],
    key: KeyOf,
    label: Callable[[Game], str],
    address: Callable[[Entry], str],
    *,
    numbered: bool = False,
) -> dict[str, Any]:
    """Return what `public/_figures.html` shows; ``label`` names a game, ``address`` is the page of
    an opponent. ``numbered``: under the curve games have their numbers instead of their names.
    Empty when nothing was played."""
    played = [game for game in games if game[1].has_result]
    figures = figures_of(played, key)
    if figures is None:
        return {}
    labels = [label(game) for game in played]
    marks = [str(n) for n in range(1, len(played) + 1)] if numbered else labels
    return {
        "figures": figures,
        "curve": _curve(figures, marks),
        "places_chart": _places(figures),
        "met": _met(figures, address),
        "best": _best(figures),
        "game_ends": _ends(figures, labels),
    }


def _best(figures: PersonFigures) -> Story | None:
    return story_of(*figures.best) if figures.best else None


def _curve(figures: PersonFigures, labels: Sequence[str]) -> SafeString:
    """Draw the sum after each hand; the word of a game stands where it ends."""
    points = [(i, step.total) for i, step in enumerate(figures.curve)]
    ends = {figures.curve[i].game: i for i, _total in points[1:]}
    every = max(1, (len(ends) + 11) // 12)
    marks = {at: labels[game] for game, at in ends.items() if game % every == every - 1}
    total = figures.curve[-1].total
    return line_chart(
        [Line("", points)],
        marks,
        title=_("Game points, hand by hand"),
        desc=_("A line from 0 to %(total)+d over %(n)d steps; lowest %(low)+d, highest %(high)+d.")
        % {
            "total": total,
            "n": len(points) - 1,
            "low": min(total for _i, total in points),
            "high": max(total for _i, total in points),
        },
    )


def _ends(figures: PersonFigures, labels: Sequence[str]) -> list[tuple[str, int, int]]:
    """Return the word of each game, what it brought, and the sum after it."""
    after: dict[int, int] = {}
    for step in figures.curve[1:]:
        after[step.game] = step.total
    before = 0
    rows = []
    for game, total in sorted(after.items()):
        rows.append((labels[game], total - before, total))
        before = total
    return rows


def _places(figures: PersonFigures) -> SafeString | str:
    if not figures.places:
        return ""
    columns = [(str(c.place), c.alone + c.shared) for c in figures.places]
    return column_chart(
        columns,
        title=_("Places"),
        desc=", ".join(
            _("place %(place)d: %(n)d") % {"place": c.place, "n": c.alone + c.shared}
            for c in figures.places
        ),
    )


def _met(figures: PersonFigures, address: Callable[[Entry], str]) -> list[Met]:
    return [
        Met(opponent, entry.shown_name, address(entry))
        for opponent in figures.opponents[:MOST_OPPONENTS]
        for entry in [figures.names[opponent.person]]
    ]


def over_all_events(entry: Entry) -> str:
    return reverse("player", kwargs={"player_id": entry.player_id})
