"""The schema of the API as tests use it: by operation, and as JSON Schema to validate with."""

import copy
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

import jsonschema
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from tournaments.api.schema import whole_schema

Part = dict[str, Any]
METHODS = ("get", "post", "put", "patch", "delete")


TAKEN = ("nullable", "properties", "example", "discriminator")


@contextmanager
def asked_in_a_test() -> Iterator[None]:
    """Let the site be asked by WSGI inside a test's transaction: as Django's own test client does,
    keep its connection open from one request to the next."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)


@dataclass(frozen=True)
class Operation:
    name: str
    method: str
    path: str
    part: Part


@cache
def schema() -> Part:
    made: Part = json.loads(whole_schema("en")[0])
    return made


@cache
def operations() -> dict[str, Operation]:
    return {
        part["operationId"]: Operation(part["operationId"], method, path, part)
        for path, methods in schema()["paths"].items()
        for method, part in methods.items()
        if method in METHODS
    }


@cache
def strict() -> Part:
    """Return the schema as JSON Schema, where an object has no keys but those it names."""
    return _plain({"components": schema()["components"]})  # type: ignore[no-any-return]


def _plain(part: Any) -> Any:
    if isinstance(part, list):
        return [_plain(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    made = {key: _plain(inner) for key, inner in part.items() if key not in TAKEN}
    if isinstance(part.get("properties"), dict):
        made["properties"] = {key: _plain(inner) for key, inner in part["properties"].items()}
    if "properties" in made and made.get("type") == "object":
        made.setdefault("additionalProperties", False)
    if part.get("nullable") is True:
        return {"anyOf": [made, {"type": "null"}]}
    return made


def problems_of(part: Part, value: Any) -> list[str]:
    """Return what of a value is not as its part of the schema says."""
    wanted = {**_plain(copy.deepcopy(part)), "components": strict()["components"]}
    validator = jsonschema.Draft202012Validator(wanted)
    return [f"{error.json_path}: {error.message[:300]}" for error in validator.iter_errors(value)]


def answer_part(name: str, status: int) -> Part | None:
    """Return the schema of an answer; None where it has no JSON."""
    answer = operations()[name].part["responses"][str(status)]
    if "$ref" in answer:
        answer = schema()["components"]["responses"][answer["$ref"].rpartition("/")[2]]
    content = answer.get("content", {}).get("application/json")
    return content["schema"] if content else None
