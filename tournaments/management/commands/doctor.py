"""`manage.py doctor`: look at everything the site stands on, and say what to do."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from mjclub.ops.checks import everything


class Command(BaseCommand):
    help = "Check database, migrations, broker, folders, fonts and production settings."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        found = everything()
        for finding in found:
            self.stdout.write(
                f"{'ok  ' if finding.well else 'MEND'} {finding.name}: {finding.seen}"
            )
            if not finding.well and finding.remedy:
                self.stdout.write(f"     {finding.remedy}")
        wrong = sum(not finding.well for finding in found)
        if wrong:
            raise CommandError(f"{wrong} to mend.")
