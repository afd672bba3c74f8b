"""The answer when something of ours went wrong: 503 while the database is away, else 500.

Whoever asked may ask the same again: an act that got no answer is done once, by its key.
"""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template import loader
from django.utils.translation import gettext as _

RETRY_AFTER = "2"


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Django's handler500."""
    away = isinstance(sys.exc_info()[1], (OperationalError, InterfaceError))
    status = 503 if away else 500
    accepts = request.headers.get("Accept", "")
    if request.path.startswith("/api/") or ("json" in accepts and "html" not in accepts):
        words = (
            _("The database does not answer at the moment; please send the same again.")
            if away
            else _("This is our mistake and it is in the log.")
        )
        content: dict[str, object] = {
            "error": "away" if away else "our_mistake",
            "message": words,
            "problems": [],
        }
        response: HttpResponse = JsonResponse(content, status=status)
    else:
        page = loader.get_template("503.html" if away else "500.html")
        response = HttpResponse(page.render(), status=status)
    if away:
        response["Retry-After"] = RETRY_AFTER
    return response
