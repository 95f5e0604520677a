"""The registry: every game there is, in the order in which they are shown."""

from hashlib import sha256
from json import dumps
from typing import Any, Literal, overload

from knobel.errors import BadRule, UnknownGame
from knobel.rules import classics, extreme, forone, kniffel, numberup, seven
from knobel.rules.core import Game, Kind
from knobel.rules.forone import ForOne
from knobel.rules.numberup import NumberUp
from knobel.rules.sheetgame import SheetGame

GAMES: list[Kind] = [kniffel.KIND, extreme.KIND, seven.KIND, forone.KIND, numberup.KIND, *classics.KINDS]


def register(kind: Kind) -> None:
    """Add a game from outside this package, shown after all others; its words are added by `words.add`."""
    if any(kind.key == other.key for other in GAMES):
        raise ValueError(f"there is a game {kind.key!r} already")
    GAMES.append(kind)


@overload
def find(
    name: Literal["kniffel", "extreme", "seven", "yahtzee", "yatzy", "maxi_yatzy"], **house_rules: bool
) -> SheetGame: ...
@overload
def find(name: Literal["forone"], *, level: int | None = None, **house_rules: bool) -> ForOne: ...
@overload
def find(name: Literal["numberup"], *, level: int | None = None, **house_rules: bool) -> NumberUp: ...
@overload
def find(name: str, *, level: int | None = None, **house_rules: bool) -> Game[Any]: ...
def find(name: str, *, level: int | None = None, **house_rules: bool) -> Game[Any]:
    """The game of that name, with a level of its booklet and house rules if wanted.

    >>> find("kniffel", kniffel_after_strike=True).spec
    Spec(key='kniffel', level=None, house=('kniffel_after_strike',), version=None)
    >>> find("kniffel+kniffel_after_strike") == find("kniffel", kniffel_after_strike=True)
    True
    """
    base, *named = name.split("+")
    key, colon, place = base.partition(":")
    number, at, version = place.partition("@")
    kind = next((kind for kind in GAMES if kind.key == key), None)
    if kind is None:
        raise UnknownGame(name=key[:40], known=[kind.key for kind in GAMES])
    if colon:
        if level is not None or not (_is_count(number) and (_is_count(version) or not at)):
            raise BadRule(game=key, rule=f"level {place[:20]}", allowed=kind.levels())
        level = int(number)
    return kind.game(level, dict.fromkeys(named, True) | house_rules, int(version) if at else None)


def _is_count(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 4


def find_by_rules(name: str, rules: str) -> Game[Any]:
    """The game of that name as it was when its rules had that digest; as it is today if it never had.

    A match goes on by the rules it was begun with, whatever has become of its level since.
    """
    today = find(name)
    kind = next(kind for kind in GAMES if kind.key == today.spec.key)
    house = dict.fromkeys(today.spec.house, True)
    versions = () if today.spec.level is None else kind.earlier(today.spec.level)
    earlier = (kind.game(today.spec.level, house, version) for version in reversed(versions))
    return next((game for game in (today, *earlier) if digest(game) == rules), today)


def digest(game: Game[Any]) -> str:
    """SHA-256 of the rules a game is played by. Equal digests play alike; a name or a wording changes nothing."""
    return sha256(dumps(game.declare(), sort_keys=True, separators=(",", ":")).encode()).hexdigest()
