"""`manage.py score [FILE]`: the fans of Guobiao hands."""

from typing import Any

from django.core.management.base import CommandParser

from scoring.rulesets.guobiao.options import PROFILE
from scoring.web.hands import score_hand
from scoring.web.lines import Answer
from scoring.web.management.base import LinesCommand


class Command(LinesCommand):
    help = "Count winning hands of Guobiao (JSON lines) and print one JSON answer for each."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--profile",
            choices=list(PROFILE.values),
            default=PROFILE.default,
            help="How disputed fans are read where a hand names no profile.",
        )
        parser.add_argument(
            "--reasons", action="store_true", help="Say too what does not count, and why."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        self._profile: str = options["profile"]
        self._reasons: bool = options["reasons"]
        super().handle(*args, **options)

    def answer(self, content: object) -> Answer:
        return score_hand(content, self._profile, reasons=self._reasons)
