"""Dice that are held for the next throw: a half-made selection, beside the log of a match.

Dice that were kept for a throw stay marked as kept after it. A selection belongs to the dice it was made of: it is
there again when what came after it is taken back, and stays when only the kind of dice changes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from knobel.match.events import Corrected, Drew, Event, Hinted, Played, Resealed, Salted, Shifted, StoodIn, Switched
from knobel.match.log import Match
from knobel.quick import quick

_BESIDE_THE_DICE = (
    Switched,
    Corrected,
    Shifted,
    Salted,
    Resealed,
    Hinted,
    StoodIn,
)  # events that leave the dice on the table
_MOST_EARLIER = 8  # turns of one player rarely have more throws


@quick
@dataclass(frozen=True, slots=True)
class Holds:
    mask: str = ""  # by position, 1 is held; empty: nothing
    earlier: tuple[tuple[Any, str], ...] = ()  # cards that were on turn, with what was held there

    def chosen(self, mask: str) -> "Holds":
        return Holds(mask, self.earlier)

    def after(self, before: Match, after: Match, new: Sequence[Event]) -> "Holds":
        """What is held once these events have happened."""
        earlier = (*self.earlier[-_MOST_EARLIER:], (_on_turn(before), self.mask)) if self.mask else self.earlier
        decision = next((event for event in reversed(new) if not isinstance(event, Drew)), None)
        if isinstance(decision, Played):
            return Holds(decision.move.args[0] if decision.move.verb in ("keep", "chip") else "", earlier)
        if all(isinstance(event, _BESIDE_THE_DICE) for event in new):
            return Holds(self.mask, earlier)
        card = _on_turn(after)
        return Holds(next((mask for known, mask in reversed(earlier) if known is card), ""), earlier)

    @property
    def told(self) -> str | None:
        return self.mask or None


def _on_turn(match: Match) -> Any:
    return match.state.cards[match.turn.seat]
