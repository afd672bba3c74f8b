"""Addresses of the site, split by audience."""

from django.urls import include, path

urlpatterns = [
    path("", include("tournaments.urls")),
]

handler500 = "mjclub.away.server_error"
