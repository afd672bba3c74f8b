"""The queue of the embedded default: messages as files in a folder, as kombu keeps them, but
nobody ever sees half a file.

kombu makes a file and writes into it afterwards. On a busy machine a worker that looks in between
reads an empty message, which ends the worker and with it the site.
"""

import logging
import os
import uuid
from pathlib import Path
from time import monotonic
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import filesystem
from kombu.utils.encoding import str_to_bytes
from kombu.utils.json import dumps

log = logging.getLogger(__name__)


class Channel(filesystem.Channel):
    def _put(self, queue: str, payload: Any, **_: Any) -> None:  # type: ignore[override]  # kombu's own
        """Write a message under a name that no worker looks for, then give it its own."""
        name = f"{round(monotonic() * 1000)}_{uuid.uuid4()}.{queue}.msg"
        path = Path(self.data_folder_out) / name
        part = path.with_suffix(".part")
        try:
            part.write_bytes(str_to_bytes(dumps(payload)))
            part.replace(path)
        except OSError as error:
            raise ChannelError(f"Cannot write the message {path}") from error

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        """Return the next message; one that cannot be read (a power cut) is passed over: what is
        to be done stands in the jobs' rows."""
        while True:
            try:
                return super()._get(queue)
            except ValueError:
                log.warning("a message of %s could not be read", queue)

    def _queue_bind(self, exchange: str, routing_key: Any, pattern: Any, queue: Any) -> None:
        """Let the table of an exchange begin as an empty list, not as an empty file."""
        path = self.control_folder / f"{exchange}.exchange"
        self.control_folder.mkdir(exist_ok=True)
        if not path.exists():
            part = path.with_name(f"{path.name}.{uuid.uuid4()}.part")
            part.write_text("[]", encoding="utf-8")
            try:
                # Unlike renaming, this leaves a table alone that another process made meanwhile.
                os.link(part, path)
            except FileExistsError:
                pass
            finally:
                part.unlink()
        super()._queue_bind(exchange, routing_key, pattern, queue)


class Transport(filesystem.Transport):
    Channel = Channel
