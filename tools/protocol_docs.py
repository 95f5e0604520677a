"""The shapes in docs/protocol.md, written from what the server declares."""

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from knobel.rules import views
from knobel.server import bodies, booklet_bodies, invitations, people_bodies, told, wire
from knobel.server.schema import components

_PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def _shapes_of(module: Any) -> list[str]:
    return [name for name, one in vars(module).items() if isinstance(one, type) and one.__module__ == module.__name__]


def _members(union: Any) -> list[str]:
    return [one.__name__ for one in get_args(union)]


_MESSAGES, _EVENTS, _COMMANDS = _members(told.Told), _members(told.EventOut), _members(wire.Message)
GROUPS: Mapping[str, list[str]] = {
    "messages": _MESSAGES,
    "events": _EVENTS,
    "commands": _COMMANDS,
    "common": [name for name in _shapes_of(told) if name not in (*_MESSAGES, *_EVENTS, "Shape")],
    "views": _shapes_of(views),
    "answers": [name for name in _shapes_of(bodies) if name.endswith("Out")],
    "people": [name for name in _shapes_of(people_bodies) if name.endswith("Out")],
    "tables": [name for name in _shapes_of(invitations) if name.endswith("Out")],
    "booklets": [name for name in _shapes_of(booklet_bodies) if name.endswith("Out")],
}


def shapes(group: str) -> str:
    """The shapes of a group, one after the other, in the notation of TypeScript."""
    declared = components()
    return "```ts\n" + "\n".join(line for name in GROUPS[group] for line in _shape(name, declared[name])) + "\n```\n"


def _shape(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    if said := schema.get("description"):
        yield f"// {' '.join(said.split())}"
    fields = [_field(key, one, key in schema.get("required", ())) for key, one in schema["properties"].items()]
    if any(note for _, note in fields) or sum(len(field) for field, _ in fields) > 100:
        yield f"{name} = {{"
        yield from (f"  {field},{f'  // {note}' if note else ''}" for field, note in fields)
        yield "}"
    else:
        yield f"{name} = {{ {', '.join(field for field, _ in fields)} }}"


def _field(key: str, schema: Mapping[str, Any], needed: bool) -> tuple[str, str]:
    return f"{key}{'' if needed else '?'}: {_type(schema)}", schema.get("description", "")


def _type(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rsplit("/", 1)[1])
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    if "anyOf" in schema:
        names = [_type(one) for one in schema["anyOf"]]
        return "EventOut" if names == _EVENTS else " | ".join(dict.fromkeys(names))
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(_type(one) for one in schema['prefixItems'])}]"
        case "array":
            inner = _type(schema.get("items", {}))
            return f"({inner})[]" if " " in inner else f"{inner}[]"
        case "object":
            values = schema.get("additionalProperties")
            return f"Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>"
        case str(name):
            return _PLAIN[name]
    return "unknown"
