"""Every page of the site with one address, found from the site's own list of addresses.

What an address needs (an event, a table's number) is filled in where it is the same on every site
with the demo; ids and links are taken from the pages themselves. A new page is found by itself once
some page leads to it.
"""

import functools
import re
from collections.abc import Callable, Iterator, Mapping
from urllib.parse import urlsplit

import django
from django.urls import (
    NoReverseMatch,
    Resolver404,
    URLPattern,
    URLResolver,
    get_resolver,
    resolve,
    reverse,
)

EVENT = "demo-open"
VALUES = {
    "event": EVENT,
    "number": 1,
    "round": 1,
    "table": 1,
    "ruleset": "guobiao",
    "option": "two_concealed_kongs",
}
# No pages for people to look at: programs, parts of pages, and what only files come from.
LEFT_OUT = re.compile(
    r"^(api-.*|set_language|worker|manifest|health|ready|metrics|logout|try-preview|news|board"
    r"|live-tables-part|projector.*|.*-(csv|pdf|xlsx|json|workbook)|export-.*)$"
)
# The pages of a table are shown as a referee sees them; by its link they are the same.
LEFT_OUT_TOO = re.compile(r"^(table-.+|referee-form)$")
# Addresses that answer a GET with no page of their own, by why that is so.
NO_PAGE = {
    "a button: its address alone leads back to the page that holds it": {
        "desk-announce", "desk-announcement-take", "desk-check-in", "desk-come-later",
        "desk-confirm", "desk-confirm-results", "desk-export-make", "desk-export-stop",
        "desk-finish", "desk-hall-turn", "desk-invite", "desk-job-again", "desk-job-cancel",
        "desk-night-next", "desk-night-take-back", "desk-people-stop", "desk-plan-start",
        "desk-player-links", "desk-practice-new", "desk-publish", "desk-recompute",
        "desk-rescore-cancel", "desk-rescore-drop", "desk-rescore-publish", "desk-season-add",
        "desk-season-archive", "desk-season-remove", "desk-start", "desk-webhooks-again",
        "referee-come", "referee-tables", "referee-time", "token-revoke",
    },
    "a part of a page, which the page asks for": {
        "desk-draw", "desk-penalty-suggest", "desk-people-rows", "desk-rescore-job",
        "option-example",
    },
    "a file": {"desk-export-file", "my-data", "person-hands", "player-hands"},
}  # fmt: skip
# Pages that one and the same address shows in several states.
MORE = {
    "table-running": f"/t/{EVENT}/tables/2-1/",
    "standings-round-1": f"/t/{EVENT}/?after=1",
    "standings-followed": f"/t/{EVENT}/?follow=3",
    "teams": f"/t/{EVENT}/?teams",
    "find-seat-found": f"/t/{EVENT}/seat/?q=1",
    "table-night": "/t/demo-night/tables/1-1/",
    "person-compared": f"/t/{EVENT}/people/1/?than=2",
    "ruleset-nanchang": "/rules/nanchang/",
    "compare-two": "/rules/compare/?a=guobiao&b=nanchang",
    "settle-up-demo": "/t/demo-night/settle-up/",
    "calc-won": "/calc/?h=123789m23s55p[456m]%2B4s&by=self_draw&f=last_tile&fl=2",
    "calc-ready": "/calc/?h=123456789m23s55p",
    "calc-wrong": "/calc/?h=123m78S+x",
    "missing": "/nothing-here/",
}
# What only `screen_events` have: results that count, and a last round.
PICTURES = {
    "standings-over": "/t/pictures-over/",
    "standings-last-round": "/t/pictures-last-round/",
    "highlights-over": "/t/pictures-over/highlights/",
    "table-laid": "/t/pictures-over/tables/1-1/",
    "person-over": "/t/pictures-over/people/2/",
    "person-hidden": "/t/pictures-over/people/16/",
    "needs-last": "/t/pictures-last-round/people/2/needs/",
    "needs-first-rank": "/t/pictures-last-round/people/2/needs/?rank=1",
    "seat-found": "/t/pictures-last-round/seat/?q=p2",
    "seat-nobody": "/t/pictures-last-round/seat/?q=zzz",
    "me": "/t/pictures-last-round/me/",
    "season-nights": "/seasons/pictures-nights/",
    "season-money": "/seasons/pictures-nights/money/",
    "settle-up-night": "/t/pictures-night-1/settle-up/",
    "desk-now-busy": "/desk/pictures-desk/",
    "desk-people-teams": "/desk/pictures-desk/people/",
    "desk-roles-invited": "/desk/pictures-desk/roles/",
    "desk-merges-one": "/desk/pictures-desk/people/merges/",
    "desk-adjustments-given": "/desk/pictures-desk/adjustments/",
    "desk-forfeits-given": "/desk/pictures-desk/forfeits/",
    "desk-apart-two": "/desk/pictures-desk/seating/apart/",
    "desk-places-one": "/desk/pictures-desk/seating/places/",
    "desk-stages-two": "/desk/pictures-desk/stages/",
    "desk-checkin-begun": "/desk/pictures-desk/checkin/",
    "desk-hall-announced": "/desk/pictures-desk/hall/",
    "desk-tables-called": "/desk/pictures-desk/tables/",
    "desk-export-made": "/desk/pictures-desk/export/",
    "desk-rescore-report": "/desk/pictures-desk/rescore/",
    "desk-night-games": "/desk/pictures-night-2/night/",
}
LINK = re.compile(r"""(?:href|action|formaction|data-keep)=["']([^"'#]+)""")


class Pages:
    """One address for the name of each page, and some names more for other states of one.

    ``told``: address by name of pages to which no page leads. ``read`` returns the text of an
    address as an organiser sees it, ``visitor`` as somebody sees it who is not logged in; "" where
    it is no page.
    """

    def __init__(
        self,
        read: Callable[[str], str],
        visitor: Callable[[str], str],
        told: Mapping[str, str] | None = None,
    ) -> None:
        django.setup()
        self.names = set(_names(get_resolver()))
        self.found: dict[str, str] = {}
        self._read, self._visitor = functools.cache(read), functools.cache(visitor)
        told = dict(told or {})
        self._pictures = PICTURES if read(PICTURES["standings-over"]) else {}
        self._more = {**MORE, **self._pictures, **told}
        # These first: what they lead to counts, and has more to show than practice.
        self._go([*told.values(), *self._pictures.values(), *self._known(), *MORE.values()])
        again = set(self._more.values())
        pages = {name: path for name, path in sorted(self.found.items()) if path not in again}
        self._groups: dict[str, dict[str, str]] = {}
        for name, path in (pages | self._more).items():
            self._groups.setdefault(self._group(path), {})[name] = path

    def _go(self, waiting: list[str]) -> None:
        """Go through the site."""
        seen, states = set(waiting), set(self._more.values())
        only_so: dict[str, str] = {}
        while waiting:
            path = waiting.pop(0)
            name = name_of(path)
            if name in self.found and path not in states:
                continue
            text = self._read(path) or self._visitor(path)
            if text and name in self.names:
                # One state among several is the page only where there is no other.
                (only_so if path in states else self.found).setdefault(name, path)
            for link in _links(text):
                wanted = name_of(link)
                if link not in seen and wanted in self.names and wanted not in self.found:
                    seen.add(link)
                    waiting.append(link)
        self.found = only_so | self.found

    def _known(self) -> Iterator[str]:
        """Yield the addresses that need nothing but what every site with the demo has."""
        for name in sorted(self.names):
            for needs in _needs(name):
                if set(needs) <= set(VALUES):
                    try:
                        yield reverse(name, kwargs={key: VALUES[key] for key in needs})
                    except NoReverseMatch:
                        continue

    def missing(self) -> list[str]:
        """Return the pages for which no address was found."""
        return sorted(self.names - set(self.found) - set().union(*NO_PAGE.values()))

    def wrongly_left_out(self) -> list[str]:
        """Return what is said to be no page and is one, or is no address of the site at all."""
        left_out = set().union(*NO_PAGE.values())
        return sorted((left_out & set(self.found)) | (left_out - self.names))

    def has_pictures(self) -> bool:
        return bool(self._pictures)

    def group(self, wanted: str) -> dict[str, str]:
        """Return the pages of a group: ``referee`` (and a table's own), ``public``, or ``desk``,
        which is what somebody sees only after logging in."""
        return self._groups.get(wanted, {})

    def _group(self, path: str) -> str:
        first = path.split("/")[1]
        if first in ("desk", "referee", "r"):
            return "desk" if first == "desk" else "referee"
        # What is nowhere is shown to everybody.
        return "public" if self._visitor(path) or not name_of(path) else "desk"


def _names(resolver: URLResolver) -> Iterator[str]:
    for item in resolver.url_patterns:
        if isinstance(item, URLResolver):
            yield from _names(item)
        elif item.name and _is_page(item):
            yield item.name


def _is_page(pattern: URLPattern) -> bool:
    """Whether an address may be a page: it is asked for by GET and answers no program."""
    name = str(pattern.name)
    if LEFT_OUT.match(name) or LEFT_OUT_TOO.match(name):
        return False
    view = getattr(pattern.callback, "view_class", None)
    return view is None or (hasattr(view, "get") and not getattr(view, "wants_json", False))


def _needs(name: str) -> Iterator[tuple[str, ...]]:
    """Yield what each address of this name needs."""
    for possibility in get_resolver().reverse_dict.getlist(name):
        for _form, needs in possibility[0]:
            yield tuple(needs)


def name_of(path: str) -> str:
    """Return the name of an address in the site's list, "" where it is none."""
    try:
        return resolve(urlsplit(path).path).url_name or ""
    except Resolver404:
        return ""


def _links(text: str) -> Iterator[str]:
    for link in LINK.findall(text):
        parts = urlsplit(link)
        path = parts.path
        if path.startswith("/") and not parts.netloc and ("/t/" not in path or EVENT in path):
            yield path
