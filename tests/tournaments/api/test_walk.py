"""Every operation is walked through once, answers as the schema says, and stands in it with an
example that is true."""

import json
import os

import pytest

from tests.tournaments.api.openapi import answer_part, operations, problems_of
from tests.tournaments.api.walk import EXAMPLES, Walk, examples, walk
from tournaments.api.schema_hooks import examples as recorded


@pytest.mark.django_db
def test_every_operation_does_what_the_schema_says() -> None:
    go: Walk = walk()
    assert not go.problems
    assert set(operations()) == set(go.seen)
    if os.environ.get("MJCLUB_WRITE_EXAMPLES"):
        EXAMPLES.mkdir(exist_ok=True)
        for file, content in examples(go):
            lines = [
                f"{json.dumps(name)}: {json.dumps(example, ensure_ascii=False)}"
                for name, example in content.items()
            ]
            text = "{\n" + ",\n".join(lines) + "\n}\n"
            (EXAMPLES / f"{file}.json").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("name", sorted(operations()))
def test_every_operation_has_an_example_that_is_true(name: str) -> None:
    """Written by MJCLUB_WRITE_EXAMPLES=1 and the test above."""
    example = recorded().get(name)
    assert example is not None, f"no example of {name}: record the examples anew"
    part = answer_part(name, example["status"])
    if part is not None:
        assert not problems_of(part, example["response"])
    body = operations()[name].part.get("requestBody")
    if body is not None and "request" in example:
        assert not problems_of(body["content"]["application/json"]["schema"], example["request"])
    else:
        assert body is None or not body.get("required")
