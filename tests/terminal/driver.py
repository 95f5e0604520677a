"""A player for tests: knows what to type for every legal move, and keeps every screen that was shown."""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from rich.text import Text as Line

from knobel.bots import BOTS
from knobel.match.host import new_match
from knobel.match.log import Seat
from knobel.rules import find
from knobel.rules.core import Decide, Draw, Game, Move
from knobel.rules.forone import ForOne
from knobel.rules.sheetgame import SheetGame
from knobel.storage.saves import Save, find_save
from knobel.terminal.console import Leave, Terminal
from knobel.terminal.sitting import HintMode, Sitting
from knobel.words import Words


def typed(move: Move, game: Game[Any], lang: str, *, by_name: bool) -> str:
    """A line that means this move."""
    match move:
        case Move("roll" | "draw"):
            return ""
        case Move("keep" | "chip" as verb, (mask,)):
            places = " ".join(f"#{i}" for i, bit in enumerate(mask, 1) if bit == "1")
            return f"{verb} {places}".strip() if places or verb == "chip" else "r"
        case Move("enter" | "strike" as verb, (key,)):
            return f"{'x' if verb == 'strike' else 'e'} {_thing(key, game, lang, by_name)}"
        case Move("put", (face, key)):
            return f"{face} {_thing(key, game, lang, by_name)}"
        case Move("score", (key,)):
            return f"s {_thing(key, game, lang, by_name)}"
        case Move("leave", (face,)):
            return f"out {face}"
        case Move("place", (cell, *card)):
            return " ".join((*card, cell))
        case Move("discard", card):
            return " ".join(("out", *card))
    return str(move)


def _thing(key: str, game: Game[Any], lang: str, by_name: bool) -> str:
    things: Sequence[Any] = game.sheet.boxes if isinstance(game, SheetGame) else ()
    if isinstance(game, ForOne):
        things = game.rows
    place = next(i for i, thing in enumerate(things) if thing.key == key)
    return str(things[place].name.say(lang)) if by_name else str(place + 1)


class Player(Terminal):
    """Answers by `choose`, which sees the sitting; records what it is shown."""

    def __init__(self, choose: Callable[[Sitting], str], *, plain: bool = False) -> None:
        super().__init__(plain=plain, no_color=True)
        self.choose = choose
        self.screens: list[list[str]] = []
        self.said: list[str] = []
        self.asked = 0
        self.sitting: Sitting | None = None

    def show(self, lines: Iterable[Line | str]) -> None:
        self.said += [line.plain if isinstance(line, Line) else line for line in lines]

    def fresh(self, lines: Sequence[Line | str]) -> None:
        self.screens.append([line.plain if isinstance(line, Line) else line for line in lines])
        self.said += self.screens[-1]

    def ask(self, prompt: str) -> str:
        self.asked += 1
        assert self.asked < 3000, "the game does not end"
        assert prompt
        return self.choose(self.sitting)[:400].strip()  # type: ignore[arg-type]


def any_legal(luck: Random, lang: str) -> Callable[[Sitting], str]:
    """Types any legal move; Enter where the others wait; faces where real dice fell."""

    def choose(sitting: Sitting) -> str:
        turn = sitting.match.turn
        seat = sitting.match.header.seats[turn.seat]
        if isinstance(turn.node, Draw):
            return " ".join(str(luck.choice(urn.faces)) for urn in turn.node.urns)
        if not isinstance(turn.node, Decide) or seat.bot or sitting.match.state.roll_off:
            return ""
        game, card = sitting.match.header.game, sitting.match.state.cards[turn.seat]
        bot = BOTS["greedy" if isinstance(game, ForOne) else "random"]  # at random, For One is over too soon
        move = bot(game, card, turn.node, luck)
        return typed(move, game, lang, by_name=luck.random() < 0.5)

    return choose


def sit_down(
    game: str | Game[Any],
    choose: Callable[[Sitting], str],
    lang: str = "en",
    *,
    plain: bool = False,
    seats: Sequence[Seat] = (Seat("Anna"),),
    real_dice: bool = False,
    hints: HintMode = "ask",
    **options: Any,
) -> tuple[Player, Sitting]:
    """A player at a fresh match with known dice."""
    chosen = find(game) if isinstance(game, str) else game
    host = new_match(chosen, seats, seed=bytes(32), match_id="test", **options)
    save = Save(host.match.header.id)
    save.begin(host)
    player = Player(choose, plain=plain)
    player.sitting = Sitting(host, save, player, Words(lang), real_dice=real_dice, hints=hints)
    return player, player.sitting


def resume(name: str, choose: Callable[[Sitting], str], lang: str = "en") -> tuple[Player, Sitting]:
    save = find_save(name)
    player = Player(choose)
    player.sitting = Sitting(save.read(), save, player, Words(lang))
    return player, player.sitting


def then_leave(lines: Iterable[str]) -> Callable[[Sitting], str]:
    """Types these lines and goes."""
    waiting = iter(lines)

    def choose(_: Sitting) -> str:
        for line in waiting:
            return line
        raise Leave

    return choose
