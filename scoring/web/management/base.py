"""Commands that only calculate: a file or standard input in, answers on standard output."""

import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.web.lines import Answer, Lines

# Characters of a line that holds one hand; a record of the busiest hand has a few thousand.
LONGEST_HAND = 1_000_000


class LinesCommand(BaseCommand):
    """Answers JSON lines. Needs no database; exits 1 when a line was not JSON."""

    requires_system_checks: list[str] = []
    # How many characters a line may have, where anything longer can only be nonsense.
    longest: int | None = None

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", help="JSON lines; standard input when left out.")

    def handle(self, *args: Any, **options: Any) -> None:
        lines = Lines(self.answer, self.longest)
        try:
            with _opened(options["file"]) as source:
                for line in lines(_texts(source)):
                    # Written as UTF-8 whatever the terminal's encoding is; half of a surrogate
                    # pair, which UTF-8 cannot hold, as the escape that JSON knows.
                    sys.stdout.buffer.write(line.encode("utf-8", "backslashreplace") + b"\n")
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            # The reader has seen enough (`| head`); nothing is left to be flushed at the end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not lines.all_json:
            sys.exit(1)

    def answer(self, content: object) -> Answer:
        """Answer the content of one line."""
        raise NotImplementedError


def _opened(path: str | None) -> AbstractContextManager[BinaryIO]:
    if path is None or path == "-":
        return nullcontext(sys.stdin.buffer)
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error


def _texts(source: BinaryIO) -> Iterator[str]:
    """Yield the lines, parted at line feeds only: a JSON text may hold other line separators."""
    for line in source:
        yield line.decode("utf-8", "replace")
