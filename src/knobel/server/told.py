"""The shapes of everything that is told: the socket's messages, and what they share with the answers of REST.

Each shape is declared here or in `bodies.py`, once: builders return them, msgspec writes them, and the browser's types
and the tables in docs/protocol.md are generated from them (`schema.py`).
"""

from typing import Annotated, Any, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta, Struct

PROTOCOL = 4

Face: TypeAlias = int | str
Source: TypeAlias = Literal["app", "hand"]
Medal = Literal["bronze", "silver", "gold"]
MEDALS: tuple[Medal, ...] = get_args(Medal)
ViewJson = Annotated[msgspec.Raw, Meta(extra_json_schema={"$ref": "#/components/schemas/View"})]
SlimJson = Annotated[msgspec.Raw, Meta(extra_json_schema={"type": "object", "additionalProperties": True})]


class Shape(Struct, frozen=True, forbid_unknown_fields=True, gc=False):  # none refers to itself
    pass


class TextOut(Shape, frozen=True):
    """A sentence without a language: look `key` up in the catalogue, fill its placeholders with `values`."""

    key: str
    values: dict[str, Any]


class Problem(Shape, frozen=True):
    """Every refusal, over HTTP and over the socket. `code` is stable, `title` is in the reader's language."""

    code: str
    title: str
    text: TextOut
    status: int


class SeatOut(Shape, frozen=True):
    name: str
    colour: str
    picture: str
    bot: str | None


class HeaderOut(Shape, frozen=True):
    """What was agreed before the first throw."""

    id: str
    spec: str
    key: str
    level: int | None
    medals: dict[Medal, int] | None  # of the level, in the version that is played
    house_rules: tuple[str, ...]
    name: TextOut
    seats: list[SeatOut]
    games: int
    first: int | None
    same_dice: bool
    commitment: Annotated[str, Meta(description="of the seal that the next dice come from")]
    sealed_elsewhere: Annotated[
        bool, Meta(description="its secret is not here: who goes on begins a new one (`POST /matches/{id}/seal`)")
    ]
    rules: str
    created: str
    rematch_of: str | None
    rematch: str | None
    turns: int
    day: Annotated[str | None, Meta(description="the day whose game it is, with the dice of that day")]


class TurnOut(Shape, frozen=True):
    """Whose turn it is, and what the table waits for. "dice": real dice have to be entered."""

    seat: int
    waits: Literal["move", "dice", "over"]


class PlaceOut(Shape, frozen=True):
    place: int
    seat: int
    points: int


class UrnOut(Shape, frozen=True):
    die: int
    faces: tuple[Face, ...]


class ValueOut(Shape, frozen=True, omit_defaults=True):
    """What can be written by hand in a box; `note` says why it brings more than the box itself."""

    points: int
    extra: int = 0
    note: TextOut | None = None


class ThrowOut(Shape, frozen=True):
    """One die for who begins."""

    seat: int
    face: int


class RollOffOut(Shape, frozen=True):
    """Who begins? The only move is "roll". `before` is the round that ended in a tie."""

    seats: tuple[int, ...]
    thrown: tuple[int, ...]
    round: int
    before: list[ThrowOut]


class TableOut(Shape, frozen=True):
    """How the match stands, without the cards."""

    turn: TurnOut
    urns: Annotated[
        list[UrnOut], Meta(description="what `dice` has to answer, when real dice can be entered now; else empty")
    ]
    game: Annotated[int, Meta(description="number of the game in the series")]
    games: int
    first: Annotated[int, Meta(description="seat that began this game; means nothing during a roll-off")]
    roll_off: RollOffOut | None
    began: Annotated[
        list[ThrowOut], Meta(description="the throws that decided who begins, until that player acts; else empty")
    ]
    results: Annotated[tuple[tuple[int, ...], ...], Meta(description="points of every finished game, for each seat")]
    ranking: Annotated[list[PlaceOut], Meta(description="best first, the game in progress included")]
    source: Source
    mixed: Annotated[bool, Meta(description="both kinds of dice were used so far")]
    hinted: Annotated[tuple[int, ...], Meta(description="seats that have asked the coach in this match")]
    stand_ins: Annotated[
        dict[int, str], Meta(description="by seat, the bot that plays for a person who has left, until they are back")
    ]
    undo: Annotated[int | None, Meta(description="the person's seat whose last decision can be taken back now")]
    bot_waits: Annotated[
        bool, Meta(description="a bot gives that person time to take it back before it throws; `go` ends the waiting")
    ]
    pad: Annotated[
        tuple[tuple[str, ...], ...],
        Meta(
            description="for each seat, the boxes that can be corrected: on `finished` if it is told, else on `views`"
        ),
    ]
    choices: Annotated[
        dict[str, list[ValueOut]],
        Meta(
            description="what `note` takes now, for each free box of the seat to act; empty where nothing can be noted"
        ),
    ]
    over: Annotated[bool, Meta(description="played to the end, or given up")]
    revealed: bool


TableChange = msgspec.defstruct(
    "TableChange",
    [(field.name, field.type | msgspec.UnsetType, msgspec.UNSET) for field in msgspec.structs.fields(TableOut)],
    bases=(Shape,),
    namespace={"__doc__": "Those fields of the table that are others than before; each is told whole."},
    frozen=True,
)
TableChangeJson = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/components/schemas/TableChange"})]


Held = Annotated[
    str | None, Meta(description="dice kept for the next throw, by position, 1 stays; they belong to this version")
]


Mark = Annotated[
    str, Meta(description="of the receipt for this version: of a chain over all events up to it (docs/notation.md)")
]

# Events. `n` counts from 1: version V means that events 1 … V have happened.


class PlayedEvent(Shape, frozen=True, tag_field="is", tag="played"):
    """A decision, as move text."""

    n: int
    seat: int
    move: str


class DrewEvent(Shape, frozen=True, tag_field="is", tag="drew", omit_defaults=True):
    """Dice (numbers) or cards ("c4") that came up; `by_hand`: typed in from a real table."""

    n: int
    seat: int
    faces: tuple[Face, ...]
    by_hand: bool = False


class UndidEvent(Shape, frozen=True, tag_field="is", tag="undid"):
    """The seat's last decision was taken back."""

    n: int
    seat: int


class SaltedEvent(Shape, frozen=True, tag_field="is", tag="salted"):
    """A seat's own seed for the dice."""

    n: int
    seat: int
    seed: str


class NotedEvent(Shape, frozen=True, tag_field="is", tag="noted"):
    """Points written without dice (score pad)."""

    n: int
    seat: int
    box: str
    points: int
    extra: int


class CorrectedEvent(Shape, frozen=True, tag_field="is", tag="corrected"):
    """An entry made by hand was changed; `was` are its points before."""

    n: int
    seat: int
    box: str
    points: int
    extra: int
    was: int


class ShiftedEvent(Shape, frozen=True, tag_field="is", tag="shifted"):
    """An entry made by hand was moved from `box`, where it had `was` points, to the box `to`."""

    n: int
    seat: int
    box: str
    was: int
    to: str
    points: int
    extra: int


class HintedEvent(Shape, frozen=True, tag_field="is", tag="hinted"):
    """The seat has asked the coach, for the first time in this match."""

    n: int
    seat: int


class StoodInEvent(Shape, frozen=True, tag_field="is", tag="stood_in"):
    """From here on that bot plays for the seat, whose person has left; null: the person is back."""

    n: int
    seat: int
    bot: str | None


class SwitchedEvent(Shape, frozen=True, tag_field="is", tag="switched"):
    """From here on real dice (true), or the app's dice (false)."""

    n: int
    seat: None
    by_hand: bool


class ResealedEvent(Shape, frozen=True, tag_field="is", tag="resealed"):
    """From here on the dice come from another seal; those before it cannot be checked here."""

    n: int
    seat: None
    commitment: str


class RevealedEvent(Shape, frozen=True, tag_field="is", tag="revealed"):
    """The secret is told, the match is closed."""

    n: int
    seat: None
    seed: str


EventOut: TypeAlias = (
    PlayedEvent
    | DrewEvent
    | UndidEvent
    | SaltedEvent
    | NotedEvent
    | CorrectedEvent
    | ShiftedEvent
    | HintedEvent
    | StoodInEvent
    | SwitchedEvent
    | ResealedEvent
    | RevealedEvent
)

# Messages of the socket.


class HelloTold(Shape, frozen=True, tag_field="is", tag="hello"):
    """The first message: what does not change while the match is played."""

    protocol: int
    build: str
    header: HeaderOut
    layout: ViewJson
    mine: Annotated[list[int], Meta(description="the seats that this device may act for; none: it looks on")]


class StateTold(Shape, frozen=True, tag_field="is", tag="state", omit_defaults=True):
    """A whole state and the events that are new, the latest 500 of them: the answer to `sync`, the first message after
    `hello`, and told to everybody when the header has changed. `finished` is there between two games of a series: the
    cards of the one that has ended, until the next goes on.
    """

    version: int
    mark: Mark
    table: TableOut
    views: list[SlimJson]
    events: list[EventOut]
    held: Held
    header: HeaderOut | msgspec.UnsetType = msgspec.UNSET
    finished: list[SlimJson] | msgspec.UnsetType = msgspec.UNSET


class StepTold(Shape, frozen=True, tag_field="is", tag="step", omit_defaults=True):
    """What somebody has done, by the command `by`, for those who have the version before its events. `views` has, by
    seat, the cards that have changed, as differences to those of before; what is left out of `table` is as it was.
    `finished` as in a whole state; without `held` nothing is held.
    """

    version: int
    mark: Mark
    events: list[EventOut]
    table: TableChangeJson = {}
    views: dict[int, SlimJson] = {}
    by: str | None = None
    held: Held = None
    finished: list[SlimJson] | msgspec.UnsetType = msgspec.UNSET


class PresentTold(Shape, frozen=True, tag_field="is", tag="present"):
    """Who is there, by seat: its device is connected. Told at tables of several devices, when it changes."""

    seats: list[bool]
    wait: Annotated[
        list[int | None],
        Meta(description="by seat, in how many seconds the others may let a bot play on; null: its device is there"),
    ]


class HeldTold(Shape, frozen=True, tag_field="is", tag="held"):
    """Somebody changed the half-made selection."""

    version: int
    held: Held
    by: str | None


class AckTold(Shape, frozen=True, tag_field="is", tag="ack"):
    """A command that had been done already, or that changes nothing. `version` is the one it led to."""

    version: int
    mark: Mark
    id: str


class RefusedTold(Problem, frozen=True, tag_field="is", tag="refused"):
    """Nothing has changed."""

    id: str | None
    version: int


class EventsTold(Shape, frozen=True, tag_field="is", tag="events"):
    """What had happened before: the answer to `earlier`."""

    events: list[EventOut]
    id: str


class PongTold(Shape, frozen=True, tag_field="is", tag="pong"):
    """Compare the version; if it is ahead, send `sync`."""

    version: int
    id: str


class GoodbyeTold(Shape, frozen=True, tag_field="is", tag="goodbye"):
    """The server stops and closes with 1012 in a moment. What is sent now is not read: come back and send it again."""


Told: TypeAlias = (
    HelloTold
    | StateTold
    | StepTold
    | PresentTold
    | HeldTold
    | AckTold
    | RefusedTold
    | EventsTold
    | PongTold
    | GoodbyeTold
)

encode = msgspec.json.Encoder().encode
