"""`manage.py collectstatic`, with the tile font cut first: the style sheets name it."""

from typing import Any

from django.contrib.staticfiles.management.commands.collectstatic import Command as Collect

from mjclub import tilefont


class Command(Collect):
    def handle(self, **options: Any) -> str | None:
        tilefont.build()
        answer: str | None = super().handle(**options)
        return answer
