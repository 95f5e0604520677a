"""Score cards of one's own, kept to be chosen again: the TOML as it was opened, and where it came from."""

from dataclasses import astuple, dataclass
from hashlib import sha256
from json import dumps
from typing import TypeAlias

from knobel.rules.sheetfile import read_sheet
from knobel.rules.sheetgame import SheetGame
from knobel.storage.connection import SqlConnection
from knobel.storage.holders import OWNER

_KEEP = """
insert into own_card (holder, id, key, source, content, stamp) values (?, ?, ?, ?, ?, ?)
on conflict (holder, key) do update
set id = excluded.id, source = excluded.source, content = excluded.content, stamp = excluded.stamp"""
_ALL = "select id, key, source, content, stamp from own_card where holder = ? order by stamp desc, id"
_DROP = "delete from own_card where holder = ? and id = ?"


@dataclass(frozen=True, slots=True)
class KeptCard:
    """A later one with the same key takes its place; matches carry their own card and do not change."""

    id: str
    key: str
    source: str  # the name of the file
    content: str
    stamp: int

    @classmethod
    def of(cls, content: str, source: str, stamp: int) -> "KeptCard":
        """Refused as the card would be, if it is none."""
        game = read_sheet(content, source)
        declared = dumps(game.own_card(), sort_keys=True)
        return cls(sha256(declared.encode()).hexdigest()[:16], game.spec.key, source, content, stamp)

    def game(self) -> SheetGame:
        return read_sheet(self.content, self.source)


@dataclass(frozen=True, slots=True)
class CardRemoval:
    id: str


CardEntry: TypeAlias = KeptCard | CardRemoval


class Cards:
    def __init__(self, connection: SqlConnection) -> None:
        self._execute = connection.execute

    def write(self, entry: CardEntry, holder: str = OWNER) -> None:
        match entry:
            case KeptCard():
                self._execute(_KEEP, (holder, *astuple(entry)))
            case CardRemoval(id):
                self._execute(_DROP, (holder, id))

    def all(self, holder: str = OWNER) -> list[KeptCard]:
        """The one opened last comes first."""
        return [KeptCard(*row) for row in self._execute(_ALL, (holder,))]
