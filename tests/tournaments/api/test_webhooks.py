"""Webhooks: told of what happened and of nothing else, signed, tried again, never sent inside."""

import datetime as dt
import hashlib
import hmac
import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings
from rest_framework.test import APIClient

from tests.club import ClubEvent, make_event, win
from tournaments.models import Act, AuditEntry, Job, Webhook, WebhookDelivery
from tournaments.services import entries, jobs, webhook_outbox, webhook_sending, webhooks
from tournaments.services.errors import Conflict
from tournaments.tasks import resume_jobs

pytestmark = pytest.mark.django_db
State = WebhookDelivery.State


class Receiver:
    """A small server that keeps what it is sent; ``answer`` is its next statuses."""

    def __init__(self) -> None:
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.answer: list[int] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.got.append((dict(self.headers), body))
                self.send_response(outer.answer.pop(0) if outer.answer else 200)
                self.send_header("Location", "http://127.0.0.1:1/")
                self.end_headers()

            def log_message(self, *_args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    settings.WEBHOOK_PRIVATE = True
    made = Receiver()
    yield made
    made.close()


@pytest.fixture
def event() -> ClubEvent:
    made = make_event(4)
    made.seat_round()
    return made


def hook_to(event: ClubEvent, url: str, kinds: tuple[str, ...] = ("hand.*",)) -> Webhook:
    return webhooks.add_webhook(event.as_organiser, event.tournament.pk, url=url, kinds=list(kinds))


def local(receiver: Receiver) -> str:
    return f"http://localhost:{receiver.port}/told?by=club"


def send(event: ClubEvent) -> dict[str, Any]:
    """Do the job that sends, as a worker would."""
    job = webhook_outbox.request(event.tournament.pk)
    done = jobs.run(job.pk)
    assert done is not None
    assert done.status == Job.Status.DONE, done.error
    return done.result or {}


def test_a_hand_is_told_signed_and_without_names(event: ClubEvent, receiver: Receiver) -> None:
    hook = hook_to(event, local(receiver))
    event.record(event.table(), win(10, 0, 2))
    assert send(event) == {"delivered": 1, "failed": 0}
    ((headers, body),) = receiver.got
    told = json.loads(body)
    event.tournament.refresh_from_db()
    assert told["kind"] == "hand.recorded"
    assert told["event"] == event.tournament.slug
    assert told["revision"] == event.tournament.revision
    assert told["acts"] == [{"act": "hand.recorded", "target": "hand 1", "round": 1, "table": 1}]
    moment, _comma, proof = headers["Mjclub-Signature"].partition(",")
    text = moment.removeprefix("t=").encode() + b"." + body
    expected = hmac.new(webhooks.secret_of(hook).encode(), text, hashlib.sha256).hexdigest()
    assert proof == f"v1={expected}"
    assert headers["Mjclub-Delivery"] == told["id"] == str(WebhookDelivery.objects.get().pk)
    assert headers["Host"] == f"localhost:{receiver.port}"
    for entry in event.entries:
        assert entry.player.name.encode() not in body


def test_only_what_was_asked_for_is_told(event: ClubEvent) -> None:
    hook_to(event, "https://a.example/", ("hand.recorded",))
    hook_to(event, "https://b.example/", ("entry.*", "table.finished"))
    other = make_event(4)
    hook_to(other, "https://c.example/", ("*",))
    event.record(event.table(), win(10, 0, 2))
    entries.register(event.as_organiser, event.tournament.pk, name="Plum")
    told = sorted(WebhookDelivery.objects.values_list("webhook__url", "kind"))
    assert told == [
        ("https://a.example/", "hand.recorded"),
        ("https://b.example/", "entry.added"),
        ("https://c.example/", "webhook.added"),
    ]


def test_an_act_that_did_not_happen_is_not_told(event: ClubEvent) -> None:
    hook_to(event, "https://a.example/", ("entry.*",))

    @transaction.atomic
    def act() -> None:
        entries.register(event.as_organiser, event.tournament.pk, name="Plum")
        raise Conflict("later in the same act")

    with pytest.raises(Conflict):
        act()
    assert not WebhookDelivery.objects.exists()


def test_an_event_without_webhooks_pays_one_look(
    event: ClubEvent, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1):
        webhook_outbox.write(event.tournament.pk, AuditEntry().group, [])


def test_it_is_tried_again_with_growing_pauses_and_given_up(
    event: ClubEvent, receiver: Receiver, settings: Settings
) -> None:
    settings.WEBHOOK_TRIES = 3
    hook_to(event, local(receiver))
    event.record(event.table(), win(10, 0, 2))
    receiver.answer = [500, 404, 302]
    pauses = []
    for status in (500, 404, 302):
        assert send(event) == {"delivered": 0, "failed": 1}
        found = WebhookDelivery.objects.get()
        assert found.answered == status
        pauses.append(round((found.next_at - timezone.now()).total_seconds(), -1))
        # Not before its time.
        assert send(event) == {"delivered": 0, "failed": 0}
        WebhookDelivery.objects.update(next_at=timezone.now())
    assert pauses[:2] == [30, 60]
    found = WebhookDelivery.objects.get()
    assert (found.state, found.attempts) == (State.GIVEN_UP, 3)
    assert found.error
    assert found.done_at is not None
    assert len(receiver.got) == 3
    webhooks.send_again(event.as_organiser, event.tournament.pk, found.pk)
    assert send(event) == {"delivered": 1, "failed": 0}
    told = AuditEntry.objects.get(act=Act.WEBHOOK_RESENT)
    assert (told.user, told.target) == (event.organiser, f"webhook {found.webhook_id}")
    assert told.after == {"messages": 1}


def test_sending_all_again_is_one_act_that_names_each_webhook(event: ClubEvent) -> None:
    hooks = [hook_to(event, f"https://{name}.example/") for name in "ab"]
    event.record(event.table(), win(10, 0, 2), win(8, 1))
    assert webhooks.send_all_again(event.as_organiser, event.tournament.pk) == 0
    assert not AuditEntry.objects.filter(act=Act.WEBHOOK_RESENT).exists()
    WebhookDelivery.objects.update(state=State.GIVEN_UP)
    assert webhooks.send_all_again(event.as_organiser, event.tournament.pk) == 4
    told = AuditEntry.objects.filter(act=Act.WEBHOOK_RESENT).order_by("pk")
    assert [(t.target, t.after) for t in told] == [
        (f"webhook {hook.pk}", {"messages": 2}) for hook in hooks
    ]
    assert len({t.group for t in told}) == 1


def test_a_host_that_does_not_answer_is_not_asked_for_every_message(
    event: ClubEvent, settings: Settings
) -> None:
    settings.WEBHOOK_PRIVATE = True
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    hook_to(event, f"http://127.0.0.1:{port}/")
    event.record(event.table(), win(10, 0, 2), win(8, 1), win(8, 2))
    assert send(event) == {"delivered": 0, "failed": 1}
    assert sorted(WebhookDelivery.objects.values_list("attempts", flat=True)) == [0, 0, 1]


def test_what_is_due_is_asked_for_in_time(event: ClubEvent) -> None:
    hook = hook_to(event, "https://a.example/")
    WebhookDelivery.objects.create(
        webhook=hook, kind="ping", content={}, next_at=timezone.now() - dt.timedelta(seconds=1)
    )
    resume_jobs()
    assert Job.objects.filter(kind=Job.Kind.WEBHOOKS, status=Job.Status.QUEUED).count() == 1


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.215.14", True),
        ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),  # noqa: S104  (an address to refuse)
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("ff02::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:93.184.215.14", True),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
    ],
)
def test_which_addresses_are_public(address: str, public: bool) -> None:
    assert webhook_sending.is_public(address) is public


def names(*addresses: str) -> Any:
    """Return a lookup that answers with these addresses, whatever is asked."""

    def lookup(host: str, port: int, **_kwargs: Any) -> list[Any]:
        return [(2, 1, 6, "", (address, port)) for address in addresses]

    return lookup


@pytest.mark.parametrize(
    "addresses", [("127.0.0.1",), ("93.184.215.14", "10.0.0.1"), ("169.254.169.254",)]
)
def test_nothing_is_sent_inside(
    event: ClubEvent, monkeypatch: pytest.MonkeyPatch, addresses: tuple[str, ...]
) -> None:
    hook_to(event, "https://rebind.example/")
    event.record(event.table(), win(10, 0, 2))
    monkeypatch.setattr(socket, "getaddrinfo", names(*addresses))

    def forbidden(*_args: Any, **_kwargs: Any) -> None:
        raise AssertionError("connected")

    monkeypatch.setattr(socket, "create_connection", forbidden)
    assert send(event) == {"delivered": 0, "failed": 1}
    assert "private" in WebhookDelivery.objects.get().error


def test_a_name_that_changes_its_answer_changes_nothing(
    event: ClubEvent, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first answer is checked and connected to; a second look would find another host."""
    asked: list[str] = []
    real = socket.getaddrinfo

    def lookup(host: Any, port: Any, *args: Any, **kwargs: Any) -> Any:
        asked.append(str(host))
        if host == "rebind.example":
            first = asked.count("rebind.example") == 1
            return names("127.0.0.1" if first else "127.9.9.9")(host, port)
        return real(host, port, *args, **kwargs)

    hook_to(event, f"http://rebind.example:{receiver.port}/")
    event.record(event.table(), win(10, 0, 2))
    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    assert send(event) == {"delivered": 1, "failed": 0}
    assert asked.count("rebind.example") == 1
    assert receiver.got[0][0]["Host"] == f"rebind.example:{receiver.port}"


@pytest.mark.parametrize(
    "url",
    [
        "http://hall.example/",
        "ftp://hall.example/",
        "https://user:word@hall.example/",
        "https://",
        "hall.example",
        "https://hall.example:99999/",
        "https://hall.example/ x",
        "https://[::1/",
        "https://" + "x" * 600,
    ],
)
def test_addresses_that_are_none(event: ClubEvent, url: str) -> None:
    client = APIClient()
    client.force_login(event.organiser)
    where = reverse("api-webhooks", kwargs={"event": event.tournament.slug})
    answer = client.post(where, {"url": url, "kinds": ["*"]}, format="json")
    assert answer.status_code == 400
    assert answer.json()["problems"][0]["field"] == "url"


def test_the_secret_is_shown_once_and_stands_in_no_row(event: ClubEvent) -> None:
    client = APIClient()
    client.force_login(event.organiser)
    where = reverse("api-webhooks", kwargs={"event": event.tournament.slug})
    body = {"url": "https://hall.example/secret-path", "kinds": ["*"]}
    made = client.post(where, body, format="json").json()
    hook = Webhook.objects.get()
    assert made["secret"] == webhooks.secret_of(hook)
    assert made["secret"] not in str(list(Webhook.objects.values()))
    assert "secret" not in client.get(where).json()[0]
    assert "secret-path" not in str(list(AuditEntry.objects.values("before", "after")))


def test_old_messages_are_forgotten(event: ClubEvent) -> None:
    hook = hook_to(event, "https://a.example/", ("entry.*",))
    now = timezone.now()
    for state in (State.DELIVERED, State.WAITING):
        WebhookDelivery.objects.create(
            webhook=hook, kind="ping", content={}, next_at=now, state=state
        )
    WebhookDelivery.objects.update(created_at=now - dt.timedelta(days=31))
    assert webhook_sending.forget_old() == 1
