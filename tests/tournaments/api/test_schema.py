"""The schema is built from what is declared, and says what is so."""

import io
import json
import re
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.urls import reverse
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.validation import validate_schema
from rest_framework.test import APIClient

from mjclub.middleware import POLICY
from scoring.rulesets import all_rulesets
from tests.tournaments.api import openapi
from tournaments.api.schema import ClubSchema

Schema = dict[str, Any]
CORPUS = Path(__file__).resolve().parents[2] / "data" / "corpus"


@pytest.fixture(scope="module")
def schema() -> Schema:
    return openapi.schema()


def test_it_builds_without_a_warning() -> None:
    with redirect_stderr(io.StringIO()) as said, GENERATOR_STATS.silence():
        ClubSchema().get_schema(public=True)
    assert said.getvalue() == ""
    assert not GENERATOR_STATS


def test_it_is_a_schema(schema: Schema) -> None:
    validate_schema(schema)


def test_every_reference_leads_somewhere(schema: Schema) -> None:
    wanted = set(re.findall(r"#/components/schemas/(\w+)", str(schema)))
    assert wanted <= set(schema["components"]["schemas"])


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.id)
def test_records_are_described_as_declared(schema: Schema, ruleset: Any) -> None:
    schemas = schema["components"]["schemas"]
    record = schemas[f"Record_{ruleset.id}"]
    declared = ruleset.declaration()
    names = {item["id"] for item in [*declared["options"], *declared["bundles"]]}
    assert set(record["properties"]["options"]["properties"]) == names
    events = {
        e["properties"]["type"]["enum"][0]: e for e in schemas[f"Event_{ruleset.id}"]["oneOf"]
    }
    assert set(declared["events"]) <= set(events)
    winner = events["win"]["properties"]["winners"]["items"]["properties"]
    patterns = winner["declared"]["properties"]["patterns"]["items"].get("enum", [])
    assert patterns == [pattern.id for pattern in ruleset.patterns]
    flags = events["win"]["properties"]["flags"]["items"].get("enum", [])
    assert flags == [circumstance.id for circumstance in ruleset.circumstances]


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.id)
def test_records_that_settle_keep_to_the_schema(schema: Schema, ruleset: Any) -> None:
    validator = jsonschema.Draft202012Validator(
        {"$ref": f"#/components/schemas/Record_{ruleset.id}", "components": schema["components"]}
    )
    records = [
        json.loads(line)
        for file in sorted(CORPUS.glob("*_examples.jsonl"))
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    own = [r for r in records if r["ruleset"] == ruleset.id and "deltas" in r["expect"]]
    assert len(own) > 9
    for record in own:
        assert not [error.message for error in validator.iter_errors(record)], record["id"]


def check(schema: Schema, part: Schema, value: Any, where: str) -> None:
    """Check that an answer has exactly the keys and types that its schema names."""
    if "$ref" in part:
        part = schema["components"]["schemas"][part["$ref"].rsplit("/", 1)[1]]
    if "allOf" in part:
        part = schema["components"]["schemas"][part["allOf"][0]["$ref"].rsplit("/", 1)[1]]
    if value is None or "oneOf" in part or "anyOf" in part:
        return
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}
    if "type" in part:
        assert isinstance(value, kinds[part["type"]]), where
    if isinstance(value, dict) and "properties" in part:
        assert set(value) == set(part["properties"]), where
        for key, inner in value.items():
            check(schema, part["properties"][key], inner, f"{where}.{key}")
    if isinstance(value, list):
        for i, inner in enumerate(value):
            check(schema, part.get("items", {}), inner, f"{where}[{i}]")


def test_every_operation_says_how_it_refuses(schema: Schema) -> None:
    """In one form: beside its good answer each names what can go wrong, with an example."""
    for path, methods in schema["paths"].items():
        for method, part in methods.items():
            told = set(part["responses"])
            assert {"400", "401", "403", "406", "429"} <= told, (method, path)
            assert ("404" in told) or "{" not in path, (method, path)
            for status in told - {"304"}:
                if status[0] == "4":
                    assert set(part["responses"][status]) == {"$ref"}, (method, path, status)
    for name, answer in schema["components"]["responses"].items():
        if name != "NotModified":
            example = answer["content"]["application/json"]["example"]
            assert {"error", "message", "problems"} <= set(example)


def test_every_operation_has_words_and_a_room(schema: Schema) -> None:
    for path, methods in schema["paths"].items():
        for method, part in methods.items():
            assert part.get("description"), (method, path)
            assert part["tags"] != ["Other"], (method, path)


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.id)
def test_every_declaration_is_as_described(schema: Schema, ruleset: Any) -> None:
    answer = APIClient().get(reverse("api-ruleset", args=[ruleset.id]))
    part = schema["paths"]["/api/rulesets/{ruleset}/"]["get"]["responses"]["200"]
    described = part["content"]["application/json"]["schema"]
    check(schema, described, answer.json(), ruleset.id)
    plain = json.loads(json.dumps(described).replace('"nullable": true', '"x": 0'))
    for error in jsonschema.Draft202012Validator(plain).iter_errors(answer.json()):
        assert error.instance is None, error.message


@pytest.mark.django_db
def test_the_page_of_documentation_asks_no_other_host_and_holds_no_script() -> None:
    response = APIClient().get(reverse("api-docs"))
    page = response.content.decode()
    assert response["Content-Security-Policy"] == POLICY
    assert "http://" not in page
    assert "https://" not in page
    assert not re.search(r"<style|style=|<script(?! src=)", page)
    assert len(re.findall(r'<script src="/', page)) == 3
    script = APIClient().get(reverse("api-docs"), {"script": ""})
    assert script["Content-Type"].startswith("application/javascript")
    assert reverse("api-schema") in script.content.decode()
