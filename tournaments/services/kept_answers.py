"""Answers kept for requests that come again with the same key (docs/api.md, Keys)."""

import datetime as dt
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import KeptAnswer
from tournaments.services.errors import Invalid, Problem

KEPT = dt.timedelta(days=2)


@dataclass(frozen=True)
class Answer:
    """``content`` is plain JSON; ``again``: it is the answer to the first of equal requests."""

    status: int
    content: Any
    again: bool = False


class KeyReused(Invalid):
    """A key that was used for another request already."""

    status = 422
    code = "key_reused"


def fingerprint(*parts: str | bytes) -> str:
    made = hashlib.sha256()
    for part in parts:
        content = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        made.update(len(content).to_bytes(8, "big") + content)
    return made.hexdigest()


def once(owner: str, key: str, asked: str, act: Callable[[], Answer]) -> Answer:
    """Do an act once for a key: act and answer are written in one transaction, so that a process
    that dies leaves both or neither. What is refused writes nothing and is asked anew.

    Raises `KeyReused` when the key was used for another request.
    """
    try:
        with transaction.atomic():
            # Taken first: an equal request waits here until this one has ended.
            kept = KeptAnswer.objects.create(owner=owner, key=key, fingerprint=asked)
            answer = act()
            kept.status, kept.content = answer.status, answer.content
            kept.save(update_fields=["status", "content"])
            return answer
    except IntegrityError:
        earlier = KeptAnswer.objects.filter(owner=owner, key=key).first()
        if earlier is None:
            # The clash was the act's own.
            raise
    if earlier.fingerprint != asked:
        words = _("This key was used for another request already.")
        raise KeyReused(problems=[Problem("Idempotency-Key", words)])
    return Answer(earlier.status, earlier.content, again=True)


def forget_old() -> int:
    """Delete answers that nobody asks for again; returns how many."""
    return KeptAnswer.objects.filter(created_at__lt=timezone.now() - KEPT).delete()[0]
