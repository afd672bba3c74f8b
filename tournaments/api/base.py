"""What every address of the API shares: who asks, whether they may, and how a refusal looks."""

from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.parsers import JSONParser
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.models import Table, TableLink, Tournament
from tournaments.services import links
from tournaments.services.access import Actor
from tournaments.services.bodies import MAX_BODY, json_object, too_long
from tournaments.services.errors import Invalid, NotThere, Problem, ServiceError, TooLong
from tournaments.services.rules import Rule, is_allowed


class TableTokenAuthentication(BaseAuthentication):
    """``Authorization: Table <token>``: the token of a table's link, as its address holds it."""

    keyword = "table"

    def authenticate(self, request: Request) -> tuple[Any, TableLink] | None:
        scheme, _blank, token = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != self.keyword:
            return None
        try:
            link = links.link_from_token(token.strip())
        except ServiceError as error:
            raise exceptions.AuthenticationFailed(str(error), code=error.code) from error
        return request._request.user, link

    def authenticate_header(self, request: Request) -> str:
        return "Table"


class StrictParser(JSONParser):
    """JSON of a sensible length, without the characters that no text has."""

    longest: ClassVar[int] = MAX_BODY

    def parse(
        self, stream: Any, media_type: Any = None, parser_context: Any = None
    ) -> dict[str, Any]:
        try:
            return json_object(stream.read(self.longest + 1), self.longest)
        except TooLong:
            raise
        except Invalid as error:
            raise exceptions.ParseError(str(error)) from None


class RulePermission(BasePermission):
    """The one permission of the API: the view's `Rule`, asked of the event and table addressed."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not isinstance(view, ApiView):
            return False
        view.resolve(request)
        writes = request.method not in SAFE_METHODS
        rule = (view.write_rule or view.rule) if writes else view.rule
        return is_allowed(rule, view.actor, view.tournament, view.table)


class ApiView(APIView):
    """A view with its rule (``write_rule`` for POST, PUT, PATCH and DELETE where that differs).

    Resolves ``event`` (slug), ``round`` and ``table`` (numbers) of the address to
    ``self.tournament`` and ``self.table``. Refusals of services and of the framework come out in
    one form: ``{"error", "message", "problems": [{"field", "message"}]}``.
    """

    rule: ClassVar[Rule]
    write_rule: ClassVar[Rule | None] = None
    authentication_classes = [TableTokenAuthentication, SessionAuthentication]
    permission_classes = [RulePermission]
    parser_classes = [StrictParser]

    actor: Actor = Actor()
    tournament: Tournament | None = None
    table: Table | None = None

    def resolve(self, request: Request) -> None:
        """Find who asks and what the address names; raise `Http404`."""
        link = request.auth if isinstance(request.auth, TableLink) else None
        self.actor = Actor.of_link(link) if link else Actor.of(request.user)
        if link is not None and "event" not in self.kwargs:
            self.table = link.table
            self.tournament = link.table.round.tournament
            return
        if "event" not in self.kwargs:
            return
        self.tournament = (
            Tournament.objects.select_related("club").filter(slug=self.kwargs["event"]).first()
        )
        if self.tournament is None:
            raise Http404
        if "table" in self.kwargs:
            self.table = (
                Table.objects.select_related("round__tournament__club")
                .filter(
                    round__tournament=self.tournament,
                    round__number=self.kwargs["round"],
                    number=self.kwargs["table"],
                )
                .first()
            )
            if self.table is None:
                raise Http404

    @property
    def event(self) -> Tournament:
        if self.tournament is None:
            raise NotThere
        return self.tournament

    @property
    def at_table(self) -> Table:
        if self.table is None:
            raise NotThere
        return self.table

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, RequestDataTooBig):
            exc = too_long()
        if isinstance(exc, ServiceError):
            return Response(exc.as_json(), status=exc.status)
        response: Response = super().handle_exception(exc)
        if isinstance(exc, exceptions.ValidationError):
            response.data = Invalid(problems=list(field_problems(exc.detail))).as_json()
        elif isinstance(exc, exceptions.APIException):
            response.data = _plain_refusal(_code(exc), str(exc.detail))
            if isinstance(exc, exceptions.ParseError):
                response.data["problems"] = [{"field": "body", "message": str(exc.detail)}]
        elif isinstance(exc, Http404):
            response.data = NotThere().as_json()
        elif isinstance(exc, PermissionDenied):
            response.data = _plain_refusal("not_allowed", _("You may not do this."))
        return response


def _code(exc: exceptions.APIException) -> str:
    codes = exc.get_codes()
    code = codes if isinstance(codes, str) else exc.default_code
    return {"permission_denied": "not_allowed", "not_authenticated": "log_in"}.get(code, code)


def _plain_refusal(code: str, message: str) -> dict[str, Any]:
    return {"error": code, "message": message, "problems": []}


def field_problems(detail: Any, path: str = "") -> list[Problem]:
    """Flatten the errors of a form into problems."""
    if isinstance(detail, dict):
        found = []
        for key, inner in detail.items():
            name = "" if key == "non_field_errors" else str(key)
            found += field_problems(inner, ".".join(part for part in (path, name) if part))
        return found
    if isinstance(detail, list):
        return [problem for inner in detail for problem in field_problems(inner, path)]
    return [Problem(path or "body", str(detail))]
