"""`manage.py seat_quality [FILE]`: how good seat plans are."""

import json
import sys
from typing import Any

from django.core.management.base import CommandParser

from scoring.web.lines import Answer
from scoring.web.management.base import LinesCommand, read_lines
from tournaments.management.cases.seating import answer_quality


class Command(LinesCommand):
    help = (
        "Measure seat plans and print {\"quality\": …} for each: one JSON object over any number of "
        "lines, or one to a line (`rounds` or `schedule`, tables in the order E S W N; optional "
        "`teams`, `clubs`)."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--json", action="store_true", help="The answer is JSON in any case.")

    def handle(self, *args: Any, **options: Any) -> None:
        text = "\n".join(read_lines(options["file"]))
        try:
            content = json.loads(text.lstrip("\ufeff"))
        except (ValueError, RecursionError):
            self.answer_lines(text.split("\n"))
            return
        answer = answer_quality(content)
        if answer["id"] is None:
            del answer["id"]
        sys.stdout.buffer.write(json.dumps(answer, ensure_ascii=False).encode() + b"\n")
        sys.stdout.buffer.flush()
        if "error" in answer:
            self.stderr.write(answer["message"])
            sys.exit(1)

    def answer(self, content: object) -> Answer:
        return answer_quality(content)
