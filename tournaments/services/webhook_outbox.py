"""What is to be told of an act, written in the act's own transaction: never told of what did not
happen, never lost of what did."""

import re
import uuid
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone

from tournaments.models import Job, Tournament, Webhook, WebhookDelivery
from tournaments.services import jobs

if TYPE_CHECKING:
    from tournaments.services.audit import Change

PING = "ping"
# Targets that name a thing by its number; others name people.
NUMBERED = re.compile(r"(entry|hand|release|round|stage|table) [0-9/]+")


def wants(webhook: Webhook, kind: str) -> bool:
    """Whether a webhook is told of an act: by its name, its first word, or all of them."""
    return any(want in ("*", kind, f"{kind.partition('.')[0]}.*") for want in webhook.kinds)


def write(tournament_id: int, group: uuid.UUID, changes: Sequence["Change"]) -> None:
    """Write the messages about one act; called by `finish_act`, inside its transaction."""
    told = Webhook.objects.filter(tournament_id=tournament_id, active=True)
    wanted = [(hook, [c for c in changes if wants(hook, c.act.value)]) for hook in told]
    wanted = [(hook, mine) for hook, mine in wanted if mine]
    if not wanted:
        return
    slug, revision = Tournament.objects.values_list("slug", "revision").get(pk=tournament_id)
    now = timezone.now()
    WebhookDelivery.objects.bulk_create(
        WebhookDelivery(
            webhook=hook,
            kind=mine[0].act.value,
            next_at=now,
            content={
                "kind": mine[0].act.value,
                "event": slug,
                "revision": revision,
                "at": now.isoformat(),
                "group": str(group),
                "acts": [_told(change) for change in mine],
            },
        )
        for hook, mine in wanted
    )
    transaction.on_commit(lambda: request(tournament_id), robust=True)


def _told(change: "Change") -> dict[str, Any]:
    """Say what was done, to which thing; who wants the facts asks for them. No names: a message
    that is kept must not keep a person who is forgotten."""
    table = change.table
    return {
        "act": change.act.value,
        "target": change.target if NUMBERED.fullmatch(change.target) else "",
        "round": table.round.number if table else change.round_number,
        "table": table.number if table else None,
    }


def request(tournament_id: int) -> Job:
    """Ask for what waits to be sent."""
    return jobs.request(Job.Kind.WEBHOOKS, tournament_id, key=f"webhooks:{tournament_id}")


def request_due() -> None:
    """Ask for every event that has a message whose next try has come."""
    due = WebhookDelivery.objects.filter(
        state=WebhookDelivery.State.WAITING, next_at__lte=timezone.now(), webhook__active=True
    )
    for tournament_id in set(due.values_list("webhook__tournament_id", flat=True)):
        request(tournament_id)
