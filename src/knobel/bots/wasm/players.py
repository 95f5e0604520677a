"""What a game with learned players offers in a browser: bots and advice."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from knobel.bots.protocols import Bot, MoveEstimate
from knobel.rules.core import Decide, Game


@dataclass(frozen=True, slots=True)
class BrowserPlayers:
    """The part of `LearnedPlayers` that a table needs."""

    bots: Mapping[str, Bot]
    estimates: Callable[[Game[Any], Any, Decide], list[MoveEstimate]]

    @property
    def plain_estimates(self) -> Callable[[Game[Any], Any, Decide], list[MoveEstimate]]:
        """The same: nothing has to be made first."""
        return self.estimates
