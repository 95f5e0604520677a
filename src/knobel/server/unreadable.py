"""What is wrong with something that was sent, in words: which field, and what it would have to be."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

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


def in_message(error: Exception) -> Text:
    """What msgspec found in a message of the socket."""
    found = isinstance(error, msgspec.ValidationError) and re.search(r"\$\.?([\w.\[\]]+)`|field `(\w+)`", str(error))
    return text("server.body.kind", field=found[1] or found[2]) if found else text("server.body.json")
