"""The site as an app on a phone: its manifest and its worker."""

import hashlib
import json
from functools import lru_cache

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.decorators import method_decorator
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.views.rules import Rule, RuledView

# What pages for people at the table are made of.
PARTS = ("mjclub/", "django_htmx/htmx-2.min")


def shell() -> tuple[str, str]:
    """Return a stamp of the scripts, styles and fonts of the site, and their addresses (JSON)."""
    # Who works on the scripts sees changes at once; elsewhere files change with the process.
    return _look() if settings.DEBUG else _looked()


@lru_cache(maxsize=1)
def _looked() -> tuple[str, str]:
    return _look()


def _look() -> tuple[str, str]:
    stamp = hashlib.sha256()
    found = []
    for finder in finders.get_finders():
        for path, storage in finder.list([]):
            if path.startswith(PARTS) and not path.endswith(".map"):
                found.append(static(path))
                changed = storage.get_modified_time(path).timestamp()
                stamp.update(f"{path} {changed} ".encode())
    return stamp.hexdigest()[:12], json.dumps(sorted(set(found)))


@method_decorator(never_cache, name="dispatch")
class Worker(RuledView):
    """The service worker; at the root, so that it may keep every page."""

    rule = Rule.PUBLIC

    def get(self, request: HttpRequest) -> HttpResponse:
        stamp, addresses = shell()
        return render(
            request,
            "app/worker.js",
            {"version": stamp, "shell": addresses, "static_url": settings.STATIC_URL},
            content_type="text/javascript",
        )


class Manifest(RuledView):
    """What a phone needs to put the site among its apps."""

    rule = Rule.PUBLIC

    def get(self, request: HttpRequest) -> HttpResponse:
        return JsonResponse(
            {
                "name": "mjclub",
                "short_name": "mjclub",
                "description": _("Club matches and tournaments of mahjong"),
                "lang": get_language(),
                "start_url": "/referee/",
                "scope": "/",
                "display": "standalone",
                "background_color": "#fbf9f4",
                "theme_color": "#1b5e45",
                "icons": [
                    {
                        "src": static("mjclub/icon.svg"),
                        "sizes": "any",
                        "type": "image/svg+xml",
                        "purpose": "any",
                    }
                ],
            },
            content_type="application/manifest+json",
        )
