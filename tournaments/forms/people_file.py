"""Uploading a list of people: the file, then what its columns hold and whom its names mean."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.base import DeskForm
from tournaments.importing.player_list import ENCODINGS, MAX_BYTES, MEANINGS
from tournaments.services.people_import import NEW, Alike

# Of more people than this that look like others the likely answers are taken.
ASKED = 300


class PeopleFileForm(DeskForm):
    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy(
            "XLSX, or CSV in any usual encoding. The first row names the columns: Name or 姓名; "
            "Club, Team, Number, Member number if you have them."
        ),
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,.xlsx"}),
    )
    encoding = forms.ChoiceField(
        label=gettext_lazy("Encoding"),
        required=False,
        choices=[("", gettext_lazy("detect by itself")), *((e, e) for e in ENCODINGS)],
        help_text=gettext_lazy("Only where names come out wrong in the preview."),
    )

    # How the file is called.
    name = ""

    def clean_file(self) -> bytes:
        file = self.cleaned_data["file"]
        self.name = file.name or ""
        if file.size > MAX_BYTES:
            raise forms.ValidationError(_("The file is too large."))
        content: bytes = file.read()
        return content


class ColumnsForm(DeskForm):
    """What each column of a list holds, and whether its first row is a person already."""

    def __init__(self, data: Any = None, *, columns: Sequence[str], head: int) -> None:
        super().__init__(data)
        self.places = len(columns)
        for place, meaning in enumerate(columns):
            self.fields[f"column_{place}"] = forms.ChoiceField(
                choices=list(MEANINGS.items()), required=False, initial=meaning
            )
        self.fields["bare"] = forms.BooleanField(
            label=_("There is no heading: the first row is a person already"),
            required=False,
            initial=head < 0,
        )
        self.head = head

    def columns(self) -> tuple[str, ...]:
        return tuple(self.cleaned_data[f"column_{place}"] for place in range(self.places))

    def chosen_head(self) -> int:
        return -1 if self.cleaned_data["bare"] else max(self.head, 0)


class AlikeForm(DeskForm):
    """Same person or another one, for every name that looks like one that is known."""

    def __init__(self, data: Any = None, *, alike: Sequence[Alike]) -> None:
        super().__init__(data)
        self.alike = alike[:ASKED]
        for found in self.alike:
            choices = [
                *((person.key, _("the same person")) for person in found.people),
                (NEW, _("somebody else")),
            ]
            self.fields[f"who_{found.row}"] = forms.ChoiceField(
                choices=choices, required=False, initial=found.chosen
            )

    def answers(self) -> dict[str, str]:
        given = {str(a.row): self.cleaned_data.get(f"who_{a.row}", "") for a in self.alike}
        return {row: answer for row, answer in given.items() if answer}
