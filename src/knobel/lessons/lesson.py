"""A lesson: a real position of a real game, and a few steps that are played in it, one after the other.

A step is a sentence, and mostly a move that the sentence asks for, as match files write it: `keep 10100 = 3 6 2` is the
move and what the dice answer. So draws are prepared in a lesson, and nothing else is: every position is folded
by the rules, through the same door as in any match. Where a step stands follows from its number alone, so whoever
shows a lesson keeps a number and nothing more. A lesson's match is never stored.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, cached_property

from knobel.lessons.errors import NotInLesson
from knobel.match.chance import SealedDice
from knobel.match.events import Drew, Played
from knobel.match.host import Host, new_match
from knobel.match.lines import read_events
from knobel.match.log import Match
from knobel.rules.core import Draw, Face, Move
from knobel.words import Text, text


@dataclass(frozen=True)
class PreparedDice(SealedDice):
    """Dice that lie ready: whatever is drawn next shows these faces."""

    ready: tuple[Face, ...]

    def faces(self, stream: str, node: Draw) -> tuple[Face, ...]:  # noqa: ARG002
        return self.ready


@dataclass(frozen=True)
class LessonStep:
    key: str  # its sentences are `lessons.GAME.KEY.say` and, where other moves are legal, `.else`
    line: str = ""  # what the learner is asked to do; nothing where there is only something to read
    part: str = ""  # the part of the screen that the sentence is about, where it is not what the move takes
    then: tuple[str, ...] = ()  # what follows by itself

    @cached_property
    def move(self) -> Move | None:
        return _read(self.line)[0] if self.line else None


@dataclass(frozen=True)
class Lesson:
    key: str  # of the game; where it has levels, the first one is taught
    before: tuple[str, ...]  # what was played before the learner comes in
    steps: tuple[LessonStep, ...]

    def match(self, at: int, name: str) -> Match:
        """The match as that step finds it, or as the last one leaves it, with the learner's name at the table."""
        return _hosts(self, name)[at].match

    def says(self, at: int) -> Text:
        """What the learner is told there."""
        return text(f"lessons.{self.key}.{self.steps[at].key if at < len(self.steps) else 'end'}.say")

    def asked(self, at: int) -> Move | None:
        """The move that the step asks for; none where there is only something to read, and at the end."""
        return self.steps[at].move if at < len(self.steps) else None

    def part(self, at: int) -> str:
        """The part of the screen that is spoken of there, besides what the move takes; nothing at the end."""
        return self.steps[at].part if at < len(self.steps) else ""

    def after(self, at: int, move: Move | str | None = None) -> int:
        """The step that this move leads to; without a move, the one after something to read.

        Who does at once what is asked for after something to read has understood it. Another legal move raises
        NotInLesson, any other what the rules say to it.
        """
        if move is None:
            if at < len(self.steps) and self.steps[at].move is None:
                return at + 1
            raise NotInLesson(text("lessons.first"))
        move = Move.of(move)
        due = next((n for n in range(at, len(self.steps)) if self.steps[n].move), None)
        if due is not None and self.steps[due].move == move:
            return due + 1
        self.match(at, "?").append(0, move)  # says why, if the rules refuse it
        raise NotInLesson(text("lessons.over" if due is None else f"lessons.{self.key}.{self.steps[due].key}.else"))


@cache
def _hosts(lesson: Lesson, name: str) -> tuple[Host, ...]:
    """The host of every step, and of the end."""
    host = _played(new_match(lesson.key, [name], seed=bytes(32), match_id="lesson"), lesson.before)
    hosts = [host]
    for step in lesson.steps:
        host = _played(host, (step.line, *step.then) if step.line else ())
        hosts.append(host)
    return tuple(hosts)


def _played(host: Host, lines: Iterable[str]) -> Host:
    for move, faces in map(_read, lines):
        host = replace(host, sealed_dice=PreparedDice(host.seal.seed, "", faces)).play(move)
    return host


def _read(line: str) -> tuple[Move, tuple[Face, ...]]:
    """A move, and what is drawn for it."""
    match read_events(f"A {line}"):
        case [Played(_, move)]:
            return move, ()
        case [Played(_, move), Drew(_, faces, False)]:
            return move, faces
    raise ValueError(line)
