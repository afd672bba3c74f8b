"""`manage.py replay_log EVENT [--check]`: the event that the log tells of."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import Tournament
from tournaments.services import replay


class Command(BaseCommand):
    help = (
        "Rebuild an event from its log alone and write its document to standard output; with "
        "--check say whether it is the event's own. Nothing is changed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", help="the address of the event, or its number")
        parser.add_argument(
            "--check", action="store_true", help="compare; fail when log and event differ"
        )

    def handle(self, *args: Any, event: str, check: bool, **options: Any) -> None:
        found = Tournament.objects.select_related("club").filter(slug=event).first()
        if found is None and event.isdecimal():
            found = Tournament.objects.select_related("club").filter(pk=int(event)).first()
        if found is None:
            raise CommandError(f"There is no event “{event}”.")
        proof = replay.prove(found)
        if not check:
            self.stdout.write(proof.document, ending="")
            return
        if proof.differences:
            raise CommandError(
                "\n".join(["The log does not tell of this event:", *proof.differences])
            )
        self.stdout.write(
            f"The log of {found.slug} rebuilds it: {proof.rows} rows, revision {found.revision}, "
            f"{len(proof.document.encode())} bytes of document, equal."
        )
