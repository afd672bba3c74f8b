"""CSV files in the encoding that a reader's program expects, or a refusal that names what it cannot
write."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournaments.services.errors import Invalid, Problem

# What an address asks for → what Python calls it. Big5 is what Windows writes under that name.
ENCODINGS: Mapping[str, str] = {"utf-8": "utf-8-sig", "gb18030": "gb18030", "big5": "cp950"}
UTF8 = "utf-8"
# So many characters are named; of more only the number is told.
NAMED = 12


def in_encoding(content: bytes, encoding: str) -> tuple[bytes, str]:
    """Return a CSV file (UTF-8 with its mark) in one of `ENCODINGS` (empty: as it is), and its
    media type. Raises `Invalid` (field ``encoding``) where there is no such encoding, or where it
    lacks characters of the file: they are named, and none is replaced."""
    asked = encoding.strip().lower() or UTF8
    if asked not in ENCODINGS:
        choices = ", ".join(ENCODINGS)
        words = _("There is no encoding “%(name)s” here; choose one of: %(choices)s.")
        raise _refusal(words % {"name": encoding[:40], "choices": choices})
    media_type = f"text/csv; charset={asked}"
    if asked == UTF8:
        return content, media_type
    text = content.decode("utf-8-sig")
    codec = ENCODINGS[asked]
    try:
        return text.encode(codec), media_type
    except UnicodeEncodeError:
        raise _refusal(_cannot(asked, _missing(text, codec))) from None


def _missing(text: str, codec: str) -> list[str]:
    """Return the characters that an encoding lacks, each once, as they come."""
    return [c for c in dict.fromkeys(text) if not c.encode(codec, "ignore")]


def _cannot(asked: str, missing: list[str]) -> str:
    more = len(missing) - NAMED
    named = " ".join(missing[:NAMED])
    if more > 0:
        named = _("%(some)s and %(n)d more") % {"some": named, "n": more}
    return _("%(encoding)s cannot write: %(characters)s. UTF-8 and GB18030 can.") % {
        "encoding": asked.upper(),
        "characters": named,
    }


def _refusal(words: str) -> Invalid:
    return Invalid(problems=[Problem("encoding", words)])
