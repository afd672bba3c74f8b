"""The catalogues of texts: gathered, filled in, compiled, and checked for what would not work."""

import gettext
import json
import threading
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from tournaments.management.commands import messages

pytest.importorskip("babel")

PAGE = """
<h1>{% translate "Seats" %}</h1><p>He said gettext("not this").</p>
{% translate "Open" context "a door" as word %}{{ _("Filtered")|upper }}
{% include "x.html" with label=_("Handed on") %}
{% blocktranslate count n=hands %}{{ n }} hand{% plural %}{{ n }} hands{% endblocktranslate %}
{% blocktranslate trimmed %}
  Two
  lines
{% endblocktranslate %}
"""
CODE = """
from django.utils.translation import gettext as _, ngettext, pgettext_lazy
A = _("Wrong seat %(seat)s")
B = ngettext("%(n)d point", "%(n)d points", 2)
C = pgettext_lazy("wind", "East")
"""


@pytest.fixture
def project(tmp_path: Path, settings: Settings) -> Path:
    """A project of one page and one module."""
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text(PAGE, "utf-8")
    (tmp_path / "tournaments" / "migrations").mkdir(parents=True)
    (tmp_path / "tournaments" / "code.py").write_text(CODE, "utf-8")
    (tmp_path / "tournaments" / "migrations" / "old.py").write_text('_("Not a text")', "utf-8")
    settings.BASE_DIR = tmp_path
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    return tmp_path


TEXTS = {
    "Seats",
    "Open",
    "Filtered",
    "Handed on",
    "%(n)s hand",
    "Two lines",
    "Wrong seat %(seat)s",
    "%(n)d point",
    "East",
}


def fill(project: Path, translations: dict[str, str]) -> None:
    file = project / "fill.json"
    file.write_text(json.dumps(translations), "utf-8")
    call_command("messages", fill=file, stdout=StringIO())


def compiled(project: Path) -> gettext.GNUTranslations:
    with (project / "locale/zh_Hans/LC_MESSAGES/django.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def test_a_new_text_filled_in_stays_out_of_the_other_language(project: Path) -> None:
    fill(project, {"Seats": "座位"})
    assert "座位" not in (project / "locale/en/LC_MESSAGES/django.po").read_text("utf-8")


def test_every_way_to_write_a_text_is_gathered(project: Path) -> None:
    assert set(messages.update({})) == TEXTS


def test_filling_in_compiles_and_keeps_what_was_there(project: Path) -> None:
    fill(project, {"Seats": "座位", "%(n)d point": "%(n)d分", "East": "东", "Unknown": "无"})
    fill(project, {"Open": "开"})
    words = compiled(project)
    assert words.gettext("Seats") == "座位"
    assert words.ngettext("%(n)d point", "%(n)d points", 2) == "%(n)d分"
    assert words.pgettext("wind", "East") == "东"
    assert words.pgettext("a door", "Open") == "开"
    assert words.gettext("Unknown") == "Unknown"


def test_the_same_texts_give_the_same_files(project: Path) -> None:
    def files() -> dict[str, bytes]:
        return {str(f): f.read_bytes() for f in (project / "locale").rglob("django.*")}

    fill(project, {"Seats": "座位"})
    before = files()
    call_command("messages", stdout=StringIO())
    assert len(before) == 6
    assert files() == before


def complete(project: Path) -> None:
    fill(project, {text: text for text in TEXTS} | {"%(n)s hand": "%(n)s盘"})


def test_a_complete_catalogue_passes(project: Path) -> None:
    complete(project)
    call_command("messages", check=True)


def test_a_new_text_fails_the_check(project: Path) -> None:
    complete(project)
    (project / "templates" / "new.html").write_text('{% translate "New" %}', "utf-8")
    with pytest.raises(CommandError) as refused:
        call_command("messages", check=True)
    said = str(refused.value)
    assert "zh_Hans: not translated: New" in said
    assert "en: the texts have changed" in said


def test_a_catalogue_that_was_not_compiled_fails_the_check(project: Path) -> None:
    complete(project)
    po = project / "locale/zh_Hans/LC_MESSAGES/django.po"
    po.write_bytes(po.read_bytes().replace(b'msgstr "Seats"', 'msgstr "座位"'.encode()))
    with pytest.raises(CommandError, match="zh_Hans: not compiled"):
        call_command("messages", check=True)


def test_a_doubtful_translation_fails_the_check_until_it_is_filled_in(project: Path) -> None:
    complete(project)
    po = project / "locale/zh_Hans/LC_MESSAGES/django.po"
    po.write_bytes(po.read_bytes().replace(b'msgid "Seats"', b'#, fuzzy\nmsgid "Seats"'))
    with pytest.raises(CommandError, match="zh_Hans: not translated: Seats"):
        call_command("messages", check=True)
    fill(project, {"Seats": "座位"})
    call_command("messages", check=True)


@pytest.mark.parametrize(
    ("text", "translation"),
    [
        ("Wrong seat %(seat)s", "座位不对"),
        ("Wrong seat %(seat)s", "座位%(chair)s不对"),
        ("%(n)d point", "%(n)s分"),
        ("Seats", "座位%(n)s"),
    ],
)
def test_other_placeholders_fail_the_check(project: Path, text: str, translation: str) -> None:
    complete(project)
    fill(project, {text: translation})
    with pytest.raises(CommandError) as refused:
        call_command("messages", check=True)
    assert f"zh_Hans: other placeholders: {text}" in str(refused.value)


@pytest.mark.parametrize("content", ["{", "[]", '{"Seats": 1}'])
def test_a_file_that_is_no_translation_is_refused(project: Path, content: str) -> None:
    complete(project)
    (project / "fill.json").write_text(content, "utf-8")
    with pytest.raises(CommandError, match=r"fill\.json"):
        call_command("messages", fill=project / "fill.json")
    call_command("messages", check=True)


def test_two_at_once_lose_nothing(project: Path) -> None:
    parts: list[dict[str, str]] = [{text: text} for text in sorted(TEXTS - {"%(n)s hand"})]
    together = threading.Barrier(len(parts))

    def one(part: dict[str, str]) -> None:
        together.wait()
        messages.update(part)

    threads = [threading.Thread(target=one, args=(part,)) for part in parts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert messages.update({}) == ["%(n)s hand"]


def test_the_catalogues_of_the_site_are_current() -> None:
    assert messages.check() == []
