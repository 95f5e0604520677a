"""What the terminal needs of an engine: a kit, one value an engine, and the scene it shows.

A kit reads what is typed, paints for eyes, speaks for ears, explains, and tells what happened. It is found by the
name of the engine (`Game.engine`) in `knobel.terminal.KITS`, and nowhere else is asked
which engine this is. A kit of one's own is a subclass of `Kit` with its four abstract methods; what is not
overridden works for any engine.
"""

import re
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from rich.text import Text as Line

from knobel.match.lines import parse_face
from knobel.match.log import Drew, Match, Noted, Played
from knobel.rules.booklets import Level, level_of
from knobel.rules.core import Choice, Decide, Draw, Face, Game, Move, Node, Over
from knobel.rules.views import LevelBlock, View
from knobel.terminal.errors import Misread
from knobel.terminal.names import NUMBERS
from knobel.words import Words, text

WIDTH, HEIGHT = 80, 24  # what every screen fits into

AnyGame = TypeVar("AnyGame", bound=Game[Any])
AnyState = TypeVar("AnyState")
AnyBlock = TypeVar("AnyBlock")


def styled(text: str, style: str = "") -> Line:
    """A line that begins so; what is appended has a style of its own."""
    return Line(no_wrap=True).append(text, style)


def news_lines(news: Sequence[str], width: int, most: int) -> list[Line]:
    """The latest news in at most so many lines, broken between words; cut only where there is no room to break."""
    whole = [part for line in news for part in textwrap.wrap(line, width)]
    if len(whole) > most:
        whole = [textwrap.shorten(line, width, placeholder=" …") for line in news[-most:]]
    return [styled(line) for line in whole]


@dataclass(frozen=True)
class Scene:
    """What there is to show: one player's card at one moment of a match, whichever way it is shown."""

    kit: "Kit[Any, Any]"
    words: Words
    match: Match
    seat: int
    news: tuple[str, ...] = ()  # what happened since this player was last asked
    message: str = ""  # the answer to what was typed last
    moment: str = ""

    @property
    def game(self) -> Game[Any]:
        return self.match.header.game

    @property
    def state(self) -> Any:
        return self.match.state.cards[self.seat]

    @cached_property
    def view(self) -> View:
        return self.game.view(self.state)

    def blocks(self, kind: type[AnyBlock]) -> list[AnyBlock]:
        """The blocks of that kind in the view."""
        return [block for block in self.view.blocks if isinstance(block, kind)]

    def block(self, kind: type[AnyBlock]) -> AnyBlock:
        """The one block of that kind which every view of this engine has."""
        (found,) = self.blocks(kind)
        return found

    @property
    def name(self) -> str:
        return self.match.header.seats[self.seat].name

    @property
    def level(self) -> Level | None:
        return level_of(self.game.spec)

    @property
    def hint(self) -> str:
        return self.kit.hint(self) if self.moment else ""

    @property
    def always(self) -> str:
        """What can be typed at any moment, for the help."""
        return self.words("terminal.help.always")

    def title(self) -> str:
        words, header = self.words, self.match.header
        parts = [self.game.name.say(words.lang)]
        if self.level:
            parts.append(words("terminal.level", n=self.level.number, name=self.level.name))
        if header.games > 1:
            number = min(len(self.match.state.results) + 1, header.games)
            parts.append(words("terminal.game_of", n=number, of=header.games))
        if len(header.seats) > 1:
            parts.append(self.name)
        view = self.view
        if not view.over and self.moment not in ("pause", "finish"):
            parts.append(words(self.kit.turn, n=view.turn + 1, of=view.turns))
        return " · ".join(parts)

    def standings(self) -> list[str]:
        """The other players' points; in a series everybody's points with the games before."""
        header, state = self.match.header, self.match.state
        totals = self.match.table.totals(state)
        lines = []
        for seat, (who, card) in enumerate(zip(header.seats, state.cards, strict=True)):
            if seat == self.seat and (header.games == 1 or not state.results):
                continue
            points = self.game.points(card)
            series = self.words("terminal.in_series", n=totals[seat]) if state.results and header.games > 1 else ""
            lines.append(f"{who.name} {points}{series}")
        return lines


class Correction(NamedTuple):
    """An entry of somebody's card, and what shall stand there, or in another box, instead."""

    seat: int
    box: str
    new: Choice


class Kit(ABC, Generic[AnyGame, AnyState]):
    """An engine in the terminal."""

    engine: ClassVar[str]  # as `Game.engine` says it: under this name the kit is found
    turn: ClassVar[str] = "terminal.turn"  # the sentence that counts turns
    sealed: ClassVar[str] = "terminal.sealed"  # the sentence that promises the draws to come
    drawing: ClassVar[str] = "real_dice"  # the moment when dice fall on a real table
    at_real_table: ClassVar[Mapping[str, str]] = {}  # moments that are others where real dice are thrown
    between: ClassVar[frozenset[str]] = frozenset()  # moments between two turns: the standings are read out
    signs: ClassVar[frozenset[str]] = frozenset()  # moments whose screen has signs, explained in `terminal.seen.ENGINE`

    # what is typed

    def moment(self, game: AnyGame, state: AnyState, node: Node) -> str:
        """What kind of question this is. Hints and help are looked up under it."""
        if isinstance(node, Draw):
            return self.drawing
        return "over" if isinstance(node, Over) else self.decision(game, state, node)

    @abstractmethod
    def decision(self, game: AnyGame, state: AnyState, node: Decide) -> str:
        """What kind of decision this is."""

    @abstractmethod
    def read(self, line: str, game: AnyGame, state: AnyState, words: Words) -> tuple[Move, ...]:
        """The moves a line means in this position. Misread if it means none; the rules may still refuse them."""

    def typed(self, move: Move, game: AnyGame, state: AnyState, words: Words) -> str:  # noqa: ARG002
        """A line that means this move; nothing where Enter alone does."""
        return str(move)

    def read_draw(self, line: str, node: Draw, words: Words) -> tuple[Face, ...]:  # noqa: ARG002
        """What fell on a real table: the faces of the dice thrown, in their order."""
        single = all(int(face) < 10 for urn in node.urns for face in urn.faces)
        found = re.findall(r"\d" if single else r"\d{1,3}", line)
        if not found or not NUMBERS.fullmatch(line):
            raise Misread(text("terminal.misread.real_dice", n=len(node.urns)))
        return tuple(map(parse_face, found))

    def read_note(self, line: str, choices: Sequence[Choice], game: AnyGame, words: Words) -> Choice | None:  # noqa: ARG002
        """What the line writes down of a turn on a real table; None if it is no such line. Only boxes can be noted."""
        return None

    def read_correction(self, line: str, match: Match, seat: int, words: Words) -> Correction:  # noqa: ARG002
        """Which entry the line changes, and into what. Only entries in boxes can be corrected."""
        raise Misread(text("terminal.misread.moment"))

    def correctable(self, match: Match, words: Words) -> str:  # noqa: ARG002
        """What `read_correction` could change, as one sentence."""
        return words("terminal.misread.moment")

    # what is shown

    @abstractmethod
    def paint(self, scene: Scene) -> list[Line]:
        """The card, and what lies beside it, for eyes: lines of at most 80 columns."""

    @abstractmethod
    def speak(self, scene: Scene, *, whole_card: bool) -> list[str]:
        """What is needed to decide, for ears, in reading order; with `whole_card` all that is written, too."""

    # what is explained

    def hint(self, scene: Scene) -> str:
        """One line: what can be typed."""
        return scene.words(f"terminal.hint.{scene.moment}")

    def usage(self, scene: Scene) -> str:
        """A paragraph: what can be typed, and what it does."""
        return scene.words(f"terminal.help.{scene.moment}")

    def explain(self, scene: Scene, about: str) -> tuple[str, str]:  # noqa: ARG002
        """Title and text of what a box, row or line asks for; unless an engine knows better, the rule of its level."""
        return self.rule(scene)

    def rule(self, scene: Scene) -> tuple[str, str]:
        """The level's rule, and all that is in force, point by point; for a game without levels what it is about."""
        words, levels = scene.words, scene.blocks(LevelBlock)
        if not levels:
            about = f"games.{scene.game.spec.key}.tagline"
            return scene.game.name.say(words.lang), words(about) if words.has(about) else ""
        level = levels[0]
        parts = [textwrap.fill(part.say(words.lang), WIDTH - 4, subsequent_indent="  ") for part in level.parts]
        title = words("terminal.level", n=level.number, name=level.name)
        rule = textwrap.fill(level.rule.say(words.lang), WIDTH - 2)
        return title, "\n".join([rule, "", *(f"· {part}" for part in parts)])

    # what is told

    def entry(self, game: AnyGame, state: AnyState, move: Move, words: Words) -> str | None:  # noqa: ARG002
        """What a move writes on the card, as `Full House 25`; None if it writes nothing."""
        return None

    def noted(self, game: AnyGame, event: Noted, words: Words) -> str:  # noqa: ARG002
        """What was written down of a turn on a real table."""
        return f"{event.box} {event.points}"

    def bot_turn(self, before: Match, after: Match, seat: int, words: Words) -> str:
        """A whole turn in one line: what was drawn, and what was written or done with it."""
        drawn: list[Face] = []
        done: list[str | None] = []
        match = before
        for event in after.events[before.version :]:
            if isinstance(event, Played):
                game, state = match.header.game, match.state.cards[seat]
                done.append(self.entry(game, state, event.move, words))  # type: ignore[arg-type]
            elif isinstance(event, Drew):
                drawn += event.faces
            match = match.step(event)
        faces, written = " ".join(map(str, drawn)), ", ".join(filter(None, done))
        return f"{before.header.seats[seat].name}: {' → '.join(filter(None, (faces, written)))}"
