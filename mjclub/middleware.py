"""Response headers that every page carries; addresses that are asked from beside the site."""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse

POLICY = "; ".join(
    [
        "default-src 'self'",
        "img-src 'self' data:",
        "style-src 'self'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
    ]
)


class ContentSecurityPolicyMiddleware:
    """Forbid inline scripts and styles, and every other host; and to keep a page on the way, unless
    its view says how: pages show what this reader may see."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response


# What tells of the process that is asked (`tournaments.urls.operations`).
WATCHED = ("/health/", "/ready/", "/metrics/")


class WatchedAddressesMiddleware:
    """Who watches asks each process at its own address, past the proxy: by http, and by a name that
    is none of the site's. These addresses answer as if the proxy had asked; they say nothing that
    depends on either."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info in WATCHED:
            if settings.PUBLIC_URL:
                request.META["HTTP_HOST"] = urlsplit(settings.PUBLIC_URL).netloc
            if settings.SECURE_PROXY_SSL_HEADER:
                name, value = settings.SECURE_PROXY_SSL_HEADER
                request.META[name] = value
        return self.get_response(request)
