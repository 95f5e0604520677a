"""A client's command as a step of the match's host."""

from knobel.match.host import Host
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


def decided(host: Host, command: Act) -> Host:
    """The host after the command; refused if the match has moved on since the sender looked."""
    at = command.at
    match command:
        case MoveCommand(seat=seat, move=move):
            return host.play(move, seat, at)
        case DiceCommand(seat=seat, faces=faces, move=move):
            return host.dice(faces, move, seat, at)
        case UndoCommand(seat=seat):
            return host.undo(seat, at)
        case NoteCommand(seat=seat, box=box, points=points, extra=extra):
            return host.note(box, points, extra, seat, at)
        case CorrectCommand(seat=seat, box=box, points=points, extra=extra):
            return host.correct(seat, box, points, extra, at)
        case SourceCommand(source=source):
            return host.switch(source == "hand", at)
        case SaltCommand(seat=seat, seed=seed):
            return host.salt(seat, seed, at)
    raise AssertionError(command)
