"""Addresses for whoever watches the site: alive, ready, figures."""

import logging

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache

from mjclub.ops import metrics
from mjclub.ops.checks import broker, readiness
from tournaments.views.rules import Rule, RuledView

log = logging.getLogger(__name__)


@method_decorator(never_cache, name="dispatch")
class Health(RuledView):
    """The process answers; nothing else is asked. Restart it when this fails."""

    rule = Rule.PUBLIC

    def get(self, request: HttpRequest) -> HttpResponse:
        return HttpResponse("ok\n", content_type="text/plain")


@method_decorator(never_cache, name="dispatch")
class Ready(RuledView):
    """Database and migrations are there (200), or which is not (503): send requests elsewhere
    meanwhile. Details stand in the log alone. With ``?broker`` the broker as well: for who watches,
    since hands are saved without it."""

    rule = Rule.PUBLIC

    def get(self, request: HttpRequest) -> HttpResponse:
        found = readiness() + ([broker()] if "broker" in request.GET else [])
        for finding in found:
            if not finding.well:
                log.warning("not ready: %s: %s", finding.name, finding.seen)
        well = all(finding.well for finding in found)
        content = {finding.name: "ok" if finding.well else "failed" for finding in found}
        return JsonResponse(content, status=200 if well else 503)


@method_decorator(never_cache, name="dispatch")
class Metrics(RuledView):
    """Figures for Prometheus, to whoever carries MJCLUB_METRICS_TOKEN; else not there."""

    rule = Rule.PUBLIC

    def get(self, request: HttpRequest) -> HttpResponse:
        if not metrics.is_open_to(request.headers.get("Authorization", "")):
            raise Http404
        return HttpResponse(metrics.figures(), content_type=metrics.CONTENT_TYPE)
