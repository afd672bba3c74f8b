"""Drawing seats, seating by hand, two people changing places."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring.text import Text
from tournaments.forms.base import DeskForm
from tournaments.models import Entry
from tournaments.seating import SeatingError
from tournaments.seating.charts import PUBLISHED, read_chart
from tournaments.services.seating_facts import MAY, NEVER, SELDOM
from tournaments.services.seating_moves import CHAIRS, PEOPLE

MAX_ROUNDS = 60
MAX_UPLOAD = 2_000_000
OWN = "own"
METHODS = [
    ("auto", gettext_lazy("best plan: as few repeated meetings as possible")),
    ("swiss", gettext_lazy("Swiss: by the standings, nobody meets again")),
    ("danish", gettext_lazy("Danish: by the standings, meetings may repeat")),
    ("interval", gettext_lazy("interval: every so many places of the standings")),
    ("final", gettext_lazy("final: tables and winds by rank")),
    ("random", gettext_lazy("by lot")),
    ("rotation", gettext_lazy("rotation in four groups")),
    ("chart", gettext_lazy("a chart, published or your own")),
]


def in_language(text: Text) -> str:
    """Return a `Text` in the page's language."""
    return text.in_language(get_language() or "en")


class DrawForm(DeskForm):
    """The next rounds, drawn by the machine."""

    service_names = {"players": "byes", "broken": "in_spite"}

    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds to draw"),
        min_value=1,
        max_value=MAX_ROUNDS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=gettext_lazy("By the standings one round is drawn at a time."),
    )
    method = forms.ChoiceField(label=gettext_lazy("Method"), choices=METHODS)
    step = forms.IntegerField(
        label=gettext_lazy("Interval"),
        min_value=1,
        max_value=999,
        required=False,
        help_text=gettext_lazy("Left empty, a table has one player from each quarter."),
    )
    chart = forms.ChoiceField(label=gettext_lazy("Chart"), required=False)
    chart_text = forms.CharField(
        label=gettext_lazy("Your own chart"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "A table to a line: four numbers, East to North; a blank line between rounds. Or lines "
            "of round, table and four numbers, or JSON."
        ),
    )
    chart_file = forms.FileField(label=gettext_lazy("… or a file"), required=False)
    by_lot = forms.BooleanField(
        label=gettext_lazy("Draw lots for the numbers of the chart"), required=False
    )
    balance = forms.BooleanField(
        label=gettext_lazy("Give winds and tables anew, evenly"), required=False
    )
    byes = forms.BooleanField(
        label=gettext_lazy("Let the surplus players sit out"),
        required=False,
        help_text=gettext_lazy(
            "Only when the players do not fill whole tables: in each round other people sit out."
        ),
    )
    teams = forms.ChoiceField(
        label=gettext_lazy("Team-mates"),
        required=False,
        choices=[
            ("", gettext_lazy("never meet, where there are tables enough")),
            (NEVER, gettext_lazy("never meet, or the draw refuses")),
            (SELDOM, gettext_lazy("meet as seldom as possible")),
            (MAY, gettext_lazy("may meet")),
        ],
    )
    clubs = forms.BooleanField(
        label=gettext_lazy("Keep people of one club apart where it can be"), required=False
    )
    confirmed = forms.BooleanField(
        label=gettext_lazy("Leave out results that are not confirmed"),
        required=False,
        help_text=gettext_lazy("Otherwise a draw by the standings waits until all are confirmed."),
    )
    in_spite = forms.BooleanField(
        label=gettext_lazy("Take the chart although it breaks rules"), required=False
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

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["chart"]
        if isinstance(field, forms.ChoiceField):
            published = [(chart.id, in_language(chart.name)) for chart in PUBLISHED.values()]
            field.choices = [*published, (OWN, _("your own"))]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if values.get("method") == "chart" and values.get("chart") == OWN:
            values["chart"] = self._own(values)
        elif values.get("method") != "chart":
            values["chart"] = None
        return values

    def _own(self, values: dict[str, Any]) -> Any:
        text = values.get("chart_text") or ""
        upload = values.get("chart_file")
        if upload is not None:
            if upload.size > MAX_UPLOAD:
                self.add_error("chart_file", _("This is too long."))
                return None
            text = upload.read().decode("utf-8-sig", "replace")
        if not text.strip():
            self.add_error("chart_text", _("Choose a chart, or paste one."))
            return None
        try:
            return read_chart(text)
        except SeatingError as error:
            field = "chart_text" if upload is None else "chart_file"
            for reason in error.reasons:
                self.add_error(field, in_language(reason))
        return None

    def wish(self) -> dict[str, Any]:
        """Return what is asked of `services.seating.request_plan`."""
        values = self.cleaned_data
        same = ("rounds", "method", "byes", "seed", "clubs", "chart", "by_lot", "balance")
        return {
            **{name: values[name] for name in (*same, "confirmed", "in_spite", "step")},
            "teams": values["teams"] or None,
        }


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
    in_spite = forms.BooleanField(
        label=gettext_lazy("Seat them although it breaks rules"), required=False
    )

    service_names = {"byes": "sitting_out", "broken": "in_spite"}

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
    """Two seats of a round whose people change places; also where hands are recorded, if somebody
    says so and why."""

    service_names = {"hands": "under_hands"}

    seats = forms.MultipleChoiceField(label=gettext_lazy("Seats"))
    under_hands = forms.BooleanField(
        label=gettext_lazy("Hands are recorded there: they stay with the chairs"), required=False
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Needed only where hands are recorded."),
    )

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


class ReseatForm(DeskForm):
    """Who really sits on each chair of a table, where hands are recorded already."""

    hands = forms.ChoiceField(
        label=gettext_lazy("The hands were entered"),
        widget=forms.RadioSelect,
        initial=CHAIRS,
        choices=[
            (
                CHAIRS,
                gettext_lazy("by wind: they stay with the chairs, the points change owners"),
            ),
            (PEOPLE, gettext_lazy("by name: they move with the people to their new winds")),
        ],
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        help_text=gettext_lazy("Stands in the log, for everybody who asks later."),
    )

    def __init__(
        self,
        *args: Any,
        seats: Sequence[Any],
        winds: Sequence[str],
        names: Callable[[Entry], str] = str,
        **kw: Any,
    ) -> None:
        """``names`` is how people are called: at a table as everybody may read it."""
        super().__init__(*args, **kw)
        people = [(str(seat.entry_id), names(seat.entry)) for seat in seats]
        chairs = {
            f"seat_{seat.pk}": forms.ChoiceField(
                label=wind, choices=people, initial=str(seat.entry_id)
            )
            for seat, wind in zip(seats, winds, strict=True)
        }
        self.fields = {**chairs, **self.fields}

    def people(self) -> dict[int, int]:
        """Return seat id → entry id."""
        return {
            int(name.removeprefix("seat_")): int(value)
            for name, value in self.cleaned_data.items()
            if name.startswith("seat_")
        }
