"""Every word a player sees, in German and English, in one catalogue.

Rules, matches and errors never hold sentences: they hold a `Text`, a key with its numbers, and whoever shows
it says it in the reader's language. The catalogue is the folders `de` and `en` beside this file, one file a topic;
the terminal, the browser, the print-outs and the documents read the same files.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

LANGUAGES = ("de", "en")


class Text(NamedTuple):
    """A sentence that has no language yet: a key of the catalogue and the values its placeholders take."""

    key: str
    values: Mapping[str, object] = {}

    def say(self, lang: str) -> str:
        return say(lang, self.key, **self.values)


def text(key: str, /, **values: object) -> Text:
    return Text(key, values)


def say(lang: str, key: str, /, **values: object) -> str:
    """The sentence `key` in `lang`. Values that are texts themselves are said in the same language.

    >>> say("en", "games.kniffel.name"), say("de", "count.rolls_left", n=1), say("de", "count.rolls_left", n=2)
    ('Kniffel', 'noch 1 Wurf', 'noch 2 Würfe')
    """
    catalogue = _catalogue(lang)
    sentence = catalogue.get(key)
    if sentence is None:  # a counted phrase has one form for 1 and one for the rest
        sentence = catalogue[f"{key}.one" if values.get("n") == 1 else f"{key}.other"]
    return sentence.format(**{name: said(lang, value) for name, value in values.items()})


def said(lang: str, value: object) -> object:
    """`value` as it stands in a sentence: texts in `lang`, lists joined by commas, all else as it is."""
    if isinstance(value, Text):
        return value.say(lang)
    if isinstance(value, list | tuple):
        return ", ".join(str(said(lang, item)) for item in value)
    return value


class Words:
    """The catalogue in one language: `words("key", n=3)`."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def __call__(self, key: str, /, **values: object) -> str:
        return say(self.lang, key, **values)

    def has(self, key: str) -> bool:
        return known(self.lang, key)


def known(lang: str, key: str) -> bool:
    catalogue = _catalogue(lang)
    return key in catalogue or f"{key}.other" in catalogue


def keys(lang: str) -> frozenset[str]:
    return frozenset(_catalogue(lang))


def catalogue(lang: str) -> Mapping[str, str]:
    """Every sentence of a language by its key, for screens that say them by themselves."""
    return _catalogue(lang)


def add(lang: str, tree: Mapping[str, Any]) -> None:
    """Further sentences, for a game from outside this package, in tables as a file of the catalogue has them."""
    leaves = dict(_leaves(tree, ""))
    if taken := sorted(leaves.keys() & _catalogue(lang).keys()):
        raise ValueError(f"said already: {', '.join(taken)}")
    _catalogue(lang).update(leaves)


@cache
def _catalogue(lang: str) -> dict[str, str]:
    leaves: dict[str, str] = {}
    for topic in files(__package__).joinpath(lang).iterdir():
        leaves.update(_leaves(tomllib.loads(topic.read_text(encoding="utf-8")), ""))
    return leaves


def _leaves(tree: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    for name, value in tree.items():
        if isinstance(value, str):
            yield prefix + name, value
        else:
            yield from _leaves(value, f"{prefix}{name}.")
