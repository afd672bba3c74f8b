"""Webhooks of an event: added, changed, removed; their secrets; messages asked for again."""

import uuid
from collections import Counter
from collections.abc import Iterable
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tournaments.models import Act, Tournament, Webhook, WebhookDelivery
from tournaments.services import webhook_outbox
from tournaments.services.access import Actor, require_organiser
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Conflict, Invalid, NotThere, Problem
from tournaments.services.locks import locked, locked_tournament

MOST = 20
FIRST_WORDS = sorted({act.partition(".")[0] for act in Act.values})
KINDS = ("*", *(f"{word}.*" for word in FIRST_WORDS), *Act.values)


def secret_of(webhook: Webhook) -> str:
    """Return the secret that signs: made of the site's own secret, so that it stands in no
    database and no backup of one."""
    return "whsec_" + salted_hmac("webhook", webhook.key, algorithm="sha256").hexdigest()


def _problems(url: object, kinds: Iterable[object]) -> list[Problem]:
    problems = []
    schemes = ["https", "http"] if settings.WEBHOOK_PRIVATE else ["https"]
    try:
        URLValidator(schemes=schemes)(url)
        parts = urlsplit(str(url))
        if parts.username or parts.password:
            raise ValidationError("")
        _port = parts.port
    except (ValidationError, ValueError):
        words = _("Write an address that begins with https:// and holds no password.")
        problems.append(Problem("url", words))
    wanted = list(kinds)
    unknown = [str(kind) for kind in wanted if kind not in KINDS]
    if not wanted:
        problems.append(Problem("kinds", _("Say what it is told of.")))
    problems += [
        Problem("kinds", _("There is no kind “%(kind)s”.") % {"kind": kind}) for kind in unknown
    ]
    return problems


@transaction.atomic
def add_webhook(actor: Actor, tournament_id: int, *, url: str, kinds: list[str]) -> Webhook:
    """Tell an address of the event's acts. Raises `Invalid` with every problem."""
    tournament = locked_tournament(tournament_id)
    require_organiser(actor, tournament)
    problems = _problems(url, kinds)
    if tournament.webhooks.count() >= MOST:
        words = _("An event has at most %(n)d webhooks.") % {"n": MOST}
        problems.append(Problem("url", words))
    if problems:
        raise Invalid(problems=problems)
    made = Webhook.objects.create(
        tournament=tournament, url=url, kinds=sorted(set(kinds)), created_by=actor.label[:80]
    )
    _finish(actor, Act.WEBHOOK_ADDED, made, None, facts(made))
    return made


def facts(webhook: Webhook) -> dict[str, object]:
    """Return what the log keeps: the host and not the path, which may hold a secret of its own."""
    host = urlsplit(webhook.url).hostname or ""
    return {"host": host, "kinds": webhook.kinds, "active": webhook.active}


@transaction.atomic
def change_webhook(
    actor: Actor,
    tournament_id: int,
    webhook_id: int,
    *,
    url: str | None = None,
    kinds: list[str] | None = None,
    active: bool | None = None,
) -> Webhook:
    """Change a webhook; one that is no longer active is told nothing more."""
    webhook = _locked(actor, tournament_id, webhook_id)
    before = facts(webhook)
    webhook.url = webhook.url if url is None else url
    webhook.kinds = webhook.kinds if kinds is None else sorted(set(kinds))
    webhook.active = webhook.active if active is None else active
    problems = _problems(webhook.url, webhook.kinds)
    if problems:
        raise Invalid(problems=problems)
    webhook.save(update_fields=["url", "kinds", "active"])
    if before != facts(webhook):
        _finish(actor, Act.WEBHOOK_CHANGED, webhook, before, facts(webhook))
    return webhook


@transaction.atomic
def remove_webhook(actor: Actor, tournament_id: int, webhook_id: int) -> None:
    """Remove a webhook with its messages."""
    webhook = _locked(actor, tournament_id, webhook_id)
    before, pk = facts(webhook), webhook.pk
    webhook.delete()
    webhook.pk = pk
    _finish(actor, Act.WEBHOOK_REMOVED, webhook, before, None)


@transaction.atomic
def ping(actor: Actor, tournament_id: int, webhook_id: int) -> WebhookDelivery:
    """Send a message that tells of nothing, to try an address."""
    webhook = _locked(actor, tournament_id, webhook_id)
    if not webhook.active:
        raise Conflict(_("This webhook is not active."))
    now = timezone.now()
    made = WebhookDelivery.objects.create(
        webhook=webhook,
        kind=webhook_outbox.PING,
        next_at=now,
        content={
            "kind": webhook_outbox.PING,
            "event": webhook.tournament.slug,
            "revision": webhook.tournament.revision,
            "at": now.isoformat(),
            "group": None,
            "acts": [],
        },
    )
    transaction.on_commit(lambda: webhook_outbox.request(tournament_id), robust=True)
    return made


@transaction.atomic
def send_again(
    actor: Actor, tournament_id: int, delivery_id: uuid.UUID, webhook_id: int | None = None
) -> WebhookDelivery:
    """Try a message again that was given up or delivered; its tries are counted anew. With
    ``webhook_id`` only a message of that webhook is there."""
    require_organiser(actor, locked_tournament(tournament_id))
    found = WebhookDelivery.objects.filter(
        pk=delivery_id, webhook__tournament_id=tournament_id
    ).first()
    if found is None or webhook_id not in (None, found.webhook_id):
        raise NotThere
    _try_anew(actor, WebhookDelivery.objects.filter(pk=found.pk), tournament_id)
    found.refresh_from_db()
    return found


def given_up(tournament: Tournament) -> QuerySet[WebhookDelivery]:
    """Return the messages that were given up, of webhooks that are still to be told."""
    return WebhookDelivery.objects.filter(
        webhook__tournament=tournament,
        webhook__active=True,
        state=WebhookDelivery.State.GIVEN_UP,
    )


@transaction.atomic
def send_all_again(actor: Actor, tournament_id: int) -> int:
    """Try every message again that was given up; returns how many."""
    tournament = locked_tournament(tournament_id)
    require_organiser(actor, tournament)
    return _try_anew(actor, given_up(tournament), tournament_id)


def _try_anew(actor: Actor, deliveries: QuerySet[WebhookDelivery], tournament_id: int) -> int:
    """Let messages be tried anew at once, under the event's lock; returns how many. Those of which
    that is true already are left out: asked twice it is one act."""
    untried = Q(state=WebhookDelivery.State.WAITING, attempts=0, next_at__lte=timezone.now())
    held = locked(deliveries.exclude(untried))
    per_webhook = Counter(delivery.webhook_id for delivery in held)
    count = WebhookDelivery.objects.filter(pk__in=[delivery.pk for delivery in held]).update(
        state=WebhookDelivery.State.WAITING,
        attempts=0,
        next_at=timezone.now(),
        done_at=None,
        error="",
    )
    if count:
        changes = [
            Change(Act.WEBHOOK_RESENT, f"webhook {pk}", after={"messages": messages})
            for pk, messages in sorted(per_webhook.items())
        ]
        finish_act(actor, tournament_id, *changes)
        transaction.on_commit(lambda: webhook_outbox.request(tournament_id), robust=True)
    return count


def _locked(actor: Actor, tournament_id: int, webhook_id: int) -> Webhook:
    tournament: Tournament = locked_tournament(tournament_id)
    require_organiser(actor, tournament)
    found: Webhook | None = tournament.webhooks.filter(pk=webhook_id).first()
    if found is None:
        raise NotThere
    return found


def _finish(actor: Actor, act: Act, webhook: Webhook, before: object, after: object) -> None:
    change = Change(act, f"webhook {webhook.pk}", before=before, after=after)
    finish_act(actor, webhook.tournament_id, change)
