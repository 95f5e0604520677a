"""What a client's command makes of a match. Pure: no clients, no clock, no store."""

from knobel.errors import BadSeating, StaleMove
from knobel.match.chance import SealedDice
from knobel.match.log import Match
from knobel.rules.core import Decide, Move, Over
from knobel.server.problems import BotSeat, WrongSource
from knobel.server.wire import (
    Act,
    CorrectCommand,
    DiceCommand,
    MoveCommand,
    NoteCommand,
    SaltCommand,
    SourceCommand,
    UndoCommand,
)
from knobel.words import text

ROLL = Move("roll")


def decided(match: Match, command: Act, dice: SealedDice) -> Match:
    """The match after the command; refused if it has moved on since the sender looked."""
    if command.at != match.version:
        raise StaleMove(at=command.at, version=match.version)
    if type(command) is MoveCommand:
        _check_person(match, command.seat)
        return match.advance(command.seat, Move.parse(command.move), dice)
    if not isinstance(command, SourceCommand):
        _check_seat(match, command.seat)
    match command:
        case DiceCommand():
            return _typed(match, command)
        case UndoCommand(seat=seat):
            _check_person(match, seat)
            return match.undo(seat)
        case NoteCommand():
            _check_by_hand(match)
            return match.note(command.seat, command.box, command.points, command.extra)
        case CorrectCommand():
            return match.correct(command.seat, command.box, command.points, command.extra)
        case SourceCommand(source=source):
            return match.switch(source == "hand")
        case SaltCommand(seat=seat, seed=seed):
            return match.salt(seat, seed)
    raise AssertionError(command)


def followed(match: Match, dice: SealedDice, seed: str) -> Match:
    """The dice that are due, and the secret once the match is over. With real dice it stays open to correct."""
    match = match.settle(dice)
    if not match.by_hand and isinstance(match.turn.node, Over) and match.revealed is None:
        match = match.reveal(seed)
    return match


def _typed(match: Match, command: DiceCommand) -> Match:
    """Real dice; the move they answer is made first, if it has not been made."""
    _check_by_hand(match)
    node = match.turn.node
    if command.move is not None:
        _check_person(match, command.seat)
        match = match.append(command.seat, Move.parse(command.move))
    elif isinstance(node, Decide) and node.moves == (ROLL,):
        match = match.append(command.seat, ROLL)
    return match.enter_dice(command.seat, tuple(command.faces))


def _check_seat(match: Match, seat: int) -> None:
    if seat >= len(match.header.seats):
        seats = len(match.header.seats)
        raise BadSeating(what=text("seating.seats"), value=seat + 1, least=1, most=seats, game="")


def _check_person(match: Match, seat: int) -> None:
    _check_seat(match, seat)
    if match.header.seats[seat].bot:
        raise BotSeat(seat=seat + 1)


def _check_by_hand(match: Match) -> None:
    if not match.by_hand:
        raise WrongSource()
