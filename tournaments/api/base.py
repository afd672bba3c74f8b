"""What every address of the API shares: who asks, whether they may, how a refusal looks, versions,
and requests that come twice."""

import json
import re
from collections.abc import Callable
from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions, serializers
from rest_framework.authentication import SessionAuthentication
from rest_framework.parsers import JSONParser
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder
from rest_framework.views import APIView

from tournaments.api.auth import TableTokenAuthentication, UserTokenAuthentication
from tournaments.api.throttles import AddressThrottle, CallerThrottle, caller_of
from tournaments.api.versions import Changed, NotModified, is_known, tag_of
from tournaments.models import ApiToken, Round, Table, TableLink, Tournament
from tournaments.services import kept_answers
from tournaments.services.access import Actor, require_writing
from tournaments.services.bodies import MAX_BODY, json_object, too_long
from tournaments.services.errors import Invalid, NotThere, Problem, ServiceError, TooLong
from tournaments.services.kept_answers import Answer
from tournaments.services.rules import Rule, is_allowed

KEY = re.compile(r"[\x21-\x7e]{8,64}")


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


class In(serializers.Serializer[Any]):
    """What a request may carry; a field that is not declared is a problem like any other."""

    def to_internal_value(self, data: Any) -> Any:
        unknown = set(data) - set(self.fields) if isinstance(data, dict) else set()
        if not unknown:
            return super().to_internal_value(data)
        wrong: dict[str, Any] = {name: [_("There is no such field.")] for name in sorted(unknown)}
        try:
            super().to_internal_value({k: v for k, v in data.items() if k not in unknown})
        except serializers.ValidationError as error:
            wrong |= error.detail if isinstance(error.detail, dict) else {}
        raise serializers.ValidationError(wrong)


class RulePermission(BasePermission):
    """The one permission of the API: the view's `Rule`, asked of the event and table addressed, and
    what the token may that came with the request."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not isinstance(view, ApiView):
            return False
        view.resolve(request)
        writes = request.method not in SAFE_METHODS
        rule = (view.write_rule or view.rule) if writes else view.rule
        if not is_allowed(rule, view.actor, view.tournament, view.table):
            return False
        if writes and view.saves:
            require_writing(view.actor, view.tournament)
        return True


class ApiView(APIView):
    """A view with its rule (``write_rule`` for POST, PUT, PATCH and DELETE where that differs).

    Resolves ``event`` (slug), ``round`` and ``table`` (numbers) of the address to
    ``self.tournament`` and ``self.table``. Refusals of services and of the framework come out in
    one form: ``{"error", "message", "problems": [{"field", "message"}]}``.
    """

    rule: ClassVar[Rule]
    write_rule: ClassVar[Rule | None] = None
    # Whether POST and its like write anything that a token which only reads must not.
    saves: ClassVar[bool] = True
    # Whether an answer may be kept for a repeat of the request; not where it holds a secret.
    keeps_answers: ClassVar[bool] = True
    authentication_classes = [
        TableTokenAuthentication,
        UserTokenAuthentication,
        SessionAuthentication,
    ]
    permission_classes = [RulePermission]
    throttle_classes = [CallerThrottle, AddressThrottle]
    parser_classes = [StrictParser]
    # No answer to OPTIONS beside the schema, which says more.
    metadata_class = None

    actor: Actor = Actor()
    tournament: Tournament | None = None
    table: Table | None = None

    def resolve(self, request: Request) -> None:
        """Find who asks and what the address names; raise `Http404`."""
        link = request.auth if isinstance(request.auth, TableLink) else None
        self.actor = Actor.of_link(link) if link else self._user(request)
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

    @staticmethod
    def _user(request: Request) -> Actor:
        if isinstance(request.auth, ApiToken):
            return Actor.of_token(request.auth)
        return Actor.of(request.user)

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

    def at_round(self) -> Round:
        """Return the round of the address; raise `Http404`."""
        found = self.event.rounds.select_related("tournament__club", "stage")
        round_ = found.filter(number=self.kwargs["round"]).first()
        if round_ is None:
            raise Http404
        return round_

    def early_tag(self, request: Request) -> str | None:
        """Return the tag of what GET would answer where it is known without looking for it all."""
        return None

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """As `APIView.dispatch`, with versions and repeats between the checks and the handler."""
        self.args, self.kwargs = args, kwargs
        self.request = asked = self.initialize_request(request, *args, **kwargs)
        self.headers = self.default_response_headers
        try:
            self.initial(asked, *args, **kwargs)
            name = (asked.method or "").lower()
            known = name in self.http_method_names
            handler = getattr(self, name, None) if known else None
            handler = handler or self.http_method_not_allowed
            response = self._answer(asked, lambda: handler(asked, *args, **kwargs))
        except Exception as exc:  # noqa: BLE001  (as the framework does: it raises what it cannot say)
            response = self.handle_exception(exc)
        self.response: Response = self.finalize_response(asked, response, *args, **kwargs)
        return self.response

    def _answer(self, request: Request, handle: Callable[[], Response]) -> Response:
        if request.method in ("GET", "HEAD"):
            return self._tagged(request, handle)
        key = request.headers.get("Idempotency-Key")
        caller = caller_of(request)
        if key is None or not caller or not self.keeps_answers:
            return handle()
        if not KEY.fullmatch(key):
            words = _("A key has 8 to 64 characters of ASCII without blanks.")
            raise Invalid(problems=[Problem("Idempotency-Key", words)])
        return self._once(request, f"{caller}:{key}", handle)

    def _once(self, request: Request, key: str, handle: Callable[[], Response]) -> Response:
        def act() -> Answer:
            response = handle()
            # Plain JSON: what is answered now is what a repeat will read from the database.
            content = json.loads(json.dumps(response.data, cls=JSONEncoder))
            return Answer(response.status_code, content)

        asked = kept_answers.fingerprint(
            request.method or "", request.get_full_path(), request._request.body
        )
        owner, _colon, name = key.partition(":")
        answer = kept_answers.once(owner, name, asked, act)
        response = Response(answer.content, status=answer.status)
        if answer.again:
            response["Idempotency-Replayed"] = "true"
        return response

    def _tagged(self, request: Request, handle: Callable[[], Response]) -> Response:
        tag = self.early_tag(request)
        if tag is not None and is_known(request, tag):
            raise NotModified(tag)
        response = handle()
        if response.status_code != 200 or not isinstance(response, Response):
            return response
        revision = self.tournament.revision if self.tournament else 0
        tag = response.headers.get("ETag") or tag or tag_of(revision, response.data)
        if is_known(request, tag):
            raise NotModified(tag)
        response["ETag"] = tag
        response["Cache-Control"] = "private, no-cache"
        return response

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, NotModified):
            return Response(
                status=304, headers={"ETag": exc.tag, "Cache-Control": "private, no-cache"}
            )
        if isinstance(exc, RequestDataTooBig):
            exc = too_long()
        if isinstance(exc, ServiceError):
            headers = {"ETag": exc.tag} if isinstance(exc, Changed) else None
            return Response(exc.as_json(), status=exc.status, headers=headers)
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


class Nowhere(ApiView):
    """An address that the API does not have, refused in the form of the API."""

    rule = Rule.PUBLIC
    saves = False
    schema = None

    def get(self, request: Request, rest: str = "") -> Response:
        raise NotThere(_("There is no such address; addresses of the API end with a slash."))

    post = put = patch = delete = get


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
