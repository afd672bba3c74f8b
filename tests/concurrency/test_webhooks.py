"""Messages of webhooks asked for again by two at the same moment, and beside the job that sends."""

from functools import partial
from typing import Any

import pytest
from django.db.models import QuerySet
from django.utils import timezone

from tests.club import ClubEvent, make_event
from tests.concurrency.threads import Between
from tournaments.models import Act, AuditEntry, WebhookDelivery
from tournaments.services import webhook_sending, webhooks
from tournaments.services.webhook_sending import Sent

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
State = WebhookDelivery.State


@pytest.fixture
def between(monkeypatch: pytest.MonkeyPatch) -> Between:
    return Between(monkeypatch)


def messages(event: ClubEvent, number: int) -> list[WebhookDelivery]:
    """Messages to one address, all tried once and given up."""
    hook = webhooks.add_webhook(
        event.as_organiser, event.tournament.pk, url="https://a.example/", kinds=["table.*"]
    )
    return [
        WebhookDelivery.objects.create(
            webhook=hook,
            kind="table.opened",
            content={},
            next_at=timezone.now(),
            attempts=1,
            state=State.GIVEN_UP,
        )
        for _n in range(number)
    ]


def told() -> list[Any]:
    acts = AuditEntry.objects.filter(act=Act.WEBHOOK_RESENT)
    return list(acts.order_by("pk").values_list("after", flat=True))


def test_two_ask_for_one_message_again(between: Between) -> None:
    event = make_event(4)
    (message,) = messages(event, 1)
    again = partial(webhooks.send_again, event.as_organiser, event.tournament.pk, message.pk)
    between.stop(webhooks, "finish_act")
    results = between.run(again, again)
    assert [result.state for result in results] == [State.WAITING, State.WAITING]
    assert told() == [{"messages": 1}]


def test_two_ask_for_all_messages_again(between: Between) -> None:
    event = make_event(4)
    messages(event, 3)
    again = partial(webhooks.send_all_again, event.as_organiser, event.tournament.pk)
    between.stop(webhooks, "finish_act")
    assert between.run(again, again) == [3, 0]
    assert told() == [{"messages": 3}]


def test_what_is_given_up_meanwhile_is_neither_sent_nor_told_of(
    between: Between, settings: Any
) -> None:
    settings.WEBHOOK_TRIES = 1
    event = make_event(4)
    first, second = messages(event, 2)
    second.state, second.attempts = State.WAITING, 0
    second.save()
    between.stop(QuerySet, "update")
    again = partial(webhooks.send_all_again, event.as_organiser, event.tournament.pk)
    sent = partial(webhook_sending.note, second, Sent(None, "nobody answers"))
    assert between.run(again, sent) == [1, None]
    assert told() == [{"messages": 1}]
    states = dict(WebhookDelivery.objects.values_list("pk", "state"))
    assert states == {first.pk: State.WAITING, second.pk: State.GIVEN_UP}
