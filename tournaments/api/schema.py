"""The schema of the API and its page of documentation, all from this site."""

import hashlib
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.request import Request

from tournaments.api.base import ApiView
from tournaments.api.record_schema import components
from tournaments.api.versions import NotModified, is_known
from tournaments.services.rules import Rule


class ClubSchema(SchemaGenerator):
    """The schema with the records of every rule system, as their rules declare them."""

    def get_schema(self, request: Any = None, public: bool = False) -> Any:
        schema = super().get_schema(request, public)
        schemas = schema.setdefault("components", {}).setdefault("schemas", {})
        schemas.update(components())
        return schema


class TableTokenScheme(OpenApiAuthenticationExtension):
    """``Authorization: Table <token>`` in the words of the schema."""

    target_class = "tournaments.api.auth.TableTokenAuthentication"
    name = "tableToken"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "Table <token>: the token of a table's link.",
        }


class UserTokenScheme(OpenApiAuthenticationExtension):
    """``Authorization: Token <token>``."""

    target_class = "tournaments.api.auth.UserTokenAuthentication"
    name = "userToken"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "Token <token>: a user's token, made on the page of the account or by "
            "`POST /api/tokens/`.",
        }


@lru_cache(maxsize=len(settings.LANGUAGES))
def whole_schema(language: str) -> tuple[bytes, str]:
    """Return the document in a language, and its tag. Made once: it takes seconds, and everybody
    may ask."""
    content: bytes = OpenApiJsonRenderer().render(ClubSchema().get_schema(public=True))
    return content, f'"1-{hashlib.sha256(content).hexdigest()[:32]}"'


class SchemaView(ApiView):
    """The OpenAPI 3 document of this API."""

    rule = Rule.PUBLIC
    schema = None

    def get(self, request: Request) -> HttpResponse:
        content, tag = whole_schema(get_language() or settings.LANGUAGE_CODE)
        if is_known(request, tag):
            raise NotModified(tag)
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        return HttpResponse(content, content_type="application/json", headers=headers)


class DocsView(ApiView, SpectacularSwaggerSplitView):
    """Swagger's page; the split one keeps its script in a file, as the site's policy asks."""

    rule = Rule.PUBLIC
    url_name = "api-schema"
    template_name = "api/docs.html"
    permission_classes = ApiView.permission_classes
    authentication_classes = ApiView.authentication_classes
