"""WSGI entry point."""

import gc
import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mjclub.settings")
application = get_wsgi_application()

# Whoever asks first need not wait for the pages to be loaded.
_pages = get_resolver().url_patterns

# What is loaded by now stays: looking through it for garbage took a fifth of a second at a time, in
# which this process answered nobody. Nearly all that comes later goes without being looked for.
gc.collect()
gc.freeze()
gc.set_threshold(10_000, 10, 10)
