"""Saying once what an operation takes and gives; refusals, headers and examples are added to the
schema by `tournaments.api.schema_hooks`."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request

Method = TypeVar("Method", bound=Callable[..., Any])


def operation(
    name: str,
    *,
    takes: Any = None,
    gives: Any = None,
    status: int = 200,
    edits: bool = False,
    query: Sequence[OpenApiParameter] = (),
    also: dict[int, Any] | None = None,
) -> Callable[[Method], Method]:
    """Describe a method: the form it ``takes``, what it ``gives`` with which status (nothing:
    204). ``edits``: it minds If-Match. ``also``: further good answers."""
    good = 204 if gives is None and status == 200 else status
    responses: dict[Any, Any] = {
        good: gives or OpenApiResponse(description="Done; there is nothing to say.")
    }
    if isinstance(gives, FileOf):
        text = gives.media_type.startswith("text/")
        responses = {(200, gives.media_type): OpenApiTypes.STR if text else OpenApiTypes.BINARY}
    described = extend_schema(
        operation_id=name,
        request=takes,
        responses={**responses, **(also or {})},
        parameters=list(query),
    )

    def mark(method: Method) -> Method:
        method.edits = edits  # type: ignore[attr-defined]  # read when the schema is made
        made: Method = described(method)
        return made

    return mark


class FileOf(NamedTuple):
    """What an operation gives when it gives a file of this media type."""

    media_type: str


def read(form: Any, request: Request) -> dict[str, Any]:
    """Return the request's fields; raise with every one that is wrong or unknown."""
    reader = form(data=request.data)
    reader.is_valid(raise_exception=True)
    values: dict[str, Any] = reader.validated_data
    return values


def read_query(form: Any, request: Request) -> dict[str, Any]:
    """Return the fields of the address's query by a form; what is not declared is left alone."""
    reader = form(data={k: v for k, v in request.query_params.items() if k in form().fields})
    reader.is_valid(raise_exception=True)
    values: dict[str, Any] = reader.validated_data
    return values
