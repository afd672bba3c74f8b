"""Every address of the site, for tests that leave none out."""

import re
from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

# Addresses without a class of ours: Django's own language switch.
WITHOUT_RULE = {"set_language"}


def _walk(resolver: URLResolver | None = None, before: str = "") -> Iterator[tuple[str, str, Any]]:
    for item in (resolver or get_resolver()).url_patterns:
        route = before + str(item.pattern)
        if isinstance(item, URLResolver):
            yield from _walk(item, route)
        else:
            yield str(item.name), route, item


def view_of(pattern: URLPattern) -> Any:
    """Return the class behind an address."""
    callback: Any = pattern.callback
    return getattr(callback, "view_class", None) or getattr(callback, "cls", None)


def is_of_api(pattern: URLPattern) -> bool:
    return getattr(pattern.callback, "cls", None) is not None


PATTERNS: dict[str, URLPattern] = {name: pattern for name, _route, pattern in _walk()}
ROUTES: dict[str, str] = {name: route for name, route, _pattern in _walk()}
_PARTS = {name: re.findall(r"<\w+:(\w+)>", route) for name, route, _pattern in _walk()}
# Those of pages; the API has matrices of its own.
PAGES = {
    name: pattern
    for name, pattern in PATTERNS.items()
    if name not in WITHOUT_RULE and not is_of_api(pattern)
}


def parts_of(name: str) -> list[str]:
    """Return the names of what an address names: ``event``, ``entry_id``…"""
    return _PARTS[name]


def address_of(name: str, things: dict[str, object]) -> str:
    return reverse(name, kwargs={part: things[part] for part in parts_of(name)})
