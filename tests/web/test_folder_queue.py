"""The queue of the embedded default: half a message is never seen, and a broken one ends nobody."""

import threading
import time
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection

from mjclub import folder_queue

MESSAGES = 400


@pytest.fixture
def channel(tmp_path: Path) -> Any:
    connection = Connection(
        "filesystem://",
        transport=folder_queue.Transport,
        transport_options={
            "data_folder_in": str(tmp_path),
            "data_folder_out": str(tmp_path),
            "control_folder": str(tmp_path / "control"),
        },
    )
    with connection:
        yield connection.default_channel


def test_what_is_written_while_somebody_reads_comes_whole(channel: Any) -> None:
    writer = threading.Thread(
        target=lambda: [channel._put("jobs", {"n": n, "fill": "x" * 5000}) for n in range(MESSAGES)]
    )
    writer.start()
    found: set[int] = set()
    until = time.monotonic() + 30
    while len(found) < MESSAGES and time.monotonic() < until:
        try:
            found.add(channel._get("jobs")["n"])
        except Empty:
            continue
    writer.join()
    assert found == set(range(MESSAGES))


def test_a_broken_message_is_passed_over(channel: Any, tmp_path: Path) -> None:
    (tmp_path / "0_broken.jobs.msg").write_bytes(b"")
    channel._put("jobs", {"n": 1})
    assert channel._get("jobs") == {"n": 1}
    with pytest.raises(Empty):
        channel._get("jobs")


def test_the_table_of_an_exchange_is_never_empty(channel: Any, tmp_path: Path) -> None:
    channel._queue_bind("exchange", "key", "", "jobs")
    channel._queue_bind("exchange", "key", "", "more")
    assert {row.queue for row in channel.get_table("exchange")} == {"jobs", "more"}
    assert [path.name for path in (tmp_path / "control").iterdir()] == ["exchange.exchange"]


def test_the_embedded_default_uses_it() -> None:
    with Connection("filesystem://localhost/") as connection:
        assert isinstance(connection.transport, folder_queue.Transport)
