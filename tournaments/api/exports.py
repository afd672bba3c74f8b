"""Files that are made by a job through the API: asked for, listed, taken away."""

from typing import Any

from django.http import FileResponse, Http404
from django.utils.translation import get_language
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import forms
from tournaments.api.base import ApiView, In
from tournaments.api.doc import FileOf, operation, read
from tournaments.api.files import AnyForm
from tournaments.exporting import making
from tournaments.models import Export, Job
from tournaments.services import exports
from tournaments.services.rules import Rule


class ExportIn(In):
    kind = serializers.ChoiceField(choices=sorted(making.FORMS))


class ExportOut(serializers.ModelSerializer[Export]):
    class Meta:
        model = Export
        fields = ("id", "kind", "language", "name", "size", "revision", "made_at")


class AskedOut(serializers.Serializer[Any]):
    """``file`` where it is there already, else the ``job`` that makes it."""

    file = ExportOut(allow_null=True)
    job = forms.JobOut(allow_null=True)


class Exports(ApiView):
    """The files that were made of the event lately; or one more."""

    rule = Rule.ORGANISER

    @operation("exports", gives=ExportOut(many=True))
    def get(self, request: Request, event: str) -> Response:
        return Response(ExportOut(exports.of_event(self.event), many=True).data)

    @operation("ask_export", takes=ExportIn, gives=AskedOut, status=202)
    def post(self, request: Request, event: str) -> Response:
        """Ask for a file, in the language of the request."""
        kind = read(ExportIn, request)["kind"]
        found = exports.ask(self.actor, self.event, kind, get_language() or "en")
        job = isinstance(found, Job)
        content = {"file": None if job else found, "job": found if job else None}
        return Response(AskedOut(content).data, status=202)


class ExportFile(ApiView):
    """One made file."""

    rule = Rule.ORGANISER
    content_negotiation_class = AnyForm

    @operation("export_file", gives=FileOf("application/octet-stream"))
    def get(self, request: Request, event: str, export: int) -> FileResponse:
        found = self.event.exports.filter(pk=export).first()
        if found is None:
            raise Http404
        try:
            stream = found.file.open("rb")
        except OSError as error:
            raise Http404 from error
        response = FileResponse(
            stream,
            as_attachment=True,
            filename=found.name,
            content_type="application/octet-stream",
        )
        response["Cache-Control"] = "private, no-cache"
        return response
