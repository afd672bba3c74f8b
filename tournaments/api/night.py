"""Club nights through the API: tables opened as people come, the next game, the end."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import forms
from tournaments.api.base import ApiView, In
from tournaments.api.doc import operation, read
from tournaments.api.fields import Numbered, numbers, whole
from tournaments.models import Table
from tournaments.services import club_night
from tournaments.services.rules import Rule
from tournaments.services.tables import table_state


def opened(table: Table) -> Any:
    return forms.TableOut(table_state(table.pk)).data


class OpenTableIn(In):
    entries = numbers("Entry numbers, East first.")
    sitting_out = whole(
        1, required=False, allow_null=True, default=None, help_text="Who sits the first game out."
    )


class NightTables(ApiView):
    """Open a game for people who are there; club nights only."""

    rule = Rule.REFEREE

    @operation("open_table", takes=OpenTableIn, gives=forms.TableOut, status=201)
    def post(self, request: Request, event: str) -> Response:
        asked = read(OpenTableIn, request)
        people = Numbered(self.event)
        chairs = people.all(asked["entries"], "entries")
        out = asked["sitting_out"]
        out = None if out is None else people.id(out, "sitting_out")
        people.check()
        made = club_night.open_table(self.actor, self.event.pk, chairs, sitting_out=out)
        return Response(opened(made), status=201)


class NextGame(ApiView):
    """Open the next game of a table's people; asked twice it is the same game."""

    rule = Rule.REFEREE

    @operation("next_game", gives=forms.TableOut, status=201)
    def post(self, request: Request, event: str, round: int, table: int) -> Response:
        return Response(opened(club_night.next_game(self.actor, self.at_table.pk)), status=201)


class TakeTableBack(ApiView):
    """Take back a game that was opened by mistake, while nothing is recorded at it."""

    rule = Rule.REFEREE

    @operation("take_table_back")
    def post(self, request: Request, event: str, round: int, table: int) -> Response:
        club_night.take_table_back(self.actor, self.at_table.pk)
        return Response(status=204)


class CloseEvening(ApiView):
    """End the evening: its rounds are closed and its results final."""

    rule = Rule.ORGANISER

    @operation("close_evening", gives=forms.TournamentOut)
    def post(self, request: Request, event: str) -> Response:
        closed = club_night.close_evening(self.actor, self.event.pk)
        return Response(forms.TournamentOut(closed).data)
