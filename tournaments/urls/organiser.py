"""Addresses of the organiser's desk."""

from django.urls import path

from tournaments.views.organiser import (
    events,
    export,
    log,
    now,
    penalties,
    people,
    roles,
    rounds,
    seating,
    seating_quality,
    seating_rules,
    tables,
)

DESK = "desk/<slug:event>/"
ROUND = DESK + "rounds/<int:round_id>/"
TABLE = DESK + "tables/<int:table_id>/"

urlpatterns = [
    path("desk/", events.MyEvents.as_view(), name="desk"),
    path("desk/new/", events.NewEvent.as_view(), name="desk-new"),
    path(DESK, now.Now.as_view(), name="desk-now"),
    path(DESK + "recompute/", now.Recompute.as_view(), name="desk-recompute"),
    path(ROUND + "publish/", rounds.PublishSeats.as_view(), name="desk-publish"),
    path(ROUND + "start/", rounds.StartRound.as_view(), name="desk-start"),
    path(ROUND + "close/", rounds.CloseRound.as_view(), name="desk-close"),
    path(ROUND + "reopen/", rounds.ReopenRound.as_view(), name="desk-reopen"),
    path(ROUND + "reset/", rounds.ResetRound.as_view(), name="desk-reset"),
    path(ROUND + "seats/", seating.RoundSeats.as_view(), name="desk-round"),
    path(ROUND + "cards/", tables.Cards.as_view(), name="desk-cards"),
    path(DESK + "people/", people.People.as_view(), name="desk-people"),
    path(DESK + "people/rows/", people.SearchPeople.as_view(), name="desk-people-rows"),
    path(DESK + "people/paste/", people.PastePeople.as_view(), name="desk-paste"),
    path(DESK + "people/<int:entry_id>/", people.ChangeEntry.as_view(), name="desk-entry"),
    path(
        DESK + "people/<int:entry_id>/remove/",
        people.RemoveEntry.as_view(),
        name="desk-entry-remove",
    ),
    path(DESK + "seating/", seating.Seating.as_view(), name="desk-seating"),
    path(DESK + "seating/draw/", seating.DrawProgress.as_view(), name="desk-draw"),
    path(
        DESK + "seating/draw/<int:job_id>/cancel/",
        seating.CancelDraw.as_view(),
        name="desk-draw-cancel",
    ),
    path(
        DESK + "seating/draw/<int:job_id>/enough/",
        seating.EnoughOfDraw.as_view(),
        name="desk-draw-enough",
    ),
    path(DESK + "seating/quality/", seating_quality.SeatQuality.as_view(), name="desk-quality"),
    path(DESK + "seating/apart/", seating_rules.Apart.as_view(), name="desk-apart"),
    path(
        DESK + "seating/apart/<int:pair_id>/meet/",
        seating_rules.LetMeet.as_view(),
        name="desk-let-meet",
    ),
    path(DESK + "seating/places/", seating_rules.Places.as_view(), name="desk-places"),
    path(
        DESK + "seating/places/<int:entry_id>/take/",
        seating_rules.TakePlace.as_view(),
        name="desk-take-place",
    ),
    path(DESK + "seating/by-hand/", seating.SeatByHand.as_view(), name="desk-by-hand"),
    path(DESK + "tables/", tables.Tables.as_view(), name="desk-tables"),
    path(TABLE + "reseat/", seating.ReseatTable.as_view(), name="desk-reseat"),
    path(TABLE + "confirm/", tables.ConfirmTable.as_view(), name="desk-confirm"),
    path(TABLE + "finish/", tables.FinishTable.as_view(), name="desk-finish"),
    path(TABLE + "reopen/", tables.ReopenTable.as_view(), name="desk-reopen-table"),
    path(TABLE + "link/", tables.LinkPage.as_view(), name="desk-link"),
    path(TABLE + "link/renew/", tables.RenewLink.as_view(), name="desk-link-renew"),
    path(TABLE + "link/revoke/", tables.RevokeLink.as_view(), name="desk-link-revoke"),
    path(DESK + "penalties/", penalties.Penalties.as_view(), name="desk-penalties"),
    path(
        DESK + "penalties/<int:penalty_id>/cancel/",
        penalties.CancelPenalty.as_view(),
        name="desk-penalty-cancel",
    ),
    path(DESK + "roles/", roles.Roles.as_view(), name="desk-roles"),
    path(DESK + "roles/<int:membership_id>/take/", roles.TakeRole.as_view(), name="desk-role-take"),
    path(DESK + "export/", export.Export.as_view(), name="desk-export"),
    path(DESK + "settings/", events.Settings.as_view(), name="desk-settings"),
    path(DESK + "log/", log.LogPage.as_view(), name="desk-log"),
]
