"""Make the first organiser of a site, or let an account set up events; tell the password once."""

import secrets
from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import Permission, User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = (
        "Make an account that may set up events (or give that right to the account there is). "
        "Its password is made at random and shown once; --password asks for none and shows the "
        "new one of an account whose password is forgotten."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help="user name of the organiser")
        parser.add_argument(
            "--password", action="store_true", help="set a new password for an account there is"
        )

    def handle(self, *args: Any, username: str, password: bool, **options: Any) -> None:
        user = User.objects.filter(username=username).first()
        new = user is None
        if user is None:
            user = User(username=username)
            try:
                user.full_clean(exclude=["password"])
            except ValidationError as error:
                raise CommandError("; ".join(error.messages)) from None
        if new or password:
            word = secrets.token_urlsafe(9)
            validate_password(word, user)
            user.set_password(word)
            user.is_active = True
            user.save()
            self.stdout.write(f"organiser  {username}  {word}")
        user.user_permissions.add(Permission.objects.get(codename="add_tournament"))
        self.stdout.write(f"{username} may set up events.")
