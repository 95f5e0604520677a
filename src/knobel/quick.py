"""Frozen dataclasses that are made quickly: every move makes some twenty of them.

`@dataclass(frozen=True)` writes each field through `object.__setattr__`, which takes ten times as long as a plain
assignment. A `quick` one is filled by assignments, while it is of a class that has the same fields and is not frozen,
and only then becomes what it is.
"""

from dataclasses import MISSING, fields
from typing import Any, TypeVar

Made = TypeVar("Made")


def quick(frozen: type[Made]) -> type[Made]:
    """Stands above `@dataclass(frozen=True)`, for classes whose fields are all given or have plain defaults."""
    named = fields(frozen)  # type: ignore[arg-type]
    assert all(field.init and not field.kw_only and field.default_factory is MISSING for field in named)
    assert not hasattr(frozen, "__post_init__")
    names = [field.name for field in named]
    slots = {"__slots__": tuple(names)} if "__slots__" in vars(frozen) else {}
    made: dict[str, Any] = {"Unfrozen": type(f"{frozen.__name__}Unfrozen", (), slots), "bare": object.__new__}
    assigned = "; ".join(f"self.{name} = {name}" for name in names)
    source = (
        f"def __new__(cls, {', '.join(names)}):\n self = bare(Unfrozen); {assigned}; self.__class__ = cls; return self"
    )
    exec(source, made)  # as dataclasses do, and for the same reason
    new = made["__new__"]
    new.__defaults__ = frozen.__init__.__defaults__
    frozen.__new__ = new  # type: ignore[method-assign]
    del frozen.__init__
    frozen.__reduce__ = lambda self: (frozen, tuple([getattr(self, name) for name in names]))  # type: ignore[method-assign]
    return frozen
