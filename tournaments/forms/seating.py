"""Drawing seats, seating by hand, two people changing places."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.base import DeskForm
from tournaments.models import Entry

MAX_ROUNDS = 60


class DrawForm(DeskForm):
    """The next rounds, drawn by the machine."""

    service_names = {"players": "byes"}

    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds to draw"),
        min_value=1,
        max_value=MAX_ROUNDS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    method = forms.ChoiceField(
        label=gettext_lazy("Method"),
        choices=[
            ("auto", gettext_lazy("best plan: as few repeated meetings as possible")),
            ("random", gettext_lazy("by lot")),
        ],
    )
    byes = forms.BooleanField(
        label=gettext_lazy("Let the surplus players sit out"),
        required=False,
        help_text=gettext_lazy(
            "Only when the players do not fill whole tables: in each round other people sit out."
        ),
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        min_value=0,
        max_value=2**31 - 1,
        required=False,
        help_text=gettext_lazy(
            "Leave it empty for a fresh draw. The same seed with the same players gives the same "
            "seats."
        ),
    )


class HandSeatingForm(DeskForm):
    """The next round seated by hand: a line is a table, its numbers are East to North."""

    tables = forms.CharField(
        label=gettext_lazy("Tables"),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "inputmode": "text"}),
        help_text=gettext_lazy(
            "One table to a line: the players' numbers in the order East, South, West, North, "
            "such as 3 14 7 22."
        ),
    )
    sitting_out = forms.CharField(
        label=gettext_lazy("Sitting out"),
        required=False,
        help_text=gettext_lazy("Numbers of the players who have no seat in this round."),
    )

    service_names = {"byes": "sitting_out"}

    def __init__(self, *args: Any, entries: Sequence[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ids = {entry.number: entry.pk for entry in entries}
        self.lines: list[int] = []

    def clean_tables(self) -> list[list[int]]:
        """Return the entry ids of each table."""
        tables: list[list[int]] = []
        problems: list[str] = []
        for line_number, line in enumerate(self.cleaned_data["tables"].splitlines(), 1):
            if line.strip():
                self.lines.append(line_number)
                tables.append(self._ids(line, _("Line %(n)d") % {"n": line_number}, problems))
        if problems:
            raise forms.ValidationError(problems)
        return tables

    def clean_sitting_out(self) -> list[int]:
        problems: list[str] = []
        ids = self._ids(self.cleaned_data["sitting_out"], _("Sitting out"), problems)
        if problems:
            raise forms.ValidationError(problems)
        return ids

    def _ids(self, text: str, place: str, problems: list[str]) -> list[int]:
        ids = []
        for word in re.split(r"[\s,，;；、]+", text.strip()):
            if not word:
                continue
            number = int(word) if word.isdecimal() and len(word) < 7 else None
            if number in self.ids:
                ids.append(self.ids[number])
            else:
                problems.append(
                    _("%(place)s: nobody has the number %(word)s.")
                    % {"place": place, "word": word[:20]}
                )
        return ids

    def place_number(self, what: str, number: int) -> int:
        return number


class SwapForm(DeskForm):
    """Two seats of a round whose people change places."""

    seats = forms.MultipleChoiceField(label=gettext_lazy("Seats"))

    def __init__(self, *args: Any, seat_ids: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["seats"]
        if isinstance(field, forms.MultipleChoiceField):
            field.choices = [(str(pk), str(pk)) for pk in seat_ids]
            field.error_messages["required"] = _("Tick two people.")

    def clean_seats(self) -> tuple[int, int]:
        ids = sorted({int(value) for value in self.cleaned_data["seats"]})
        if len(ids) != 2:
            raise forms.ValidationError(_("Tick exactly two people."))
        return ids[0], ids[1]
