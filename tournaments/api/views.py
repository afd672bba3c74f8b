"""The addresses of the API that stand outside any event: where to begin, and the rule systems."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from scoring.compare import compare
from scoring.errors import Refusal
from scoring.example_hands import record_of
from scoring.rule_facts import facts
from scoring.ruleset import Ruleset
from scoring.rulesets import all_rulesets, get_ruleset
from tournaments.api import forms, ruleset_schema
from tournaments.api.base import ApiView
from tournaments.api.doc import operation
from tournaments.api.record_schema import any_record
from tournaments.services.errors import Invalid, NotThere, Problem
from tournaments.services.refusals import invalid_from
from tournaments.services.rules import Rule


class Root(ApiView):
    """Where to begin."""

    rule = Rule.PUBLIC

    @operation("root", gives=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        names = (
            *("api-rulesets", "api-tournaments", "api-settle", "api-score", "api-waits"),
            *("api-me", "api-tokens", "api-my-table", "api-schema"),
        )
        return Response(
            {name.removeprefix("api-"): reverse(name, request=request) for name in names}
        )


class Settle(ApiView):
    """Say what a record is worth. Nothing is saved, and no account is needed."""

    rule = Rule.PUBLIC
    saves = False
    keeps_answers = False

    @operation("settle", takes={"application/json": any_record()}, gives=OpenApiTypes.OBJECT)
    def post(self, request: Request) -> Response:
        record: Any = request.data
        name = record.get("ruleset")
        try:
            ruleset = get_ruleset(name if isinstance(name, str) else "")
        except KeyError:
            raise Invalid(
                problems=[Problem("ruleset", _("There is no such rule system."))]
            ) from None
        try:
            settlement = ruleset.settle(record)
        except Refusal as refusal:
            raise invalid_from(refusal) from refusal
        return Response(settlement.to_stored())


class Rulesets(ApiView):
    """All rule systems."""

    rule = Rule.PUBLIC

    @operation("rulesets", gives=forms.RulesetOut(many=True))
    def get(self, request: Request) -> Response:
        return Response(forms.RulesetOut(all_rulesets(), many=True).data)


class RulesetDetail(ApiView):
    """What a rule system declares: options, patterns with example hands, circumstances, events.
    Texts are pairs of Chinese and English. ``records`` are the example hands as records that
    `POST /api/settle/` takes."""

    rule = Rule.PUBLIC

    @operation("ruleset", gives=ruleset_schema.ruleset_answer())
    def get(self, request: Request, ruleset: str) -> Response:
        found = _ruleset(ruleset)
        records = {p.id: record_of(found, p) for p in found.patterns if p.example is not None}
        told = [fact.to_json() for fact in facts(found)]
        return Response({**found.declaration(), "facts": told, "records": records})


class CompareRulesets(ApiView):
    """Two rule systems side by side."""

    rule = Rule.PUBLIC

    @operation(
        "compare_rulesets",
        gives=forms.ComparisonOut,
        query=[
            OpenApiParameter("a", str, required=True),
            OpenApiParameter("b", str, required=True),
        ],
    )
    def get(self, request: Request) -> Response:
        asked = {name: request.query_params.get(name, "") for name in ("a", "b")}
        known = {ruleset.id for ruleset in all_rulesets()}
        if unknown := [name for name, ruleset in asked.items() if ruleset not in known]:
            message = _("Name the rule system.")
            raise Invalid(problems=[Problem(name, message) for name in unknown])
        left, right = (get_ruleset(ruleset) for ruleset in asked.values())
        content = {"a": left.id, "b": right.id, "sections": compare(left, right)}
        return Response(forms.ComparisonOut(content).data)


def _ruleset(name: str) -> Ruleset:
    try:
        return get_ruleset(name)
    except KeyError:
        raise NotThere from None
