"""Writes src/lib/schema.ts: the shapes of REST and of the socket's messages both ways, as the server declares them.

`python web/write_types.py` writes the file; a test compares it with what the server declares now.
"""

from pathlib import Path
from typing import Any

import msgspec
from fastapi import FastAPI

from knobel.server.api import router
from knobel.server.told import TOLD
from knobel.server.wire import Message

TARGET = Path(__file__).parent / "src" / "lib" / "schema.ts"
_HEAD = "// Written by web/write_types.py from the server's schemas. Do not edit.\n"
_PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def _type(schema: dict[str, Any]) -> str:
    """`schema` as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"].rsplit("/", 1)[1])
    if "const" in schema:
        return f'"{schema["const"]}"'
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(one) for one in schema["anyOf"]))
    match schema.get("type"):
        case "array":
            inner = _type(schema.get("items", {}))
            return f"({inner})[]" if " " in inner else f"{inner}[]"
        case "object":
            values = schema.get("additionalProperties")
            return f"Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>"
        case str(name):
            return _PLAIN[name]
    return "unknown"


def _interface(name: str, schema: dict[str, Any]) -> str:
    needed = schema.get("required", [])
    fields = (f"  {key}{'' if key in needed else '?'}: {_type(one)};" for key, one in schema["properties"].items())
    return "\n".join((f"export interface {name} {{", *fields, "}", ""))


def render() -> str:
    app = FastAPI()
    app.include_router(router)
    rest = app.openapi()["components"]["schemas"]
    _, socket = msgspec.json.schema_components([Message])
    told = TOLD.json_schema(ref_template="#/{model}")
    shapes = {**told["$defs"], **rest, **socket}
    parts = [_interface(name, shapes[name]) for name in sorted(shapes) if "properties" in shapes[name]]
    unions = {"Command": sorted(socket), "Told": sorted(one["$ref"].rsplit("/", 1)[1] for one in told["oneOf"])}
    lines = (f"export type {name} = {' | '.join(members)};" for name, members in unions.items())
    return "\n".join((_HEAD, *parts, *lines, ""))


if __name__ == "__main__":
    TARGET.write_text(render(), encoding="utf-8")
