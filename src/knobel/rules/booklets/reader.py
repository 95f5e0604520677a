"""Reading a booklet file: every refusal names the file, the level, the key and what is allowed there."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from knobel.errors import BadBooklet
from knobel.words import LANGUAGES, Text, text

LONGEST_SENTENCE = 400


@dataclass(frozen=True, slots=True)
class LevelFields:
    """A table of a booklet file, with where it stands."""

    source: str
    level: int | None  # None: outside of any level
    tree: Mapping[str, Any]
    path: str = ""  # the keys that lead here

    def fail(self, key: str, problem: str, **values: object) -> NoReturn:
        where = text("booklet.of_level", n=self.level) if self.level is not None else text("booklet.of_no_level")
        raise BadBooklet(
            source=self.source, level=where, key=self._full(key), problem=text(f"booklet.{problem}", **values)
        )

    def _full(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def only(self, *allowed: str) -> None:
        """Refuse keys that are not known here."""
        for key in self.tree:
            if key not in allowed:
                self.fail(key, "unknown", allowed=allowed)

    def whole(self, key: str, least: int, most: int, default: int | None = None) -> int:
        value = self._value(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.fail(key, "whole", least=least, most=most)
        return value

    def truth(self, key: str) -> bool:
        """True or false; false if it does not stand there."""
        value = self.tree.get(key, False)
        if not isinstance(value, bool):
            self.fail(key, "truth")
        return value

    def one_of(self, key: str, allowed: Collection[str], default: str | None = None) -> str:
        value = self._value(key, default)
        if not isinstance(value, str) or value not in allowed:
            self.fail(key, "one_of", allowed=list(allowed))
        return value

    def wholes(self, key: str, count: int, least: int, most: int) -> tuple[int, ...]:
        """A list of that many whole numbers, none smaller than the one before it."""
        value = self._value(key, None)
        fits = isinstance(value, list) and len(value) == count
        if not fits or not all(isinstance(n, int) and not isinstance(n, bool) and least <= n <= most for n in value):
            self.fail(key, "wholes", count=count, least=least, most=most)
        if value != sorted(value):
            self.fail(key, "ascending")
        return tuple(value)

    def sentence(self, key: str) -> Text:
        """A text that stands in the file itself, in every language."""
        inner = self.table(key)
        inner.only(*LANGUAGES)
        for lang in LANGUAGES:
            said = inner._value(lang, None)
            if not isinstance(said, str) or not 0 < len(said.strip()) <= LONGEST_SENTENCE:
                inner.fail(lang, "sentence", most=LONGEST_SENTENCE)
        return text("own_name", **inner.tree)

    def table(self, key: str, default: Mapping[str, Any] | None = None) -> "LevelFields":
        value = self._value(key, default)
        if not isinstance(value, Mapping):
            self.fail(key, "table")
        return LevelFields(self.source, self.level, value, self._full(key))

    def tables(self, key: str, least: int = 0) -> Iterator["LevelFields"]:
        value = self.tree.get(key, [])
        if not (isinstance(value, list) and len(value) >= least and all(isinstance(item, Mapping) for item in value)):
            self.fail(key, "tables")
        for number, item in enumerate(value, 1):
            yield LevelFields(self.source, self.level, item, f"{self._full(key)}[{number}]")

    def _value(self, key: str, default: Any) -> Any:
        value = self.tree.get(key, default)
        if value is None:
            self.fail(key, "missing")
        return value
