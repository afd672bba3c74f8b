"""`manage.py messages`: gathers the texts of pages and code, and compiles their translations.

No gettext programs are needed: Babel, of the developers' lock, does the work. ``--check`` changes
nothing and fails when a catalogue is not current; ``--fill FILE`` takes translations from a JSON
object {text: translation}.
"""

import datetime as dt
import fcntl
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation.template import templatize

LANGUAGES = ("zh_Hans", "en")
SOURCES = ("tournaments", "scoring", "mjclub")
_TEXT = r"u?'(?:[^'\\]|\\.)*'" + r'|u?"(?:[^"\\]|\\.)*"'
CALL = re.compile(rf"\b(?:np|n|p)?gettext\((?:\s*(?:{_TEXT}|[\w.]+)\s*,?)*\)")
KEYWORDS = (
    "gettext",
    "gettext_lazy",
    "ngettext",
    "ngettext_lazy",
    "pgettext",
    "pgettext_lazy",
    "_",
)


class Command(BaseCommand):
    help = "Gather texts and compile translations; --check only says whether they are current."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true")
        parser.add_argument("--fill", type=Path, metavar="FILE")
        parser.add_argument("--list", action="store_true", help="print what is not translated")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["check"]:
            problems = check()
            if problems:
                raise CommandError("\n".join(problems))
            return
        translations = {}
        if options["fill"]:
            translations = json.loads(options["fill"].read_text("utf-8"))
        missing = update(translations)
        if options["list"]:
            self.stdout.write(json.dumps(missing, ensure_ascii=False, indent=0))
        else:
            self.stdout.write(f"{len(missing)} texts are not translated.")


def folder(language: str) -> Path:
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES"


def gather() -> Any:
    """Return the catalogue of every text in code and templates."""
    from babel.messages.catalog import Catalog
    from babel.messages.extract import extract

    keywords: dict[str, Any] = dict.fromkeys(KEYWORDS)
    keywords.update(ngettext=(1, 2), ngettext_lazy=(1, 2))
    keywords.update(pgettext=((1, "c"), 2), pgettext_lazy=((1, "c"), 2), npgettext=((1, "c"), 2, 3))
    catalog = Catalog(charset="utf-8", fuzzy=False)
    for path, code in _sources():
        found = extract("python", io.BytesIO(code.encode()), keywords=keywords)
        for _line, message, _comments, context in found:
            catalog.add(message, locations=[(path, 1)], context=context)
    return catalog


def _sources() -> Iterator[tuple[str, str]]:
    base = Path(settings.BASE_DIR)
    for name in SOURCES:
        for path in sorted((base / name).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path.relative_to(base).as_posix(), path.read_text("utf-8")
    for path in sorted((base / "templates").rglob("*.html")):
        name = path.relative_to(base).as_posix()
        # What templatize leaves beside the calls is no Python; the calls alone are.
        calls = CALL.findall(templatize(path.read_text("utf-8"), origin=name))
        yield name, "\n".join(calls)


def _read(language: str) -> Any:
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po

    path = folder(language) / "django.po"
    if not path.exists():
        return Catalog(locale=language, charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def _merge(language: str, gathered: Any) -> Any:
    catalog = _read(language)
    catalog.update(gathered, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    catalog.fuzzy = False
    return catalog


def _po(catalog: Any) -> bytes:
    from babel.messages.pofile import write_po

    target = io.BytesIO()
    write_po(target, catalog, omit_header=False, sort_output=True, no_location=True, width=100)
    # Dates of the run would make every run a change.
    lines = target.getvalue().split(b"\n")
    dated = (b'"POT-Creation-Date', b'"PO-Revision-Date', b'"Generated-By')
    return b"\n".join(line for line in lines if not line.startswith(dated))


def _mo(po: bytes, language: str) -> bytes:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    target = io.BytesIO()
    catalog = read_po(io.BytesIO(po), locale=language)
    # The same texts give the same file, whatever the day.
    catalog.creation_date = catalog.revision_date = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)
    write_mo(target, catalog)
    return target.getvalue()


def untranslated(catalog: Any) -> list[str]:
    """Return the texts without a translation (of plural texts, the singular)."""
    missing = []
    for message in catalog:
        if not message.id:
            continue
        words = message.string if isinstance(message.string, (list, tuple)) else (message.string,)
        if not all(words):
            missing.append(message.id[0] if isinstance(message.id, (list, tuple)) else message.id)
    return missing


def update(translations: dict[str, str]) -> list[str]:
    """Gather, fill in and compile; return what is not translated. One at a time, by a lock."""
    lock = Path(settings.VAR_DIR) / "messages.lock"
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        gathered = gather()
        missing: list[str] = []
        for language in LANGUAGES:
            catalog = _merge(language, gathered)
            if language != "en":
                _fill(catalog, translations)
                missing = untranslated(catalog)
            folder(language).mkdir(parents=True, exist_ok=True)
            po = _po(catalog)
            (folder(language) / "django.po").write_bytes(po)
            (folder(language) / "django.mo").write_bytes(_mo(po, language))
        return missing


def _fill(catalog: Any, translations: dict[str, str]) -> None:
    for message in catalog:
        plural = isinstance(message.id, (list, tuple))
        text = translations.get(message.id[0] if plural else message.id)
        if message.id and text:
            message.string = (text,) * catalog.num_plurals if plural else text


def check() -> list[str]:
    """Return what is not as `update` would leave it."""
    problems = []
    gathered = gather()
    for language in LANGUAGES:
        catalog = _merge(language, gathered)
        files = folder(language) / "django.po", folder(language) / "django.mo"
        if not all(f.exists() for f in files):
            problems.append(f"{language}: no catalogue")
            continue
        po = _po(catalog)
        if files[0].read_bytes() != po:
            problems.append(f"{language}: the texts have changed; call: manage.py messages")
        elif files[1].read_bytes() != _mo(po, language):
            problems.append(f"{language}: not compiled; call: manage.py messages")
        if language != "en":
            problems += [f"{language}: not translated: {text}" for text in untranslated(catalog)]
    return problems
