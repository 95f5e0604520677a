"""Match files: how they are named and read, and whether a match that is kept is the one in a file."""

import os
import re
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from knobel.errors import KnobelError
from knobel.match.log import Match
from knobel.match.notation import format_match, parse_match
from knobel.storage.errors import BadFile, UnreadableFile, file_refused
from knobel.storage.kept import events_of
from knobel.storage.store import StoredMatch
from knobel.words import text

MATCH = ".knobel"
LARGEST_FILE = 20_000_000
_NAMES_SHOWN, _LONGEST_NAME = 4, 80
_UNFIT = re.compile(r"[^\w.-]+")  # for the name of a file, on whatever system


def read_text(path: Path) -> str:
    """The text of a file that a person names; never more than a person can have written."""
    try:
        with path.open(encoding="utf-8") as file:
            content = file.read(LARGEST_FILE + 1)
    except UnicodeDecodeError as error:
        raise UnreadableFile(file=str(path), why=text("storage.why.no_text")) from error
    except OSError as error:
        raise file_refused(error, path) from error
    except ValueError as error:  # a name no file can have
        raise UnreadableFile(file=repr(str(path)), why=text("storage.why.refused")) from error
    if len(content) > LARGEST_FILE:
        raise UnreadableFile(file=str(path), why=text("storage.why.large"))
    return content


def parse_file(content: str) -> Match:
    """The match in the text of a file, which mail and editors may have given other line ends."""
    return parse_match(content.removeprefix("\ufeff").replace("\r\n", "\n"))


def read_match(path: Path) -> Match:
    """The match in that file; whatever is wrong with it is told with the file's name and the line."""
    content = read_text(path)
    try:
        return parse_file(content)
    except KnobelError as error:
        raise BadFile(file=str(path), problem=error) from error


def write_whole(path: Path, content: str, mode: int) -> None:
    """Write a file at once or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # made with mode 600
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, mode)
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise file_refused(error, path) from error


def file_name(match: Match) -> str:
    """A name by which a person finds the file again: the game, the day, and who played.

    Letters of any language are fine; what some system has no room for in the name of a file is left out.
    """
    head = match.header
    game = head.game.spec.key if head.game.spec.level is None else f"{head.game.spec.key}-{head.game.spec.level}"
    names = [seat.name for seat in head.seats[:_NAMES_SHOWN]]
    parts = (_UNFIT.sub("-", part).strip("-.") for part in (game, head.created[:10], *names))
    return "-".join(part for part in parts if part)[:_LONGEST_NAME] + MATCH


class Known(NamedTuple):
    """A match that is kept, of which there is a file as well."""

    id: str
    same: bool  # the file holds it as it is here, or as it was at some earlier moment


def known(match: Match, kept: Iterable[StoredMatch]) -> Known | None:
    """The match of a file among all that are kept with the same seal; else the first of those that differ from it."""
    empty = format_match(Match.begin(match.header))
    differs: Known | None = None
    for stored in kept:
        if stored.header == empty and tuple(events_of(stored))[: match.version] == match.events:
            return Known(stored.id, same=True)
        differs = differs or Known(stored.id, same=False)
    return differs
