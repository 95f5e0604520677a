"""The games of the day at a terminal: what there is today, how far somebody is with it, and the match itself."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from knobel.coach.par import Par, known_par
from knobel.match.day import PARTS, DayGame, Part
from knobel.match.log import Match
from knobel.rules.booklets import MEDALS, level_of
from knobel.storage.daybook import DayBook, share
from knobel.storage.days import FINISHED, RUNNING, DayPlayed
from knobel.storage.kept import fresh_id
from knobel.storage.saves import Save, days_played
from knobel.terminal.console import Leave, Terminal
from knobel.terminal.names import whole_line
from knobel.terminal.opening import go_on, sit_down
from knobel.words import Text, Words, text


def play_day(game: DayGame, person: str, terminal: Terminal, words: Words) -> Match:
    """The match that is running, or a new one."""
    running = DayBook(days_played(person)).running(game.day, game.part)
    if running is not None:
        return go_on(Save(running.match), terminal, words)
    return sit_down(game.host(person), fresh_id(), terminal, words)


def visit(day: date, now: date, person: str, terminal: Terminal, words: Words) -> None:
    """The page of a day, and whichever game is wanted, until nothing is."""
    message = ""
    while True:
        terminal.fresh([*page(day, now, person, words), *([message] if message else [])])
        try:
            line = terminal.ask("> ")
        except Leave:
            return
        if not line or whole_line(line) == "quit":
            return
        part = next((part for number, part in enumerate(PARTS, 1) if line in (str(number), part)), None)
        if part is None:
            message = words("day.terminal.which")
            continue
        message = ""
        match = play_day(DayGame(day, part), person, terminal, words)
        if not match.over:
            return


def page(day: date, now: date, person: str, words: Words) -> Iterator[str]:
    """What there is, what was made of it, and the line to share."""
    book, pars = DayBook(days_played(person)), {part: known_par(DayGame(day, part)) for part in PARTS}
    yield _title(day, now).say(words.lang)
    for number, part in enumerate(PARTS, 1):
        game = DayGame(day, part)
        yield f"  {number}  {named(game).say(words.lang)}"
        for line in _about(game, book, pars[part]):
            yield f"     {line.say(words.lang)}"
    if book.days:
        yield text("day.streak", n=book.streak(now)).say(words.lang)
    if (shared := share(day, book, pars)) is not None:
        yield shared.say(words.lang)
    yield words("day.terminal.ask")


def _title(day: date, now: date) -> Text:
    key = "day.today" if day == now else "day.of"
    return text(key, day=f"{day.day:02d}", month=f"{day.month:02d}", year=day.year)


def named(game: DayGame) -> Text:
    level = level_of(game.game.spec)
    if level is None:
        return game.game.name
    return text("day.level", game=game.game.name, level=level.number, title=level.name)


def _about(game: DayGame, book: DayBook, par: Par | None) -> Iterator[Text]:
    played, level = book.of(game.day, game.part), level_of(game.game.spec)
    if not any(each.over for each in played):  # what the best player made is told afterwards
        if level is not None:
            asked = [text(f"medals.{name}") for name in MEDALS]
            bronze, silver, gold = (
                text("day.medal_at", medal=medal, at=at) for medal, at in zip(asked, level.medals, strict=True)
            )
            yield text("day.medals", bronze=bronze, silver=silver, gold=gold)
        if par is not None and par.average is not None:
            yield text("day.average", average=_decimal(par.average))
    elif par is not None:
        yield _par(par)
    for each in played:
        yield _attempt(each)


def _par(par: Par) -> Text:
    if par.average is None:
        return text("day.par_only", par=par.points)
    return text("day.par", par=par.points, average=_decimal(par.average))


def _decimal(value: float) -> Text:
    whole, _, part = f"{value:.1f}".partition(".")
    return text("coach.decimal", whole=whole, part=part)


def _attempt(played: DayPlayed) -> Text:
    if played.over == RUNNING:
        said = text("day.running")
    elif played.over == FINISHED:
        said = text("day.points", n=played.points)
        if played.medal:
            said = text("day.with_medal", points=said, medal=text(f"medals.{played.medal}"))
    else:
        said = text("day.given_up")
    return said if played.attempt == 1 else text("day.again", n=played.attempt, result=said)


def day_as_data(day: date, now: date, person: str, lang: str) -> dict[str, Any]:
    """The page as plain data, for JSON."""
    book, pars = DayBook(days_played(person)), {part: known_par(DayGame(day, part)) for part in PARTS}
    line = share(day, book, pars)
    return {
        "day": day.isoformat(),
        "today": now.isoformat(),
        "person": person,
        "streak": book.streak(now),
        "longest": book.longest,
        "share": None if line is None else line.say(lang),
        "games": [_game_as_data(DayGame(day, part), book, pars[part]) for part in PARTS],
    }


def _game_as_data(game: DayGame, book: DayBook, par: Par | None) -> dict[str, Any]:
    return {
        "part": game.part,
        "game": str(game.game.spec),
        "par": None if par is None else par.points,
        "average": None if par is None else par.average,
        "attempts": [
            {
                "match": each.match,
                "over": each.over != RUNNING,
                "points": each.points if each.over == FINISHED else None,
                "medal": each.medal,
                "counts": each.counts,
                "in_time": each.in_time,
            }
            for each in book.of(game.day, game.part)
        ],
    }


def part_of(name: str) -> Part | None:
    return next((part for part in PARTS if part == name), None)
