"""Addresses for whoever watches the site."""

from django.urls import path

from tournaments.views import operations

urlpatterns = [
    path("health/", operations.Health.as_view(), name="health"),
    path("ready/", operations.Ready.as_view(), name="ready"),
    path("metrics/", operations.Metrics.as_view(), name="metrics"),
]
