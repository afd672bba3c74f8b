"""The scoring package's pages and commands: the only part of it that knows Django."""

from django.apps import AppConfig


class ScoringWebConfig(AppConfig):
    name = "scoring.web"
    label = "scoring_web"
    verbose_name = "scoring"
