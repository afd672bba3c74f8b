"""Penalties outside a hand: given, listed, cancelled with a reason."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tournaments.forms.base import ReasonForm
from tournaments.forms.breaches import effect_words
from tournaments.forms.penalties import PenaltyForm
from tournaments.models import Penalty
from tournaments.services import penalties
from tournaments.services.escalation import proposal_for
from tournaments.views.organiser.base import AskFirst, DeskView, FormPage, Question


class Penalties(FormPage):
    """Every penalty of the event, cancelled ones struck out, with the form for a new one."""

    tab = "desk-penalties"
    template = "desk/penalties.html"

    def form(self, data: Any = None) -> PenaltyForm:
        rounds = list(self.event.rounds.order_by("number"))
        running = [r.number for r in rounds if r.status == r.Status.RUNNING]
        return PenaltyForm(
            data,
            entries=list(self.event.entries.select_related("player").order_by("number")),
            rounds=rounds,
            tournament=self.event,
            next_round=rounds[-1].number + 1 if rounds else 1,
            initial={"round_number": running[-1]} if running else None,
        )

    def act(self, form: PenaltyForm) -> HttpResponse:
        values = form.cleaned_data
        penalty = penalties.give_penalty(
            self.actor,
            self.event.pk,
            entry_id=values["entry"],
            scope=values["scope"],
            mode=values["mode"],
            points=values["points"],
            reason=values["reason"],
            round_number=values["round_number"],
            beneficiary_id=values["beneficiary"],
            code=values["code"],
        )
        return self.done(
            _("%(name)s has the penalty.") % {"name": penalty.entry.player.name},
            self.address("desk-penalties"),
        )

    def context(self, form: Any) -> dict[str, Any]:
        return {"penalties": penalties.told(self.event)}


class Suggest(DeskView):
    """What the record has of a person and a breach, and what the catalogue proposes next; asked
    while the form is filled in."""

    tab = "desk-penalties"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        code = request.GET.get("breach", "").partition(":")[0]
        asked = request.GET.get("entry", "")
        number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 10 else 0
        entry = self.event.entries.select_related("player").filter(pk=number).first()
        proposal = proposal_for(self.event, entry.pk, code) if entry else None
        return self.show(
            "desk/_suggestion.html",
            {
                "entry": entry,
                "proposal": proposal,
                "words": effect_words(proposal.effect) if proposal else "",
            },
        )


class CancelPenalty(AskFirst):
    tab = "desk-penalties"
    back = "desk-penalties"
    form_class = ReasonForm

    def penalty(self) -> Penalty:
        return get_object_or_404(
            Penalty.objects.select_related("entry__player"),
            pk=self.kwargs["penalty_id"],
            tournament=self.event,
        )

    def question(self) -> Question:
        penalty = self.penalty()
        return Question(
            _("Cancel the penalty of %(name)s?") % {"name": penalty.entry.player.name},
            [
                _("%(points)d points: %(reason)s")
                % {"points": penalty.points, "reason": penalty.reason},
                _("Results and standings are as if it had never been."),
                _("It stays in the list, struck out, with your reason."),
            ],
            _("Cancel the penalty"),
            danger=True,
        )

    def act(self, form: ReasonForm) -> HttpResponse:
        penalty = self.penalty()
        penalties.cancel_penalty(self.actor, penalty.pk, form.cleaned_data["reason"])
        return self.done(
            _("The penalty of %(name)s is cancelled.") % {"name": penalty.entry.player.name},
            self.address("desk-penalties"),
        )
