"""What a client may say on the socket, how it is read, and which step of the match's host it asks for.

docs/protocol.md has the whole protocol.
"""

from typing import Annotated, ClassVar, TypeAlias

import msgspec
from msgspec import Meta, Struct

from knobel.match.host import Host

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
Version = Annotated[int, Meta(ge=0, le=1_000_000)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Points = Annotated[int, Meta(ge=0, le=9999)]
Word = Annotated[str, Meta(min_length=1, max_length=40)]
MoveText = Annotated[str, Meta(min_length=1, max_length=80)]
OneFace = Annotated[int, Meta(ge=0, le=999)] | Annotated[str, Meta(min_length=1, max_length=8)]
Faces = Annotated[list[OneFace], Meta(min_length=1, max_length=40)]


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """`id` is the client's own; the same id is never carried out twice."""

    id: Id
    leads_on: ClassVar[bool] = True  # a match comes nearer to its end by it, so there cannot be any number of them


class MoveCommand(Command, frozen=True, forbid_unknown_fields=True, tag="move"):
    at: Version
    seat: SeatNumber
    move: MoveText

    def step(self, host: Host) -> Host:
        return host.play(self.move, self.seat, self.at)


class DiceCommand(Command, frozen=True, forbid_unknown_fields=True, tag="dice"):
    at: Version
    seat: SeatNumber
    faces: Faces
    move: MoveText | None = None

    def step(self, host: Host) -> Host:
        return host.dice(self.faces, self.move, self.seat, self.at)


class UndoCommand(Command, frozen=True, forbid_unknown_fields=True, tag="undo"):
    leads_on: ClassVar[bool] = False
    at: Version
    seat: SeatNumber

    def step(self, host: Host) -> Host:
        return host.undo(self.seat, self.at)


class NoteCommand(Command, frozen=True, forbid_unknown_fields=True, tag="note"):
    at: Version
    seat: SeatNumber
    box: Word
    points: Points
    extra: Points | None = None

    def step(self, host: Host) -> Host:
        return host.note(self.box, self.points, self.extra, self.seat, self.at)


class CorrectCommand(Command, frozen=True, forbid_unknown_fields=True, tag="correct"):
    leads_on: ClassVar[bool] = False
    at: Version
    seat: SeatNumber
    box: Word
    points: Points
    extra: Points | None = None
    to: Word | None = None

    def step(self, host: Host) -> Host:
        return host.correct(self.seat, self.box, self.points, self.extra, self.at, self.to)


class SourceCommand(Command, frozen=True, forbid_unknown_fields=True, tag="source"):
    leads_on: ClassVar[bool] = False
    at: Version
    source: Annotated[str, Meta(pattern="^(app|hand)$")]

    def step(self, host: Host) -> Host:
        return host.switch(self.source == "hand", self.at)


class SaltCommand(Command, frozen=True, forbid_unknown_fields=True, tag="salt"):
    at: Version
    seat: SeatNumber
    seed: Annotated[str, Meta(max_length=64)]

    def step(self, host: Host) -> Host:
        return host.salt(self.seat, self.seed, self.at)


class GoCommand(Command, frozen=True, forbid_unknown_fields=True, tag="go"):
    """Nothing is to be taken back: let the bot that waits begin."""

    at: Version


class KeepCommand(Command, frozen=True, forbid_unknown_fields=True, tag="keep"):
    at: Version
    mask: Annotated[str, Meta(pattern="^[01]{0,20}$")]


class SyncCommand(Command, frozen=True, forbid_unknown_fields=True, tag="sync"):
    since: Version = 0


class EarlierCommand(Command, frozen=True, forbid_unknown_fields=True, tag="earlier"):
    before: Annotated[int, Meta(ge=1, le=1_000_000)]  # number of an event


class PingCommand(Command, frozen=True, forbid_unknown_fields=True, tag="ping"):
    pass


Act: TypeAlias = (
    MoveCommand | DiceCommand | UndoCommand | NoteCommand | CorrectCommand | SourceCommand | SaltCommand
)  # what changes a match
Message: TypeAlias = Act | GoCommand | KeepCommand | SyncCommand | EarlierCommand | PingCommand

decode = msgspec.json.Decoder(Message).decode


class _Anything(Struct):
    id: Id | None = None


_lenient = msgspec.json.Decoder(_Anything).decode


def id_of(raw: str) -> str | None:
    """The id of a message that is not understood, if it has one: so the sender knows what was refused."""
    try:
        return _lenient(raw).id
    except (msgspec.DecodeError, RecursionError):
        return None
