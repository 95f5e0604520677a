"""Writes src/lib/schema.ts: every shape the server declares, of REST and of the socket both ways, as TypeScript.

`python -m web.write_types` writes the file with openapi-typescript, which is among the browser's development packages;
a test compares it with what the server declares now.
"""

import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from knobel.server.api import application
from web.front_end import ROOT, bring_node, dependencies

WEB = Path(__file__).parent
TARGET = WEB / "src" / "lib" / "schema.ts"
_HEAD = "// Written by web/write_types.py from the server's schema. Do not edit.\n\n"


def schema() -> dict[str, Any]:
    """The shapes alone, by name: the browser has its own few lines for the routes."""
    whole = application().openapi()
    shapes = dict(sorted(whole["components"]["schemas"].items()))
    return {**whole, "paths": {}, "components": {"schemas": shapes}}


def render() -> str:
    bring_node()
    dependencies(ROOT, bench=True)
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "schema.json", Path(folder) / "schema.ts"
        source.write_text(json.dumps(schema()), encoding="utf-8")
        tool = WEB / "node_modules" / "openapi-typescript" / "bin" / "cli.js"
        options = (
            "--default-non-nullable=false",
            "--root-types",
            "--root-types-no-schema-prefix",
            "--root-types-keep-casing",
        )
        subprocess.run(
            ["node", str(tool), str(source), "-o", str(target), *options], check=True, capture_output=True, cwd=WEB
        )
        return _HEAD + target.read_text(encoding="utf-8")


if __name__ == "__main__":
    TARGET.write_text(render(), encoding="utf-8")
