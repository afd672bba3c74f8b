"""Extra time: for one table, or for a whole round that has a break or was interrupted."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.forms.points import TimeForm
from tournaments.models import Round
from tournaments.services import clock
from tournaments.views.organiser.base import AskFirst, Question


def _given(minutes: int) -> str:
    return ngettext(
        "%(n)d minute has been given so far.", "%(n)d minutes have been given so far.", minutes
    ) % {"n": minutes}


class TableTime(AskFirst):
    tab = "desk-tables"
    form_class = TimeForm

    def back_address(self) -> str:
        return f"{self.address('desk-tables')}?round={self.the_table.round.number}"

    def question(self) -> Question:
        table = self.the_table
        return Question(
            _("Extra time for table %(n)d of round %(round)d")
            % {"n": table.number, "round": table.round.number},
            [
                _given(table.extra_minutes),
                _("Its clock moves at once, on the referee's form as well."),
            ],
            _("Give the time"),
        )

    def act(self, form: TimeForm) -> HttpResponse:
        values = form.cleaned_data
        clock.give_table_time(self.actor, self.the_table.pk, values["minutes"], values["reason"])
        return self.done(
            _("The clock of table %(n)d has moved.") % {"n": self.the_table.number},
            self.back_address(),
        )


class RoundTime(AskFirst):
    tab = "desk-tables"

    def the_round(self) -> Round:
        return self.round_of(self.kwargs["round_id"])

    def form(self, data: Any = None) -> TimeForm:
        return TimeForm(data, initial={"minutes": self.event.break_minutes})

    def back_address(self) -> str:
        return f"{self.address('desk-tables')}?round={self.the_round().number}"

    def question(self) -> Question:
        round_ = self.the_round()
        return Question(
            _("A break in round %(n)d") % {"n": round_.number},
            [
                _given(round_.extra_minutes),
                _("The end of the round moves by so many minutes at every table."),
            ],
            _("Give the time"),
        )

    def act(self, form: TimeForm) -> HttpResponse:
        round_, values = self.the_round(), form.cleaned_data
        clock.give_round_time(self.actor, round_.pk, values["minutes"], values["reason"])
        return self.done(
            _("The clock of round %(n)d has moved.") % {"n": round_.number}, self.back_address()
        )
