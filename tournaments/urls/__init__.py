"""Addresses, one module per audience."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("tournaments.urls.operations")),
    path("", include("tournaments.urls.public")),
    path("", include("tournaments.urls.account")),
    path("", include("tournaments.urls.downloads")),
    path("", include("tournaments.urls.api")),
    path("", include("tournaments.urls.referee")),
    path("", include("tournaments.urls.organiser")),
]
