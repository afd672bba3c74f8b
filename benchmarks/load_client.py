"""What the load benchmarks share: a small HTTP client on asyncio streams, figures of answers, and
the processor time of processes. It speaks to this machine alone and needs nothing but Python.

Seconds of an answer are counted from the moment it was due, so that a client that waits its turn
does not hide how long people would have waited.
"""

import asyncio
import os
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

HERE = ("127.0.0.1", "localhost")
TICKS = os.sysconf("SC_CLK_TCK")
# A connection that has rested longer is not used again: gunicorn closes its own after two seconds.
REST = 1.5


@dataclass
class Answer:
    """``headers`` by lower-case name; ``body`` as it came, packed where the server packed it."""

    status: int
    headers: dict[str, str]
    body: bytes


class Client:
    """Connections to one server of this machine, kept open and shared as a proxy would."""

    def __init__(self, url: str, headers: Mapping[str, str] | None = None) -> None:
        parts = urlsplit(url)
        if parts.scheme != "http" or parts.hostname not in HERE or not parts.port:
            raise ValueError("Load goes to http://127.0.0.1:PORT alone.")
        self.host, self.port = parts.hostname, parts.port
        self.headers = {"Host": f"{self.host}:{self.port}", **(headers or {})}
        self._idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter, float]] = []

    async def request(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        headers: Mapping[str, str] | None = None,
        timeout: float = 30.0,
    ) -> Answer:
        """Ask once; raises `OSError` or `TimeoutError` where no answer comes. A kept connection
        that the server has closed meanwhile is replaced by a new one."""
        lines = {**self.headers, **(headers or {})}
        if body or method == "POST":
            lines["Content-Length"] = str(len(body))
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        message = f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body
        async with asyncio.timeout(timeout):
            kept = self._kept()
            if kept is not None:
                try:
                    return await self._ask(*kept, message)
                except (ConnectionError, asyncio.IncompleteReadError):
                    kept[1].close()
            return await self._ask(*await asyncio.open_connection(self.host, self.port), message)

    def _kept(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        now = time.monotonic()
        while self._idle:
            reader, writer, since = self._idle.pop()
            if now - since < REST and not writer.is_closing() and not reader.at_eof():
                return reader, writer
            writer.close()
        return None

    async def _ask(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, message: bytes
    ) -> Answer:
        try:
            writer.write(message)
            answer = await _read(reader)
        except BaseException:
            writer.close()
            raise
        if answer.headers.get("connection", "").lower() == "close":
            writer.close()
        else:
            self._idle.append((reader, writer, time.monotonic()))
        return answer

    def close(self) -> None:
        for _reader, writer, _since in self._idle:
            writer.close()
        self._idle.clear()


async def _read(reader: asyncio.StreamReader) -> Answer:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    status = int(head[0].split(" ", 2)[1])
    pairs = (line.split(":", 1) for line in head[1:] if ":" in line)
    headers = {name.strip().lower(): value.strip() for name, value in pairs}
    if headers.get("transfer-encoding", "").lower() == "chunked":
        body = b""
        while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
            body += (await reader.readexactly(size + 2))[:-2]
        await reader.readuntil(b"\r\n")
    elif status in (204, 304):
        body = b""
    else:
        body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Answer(status, headers, body)


@dataclass
class Figures:
    """Seconds of answers by name, how many of each status, and what went wrong."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    statuses: dict[str, Counter[int]] = field(default_factory=dict)
    bytes: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)

    async def timed(
        self,
        name: str,
        due: float,
        ask: Awaitable[Answer],
        good: Iterable[int] = (200, 201, 304),
    ) -> Answer | None:
        """Await an answer that was due at a moment of `time.monotonic`; None where it failed."""
        try:
            answer = await ask
        except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError) as error:
            self.errors[f"{name}: {type(error).__name__} {error}"[:120]] += 1
            return None
        self.seconds.setdefault(name, []).append(time.monotonic() - due)
        self.statuses.setdefault(name, Counter())[answer.status] += 1
        self.bytes[name] += len(answer.body)
        if answer.status not in good:
            self.errors[f"{name}: status {answer.status} {answer.body[:80]!r}"] += 1
            return None
        return answer

    def as_json(self) -> dict[str, Any]:
        """Return milliseconds by name: p50, p95, p99, max, with the number of answers."""
        found: dict[str, Any] = {}
        for name, values in self.seconds.items():
            ordered = sorted(values)
            found[name] = {
                "answers": len(ordered),
                "statuses": dict(sorted(self.statuses[name].items())),
                "kilobytes": round(self.bytes[name] / 1024),
                **{f"p{p}": _milliseconds(ordered, p) for p in (50, 95, 99)},
                "max": _milliseconds(ordered, 100),
            }
        return found

    def as_table(self) -> str:
        """Return the same as a markdown table."""
        lines = [
            "| answers to | number | p50 ms | p95 ms | p99 ms | max ms | statuses |",
            "|---|---|---|---|---|---|---|",
        ]
        for name, row in self.as_json().items():
            statuses = ", ".join(f"{status}: {n}" for status, n in row["statuses"].items())
            lines.append(
                f"| {name} | {row['answers']} | {row['p50']} | {row['p95']} | {row['p99']} "
                f"| {row['max']} | {statuses} |"
            )
        lines += ["", f"Errors: {sum(self.errors.values())}"]
        lines += [f"- {n} × {what}" for what, n in self.errors.most_common(10)]
        return "\n".join(lines)


def _milliseconds(ordered: list[float], percent: int) -> float:
    at = min(len(ordered) - 1, max(0, -(-len(ordered) * percent // 100) - 1))
    return round(ordered[at] * 1000, 1)


async def paced(
    act: Callable[[float], Awaitable[None]], *, every: float, first: float, until: float
) -> None:
    """Call ``act`` with the moment it was due, every so many seconds from ``first`` to ``until``
    (`time.monotonic`). One at a time: a late one puts the next off, never beside it."""
    due = first
    while due < until:
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        await act(due)
        due = max(due + every, time.monotonic())


class Watch:
    """Processor seconds of processes between two looks, children included, by name."""

    def __init__(self, processes: Mapping[str, int]) -> None:
        """``processes``: name → process id."""
        self.processes = dict(processes)
        self.started = time.monotonic()
        self.before = self._look()

    def _look(self) -> dict[str, float]:
        return {
            name: sum(map(processor_seconds, family(pid))) for name, pid in self.processes.items()
        }

    def cores(self) -> dict[str, float]:
        """Return how many cores each took on average since the start."""
        passed = time.monotonic() - self.started
        now = self._look()
        return {name: round((now[name] - was) / passed, 3) for name, was in self.before.items()}


def processor_seconds(pid: int) -> float:
    """Return what a process has used, its ended children included; 0 when it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(int(n) for n in fields[11:15]) / TICKS


def family(pid: int) -> list[int]:
    """Return a process and all that descend from it."""
    found = [pid]
    for parent in found:
        try:
            children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        except OSError:
            continue
        found += [int(child) for child in children]
    return found
