"""`manage.py demo`: make the made-up events and tell their log-ins."""

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.services.demo import make_demo


class Command(BaseCommand):
    help = "Make the demo events (once) and show the passwords of accounts made just now."

    def handle(self, *args: Any, **options: Any) -> None:
        for login in make_demo().all:
            password = login.password or "(as it was)"
            self.stdout.write(f"{login.role:10} {login.username:16} {password}")
