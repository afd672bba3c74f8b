"""`manage.py plan_seating`: a seat plan, as JSON; needs no database."""

import json
import sys
from typing import Any

from django.core.management.base import CommandError, CommandParser

from scoring.web.lines import Answer
from scoring.web.management.base import LinesCommand
from tournaments.management.cases.seating import answer_plan
from tournaments.seating import METHODS


class Command(LinesCommand):
    help = (
        "Plan who sits where. With --players and --rounds one plan is printed; otherwise requests "
        "are read (JSON lines with the same keys) and answered line by line."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--players", type=int, help="How many players, numbered from 1.")
        parser.add_argument("--rounds", type=int, help="How many rounds.")
        parser.add_argument("--teams-of", type=int, metavar="K", help="Teams 1-K, K+1-2K, …")
        parser.add_argument("--teams", help="Teams as JSON: lists of numbers that never meet.")
        parser.add_argument("--clubs", help="Clubs as JSON: lists of numbers that meet seldom.")
        parser.add_argument(
            "--apart",
            nargs=2,
            type=int,
            action="append",
            metavar=("A", "B"),
            help="Two numbers that must not meet.",
        )
        parser.add_argument("--byes", action="store_true", help="Sit out instead of substitutes.")
        parser.add_argument("--method", choices=METHODS, default="auto")
        parser.add_argument("--seed", type=int, default=0, help="Same seed, same plan.")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["players"] is None and options["rounds"] is None:
            super().handle(*args, **options)
            return
        answer = answer_plan(_request(options))
        del answer["id"]
        text = json.dumps(answer, ensure_ascii=False)
        sys.stdout.buffer.write(text.encode() + b"\n")
        sys.stdout.buffer.flush()
        if "error" in answer:
            sys.exit(1)

    def answer(self, content: object) -> Answer:
        return answer_plan(content)


def _request(options: dict[str, Any]) -> dict[str, Any]:
    request = {key: options[key] for key in ("players", "rounds", "byes", "method", "seed")}
    request["apart"] = options["apart"] or []
    for key in ("teams", "clubs"):
        if options[key]:
            try:
                request[key] = json.loads(options[key])
            except ValueError as error:
                raise CommandError(f"--{key}: {error}") from error
    size = options["teams_of"]
    if size:
        if size < 1:
            raise CommandError("--teams-of: 1 or more")
        last = options["players"] or 0
        request["teams"] = [
            list(range(first, min(first + size, last + 1))) for first in range(1, last + 1, size)
        ]
    return {key: value for key, value in request.items() if value is not None}
