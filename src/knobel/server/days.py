"""REST of the games of the day."""

from datetime import date
from typing import Annotated

from msgspec import Meta

from knobel.coach.par import known_par
from knobel.match.day import FIRST_DAY, PARTS, DayGame, Part
from knobel.match.events import LONGEST_NAME, Seat
from knobel.rules.booklets import level_of
from knobel.server import tell
from knobel.server.bodies import CreatedOut
from knobel.server.day_bodies import (
    AttemptOut,
    CalendarDayOut,
    CalendarOut,
    DayGameOut,
    DayMatchIn,
    DayOut,
    ParOut,
)
from knobel.server.hub import Hub, Wanted
from knobel.server.routes import Holder, Routes
from knobel.server.told import MEDALS, Medal
from knobel.storage.daybook import DayBook, day_of, share, today
from knobel.storage.days import FINISHED, RUNNING, DayPlayed
from knobel.storage.holders import Seating
from knobel.storage.people import person_of
from knobel.storage.store import Store

routes = Routes()

TODAY = "today"
Day = Annotated[str, Meta(max_length=20)]
Who = Annotated[str, Meta(max_length=LONGEST_NAME)]


@routes.get("/days")
async def calendar(store: Store, person: Who = "") -> CalendarOut:
    """Somebody's days, and how many in a row."""
    return await _calendar(store, today(), person)


@routes.get("/days/{day}")
async def day(store: Store, day: Day, person: Who = "") -> DayOut:
    """The games of a day, or of `today`, and how far somebody is with them. The day is that of UTC."""
    now = today()
    return await _day(store, now if day == TODAY else day_of(day, now), now, person)


@routes.post("/days/{day}", 201)
async def play(hub: Hub, store: Store, holder: Holder, day: Day, asked: DayMatchIn) -> CreatedOut:
    """Play one of a day's games: the match that is running, or a new one. After the first its dice are known."""
    now = today()
    game = DayGame(now if day == TODAY else day_of(day, now), asked.part)
    seat = Seat(asked.person)
    person = person_of(seat.name, await store.people())
    running = DayBook(await store.days(person.name if person else seat.name)).running(game.day, game.part)
    if running and await store.load(running.match):
        return CreatedOut(running.match)
    look = (person.colour, person.picture) if person else ("", "")
    wanted = Wanted(game.game, (seat,), (look[0],), (look[1],), day=game, seating=Seating(holder))
    return CreatedOut(await hub.create(wanted))


async def _day(store: Store, day: date, now: date, person: str) -> DayOut:
    """A day's two games, and how far that person is with them; whoever has no name yet has begun none."""
    book = DayBook(await store.days(person) if person else ())
    pars = {part: known_par(DayGame(day, part)) for part in PARTS}
    said = share(day, book, pars)
    return DayOut(
        day=day.isoformat(),
        today=now.isoformat(),
        first=FIRST_DAY.isoformat(),
        games=[_game(DayGame(day, part), book) for part in PARTS],
        streak=book.streak(now),
        share=None if said is None else tell.text(said),
    )


def _game(game: DayGame, book: DayBook) -> DayGameOut:
    played, level, par = book.of(game.day, game.part), level_of(game.game.spec), known_par(game)
    running = book.running(game.day, game.part)
    return DayGameOut(
        part=game.part,
        key=game.game.spec.key,
        level=game.game.spec.level,
        name=tell.text(game.game.name),
        title=tell.text(level.name) if level else None,
        medals=tell.medals(level.medals) if level else None,
        par=None if par is None else ParOut(par.points, par.average),
        running=None if running is None else running.match,
        attempts=[_attempt(each) for each in played],
    )


def _attempt(played: DayPlayed) -> AttemptOut:
    state = {RUNNING: "running", FINISHED: "finished"}.get(played.over, "given_up")
    return AttemptOut(
        match=played.match,
        state=state,  # type: ignore[arg-type]
        points=played.points if played.over == FINISHED else None,
        medal=_medal(played.medal),
        counts=played.counts,
        in_time=played.in_time,
    )


def _medal(name: str | None) -> Medal | None:
    return next((medal for medal in MEDALS if medal == name), None)


async def _calendar(store: Store, now: date, person: str) -> CalendarOut:
    """All days of a person with a game that was begun."""
    book = DayBook(await store.days(person) if person else ())
    days = sorted({each.day for each in book.played})
    return CalendarOut(
        today=now.isoformat(),
        first=FIRST_DAY.isoformat(),
        streak=book.streak(now),
        longest=book.longest,
        days=[CalendarDayOut(day, _first(book, day, "kniffel"), _first(book, day, "level")) for day in days],
    )


def _first(book: DayBook, day: str, part: Part) -> AttemptOut | None:
    first = book.first(date.fromisoformat(day), part)
    return None if first is None else _attempt(first)
