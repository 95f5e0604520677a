"""The shapes of REST besides those of `told.py`: what is asked (strict) and what is answered."""

from typing import Annotated, Literal

from msgspec import Meta

from knobel.server.told import (
    EventOut,
    Face,
    HeaderOut,
    Held,
    PlaceOut,
    Problem,
    SeatOut,
    Shape,
    SlimJson,
    Source,
    TableOut,
    TextOut,
    TurnOut,
    ValueOut,
    ViewJson,
)

_Word = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]
_Look = Annotated[str, Meta(pattern="^[a-z0-9-]{0,20}$")]


class SeatIn(Shape, frozen=True):
    name: Annotated[str, Meta(min_length=1, max_length=24)]
    colour: _Look = ""
    picture: _Look = ""
    bot: _Word | None = None


class MatchIn(Shape, frozen=True, kw_only=True):
    game: _Word
    level: Annotated[int, Meta(ge=1, le=999)] | None = None
    house_rules: Annotated[tuple[_Word, ...], Meta(max_length=20)] = ()
    seats: Annotated[list[SeatIn], Meta(min_length=1, max_length=8)]
    games: Annotated[int, Meta(ge=1, le=6)] = 1
    first: Annotated[int, Meta(ge=0, le=7)] | None = None
    same_dice: bool = False
    dice: Literal["sealed", "hand"] = "sealed"


class MatchOut(Shape, frozen=True):
    """A match at some version. `views` differ from `layout`, the empty card; `last` is the newest version. `finished`
    are the cards of the game before, as long as the next one of the series has not gone on.
    """

    id: str
    header: HeaderOut
    layout: ViewJson
    version: int
    table: TableOut
    views: list[SlimJson]
    finished: list[SlimJson]
    events: list[EventOut]
    held: Held
    last: int


Shelf = Literal["list", "archive", "bin"]


class SummaryOut(Shape, frozen=True):
    """A match in a list, as it is kept beside the match."""

    id: str
    spec: str
    key: str
    level: int | None
    name: TextOut
    seats: list[SeatOut]
    games: int
    created: str
    updated: str
    version: int
    over: bool
    revealed: bool
    source: Source
    turn: TurnOut
    progress: float
    ranking: list[PlaceOut]
    finished: Annotated[bool, Meta(description="played to the end, not given up")]
    winners: Annotated[tuple[int, ...], Meta(description="seats; none unless several have played it to the end")]
    shelf: Annotated[Shelf, Meta(description="bin: deleted, to be taken back for an hour")]
    hinted: Annotated[tuple[int, ...], Meta(description="seats that have asked the coach")]


class UnreadableOut(Shape, frozen=True):
    """A match that is kept but cannot be shown here, such as one played by rules of another release."""

    id: str
    problem: Problem


class ChoicesOut(Shape, frozen=True):
    """By what a list can be narrowed: games and people that have matches here."""

    games: list[str]
    people: list[str]


class PageOut(Shape, frozen=True):
    """`next` is the `after` of the next page, if there is one."""

    matches: list[SummaryOut]
    unreadable: list[UnreadableOut]
    next: str | None


class FrameOut(Shape, frozen=True):
    """How a match stood after a step. `views`: each seat's card if it is another than one frame before, else null."""

    version: int
    table: TableOut
    views: list[SlimJson | None]


class ReplayOut(Shape, frozen=True):
    """A match in steps: the versions at which each ends, and some of them in full, from number `first` on."""

    ends: list[int]
    first: int
    frames: list[FrameOut]


class StandInIn(Shape, frozen=True):
    """Which bot plays on for somebody who has left."""

    bot: Annotated[str, Meta(max_length=40)] = "greedy"


class CheckOut(Shape, frozen=True):
    """What `knobel verify` says. "closed": the key is not told yet; "broken": `why` says what differs."""

    seal: Literal["kept", "broken", "closed"]
    why: TextOut | None
    dice: int
    by_hand: int
    earlier: Annotated[int, Meta(description="dice from a seal before, whose key is not here")]


class OpenedOut(Shape, frozen=True):
    """The match of a file and where it is kept. `known`: it was kept before; `differs`: but not as it is in the file,
    and nothing was changed (`?copy=true` keeps the file beside it).
    """

    id: str
    known: bool
    differs: bool
    name: TextOut
    seats: list[str]
    version: int
    over: bool
    sealed_elsewhere: bool
    check: CheckOut


class HouseRuleOut(Shape, frozen=True):
    """`text` says what the house rule changes, `title` what holds without it."""

    key: str
    title: TextOut
    text: TextOut


class DieOut(Shape, frozen=True):
    kind: str
    faces: tuple[int, ...]


class GameOut(Shape, frozen=True):
    """A game of the registry, or on a card of one's own.

    `pad`: it offers the score pad; `dice` are those of a score card; `averages` are the points that bots make in the
    mean, where that was measured.
    """

    key: str
    name: TextOut
    tagline: TextOut
    players: tuple[int, int]
    levels: tuple[int, ...]
    house_rules: list[HouseRuleOut]
    bots: list[str]
    averages: dict[str, float]
    dice: list[DieOut]
    series: int
    pad: bool
    classic: bool
    lesson: Annotated[bool, Meta(description="there is a lesson that teaches it")]


class LessonOut(Shape, frozen=True):
    """A step of a lesson: a real position, what the learner is told in it, and the move that is asked for, if any.

    `part` names the part of the screen that is spoken of; `why` says why the learner's move was not the one that is
    shown; after the last step `step` equals `steps`.
    """

    match: MatchOut
    step: int
    steps: int
    says: TextOut
    move: str | None
    part: str
    why: TextOut | None


class DamagedOut(Shape, frozen=True):
    """A game whose booklet cannot be read; `problem` names file, level and key."""

    name: TextOut
    problem: TextOut


class GamesOut(Shape, frozen=True):
    """`own` are the score cards that were opened from a file, the latest first."""

    games: list[GameOut]
    damaged: list[DamagedOut]
    own: list[GameOut]


class CardOut(Shape, frozen=True):
    """An empty card, to print or to look at."""

    spec: str
    name: TextOut
    layout: ViewJson


class CorrectionsOut(Shape, frozen=True):
    """What can become of an entry made by hand: for its box, and for each free box it could move to."""

    version: int
    seat: int
    box: str
    values: dict[str, list[ValueOut]]


class RecordOut(Shape, frozen=True):
    """Best and average of somebody's games by these rules, those of this match among them. `before` is the best of
    earlier matches, null if there were none; `is_new` if this match has brought a better one.
    """

    games: int
    best: int
    average: float
    before: int | None
    is_new: bool


class RecordsOut(Shape, frozen=True):
    """For each seat; null for a bot, and for a person without a finished game."""

    records: list[RecordOut | None]


class CreatedOut(Shape, frozen=True):
    id: str


class HealthOut(Shape, frozen=True):
    ok: bool
    protocol: int
    build: str
    version: str


class ReadyOut(Shape, frozen=True):
    """Something was written to the store just now, and the server is not about to stop."""

    ok: bool


class ProofDieOut(Shape, frozen=True):
    die: int
    faces: tuple[Face, ...]
    face: Face


class ProofDrawOut(Shape, frozen=True):
    n: int
    seat: int
    stream: str
    turn: int
    roll: int
    by_hand: bool
    dice: list[ProofDieOut]


class ProofOut(Shape, frozen=True):
    """What anyone needs to derive the dice anew; without the seed as long as the match is open."""

    match: str
    rules: str
    commitment: str
    seed: str | None
    salts: dict[str, str]
    draws: list[ProofDrawOut]
    earlier: Annotated[int, Meta(description="dice from a seal before, whose key is not here")]
    first_link: Annotated[str, Meta(description="where the chain of receipts begins")]
    lines: Annotated[list[str], Meta(description="every event in the notation, for the chain of receipts")]
