"""What is wrong with something that was sent, in words: which field, and what it would have to be."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from knobel.words import Text, text

# The framework's kinds of complaint -> our sentence, and the fact of theirs that it names.
_BOUNDS = {
    "greater_than_equal": ("server.body.least", "ge"),
    "less_than_equal": ("server.body.most", "le"),
    "string_too_short": ("server.body.shortest", "min_length"),
    "string_too_long": ("server.body.longest", "max_length"),
    "too_short": ("server.body.fewest", "min_length"),
    "too_long": ("server.body.largest", "max_length"),
}
_OTHERS = {"missing": "server.body.missing", "extra_forbidden": "server.body.unknown"}
_PARTS_OF_A_REQUEST = ("body", "path", "query", "header")


def in_body(errors: Sequence[Mapping[str, Any]]) -> Text:
    """The first of what pydantic found in a request."""
    error = errors[0] if errors else {}
    kind, facts = str(error.get("type")), error.get("ctx") or {}
    field = ".".join(str(part) for part in error.get("loc", ()) if part not in _PARTS_OF_A_REQUEST)[:80]
    if not field or kind == "json_invalid":
        return text("server.body.json")
    if kind in _BOUNDS:
        key, fact = _BOUNDS[kind]
        return text(key, field=field, n=facts.get(fact))
    if kind == "literal_error":
        return text("server.body.one_of", field=field, allowed=re.findall(r"'([^']*)'", str(facts.get("expected"))))
    return text(_OTHERS.get(kind, "server.body.kind"), field=field)


# What msgspec complains of, the ones with a figure first.
_JSON_BOUNDS = (
    (re.compile(r"Expected `str` of length >= (\d+)"), "server.body.shortest"),
    (re.compile(r"Expected `str` of length <= (\d+)"), "server.body.longest"),
    (re.compile(r"Expected `array` of length >= (\d+)"), "server.body.fewest"),
    (re.compile(r"Expected `array` of length <= (\d+)"), "server.body.largest"),
    (re.compile(r"Expected `int` >= (-?\d+)"), "server.body.least"),
    (re.compile(r"Expected `int` <= (-?\d+)"), "server.body.most"),
)
_PLACE = re.compile(r" - at `\$\.?([^`]*)`")
_FIELD = re.compile(r"Object (missing|contains)[a-z ]* field `(\w+)`")


def in_json(error: Exception, kind: Any, name: str = "") -> Text:
    """What msgspec found in the body of a request, which was to be of that kind; or in its part of that name."""
    said = str(error)
    if not name and not isinstance(error, msgspec.ValidationError):
        return text("server.body.json")
    place = _PLACE.search(said)
    parts = [name] if name else re.findall(r"\w+", place[1]) if place else []
    if found := _FIELD.match(said):
        field = ".".join((*parts, found[2]))[:80]
        return text("server.body.missing" if found[1] == "missing" else "server.body.unknown", field=field)
    field = ".".join(parts)[:80]
    for pattern, key in _JSON_BOUNDS:
        if figure := pattern.match(said):
            return text(key, field=field, n=int(figure[1]))
    if kind is not None and said.startswith("Invalid enum value"):
        return text("server.body.one_of", field=field, allowed=_allowed(kind, parts))
    return text("server.body.kind", field=field) if field else text("server.body.json")


def _allowed(kind: Any, parts: Sequence[str]) -> list[str]:
    """The words that may stand at that place of a shape."""
    for part in parts:
        if not part.isdigit():
            kind = get_type_hints(kind)[part]
        while get_origin(kind) not in (None, Literal):
            kind = get_args(kind)[0]
    return [str(word) for word in get_args(kind)]


def in_message(error: Exception) -> Text:
    """What msgspec found in a message of the socket."""
    found = isinstance(error, msgspec.ValidationError) and re.search(r"\$\.?([\w.\[\]]+)`|field `(\w+)`", str(error))
    return text("server.body.kind", field=found[1] or found[2]) if found else text("server.body.json")
