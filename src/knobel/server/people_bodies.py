"""The shapes of people and of their own score cards in REST."""

from typing import Annotated

from msgspec import Meta

from knobel.server.bodies import SummaryOut
from knobel.server.told import Shape
from knobel.storage.people import Colour, Picture

_Name = Annotated[str, Meta(min_length=1, max_length=24)]


class PersonIn(Shape, frozen=True):
    """Somebody new; left out, colour and picture are such as few others have."""

    name: _Name
    colour: Colour | None = None
    picture: Picture | None = None


class PersonChangeIn(Shape, frozen=True):
    """How a person is called and looks from now on. `merge`: the name may be another person's; then they are one."""

    name: _Name
    colour: Colour
    picture: Picture
    merge: bool = False


class PersonOut(Shape, frozen=True):
    """`played` is when they last sat down or wrote a result; null: never yet."""

    name: str
    colour: Colour
    picture: Picture
    played: str | None


class PeopleOut(Shape, frozen=True):
    """Who played last comes first. `colours` and `pictures` are what can be chosen."""

    people: list[PersonOut]
    colours: tuple[Colour, ...]
    pictures: tuple[Picture, ...]


class LastTableOut(Shape, frozen=True):
    """The match that was begun last, to be laid again; null where nothing was played yet."""

    match: SummaryOut | None


class OwnCardIn(Shape, frozen=True):
    """A score card of one's own: the TOML in a file, and the file's name."""

    source: Annotated[str, Meta(min_length=1, max_length=100)]
    content: Annotated[str, Meta(max_length=60_000)]


class OwnCardOut(Shape, frozen=True):
    """`key` is what it is asked for by: as `game` of a new match, and as an empty card."""

    key: str
