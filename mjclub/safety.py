"""What no site can be started with, and what one on the open internet must not. Every problem is
named at once."""

import json
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured

NEEDED = ("MJCLUB_SECRET_KEY", "DATABASE_URL", "MJCLUB_ALLOWED_HOSTS", "MJCLUB_PUBLIC_URL")
KEY_LENGTH = 50
# A random key of this length has many more different characters; a sentence or "xxxx" has not.
KEY_VARIETY = 15
TOKEN_LENGTH = 20
DATABASES = ("postgres", "postgresql", "psql", "pgsql", "sqlite")
BROKERS = ("redis", "rediss", "amqp", "amqps", "pyamqp", "filesystem", "memory")
EXAMPLES = ("insecure", "change", "example", "secret-key", "…")


class RefusedSettingsError(ImproperlyConfigured):
    """The environment says what cannot be; the message tells all of it."""


def unreadable(environment: Mapping[str, str]) -> list[str]:
    """Return which values of the environment mean nothing, as sentences."""
    found = []
    for name, known in (("DATABASE_URL", DATABASES), ("CELERY_BROKER_URL", BROKERS)):
        scheme, colon, _rest = environment.get(name, "").partition(":")
        if (scheme or colon) and scheme not in known:
            found.append(f"{name} must begin with one of {', '.join(known)}, not {scheme!r}.")
    zone = environment.get("MJCLUB_TIME_ZONE", "")
    try:
        ZoneInfo(zone or "UTC")
    except (ValueError, OSError, LookupError):
        found.append(f"MJCLUB_TIME_ZONE must be a zone such as Asia/Shanghai, not {zone!r}.")
    try:
        well = isinstance(json.loads(environment.get("MJCLUB_FILES_OPTIONS") or "{}"), dict)
    except ValueError:
        well = False
    if not well:
        found.append("MJCLUB_FILES_OPTIONS must be a JSON object.")
    return found


def unsafe(environment: Mapping[str, str], *, debug: bool) -> list[str]:
    """Return what is missing or unsafe in the environment of a production site, as sentences."""
    missing = [name for name in NEEDED if not environment.get(name, "").strip()]
    found = [f"Production does not start without {', '.join(missing)}."] if missing else []
    if debug:
        found.append("Production does not start with MJCLUB_DEBUG on.")
    hosts = _listed(environment, "MJCLUB_ALLOWED_HOSTS")
    if any("*" in host for host in hosts):
        found.append("MJCLUB_ALLOWED_HOSTS must name the hosts, not '*'.")
    if any("*" in origin for origin in _listed(environment, "MJCLUB_TRUSTED_ORIGINS")):
        found.append("MJCLUB_TRUSTED_ORIGINS must name the origins, not '*'.")
    found += _key(environment.get("MJCLUB_SECRET_KEY", ""))
    found += _address(environment.get("MJCLUB_PUBLIC_URL", ""), hosts)
    token = environment.get("MJCLUB_METRICS_TOKEN", "")
    if token and len(token) < TOKEN_LENGTH:
        found.append(f"MJCLUB_METRICS_TOKEN must have at least {TOKEN_LENGTH} characters.")
    return found


def _listed(environment: Mapping[str, str], name: str) -> list[str]:
    return [part.strip() for part in environment.get(name, "").split(",") if part.strip()]


def _key(key: str) -> list[str]:
    if not key:
        return []
    if len(key) < KEY_LENGTH:
        return [f"MJCLUB_SECRET_KEY must have at least {KEY_LENGTH} characters."]
    if len(set(key)) < KEY_VARIETY or any(word in key.lower() for word in EXAMPLES):
        return ["MJCLUB_SECRET_KEY must be made at random; docs/deploy.md says how."]
    return []


def _address(address: str, hosts: Sequence[str]) -> list[str]:
    if not address:
        return []
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return ["MJCLUB_PUBLIC_URL must be an address such as https://club.example."]
    if parts.path.strip("/") or parts.query:
        return ["MJCLUB_PUBLIC_URL must be the address of the site alone, without a path."]
    allowed = any(
        host in (parts.hostname, f"[{parts.hostname}]")
        or (host.startswith(".") and f".{parts.hostname}".endswith(host))
        for host in hosts
    )
    if hosts and not allowed:
        return ["MJCLUB_ALLOWED_HOSTS must hold the host of MJCLUB_PUBLIC_URL."]
    return []
