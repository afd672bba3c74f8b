"""Addresses of referees: by a table's link, and by log-in."""

from django.urls import URLPattern, path

from tournaments.views import my_tables, referee, table_acts, table_steps
from tournaments.views.referee import by_link, by_referee

LINK = "r/<str:token>/"
TABLE = "referee/table/<int:table_id>/"
EVENT = "referee/event/<slug:event>/"

ACTS: tuple[tuple[str, str, type[referee.TableView]], ...] = (
    ("", "form", referee.HandForm),
    ("state/", "state", referee.State),
    ("plain/", "plain", referee.Plain),
    ("preview/", "preview", referee.Preview),
    ("claims/", "claims", referee.Claims),
    ("hands/", "record", referee.Record),
    ("undo/", "undo", referee.Undo),
    ("finish/", "finish", referee.Finish),
    ("totals/", "totals", referee.Totals),
    ("sheet/", "sheet", referee.Sheet),
    ("insert/", "insert", table_acts.Insert),
    ("remove/", "remove", table_acts.Remove),
    ("note/", "note", table_acts.Note),
    ("call/", "call", table_acts.Call),
    ("paper/", "paper", table_acts.Paper),
    ("steps/", "steps", table_steps.Steps),
    ("reopen/", "reopen", table_steps.Reopen),
)

urlpatterns: list[URLPattern] = [
    path("referee/", my_tables.MyTables.as_view(), name="referee"),
    path(EVENT + "tables/", my_tables.LookAfter.as_view(), name="referee-tables"),
    path(EVENT + "rounds/<int:round>/time/", my_tables.CallTime.as_view(), name="referee-time"),
    # The form's own short name, as other pages link to it.
    path(TABLE, by_referee(referee.HandForm).as_view(), name="referee-table"),
    path(TABLE + "penalties/", referee.GivePenalty.as_view(), name="referee-penalty"),
    path(TABLE + "extra/", table_acts.ExtraTime.as_view(), name="referee-extra"),
    path(TABLE + "seats/", table_steps.Reseat.as_view(), name="referee-reseat"),
    path(TABLE + "come/", table_acts.AnswerCall.as_view(), name="referee-come"),
    path(TABLE + "penalties/cancel/", referee.CancelPenalty.as_view(), name="referee-cancel"),
    *(path(LINK + p, by_link(view).as_view(), name=f"table-{n}") for p, n, view in ACTS),
    *(path(TABLE + p, by_referee(view).as_view(), name=f"referee-{n}") for p, n, view in ACTS),
]
