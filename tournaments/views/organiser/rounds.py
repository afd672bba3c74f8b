"""The course of a round: publish its seats, start it, close it, open it again."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.forms.base import ReasonForm
from tournaments.models import Round, Table
from tournaments.services import rounds, seating
from tournaments.templatetags.club import listed
from tournaments.views.organiser.base import AskFirst, DeskView, Question, attempt


class RoundAct(DeskView):
    """A button without a question of its own. Opened by its address it leads back to the desk."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        self.round_of(self.kwargs["round_id"])
        return self.back()

    def back(self) -> HttpResponse:
        return redirect(self.address("desk-now"))


class PublishSeats(RoundAct):
    """Show a round's seats to everybody, or hide them (``public=0``)."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        round_ = self.round_of(self.kwargs["round_id"])
        public = request.POST.get("public", "1") == "1"
        words = _("Everybody can see the seats of round %(n)d now.")
        if not public:
            words = _("The seats of round %(n)d are hidden.")
        return attempt(
            self,
            lambda: seating.publish_seats(self.actor, round_.pk, public=public),
            words % {"n": round_.number},
            self.address("desk-now"),
        )


class StartRound(RoundAct):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        round_ = self.round_of(self.kwargs["round_id"])
        return attempt(
            self,
            lambda: rounds.start_round(self.actor, round_.pk),
            _("Round %(n)d is running.") % {"n": round_.number},
            self.address("desk-now"),
        )


class CloseRound(AskFirst):
    """Close a round; tables that have not finished are named, and closing then counts them as
    they stand."""

    def the_round(self) -> Round:
        return self.round_of(self.kwargs["round_id"])

    def unfinished(self) -> list[Table]:
        return list(self.the_round().tables.filter(status=Table.Status.OPEN).order_by("number"))

    def question(self) -> Question:
        round_ = self.the_round()
        consequences: list[str] = [
            _("Nothing at its tables can be changed until the round is opened again."),
            _("Its table links stop working."),
        ]
        unfinished = self.unfinished()
        if unfinished:
            numbers = listed(table.number for table in unfinished)
            consequences.insert(
                0,
                _("Not finished: table %(numbers)s. They count as they stand.")
                % {"numbers": numbers},
            )
        return Question(
            _("Close round %(n)d?") % {"n": round_.number},
            consequences,
            _("Close the round all the same") if unfinished else _("Close the round"),
            danger=bool(unfinished),
        )

    def context(self, form: Any) -> dict[str, Any]:
        numbers = " ".join(str(table.number) for table in self.unfinished())
        return {**super().context(form), "hidden": {"unfinished": numbers}}

    def act(self, form: Any) -> HttpResponse:
        round_ = self.the_round()
        # Forced only for the tables that the question named.
        named = set(self.request.POST.get("unfinished", "").split())
        force = bool(named) and {str(t.number) for t in self.unfinished()} <= named
        rounds.close_round(self.actor, round_.pk, force=force)
        return self.done(
            _("Round %(n)d is closed.") % {"n": round_.number}, self.address("desk-now")
        )


class ReopenRound(AskFirst):
    form_class = ReasonForm

    def question(self) -> Question:
        round_ = self.round_of(self.kwargs["round_id"])
        return Question(
            _("Open round %(n)d again?") % {"n": round_.number},
            [
                _("Its hands can be changed again, and its table links work again."),
                _("The standings follow every change. Later rounds keep their seats."),
            ],
            _("Open the round"),
            danger=True,
        )

    def act(self, form: ReasonForm) -> HttpResponse:
        round_ = self.round_of(self.kwargs["round_id"])
        rounds.reopen_round(self.actor, round_.pk, form.cleaned_data["reason"])
        return self.done(
            _("Round %(n)d is open again.") % {"n": round_.number}, self.address("desk-now")
        )


class ResetRound(AskFirst):
    """Take the draw of a round back, and of every later one."""

    tab = "desk-seating"
    back = "desk-seating"

    def question(self) -> Question:
        round_ = self.round_of(self.kwargs["round_id"])
        later = self.event.rounds.filter(number__gt=round_.number).order_by("number")
        numbers = listed(r.number for r in later)
        consequences = [
            _("The seats of round %(n)d and its table links are gone.") % {"n": round_.number}
        ]
        if numbers:
            consequences.append(
                _("The later rounds go with it: %(numbers)s.") % {"numbers": numbers}
            )
        consequences.append(
            _(
                "Penalties stay with the players. The log keeps the old seats: going back to the "
                "state before brings them back."
            )
        )
        return Question(
            _("Take the draw of round %(n)d back?") % {"n": round_.number},
            consequences,
            _("Take the draw back"),
            danger=True,
        )

    def act(self, form: Any) -> HttpResponse:
        round_ = self.round_of(self.kwargs["round_id"])
        seating.reset_round(self.actor, round_.pk)
        return self.done(
            _("The draw of round %(n)d is taken back.") % {"n": round_.number},
            self.address("desk-seating"),
        )
