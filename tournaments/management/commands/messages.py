"""`manage.py messages`: gathers the texts of pages and code, and compiles their translations.

No gettext programs are needed: Babel, of the developers' lock, does the work. ``--check`` changes
nothing and fails when a catalogue is not current; ``--fill FILE`` takes translations from a JSON
object {text: translation}.
"""

import contextlib
import copy
import datetime as dt
import fcntl
import io
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation.template import templatize

from scoring.text import traditional

LANGUAGES = ("zh_Hans", "en")
# Made from the simplified catalogue, character by character: nobody translates it by hand.
TRADITIONAL, SIMPLIFIED = "zh_Hant", "zh_Hans"
SOURCES = ("tournaments", "scoring", "mjclub")
_TEXT = r"u?'(?:[^'\\]|\\.)*'" + r'|u?"(?:[^"\\]|\\.)*"'
CALL = re.compile(rf"\b(?:(?:np|n|p)?gettext|_)\((?:\s*(?:{_TEXT}|[\w.]+)\s*(?:,|(?=\))))+\)")
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%%|\{\w*\}")
# Names and dates that a catalogue would carry by default; the project's history has them.
HEADERS = (
    b'"Project-Id-Version',
    b'"POT-Creation-Date',
    b'"PO-Revision-Date',
    b'"Generated-By',
    b'"Report-Msgid-Bugs-To',
    b'"Last-Translator',
    b'"Language-Team',
)
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
        missing = update(_translations(options["fill"]) if options["fill"] else {})
        if options["list"]:
            self.stdout.write(json.dumps(missing, ensure_ascii=False, indent=0))
        else:
            self.stdout.write(f"{len(missing)} texts are not translated.")


def _translations(path: Path) -> dict[str, str]:
    """Read {text: translation}; CommandError says what is wrong with the file."""
    try:
        content = json.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise CommandError(f"{path} is not JSON: {error}") from error
    if not isinstance(content, dict) or not all(isinstance(v, str) for v in content.values()):
        raise CommandError(f"{path} must be one object of texts and their translations.")
    return content


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
    # A copy: new texts would otherwise be shared by the catalogues, translations included.
    catalog.update(copy.deepcopy(gathered), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    catalog.fuzzy = False
    catalog.header_comment = "# Texts of mjclub; gathered by manage.py messages."
    return catalog


def _po(catalog: Any) -> bytes:
    from babel.messages.pofile import write_po

    target = io.BytesIO()
    write_po(target, catalog, omit_header=False, sort_output=True, no_location=True, width=100)
    # Dates of the run would make every run a change.
    lines = target.getvalue().split(b"\n")
    return b"\n".join(line for line in lines if not line.startswith(HEADERS))


def _mo(po: bytes, language: str) -> bytes:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    target = io.BytesIO()
    catalog = read_po(io.BytesIO(po), locale=language)
    # The same texts give the same file, whatever the day.
    catalog.creation_date = catalog.revision_date = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)
    write_mo(target, catalog)
    return target.getvalue()


def words_of(message: Any) -> tuple[list[str], list[str]]:
    """Return a message's texts and their translations; several where it has a plural."""
    ids = message.id if isinstance(message.id, (list, tuple)) else [message.id]
    strings = message.string if isinstance(message.string, (list, tuple)) else [message.string]
    return list(ids), list(strings)


def untranslated(catalog: Any) -> list[str]:
    """Return the texts without a translation, or with a doubtful one (of plurals, the singular)."""
    missing = []
    for message in catalog:
        ids, strings = words_of(message)
        if message.id and (message.fuzzy or not all(strings)):
            missing.append(ids[0])
    return missing


def misplaced(catalog: Any) -> list[str]:
    """Return the texts whose translation has other placeholders: such a page would not open."""
    wrong = []
    for message in catalog:
        ids, strings = words_of(message)
        # One placeholder may be missing in a singular ("one hand"), never in the last form.
        wanted = set(PLACEHOLDER.findall(ids[-1]))
        if message.id and any(set(PLACEHOLDER.findall(s)) != wanted for s in strings if s):
            wrong.append(ids[0])
    return wrong


def update(translations: dict[str, str]) -> list[str]:
    """Gather, fill in and compile; return what is not translated. One at a time, by a lock."""
    missing: list[str] = []
    with _alone():
        gathered = gather()
        for language in LANGUAGES:
            catalog = _merge(language, gathered)
            if language != "en":
                _fill(catalog, translations)
                missing = untranslated(catalog)
            _write_catalogue(language, _po(catalog))
            if language == SIMPLIFIED:
                _write_catalogue(TRADITIONAL, _traditional_po(catalog))
    return missing


def _write_catalogue(language: str, po: bytes) -> None:
    _write(folder(language) / "django.po", po)
    _write(folder(language) / "django.mo", _mo(po, language))


def _traditional_po(catalog: Any) -> bytes:
    """Return the catalogue in traditional characters; the texts themselves stay as they are."""
    made = copy.deepcopy(catalog)
    for message in made:
        if not message.id:
            continue
        if isinstance(message.string, (list, tuple)):
            message.string = tuple(traditional(text or "") for text in message.string)
        else:
            message.string = traditional(message.string or "")
    return _po(made).replace(b"Language: zh_Hans", b"Language: zh_Hant")


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Hold off every other call on the same catalogues."""
    place = Path(settings.LOCALE_PATHS[0])
    place.mkdir(parents=True, exist_ok=True)
    held = os.open(place, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


def _write(target: Path, content: bytes) -> None:
    """Put a file in place at once: a site that runs reads the old one or the new one."""
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_suffix(".draft")
    draft.write_bytes(content)
    draft.replace(target)


def _fill(catalog: Any, translations: dict[str, str]) -> None:
    for message in catalog:
        plural = isinstance(message.id, (list, tuple))
        text = translations.get(message.id[0] if plural else message.id)
        if message.id and text:
            message.string = (text,) * catalog.num_plurals if plural else text
            message.flags.discard("fuzzy")


def _not_current(language: str, po: bytes) -> list[str]:
    files = folder(language) / "django.po", folder(language) / "django.mo"
    if not all(f.exists() for f in files):
        return [f"{language}: no catalogue"]
    if files[0].read_bytes() != po:
        return [f"{language}: the texts have changed; call: manage.py messages"]
    if files[1].read_bytes() != _mo(po, language):
        return [f"{language}: not compiled; call: manage.py messages"]
    return []


def check() -> list[str]:
    """Return what is not as `update` would leave it."""
    problems = []
    gathered = gather()
    for language in LANGUAGES:
        catalog = _merge(language, gathered)
        problems += _not_current(language, _po(catalog))
        if language == SIMPLIFIED:
            problems += _not_current(TRADITIONAL, _traditional_po(catalog))
        if language != "en":
            problems += [f"{language}: not translated: {text}" for text in untranslated(catalog)]
            problems += [f"{language}: other placeholders: {text}" for text in misplaced(catalog)]
    return problems
