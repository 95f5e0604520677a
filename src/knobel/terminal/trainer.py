"""The trainer at a terminal: the game's own screen, a question beneath it, and the reason after the answer."""

import textwrap
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from rich.text import Text as Line

from knobel.coach.sentences import decimal
from knobel.coach.trainer import AskedPuzzle, Judged, asked_next, judge
from knobel.errors import KnobelError
from knobel.rules import find as find_game
from knobel.storage.people import person_of
from knobel.storage.remembered import (
    KeptAnswer,
    KeptTraining,
    keep_answer,
    kept_people,
    kept_trained_games,
    kept_training,
)
from knobel.storage.trainings import Training
from knobel.terminal import kit_of
from knobel.terminal.console import Leave, Terminal
from knobel.terminal.errors import Misread
from knobel.terminal.help import show_help
from knobel.terminal.kit import HEIGHT, WIDTH, Scene, styled
from knobel.terminal.names import find, whole_line
from knobel.terminal.plain import sentences, spoken
from knobel.terminal.screen import fitted, paint
from knobel.words import Words, text


class TrainerScene(Scene):
    """The game's own screen, with the trainer's own hint: nothing is saved here, and nothing can be taken back."""

    @property
    def hint(self) -> str:
        return self.words("terminal.trainer.hint")

    @property
    def always(self) -> str:
        return self.words("terminal.trainer.always")


class AnsweredScene(TrainerScene):
    """The same position, when there is nothing to type for it any more."""

    @property
    def hint(self) -> str:
        return ""


class Answered(NamedTuple):
    number: int  # of the position in the session
    said: Judged


class TrainerSitting:
    """A session of one person. Whoever is not known here, and whoever cannot write, trains all the same."""

    def __init__(self, key: str, person: str, terminal: Terminal, words: Words) -> None:
        self.key, self.person, self.terminal, self.words = key, person, terminal, words
        self.answers: list[Answered] = []
        self.training = Training()
        self.coming_back = 0  # positions of this session
        self.is_guest = person == words("terminal.you") and person_of(person, kept_people()) is None
        self.is_kept = False
        self.unkept = ""  # why nothing can be kept

    def train(self) -> None:
        """Ten positions, or fewer for whoever leaves."""
        asked = self._session()
        try:
            for number, one in enumerate(asked, 1):
                self._ask(one, number, len(asked))
        except (Leave, KeyboardInterrupt):
            self.terminal.show([""])
        self.terminal.show(self.summary())

    def summary(self) -> Iterator[str]:
        """What came of it: also of less than ten, but nothing of nothing."""
        words = self.words
        if self.answers:
            right, lost = sum(each.said.right for each in self.answers), sum(each.said.loss for each in self.answers)
            result = words("trainer.result", right=right, of=len(self.answers))
            yield f"{result} {words('trainer.lost', points=self._points(lost))}" if lost else result
        for number, said in self.answers:
            if not said.right:
                chosen, best = said.chosen.say(words.lang), said.best.say(words.lang)
                loss = self._points(said.loss)
                yield "  " + words("terminal.trainer.missed", n=number, chosen=chosen, best=best, points=loss)
        if self.is_kept:
            so_far = self.training
            of_all = words("trainer.standing", right=so_far.right, of=so_far.answers, longest=so_far.longest)
            back = [words("trainer.due", n=self.coming_back)] if self.coming_back else []
            yield words("terminal.trainer.so_far", who=self.person, standing=" · ".join((of_all, *back)))
        elif self.unkept:
            yield words("terminal.trainer.unkept", why=self.unkept)
        elif self.answers and self.is_guest:
            yield words("terminal.trainer.guest", game=self.key)

    def _points(self, value: float) -> str:
        return decimal(value).say(self.words.lang)

    def _session(self) -> list[AskedPuzzle]:
        try:
            kept = kept_training(self.person, self.key)
        except KnobelError as error:
            kept, self.unkept = KeptTraining(), error.say(self.words.lang)
        return asked_next(self.key, kept.due, kept.training.seen, Random())

    def _ask(self, asked: AskedPuzzle, number: int, of: int) -> None:
        puzzle, title = asked.puzzle, f"{self.words('trainer.position', n=number, of=of)}. {self._question(asked)}"
        match, game = puzzle.match(self.person), puzzle.game
        kit, node = kit_of(game), game.node(puzzle.state)
        problem, heard = self.unkept if number == 1 else "", False
        moment = kit.moment(game, puzzle.state, node)
        while True:
            message = "\n".join(filter(None, (title, problem)))
            scene = TrainerScene(kit, self.words, match, 0, (), message, moment)
            self._paint(scene, whole=not heard)
            problem, heard = "", True
            line = self.terminal.ask("> ")
            try:
                match whole_line(line):
                    case "quit":
                        raise Leave
                    case "help":
                        show_help(self.terminal, scene, "")
                    case "card":
                        heard = False
                    case "hint" | "undo":
                        problem = self.words("terminal.trainer.alone")
                    case _ if line.startswith("?"):
                        show_help(self.terminal, scene, line[1:].strip())
                    case _:
                        said = self._judged(asked, line)
                        break
            except KnobelError as error:
                problem = error.say(self.words.lang)
        self.answers.append(Answered(number, said))
        self._tell(AnsweredScene(kit, self.words, match, 0, (), "", moment), said, self._keep(asked, said))
        if number < of and whole_line(self.terminal.ask(self.words("terminal.trainer.next") + " ")) == "quit":
            raise Leave

    def _judged(self, asked: AskedPuzzle, line: str) -> Judged:
        """What is said to a line that means one move."""
        game, state = asked.puzzle.game, asked.puzzle.state
        moves = kit_of(game).read(line, game, state, self.words)
        if len(moves) != 1:
            raise Misread(text("terminal.trainer.one_move"))
        game.play(state, moves[0])  # says why, if the rules refuse it
        return judge(game, state, asked.puzzle.right, str(moves[0]))

    def _question(self, asked: AskedPuzzle) -> str:
        if asked.back:
            return self.words("trainer.asks_back")
        if asked.difficulty is None:
            return self.words("trainer.asks")
        return self.words("trainer.asks_rated", difficulty=self.words(f"trainer.difficulty.{asked.difficulty}"))

    def _keep(self, asked: AskedPuzzle, said: Judged) -> KeptAnswer | None:
        if self.unkept or self.is_guest:
            return None
        try:
            kept = keep_answer(self.person, asked.puzzle, said)
        except KnobelError as error:
            self.unkept, self.is_kept = error.say(self.words.lang), False
            return None
        self.is_kept = kept is not None
        if kept is not None:
            self.training = kept.training
            self.coming_back += kept.back_in is not None
        return kept

    def _tell(self, scene: Scene, said: Judged, kept: KeptAnswer | None) -> None:
        lines = list(self._verdict(said, kept))
        if self.terminal.redraws:
            self.terminal.fresh(answered_screen(scene, lines, right=said.right))
        else:
            self.terminal.show(["", *(spoken(line) if self.terminal.plain else line for line in lines)])

    def _verdict(self, said: Judged, kept: KeptAnswer | None) -> Iterator[str]:
        words, lang = self.words, self.words.lang
        if said.right:
            yield words("trainer.right", move=said.best.say(lang))
        else:
            yield words("trainer.wrong", move=said.chosen.say(lang), best=said.best.say(lang))
        yield words("trainer.why", why=said.why.say(lang))
        if kept is not None:
            streak = [words("trainer.streak", n=kept.training.streak)] if kept.training.streak > 1 else []
            back = [words("trainer.back_in", n=kept.back_in)] if kept.back_in is not None else []
            yield from [" · ".join((*streak, *back))] if streak or back else []

    def _paint(self, scene: Scene, *, whole: bool) -> None:
        if not self.terminal.plain:
            self.terminal.fresh(paint(scene))
            return
        if whole:
            self.terminal.show(["", *sentences(scene, whole_card=True)])
        self.terminal.show([spoken(line) for line in scene.message.splitlines()])


def answered_screen(scene: Scene, verdict: Sequence[str], *, right: bool) -> list[Line]:
    """The position once more, and under it what is said to the answer; the prompt takes the last line."""
    style = "bold green" if right else "bold yellow"
    wrapped = [part for line in verdict for part in textwrap.wrap(line, WIDTH - 2)]
    return fitted([*paint(scene), *(styled(f" {line}", style) for line in wrapped)], HEIGHT - 1)


def visit(person: str, terminal: Terminal, words: Words) -> None:
    """How far somebody is, and a session of whichever game is wanted, until nothing is."""
    games = [(each.key, find_game(each.key).name.say(words.lang)) for each in kept_trained_games(person)]
    message, asks = words("trainer.about"), words("terminal.trainer.which")
    while True:
        page = (words("trainer.title"), *trainer_page(person, words))
        terminal.fresh([*page, "", *filter(None, (message,)), asks])
        message = ""
        try:
            line = terminal.ask("> ")
            if not line or whole_line(line) == "quit":
                return
            if whole_line(line) == "help":
                message = f"{words('trainer.about')} {words('trainer.back')}"
                continue
            sitting = TrainerSitting(find(line, games, dict(games), "game"), person, terminal, words)
            sitting.train()
            if sitting.answers:
                terminal.ask(words("terminal.go_back") + " ")
        except Leave:
            return
        except KnobelError as error:
            message = error.say(words.lang)


def trainer_as_data(person: str) -> list[dict[str, Any]]:
    """How far somebody is with every game."""
    return [
        {
            "game": each.key,
            "positions": each.positions,
            "seen": each.seen,
            "answers": each.training.answers,
            "right": each.training.right,
            "streak": each.training.streak,
            "longest": each.training.longest,
            "due": each.due,
        }
        for each in kept_trained_games(person)
    ]


def trainer_page(person: str, words: Words) -> Iterator[str]:
    """The same as lines."""
    for number, (key, positions, _, training, waiting) in enumerate(kept_trained_games(person), 1):
        how = words("trainer.positions", n=positions)
        if training.answers:
            how = words("trainer.standing", right=training.right, of=training.answers, longest=training.longest)
        due = f" · {words('trainer.due', n=waiting)}" if waiting else ""
        yield f"  {number}  {key:<9} {find_game(key).name.say(words.lang)}: {how}{due}"
