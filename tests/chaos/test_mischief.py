"""What the chaos test says it has killed is dead."""

import os
import secrets
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import psycopg
import pytest
from django.conf import settings
from psycopg import sql

from tests.chaos.mischief import Mischief

pytestmark = pytest.mark.postgres


class Sited:
    """The one database of a site, and how an administrator reaches its server."""

    def __init__(self) -> None:
        given = settings.DATABASES["default"]
        user, password = (quote(given.get(k) or "") for k in ("USER", "PASSWORD"))
        host = f"{given.get('HOST') or '127.0.0.1'}:{given.get('PORT') or 5432}"
        self.server = f"postgres://{user}{f':{password}' if password else ''}@{host}"
        self.name = f"mjclub_mischief_{os.getpid()}_{secrets.token_hex(4)}"

    def admin(self) -> "psycopg.Connection[Any]":
        return psycopg.connect(f"{self.server}/postgres", autocommit=True)

    def used(self) -> "psycopg.Connection[Any]":
        return psycopg.connect(f"{self.server}/{self.name}", autocommit=True)


@pytest.fixture
def site() -> Iterator[Sited]:
    made = Sited()
    name = sql.Identifier(made.name)
    with made.admin() as link:
        link.execute(sql.SQL("CREATE DATABASE {}").format(name))
    try:
        yield made
    finally:
        with made.admin() as link:
            link.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))


def _alive(links: "list[psycopg.Connection[Any]]") -> int:
    found = 0
    for link in links:
        try:
            link.execute("SELECT 1")
        except psycopg.OperationalError:
            continue
        found += 1
    return found


@pytest.mark.parametrize(("how_many", "left"), [(1, 2), (None, 0)])
def test_connections_to_the_database_are_cut(site: Sited, how_many: int | None, left: int) -> None:
    mischief = Mischief(site, seed=1, every=80, hands=lambda: 0)  # type: ignore[arg-type]
    links = [site.used() for _n in range(3)]
    try:
        assert mischief._cut(how_many)
        assert _alive(links) == left
    finally:
        for link in links:
            link.close()


def test_where_nobody_is_connected_nothing_is_said_to_be_cut(site: Sited) -> None:
    mischief = Mischief(site, seed=1, every=80, hands=lambda: 0)  # type: ignore[arg-type]
    assert not mischief._cut(None)
