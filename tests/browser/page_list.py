"""Every page of the site with one address, found from the site's own list of addresses.

What an address needs (an event, a table's number) is filled in where it is the same on every site
with the demo; ids and links are taken from the pages themselves. A new page is found by itself once
some page leads to it.
"""

import re
from collections.abc import Callable, Iterator
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
# Pages that ask before an act on something that the demo does not hold, and acts that show none.
NOT_IN_THE_DEMO = {
    "desk-adjustment-cancel", "desk-confirm", "desk-draw-cancel", "desk-draw-enough",
    "desk-entry-remove", "desk-forfeit-take", "desk-job-again", "desk-job-cancel",
    "desk-let-meet", "desk-link-renew", "desk-link-revoke", "desk-people-list",
    "desk-people-stop", "desk-reopen-table", "desk-stage-remove", "desk-start",
    "desk-take-place", "referee-come",
}  # fmt: skip
# Pages that one and the same address shows in several states.
MORE = {
    "standings-round-1": f"/t/{EVENT}/?after=1",
    "standings-followed": f"/t/{EVENT}/?follow=3",
    "teams": f"/t/{EVENT}/?teams",
    "find-seat-found": f"/t/{EVENT}/seat/?q=1",
    "table-night": "/t/demo-night/tables/1-1/",
    "person-compared": f"/t/{EVENT}/people/1/?than=2",
    "ruleset-nanchang": "/rules/nanchang/",
    "compare-two": "/rules/compare/?a=guobiao&b=nanchang",
    "settle-up": "/t/demo-night/settle-up/",
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
}
LINK = re.compile(r"""(?:href|action|formaction|data-keep)=["']([^"'#]+)""")


class Pages:
    """One address for the name of each page."""

    def __init__(self) -> None:
        django.setup()
        self.names = set(_names(get_resolver()))
        self.found: dict[str, str] = {}
        self.no_page: set[str] = set()
        self._pictures: dict[str, str] = {}

    def find(self, read: Callable[[str], str]) -> None:
        """Go through the site; ``read`` returns the text of an address, "" where it is no page."""
        self._pictures = PICTURES if read(PICTURES["standings-over"]) else {}
        # These first: what they lead to counts, and has more to show than practice.
        waiting = [*self._pictures.values(), *self._known(), *MORE.values()]
        seen = set(waiting)
        while waiting:
            path = waiting.pop(0)
            name = _name(path)
            text = read(path)
            if text and name in self.names:
                self.found.setdefault(name, path)
            elif name in self.names and name not in self.found:
                self.no_page.add(name)
            for link in _links(text):
                wanted = _name(link)
                if link not in seen and wanted in self.names and wanted not in self.found:
                    seen.add(link)
                    waiting.append(link)

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
        """Return the pages for which no address was found: neither shown nor known to be none."""
        return sorted(self.names - set(self.found) - self.no_page)

    def has_pictures(self) -> bool:
        return bool(self._pictures)

    def group(self, wanted: str) -> dict[str, str]:
        """Return the pages of a group: ``desk``, ``referee`` (and a table's own) or ``public``."""
        own = {name: path for name, path in self.found.items() if _group(path) == wanted}
        return dict(sorted(own.items())) | (MORE | self._pictures if wanted == "public" else {})


def _group(path: str) -> str:
    first = path.split("/")[1]
    return {"desk": "desk", "referee": "referee", "r": "referee", "account": "desk"}.get(
        first if path != "/account/login/" else "", "public"
    )


def _names(resolver: URLResolver) -> Iterator[str]:
    for item in resolver.url_patterns:
        if isinstance(item, URLResolver):
            yield from _names(item)
        elif item.name and _is_page(item):
            yield item.name


def _is_page(pattern: URLPattern) -> bool:
    """Whether an address may be a page: it is asked for by GET and answers no program."""
    name = str(pattern.name)
    if LEFT_OUT.match(name) or LEFT_OUT_TOO.match(name) or name in NOT_IN_THE_DEMO:
        return False
    view = getattr(pattern.callback, "view_class", None)
    return view is None or (hasattr(view, "get") and not getattr(view, "wants_json", False))


def _needs(name: str) -> Iterator[tuple[str, ...]]:
    """Yield what each address of this name needs."""
    for possibility in get_resolver().reverse_dict.getlist(name):
        for _form, needs in possibility[0]:
            yield tuple(needs)


def _name(path: str) -> str:
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
