"""Stages, cuts and publishing through the API."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView, In
from tournaments.api.doc import operation, read
from tournaments.api.fields import Numbered, flag, numbers, text, whole
from tournaments.api.standings import number_in
from tournaments.api.versions import unchanged
from tournaments.models import Release, Stage
from tournaments.services import releases, stages
from tournaments.services.errors import Invalid, Problem
from tournaments.services.locks import locked_tournament
from tournaments.services.rules import Rule

LARGEST = 99_999


class StageIn(In):
    """What a stage starts with and counts for (docs/glossary.md)."""

    name = text(max_length=60)
    carry = serializers.ChoiceField(choices=Stage.Carry.choices, required=False)
    numerator = whole(0, 100, required=False)
    denominator = whole(1, 100, required=False)
    round_tp = serializers.ChoiceField(
        choices=["", *Stage.Rounding.values], required=False, help_text="Empty: they stay exact."
    )
    round_gp = serializers.ChoiceField(choices=Stage.Rounding.choices, required=False)
    for_teams = flag(default=True)


class NewStageIn(StageIn):
    """With ``cut_size`` only so many play on; ``chosen`` decides a tie at the line."""

    cut_size = whole(1, LARGEST, required=False, allow_null=True, default=None)
    chosen = numbers("Who of those tied goes through.", required=False, default=list)
    cut_reason = text(max_length=200)


class StageOut(serializers.ModelSerializer[Stage]):
    rounds = serializers.SerializerMethodField()
    through = serializers.SerializerMethodField(help_text="Entry numbers, where there was a cut.")

    class Meta:
        model = Stage
        fields = (
            *("number", "name", "carry", "numerator", "denominator", "round_tp", "round_gp"),
            *("for_teams", "cut_size", "cut_reason", "rounds", "through"),
        )

    def get_rounds(self, stage: Stage) -> list[int]:
        return sorted(round_.number for round_ in stage.rounds.all())

    def get_through(self, stage: Stage) -> list[int]:
        return sorted(member.entry.number for member in stage.members.all())


def stages_of(view: ApiView) -> Any:
    return view.event.stages.order_by("number").prefetch_related("rounds", "members__entry")


class Stages(ApiView):
    """The stages of an event; or one more, after the rounds so far."""

    rule = Rule.PUBLIC
    write_rule = Rule.ORGANISER

    @operation("stages", gives=StageOut(many=True))
    def get(self, request: Request, event: str) -> Response:
        return Response(StageOut(stages_of(self), many=True).data)

    @operation("add_stage", takes=NewStageIn, gives=StageOut, status=201)
    def post(self, request: Request, event: str) -> Response:
        asked = read(NewStageIn, request)
        people = Numbered(self.event)
        chosen = people.all(asked.pop("chosen"), "chosen")
        people.check()
        made = stages.add_stage(self.actor, self.event.pk, chosen=chosen, **asked)
        return Response(StageOut(stages_of(self).get(pk=made.pk)).data, status=201)


class CutRowOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)


class CutOut(serializers.Serializer[Any]):
    """``tied`` stand for ``places`` places, which the organiser decides; ``problem`` says why
    nobody can be cut now."""

    inside = CutRowOut(many=True)
    tied = CutRowOut(many=True)
    places = serializers.IntegerField()
    problem = serializers.CharField()


class Cut(ApiView):
    """Who would go through a cut of this size, by the standings now."""

    rule = Rule.ORGANISER

    @operation("show_cut", gives=CutOut, query=[OpenApiParameter("size", int, required=True)])
    def get(self, request: Request, event: str) -> Response:
        size = number_in(request.query_params.get("size", ""))
        if not size:
            raise Invalid(problems=[Problem("size", _("Enter a whole number."))])
        return Response(CutOut(stages.show_cut(self.event, size)).data)


class StageDetail(ApiView):
    """One stage by its number."""

    rule = Rule.PUBLIC
    write_rule = Rule.ORGANISER

    def stage(self) -> Stage:
        found: Stage | None = stages_of(self).filter(number=self.kwargs["number"]).first()
        if found is None:
            raise Http404
        return found

    def shown(self) -> tuple[int, Any]:
        return self.event.revision, StageOut(self.stage()).data

    @operation("stage", gives=StageOut)
    def get(self, request: Request, event: str, number: int) -> Response:
        return Response(self.shown()[1])

    @operation("change_stage", takes=StageIn, gives=StageOut, edits=True)
    def patch(self, request: Request, event: str, number: int) -> Response:
        """Change what it is called, starts with and counts for."""
        stage = self.stage()
        form = StageIn(data=request.data, partial=True)
        form.is_valid(raise_exception=True)
        with unchanged(request, lambda: locked_tournament(self.event.pk), self.shown):
            stages.change_stage(self.actor, stage.pk, **form.validated_data)
        return Response(self.shown()[1])

    @operation("remove_stage", edits=True)
    def delete(self, request: Request, event: str, number: int) -> Response:
        """Take it back while its rounds are not drawn; its cut is undone."""
        stage = self.stage()
        with unchanged(request, lambda: locked_tournament(self.event.pk), self.shown):
            stages.remove_stage(self.actor, stage.pk)
        return Response(status=204)


class ReleaseOut(serializers.ModelSerializer[Release]):
    class Meta:
        model = Release
        fields = ("number", "revision", "after_round", "corrects", "note", "published_at")


class ReportOut(serializers.Serializer[Any]):
    """What publishing now would change. ``revision`` goes into the act: it publishes what was
    looked at, or refuses."""

    revision = serializers.IntegerField()
    after_round = serializers.IntegerField(source="standings.after_round")
    release = ReleaseOut(allow_null=True)
    corrects = serializers.BooleanField()
    moved = serializers.SerializerMethodField(help_text="Entries whose line would be another.")
    earlier_rounds = serializers.ListField(
        child=serializers.IntegerField(), source="difference.earlier_rounds"
    )
    redrawn = serializers.SerializerMethodField(
        help_text="Rounds drawn by standings that are others now."
    )

    def get_moved(self, report: Any) -> list[int]:
        return [change.row.number for change in report.difference.rows]

    def get_redrawn(self, report: Any) -> list[int]:
        return [redrawn.round.number for redrawn in report.redrawn]


class PublishResultsIn(In):
    revision = whole()
    note = text(
        max_length=200, help_text="What was corrected, where results move; visitors see it."
    )


class Releases(ApiView):
    """What was published of the results; or the standings now."""

    rule = Rule.STANDINGS
    write_rule = Rule.ORGANISER

    @operation("releases", gives=ReleaseOut(many=True))
    def get(self, request: Request, event: str) -> Response:
        return Response(ReleaseOut(self.event.releases.all(), many=True).data)

    @operation("publish_results", takes=PublishResultsIn, gives=ReleaseOut, status=201)
    def post(self, request: Request, event: str) -> Response:
        made = releases.publish(self.actor, self.event.pk, **read(PublishResultsIn, request))
        return Response(ReleaseOut(made).data, status=201)


class Report(ApiView):
    """What publishing the results now would change."""

    rule = Rule.ORGANISER

    @operation("release_report", gives=ReportOut)
    def get(self, request: Request, event: str) -> Response:
        return Response(ReportOut(releases.report(self.event)).data)
