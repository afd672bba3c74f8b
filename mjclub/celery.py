"""The Celery application; its settings are the CELERY_ ones of mjclub.settings."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mjclub.settings")

app = Celery("mjclub")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
