"""What a list shows of a match. It is kept beside the match, so that no list has to replay anything."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from knobel.match.log import Match
from knobel.match.notation import is_own
from knobel.match.table import Place, places
from knobel.rules import digest
from knobel.rules.core import Decide, Over
from knobel.rules.views import plain

Waits = Literal["move", "dice", "over"]


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits at a table, as a list names them."""

    name: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    id: str  # the one the dice are sealed with
    created: str
    spec: str
    key: str
    level: int | None = None
    rules: str = ""  # digest of the rules it is played by
    own: bool = False  # on a card of one's own, which no registry knows
    name: Mapping[str, Any] = field(default_factory=dict)  # of the game, a Text as JSON has it
    seats: tuple[Sitter, ...] = ()
    games: int = 1
    totals: tuple[int, ...] = ()
    seat: int = 0  # whose turn it is
    waits: Waits = "move"
    progress: float = 0.0
    by_hand: bool = False
    over: bool = False  # played to the end, or given up
    finished: bool = False  # played to the end
    revealed: bool = False
    hinted: tuple[int, ...] = ()  # seats that have asked the coach

    @property
    def ranking(self) -> tuple[Place, ...]:
        return places(self.totals)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, once the match was played to its end by several."""
        if not self.finished or len(self.totals) < 2:
            return ()
        return tuple(place.seat for place in self.ranking if place.place == 1)


def waits(match: Match) -> Waits:
    """What the table waits for. "dice": real dice have to be entered."""
    return "over" if match.over else "move" if isinstance(match.turn.node, Decide) else "dice"


def summary(match: Match) -> Summary:
    """All of it."""
    head = match.header
    spec = head.game.spec
    never_changing = Summary(
        id=head.id,
        created=head.created,
        spec=str(spec.today),  # as match files have it: the digest says which version of a level it is
        key=spec.key,
        level=spec.level,
        rules=digest(head.game),
        own=is_own(head.game),
        name=plain(head.game.name),
        seats=tuple(Sitter(seat.name, seat.bot) for seat in head.seats),
        games=head.games,
    )
    return brought_up(never_changing, match)


def brought_up(before: Summary, match: Match) -> Summary:
    """The summary of an earlier moment of the same match, as it is now: what never changes is not worked out again."""
    return Summary(
        before.id,
        before.created,
        before.spec,
        before.key,
        before.level,
        before.rules,
        before.own,
        before.name,
        before.seats,
        before.games,
        totals=match.totals,
        seat=match.turn.seat,
        waits=waits(match),
        progress=_progress(match),
        by_hand=match.by_hand,
        over=match.over,
        finished=isinstance(match.turn.node, Over),
        revealed=match.revealed is not None,
        hinted=match.hinted,
    )


def _progress(match: Match) -> float:
    """From 0 to 1."""
    if isinstance(match.turn.node, Over):
        return 1.0
    game, seats = match.header.game, len(match.header.seats)
    done = len(match.state.results) * game.turns * seats + sum(game.turn(card) for card in match.state.cards)
    return round(min(1.0, done / max(1, game.turns * seats * match.table.games)), 3)
