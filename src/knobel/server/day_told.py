"""What is told of the games of the day. No framework in here: whoever has a store can say it."""

from datetime import date

from knobel.coach.par import known_par
from knobel.match.day import FIRST_DAY, PARTS, DayGame, Part
from knobel.rules.booklets import level_of
from knobel.server import tell
from knobel.server.day_bodies import AttemptOut, CalendarDayOut, CalendarOut, DayGameOut, DayOut, ParOut
from knobel.server.told import MEDALS, Medal
from knobel.storage.daybook import DayBook, share
from knobel.storage.days import FINISHED, RUNNING, DayPlayed
from knobel.storage.store import Store


async def day_told(store: Store, day: date, now: date, person: str) -> DayOut:
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


async def calendar_told(store: Store, now: date, person: str) -> CalendarOut:
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
