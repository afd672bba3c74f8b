"""Uploading a list of players: the file, then what was read of it to be looked at."""

from django import forms
from django.core import signing
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.base import DeskForm
from tournaments.importing.player_list import ENCODINGS, MAX_BYTES, PlayerList
from tournaments.services.entries import Row

SALT = "mjclub.people-file"
# How long what was shown can be registered.
KEEP_SECONDS = 3600


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
        choices=[("", gettext_lazy("found out by itself")), *((e, e) for e in ENCODINGS)],
        help_text=gettext_lazy("Only where names come out wrong in the preview."),
    )

    # The lines of the file that the rows of a registration stand in.
    lines: tuple[int, ...] = ()

    def place_number(self, what: str, number: int) -> int:
        return self.lines[number - 1] if what == "row" and number <= len(self.lines) else number

    def clean_file(self) -> bytes:
        file = self.cleaned_data["file"]
        if file.size > MAX_BYTES:
            raise forms.ValidationError(_("The file is too large."))
        content: bytes = file.read()
        return content


def signed(tournament_id: int, read: PlayerList) -> str:
    """Return what was read as a text that comes back unchanged or not at all."""
    return signing.dumps([tournament_id, read.rows, read.lines], salt=SALT, compress=True)


def unsigned(tournament_id: int, text: str) -> PlayerList | None:
    """Return the rows of `signed`; None when they are of another event, too old or changed."""
    try:
        owner, rows, lines = signing.loads(text, salt=SALT, max_age=KEEP_SECONDS)
    except signing.BadSignature:
        return None
    if owner != tournament_id:
        return None
    return PlayerList(tuple(Row(**row) for row in rows), tuple(lines))
