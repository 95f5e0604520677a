"""REST of the challenge booklets: the overview, the page of a level, and the results that are written there."""

import secrets
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

from msgspec import Meta

from knobel.bots.calibration.medals import beside_printed, reached
from knobel.match.events import Seat
from knobel.match.results import Goal, Result, Standing, chapter_medals, is_entered, why_not, written
from knobel.rules import find
from knobel.rules.booklets import Booklet, Chapter, Level, booklet
from knobel.server import booklet_bodies as bodies
from knobel.server.aside import aside
from knobel.server.bodies import CreatedOut
from knobel.server.hub import Hub
from knobel.server.problems import BadPoints, NoLevels, NoResult, PlayedResult
from knobel.server.routes import MatchId, Routes
from knobel.server.tell import medal_of, medals, text
from knobel.storage.ledger import Removal
from knobel.storage.people import joining
from knobel.storage.store import Store

routes = Routes()
Game = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]
Number = Annotated[int, Meta(ge=1, le=999)]
ResultId = Annotated[str, Meta(pattern="^[0-9a-f]{16,64}$")]


def _booklet(game: str) -> Booklet:
    if find(game).spec.level is None:
        raise NoLevels(game=game)
    return booklet(game)


@routes.get("/booklets/{game}")
async def overview(store: Store, game: Game) -> bodies.BookletOut:
    """Chapters and levels, with the best results, sums and medals of everybody who keeps the booklet."""
    book = _booklet(game)
    return await aside(_overview, book, await store.results(game))


def _overview(book: Booklet, results: Sequence[Result]) -> bodies.BookletOut:
    standings = Standing.of_all(book, results)
    columns = list(standings.values())
    return bodies.BookletOut(
        game=book.game,
        name=text(find(book.game).name),
        people=list(standings),
        chapters=[_chapter(chapter, columns) for chapter in book.chapters],
        next=[_aim(column.next()) for column in columns],
        first=_first_aim(book),
    )


def _chapter(chapter: Chapter, columns: Sequence[Standing]) -> bodies.ChapterOut:
    return bodies.ChapterOut(
        number=chapter.number,
        name=text(chapter.name),
        medals=medals(chapter_medals(chapter)),
        levels=[
            bodies.LevelLineOut(
                number=level.number,
                name=text(level.name),
                idea=text(level.idea),
                medals=medals(level.medals),
                best=_bests(level, columns),
            )
            for level in chapter.levels
        ],
        sums=_sums(chapter, columns),
    )


def _bests(level: Level, columns: Sequence[Standing]) -> list[bodies.BestOut | None]:
    """Everybody's best result on a level; the highest of them all is marked."""
    best = [column.best.get(level.number) for column in columns]
    top = max((one.points for one in best if one), default=0)
    return [
        bodies.BestOut(one.points, medal_of(one.best_medal), top=one.points == top) if one else None for one in best
    ]


def _sums(chapter: Chapter, columns: Sequence[Standing]) -> list[bodies.SumOut]:
    sums = [column.sum(chapter) for column in columns]
    top = max((one.points for one in sums), default=0)
    return [
        bodies.SumOut(
            points=one.points,
            played=one.played,
            of=len(chapter.levels),
            medal=medal_of(one.medal),
            top=one.points == top > 0,
        )
        for one in sums
    ]


def _aim(aim: Goal | None) -> bodies.AimOut | None:
    if aim is None:
        return None
    medal = medal_of(aim.medal)
    assert medal is not None
    return bodies.AimOut(aim.level, medal)


def _first_aim(book: Booklet) -> bodies.AimOut:
    first = _aim(Standing(book, {}).next())
    assert first is not None  # every booklet has a level with medals
    return first


@routes.get("/booklets/{game}/pages")
async def pages(store: Store, game: Game) -> bodies.PagesOut:
    """The page of every level, to print the whole booklet."""
    book = _booklet(game)
    return await aside(_pages, book, await store.results(game))


def _pages(book: Booklet, results: Sequence[Result]) -> bodies.PagesOut:
    lines: dict[int, list[Result]] = {level.number: [] for level in book.levels}
    for result in results:
        if result.level in lines:
            lines[result.level].append(result)
    people = list(Standing.of_all(book, results))
    return bodies.PagesOut([_page(book, level, lines[level.number], people) for level in book.levels])


@routes.get("/booklets/{game}/levels/{number}")
async def page(store: Store, game: Game, number: Number) -> bodies.LevelPageOut:
    """The page of a level: its rule, what to prepare, its medals, and all that is written there."""
    book = _booklet(game)
    find(game, level=number)  # refuses a level that is not there
    return await aside(_one_page, book, book.level(number), await store.results(game))


def _one_page(book: Booklet, level: Level, results: Sequence[Result]) -> bodies.LevelPageOut:
    return _page(book, level, _lines(level, results), list(Standing.of_all(book, results)))


def _lines(level: Level, results: Sequence[Result]) -> list[Result]:
    return [result for result in results if result.level == level.number]


def _page(book: Booklet, level: Level, lines: Sequence[Result], people: list[str]) -> bodies.LevelPageOut:
    numbers = [one.number for one in book.levels]
    at = numbers.index(level.number)
    measured = beside_printed(book.game, level.number)
    return bodies.LevelPageOut(
        game=book.game,
        game_name=text(find(book.game).name),
        chapter=_chapter_name(_chapter_of(book, level)),
        number=level.number,
        name=text(level.name),
        idea=text(level.idea),
        rule=text(level.rule),
        preparation=text(level.preparation),
        medals=medals(level.medals),
        measured=medals(measured) if measured else None,
        version=level.version,
        before=numbers[at - 1] if at else None,
        after=numbers[at + 1] if at + 1 < len(numbers) else None,
        people=people,
        results=_results(lines),
        reached=reached(book.game, level.number),
    )


def _chapter_name(chapter: Chapter) -> bodies.ChapterNameOut:
    return bodies.ChapterNameOut(chapter.number, text(chapter.name))


def _chapter_of(book: Booklet, level: Level) -> Chapter:
    return next(chapter for chapter in book.chapters if level in chapter.levels)


def _results(lines: Sequence[Result]) -> list[bodies.ResultOut]:
    """The lines of a level, each person's best marked."""
    best: dict[str, int] = {}
    for line in lines:
        if line.counts:
            best[line.person] = max(best.get(line.person, 0), line.points)
    return [_result(line, line.counts and line.points == best[line.person]) for line in lines]


def _result(result: Result, best: bool) -> bodies.ResultOut:
    return bodies.ResultOut(
        id=result.id,
        person=result.person,
        points=result.points,
        medal=medal_of(result.best_medal),
        date=datetime.fromtimestamp(result.stamp, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        by_hand=result.by_hand,
        hinted=result.hinted,
        version=result.version,
        counts=result.counts,
        best=best,
    )


@routes.post("/booklets/{game}/levels/{number}/results", 201)
async def write(store: Store, game: Game, number: Number, asked: bodies.ResultIn) -> CreatedOut:
    """Enter a result from a real table."""
    _booklet(game)
    level = find(game, level=number)
    _, most = level.bounds
    now = int(time.time())
    seat = Seat(asked.person)  # a person is called as at any table
    joined = joining([(seat.name, "", "")], await store.people(), now)
    if not is_entered(asked.points) or asked.points > most:
        raise BadPoints(points=asked.points, least=1, most=most)
    name = joined.people[0].name
    result = written(level, name, asked.points, secrets.token_hex(12), now, by_hand=True)
    await store.enter(result, joined)
    return CreatedOut(result.id)


@routes.delete("/results/{id}")
async def remove(store: Store, id: ResultId) -> None:
    """Take a result out again that was entered by hand."""
    result = await store.result(id)
    if result is None:
        raise NoResult()
    if not result.by_hand:
        raise PlayedResult()
    await store.enter(Removal(id))


@routes.get("/matches/{match}/entry")
async def entry(hub: Hub, store: Store, match: MatchId) -> bodies.EntryOut:
    """What became of a level's match in the booklet."""
    played = (await hub.room(match)).match
    spec = played.header.game.spec
    if spec.level is None:
        raise NoLevels(game=spec.key)
    book = booklet(spec.key)
    level, today = book.level(spec.level, spec.version), book.level(spec.level)
    chapter = _chapter_of(book, today)
    results = await store.results(spec.key)
    why = why_not(played)
    told = await aside(_results, _lines(today, results))
    line = next((one for one in told if one.id in (played.header.id, match)), None)
    points = played.ranking[0].points
    return bodies.EntryOut(
        result=line,
        why=text(why) if why and not line else None,
        medal=medal_of(level.medal(points)),
        next=next((medal for medal, at in medals(level.medals).items() if points < at), None),
        medals=medals(level.medals),
        chapter=_chapter_name(chapter),
        sum=_sums(chapter, [Standing.of_all(book, results)[line.person]])[0] if line else None,
    )
