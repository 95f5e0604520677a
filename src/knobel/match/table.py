"""Players at a table: solo games side by side, a series of them, who acts, and who has won.

Nobody touches another's card, so a table only orders turns: the seat to act is the unfinished one with the fewest
finished turns, counted from the seat that begins.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias, TypeVar

from knobel.errors import BadSeating, IllegalMove
from knobel.match.lazy import lazy
from knobel.rules.boxes import D6
from knobel.rules.core import Decide, Draw, Face, Game, Move, Node, Over, Urn, check_faces, move
from knobel.words import text

MOST_GAMES = 6
ROLL = move("roll")
_RECENT = 16  # cards of each seat of which is remembered what they are worth

Value = TypeVar("Value")
Faces: TypeAlias = Callable[[str, Draw], tuple[Face, ...]]  # the dice of a stream that answer a draw


class Throw(NamedTuple):
    """One die for who begins."""

    seat: int
    face: int


@dataclass(frozen=True, slots=True)
class RollOff:
    """Who begins? Everybody left in throws one die; the highest stay in until one is left."""

    seats: tuple[int, ...]
    thrown: tuple[int, ...] = ()
    round: int = 1
    throws: int = 0  # made in roll-offs of this match so far, so that each has a die of its own
    rolling: bool = False
    before: tuple[Throw, ...] = ()  # the round that this one, or the winner, came out of

    @property
    def seat(self) -> int:
        return self.seats[len(self.thrown)]

    def node(self) -> Node:
        return Draw(self.throws, 1, (Urn(0, D6.faces),)) if self.rolling else Decide((ROLL,))

    def play(self, move: Move) -> "RollOff":
        if self.rolling or move != ROLL:
            why = text("why.draw_first") if self.rolling else text("why.verb", verbs=[ROLL.verb])
            raise IllegalMove(move=str(move), why=why)
        return replace(self, rolling=True)

    def draw(self, faces: tuple[Face, ...]) -> "RollOff":
        check_faces(self.node(), faces)
        thrown = (*self.thrown, int(faces[0]))
        if len(thrown) < len(self.seats):
            return replace(self, thrown=thrown, throws=self.throws + 1, rolling=False)
        highest = tuple(seat for seat, face in zip(self.seats, thrown, strict=True) if face == max(thrown))
        before = tuple(map(Throw, self.seats, thrown))
        return RollOff(highest, round=self.round + 1, throws=self.throws + 1, before=before)


class State(NamedTuple):
    """How the table stands."""

    cards: tuple[Any, ...]  # each seat's position in the game being played
    nodes: tuple[Node, ...]  # and what it waits for
    roll_off: RollOff | None
    first: int
    results: tuple[tuple[int, ...], ...] = ()  # points of every seat, for each finished game of the series
    turns: tuple[int, ...] = ()  # every seat's turns in those games: the sealed dice count on through the series
    throws: int = 0  # made in roll-offs that are decided
    began: tuple[Throw, ...] = ()  # the throws that decided who begins, until the game goes on
    finished: tuple[Any, ...] = ()  # the cards of the game before, until this one goes on

    @property
    def lying(self) -> tuple[Any, ...]:
        """The cards that are looked at and corrected: those of a game that has ended until the next one goes on."""
        return self.finished or self.cards


class Turn(NamedTuple):
    """Whose position the table waits on. `stream` names the dice this seat throws."""

    seat: int
    node: Node
    stream: str


class Place(NamedTuple):
    place: int
    seat: int
    points: int


@lru_cache(maxsize=1024)  # most steps leave all totals as they were
def places(totals: tuple[int, ...]) -> tuple[Place, ...]:
    """Best first; equal points share a place, and the place after is left out."""
    best_first = sorted(totals, reverse=True)
    return tuple(sorted([Place(best_first.index(points) + 1, seat, points) for seat, points in enumerate(totals)]))


def with_seat(values: tuple[Value, ...], seat: int, value: Value) -> tuple[Value, ...]:
    """The values of all seats, with another one there."""
    return (*values[:seat], value, *values[seat + 1 :])


class _Points:
    """What the cards last asked about are worth: every step asks again for cards it has just seen.

    By identity, which is cheaper than by value; each card is kept beside its points, so no other takes its id.
    """

    __slots__ = ("_known", "_most", "_work")

    def __init__(self, work: Callable[[Any], int], most: int) -> None:
        self._work, self._most = work, most
        self._known: dict[int, tuple[Any, int]] = {}

    def __call__(self, card: Any) -> int:
        found = self._known.get(id(card))
        if found is None:
            if len(self._known) > self._most:
                self._known.clear()
            found = self._known[id(card)] = (card, self._work(card))
        return found[1]


@dataclass(frozen=True)
class Table:
    """What was agreed before the first throw."""

    game: Game[Any]
    seats: int = 1
    games: int = 1
    first: int | None = None  # the seat that begins; None: the highest throw decides
    duplicate: bool = False  # everybody gets the same dice

    def __post_init__(self) -> None:
        least, most = self.game.players
        for what, value, low, high in (
            ("seats", self.seats, least, most),
            ("games", self.games, 1, MOST_GAMES if most > 1 else 1),
            ("first", 1 if self.first is None else self.first + 1, 1, self.seats),
        ):
            if not low <= value <= high:
                raise BadSeating(
                    game=self.game.spec.key, what=text(f"seating.{what}"), value=value, least=low, most=high
                )

    @lazy
    def points(self) -> _Points:
        """The points of a card."""
        return _Points(self.game.points, _RECENT * self.seats)

    def start(self) -> State:
        return self._open((), (0,) * self.seats, 0)

    def _open(self, results: tuple[tuple[int, ...], ...], turns: tuple[int, ...], throws: int) -> State:
        """A new game of the series."""
        decided = self.first is not None or self.seats == 1
        card = self.game.start()
        return State(
            cards=(card,) * self.seats,
            nodes=(self.game.node(card),) * self.seats,
            roll_off=None if decided else RollOff(tuple(range(self.seats)), throws=throws),
            first=self.first or 0,
            results=results,
            turns=turns,
            throws=throws,
        )

    def turn(self, state: State) -> Turn:
        """The seat to act and what its position waits for; Over once the series has ended."""
        if len(state.results) == self.games:
            return Turn(state.first, Over(max(self.totals(state))), "")
        if state.roll_off:
            return Turn(state.roll_off.seat, state.roll_off.node(), "start")
        acting, fewest = -1, self.game.turns + 1
        for seat in self._order[state.first]:
            turns = self.game.turn(state.cards[seat])
            if turns < fewest and not isinstance(state.nodes[seat], Over):
                acting, fewest = seat, turns
        return Turn(acting, self._dated(state, acting, state.nodes[acting]), self._stream(acting))

    @lazy
    def _order(self) -> tuple[tuple[int, ...], ...]:
        """For each seat that may begin, all seats in the order of their turns."""
        seats = range(self.seats)
        return tuple(tuple((first + seat) % self.seats for seat in seats) for first in seats)

    def _dated(self, state: State, seat: int, node: Node) -> Node:
        """A draw says when it is; over a series the turns count on, so that no die comes twice."""
        if isinstance(node, Draw) and state.turns[seat]:
            return Draw(node.turn + state.turns[seat], node.roll, node.urns)
        return node

    def _stream(self, seat: int) -> str:
        return "all" if self.duplicate else str(seat)

    def play(
        self, state: State, seat: int, move: Move, dice: Faces | None = None
    ) -> tuple[State, tuple[Face, ...] | None]:
        """The table after a move. With `dice`, those it asks for fall in the same step: then they are told as well."""
        if state.roll_off:
            return state._replace(roll_off=state.roll_off.play(move), finished=()), None
        card = self.game.play(state.cards[seat], move, state.nodes[seat])
        node = self.game.node(card)
        if dice is None or not isinstance(node, Draw):
            return self._with(state, seat, card, node), None
        dated = self._dated(state, seat, node)
        assert isinstance(dated, Draw)
        faces = dice(self._stream(seat), dated)
        card = self.game.draw(card, faces, node)
        return self._with(state, seat, card, self.game.node(card)), faces

    def draw(self, state: State, seat: int, faces: tuple[Face, ...]) -> State:
        if state.roll_off:
            roll_off = state.roll_off.draw(faces)
            if len(roll_off.seats) == 1:
                first, throws, began = roll_off.seats[0], roll_off.throws, roll_off.before
                return state._replace(roll_off=None, first=first, throws=throws, began=began)
            return state._replace(roll_off=roll_off)
        card = self.game.draw(state.cards[seat], faces, state.nodes[seat])
        return self._with(state, seat, card, self.game.node(card))

    def note(self, state: State, seat: int, card: Any) -> State:
        """The table with a card that was written on by hand."""
        return self._with(state, seat, card, self.game.node(card))

    def amend(self, state: State, seat: int, card: Any) -> State:
        """The table with one of the cards that lie there corrected."""
        node = self.game.node(card)
        if not state.finished and len(state.results) < self.games:
            return self._with(state, seat, card, node)
        cards = with_seat(state.lying, seat, card)
        results = (*state.results[:-1], tuple(self.game.points(card) for card in cards))
        if state.finished:
            return state._replace(results=results, finished=cards)
        return state._replace(results=results, cards=cards, nodes=with_seat(state.nodes, seat, node))

    def _with(self, state: State, seat: int, card: Any, node: Node) -> State:
        cards, nodes = with_seat(state.cards, seat, card), with_seat(state.nodes, seat, node)
        if not isinstance(node, Over) or not all(isinstance(node, Over) for node in nodes):
            return State(cards, nodes, state.roll_off, state.first, state.results, state.turns, state.throws)
        results = (*state.results, tuple(self.game.points(card) for card in cards))
        if len(results) < self.games:
            turns = (before + self.game.turn(card) for before, card in zip(state.turns, cards, strict=True))
            return self._open(results, tuple(turns), state.throws)._replace(finished=cards)
        # The last cards stay on the table to be looked at.
        return state._replace(cards=cards, nodes=nodes, results=results)

    def totals(self, state: State) -> tuple[int, ...]:
        """Every seat's points over the series, the game being played included."""
        if len(state.results) == self.games:
            return tuple(map(sum, zip(*state.results, strict=True)))
        playing = tuple([self.points(card) for card in state.cards])
        return tuple(map(sum, zip(*state.results, playing, strict=True))) if state.results else playing

    def ranking(self, state: State) -> tuple[Place, ...]:
        return places(self.totals(state))
