"""`manage.py seat_quality [FILE]`: how good seat plans are."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from scoring.web.lines import Answer, Lines
from scoring.web.management.base import LinesCommand
from tournaments.management.cases.seating import answer_quality


class Command(LinesCommand):
    help = (
        'Measure seat plans and print {"quality": …} for each: one JSON object over any number of '
        "lines, or one to a line (`rounds` or `schedule`, tables in the order E S W N; optional "
        "`teams`, `clubs`)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--json", action="store_true", help="The answer is JSON in any case.")

    def handle(self, *args: Any, **options: Any) -> None:
        text = _read(options["file"])
        try:
            answers = [_one(json.loads(text))]
            wrong = "error" in answers[0]
        except (ValueError, RecursionError):
            lines = Lines(self.answer, self.longest)
            answers = [json.loads(line) for line in lines(text.split("\n"))]
            wrong = not lines.all_json
        for answer in answers:
            line = json.dumps(answer, ensure_ascii=False)
            sys.stdout.buffer.write(line.encode("utf-8", "backslashreplace") + b"\n")
        sys.stdout.buffer.flush()
        if wrong:
            sys.exit(1)

    def answer(self, content: object) -> Answer:
        return answer_quality(content)


def _one(content: object) -> Answer:
    answer = answer_quality(content)
    return {key: value for key, value in answer.items() if key != "id" or value is not None}


def _read(path: str | None) -> str:
    if path is None or path == "-":
        return sys.stdin.buffer.read().decode("utf-8-sig", "replace")
    try:
        return Path(path).read_bytes().decode("utf-8-sig", "replace")
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
