"""Reading the `name=value` fields of a position, each refusal naming the field."""

from collections.abc import Mapping
from typing import NoReturn

from knobel.errors import BadPosition
from knobel.words import text

_LONGEST = 9  # digits; no number in any position is longer


def fail(field: str, problem: str, **values: object) -> NoReturn:
    raise BadPosition(field=field, problem=text(problem, **values))


def number(field: str, word: str) -> int:
    """A whole number, written the one way `str` writes it."""
    if not (word.isascii() and word.isdigit() and len(word) <= _LONGEST and (word == "0" or word[0] != "0")):
        fail(field, "position.number", word=word[:20])
    return int(word)


def whole(fields: Mapping[str, str], field: str, least: int, most: int) -> int:
    value = number(field, fields.get(field, "0"))
    if not least <= value <= most:
        fail(field, "position.range", least=least, most=most, value=value)
    return value


def numbers(fields: Mapping[str, str], field: str) -> tuple[int, ...]:
    words = fields.get(field)
    return tuple(number(field, word) for word in words.split(",")) if words else ()


def optional_numbers(fields: Mapping[str, str], field: str) -> tuple[int | None, ...]:
    words = fields.get(field, "")
    return tuple(None if word == "-" else number(field, word) for word in words.split(","))
