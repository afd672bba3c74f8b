"""The application of events, tables and people."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        # Shared tasks need the Celery application; `import mjclub` itself must stay free of it,
        # since manage.py imports that package before anything is installed.
        import_module("mjclub.celery")
        import_module("tournaments.models.facts").watch()
