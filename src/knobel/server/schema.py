"""The schema of everything that is said: REST and the socket, both ways, and the views of the rules.

The browser's types and the shapes in docs/protocol.md are made from it, so nothing is declared a second time.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from knobel.rules import views
from knobel.server.told import EventOut, Shape, TextOut, Told
from knobel.server.wire import Message
from knobel.words import Text

REF = "#/components/schemas/"
UNIONS: Mapping[str, Any] = {"Told": Told, "Command": Message, "EventOut": EventOut}  # that deserve a name of their own


def ref(shape: type) -> dict[str, str]:
    return {"$ref": REF + shape.__name__}


def components() -> dict[str, Any]:
    """Every shape by its name, as the components of an OpenAPI document."""
    shapes = [*UNIONS.values(), *_children(Shape), view_shape(views.View)]
    (*unions, _), found = msgspec.json.schema_components(shapes, ref_template=REF + "{name}")
    return found | dict(zip(UNIONS, unions, strict=False))


def _children(shape: type[Shape]) -> Iterator[type[Shape]]:
    for child in shape.__subclasses__():
        yield child
        yield from _children(child)


@cache
def view_shape(view: type) -> type[msgspec.Struct]:
    """The shape that `plain` gives to a part of a view. Blocks carry their kind."""
    hints = get_type_hints(view)
    tag = {"tag_field": "block", "tag": vars(view)["block"]} if "block" in vars(view) else {}
    named = [(field.name, _shape(hints[field.name])) for field in fields(view)]
    namespace = {"__doc__": view.__doc__ if view.__doc__ and not view.__doc__.startswith(view.__name__) else None}
    return msgspec.defstruct(view.__name__, named, frozen=True, forbid_unknown_fields=True, namespace=namespace, **tag)


def _shape(hint: Any) -> Any:
    """The JSON type of a view's field."""
    if hint is Text:
        return TextOut
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return Union[tuple(_shape(arg) for arg in args)]  # noqa: UP007
    if origin is tuple:
        return list[_shape(args[0])]  # type: ignore[misc]
    if origin is not None and issubclass(origin, Mapping):
        return dict[str, _shape(args[1])]  # type: ignore[misc]
    if isinstance(hint, type) and hint is not NoneType and hint.__module__ == views.__name__:
        return view_shape(hint)
    return hint
