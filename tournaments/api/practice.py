"""Ways to a new event through the API: what kinds there are, and one to practise with."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import forms
from tournaments.api.base import ApiView
from tournaments.api.doc import operation
from tournaments.services import practice
from tournaments.services.event_presets import PRESETS
from tournaments.services.rules import Rule


class PresetOut(serializers.Serializer[Any]):
    """What a new event of the kind begins with: ``ruleset`` and ``settings`` are fields of the
    request that makes an event; those that are not named have their usual value. ``rule_presets``:
    the presets of the rules by their bundle, whose values stand in the ruleset's declaration."""

    id = serializers.CharField()
    name = serializers.CharField()
    summary = serializers.CharField()
    ruleset = serializers.CharField()
    players = serializers.IntegerField()
    settings = serializers.DictField()
    rule_presets = serializers.DictField()


class Presets(ApiView):
    """Kinds of events that clubs hold."""

    rule = Rule.PUBLIC

    @operation("presets", gives=PresetOut(many=True))
    def get(self, request: Request) -> Response:
        return Response(PresetOut(PRESETS, many=True).data)


class Practice(ApiView):
    """Make an event to practise with, which counts for nothing; a job fills it with people and
    results."""

    rule = Rule.CREATOR

    @operation("make_practice", gives=forms.TournamentOut, status=201)
    def post(self, request: Request) -> Response:
        return Response(forms.TournamentOut(practice.make_practice(self.actor)).data, status=201)
