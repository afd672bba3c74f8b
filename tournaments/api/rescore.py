"""All hands settled anew, and earlier states of an event, through the API: looked at first, then
done in one act or not at all."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import forms
from tournaments.api.base import ApiView, In
from tournaments.api.doc import operation, read
from tournaments.api.fields import reason, whole
from tournaments.services import rescoring, restoring
from tournaments.services.rescoring import Report
from tournaments.services.restoring import Preview
from tournaments.services.rules import Rule
from tournaments.standings.difference import Difference, RowChange


class RescoreIn(In):
    options = serializers.DictField(
        help_text="As in the settings of an event: what is left out is at its standard."
    )


class MovedOut(serializers.Serializer[RowChange]):
    """Somebody whose rank or points are not what they were; null where there is no row."""

    number = serializers.IntegerField(source="row.number")
    name = serializers.SerializerMethodField()
    rank_before = serializers.IntegerField(source="before.rank", default=None, allow_null=True)
    rank_after = serializers.IntegerField(source="after.rank", default=None, allow_null=True)
    table_points_before = forms.UnitsField(
        source="before.table_points", default=None, allow_null=True
    )
    table_points_after = forms.UnitsField(
        source="after.table_points", default=None, allow_null=True
    )
    game_points_before = serializers.IntegerField(
        source="before.game_points", default=None, allow_null=True
    )
    game_points_after = serializers.IntegerField(
        source="after.game_points", default=None, allow_null=True
    )

    def get_name(self, change: RowChange) -> str:
        return change.row.name


class HandAnewOut(serializers.Serializer[Any]):
    """``before`` and ``after`` by chair; null: not there, or undone, or refused (``why``)."""

    round = serializers.IntegerField(source="round_number")
    table = serializers.IntegerField(source="table_number")
    number = serializers.IntegerField()
    before = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    after = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    why = serializers.CharField(default="")


class RescoringOut(serializers.Serializer[Any]):
    """``current``: nothing has happened since; only then it can be published. ``refused``: hands
    that the rules do not take; while there are any nothing is published."""

    job = serializers.IntegerField()
    revision = serializers.IntegerField()
    current = serializers.BooleanField()
    settled = serializers.IntegerField()
    options = serializers.DictField()
    hands = HandAnewOut(many=True)
    refused = HandAnewOut(many=True)
    standings = MovedOut(many=True)


class LatestOut(serializers.Serializer[Any]):
    """``report`` is null while the job has not made one, and when it was dropped."""

    job = forms.JobOut(allow_null=True)
    publication = forms.JobOut(allow_null=True)
    report = RescoringOut(allow_null=True)


def _told(report: Report) -> dict[str, Any]:
    def hand(found: rescoring.HandAnew) -> dict[str, Any]:
        own = {name: getattr(found, name) for name in ("round_number", "table_number", "number")}
        return {**own, "before": found.before or None, "after": found.now, "why": found.why}

    return {
        "job": report.job.pk,
        "revision": report.revision,
        "current": report.current,
        "settled": report.settled,
        "options": report.options,
        "hands": [hand(found) for found in report.hands],
        "refused": [hand(found) for found in report.refused],
        "standings": report.difference.rows,
    }


class Rescore(ApiView):
    """The latest report of what all hands would come to; or ask for one."""

    rule = Rule.ORGANISER

    @operation("rescoring", gives=LatestOut)
    def get(self, request: Request, event: str) -> Response:
        newest = rescoring.latest(self.event)
        content = {
            "job": newest.job,
            "publication": newest.publication,
            "report": None if newest.report is None else _told(newest.report),
        }
        return Response(LatestOut(content).data)

    @operation("request_rescoring", takes=RescoreIn, gives=forms.JobOut, status=202)
    def post(self, request: Request, event: str) -> Response:
        """Settle every hand anew beside what is stored; nothing is changed."""
        options = read(RescoreIn, request)["options"]
        job = rescoring.request_report(self.actor, self.event.pk, options)
        return Response(forms.JobOut(job).data, status=202)


class PublishRescore(ApiView):
    """Make a report the event's results, in one act."""

    rule = Rule.ORGANISER

    @operation("publish_rescoring", gives=forms.JobOut, status=202)
    def post(self, request: Request, event: str, job: int) -> Response:
        made = rescoring.request_publication(self.actor, self.event.pk, job)
        return Response(forms.JobOut(made).data, status=202)


class DropRescore(ApiView):
    """Throw a report away; it has changed nothing."""

    rule = Rule.ORGANISER

    @operation("drop_rescoring")
    def post(self, request: Request, event: str, job: int) -> Response:
        rescoring.drop(self.actor, self.event.pk, job)
        return Response(status=204)


class CountOut(serializers.Serializer[Any]):
    kind = serializers.CharField()
    back = serializers.IntegerField()
    other = serializers.IntegerField()
    gone = serializers.IntegerField()


class SettingOut(serializers.Serializer[Any]):
    name = serializers.CharField()
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)


class EarlierStateOut(serializers.Serializer[Any]):
    """What bringing an earlier state back would change; ``now`` is the revision looked at."""

    revision = serializers.IntegerField()
    now = serializers.IntegerField()
    counts = CountOut(many=True)
    hands = HandAnewOut(many=True)
    settings = SettingOut(many=True)
    standings = MovedOut(many=True)


class RestoreIn(In):
    seen = whole(0, help_text="The revision that was looked at (`now`).")
    reason = reason(required=False)


def _earlier(found: Preview) -> dict[str, Any]:
    moved: Difference = found.standings
    counts = [
        {"kind": kind, "back": back, "other": other, "gone": gone}
        for kind, (back, other, gone) in found.counts.items()
    ]
    settings = [{"name": n, "before": old, "after": new} for n, old, new in found.settings]
    return {
        "revision": found.revision,
        "now": found.now,
        "counts": counts,
        "hands": found.hands,
        "settings": settings,
        "standings": moved.rows,
    }


class Restore(ApiView):
    """An earlier state of the event: what bringing it back would change; or bring it back."""

    rule = Rule.ORGANISER

    @operation("earlier_state", gives=EarlierStateOut)
    def get(self, request: Request, event: str, revision: int) -> Response:
        found = restoring.preview(self.actor, self.event, revision)
        return Response(EarlierStateOut(_earlier(found)).data)

    @operation("restore_state", takes=RestoreIn, gives=forms.TournamentOut)
    def post(self, request: Request, event: str, revision: int) -> Response:
        """Bring it back by one new act, from which the log goes forward."""
        asked = read(RestoreIn, request)
        restored = restoring.restore(
            self.actor, self.event.pk, revision, seen=asked["seen"], reason=asked["reason"]
        )
        return Response(forms.TournamentOut(restored).data)
