"""What every game is: a position is a decision, a draw, or the end, for one player alone.

A `Game` is pure. `start` gives the first position; `node` says what a position waits for; `play` answers a
`Decide` with a move, `draw` answers a `Draw` with faces; `view` is what a screen shows. Positions are frozen
values, all randomness enters through `draw`, and nothing here knows players, time, files or a generator.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from knobel.errors import BadMove, BadRule, DrawRefused, IllegalMove, NoSuchEntry
from knobel.quick import quick
from knobel.rules.views import Block, View
from knobel.words import Text, text

_LOOSE_VERBS = frozenset({"roll", "draw", "discard", "leave", "end"})  # they belong to no block of a view

Face: TypeAlias = int | str  # a die's number, or a card such as "c4"
State = TypeVar("State")


class _VerbAndArgs(NamedTuple):
    verb: str
    args: tuple[str, ...] = ()


class Move(_VerbAndArgs):
    """A player's decision. Its text is the verb and its arguments: `keep 11010`, `put 4 small_straight`.

    Wherever a move is asked for, its text will do.
    """

    __slots__ = ()

    def __new__(cls, verb: str, args: tuple[str, ...] = ()) -> "Move":
        if not _is_word(verb):  # `Move("keep 11010")` would silently be another move
            raise BadMove(text=verb[:80])
        return super().__new__(cls, verb, args)

    def __str__(self) -> str:
        return " ".join((self.verb, *self.args))

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"

    @classmethod
    def parse(cls, line: str) -> "Move":
        """The move of that text; `str(move)` is the way back.

        >>> Move.parse("put 4 small_straight").args
        ('4', 'small_straight')
        """
        if len(line) > 80:
            raise BadMove(text=line[:80])
        return _parsed(line)

    @classmethod
    def of(cls, given: "Move | str") -> "Move":
        """A move, or its text, as a move."""
        return cls.parse(given) if isinstance(given, str) else given


@lru_cache(maxsize=4096)
def _parsed(line: str) -> Move:
    words = line.split(" ")
    if not all(_is_word(word) for word in words):
        raise BadMove(text=line)
    return Move(words[0], tuple(words[1:]))


def _is_word(word: str) -> bool:
    return word != "" and word.isascii() and word.replace("_", "a").isalnum()


def move(verb: str, *args: object) -> Move:
    return Move(verb, tuple(str(arg) for arg in args))


class Written(NamedTuple):
    """An entry on a card, as far as it takes to correct it and what came after it."""

    box: str
    points: int
    extra: int = 0  # extra points that came with it; the card only keeps their sum
    dice: tuple[int, ...] = ()  # the roll that was entered; empty if only its points are known
    by_hand: bool = False  # made at a real table, so it can be corrected


class Choice(NamedTuple):
    """What could be written in a box by hand."""

    box: str
    points: int
    extra: int = 0
    note: Text | None = None  # why it brings more than the box says


class Urn(NamedTuple):
    """One pick to be made: which die it is, whatever else is drawn with it, and what it can show."""

    die: int
    faces: tuple[Face, ...]


@dataclass(frozen=True)
class Decide:
    """The player chooses one of `moves`, never empty, without doubles."""

    moves: tuple[Move, ...]

    @cached_property
    def loose(self) -> tuple[str, ...]:
        """The texts of those that belong to no block of a view."""
        return tuple([str(move) for move in self.moves if move.verb in _LOOSE_VERBS])


@quick
@dataclass(frozen=True, slots=True)
class Draw:
    """One face comes out of each urn. `turn` and `roll` say when this is, so dice can be looked up by index."""

    turn: int
    roll: int
    urns: tuple[Urn, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended with `points`."""

    points: int


Node: TypeAlias = Decide | Draw | Over


def check_faces(node: Node, faces: tuple[Face, ...]) -> None:
    """Refuse faces that this position does not wait for, or that its urns do not hold."""
    if not isinstance(node, Draw):
        raise DrawRefused(faces=faces, why=text("why.no_draw"))
    if len(faces) != len(node.urns):
        raise DrawRefused(faces=faces, why=text("why.draw_count", n=len(node.urns)))
    for face, urn in zip(faces, node.urns, strict=True):
        if face not in urn.faces:
            raise DrawRefused(faces=faces, why=text("why.draw_face", face=face, die=urn.die + 1, faces=urn.faces))


@dataclass(frozen=True, slots=True)
class Ruling:
    """A point the booklet leaves open and how it is settled. With `house_rule` the other reading can be chosen."""

    key: str
    house_rule: bool = False


@dataclass(frozen=True)
class Game(ABC, Generic[State]):
    """One player's game. Subclasses are the engines; their fields are the rules they play by."""

    has_boxes: ClassVar[bool] = False  # a turn ends with an entry in a box, so it can be noted by hand and corrected
    engine: ClassVar[str]  # the kit by which hosts show it and read what is typed: "pad", "rows", "grid"

    spec: "Spec" = field(kw_only=True)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.spec}>"

    @property
    def name(self) -> Text:
        return text(f"games.{self.spec.key}.name")

    @property
    @abstractmethod
    def players(self) -> tuple[int, int]:
        """The fewest and the most who may sit at one table."""

    @property
    @abstractmethod
    def turns(self) -> int:
        """The most turns a game can last."""

    @property
    @abstractmethod
    def bounds(self) -> tuple[int, int]:
        """Points that no final result is below or above."""

    @abstractmethod
    def start(self) -> State: ...

    @abstractmethod
    def node(self, state: State) -> Node: ...

    @abstractmethod
    def turn(self, state: State) -> int:
        """How many turns (rounds, cards) are finished. Decides who acts at a table."""

    @abstractmethod
    def points(self, state: State) -> int:
        """The result if the game ended here."""

    @abstractmethod
    def why_not(self, state: State, move: Move) -> Text | None:
        """The reason why `move` is not among the legal ones of a decision, if there is more to say than its verb."""

    @abstractmethod
    def declare(self) -> Mapping[str, Any]:
        """The rules as plain data. Two games with equal declarations play alike; the digest is taken from it."""

    @abstractmethod
    def format(self, state: State) -> str:
        """The position as `name=value` fields on one line; `parse` is the way back."""

    @abstractmethod
    def parse(self, fields: Mapping[str, str]) -> State:
        """The position of those fields. Raises BadPosition for one that cannot occur."""

    @abstractmethod
    def _blocks(self, state: State, moves: tuple[Move, ...]) -> tuple[Block, ...]:
        """What a screen shows of the position in which these moves can be made."""

    @abstractmethod
    def _apply(self, state: State, move: Move) -> State: ...

    @abstractmethod
    def _reveal(self, state: State, faces: tuple[Face, ...]) -> State: ...

    def moves(self, state: State) -> tuple[Move, ...]:
        """The legal moves; none while dice are due and when the game is over."""
        node = self.node(state)
        return node.moves if isinstance(node, Decide) else ()

    def play(self, state: State, move: Move | str, node: Node | None = None) -> State:
        """The position after a legal move; any other raises IllegalMove and says why.

        Who already has the node of `state` hands it in, so that it is not worked out again.
        """
        move, node = Move.of(move), node or self.node(state)
        if not isinstance(node, Decide) or move not in node.moves:
            raise IllegalMove(move=str(move), why=self._refusal(node, state, move), position=self.format(state))
        return self._apply(state, move)

    def draw(self, state: State, faces: tuple[Face, ...], node: Node | None = None) -> State:
        """The position after these faces came up; DrawRefused if the urns do not hold them."""
        check_faces(node or self.node(state), faces)
        return self._reveal(state, faces)

    def own_card(self) -> Mapping[str, Any] | None:
        """All it takes to play this game where nobody knows it, for match files to carry; None if it cannot be told."""
        return None

    # Only games that have boxes know the next five.

    def wrote(self, state: State, move: Move) -> Written | None:  # noqa: ARG002
        """The entry that a legal move writes, if it writes one."""
        return None

    def note(self, state: State, box: str, points: int, extra: int | None) -> tuple[State, Written]:  # noqa: ARG002
        """The position with the points of a turn played elsewhere. Left open, `extra` is what they imply."""
        raise NoSuchEntry(box=box[:40])

    def correct(
        self,
        state: State,  # noqa: ARG002
        written: tuple[Written, ...],  # noqa: ARG002
        box: str,
        new: Written,  # noqa: ARG002
        extra: int | None,  # noqa: ARG002
        *,
        strict: bool = True,  # noqa: ARG002
    ) -> tuple[State, tuple[Written, ...]]:
        """The position with the entry in `box` changed to `new`, wherever that stands, and all that depended on it."""
        raise NoSuchEntry(box=box[:40])

    def choices(self, state: State) -> tuple[Choice, ...]:  # noqa: ARG002
        """All that `note` takes in this position, box by box, fewest points first."""
        return ()

    def amendments(self, state: State, written: tuple[Written, ...], box: str) -> tuple[Choice, ...]:  # noqa: ARG002
        """What the entry in `box` can be corrected to, there or in a free box."""
        return ()

    def view(self, state: State, node: Node | None = None) -> View:
        """The position as a screen shows it."""
        node = node or self.node(state)
        moves, loose = (node.moves, node.loose) if isinstance(node, Decide) else ((), ())
        return View(
            game=self._spec_text,
            engine=self.engine,
            turn=self.turn(state),
            turns=self.turns,
            points=self.points(state),
            over=isinstance(node, Over),
            blocks=self._blocks(state, moves),
            actions=loose,
        )

    @cached_property
    def _spec_text(self) -> str:
        return str(self.spec)

    def _refusal(self, node: Node, state: State, move: Move) -> Text:
        match node:
            case Draw():
                return text("why.draw_first")
            case Over():
                return text("why.over")
        verbs = list(dict.fromkeys(legal.verb for legal in node.moves))
        general = text("why.form") if move.verb in verbs else text("why.verb", verbs=verbs)
        return self.why_not(state, move) or general


class Spec(NamedTuple):
    """Which game: its key, the level of its booklet, the house rules in force. Text: `forone:1+free_discard`; a
    level in its version 1 is `forone:21@1`."""

    key: str
    level: int | None = None
    house: tuple[str, ...] = ()
    version: int | None = None  # of the level; None: as it is today

    def __str__(self) -> str:
        level = "" if self.level is None else f":{self.level}"
        version = "" if self.version is None else f"@{self.version}"
        return self.key + level + version + "".join(f"+{rule}" for rule in self.house)

    @property
    def today(self) -> "Spec":
        """The same level by the rules it has today."""
        return self._replace(version=None)


def _no_versions(level: int) -> tuple[int, ...]:  # noqa: ARG001
    return ()


@dataclass(frozen=True)
class Kind:
    """An entry of the registry: a game before its level and house rules are chosen."""

    key: str
    build: Callable[[Spec], Game[Any]]
    rulings: tuple[Ruling, ...] = ()
    levels: Callable[[], tuple[int, ...]] = tuple
    earlier: Callable[[int], tuple[int, ...]] = _no_versions  # of a level: the versions it had before today's, in order
    classic: bool = False  # a relative from elsewhere, played for comparison; it has no booklet of the family

    @property
    def house_rules(self) -> tuple[str, ...]:
        return tuple(ruling.key for ruling in self.rulings if ruling.house_rule)

    def game(
        self, level: int | None = None, house: Mapping[str, object] | None = None, version: int | None = None
    ) -> Game[Any]:
        """The game with that level (1 where there are levels), as it is today or in an earlier version, and those house
        rules, each true or false."""
        for name, value in (house or {}).items():
            if name not in self.house_rules:
                raise BadRule(game=self.key, rule=name, allowed=self.house_rules or text("errors.no_rules"))
            if not isinstance(value, bool):
                raise BadRule(game=self.key, rule=f"{name}={value}", allowed=[f"{name}=true", f"{name}=false"])
        levels = self.levels()
        if level is None and levels:
            level = levels[0]
        if level is not None and level not in levels:
            raise BadRule(game=self.key, rule=f"level={level}", allowed=levels or text("errors.no_levels"))
        if version is not None and (level is None or version not in self.earlier(level)):
            allowed = () if level is None else self.earlier(level)
            raise BadRule(game=self.key, rule=f"version={version}", allowed=allowed or text("errors.no_versions"))
        chosen = tuple(name for name in self.house_rules if house and house.get(name))
        return _built(self.build, Spec(self.key, level, chosen, version))


@cache
def _built(build: Callable[[Spec], Game[Any]], spec: Spec) -> Game[Any]:
    """Games are values and remember what they worked out (possible points, rolls), so each is built once."""
    return build(spec)
