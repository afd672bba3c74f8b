"""Registering players: one at the desk, or a pasted list."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.base import DeskForm
from tournaments.models import Entry

MAX_LINES = 1000
# A cell ends at a comma of either script, a semicolon or a tab (a column copied from a sheet).
CELL_END = re.compile(r"[,，;；、\t]")


class EntryForm(DeskForm):
    """One registration. A number left out is the next free one."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    club_name = forms.CharField(label=gettext_lazy("Club"), max_length=120, required=False)
    team_name = forms.CharField(label=gettext_lazy("Team"), max_length=80, required=False)
    number = forms.IntegerField(
        label=gettext_lazy("Number"),
        min_value=1,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class EntryChangeForm(EntryForm):
    """The same registration put right, and whether the player still plays."""

    status = forms.ChoiceField(
        label=gettext_lazy("Status"),
        choices=Entry.Status.choices,
        help_text=gettext_lazy(
            "Withdrawn players keep what they earned and are left out of the next draw. "
            "Substitutes play and score but have no rank."
        ),
    )

    status_from = forms.IntegerField(
        label=gettext_lazy("From round"),
        min_value=0,
        max_value=1000,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=gettext_lazy(
            "The status holds from this round on; before it the player was playing. 0: always."
        ),
    )
    reserve = forms.BooleanField(
        label=gettext_lazy("Reserve of the team"),
        required=False,
        help_text=gettext_lazy("Is not drawn, and can take the number of a team-mate."),
    )

    @staticmethod
    def initial_of(entry: Entry) -> dict[str, Any]:
        return {
            "name": entry.player.name,
            "club_name": entry.player.club.name if entry.player.club else "",
            "team_name": entry.team.name if entry.team else "",
            "number": entry.number,
            "status": entry.status,
            "status_from": entry.status_from,
            "reserve": entry.reserve,
        }

    def clean_status_from(self) -> int:
        return self.cleaned_data["status_from"] or 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["number"].required = True


class PasteForm(DeskForm):
    """A list of players, one to a line: name, club, team."""

    players = forms.CharField(
        label=gettext_lazy("Players"),
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One player to a line: name, club, team. Club and team may be left out. "
            "Columns copied from a spreadsheet work as well."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines: list[int] = []

    def clean_players(self) -> list[dict[str, str]]:
        """Return the rows for `services.entries.register_many`; remembers the line of each."""
        rows: list[dict[str, str]] = []
        problems: list[str] = []
        for line_number, line in enumerate(self.cleaned_data["players"].splitlines(), 1):
            if not line.strip():
                continue
            cells = [cell.strip() for cell in CELL_END.split(line.strip())]
            while cells and not cells[-1]:
                cells.pop()
            if len(cells) > 3:
                problems.append(
                    _("Line %(n)d has %(cells)d parts; there are at most name, club and team.")
                    % {"n": line_number, "cells": len(cells)}
                )
                continue
            name, club, team = [*cells, "", "", ""][:3]
            rows.append({"name": name, "club_name": club, "team_name": team})
            self.lines.append(line_number)
        if len(rows) > MAX_LINES:
            problems.append(
                _("At most %(n)d players can be registered at once.") % {"n": MAX_LINES}
            )
        if problems:
            # The service names these; it is not asked when a line cannot be read.
            problems += [
                _("Line %(n)d: %(problem)s") % {"n": n, "problem": _("A name is missing.")}
                for n, row in zip(self.lines, rows, strict=True)
                if not row["name"]
            ]
            raise forms.ValidationError(problems)
        return rows

    def place_number(self, what: str, number: int) -> int:
        return self.lines[number - 1] if what == "row" and number <= len(self.lines) else number
