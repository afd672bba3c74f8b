"""`manage.py score [FILE]`: the fans of Guobiao hands."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from scoring.errors import Refusal
from scoring.options import Value, resolve
from scoring.rulesets.guobiao.options import PROFILE, PROFILE_OPTIONS
from scoring.web.hands import score_hand
from scoring.web.lines import Answer
from scoring.web.management.base import LONGEST_HAND, LinesCommand


class Command(LinesCommand):
    help = "Count winning hands of Guobiao (JSON lines) and print one JSON answer for each."
    longest = LONGEST_HAND

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--profile",
            choices=list(PROFILE.values),
            default=PROFILE.default,
            help="How disputed fans are read where a hand names no profile.",
        )
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="An option of counting for hands that do not set it themselves; may be repeated.",
        )
        parser.add_argument(
            "--reasons", action="store_true", help="Say too what does not count, and why."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        self._profile: str = options["profile"]
        self._options = dict(map(_option, options["option"]))
        try:
            resolve(PROFILE_OPTIONS, (PROFILE,), {PROFILE.id: self._profile, **self._options})
        except Refusal as refusal:
            raise CommandError(" / ".join(refusal.message)) from None
        self._reasons: bool = options["reasons"]
        super().handle(*args, **options)

    def answer(self, content: object) -> Answer:
        return score_hand(content, self._profile, self._options, reasons=self._reasons)


def _option(text: str) -> tuple[str, Value]:
    """Return name and value: true, false and whole numbers are themselves, all else is text."""
    name, is_set, value = text.partition("=")
    if not is_set:
        raise CommandError(f"--option {text}: NAME=VALUE is wanted.")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.isascii() and value.isdigit() else value
