"""Parts of pages that many people ask for again and again: drawn once for each tag and language,
packed once, and answered with 304 to who has them already.
"""

import gzip
import hashlib
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournaments.services.kept import Kept

# Small answers are quicker sent as they are.
WORTH_PACKING = 1000


@dataclass(frozen=True)
class Fragment:
    """A drawn part; ``packed`` is the same in gzip, empty where that is not worth it."""

    html: SafeString
    packed: bytes


_drawn: Kept[Fragment] = Kept(256)


def drawn(key: Hashable, draw: Callable[[], SafeString]) -> Fragment:
    """Return the part kept under this key in the reader's language, drawn now where none is."""

    def make() -> Fragment:
        html = draw()
        content = html.encode()
        return Fragment(html, gzip.compress(content, 6) if len(content) > WORTH_PACKING else b"")

    return _drawn.get((get_language(), key), make)


def tag_of(key: Hashable) -> str:
    """Return the ETag of a part. Weak: it is the same for every way of packing."""
    text = repr((get_language(), key))
    return f'W/"{hashlib.blake2b(text.encode(), digest_size=12).hexdigest()}"'


def is_known(request: HttpRequest, tag: str) -> bool:
    """Whether the asker has this part already; proxies may have made a tag weak."""
    sent = request.headers.get("If-None-Match", "").removeprefix("W/")
    return sent == tag.removeprefix("W/")


def answer(request: HttpRequest, key: Hashable, draw: Callable[[], SafeString]) -> HttpResponse:
    """Answer a question for a part: 304, or the part."""
    tag = tag_of(key)
    if is_known(request, tag):
        response = HttpResponse(status=304)
    else:
        part = drawn(key, draw)
        if part.packed and "gzip" in request.headers.get("Accept-Encoding", ""):
            response = HttpResponse(part.packed, headers={"Content-Encoding": "gzip"})
        else:
            response = HttpResponse(part.html)
    response["ETag"] = tag
    patch_cache_control(response, no_cache=True)
    patch_vary_headers(response, ["Accept-Encoding", "Accept-Language", "Cookie"])
    return response
