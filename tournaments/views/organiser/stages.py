"""Stages: what each starts with, who went through the cut before it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tournaments.forms.stages import NewStageForm, StageForm
from tournaments.models import Stage
from tournaments.services import stages
from tournaments.services.stages import CutShown
from tournaments.views.organiser.base import AskFirst, DeskView, FormPage, Question


class Stages(DeskView):
    """All stages of the event."""

    tab = "desk-stages"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        found = list(
            self.event.stages.order_by("number").prefetch_related(
                "rounds", "members__entry__player"
            )
        )
        rows = [
            {
                "stage": stage,
                "rounds": sorted(round_.number for round_ in stage.rounds.all()),
                "members": sorted(stage.members.all(), key=lambda m: m.entry.number),
                "removable": stage.number > 1 and not stage.rounds.all(),
            }
            for stage in found
        ]
        waits = bool(rows) and not rows[-1]["rounds"]
        return self.show("desk/stages.html", {"stages": rows, "waits": waits})


class AddStage(FormPage):
    """Begin a stage. A cut is shown first, with the ties at its line; only what was shown is
    written."""

    tab = "desk-stages"
    template = "desk/stage_new.html"

    def form(self, data: Any = None) -> NewStageForm:
        form = NewStageForm(data)
        self.cut = self._cut(form)
        if self.cut is not None:
            form.offer(self.cut.tied)
        return form

    def _cut(self, form: NewStageForm) -> CutShown | None:
        """Return the cut of the size that was typed."""
        typed = form.data.get("cut_size", "") if form.is_bound else ""
        wanted = typed.strip() if isinstance(typed, str) else ""
        if not wanted.isascii() or not wanted.isdecimal() or not 0 < len(wanted) < 7:
            return None
        self.size = int(wanted)
        return stages.show_cut(self.event, self.size)

    @property
    def now(self) -> str:
        """What is shown: the size, and the facts it was cut from."""
        return f"{self.size}-{self.event.revision}"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        form = self.form(request.POST)
        if "show" in request.POST or (self.cut and request.POST.get("seen") != self.now):
            form.is_valid()
            for name in ("chosen", "cut_reason"):
                form.errors.pop(name, None)
            return self.page(form)
        return super().post(request, *args, **kwargs)

    def act(self, form: NewStageForm) -> HttpResponse:
        stage = stages.add_stage(
            self.actor,
            self.event.pk,
            cut_size=form.cleaned_data["cut_size"],
            chosen=[int(pk) for pk in form.cleaned_data["chosen"]],
            cut_reason=form.cleaned_data["cut_reason"],
            **form.settings(),
        )
        return self.done(
            _("Stage %(n)d is there; its rounds can be drawn.") % {"n": stage.number},
            self.address("desk-stages"),
        )

    def context(self, form: Any) -> dict[str, Any]:
        return {"cut": self.cut, "seen": self.now if self.cut else ""}


class StageView(FormPage):
    tab = "desk-stages"

    def stage(self) -> Stage:
        return get_object_or_404(Stage, pk=self.kwargs["stage_id"], tournament=self.event)


class ChangeStage(StageView):
    """Change the settings of a stage; who went through stays."""

    template = "desk/stage.html"

    def form(self, data: Any = None) -> StageForm:
        if data is not None:
            return StageForm(data)
        return StageForm(initial=StageForm.initial_of(self.stage()))

    def act(self, form: StageForm) -> HttpResponse:
        stages.change_stage(self.actor, self.stage().pk, **form.settings())
        return self.done(_("The stage is saved."), self.address("desk-stages"))

    def context(self, form: Any) -> dict[str, Any]:
        return {"stage": self.stage()}


class RemoveStage(AskFirst):
    tab = "desk-stages"
    back = "desk-stages"

    def stage(self) -> Stage:
        return get_object_or_404(Stage, pk=self.kwargs["stage_id"], tournament=self.event)

    def question(self) -> Question:
        return Question(
            _("Take stage %(n)d back?") % {"n": self.stage().number},
            [
                _("Its cut is undone: everybody plays on."),
                _("The log keeps who had gone through, and why."),
            ],
            _("Take the stage back"),
            danger=True,
        )

    def act(self, form: Any) -> HttpResponse:
        stages.remove_stage(self.actor, self.stage().pk)
        return self.done(_("The stage is taken back."), self.address("desk-stages"))
