"""Finding what a player means: boxes and rows by number, by name in their language, or by key."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from knobel.terminal.errors import Misread
from knobel.words import LANGUAGES, keys, say, text

NUMBERS = re.compile(r"[\d#,;\s]+")
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def forms(name: str) -> set[str]:
    """The ways to type a name without the keys for it.

    >>> sorted(forms("Große Straße")), sorted(forms("Fünfer"))
    (['grosse strasse'], ['fuenfer', 'funfer'])
    """
    folded = " ".join(re.sub(r"[\W_]+", " ", name.casefold()).split())
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(letter))
    return {bare, folded.translate(_GERMAN)} - {""}


@cache
def verbs() -> Mapping[str, str]:
    """Every command word of both languages, in all its forms -> the command it stands for."""
    found = {}
    for lang in LANGUAGES:
        for key in keys(lang):
            if key.startswith("typed."):
                for word in say(lang, key).split("|"):
                    found.update(dict.fromkeys(forms(word) or {word}, key.removeprefix("typed.")))
    return found


def split_verb(line: str) -> tuple[str | None, str]:
    """The command a line begins with, if it does, and the rest of it.

    >>> split_verb("behalte 5 5"), split_verb("e9"), split_verb("full house")
    (('keep', '5 5'), ('enter', '9'), (None, 'full house'))
    """
    glued = re.fullmatch(r"([a-z])(\d.*)", line.strip().casefold())
    head, _, rest = (glued.group(1), "", glued.group(2)) if glued else line.strip().partition(" ")
    for form in forms(head):
        if form in verbs():
            return verbs()[form], rest.strip()
    return None, line.strip()


def whole_line(line: str) -> str | None:
    """The command that is all of this line: `undo`, `save and quit`, `?`."""
    if line == "?":
        return "help"
    return next((verbs()[form] for form in forms(line) if form in verbs()), None)


def find(word: str, things: Sequence[tuple[str, str]], free: Iterable[str], what: str) -> str:
    """The key of the box (row) meant by `word`: its number, its key, its name, or the beginning of one of these.

    `things` are keys with names, in the order of their numbers. A beginning need only be unique among the free ones.
    """
    word = word.strip().rstrip(".")
    if word.isascii() and word.isdigit() and len(word) < 4:
        if not 1 <= int(word) <= len(things):
            raise Misread(text(f"terminal.misread.{what}_number", n=int(word), most=len(things)))
        return things[int(word) - 1][0]
    typed = forms(word)
    spelled = [(key, forms(key) | forms(name)) for key, name in things]
    exact = [key for key, spelling in spelled if spelling & typed]
    if len(exact) == 1:
        return exact[0]
    begun = [key for key, spelling in spelled if any(s.startswith(t) for s in spelling for t in typed)]
    open_keys = set(free)
    best = [key for key in begun if key in open_keys] or begun
    if len(best) == 1:
        return best[0]
    if not best:
        raise Misread(text(f"terminal.misread.no_{what}", word=word[:30]))
    raise Misread(text("terminal.misread.several", word=word[:30], names=[dict(things)[key] for key in best]))
