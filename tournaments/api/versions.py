"""Versions of what is shown: ETags, 304, and If-Match before an edit (docs/api.md, Versions).

A tag is ``"<revision>-<digest>"``: the revision of the thing where it has one of its own (a hand, a
table), else that of its event, and a digest of what is shown. Whether two tags mean the same for an
edit is decided by the revision of hands and tables, and by the digest of everything else.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.utils.encoders import JSONEncoder

from tournaments.services.errors import ServiceError

TAG = re.compile(r'"([0-9]{1,18})-([0-9a-f]{16,64})"')


class NotModified(Exception):
    """The reader has what would be answered."""

    def __init__(self, tag: str) -> None:
        super().__init__(tag)
        self.tag = tag


class Changed(ServiceError):
    """An edit of a version that is no longer there; ``current`` is what is there."""

    status = 412
    code = "changed"

    def __init__(self, current: Any, tag: str) -> None:
        super().__init__(_("This was changed meanwhile by somebody else; look at it again."))
        self.current = current
        self.tag = tag

    def as_json(self) -> dict[str, Any]:
        return {**super().as_json(), "current": self.current}


def digest(content: Any) -> str:
    text = json.dumps(content, cls=JSONEncoder, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def tag_of(revision: int, content: Any) -> str:
    return f'"{revision}-{digest(content)}"'


def asked_tags(request: Request, header: str) -> list[str]:
    """Return the tags of a header, weak ones like strong ones; ``*`` stands for itself."""
    tags = request.headers.get(header, "").split(",")
    return [tag.strip().removeprefix("W/") for tag in tags if tag.strip()]


def is_known(request: Request, tag: str) -> bool:
    tags = asked_tags(request, "If-None-Match")
    return tag in tags or "*" in tags


def asked_revision(request: Request) -> int | None:
    """Return the revision that If-Match names; -1 (which nothing has) for a tag that is none of
    ours, None without the header or for ``*``."""
    tags = asked_tags(request, "If-Match")
    if not tags or "*" in tags:
        return None
    found = TAG.fullmatch(tags[0])
    return int(found[1]) if found else -1


@contextmanager
def unchanged(
    request: Request,
    lock: Callable[[], Any],
    show: Callable[[], tuple[int, Any]],
    part: Callable[[Any], Any] = lambda content: content,
) -> Iterator[None]:
    """Do an edit only if what If-Match names is still there: ``lock`` is held over look and edit,
    ``show`` returns the revision and what is shown, of which ``part`` counts. Raises `Changed`."""
    wanted = asked_tags(request, "If-Match")
    if not wanted or "*" in wanted:
        yield
        return
    with transaction.atomic():
        lock()
        revision, content = show()
        now = digest(part(content))
        if now not in [found[2] for tag in wanted if (found := TAG.fullmatch(tag))]:
            raise Changed(content, f'"{revision}-{now}"')
        yield


@contextmanager
def same_revision(
    request: Request, lock: Callable[[], int], show: Callable[[], Any]
) -> Iterator[None]:
    """As `unchanged`, for what counts its own revision: ``lock`` returns the one it has."""
    wanted = asked_revision(request)
    if wanted is None:
        yield
        return
    with transaction.atomic():
        revision = lock()
        if revision != wanted:
            content = show()
            raise Changed(content, tag_of(revision, content))
        yield
