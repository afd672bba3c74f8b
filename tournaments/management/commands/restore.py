"""`manage.py restore FILE --replace`: a backup in the place of the database."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from mjclub.ops import backup


class Command(BaseCommand):
    help = "Put a backup in the place of the database. Stop the site first."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace", action="store_true", help="Yes: what the database holds now is lost."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["replace"]:
            raise CommandError("What the database holds now would be lost; say --replace.")
        try:
            backup.restore(options["file"])
        except backup.BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write("Restored. Run manage.py migrate if the backup is older than the site.")
