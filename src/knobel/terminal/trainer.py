"""The trainer at a terminal: the game's own screen, a question beneath it, and the reason after the answer."""

import time
from collections.abc import Iterator
from random import Random
from typing import Any

from knobel.coach.sentences import decimal
from knobel.coach.trainer import TRAINED, Judged, Puzzle, judge, puzzles, session
from knobel.errors import KnobelError
from knobel.rules import find
from knobel.storage.database import location, opened
from knobel.storage.people import People, person_of
from knobel.storage.trainings import Training, Trainings, answer_entries
from knobel.terminal import kit_of
from knobel.terminal.console import Leave, Terminal
from knobel.terminal.help import show_help
from knobel.terminal.kit import Scene
from knobel.terminal.names import whole_line
from knobel.terminal.plain import sentences, spoken
from knobel.terminal.screen import paint
from knobel.words import Words


class TrainerScene(Scene):
    """The game's own screen, with the trainer's own hint: nothing is saved here."""

    @property
    def hint(self) -> str:
        return self.words("terminal.trainer.hint")


class TrainerSitting:
    """A session of one person."""

    def __init__(self, key: str, person: str, terminal: Terminal, words: Words) -> None:
        self.key, self.person, self.terminal, self.words = key, person, terminal, words
        self.right, self.lost = 0, 0.0

    def train(self) -> None:
        """Ten positions, or fewer for whoever leaves."""
        asked = self._session()
        try:
            for number, puzzle in enumerate(asked, 1):
                self._ask(puzzle, number, len(asked))
        except (Leave, KeyboardInterrupt):
            return
        self.terminal.show(["", self.words("trainer.result", right=self.right, of=len(asked)), self._lost()])

    def _lost(self) -> str:
        return self.words("trainer.lost", points=decimal(self.lost).say(self.words.lang))

    def _session(self) -> list[Puzzle]:
        known = {puzzle.id: puzzle for puzzle in puzzles(self.key)}
        with opened(location()) as connection:
            kept = Trainings(connection)
            due = [entry.puzzle for entry in kept.due(self.person, self.key, int(time.time()))]
            seen = kept.standing(self.person, self.key).seen
        self.back = {puzzle.id for puzzle in due}
        return session(puzzles(self.key), (known.get(one.id, one) for one in due), seen, Random())

    def _ask(self, puzzle: Puzzle, number: int, of: int) -> None:
        match, game = puzzle.match(self.person), puzzle.game
        kit, node, problem = kit_of(game), game.node(puzzle.state), ""
        title = f"{self.words('trainer.position', n=number, of=of)}. {self._question(puzzle)}"
        first = True
        while True:
            said = "\n".join(filter(None, (title, problem)))
            scene = TrainerScene(kit, self.words, match, 0, (), said, kit.moment(game, puzzle.state, node))
            self._paint(scene, whole=first)
            first, problem = False, ""
            line = self.terminal.ask("> ")
            command = whole_line(line)
            if command == "quit":
                raise Leave
            if command == "help" or line.startswith("?"):
                show_help(self.terminal, scene, line[1:].strip() if line.startswith("?") else "")
                continue
            try:
                move = str(next(iter(kit.read(line, game, puzzle.state, self.words))))
                game.play(puzzle.state, move)
                said_to_it = judge(game, puzzle.state, puzzle.right, move)
                break
            except (KnobelError, StopIteration) as error:
                problem = error.say(self.words.lang) if isinstance(error, KnobelError) else ""
        self._tell(said_to_it, self._keep(puzzle, said_to_it))
        if number < of and whole_line(self.terminal.ask(self.words("terminal.trainer.next") + " ")) == "quit":
            raise Leave

    def _question(self, puzzle: Puzzle) -> str:
        if puzzle.id in self.back:
            return self.words("trainer.asks_back")
        return self.words("trainer.asks_rated", difficulty=self.words(f"trainer.difficulty.{puzzle.difficulty}"))

    def _tell(self, said: Judged, standing: Training) -> None:
        lang = self.words.lang
        self.right, self.lost = self.right + said.right, self.lost + said.loss
        if said.right:
            lines = [self.words("trainer.right", move=said.best.say(lang))]
        else:
            lines = [self.words("trainer.wrong", move=said.chosen.say(lang), best=said.best.say(lang))]
        lines.append(self.words("trainer.why", why=said.why.say(lang)))
        if standing.streak > 1:
            lines.append(self.words("trainer.streak", n=standing.streak))
        self.terminal.show(["", *lines])

    def _keep(self, puzzle: Puzzle, said: Judged) -> Training:
        """What is kept of an answer of somebody who is known here."""
        now = int(time.time())
        with opened(location()) as connection:
            if person_of(self.person, People(connection).all()) is None:
                return Training()
            kept = Trainings(connection)
            known = kept.one(self.person, puzzle.id)
            for entry in answer_entries(self.person, puzzle, known, said.right, said.loss, now):
                kept.write(entry)
            return kept.standing(self.person, self.key)

    def _paint(self, scene: Scene, *, whole: bool) -> None:
        if not self.terminal.plain:
            self.terminal.fresh(paint(scene))
            return
        if whole:
            self.terminal.show(["", *sentences(scene, whole_card=True)])
        self.terminal.show([spoken(line) for line in scene.message.splitlines()])


def trainer_as_data(person: str) -> list[dict[str, Any]]:
    """How far somebody is with every game."""
    now = int(time.time())
    with opened(location()) as connection:
        kept = Trainings(connection)
        waiting, standings = kept.waiting(person, now), {key: kept.standing(person, key) for key in TRAINED}
    return [
        {
            "game": key,
            "positions": len(puzzles(key)),
            "answers": standing.answers,
            "right": standing.right,
            "streak": standing.streak,
            "longest": standing.longest,
            "due": waiting.get(key, 0),
        }
        for key, standing in standings.items()
    ]


def trainer_page(person: str, words: Words) -> Iterator[str]:
    """The same as lines."""
    for each in trainer_as_data(person):
        name = find(each["game"]).name.say(words.lang)
        how = words("trainer.positions", n=each["positions"])
        if each["answers"]:
            how = words("trainer.standing", right=each["right"], of=each["answers"], longest=each["longest"])
        due = f" · {words('trainer.due', n=each['due'])}" if each["due"] else ""
        yield f"  {each['game']:<9} {name}: {how}{due}"
    yield words("terminal.trainer.which")
