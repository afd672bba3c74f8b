"""Addresses of the API."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.api import schema, score, standings, views

AT_TABLE: list[URLPattern | URLResolver] = [
    path("", views.TableDetail.as_view(), name="api-table"),
    path("preview/", views.PreviewHand.as_view(), name="api-preview"),
    path("hands/", views.Hands.as_view(), name="api-hands"),
    path("hands/<int:number>/", views.HandDetail.as_view(), name="api-hand"),
    path("hands/<int:number>/undo/", views.UndoHand.as_view(), name="api-undo"),
]

EVENT: list[URLPattern | URLResolver] = [
    path("", views.TournamentDetail.as_view(), name="api-tournament"),
    path("entries/", views.Entries.as_view(), name="api-entries"),
    path("standings/", standings.StandingsView.as_view(), name="api-standings"),
    path("standings/explain/", standings.Explain.as_view(), name="api-explain"),
    path("standings/<int:number>/", standings.StandingOf.as_view(), name="api-standing"),
    path("rounds/", views.Rounds.as_view(), name="api-rounds"),
    path("rounds/<int:round>/tables/", views.RoundTables.as_view(), name="api-round-tables"),
    path("rounds/<int:round>/tables/<int:table>/", include(AT_TABLE)),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/", views.Root.as_view(), name="api-root"),
    path("api/settle/", views.Settle.as_view(), name="api-settle"),
    path("api/score/", score.Score.as_view(), name="api-score"),
    path("api/waits/", score.Waits.as_view(), name="api-waits"),
    path("api/rulesets/", views.Rulesets.as_view(), name="api-rulesets"),
    path("api/rulesets/compare/", views.CompareRulesets.as_view(), name="api-compare-rulesets"),
    path("api/rulesets/<slug:ruleset>/", views.RulesetDetail.as_view(), name="api-ruleset"),
    path("api/table/", views.MyTable.as_view(), name="api-my-table"),
    path("api/tournaments/", views.Tournaments.as_view(), name="api-tournaments"),
    path("api/tournaments/<slug:event>/", include(EVENT)),
    path("api/schema/", schema.SchemaView.as_view(), name="api-schema"),
    path("api/docs/", schema.DocsView.as_view(), name="api-docs"),
]
