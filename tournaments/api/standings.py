"""Standings through the API: the whole list, one entry, and why one stands above another."""

from typing import Any

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import forms
from tournaments.api.base import ApiView
from tournaments.api.doc import operation
from tournaments.api.versions import tag_of
from tournaments.services import releases
from tournaments.services.errors import Invalid, Problem
from tournaments.services.rules import Rule
from tournaments.services.standings import CurrentStandings
from tournaments.standings import Row, compare, parts_of

AFTER = OpenApiParameter("after_round", int)


def number_in(wanted: str) -> int | None:
    small = wanted.isascii() and wanted.isdecimal() and len(wanted) <= 5
    return int(wanted) if small else None


class StandingsAddress(ApiView):
    """An address that tells of the standings; with ``after_round`` as they stood after it."""

    rule = Rule.STANDINGS

    def current(self, request: Request) -> CurrentStandings:
        wanted = request.query_params.get("after_round")
        current = releases.shown_to(self.actor, self.event) if wanted is None else None
        if current is not None:
            return current
        after = None if wanted is None else number_in(wanted)
        if wanted is not None and after is None:
            raise Invalid(problems=[Problem("after_round", _("The round is a whole number."))])
        return CurrentStandings(
            standings=releases.computed_for(self.actor, self.event, after),
            revision=self.event.revision,
            computed_at=timezone.now(),
            fresh=True,
        )

    @staticmethod
    def about(current: CurrentStandings) -> dict[str, Any]:
        """Return what every answer says of the standings it speaks of."""
        return {
            "after_round": current.standings.after_round,
            "provisional": current.standings.provisional,
            "revision": current.revision,
            "fresh": current.fresh,
        }


class StandingsView(StandingsAddress):
    """The standings as last computed; with ``after_round`` as they stood after that round."""

    @operation("standings", gives=forms.CurrentStandingsOut, query=[AFTER])
    def get(self, request: Request, event: str) -> Response:
        current = self.current(request)
        numbers = {row.entry_id: row.number for row in current.standings.rows}
        content = forms.CurrentStandingsOut(current, context={"numbers": numbers}).data
        # Computed anew they are the same standings.
        tag = tag_of(current.revision, {**content, "computed_at": ""})
        return Response(content, headers={"ETag": tag})


class StandingOf(StandingsAddress):
    """One entry by its number: the row, and what each total is made of."""

    @operation("standing", gives=forms.StandingOut, query=[AFTER])
    def get(self, request: Request, event: str, number: int) -> Response:
        current = self.current(request)
        for row in current.standings.rows:
            if row.number == number:
                content = {**self.about(current), "row": row, "parts": parts_of(row)}
                return Response(forms.StandingOut(content).data)
        raise Http404


class Explain(StandingsAddress):
    """Why one of two entries (``a``, ``b``: their numbers) stands above the other: the first key
    that tells them apart, both values, and the rounds they come from."""

    @operation(
        "explain",
        gives=forms.ExplanationOut,
        query=[
            OpenApiParameter("a", int, required=True),
            OpenApiParameter("b", int, required=True),
            AFTER,
        ],
    )
    def get(self, request: Request, event: str) -> Response:
        current = self.current(request)
        rows = {row.number: row for row in current.standings.rows}
        problems: list[Problem] = []
        a, b = (self._row(name, request, rows, problems) for name in ("a", "b"))
        if a is not None and a is b:
            problems.append(Problem("b", _("Name two different players.")))
        if problems or a is None or b is None:
            raise Invalid(problems=problems)
        found = compare(current.standings, a.entry_id, b.entry_id)
        content = {
            **self.about(current),
            "above": found.above.number,
            "below": found.below.number,
            "key": found.key,
            "above_value": found.above_value,
            "below_value": found.below_value,
            "sentence": found.sentence,
            "sources": found.sources,
        }
        return Response(forms.ExplanationOut(content).data)

    @staticmethod
    def _row(
        name: str, request: Request, rows: dict[int, Row], problems: list[Problem]
    ) -> Row | None:
        number = number_in(request.query_params.get(name, ""))
        if number in rows:
            return rows[number]
        problems.append(Problem(name, _("Nobody in the standings has this number.")))
        return None
