"""How a match begins at a terminal: who sits there, what is promised, and where it is kept."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from knobel.bots import offered
from knobel.bots.errors import UnknownBot
from knobel.match.events import check_names, told_apart
from knobel.match.host import Host, new_match
from knobel.match.log import Match, Seat
from knobel.rules.core import Game
from knobel.storage.kept import sealed_elsewhere
from knobel.storage.people import Person, person_of
from knobel.storage.remembered import remember_people
from knobel.storage.saves import Save
from knobel.terminal.console import Terminal
from knobel.terminal.sitting import HintMode, Sitting
from knobel.words import Words


def seats_of(
    game: Game[Any], players: str | None, bots: Sequence[str], words: Words, known: Sequence[Person] = ()
) -> list[Seat]:
    """People first, then bots, who give way where a name is taken. Unless it is said, whoever played last plays."""
    names = players.split(",") if players else [None]
    seats = [seat_of(name, words, known) for name in names]
    check_names(seats)
    for bot in bots:
        name = bot.removeprefix("bot:")
        if name not in (possible := offered(game)):
            raise UnknownBot(bot=name[:40], game=game.name, known=possible)
        shown = words(f"bots.{name}.name") if words.has(f"bots.{name}.name") else name.capitalize()
        seats.append(Seat(shown, name))
    return list(told_apart(seats))


def seat_of(player: str | None, words: Words, known: Sequence[Person] = ()) -> Seat:
    """One person, whatever their name; unless it is said, whoever played last."""
    if player is None:
        return Seat(known[0].name if known else words("terminal.you"))
    return Seat(_spelled(player, known))


def _spelled(name: str, known: Sequence[Person]) -> str:
    """The name of a person who is known, as it is known."""
    person = person_of(name, known)
    return person.name if person else name.strip()


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
    hints: HintMode = "ask",
) -> Match:
    """Set up a match, put it on disk, and play it."""
    host = new_match(game, seats, games=games, first=first, duplicate=duplicate)
    for seat, own in enumerate(seed_words):
        host = host.salt(seat, sha256(own.encode("utf-8", "surrogateescape")).hexdigest())
    return sit_down(host, host.match.header.id, terminal, words, real_dice=real_dice, hints=hints)


def sit_down(
    host: Host, id: str, terminal: Terminal, words: Words, *, real_dice: bool = False, hints: HintMode = "ask"
) -> Match:
    """Put a new match on disk, where it is found under that id, and play it."""
    save = Save(id)
    sitting = Sitting(host, save, terminal, words, real_dice=real_dice, hints=hints)
    save.begin(sitting.host)
    remember_people(seat for seat in host.match.header.seats if seat.name != words("terminal.you"))
    sitting.news.append(words(sitting.kit.sealed, seal=host.match.header.commitment[:8]))
    if terminal.plain:
        terminal.show(sitting.news)
    sitting.play()
    return sitting.match


def go_on(save: Save, terminal: Terminal, words: Words, *, real_dice: bool = False, hints: HintMode = "ask") -> Match:
    """Play a saved match from where it stands."""
    host = save.read()
    elsewhere = sealed_elsewhere(host)
    start = host.reseal() if elsewhere else host
    sitting = Sitting(start, save, terminal, words, real_dice=real_dice, hints=hints)
    if elsewhere:
        save.write(sitting.match)
        sitting.message = words("terminal.resealed", seal=sitting.match.promise[:8])
    sitting.play()
    return sitting.match
