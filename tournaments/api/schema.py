"""The schema of the API and its page of documentation, all from this site."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from tournaments.api.base import ApiView
from tournaments.api.record_schema import components
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

    target_class = "tournaments.api.base.TableTokenAuthentication"
    name = "tableToken"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "Table <token>: the token of a table's link.",
        }


class SchemaView(ApiView, SpectacularAPIView):
    rule = Rule.PUBLIC
    generator_class = ClubSchema
    permission_classes = ApiView.permission_classes
    authentication_classes = ApiView.authentication_classes


class DocsView(ApiView, SpectacularSwaggerSplitView):
    """Swagger's page; the split one keeps its script in a file, as the site's policy asks."""

    rule = Rule.PUBLIC
    url_name = "api-schema"
    template_name = "api/docs.html"
    permission_classes = ApiView.permission_classes
    authentication_classes = ApiView.authentication_classes
