"""Matches on disk: written after every step, so that nothing is lost whatever ends the program.

A match is `ID.knobel`, its text in the notation; the secret of a match that still runs is `ID.seed` beside it,
readable by its owner only, and goes once the match file itself tells it.
"""

import os
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from knobel.errors import KnobelError
from knobel.home import data_folder
from knobel.match.chance import Seal
from knobel.match.host import Host
from knobel.match.log import Match
from knobel.match.notation import format_match, parse_match
from knobel.storage.errors import BadFile, NoSuchMatch, SeedMissing, UnreadableFile, file_refused
from knobel.words import text

MATCH, SEED = ".knobel", ".seed"
LARGEST_FILE = 20_000_000


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


def read_match(path: Path) -> Match:
    """The match in that file; whatever is wrong with it is told with the file's name and the line."""
    content = read_text(path)
    try:
        return parse_match(content)
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


@dataclass(frozen=True)
class Save:
    """Where one match is kept."""

    path: Path

    @classmethod
    def of(cls, match: Match) -> "Save":
        return cls(data_folder() / "matches" / f"{match.header.id}{MATCH}")

    @property
    def seed_path(self) -> Path:
        return self.path.with_suffix(SEED)

    def begin(self, host: Host) -> None:
        """Keep a new match and its secret; the secret first, so that no match is ever without."""
        self.write_seed(host.seal)
        self.write(host.match)

    def write_seed(self, seal: Seal) -> None:
        write_whole(self.seed_path, seal.seed.hex() + "\n", 0o600)

    def write(self, match: Match) -> None:
        write_whole(self.path, format_match(match), 0o644)
        if match.revealed is not None:
            self.seed_path.unlink(missing_ok=True)

    def discard(self) -> None:
        """Forget a match in which nothing has happened yet."""
        self.path.unlink(missing_ok=True)
        self.seed_path.unlink(missing_ok=True)

    def read(self) -> Host:
        """The match with its secret, which has to be the one that was promised."""
        match = read_match(self.path)
        if match.revealed is not None:
            return Host(match, match.seal(match.revealed))
        if not self.seed_path.exists():
            raise SeedMissing(file=str(self.seed_path))
        try:
            seal = match.seal(read_text(self.seed_path).strip())
        except KnobelError as error:
            raise BadFile(file=str(self.seed_path), problem=error) from error
        if seal.commitment != match.header.commitment:
            raise SeedMissing(file=str(self.seed_path))
        return Host(match, seal)


def find_save(name: str) -> Save:
    """The saved match of that file, or of that id (its beginning is enough if only one begins so)."""
    path = Path(name)
    if path.suffix == MATCH or os.sep in name:
        return Save(path)
    folder = data_folder() / "matches"
    found = [save for save in sorted(folder.glob(f"*{MATCH}")) if save.stem.startswith(name)] if name else []
    exact = [save for save in found if save.stem == name]
    if len(exact or found) != 1:
        raise NoSuchMatch(name=name[:40], folder=str(folder))
    return Save((exact or found)[0])


def unfinished() -> Iterator[Save]:
    """Saved matches that are not at their end, the latest first. Damaged ones are among them, to be told of."""
    folder = data_folder() / "matches"
    paths = [path for path in folder.glob(f"*{MATCH}") if not path.name.startswith(".")]
    for path in sorted(paths, key=_when, reverse=True):
        if not _has_ended(path):
            yield Save(path)


def games_played() -> set[str]:
    """The keys of all games of which a match was saved here, from the first lines of each file."""
    found = set()
    for path in (data_folder() / "matches").glob(f"*{MATCH}"):
        try:
            with path.open("rb") as file:
                head = file.read(400)
        except OSError:
            continue
        found |= {line[6:].decode("ascii", "replace") for line in re.findall(rb"^game: [a-z_]+", head, re.MULTILINE)}
    return found


def _when(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _has_ended(path: Path) -> bool:
    """Whether the secret is told, read from the last lines alone."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - 400))
            return any(line.startswith(b"seed ") for line in file.read().splitlines())
    except OSError:
        return False
