"""The shapes of what the socket tells a client. `tell.py` spells them; the browser's types are generated from here."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from knobel.server.bodies import EventOut, HeaderOut, HeldOut, Problem, TableOut, ViewOut


class _Told(BaseModel):
    model_config = ConfigDict(extra="forbid")
    version: int


class HelloTold(BaseModel):
    """The first message: what does not change while the match is played."""

    model_config = ConfigDict(extra="forbid")
    is_: Annotated[Literal["hello"], Field(alias="is")]
    protocol: int
    build: str
    header: HeaderOut
    layout: ViewOut


class StateTold(_Told):
    is_: Annotated[Literal["state"], Field(alias="is")]
    by: str | None
    table: TableOut
    views: list[dict[str, Any]]
    events: list[EventOut]
    held: HeldOut | None
    header: HeaderOut | None = None


class HeldTold(_Told):
    is_: Annotated[Literal["held"], Field(alias="is")]
    held: HeldOut | None
    by: str | None


class AckTold(_Told):
    is_: Annotated[Literal["ack"], Field(alias="is")]
    id: str


class RefusedTold(_Told, Problem):
    is_: Annotated[Literal["refused"], Field(alias="is")]
    id: str | None


class PongTold(_Told):
    is_: Annotated[Literal["pong"], Field(alias="is")]
    id: str


Told: TypeAlias = HelloTold | StateTold | HeldTold | AckTold | RefusedTold | PongTold
TOLD: TypeAdapter[Told] = TypeAdapter(Annotated[Told, Field(discriminator="is_")])
