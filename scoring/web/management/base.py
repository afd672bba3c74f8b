"""Commands that only calculate: a file or standard input in, answers on standard output."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.web.lines import Answer, Lines


class LinesCommand(BaseCommand):
    """Answers JSON lines. Needs no database; exits 1 when a line was not JSON."""

    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", help="JSON lines; standard input when left out.")

    def handle(self, *args: Any, **options: Any) -> None:
        lines = Lines(self.answer)
        for line in lines(_read(options["file"])):
            # Written as UTF-8 whatever the terminal's encoding is; half of a surrogate pair, which
            # UTF-8 cannot hold, as the escape that JSON knows.
            sys.stdout.buffer.write(line.encode("utf-8", "backslashreplace") + b"\n")
        sys.stdout.buffer.flush()
        if not lines.all_json:
            sys.exit(1)

    def answer(self, content: object) -> Answer:
        """Answer the content of one line."""
        raise NotImplementedError


def _read(path: str | None) -> Iterator[str]:
    if path is None or path == "-":
        text = sys.stdin.buffer.read().decode("utf-8", "replace")
    else:
        try:
            text = Path(path).read_text("utf-8", "replace")
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from error
    # Not splitlines: a JSON text may hold other line separators.
    yield from text.split("\n")
