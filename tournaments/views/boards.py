"""The live boards: the leaderboard and the tables that play, as pages and as parts that pages ask
for again and again."""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournaments.models import Tournament
from tournaments.services import boards, releases
from tournaments.services.boards import Sight
from tournaments.services.standings import CurrentStandings
from tournaments.standings import Row, Standings
from tournaments.views.event_page import EventView, news_key
from tournaments.views.fragments import answer, drawn, tag_of
from tournaments.views.house_rules import house_rules
from tournaments.views.rules import Rule

# Standings after an earlier round never change while the revision stays.
KEEP_SECONDS = 3600
# A board that is asked for says that it is behind only when it is so for longer than that.
BEHIND_SECONDS = 8
ROWS = 100


class BoardView(EventView):
    """A page or part of an event that very many look at. For visitors the event is known from a
    moment ago; the rule of the address is checked as everywhere."""

    part = False
    _sight: Sight | None = None

    def _resolve(self) -> None:
        if self.part and self.actor.user is None:
            self._sight = boards.visitors_sight(self.kwargs["event"])
            if self._sight is None:
                raise Http404
            self.tournament = self._sight.tournament
        else:
            super()._resolve()

    @property
    def sight(self) -> Sight:
        if self._sight is None:
            self._sight = boards.sight_of(self.actor, self.event)
        return self._sight

    def key(self) -> Hashable:
        """Everything that the part depends on."""
        raise NotImplementedError

    def draw(self) -> SafeString:
        raise NotImplementedError

    def part_and_tag(self) -> dict[str, Any]:
        """Return the part and its tag for the page around it."""
        key = self.key()
        return {"part": drawn(key, self.draw).html, "etag": tag_of(key)}

    def show_part(self) -> HttpResponse:
        return answer(self.request, self.key(), self.draw)


@dataclass(frozen=True)
class Choice:
    """Which part of the leaderboard somebody looks at; what is not chosen is empty."""

    after: int | None = None
    teams: bool = False
    club: str = ""
    team: str = ""
    page: int = 1
    follow: int | None = None

    @property
    def query(self) -> str:
        """Return it as the query of an address, with its question mark; ``teams`` has no value."""
        named = {"after": self.after, "club": self.club, "team": self.team, "follow": self.follow}
        words = ["teams"] if self.teams else []
        given = urlencode({k: v for k, v in named.items() if v})
        words += [given] if given else []
        words += [f"page={self.page}"] if self.page > 1 else []
        return "?" + "&".join(words) if words else ""


def _number(text: str) -> int | None:
    good = text.isascii() and text.isdecimal() and len(text) < 6
    return int(text) or None if good else None


class LeaderboardView(BoardView):
    """What page and part of the leaderboard have in common."""

    rule = Rule.STANDINGS
    tab = "standings"

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        given = request.GET
        after = given.get("after", "")
        self.choice = Choice(
            after=_number(after) if len(after) < 4 else None,
            teams="teams" in given,
            club=given.get("club", "").replace("\0", "")[:120],
            team=given.get("team", "").replace("\0", "")[:80],
            page=_number(given.get("page", "")) or 1,
            follow=_number(given.get("follow", "")),
        )

    def key(self) -> Hashable:
        return ("leaderboard", self.sight.tag, self._behind(), self.choice)

    def _behind(self) -> bool:
        """Whether to say that newer entries are being counted. A board that asks itself anew says
        so only when that takes long; else every hand of the hall would draw it twice."""
        stamp = self.sight.stamp
        if self.sight.fresh or stamp is None:
            return False
        age = (timezone.now() - stamp.computed_at).total_seconds()
        return not self.part or age > BEHIND_SECONDS

    def current(self) -> CurrentStandings | None:
        if self.choice.after:
            return self._after_round(self.choice.after)
        found = self.sight.results()
        return replace(found, fresh=not self._behind()) if found else None

    def _after_round(self, number: int) -> CurrentStandings:
        """Compute the standings after an earlier round, once per revision."""
        if not self.event.rounds.filter(number=number).exists():
            raise Http404
        revision = self.event.revision
        # Names that are hidden are words of the reader's language.
        key = f"standings-{self.event.pk}-{revision}-{number}-{self.sight.everything}"
        key += f"-{get_language()}"
        content = cache.get(key)
        if content is None:
            content = releases.computed_for(self.actor, self.event, number).to_json()
            cache.set(key, content, KEEP_SECONDS)
        return CurrentStandings(Standings.from_json(content), revision, timezone.now(), fresh=True)

    def draw(self) -> SafeString:
        current = self.current()
        latest = self.sight.results()
        context = {
            "tournament": self.event,
            "current": current,
            "choice": self.choice,
            "after": self.choice.after,
            "teams": self.choice.teams,
            "rounds_before": latest.standings.rounds[:-1] if latest else (),
            "house_rules": house_rules(self.event),
            "finality": self.sight.finality,
            "news": self.sight.news,
            "held_back": not self.sight.everything,
        }
        if current is not None:
            context |= _rows(current.standings, self.choice)
        return render_to_string("public/_board.html", context)


def _rows(table: Standings, choice: Choice) -> dict[str, Any]:
    """Return the rows to show: of a club or team where one is chosen, a page of them, and the one
    whom the reader follows."""
    clubs = sorted({row.club for row in table.rows if row.club})
    teams = sorted({row.team for row in table.rows if row.team})
    rows: list[Row] = [
        row
        for row in table.rows
        if (choice.club not in clubs or row.club == choice.club)
        and (choice.team not in teams or row.team == choice.team)
    ]
    pages = max(1, -(-len(rows) // ROWS))
    page = min(choice.page, pages)
    start = (page - 1) * ROWS
    return {
        "rows": rows[start : start + ROWS],
        "clubs": clubs if len(clubs) > 1 else [],
        "team_names": teams if len(teams) > 1 else [],
        "shown_club": choice.club if choice.club in clubs else "",
        "shown_team": choice.team if choice.team in teams else "",
        "page": page,
        "pages": [
            (n, (n - 1) * ROWS + 1, min(n * ROWS, len(rows)), replace(choice, page=n).query)
            for n in range(1, pages + 1)
        ],
        "followed": next((row for row in table.rows if row.number == choice.follow), None),
        "by_entry": {row.entry_id: row for row in table.rows} if choice.teams else {},
    }


class StandingsPage(LeaderboardView):
    """The leaderboard, as it is or as it was after a round (``after``)."""

    def get(self, request: HttpRequest, event: str) -> HttpResponse:
        found = self.sight.results()
        rounds = found.standings.rounds if found else ()
        return self.show(
            "public/standings.html",
            {
                **self.part_and_tag(),
                "after": self.choice.after,
                "query": self.choice.query,
                "wide": len(rounds) > 8,
            },
        )


class Board(LeaderboardView):
    """The leaderboard alone, for a page that is open."""

    part = True

    def get(self, request: HttpRequest, event: str) -> HttpResponse:
        return self.show_part()


class LiveTablesView(BoardView):
    """Every table that plays: its hand, who leads, how long it still has."""

    rule = Rule.PUBLIC
    tab = "live-tables"

    def key(self) -> Hashable:
        return ("tables", self.sight.tag, self._shows_results())

    def _shows_results(self) -> bool:
        event: Tournament = self.event
        return self.sight.everything and event.standings_public

    def draw(self) -> SafeString:
        return render_to_string(
            "public/_live_tables.html",
            {
                "tournament": self.event,
                "rounds": boards.rounds_now(self.sight),
                "news": self.sight.news,
                "sees_results": self._shows_results(),
                "next_round": boards.next_round(self.event),
            },
        )


class LiveTables(LiveTablesView):
    def get(self, request: HttpRequest, event: str) -> HttpResponse:
        return self.show("public/live_tables.html", self.part_and_tag())


class LiveTablesPart(LiveTablesView):
    part = True

    def get(self, request: HttpRequest, event: str) -> HttpResponse:
        return self.show_part()


class Announcements(BoardView):
    """What is announced now, for every page of the event that is open."""

    rule = Rule.PUBLIC
    part = True

    def key(self) -> Hashable:
        return news_key(self.event, self.sight.news)

    def draw(self) -> SafeString:
        return render_to_string("public/_news.html", {"news": self.sight.news, "closes": True})

    def get(self, request: HttpRequest, event: str) -> HttpResponse:
        return self.show_part()
