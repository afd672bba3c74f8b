"""`manage.py export_event SLUG`: write an event's document to standard output."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import Tournament
from tournaments.services.event_document import document_of, dumps


class Command(BaseCommand):
    help = "Write the document of an event (docs/event-document.md) to standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", help="the address of the event, or its number")

    def handle(self, *args: Any, event: str, **options: Any) -> None:
        found = Tournament.objects.select_related("club").filter(slug=event).first()
        if found is None and event.isdecimal():
            found = Tournament.objects.select_related("club").filter(pk=int(event)).first()
        if found is None:
            raise CommandError(f"There is no event “{event}”.")
        self.stdout.write(dumps(document_of(found)), ending="")
