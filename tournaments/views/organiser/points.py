"""Points and places outside any table: adjustments, forfeits, lots."""

from fractions import Fraction
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.table_points import UNIT, display_units
from tournaments.forms.base import ReasonForm
from tournaments.forms.points import AdjustmentForm, ForfeitForm, LotsForm
from tournaments.models import Adjustment, Entry, Forfeit, Round
from tournaments.services import absences, adjustments
from tournaments.templatetags.club import signed
from tournaments.views.organiser.base import AskFirst, FormPage, Question


class Adjustments(FormPage):
    """Every adjustment, cancelled ones struck out, with the form for a new one."""

    tab = "desk-penalties"
    template = "desk/adjustments.html"

    def form(self, data: Any = None) -> AdjustmentForm:
        return AdjustmentForm(
            data,
            entries=list(self.event.entries.select_related("player").order_by("number")),
            teams=list(self.event.teams.order_by("name")),
        )

    def act(self, form: AdjustmentForm) -> HttpResponse:
        values = form.cleaned_data
        adjustments.give_adjustment(
            self.actor,
            self.event.pk,
            table_points=Fraction(values["table_points"] or 0, UNIT),
            game_points=values["game_points"] or 0,
            reason=values["reason"],
            **form.target(),
        )
        return self.done(_("The points are adjusted."), self.address("desk-adjustments"))

    def context(self, form: Any) -> dict[str, Any]:
        found = self.event.adjustments.select_related("entry__player", "team")
        return {"adjustments": found.order_by("-created_at", "-id"), "part": "adjustments"}


class CancelAdjustment(AskFirst):
    tab = "desk-penalties"
    back = "desk-adjustments"
    form_class = ReasonForm

    def adjustment(self) -> Adjustment:
        return get_object_or_404(
            Adjustment.objects.select_related("entry__player", "team"),
            pk=self.kwargs["adjustment_id"],
            tournament=self.event,
        )

    def question(self) -> Question:
        found = self.adjustment()
        points = _("%(points)s table points, %(game)s game points: %(reason)s") % {
            "points": display_units(found.table_points),
            "game": signed(found.game_points),
            "reason": found.reason,
        }
        return Question(
            _("Cancel the adjustment of %(name)s?") % {"name": found.entry or found.team},
            [
                points,
                _("Results and standings are as if it had never been."),
                _("It stays in the list, struck out, with your reason."),
            ],
            _("Cancel the adjustment"),
            danger=True,
        )

    def act(self, form: ReasonForm) -> HttpResponse:
        adjustments.cancel_adjustment(self.actor, self.adjustment().pk, form.cleaned_data["reason"])
        return self.done(_("The adjustment is cancelled."), self.back_address())


class Forfeits(FormPage):
    """Who abandoned a round, with the form for one more."""

    tab = "desk-penalties"
    template = "desk/forfeits.html"

    def form(self, data: Any = None) -> ForfeitForm:
        rounds = list(self.event.rounds.exclude(status=Round.Status.CLOSED).order_by("number"))
        self.open_rounds = bool(rounds)
        return ForfeitForm(
            data,
            entries=list(self.event.entries.select_related("player").order_by("number")),
            rounds=rounds,
        )

    def act(self, form: ForfeitForm) -> HttpResponse:
        values = form.cleaned_data
        forfeit = absences.give_forfeit(
            self.actor, values["round"], values["entry"], values["reason"]
        )
        return self.done(
            _("%(name)s has forfeited the round.") % {"name": forfeit.entry.player.name},
            self.address("desk-forfeits"),
        )

    def context(self, form: Any) -> dict[str, Any]:
        found = Forfeit.objects.filter(round__tournament=self.event)
        return {
            "forfeits": found.select_related("entry__player", "round").order_by("-round__number"),
            "open_rounds": self.open_rounds,
            "part": "forfeits",
        }


class TakeForfeitBack(AskFirst):
    tab = "desk-penalties"
    back = "desk-forfeits"
    form_class = ReasonForm

    def forfeit(self) -> Forfeit:
        return get_object_or_404(
            Forfeit.objects.select_related("entry__player", "round"),
            pk=self.kwargs["forfeit_id"],
            round__tournament=self.event,
        )

    def question(self) -> Question:
        found = self.forfeit()
        return Question(
            _("Take the forfeit of %(name)s in round %(n)d back?")
            % {"name": found.entry.player.name, "n": found.round.number},
            [
                _("What was played at the table counts again."),
                _("The log keeps the forfeit and your reason."),
            ],
            _("Take the forfeit back"),
        )

    def act(self, form: ReasonForm) -> HttpResponse:
        absences.take_forfeit_back(self.actor, self.forfeit().pk, form.cleaned_data["reason"])
        return self.done(_("The forfeit is taken back."), self.back_address())


class Lots(FormPage):
    """Draw lots, for the key “lot” or for a tie at the line of a cut."""

    tab = "desk-people"
    template = "desk/lots.html"

    def everybody(self) -> list[Entry]:
        return list(self.event.entries.select_related("player").order_by("number"))

    def form(self, data: Any = None) -> LotsForm:
        self.entries = self.everybody()
        return LotsForm(data, entries=self.entries)

    def act(self, form: LotsForm) -> HttpResponse:
        lots = absences.draw_lots(self.actor, self.event.pk, form.cleaned_data["entries"])
        words = ngettext(
            "A lot is drawn for %(n)d player.", "Lots are drawn for %(n)d players.", len(lots)
        )
        return self.done(words % {"n": len(lots)}, self.address("desk-lots"))

    def context(self, form: Any) -> dict[str, Any]:
        drawn = [entry for entry in self.entries if entry.lot is not None]
        return {
            "drawn": sorted(drawn, key=lambda entry: (entry.lot or 0, entry.number)),
            "asked": "lot" in self.event.order_keys,
        }
