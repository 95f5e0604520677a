"""What happened, told in lines: a bot's turn, an entry, a finished game, the end of the match."""

from collections.abc import Sequence
from pathlib import Path

from knobel.cli.speech import Words
from knobel.match.log import Drew, Match, Played
from knobel.match.results import why_not
from knobel.rules.booklets import booklet
from knobel.rules.core import Move
from knobel.rules.forone import ForOne
from knobel.rules.sheetgame import SheetGame
from knobel.words import said


def sentence(words: Words, phrase: object) -> str:
    """A phrase of the rules as a sentence of its own."""
    said_so = str(said(words.lang, phrase))
    return f"{said_so[:1].upper()}{said_so[1:]}."


def own_turn(before: Match, after: Match, seat: int, words: Words) -> list[str]:
    """A line for what a person has just written, so that it can be seen and taken back."""
    told = []
    match = before
    for event in after.events[before.version :]:
        if isinstance(event, Played) and event.move.verb in ("enter", "strike"):
            told.append(_entry(match, event.move, words))
        elif isinstance(event, Played) and event.move.verb == "score":
            told.append(_scored(match, event.move, words))
        match = match.step(event)
    return [f"{before.header.seats[seat].name}: {entry}" for entry in told]


def _scored(before: Match, move: Move, words: Words) -> str:
    game = before.header.game
    assert isinstance(game, ForOne)
    row = game.rows[i := game.index[move.args[0]]]
    return f"{row.name.say(words.lang)} {game.plan.would(before.state.cards[before.turn.seat], i)}"


def _entry(before: Match, move: Move, words: Words) -> str:
    game = before.header.game
    assert isinstance(game, SheetGame)
    card = before.state.cards[before.turn.seat]
    box = game.sheet.index(move.args[0])
    entry = game.entries(card)[box]
    points = 0 if move.verb == "strike" else entry.points
    extra = f" + {entry.extra}" if entry.extra and move.verb == "enter" else ""
    return f"{game.sheet.boxes[box].name.say(words.lang)} {points}{extra}"


def bot_turn(before: Match, after: Match, seat: int, words: Words) -> str:
    """Dice thrown, kept and entered, in one line."""
    name = before.header.seats[seat].name
    game = before.header.game
    events = after.events[before.version :]
    if not isinstance(game, SheetGame):
        return f"{name}: {', '.join(str(event.move) for event in events if isinstance(event, Played))}"
    parts, dice = [], list(before.state.cards[seat].dice)
    written = ""
    match = before
    for event in events:
        if isinstance(event, Played) and event.move.verb in ("enter", "strike"):
            written = _entry(match, event.move, words)
        elif isinstance(event, Played) and event.move.args:
            kept = [face for face, bit in zip(dice, event.move.args[0], strict=True) if bit == "1"]
            key = "terminal.bot_chip" if event.move.verb == "chip" else "terminal.bot_keeps"
            parts.append(words(key, dice=_faces(kept) or words("terminal.nothing")))
        match = match.step(event)
        if isinstance(event, Drew):
            dice = list(match.state.cards[seat].dice)
            parts.append(_faces(dice))
    return f"{name}: {', '.join(parts)} → {written}"


def _faces(faces: Sequence[int]) -> str:
    return ("" if all(face < 10 for face in faces) else " ").join(map(str, faces))


def finished_games(before: Match, after: Match, words: Words) -> list[str]:
    """A line for each game of a series that has just ended."""
    lines = []
    for number in range(len(before.state.results), len(after.state.results)):
        results = zip(after.header.seats, after.state.results[number], strict=True)
        points = [f"{seat.name} {points}" for seat, points in results]
        lines.append(words("terminal.game_ended", n=number + 1, points=points))
    return lines if after.header.games > 1 else []


def result(match: Match, path: Path, words: Words, unwritten: str = "") -> list[str]:
    """The end: places, the medal and its line in the booklet (or why there is none), the opened seal."""
    header = match.header
    lines = [words("terminal.over", game=header.game.name), ""]
    for place in match.ranking:
        name = header.seats[place.seat].name
        games = [str(points[place.seat]) for points in match.state.results]
        column = f"  ({' + '.join(games)})" if len(games) > 1 else ""
        points = words("terminal.points", n=place.points)
        lines.append(f"  {place.place}. {name}: {points}{column}" if len(header.seats) > 1 else f"  {points}{column}")
    if header.game.spec.level is not None:
        medal = booklet(header.game.spec.key).level(header.game.spec.level).medal(match.ranking[0].points)
        lines.append(
            "  " + (words("terminal.medal", medal=words(f"medals.{medal}")) if medal else words("terminal.no_medal"))
        )
        lines += ["", *_entry_in_booklet(match, words, unwritten)]
    lines += ["", words("terminal.seal_opened"), f"  {match.revealed}"]
    return [*lines, "", words("terminal.seal_check"), f"  knobel verify {path}"]


def _entry_in_booklet(match: Match, words: Words, unwritten: str) -> list[str]:
    spec = match.header.game.spec
    if unwritten:
        return [words("terminal.not_entered", problem=unwritten)]
    if why := why_not(match):
        return [why.say(words.lang)]
    return [words("terminal.entered"), f"  knobel booklet {spec.key} --level {spec.level}"]
