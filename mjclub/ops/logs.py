"""Log lines that can be put together again: each carries the id of its request or its job."""

import logging
import re
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.http import HttpRequest, HttpResponse

HEADER = "X-Request-ID"
# What another server may hand us: nothing that could break a log line.
_SOUND = re.compile(r"[A-Za-z0-9._-]{8,64}")
_current: ContextVar[str] = ContextVar("mjclub_log_id", default="-")


@contextmanager
def logged_as(id_: str) -> Iterator[None]:
    """Let every line logged inside carry this id (``job-17``)."""
    token = _current.set(id_)
    try:
        yield
    finally:
        _current.reset(token)


class RequestIdMiddleware:
    """Give every request an id, or keep the one that a proxy gave; the answer carries it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "")
        id_ = given if _SOUND.fullmatch(given) else uuid.uuid4().hex
        request.log_id = id_  # type: ignore[attr-defined]  # for what is logged after the answer
        with logged_as(id_):
            response = self.get_response(request)
        response.headers[HEADER] = id_
        return response


class IdFilter(logging.Filter):
    """Put the current id into every record, as ``log_id``. What Django says of an answer comes when
    the request is over and carries it along."""

    def filter(self, record: logging.LogRecord) -> bool:
        of_request = getattr(getattr(record, "request", None), "log_id", "-")
        current = _current.get()
        record.log_id = of_request if current == "-" else current
        return True


# The address of a table's link is its key.
_LINK = re.compile(r"(/r/)[^/\s'\"]+")


class WithoutKeys(logging.Filter):
    """Leave the keys of table links out of every line, and of what is said of a request."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(
                _LINK.sub(r"\1…", arg) if isinstance(arg, str) else arg for arg in record.args
            )
        if hasattr(record, "request"):
            record.request = _LINK.sub(r"\1…", repr(record.request))
        return True


class WithoutTraceback(logging.Filter):
    """A wrong Host header is the sender's mistake: one line says so, no traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = None
        record.exc_text = None
        return True
