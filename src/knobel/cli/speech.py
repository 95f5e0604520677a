"""In which language the command line speaks."""

import os
from collections.abc import Mapping, Sequence
from contextvars import ContextVar

from knobel.words import LANGUAGES

ASKED: ContextVar[str] = ContextVar("language")  # that of this call, wherever in it the option stood


def from_locale(environ: Mapping[str, str]) -> str:
    """German if the locale is German, English otherwise.

    >>> from_locale({"LANG": "de_AT.UTF-8"}), from_locale({"LC_ALL": "C", "LANG": "de_DE"}), from_locale({})
    ('de', 'en', 'en')
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environ.get(name):
            return "de" if value.lower().startswith("de") else "en"
    return "en"


def asked_for(argv: Sequence[str]) -> str:
    """The language of this call, known before the call is understood: refusals need it too."""
    for i, word in enumerate(argv):
        name, equals, value = word.partition("=")
        if name == "--lang":
            wanted = value if equals else "".join(argv[i + 1 : i + 2])
            if wanted in LANGUAGES:
                return wanted
    return from_locale(os.environ)
