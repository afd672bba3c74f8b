"""Make the typed Python client of the API from its document (docs/api.md)."""

import json
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

PACKAGE = "mjclub_client"
# Records differ from game to game; the client hands them on as they are.
LOOSE = ("Record_", "Event_")
ANYTHING = {"type": "object", "additionalProperties": True}
FILES = ("application/pdf", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")


class Command(BaseCommand):
    help = "Make a typed Python client of the API: OUT becomes the folder of a package."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("out", type=Path, help=f"where {PACKAGE}/ is put")

    def handle(self, *args: Any, out: Path, **options: Any) -> None:
        if find_spec("openapi_python_client") is None:
            raise CommandError("openapi-python-client is missing: install requirements-dev.txt.")
        out.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as folder:
            path, config = Path(folder) / "api.json", Path(folder) / "config.json"
            call_command(
                *("spectacular", "--format", "openapi-json", "--file", str(path)),
                *("--generator-class", "tournaments.api.schema.ClubSchema"),
            )
            document = loosened(json.loads(path.read_text(encoding="utf-8")))
            path.write_text(json.dumps(document), encoding="utf-8")
            config.write_text(json.dumps(_config()), encoding="utf-8")
            made = subprocess.run(  # noqa: S603  (our own tool on our own document)
                [
                    *(sys.executable, "-m", "openapi_python_client", "generate"),
                    *("--path", str(path), "--config", str(config), "--meta", "none"),
                    *("--output-path", str(out / PACKAGE), "--overwrite", "--fail-on-warning"),
                ],
                capture_output=True,
                text=True,
                check=False,
            )
        if made.returncode:
            raise CommandError(made.stdout + made.stderr)
        (out / PACKAGE / "py.typed").touch()
        self.stdout.write(f"{out / PACKAGE}")


def _config() -> dict[str, Any]:
    return {
        "package_name_override": PACKAGE,
        "literal_enums": True,
        "post_hooks": [],
        "content_type_overrides": dict.fromkeys(FILES, "application/octet-stream"),
    }


def loosened(part: Any) -> Any:
    """Return the document with a plain object wherever the record of a game stands."""
    if isinstance(part, list):
        return [loosened(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    choices = [*part.get("oneOf", ()), *part.get("anyOf", ()), part]
    if any(_is_loose(choice) for choice in choices if isinstance(choice, dict)):
        return dict(ANYTHING)
    return {
        key: loosened(inner)
        for key, inner in part.items()
        if not (isinstance(key, str) and key.startswith(LOOSE))
    }


def _is_loose(part: dict[str, Any]) -> bool:
    target = part.get("$ref", "")
    return isinstance(target, str) and target.rpartition("/")[2].startswith(LOOSE)
