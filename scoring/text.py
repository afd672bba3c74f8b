"""A sentence or a name in both languages of the house."""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import NamedTuple

import opencc

# Its quotes; and no watch or hair is spoken of here, but tables and the green dragon.
SIGNS = str.maketrans("“”錶髮", "「」表發")
# 隻 counts chickens, after a number; anywhere else 只 means only.
ONLY = re.compile(r"(?<![\d一二兩三四五六七八九十百幾每這那])隻")
# In pairs only: the closing one alone is an apostrophe.
INNER_QUOTES = re.compile("‘([^‘’]*)’")
TRADITIONAL = ("zh-hant", "zh-tw", "zh-hk", "zh-mo")


@cache
def _converter(name: str) -> opencc.OpenCC:
    return opencc.OpenCC(name)


@lru_cache(maxsize=20_000)
def traditional(words: str) -> str:
    """Return Chinese words in traditional characters (of Taiwan's standard), with its quotes."""
    converted: str = _converter("s2tw").convert(words)
    return INNER_QUOTES.sub(r"『\1』", ONLY.sub("只", converted)).translate(SIGNS)


def simplified(words: str) -> str:
    """Return Chinese words in simplified characters; for comparing names, never for showing."""
    converted: str = _converter("t2s").convert(words)
    return converted


class Text(NamedTuple):
    """The same words in Chinese and in English; pure data, so that rules need no gettext."""

    zh: str
    en: str

    def in_language(self, code: str) -> str:
        """Return the words for a language code such as ``zh-hans``, ``zh-hant`` or ``en-gb``."""
        code = code.lower()
        if code.startswith(TRADITIONAL):
            return traditional(self.zh)
        return self.zh if code.startswith("zh") else self.en

    def format(self, **values: object) -> "Text":
        """Fill the placeholders of both languages; a `Text` value is put in per language, any other
        as it is: a name keeps its characters in traditional words as well."""
        zh = {k: v.zh if isinstance(v, Text) else v for k, v in values.items()}
        en = {k: v.en if isinstance(v, Text) else v for k, v in values.items()}
        filled = _Filled(self.zh.format(**zh), self.en.format(**en))
        filled.words, filled.values = self, values
        return filled


class _Filled(Text):
    """Words with values in their places; as a tuple it is what stands there."""

    words: Text | None = None
    values: Mapping[str, object] = MappingProxyType({})

    def in_language(self, code: str) -> str:
        if self.words is None or not code.lower().startswith(TRADITIONAL):
            return super().in_language(code)
        values = {
            k: v.in_language(code) if isinstance(v, Text) else v for k, v in self.values.items()
        }
        return self.words.in_language(code).format(**values)


# What has no words of its own.
NO_TEXT = Text("", "")
