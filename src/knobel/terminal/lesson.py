"""A lesson at the terminal: the game's own screen, a sentence beneath it, and what to type for it."""

from contextlib import suppress
from typing import Any

from knobel.errors import KnobelError
from knobel.lessons import Lesson, lesson_of
from knobel.match.log import Match
from knobel.rules.core import Game
from knobel.storage.offers import remember_offer
from knobel.terminal import kit_of
from knobel.terminal.console import Leave, Terminal
from knobel.terminal.help import show_help
from knobel.terminal.kit import Scene
from knobel.terminal.names import whole_line
from knobel.terminal.opening import begin, seats_of
from knobel.terminal.plain import sentences, spoken
from knobel.terminal.screen import paint
from knobel.words import Words


def learn(game: Game[Any], terminal: Terminal, words: Words) -> bool:
    """Teach a game; whether the learner stayed to the end. Leaving is fine, the lesson can be found again."""
    guide = Guide(lesson_of(game.spec.key), terminal, words)
    remember_offer(game.spec.key)
    try:
        guide.teach()
    except (Leave, KeyboardInterrupt):
        terminal.show(["", words("terminal.lesson.left", game=game.spec.key)])
        return False
    return True


def learn_and_play(game: Game[Any], terminal: Terminal, words: Words) -> None:
    """The lesson, and behind it a real match, if it is wanted."""
    with suppress(Leave):
        if learn(game, terminal, words) and whole_line(terminal.ask(words("terminal.lesson.play") + " ")) != "quit":
            begin(game, seats_of(game, None, (), words), terminal, words)


class LessonScene(Scene):
    """The game's own screen, with the lesson's own hint: nothing is saved here."""

    @property
    def hint(self) -> str:
        return self.words("terminal.lesson.hint")


class Guide:
    """Shows one step after the other, and hears what is typed."""

    def __init__(self, lesson: Lesson, terminal: Terminal, words: Words) -> None:
        self.lesson, self.terminal, self.words = lesson, terminal, words
        self.at, self.why = 0, ""
        self.heard: int | None = None  # the version that was last read out in plain mode

    @property
    def match(self) -> Match:
        return self.lesson.match(self.at, self.words("lessons.you"))

    def teach(self) -> None:
        while self.at < len(self.lesson.steps):
            line = self._question()
            if line is None:
                continue
            try:
                self._go_on(line)
            except KnobelError as error:
                self.why = error.say(self.words.lang)
        self._paint(self._scene())

    def _go_on(self, line: str) -> None:
        if not line and self.lesson.asked(self.at) is None:
            self.at = self.lesson.after(self.at)
            return
        kit, match = kit_of(self.match.header.game), self.match
        for move in kit.read(line, match.header.game, match.state.cards[0], self.words):
            self.at = self.lesson.after(self.at, move)

    def _question(self) -> str | None:
        """What is typed; None if it was a command that is already carried out."""
        scene = self._scene()
        self._paint(scene)
        self.why = ""
        line = self.terminal.ask("> ")
        match whole_line(line):
            case "help":
                show_help(self.terminal, scene, "")
            case "undo":
                self.at = max(0, self.at - 1)
            case "quit":
                raise Leave
            case "card":
                self.heard = None
            case _ if line.startswith("?"):
                show_help(self.terminal, scene, line[1:].strip())
            case _:
                return line
        return None

    def _scene(self) -> Scene:
        match = self.match
        game, card, node = match.header.game, match.state.cards[0], match.turn.node
        said = [self.why or self.lesson.says(self.at).say(self.words.lang)]
        if self.at < len(self.lesson.steps):
            said.append(f"{self._how()}  ({self.at + 1}/{len(self.lesson.steps)}, {self.words('lessons.prepared')})")
        kit = kit_of(game)
        return LessonScene(kit, self.words, match, 0, (), "\n".join(said), kit.moment(game, card, node))

    def _how(self) -> str:
        """What to type for the move that is asked for."""
        match, asked = self.match, self.lesson.asked(self.at)
        if asked is None:
            return self.words("terminal.lesson.enter")
        game, card = match.header.game, match.state.cards[0]
        line = kit_of(game).typed(asked, game, card, self.words)
        return self.words("terminal.lesson.type", line=line) if line else self.words("terminal.lesson.enter")

    def _paint(self, scene: Scene) -> None:
        if not self.terminal.plain:
            self.terminal.fresh(paint(scene))
            return
        if self.heard != scene.match.version:
            self.terminal.show(["", *sentences(scene, whole_card=self.heard is None)])
        self.terminal.show([spoken(line) for line in scene.message.splitlines()])
        self.heard = scene.match.version
