"""A sentence or a name in both languages of the house."""

from typing import NamedTuple


class Text(NamedTuple):
    """The same words in Chinese and in English; pure data, so that rules need no gettext."""

    zh: str
    en: str

    def in_language(self, code: str) -> str:
        """Return the words for a language code such as ``zh-hans`` or ``en-gb``."""
        return self.zh if code.lower().startswith("zh") else self.en

    def format(self, **values: object) -> "Text":
        """Fill the placeholders of both languages; a `Text` value is put in per language."""
        zh = {k: v.zh if isinstance(v, Text) else v for k, v in values.items()}
        en = {k: v.en if isinstance(v, Text) else v for k, v in values.items()}
        return Text(self.zh.format(**zh), self.en.format(**en))


# What has no words of its own.
NO_TEXT = Text("", "")
