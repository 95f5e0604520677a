"""How a match begins at a terminal: who sits there, what is promised, and where it is kept."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from knobel.bots import offered
from knobel.bots.errors import UnknownBot
from knobel.match.host import new_match
from knobel.match.log import Match, Seat
from knobel.rules.core import Game
from knobel.storage.kept import sealed_elsewhere
from knobel.storage.saves import Save
from knobel.terminal.console import Terminal
from knobel.terminal.sitting import Sitting
from knobel.words import Words


def seats_of(game: Game[Any], players: str | None, bots: Sequence[str], words: Words) -> list[Seat]:
    """People first, then bots; nobody shares a name."""
    people = [name.strip() for name in players.split(",")] if players else [words("terminal.you")]
    seats = [Seat(name) for name in people]
    for bot in bots:
        name = bot.removeprefix("bot:")
        if name not in (known := offered(game)):
            raise UnknownBot(bot=name[:40], game=game.name, known=known)
        shown = words(f"terminal.bots.{name}") if words.has(f"terminal.bots.{name}") else name.capitalize()
        same = sum(seat.bot == name for seat in seats)
        seats.append(Seat(f"{shown} {same + 1}" if same else shown, name))
    return seats


def begin(
    game: Game[Any],
    seats: Sequence[Seat],
    terminal: Terminal,
    words: Words,
    *,
    games: int = 1,
    first: int | None = None,
    duplicate: bool = False,
    real_dice: bool = False,
    seed_words: Sequence[str] = (),
) -> Match:
    """Set up a match, put it on disk, and play it."""
    host = new_match(game, seats, games=games, first=first, duplicate=duplicate)
    for seat, own in enumerate(seed_words):
        host = host.salt(seat, sha256(own.encode("utf-8", "surrogateescape")).hexdigest())
    save = Save(host.match.header.id)
    sitting = Sitting(host, save, terminal, words, real_dice=real_dice)
    save.begin(sitting.host)
    sitting.news.append(words(sitting.kit.sealed, seal=host.match.header.commitment[:8]))
    if terminal.plain:
        terminal.show(sitting.news)
    sitting.play()
    return sitting.match


def go_on(save: Save, terminal: Terminal, words: Words, *, real_dice: bool = False) -> Match:
    """Play a saved match from where it stands."""
    host = save.read()
    elsewhere = sealed_elsewhere(host)
    sitting = Sitting(host.reseal() if elsewhere else host, save, terminal, words, real_dice=real_dice)
    if elsewhere:
        save.write(sitting.match)
        sitting.message = words("terminal.resealed", seal=sitting.match.promise[:8])
    sitting.play()
    return sitting.match
