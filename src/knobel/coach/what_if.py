"""What if: go on from any decision of a match with the dice that lay sealed for it, alone.

The sealed dice know their place in the match and nothing of what was held, so once the secret is told anybody can look
up what would have fallen. Nothing of it is kept: where somebody stands is the decision and the moves made since.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from knobel.coach import sentences
from knobel.coach.advice import advise
from knobel.coach.errors import NoWhatIf
from knobel.match.chance import SealedDice
from knobel.match.events import Drew, Header, Played, Resealed, Seat
from knobel.match.log import Match, fold
from knobel.rules.core import Decide, Draw, Move, Over
from knobel.words import Text, text

MOST_MOVES = 400  # more than any game has


@dataclass(frozen=True)
class Fork:
    """Where somebody went on: alone, with the dice of that seat."""

    begun: Match  # that card, before the decision
    seat: int
    game: int  # of the series, from 0 on
    dice: SealedDice
    stream: str
    turns: int  # played before in the series: the sealed dice count on
    played: int  # what this card came to in the match

    def after(self, moves: Sequence[Move | str]) -> Match:
        match = self.begun
        for move in moves[:MOST_MOVES]:
            match = self.play(match, move)
        return match

    def play(self, match: Match, move: Move | str) -> Match:
        """A move, and the dice that answer it."""
        match = match.append(0, move)
        while isinstance(node := match.turn.node, Draw):
            due = Draw(node.turn + self.turns, node.roll, node.urns)
            match = match.draw(0, self.dice.faces(self.stream, due))
        return match


def why_no_what_if(match: Match) -> Text | None:
    """Why the dice to come are not known, if they are not."""
    if match.revealed is None:
        return text("coach.what_if.closed")
    if any(isinstance(event, Resealed) for event in match.events):
        return text("coach.what_if.resealed")
    if any(isinstance(event, Drew) and event.by_hand for event in match.events):
        return text("coach.what_if.by_hand")
    return None


def fork(match: Match, n: int) -> Fork:
    """The card of whoever made the decision with that number, before it."""
    if why := why_no_what_if(match):
        raise NoWhatIf(why=why)
    event = match.events[n - 1] if 0 < n <= match.version else None
    before = fold(match.header, match.events[: n - 1])
    if not isinstance(event, Played) or before.state.roll_off:
        raise NoWhatIf(why=text("coach.no_decision", n=n))
    seat, head = event.seat, match.header
    alone = Header("what-if", head.game, (Seat(head.seats[seat].name),), head.commitment, head.created)
    card, node = before.state.cards[seat], before.state.nodes[seat]
    begun = Match.begin(alone)
    begun = replace(begun, state=begun.state._replace(cards=(card,), nodes=(node,)))
    assert match.revealed is not None
    dice = match.seal(match.revealed).dice(match.seat_seeds)
    stream = "all" if head.duplicate else str(seat)
    number, results = len(before.state.results), match.state.results
    played = results[number][seat] if number < len(results) else head.game.points(match.state.cards[seat])
    return Fork(begun, seat, number, dice, stream, before.state.turns[seat], played)


@dataclass(frozen=True)
class LineStep:
    turn: int
    says: Text
    points: int  # of the card after it


@dataclass(frozen=True)
class CoachLine:
    """The best decision at every step, with the same dice; `points` is what it comes to, `played` what it came to."""

    steps: tuple[LineStep, ...]
    points: int
    played: int


def coach_line(match: Match, n: int, report: Callable[[Any], None] = lambda _: None) -> CoachLine:
    forked = fork(match, n)
    game, at, steps = match.header.game, forked.begun, []
    first = game.turn(at.state.cards[0])
    while not isinstance(node := at.turn.node, Over):
        card = at.state.cards[0]
        assert isinstance(node, Decide)
        move = node.moves[0] if len(node.moves) == 1 else advise(game, card).best.move
        said, turn = sentences.named(game, card, move), game.turn(card)
        at = forked.play(at, move)
        if move.verb not in ("roll", "draw", "keep", "chip"):
            steps.append(LineStep(turn, said, game.points(at.state.cards[0])))
        report((turn - first + 1) / max(1, game.turns - first))
    return CoachLine(tuple(steps), at.ranking[0].points, forked.played)
