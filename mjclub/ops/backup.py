"""Backups of the whole database, each proved by reading it back: digests of every table at the
moment of the copy against those of the restored copy."""

import hashlib
import os
import secrets
import sqlite3
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
from django.conf import settings
from django.db import connection

Digests = dict[str, tuple[int, str]]


class BackupError(Exception):
    """A backup or a restore that did not come about, in a sentence."""


def folder() -> Path:
    made = Path(settings.VAR_DIR) / "backups"
    made.mkdir(parents=True, exist_ok=True)
    return made


def default_path(stamp: str) -> Path:
    return folder() / f"mjclub-{stamp}.{_suffix()}"


def _suffix() -> str:
    return "sqlite3" if connection.vendor == "sqlite" else "dump"


def make(path: Path) -> Digests:
    """Write a backup and prove it; return rows and digest per table. Raises `BackupError`; an
    unproved file is not left behind under this name."""
    unfinished = path.with_name(path.name + ".unfinished")
    try:
        if connection.vendor == "sqlite":
            told, found = _copy_sqlite(unfinished), _read_sqlite(unfinished)
        else:
            told, found = _dump_postgres(unfinished), _read_postgres(unfinished)
        wrong = sorted(
            name for name in told.keys() | found.keys() if told.get(name) != found.get(name)
        )
        if "django_migrations" not in told:
            raise BackupError("There is nothing to back up: the database is empty.")
        if wrong:
            raise BackupError(f"The copy differs from the database in: {', '.join(wrong)}.")
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return told


def restore(path: Path) -> None:
    """Put a backup in the place of the database. The site has to be stopped. Raises `BackupError`;
    then the database is as it was."""
    if not path.is_file():
        raise BackupError(f"There is no file {path}.")
    if connection.vendor == "sqlite":
        _restore_sqlite(path)
    else:
        options = ("--clean", "--if-exists", "--no-owner", "--single-transaction")
        target = (f"--dbname={_name()}", str(path))
        told = _read_postgres(path)
        if "django_migrations" not in told:
            raise BackupError("This is no backup of this site.")
        _run(["pg_restore", *_server(), *options, "--exit-on-error", *target])
        with _connected(_name()) as link:
            found = _postgres_digests(link)
        wrong = sorted(name for name in told if found.get(name) != told[name])
        if wrong:
            raise BackupError(f"The restored database differs from the backup: {', '.join(wrong)}.")


def _digest(rows: Iterable[tuple[Any, ...]]) -> tuple[int, str]:
    """Rows in any order: their digests are added up."""
    count, total = 0, 0
    for row in rows:
        count += 1
        total += int.from_bytes(hashlib.sha256(repr(row).encode()).digest()[:16], "big")
    return count, f"{total % 2**128:032x}"


# --- SQLite ------------------------------------------------------------------------------


def _database_file() -> Path:
    return Path(connection.settings_dict["NAME"])


def _copy_sqlite(target: Path) -> Digests:
    with closing(sqlite3.connect(_database_file())) as source:
        source.execute("BEGIN")
        digests = _sqlite_digests(source)
        with closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
            # One file: the log that a site writes beside its database is none of a copy.
            copy.execute("PRAGMA journal_mode=DELETE")
    return digests


def _read_sqlite(path: Path) -> Digests:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as copy:
        (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            raise BackupError(f"The copy is damaged: {verdict}")
        return _sqlite_digests(copy)


def _sqlite_digests(database: sqlite3.Connection) -> Digests:
    names = database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    ).fetchall()
    return {name: _digest(database.execute(f'SELECT * FROM "{name}"')) for (name,) in names}  # noqa: S608


def _restore_sqlite(path: Path) -> None:
    told = _read_sqlite(path)
    if "django_migrations" not in told:
        raise BackupError("This is no backup of this site.")
    connection.close()
    with (
        closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as copy,
        closing(sqlite3.connect(_database_file(), timeout=5)) as database,
    ):
        try:
            copy.backup(database)
        except sqlite3.OperationalError as error:
            raise BackupError(f"The database is in use: {error}. Stop the site first.") from error
    if _read_sqlite(_database_file()) != told:
        raise BackupError("The restored database differs from the backup.")


# --- PostgreSQL --------------------------------------------------------------------------


def _name() -> str:
    return str(connection.settings_dict["NAME"])


def _server() -> list[str]:
    own = connection.settings_dict
    wanted = {"host": own["HOST"], "port": own["PORT"], "username": own["USER"]}
    return [f"--{key}={value}" for key, value in wanted.items() if value]


def _run(command: list[str]) -> None:
    environment = {**os.environ, "PGPASSWORD": str(connection.settings_dict["PASSWORD"] or "")}
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    except FileNotFoundError:
        raise BackupError(f"{command[0]} is not installed (Debian: postgresql-client).") from None
    if done.returncode:
        raise BackupError(f"{command[0]}: {_reason(done.stderr)}")


def _reason(said: str) -> str:
    """Return the line that tells why; what follows it are details."""
    lines = said.strip().splitlines() or ["failed"]
    return next((line for line in lines if "error:" in line), lines[-1])


@contextmanager
def _connected(name: str, *, autocommit: bool = False) -> Iterator[psycopg.Connection[Any]]:
    own = connection.settings_dict
    with psycopg.connect(
        host=own["HOST"] or None,
        port=own["PORT"] or None,
        user=own["USER"] or None,
        password=own["PASSWORD"] or None,
        dbname=name,
        autocommit=autocommit,
    ) as link:
        yield link


def _dump_postgres(target: Path) -> Digests:
    """Dump and digest one and the same snapshot, while the site goes on."""
    with _connected(_name()) as link:
        link.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        row = link.execute("SELECT pg_export_snapshot()").fetchone()
        if row is None:
            raise BackupError("The database gave no snapshot.")
        _run(["pg_dump", *_server(), "--format=custom", "--no-owner", f"--snapshot={row[0]}",
              f"--file={target}", _name()])  # fmt: skip
        return _postgres_digests(link)


def _read_postgres(path: Path) -> Digests:
    """Restore into a database of its own, digest it, drop it."""
    name = f"mjclub_check_{secrets.token_hex(4)}"
    with _connected("postgres", autocommit=True) as link:
        link.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(psycopg.sql.Identifier(name)))
        try:
            _run(["pg_restore", *_server(), "--no-owner", "--exit-on-error",
                  f"--dbname={name}", str(path)])  # fmt: skip
            with _connected(name) as copy:
                return _postgres_digests(copy)
        finally:
            drop = psycopg.sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
            link.execute(drop.format(psycopg.sql.Identifier(name)))


def _postgres_digests(link: psycopg.Connection[Any]) -> Digests:
    names = link.execute(
        "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
    ).fetchall()
    digests = {}
    for (name,) in names:
        query = psycopg.sql.SQL("SELECT t::text FROM {} AS t").format(psycopg.sql.Identifier(name))
        with link.cursor(name="digest") as cursor:
            cursor.execute(query)
            digests[name] = _digest(cursor)
    return digests
