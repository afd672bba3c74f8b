"""Uploading the document of a whole event."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.base import DeskForm
from tournaments.services.bodies import json_object
from tournaments.services.errors import Invalid, Problem
from tournaments.services.event_import import MAX_BYTES


class EventFileForm(DeskForm):
    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy(
            "“The whole event as JSON”, from “Print & export” of the event, here or of another "
            "house."
        ),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
    )
    rescore = forms.BooleanField(
        label=gettext_lazy("Settle the hands by the rules of today where they differ"),
        required=False,
        help_text=gettext_lazy(
            "Else a hand that would be worth something else now is named and nothing is read."
        ),
    )

    def clean_file(self) -> dict[str, Any]:
        file = self.cleaned_data["file"]
        if file.size > MAX_BYTES:
            raise forms.ValidationError(_("The file is too large."))
        try:
            return json_object(file.read().removeprefix(b"\xef\xbb\xbf"), MAX_BYTES)
        except Invalid as error:
            raise forms.ValidationError(_("This is not an event as JSON.")) from error

    def words_of(self, problem: Problem) -> str:
        """Say where in the document a problem is, as the document names the place."""
        return f"{problem.field}: {problem.message}" if problem.field else str(problem.message)
