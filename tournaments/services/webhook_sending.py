"""Sending what waits for webhooks (a job): signed, to public addresses only, tried again with
growing pauses, given up after some tries (docs/api.md, Webhooks)."""

import datetime as dt
import hashlib
import hmac
import ipaddress
import json
import logging
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import httpx
from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Job, WebhookDelivery
from tournaments.services import jobs
from tournaments.services.jobs import Run
from tournaments.services.webhooks import secret_of

log = logging.getLogger(__name__)

TIMEOUT = httpx.Timeout(10.0, connect=5.0)
# The pause before the second try; it doubles from try to try, up to the longest.
FIRST_PAUSE, LONGEST_PAUSE = dt.timedelta(seconds=30), dt.timedelta(hours=2)
# One job sends so many; the rest waits for the next, so that other jobs get their turn.
MOST = 200
KEPT = dt.timedelta(days=30)
# IPv6 ranges that carry an IPv4 address inside.
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


class Forbidden(Exception):
    """An address that is not sent to."""


@dataclass(frozen=True)
class Sent:
    """What came of one try: the status answered, None where nobody answered."""

    status: int | None
    error: str = ""

    @property
    def good(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


def is_public(address: str) -> bool:
    """Whether an IP address is one of the open internet, also where one hides in another."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo and found.teredo[1])
        if found in NAT64:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inner:
            return is_public(str(inner))
    return found.is_global and not found.is_multicast


def resolve(host: str, port: int) -> Sequence[str]:
    """Return the IP addresses of a host; raise `Forbidden` if one of them is not public. What is
    returned is what is connected to: a name that changes its answer meanwhile changes nothing.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Forbidden(_("The name of the host is not known.")) from None
    addresses = list(dict.fromkeys(str(info[4][0]) for info in found))
    if not settings.WEBHOOK_PRIVATE and not all(map(is_public, addresses)):
        raise Forbidden(_("The host is inside a private network."))
    return addresses


def signature(secret: str, moment: int, body: bytes) -> str:
    """Return the header that proves who sent it: HMAC-SHA256 over ``<moment>.<body>``."""
    signed = hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256)
    return f"t={moment},v1={signed.hexdigest()}"


def _at_address(url: str, address: str) -> tuple[str, str, str]:
    """Return the URL with the host's IP address in the place of its name, the name, and what the
    header Host says."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    port = f":{parts.port}" if parts.port else ""
    literal = f"[{address}]" if ":" in address else address
    shown = f"[{host}]" if ":" in host else host.encode("idna").decode()
    return (
        urlunsplit((parts.scheme, literal + port, parts.path or "/", parts.query, "")),
        (host),
        shown + port,
    )


def send(delivery: WebhookDelivery) -> Sent:
    """Try a message once."""
    webhook = delivery.webhook
    body = json.dumps({"id": str(delivery.pk), **delivery.content}, ensure_ascii=False).encode()
    moment = int(time.time())
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "mjclub-webhook",
        "Mjclub-Delivery": str(delivery.pk),
        "Mjclub-Kind": delivery.kind,
        "Mjclub-Signature": signature(secret_of(webhook), moment, body),
    }
    try:
        parts = urlsplit(webhook.url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        addresses = resolve(parts.hostname or "", port)
        url, name, shown = _at_address(webhook.url, addresses[0])
        # The environment's proxies are left alone: they would look the name up once more.
        with (
            httpx.Client(timeout=TIMEOUT, trust_env=False, follow_redirects=False) as client,
            client.stream(
                "POST",
                url,
                content=body,
                headers={**headers, "Host": shown},
                extensions={"sni_hostname": name},
            ) as response,
        ):
            return _judged(response)
    except Forbidden as refused:
        return Sent(None, str(refused))
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError, ValueError, OSError) as error:
        return Sent(None, f"{type(error).__name__}: {error}"[:200])


def _judged(response: httpx.Response) -> Sent:
    if response.is_redirect:
        return Sent(response.status_code, _("Redirects are not followed."))
    good = 200 <= response.status_code < 300
    words = "" if good else _("Answered with %(status)d.") % {"status": response.status_code}
    return Sent(response.status_code, words)


def due(tournament_id: int) -> QuerySet[WebhookDelivery]:
    return WebhookDelivery.objects.filter(
        webhook__tournament_id=tournament_id,
        webhook__active=True,
        state=WebhookDelivery.State.WAITING,
        next_at__lte=timezone.now(),
    )


@jobs.handler(Job.Kind.WEBHOOKS)
def send_due(run: Run) -> dict[str, Any]:
    """Send what is due in an event (job). A message may come twice when a worker is killed between
    sending and saying so; its id is the same then. A host that did not answer is not tried again
    for the other messages of this job."""
    tournament_id = run.job.tournament_id
    counts = {"delivered": 0, "failed": 0}
    dead: set[int] = set()
    waiting = list(due(tournament_id).select_related("webhook").order_by("created_at", "id")[:MOST])
    for done, delivery in enumerate(waiting):
        run.progress(done, len(waiting))
        if delivery.webhook_id in dead:
            continue
        sent = send(delivery)
        note(delivery, sent)
        counts["delivered" if sent.good else "failed"] += 1
        if sent.status is None:
            dead.add(delivery.webhook_id)
    if len(waiting) == MOST:
        jobs.request(Job.Kind.WEBHOOKS, tournament_id, key=f"webhooks:{tournament_id}")
    return counts


def note(delivery: WebhookDelivery, sent: Sent) -> None:
    """Keep what came of a try, and when the next is, if there is one."""
    now = timezone.now()
    delivery.attempts += 1
    delivery.answered, delivery.error = sent.status, sent.error[:200]
    if sent.good:
        delivery.state, delivery.done_at = WebhookDelivery.State.DELIVERED, now
    elif delivery.attempts >= settings.WEBHOOK_TRIES:
        delivery.state, delivery.done_at = WebhookDelivery.State.GIVEN_UP, now
        log.warning("webhook %s: message %s given up: %s", delivery.webhook_id, delivery.pk, sent)
    else:
        delivery.next_at = now + min(FIRST_PAUSE * 2 ** (delivery.attempts - 1), LONGEST_PAUSE)
    delivery.save(update_fields=["attempts", "answered", "error", "state", "done_at", "next_at"])


def forget_old() -> int:
    """Delete messages that were sent or given up long ago; returns how many."""
    old = WebhookDelivery.objects.exclude(state=WebhookDelivery.State.WAITING)
    return old.filter(created_at__lt=timezone.now() - KEPT).delete()[0]
