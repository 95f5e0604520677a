"""Which game, or which saved match, shall it be?"""

from collections.abc import Callable, Sequence
from typing import Any

from knobel.bots import offered
from knobel.bots.averages import averages
from knobel.coach.trainer import puzzles
from knobel.errors import KnobelError
from knobel.lessons import LESSONS, lesson_of
from knobel.rules import GAMES
from knobel.rules import find as find_game
from knobel.rules.core import Game, Kind
from knobel.storage.offers import offer_due, remember_offer
from knobel.storage.people import Person
from knobel.storage.remembered import kept_people
from knobel.storage.saves import Save, unfinished
from knobel.storage.store import Listed
from knobel.storage.takeover import take_over
from knobel.terminal.console import Leave, Terminal
from knobel.terminal.kit import WIDTH
from knobel.terminal.lesson import learn_and_play
from knobel.terminal.names import find, split_verb, whole_line
from knobel.terminal.opening import begin, go_on, seat_of, seats_of
from knobel.terminal.trainer import TrainerSitting
from knobel.words import Words

_SAVES_SHOWN = 5
_PEOPLE_SHOWN = 8


def pick_and_play(words: Words, terminal: Terminal) -> None:
    try:
        _pick(words, terminal)
    except Leave:
        terminal.show([words("terminal.bye")])


def _pick(words: Words, terminal: Terminal) -> None:
    saves, damaged = _saves(words)
    choices: list[tuple[str, str]] = [(kind.key, kind.game().name.say(words.lang)) for kind in GAMES]
    actions: dict[str, Callable[[], object]] = {}
    for kind in GAMES:
        actions[kind.key] = lambda kind=kind: _new(kind, terminal, words)  # type: ignore[misc]
    for i, (id, label) in enumerate(saves, 1):
        key = f"saved_{i}"
        choices.append((key, label))
        actions[key] = lambda id=id: go_on(Save(id), terminal, words)  # type: ignore[misc]
    message = ""
    while True:
        terminal.fresh(_menu(words, len(GAMES), choices, damaged, message))
        line = terminal.ask("> ")
        if whole_line(line) == "quit":
            raise Leave
        if not line or whole_line(line) == "help":
            message = words("terminal.picker.help")
            continue
        try:
            verb, rest = split_verb(line)
            chosen = find(rest if verb in ("learn", "train") else line, choices, actions, "game")
            if verb == "learn":
                learn_and_play(find_game(lesson_of(chosen).key), terminal, words)
            elif verb == "train":
                puzzles(chosen)  # says which games can be trained, if this one cannot
                TrainerSitting(chosen, seat_of(None, words, kept_people()).name, terminal, words).train()
            else:
                actions[chosen]()
            return
        except KnobelError as error:
            message = error.say(words.lang)


def _new(kind: Kind, terminal: Terminal, words: Words) -> None:
    """A match of this game: alone, or with whoever is named."""
    game, known = kind.game(), kept_people()
    if terminal.interactive and kind.key in LESSONS and offer_due(kind.key) and _shown(game, terminal, words):
        learn_and_play(game, terminal, words)
        return
    people = _people(game.players[1], known, terminal, words)
    bots = _bots(game, terminal, words) if game.players[1] > 1 else []
    begin(game, seats_of(game, people, bots, words, known), terminal, words)


def _people(most: int, known: Sequence[Person], terminal: Terminal, words: Words) -> str:
    """Who plays, with commas; those who played here before are offered and can be named by their number."""
    shown = known[:_PEOPLE_SHOWN]
    if shown:
        numbered = [f"{number} {person.name}" for number, person in enumerate(shown, 1)]
        terminal.show([words("terminal.picker.known", names=numbered)])
    who = shown[0].name if shown else words("terminal.you")
    line = terminal.ask(
        words("terminal.picker.players" if most > 1 else "terminal.picker.player", most=most, who=who) + " "
    )
    numbers = {str(number): person.name for number, person in enumerate(shown, 1)}
    return ",".join(numbers.get(word.strip(), word.strip()) for word in line.split(",")) if line else ""


def _bots(game: Game[Any], terminal: Terminal, words: Words) -> list[str]:
    """Which bots play along, after each has been described: their names, or a number of greedy ones."""
    points = averages(game)
    for bot in offered(game):
        mean = words("terminal.picker.mean", n=round(points[bot])) if bot in points else ""
        terminal.show([f"  {bot}: {words(f'bots.{bot}.text')} {mean}".rstrip()])
    wanted = terminal.ask(words("terminal.picker.bots") + " ").replace(",", " ").split()
    return ["greedy"] * int(wanted[0]) if len(wanted) == 1 and wanted[0] in tuple("01234567") else wanted


def _shown(game: Game[Any], terminal: Terminal, words: Words) -> bool:
    """Whether the lesson of a game that nobody has met here is wanted. It is offered once."""
    remember_offer(game.spec.key)
    offer = f"{words('lessons.offer', game=game.name)} {words('terminal.lesson.offer')} "
    return terminal.ask(offer).casefold() in words("terminal.lesson.yes").split("|")


def _saves(words: Words) -> tuple[list[tuple[str, str]], list[str]]:
    """Ids of open matches with a label each, and a sentence for each old file that cannot be read."""
    damaged = [error.say(words.lang) for error in take_over()]
    return [(one.id, _label(one, words)) for one in unfinished(_SAVES_SHOWN)], damaged


def _label(one: Listed, words: Words) -> str:
    told = one.summary
    names = ", ".join(seat.name for seat in told.seats)
    game = words(told.name["key"], **told.name["values"]) if told.name else told.spec
    return words("terminal.picker.saved", game=game, names=names, when=told.created[:10])


def _about(key: str, words: Words) -> str:
    return words(f"terminal.short.{key}") if words.has(f"terminal.short.{key}") else words(f"games.{key}.tagline")


def _menu(words: Words, games: int, choices: list[tuple[str, str]], damaged: list[str], message: str) -> list[str]:
    lines = [words("terminal.picker.title"), ""]
    for number, (key, name) in enumerate(choices, 1):
        if number == games + 1:
            lines += ["", words("terminal.picker.saves")]
        if number == 1 + next(i for i, kind in enumerate(GAMES) if kind.classic):
            lines += [words("terminal.picker.classics")]
        line = f" {number:>2}  {name:<19}  {_about(key, words) if number <= games else ''}"
        lines.append(line if len(line) <= WIDTH else line[: WIDTH - 1] + "…")
    lines += ["", *damaged[:2]] if damaged else [""]
    return [*lines, *([message] if message else []), words("terminal.picker.hint")]
