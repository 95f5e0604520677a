"""Parameters of learned players: small files, one a level, sealed with the digest of the rules they were learned on.

The players that come with the package have theirs in `bots/GAME/data`; what `knobel train` makes goes to the user's
own folder and is preferred from then on. Parameters of other rules are refused, never guessed around.
"""

import io
import lzma
import os
import struct
import zipfile
from array import array
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from zlib import crc32

from knobel.bots.errors import ForeignParameters, NoParameters, StaleParameters
from knobel.home import data_folder
from knobel.rules import digest, find
from knobel.rules.core import Game

if TYPE_CHECKING:
    import numpy as np  # at run time only where arrays are made: the booklets ask for marks and files without it

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"

_MAGIC = b"knobelP1"  # the number goes up when the meaning of the bytes changes
_HEAD = struct.Struct("<8s32sI")


def seal(game: Game[Any], arrays: Mapping[str, Array]) -> bytes:
    """The arrays in half precision, packed, with the digest of the rules in front."""
    import numpy as np

    store = io.BytesIO()
    np.savez(store, **{name: np.asarray(array, np.float16) for name, array in arrays.items()})  # type: ignore[arg-type]
    return sealed_body(_MAGIC, game, store.getvalue())


def sealed_body(magic: bytes, game: Game[Any], content: bytes) -> bytes:
    body = lzma.compress(content, preset=9)
    return _HEAD.pack(magic, bytes.fromhex(digest(game)), crc32(body)) + body


def unseal(game: Game[Any], sealed: bytes, name: str) -> dict[str, Array]:
    """The arrays in single precision; refused unless they were learned on just these rules."""
    import numpy as np

    with np.load(io.BytesIO(unsealed_body(_MAGIC, game, sealed, name))) as store:
        return {key: np.ascontiguousarray(store[key], np.float32) for key in store.files}


def unseal_plainly(game: Game[Any], sealed: bytes, name: str) -> dict[str, bytes]:
    """The same as bytes of numbers in single precision, without NumPy."""
    found = {}
    with zipfile.ZipFile(io.BytesIO(unsealed_body(_MAGIC, game, sealed, name))) as store:
        for entry in store.namelist():
            content = store.read(entry)
            (length,) = struct.unpack_from("<H", content, 8)  # of the description, behind the file's mark and version
            halves = content[10 + length :]
            numbers = struct.unpack(f"<{len(halves) // 2}e", halves)
            found[entry.removesuffix(".npy")] = array("f", numbers).tobytes()
    return found


def unsealed_body(magic: bytes, game: Game[Any], sealed: bytes, name: str) -> bytes:
    found, mark, check = _HEAD.unpack_from(sealed.ljust(_HEAD.size))
    body = sealed[_HEAD.size :]
    if found != magic or crc32(body) != check:
        raise ForeignParameters(file=name)
    if mark.hex() != digest(game):
        raise StaleParameters(file=name, game=str(game.spec))
    return lzma.decompress(body)


def file_name(game: Game[Any]) -> str:
    """One file a level, such as `07.parameters`; earlier rules of a level and house rules are levels of their own.

    >>> from knobel.rules import find
    >>> file_name(find("forone", level=1)), file_name(find("forone", free_discard=True))
    ('01.parameters', '01+free_discard.parameters')
    >>> file_name(find("forone:21@1"))
    '21@1.parameters'
    """
    spec = game.spec
    as_today = spec.version is None or digest(game) == digest(find(str(spec.today)))
    version = "" if as_today else f"@{spec.version}"
    return "+".join((f"{spec.level or 0:02}{version}", *spec.house)) + ".parameters"


def own_folder(key: str) -> Path:
    return data_folder() / "players" / key


def load_parameters(game: Game[Any]) -> dict[str, Array]:
    """What the strong player knows of this level: the user's own parameters if there are any for its rules, else the
    package's."""
    file = _file(game)
    return unseal(game, file.read_bytes(), str(file))


def load_plainly(game: Game[Any]) -> dict[str, bytes]:
    """Those of the package as bytes of numbers in single precision, for a browser: it has neither NumPy nor a folder of
    the user's."""
    file = files("knobel.bots").joinpath(game.spec.key, "data", file_name(game))
    return unseal_plainly(game, file.read_bytes(), str(file))


def mark(game: Game[Any]) -> str:
    """A short name for what the strong player knows of this level, another after every training."""
    return f"{crc32(_file(game).read_bytes()):08x}"


def _file(game: Game[Any]) -> Traversable:
    name = file_name(game)
    folders = (own_folder(game.spec.key), files("knobel.bots").joinpath(game.spec.key, "data"))
    found = [file for folder in folders if (file := folder.joinpath(name)).is_file()]
    if not found:
        raise NoParameters(game=str(game.spec), key=game.spec.key, level=game.spec.level)
    return next((file for file in found if _fits(game, file)), found[0])


def _fits(game: Game[Any], file: Traversable) -> bool:
    """Whether they were learned on these rules: one's own outlive a change of their level."""
    _, mark, _ = _HEAD.unpack_from(file.read_bytes().ljust(_HEAD.size))
    return bool(mark.hex() == digest(game))


def keep(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".part")
    draft.write_bytes(content)
    os.replace(draft, path)
