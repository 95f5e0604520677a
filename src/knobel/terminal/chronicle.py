"""What happened, told in lines: entries, a finished game, the end of the match."""

from itertools import groupby
from pathlib import Path
from typing import Any

from knobel.match.log import Corrected, Drew, Match, Noted, Played, Shifted
from knobel.match.results import why_not
from knobel.rules.booklets import booklet
from knobel.terminal.kit import Kit
from knobel.words import Words, said


def sentence(words: Words, phrase: object) -> str:
    """A phrase of the rules as a sentence of its own."""
    said_so = str(said(words.lang, phrase))
    return f"{said_so[:1].upper()}{said_so[1:]}."


def own_turn(kit: Kit[Any, Any], before: Match, after: Match, seat: int, words: Words) -> list[str]:
    """A line for each thing a person has just written, so that it can be seen and taken back."""
    told, match = [], before
    for event in after.events[before.version :]:
        if isinstance(event, Played):
            told.append(kit.entry(match.header.game, match.state.cards[seat], event.move, words))
        elif isinstance(event, Noted):
            told.append(kit.noted(match.header.game, event, words))
        match = match.step(event)
    return [f"{before.header.seats[seat].name}: {entry}" for entry in told if entry]


def corrected(kit: Kit[Any, Any], before: Match, after: Match, seat: int, words: Words) -> str:
    """What was changed, and what the card is worth since; bonuses and extra points may have followed."""
    event, game = after.events[before.version], after.header.game
    assert isinstance(event, Corrected | Shifted)
    to = event.to if isinstance(event, Shifted) else event.box
    was, now = (game.points(match.state.cards[seat]) for match in (before, after))
    return words(
        "terminal.corrected",
        who=after.header.seats[seat].name,
        old=kit.noted(game, Noted(seat, event.box, event.was), words),
        new=kit.noted(game, Noted(seat, to, event.points, event.extra), words),
        was=was,
        now=now,
    )


def roll_off(match: Match, words: Words) -> str:
    """Who begins, and what everybody threw for it, round by round."""
    rounds: list[tuple[int, int, str]] = []
    replayed = Match.begin(match.header)
    for event in match.events:
        before = replayed.state
        replayed = replayed.step(event)
        if before.roll_off and isinstance(event, Drew):
            thrown = f"{match.header.seats[event.seat].name} {event.faces[0]}"
            rounds.append((len(before.results), before.roll_off.round, thrown))
        after = replayed.state
        del rounds[after.roll_off.throws if after.roll_off else after.throws :]  # what was typed wrongly and taken back
    now = len(match.state.results)
    last = groupby((one for one in rounds if one[0] == now), key=lambda one: one[1])
    told = "; ".join(", ".join(thrown for _, _, thrown in some) for _, some in last)
    return words("terminal.roll_off", rounds=told, first=match.header.seats[match.state.first].name)


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
