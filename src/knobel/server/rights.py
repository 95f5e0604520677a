"""Who may do what at a table. It is decided here and nowhere else.

Both doors ask: REST before a route about a match is answered (`routes.py`), the socket before a command is carried out
(`frames.py`). Whoever is not at a table is told what is told about one that does not exist.
"""

from enum import Enum

from knobel.server.problems import NoMatch, NotTheMaker, NotYourSeat, OnlyWatching
from knobel.storage.holders import OWNER, Seating


class Right(Enum):
    ACT = "act"  # for a seat: move, throw, undo, note, correct, ask the coach
    SEE = "see"
    PLAY = "play"  # what all at a table may: change the kind of dice, let a bot begin, play again
    END = "end"
    PUT_AWAY = "put away"  # for everybody: into the archive, into the bin and back


def may(holder: str, seating: Seating, right: Right, seat: int | None = None) -> bool:
    """Whoever runs the server sees every table, and may end it and put it away; the seats of others stay theirs."""
    if right is Right.ACT:
        return seat is not None and seating.holder(seat) == holder
    if right is Right.PLAY:
        return seating.has(holder)
    if holder == OWNER:
        return True
    if right is Right.PUT_AWAY:
        return holder == seating.maker
    return seating.has(holder) or (right is Right.SEE and holder in seating.watchers)


def check(holder: str, seating: Seating, right: Right, seat: int | None = None, match: str = "") -> None:
    """Refuse what somebody may not."""
    if may(holder, seating, right, seat):
        return
    if not may(holder, seating, Right.SEE):
        raise NoMatch(id=match[:40])
    if not seating.has(holder):
        raise OnlyWatching()
    raise NotTheMaker() if right is Right.PUT_AWAY else NotYourSeat()
