"""`manage.py backup [FILE]`: the whole database in one file, proved by reading it back."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from mjclub.ops import backup


class Command(BaseCommand):
    help = "Write the whole database to a file and prove that it can be read back."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="A new file; named by the time.")

    def handle(self, *args: Any, **options: Any) -> None:
        path = options["file"] or backup.default_path(f"{timezone.now():%Y%m%d-%H%M%S}")
        if path.exists():
            raise CommandError(f"{path} is there already.")
        try:
            digests = backup.make(path)
        except backup.BackupError as error:
            raise CommandError(str(error)) from error
        rows = sum(count for count, _digest in digests.values())
        self.stdout.write(f"{path}: {len(digests)} tables, {rows} rows, read back and equal.")
