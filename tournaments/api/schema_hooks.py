"""What the schema says of every operation alike: refusals in one form with examples, versions,
repeats, tags. The rest stands beside each operation (`tournaments.api.doc`)."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from tournaments.api.base import ApiView, In

Part = dict[str, Any]
EXAMPLES = Path(__file__).parent / "examples"
METHODS = ("get", "post", "put", "patch", "delete")
TAGS = {
    "account": "Log-in and tokens",
    "events": "Events",
    "practice": "Events",
    "night": "Club nights",
    "seasons": "Clubs and seasons",
    "clubs": "Clubs and seasons",
    "people": "People",
    "presence": "People",
    "merging": "People",
    "hall": "Hall",
    "invitations": "People",
    "seating": "Seating",
    "rounds": "Rounds",
    "tables": "Tables",
    "steps": "Tables",
    "hands": "Hands",
    "points": "Penalties and points",
    "stages": "Stages and publishing",
    "standings": "Standings",
    "figures": "Standings",
    "rescore": "Settling anew and going back",
    "work": "Jobs, log, money",
    "files": "Files",
    "exports": "Files",
    "webhooks": "Webhooks",
    "score": "Calculators",
    "views": "Rules",
    "schema": "Rules",
}


def _refusal(code: str, message: str, *problems: tuple[str, str], **more: Any) -> Part:
    told = [{"field": field, "message": words} for field, words in problems]
    return {"error": code, "message": message, "problems": told, **more}


# Status → name of the component, what it means, an example, further fields of the answer.
REFUSALS: dict[int, tuple[str, str, Part]] = {
    400: (
        "Invalid",
        "Something in the request is wrong; every problem is named and nothing was done.",
        _refusal("invalid", "Give a reason.", ("reason", "Give a reason.")),
    ),
    401: (
        "Unknown",
        "Nobody has said who asks, or a token that is not valid came along.",
        _refusal("log_in", "Authentication credentials were not provided."),
    ),
    403: (
        "NotAllowed",
        "Who asks may not do this: the role, or the token, does not reach it.",
        _refusal("not_allowed", "Only an organiser of this event may do this."),
    ),
    404: (
        "NotThere",
        "There is no such thing here, or none that is shown to who asks.",
        _refusal("not_there", "There is no such thing here."),
    ),
    406: (
        "NotAcceptable",
        "No form that was asked for can be given; ask for JSON.",
        _refusal("not_acceptable", "Could not satisfy the request Accept header."),
    ),
    409: (
        "Conflict",
        "Somebody was faster, or the state of the thing forbids it; where a hand is meant, "
        "`current` is the one that is saved.",
        _refusal("conflict", "The round is closed; reopen it first."),
    ),
    412: (
        "Changed",
        "If-Match names a version that is no longer there; `current` and ETag are what is.",
        _refusal(
            "changed",
            "This was changed meanwhile by somebody else; look at it again.",
            current={"revision": 4},
        ),
    ),
    415: (
        "NotJson",
        "The body is not JSON.",
        _refusal("unsupported_media_type", "Unsupported media type “text/plain” in request."),
    ),
    422: (
        "KeyReused",
        "The key was used for another request already.",
        _refusal(
            "key_reused",
            "This key was used for another request already.",
            ("Idempotency-Key", "This key was used for another request already."),
        ),
    ),
    429: (
        "TooMany",
        "Too many requests; Retry-After says how many seconds to wait.",
        _refusal("throttled", "Request was throttled. Expected available in 3 seconds."),
    ),
}
FORMS = {409: "ConflictRefusal", 412: "ChangedRefusal"}
HEADERS: Part = {
    "ETag": {
        "description": "The version of what is shown.",
        "schema": {"type": "string"},
        "example": '"7-0b0f8b2f1c8a4f0d9f3b5a7c6d1e2f34"',
    },
    "RetryAfter": {"description": "Seconds.", "schema": {"type": "integer"}, "example": 3},
    "Replayed": {
        "description": "`true` when this is the answer to an earlier request with this key.",
        "schema": {"type": "string", "enum": ["true"]},
    },
}
PARAMETERS: Part = {
    "IfNoneMatch": {
        "name": "If-None-Match",
        "in": "header",
        "description": "The ETag of what the reader has: answered with 304 while it is the same.",
        "schema": {"type": "string"},
    },
    "IfMatch": {
        "name": "If-Match",
        "in": "header",
        "description": "The ETag of what the editor saw: refused with 412 when it has changed.",
        "schema": {"type": "string"},
    },
    "IdempotencyKey": {
        "name": "Idempotency-Key",
        "in": "header",
        "description": "Made once for the request, 8 to 64 characters: the same key again is "
        "answered as the first time and nothing is done twice.",
        "schema": {"type": "string", "pattern": "^[!-~]{8,64}$"},
    },
}


def complete(result: Part, generator: Any, request: Any, public: bool) -> Part:
    """Post-processing hook of the schema."""
    views = {
        (path, method.lower()): callback.cls
        for path, _regex, method, callback in generator.endpoints
    }
    components = result.setdefault("components", {})
    components.setdefault("schemas", {}).update(_refusal_forms())
    components["responses"] = dict(_responses())
    components["headers"] = HEADERS
    components["parameters"] = PARAMETERS
    for path, methods in result.get("paths", {}).items():
        for method in METHODS:
            if method in methods:
                _operation(methods[method], path, method, views[path, method])
    _close_bodies(result)
    return result


def _object(**properties: Part) -> Part:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _refusal_forms() -> dict[str, Part]:
    """Return the form of refusals, and of those that show what is there instead."""
    text: Part = {"type": "string"}
    number: Part = {"type": "integer"}
    plain: Part = {
        "error": text,
        "message": text,
        "problems": {"type": "array", "items": {"$ref": "#/components/schemas/Problem"}},
    }
    hand = _object(
        number=number,
        revision=number,
        events={"type": "array", "items": {"type": "object"}},
        chair_deltas={"type": "array", "items": number},
        changed_at={"type": "string", "format": "date-time"},
    )
    conflict, changed = _object(**plain), _object(**plain)
    conflict["properties"] = {**plain, "current": {"$ref": "#/components/schemas/HandInForce"}}
    changed["properties"] = {**plain, "current": {"type": "object"}}
    return {
        "Problem": _object(field=text, message=text),
        "Refusal": _object(**plain),
        "HandInForce": hand,
        "ConflictRefusal": conflict,
        "ChangedRefusal": changed,
    }


def _responses() -> Iterator[tuple[str, Part]]:
    for status, (name, meaning, example) in REFUSALS.items():
        form = FORMS.get(status, "Refusal")
        made: Part = {
            "description": meaning,
            "content": {
                "application/json": {
                    "schema": {"$ref": f"#/components/schemas/{form}"},
                    "example": example,
                }
            },
        }
        if status == 429:
            made["headers"] = {"Retry-After": {"$ref": "#/components/headers/RetryAfter"}}
        yield name, made
    yield "NotModified", {"description": "The reader has what would be answered."}


def _operation(operation: Part, path: str, method: str, view: type[ApiView]) -> None:
    handler = getattr(view, method)
    module = view.__module__.rpartition(".")[2]
    operation["tags"] = [TAGS.get(module, "Other")]
    statuses = _statuses(path, method, handler, view)
    for status in statuses:
        operation["responses"][str(status)] = {
            "$ref": f"#/components/responses/{REFUSALS[status][0]}"
        }
    if "$ref" not in str(operation.get("requestBody", "$ref")):
        operation["requestBody"]["required"] = True  # described in full: nothing is not one
    parameters = operation.setdefault("parameters", [])
    names = []
    if method == "get" and not _is_file(operation):
        names.append("IfNoneMatch")
        operation["responses"]["304"] = {"$ref": "#/components/responses/NotModified"}
        _header(operation, "200", "ETag", "ETag")
    if getattr(handler, "edits", False):
        names.append("IfMatch")
    if 422 in statuses:
        names.append("IdempotencyKey")
    if view.keeps_answers and method != "get":
        for status in operation["responses"]:
            if status.startswith("2"):
                _header(operation, status, "Idempotency-Replayed", "Replayed")
    parameters += [{"$ref": f"#/components/parameters/{name}"} for name in names]
    _examples(operation)


def _statuses(path: str, method: str, handler: Any, view: type[ApiView]) -> list[int]:
    """Return the refusals that the operation can answer with."""
    found = [400, 401, 403, 406, 429]
    if "{" in path:
        found.append(404)
    if method != "get":
        found += [409, 415]
        if view.keeps_answers or hasattr(view, "revision_name"):
            found.append(422)
    if getattr(handler, "edits", False):
        found.append(412)
    return sorted(found)


def _is_file(operation: Part) -> bool:
    content = operation["responses"].get("200", {}).get("content", {})
    return "application/json" not in content


def _header(operation: Part, status: str, header: str, name: str) -> None:
    answer = operation["responses"].get(status)
    if answer is not None and "$ref" not in answer:
        answer.setdefault("headers", {})[header] = {"$ref": f"#/components/headers/{name}"}


@cache
def examples() -> dict[str, Part]:
    """Return the recorded examples by operation: ``request`` and ``response``."""
    found: dict[str, Part] = {}
    for file in sorted(EXAMPLES.glob("*.json")):
        found |= json.loads(file.read_text(encoding="utf-8"))
    return found


def _examples(operation: Part) -> None:
    example = examples().get(operation["operationId"], {})
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if body is not None and "request" in example:
        body["example"] = example["request"]
    good = operation["responses"].get(str(example.get("status", "")), {})
    content = good.get("content", {}).get("application/json")
    if content is not None and "response" in example:
        content["example"] = example["response"]


def _close_bodies(result: Part) -> None:
    """Forms of requests take no field that is not declared (`tournaments.api.base.In`)."""
    schemas = result["components"]["schemas"]
    forms = {form.__name__ for form in _all_forms(In)}
    for name, schema in schemas.items():
        if name.removeprefix("Patched") in forms:
            schema["additionalProperties"] = False
        elif name.endswith("Out") or name.startswith("Paginated"):
            # An answer has all its fields, whatever a form of the same fields would ask for.
            schema["required"] = list(schema.get("properties", {}))


def _all_forms(form: type[In]) -> Iterator[type[In]]:
    for inner in form.__subclasses__():
        yield inner
        yield from _all_forms(inner)
