"""Fields of options that are a number or a word."""

from typing import Any

import pytest
from django import forms

from scoring.options import Option
from scoring.text import Text
from tournaments.forms.options import NumberOrWordField, value_words

CAP = Option(
    "pig", 10, Text("花猪", "Three suits"), minimum=0, words={"cap": Text("满庄", "The cap")}
)


@pytest.mark.parametrize(
    ("typed", "value"),
    [("", None), ("12", 12), ("cap", "cap"), ("满庄", "cap"), (" The cap ", "cap")],
)
def test_numbers_and_words_are_read(typed: str, value: Any) -> None:
    assert NumberOrWordField(CAP, "", "").clean(typed) == value


@pytest.mark.parametrize("typed", ["-1", "many", "1.5"])
def test_other_texts_are_refused(typed: str) -> None:
    with pytest.raises(forms.ValidationError):
        NumberOrWordField(CAP, "", "").clean(typed)


def test_the_word_is_shown_by_its_name() -> None:
    field = NumberOrWordField(CAP, "", "")
    assert field.prepare_value("cap") == value_words(CAP, "cap") == "The cap"
    assert field.prepare_value(10) == 10
