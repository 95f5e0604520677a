"""What happened, told in lines: entries, a finished game, the end of the match."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from rich.cells import cell_len

from knobel.match.events import Header
from knobel.match.log import Corrected, Drew, Match, Noted, Played, Shifted
from knobel.match.records import Record
from knobel.match.results import why_not
from knobel.match.table import Place
from knobel.rules.booklets import level_of
from knobel.rules.core import Over
from knobel.terminal.kit import WIDTH, Kit
from knobel.words import Words, said

_FEW = 4  # players of whom each can have two lines at the end


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
    """A line for each game of a series that has just ended, and one for the sums from the second on."""
    lines = []
    for number in range(len(before.state.results), len(after.state.results)):
        points = _points(after, number, number)
        lines.append(words("ends.game_ended", n=number + 1, of=after.header.games, points=points))
        if number:
            lines.append(words("ends.sums", points=_points(after, 0, number)))
    return lines if after.header.games > 1 else []


def _points(match: Match, first: int, last: int) -> list[str]:
    """Everybody with the points of these games."""
    games = match.state.results[first : last + 1]
    return [f"{seat.name} {sum(points)}" for seat, *points in zip(match.header.seats, *games, strict=True)]


def result(match: Match, id: str, words: Words, records: Sequence[Record | None] = ()) -> list[str]:
    """The end: who won, places, best and average, the medal and its line in the booklet (or why not), the open seal."""
    header = match.header
    lines = [words("terminal.over", game=header.game.name), *_outcome(match, words), ""]
    for place in match.ranking:
        name = header.seats[place.seat].name
        games = [str(points[place.seat]) for points in match.state.results]
        column = f"  ({' + '.join(games)})" if len(games) > 1 else ""
        points = words("terminal.points", n=place.points)
        line = f"  {place.place}. {name}: {points}{column}" if len(header.seats) > 1 else f"  {points}{column}"
        lines += _told_with(line, _standing(match, place, records[place.seat] if records else None, words), header)
    if level := level_of(header.game.spec):
        medal = level.medal(match.ranking[0].points)
        lines.append(
            "  " + (words("terminal.medal", medal=words(f"medals.{medal}")) if medal else words("terminal.no_medal"))
        )
        lines += ["", *_entry_in_booklet(match, words)]
    lines += ["", words("terminal.seal_opened"), f"  {match.revealed}"]
    return [*lines, "", words("terminal.seal_check"), f"  knobel verify {id}"]


def _told_with(line: str, told: Sequence[str], header: Header) -> list[str]:
    """A player's line and what is told besides: below it, or, where many have to fit, as much as goes into one line."""
    if len(header.seats) <= _FEW:
        return [line, f"     {', '.join(told)}"] if told else [line]
    for part in told:
        longer = f"{line}, {part}"
        if cell_len(longer) > WIDTH:
            break
        line = longer
    return [line]


def _outcome(match: Match, words: Words) -> list[str]:
    """Who has won, and by how much; nothing of one who plays alone."""
    names = [seat.name for seat in match.header.seats]
    if not isinstance(match.turn.node, Over):
        return [words("ends.given_up")]
    if len(names) == 1:
        return []
    first = [place for place in match.ranking if place.place == 1]
    if len(first) > 1:
        return [words("ends.tie", who=[names[place.seat] for place in first])]
    second = [place for place in match.ranking if place.place == 2]
    margin = words("ends.ahead", n=first[0].points - second[0].points, who=[names[place.seat] for place in second])
    return [f"{words('ends.wins', who=names[first[0].seat])}, {margin}."]


def _standing(match: Match, place: Place, record: Record | None, words: Words) -> list[str]:
    """What is told of a player beside the points: how far behind, best and average."""
    behind = match.ranking[0].points - place.points
    told = [words("ends.behind", n=behind)] if behind else []
    if record is None:
        return told
    if record.games == 1:
        return [*told, words("ends.first")]
    best = words("ends.new_best", n=record.before) if record.is_new else words("ends.best", n=record.best)
    return [*told, best, words("ends.average", n=round(record.average))]


def _entry_in_booklet(match: Match, words: Words) -> list[str]:
    spec = match.header.game.spec
    if why := why_not(match):
        return [why.say(words.lang)]
    return [words("terminal.entered"), f"  knobel booklet {spec.key} --level {spec.level}"]
