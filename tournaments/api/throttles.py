"""How often one caller may ask: per user, token or table link, and per address (settings)."""

from typing import ClassVar

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from tournaments.models import ApiToken, TableLink


class SettingThrottle(SimpleRateThrottle):
    """A rate that is read from a setting when it is needed; empty: no limit."""

    setting: ClassVar[str]

    def get_rate(self) -> str | None:
        return str(getattr(settings, self.setting)) or None


class CallerThrottle(SettingThrottle):
    """Of one user, one token or one table link, wherever the requests come from."""

    scope = "caller"
    setting = "API_RATE"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        ident = caller_of(request)
        return self.cache_format % {"scope": self.scope, "ident": ident} if ident else None


class AddressThrottle(SettingThrottle):
    """Of one address, whoever asks from there."""

    scope = "address"
    setting = "API_ADDRESS_RATE"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


class LogInThrottle(AddressThrottle):
    """Of one address that sends passwords."""

    scope = "api_login"
    setting = "API_LOGIN_RATE"


def caller_of(request: Request) -> str:
    """Return a name for who asks, "" for somebody unknown."""
    if isinstance(request.auth, TableLink):
        return f"link-{request.auth.pk}"
    if isinstance(request.auth, ApiToken):
        return f"token-{request.auth.digest[:40]}"
    return f"user-{request.user.pk}" if request.user.is_authenticated else ""
