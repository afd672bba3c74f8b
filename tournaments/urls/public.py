"""Addresses for everybody."""

from django.urls import path
from django.views.i18n import set_language

from tournaments.views import (
    app,
    boards,
    calculator,
    compare,
    confirming,
    highlights,
    money,
    needs,
    own_name,
    person_pages,
    player,
    projector,
    public,
    ratings,
    rule_pages,
    sandbox,
    say_here,
    seats,
    worked,
)

EVENT = "t/<slug:event>/"

urlpatterns = [
    path("", public.Home.as_view(), name="home"),
    path("language/", set_language, name="set_language"),
    path("worker.js", app.Worker.as_view(), name="worker"),
    path("manifest.webmanifest", app.Manifest.as_view(), name="manifest"),
    path("calc/", calculator.Calculator.as_view(), name="calculator"),
    path("rules/", rule_pages.RulesIndex.as_view(), name="rules"),
    path("rules/compare/", compare.CompareRulesets.as_view(), name="compare-rulesets"),
    path("rules/<slug:ruleset>/", rule_pages.RulesetPage.as_view(), name="ruleset"),
    path("rules/<slug:ruleset>/try/", sandbox.TryHand.as_view(), name="try-hand"),
    path("rules/<slug:ruleset>/try/preview/", sandbox.TryPreview.as_view(), name="try-preview"),
    path(
        "rules/<slug:ruleset>/options/<slug:option>/",
        worked.OptionExample.as_view(),
        name="option-example",
    ),
    path(EVENT, boards.StandingsPage.as_view(), name="standings"),
    path(EVENT + "board/", boards.Board.as_view(), name="board"),
    path(EVENT + "now/", boards.LiveTables.as_view(), name="live-tables"),
    path(EVENT + "now/part/", boards.LiveTablesPart.as_view(), name="live-tables-part"),
    path(EVENT + "projector/", projector.Projector.as_view(), name="projector"),
    path(EVENT + "projector/part/", projector.ProjectorPart.as_view(), name="projector-part"),
    path(EVENT + "seat/", seats.FindSeat.as_view(), name="find-seat"),
    path(EVENT + "seat/<int:number>/", seats.SeatOf.as_view(), name="seat"),
    path(EVENT + "news/", boards.Announcements.as_view(), name="news"),
    path(EVENT + "rounds/", public.Rounds.as_view(), name="rounds"),
    path(EVENT + "tables/<int:round>-<int:table>/", public.TablePage.as_view(), name="table"),
    path(
        EVENT + "tables/<int:round>-<int:table>/confirm/",
        confirming.SignResult.as_view(),
        name="sign-result",
    ),
    path(EVENT + "people/", player.People.as_view(), name="people"),
    path(EVENT + "people/<int:number>/", player.PersonPage.as_view(), name="person"),
    path(EVENT + "people/<int:number>/name/", own_name.OwnName.as_view(), name="own-name"),
    path(
        EVENT + "people/<int:number>/hands.csv",
        person_pages.PersonHands.as_view(),
        name="person-hands",
    ),
    path(EVENT + "people/<int:number>/needs/", needs.NeedsPage.as_view(), name="needs"),
    path(EVENT + "highlights/", highlights.HighlightsPage.as_view(), name="highlights"),
    path("players/<int:player_id>/", person_pages.PlayerPage.as_view(), name="player"),
    path(
        "players/<int:player_id>/hands.csv",
        person_pages.PlayerHands.as_view(),
        name="player-hands",
    ),
    path("ratings/<int:club_id>/", ratings.Ratings.as_view(), name="ratings"),
    path("ratings/<int:club_id>/<int:player_id>/", ratings.RatingOf.as_view(), name="rating-of"),
    path(EVENT + "here/<str:code>/", say_here.SayHere.as_view(), name="say-here"),
    path(EVENT + "me/", player.Me.as_view(), name="me"),
    path(EVENT + "settle-up/", money.SettleUp.as_view(), name="settle-up"),
    path(EVENT + "rules/", rule_pages.EventRules.as_view(), name="event-rules"),
]
