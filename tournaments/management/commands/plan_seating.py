"""`manage.py plan_seating`: a seat plan, as JSON; needs no database."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from scoring.web.lines import Answer
from scoring.web.management.base import LinesCommand
from tournaments.management.cases.seating import answer_plan
from tournaments.seating import METHODS

# Options that name a file of JSON, or hold the JSON itself.
LISTS = ("teams", "clubs", "apart")


class Command(LinesCommand):
    help = (
        "Plan who sits where. With --players and --rounds one plan is printed, as JSON and nothing "
        "else; otherwise requests are read (JSON lines with the same keys) and answered line by "
        "line."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--players", type=int, help="How many players, numbered from 1.")
        parser.add_argument("--rounds", type=int, help="How many rounds.")
        parser.add_argument(
            "--teams", metavar="FILE", help="JSON: lists of numbers that never meet."
        )
        parser.add_argument("--teams-of", type=int, metavar="K", help="Teams 1-K, K+1-2K, …")
        parser.add_argument(
            "--teams-may-meet",
            action="store_true",
            help="Team-mates meet as seldom as can be, instead of never.",
        )
        parser.add_argument(
            "--clubs", metavar="FILE", help="JSON: lists of numbers that meet seldom."
        )
        parser.add_argument(
            "--apart", metavar="FILE", help="JSON: pairs of numbers that must not meet."
        )
        parser.add_argument(
            "--byes",
            action="store_true",
            help="Surplus players sit out; otherwise substitutes have the numbers after the last.",
        )
        parser.add_argument("--method", choices=METHODS, default="auto")
        parser.add_argument("--seed", type=int, default=0, help="Same seed, same plan.")
        parser.add_argument(
            "--seconds",
            type=float,
            help="A ceiling for the search, off by default; a plan that it cut short says so.",
        )
        parser.add_argument("--json", action="store_true", help="The answer is JSON in any case.")

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
            self.stderr.write(answer["message"])
            sys.exit(1)

    def answer(self, content: object) -> Answer:
        return answer_plan(content)


def _request(options: dict[str, Any]) -> dict[str, Any]:
    keys = ("players", "rounds", "byes", "method", "seed", "seconds", "teams_may_meet")
    request = {key: options[key] for key in keys}
    for key in LISTS:
        if options[key] is not None:
            request[key] = _json(key, options[key])
    size = options["teams_of"]
    if size is not None:
        if size < 1:
            raise CommandError("--teams-of: 1 or more")
        last = options["players"] or 0
        request["teams"] = [
            list(range(first, min(first + size, last + 1))) for first in range(1, last + 1, size)
        ]
    return {key: value for key, value in request.items() if value is not None}


def _json(key: str, given: str) -> Any:
    """Return the JSON of an option: what begins like a list is the list, all else names a file."""
    text = given
    if not given.lstrip().startswith("["):
        try:
            text = Path(given).read_text("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"--{key}: {given}: {error}") from error
    try:
        return json.loads(text)
    except ValueError as error:
        raise CommandError(f"--{key}: {error}") from error
