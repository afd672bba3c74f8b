"""The Celery application; its settings are the CELERY_ ones of mjclub.settings."""

import logging.config
import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mjclub.settings")

app = Celery("mjclub")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def log_as_the_site_does(**_: Any) -> None:
    """A worker's lines look like those of the web and carry the id of their job; Celery's own
    formats would leave both out."""
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)


# What a worker computes can wait; who presses a button cannot.
NICE = 5


@worker_init.connect
def let_pages_go_first(**_: Any) -> None:
    """Where both want a processor, the processes that answer people get it."""
    os.nice(max(0, NICE - os.nice(0)))
