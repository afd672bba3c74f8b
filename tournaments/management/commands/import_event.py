"""`manage.py import_event FILE`: make an event from its document."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.services.access import Actor
from tournaments.services.errors import ServiceError
from tournaments.services.event_import import import_event


class Command(BaseCommand):
    help = "Make an event from a document that export_event wrote. Everything or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the document; - reads standard input")
        parser.add_argument("--slug", default="", help="the address of the new event")
        parser.add_argument(
            "--rescore",
            action="store_true",
            help="take what the rules give now where the document says something else",
        )

    def handle(self, *args: Any, file: str, slug: str, rescore: bool, **options: Any) -> None:
        content = _read(file)
        try:
            event = import_event(Actor.of_system("import"), content, slug=slug, rescore=rescore)
        except ServiceError as error:
            lines = [f"{problem.field}: {problem.message}" for problem in error.problems]
            raise CommandError("\n".join(lines or [str(error)])) from error
        self.stdout.write(event.slug)


def _read(file: str) -> object:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error
    try:
        return json.loads(data.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise CommandError(f"{file} is not JSON: {error}") from error


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number that JSON has")
