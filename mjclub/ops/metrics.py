"""Figures for a Prometheus server: requests by view, jobs by status, how long the oldest waits.

With several web processes the figures of each lie in the folder that PROMETHEUS_MULTIPROC_DIR
names, and whichever answers sums them up.
"""

import hmac
import os
import time
from collections.abc import Callable, Iterable

from django.conf import settings
from django.db.models import Count, Min
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest, multiprocess
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST as CONTENT_TYPE
from prometheus_client.registry import REGISTRY, Collector

from mjclub.ops.maintenance import schedule_last_seen
from tournaments.models import Job

__all__ = ["CONTENT_TYPE", "MetricsMiddleware", "figures", "is_open_to"]

REQUESTS = Counter("mjclub_requests", "Requests answered.", ["method", "view", "status"])
SECONDS = Histogram(
    "mjclub_request_seconds",
    "Seconds until the answer.",
    ["view"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)


class MetricsMiddleware:
    """Count and time every request by the name of its address, never by what is in it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = time.perf_counter()
        response = self.get_response(request)
        match = request.resolver_match
        view = (match.url_name if match else None) or "none"
        method = request.method if request.method in _METHODS else "other"
        REQUESTS.labels(method, view, str(response.status_code)).inc()
        SECONDS.labels(view).observe(time.perf_counter() - started)
        return response


_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


class JobFigures(Collector):
    """The job table, read when the figures are asked for."""

    def collect(self) -> Iterable[GaugeMetricFamily]:
        jobs = GaugeMetricFamily(
            "mjclub_jobs", "Jobs by kind and status.", labels=["kind", "status"]
        )
        for kind, status, count in (
            Job.objects.order_by().values_list("kind", "status").annotate(Count("pk"))
        ):
            jobs.add_metric([kind, status], count)
        yield jobs
        oldest = Job.objects.filter(status=Job.Status.QUEUED).aggregate(at=Min("created_at"))["at"]
        waits = (timezone.now() - oldest).total_seconds() if oldest else 0.0
        yield GaugeMetricFamily(
            "mjclub_oldest_waiting_job_seconds", "How long the oldest job has waited.", value=waits
        )
        seen = schedule_last_seen()
        if seen is not None:
            yield GaugeMetricFamily(
                "mjclub_schedule_silent_seconds",
                "How long nothing was heard of the worker with --beat.",
                value=(timezone.now() - seen).total_seconds(),
            )


def is_open_to(authorization: str) -> bool:
    """Tell whether a header carries MJCLUB_METRICS_TOKEN; without a token set, nobody's does."""
    token = settings.METRICS_TOKEN
    given = authorization.removeprefix("Bearer ")
    return bool(token) and hmac.compare_digest(given.encode(), token.encode())


def figures() -> bytes:
    """Return all figures in the form that Prometheus reads (`CONTENT_TYPE`)."""
    registry = CollectorRegistry()
    registry.register(JobFigures())
    content = generate_latest(registry)
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        together = CollectorRegistry()
        multiprocess.MultiProcessCollector(together)
        return content + generate_latest(together)
    return content + generate_latest(REGISTRY)
