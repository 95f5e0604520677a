"""The trainer: positions in which good-looking moves are wrong.

They come from games of the graded players, and are rated by how often those err (`tools/puzzles.py` makes them, each
game has its file in `puzzles/`). Only positions with a clear answer are taken: every right move is worth the same, and
the next one is worth a good deal less. Whoever is asked answers with one move, and is told why another one is better.

    knobel.coach.trainer.puzzles("kniffel")        # all of a game, the easiest first
    judge(puzzle.game, puzzle.state, "keep 11000")  # right or not, what it loses, and why
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from random import Random
from typing import Any, Literal, NamedTuple, TypeAlias

from knobel.coach.advice import ALIKE, advise
from knobel.coach.errors import NoPuzzle, NoTrainer
from knobel.coach.hints import Report, ToldReview, told_in_full
from knobel.coach.review import Review, review
from knobel.coach.sentences import LEAST_PART, decimal, difference, named
from knobel.match.host import new_match
from knobel.match.log import Match
from knobel.match.notation import format_position, parse_match, parse_position
from knobel.rules.core import Game, Move
from knobel.words import Text, text

SESSION = 10  # positions in a row
MOST_DUE = 5  # of them, positions that come back; the others are new
Difficulty: TypeAlias = Literal["easy", "medium", "hard", "tricky"]
HARDER: Mapping[Difficulty, float] = {"easy": 0.0, "medium": 0.4, "hard": 0.6, "tricky": 0.8}
"""from which share of erring players on a position is called so"""
TRAINED = ("kniffel", "extreme", "seven", "forone", "numberup")


@dataclass(frozen=True)
class Puzzle:
    """A position, the moves that are right in it, and how far the next one is behind."""

    position: str  # in the notation of positions
    right: tuple[str, ...]
    gap: float  # points by which every other move is worse
    errs: float = 0.0  # the share of the graded players' answers that are wrong

    @cached_property
    def id(self) -> str:
        return sha256(self.position.encode()).hexdigest()[:16]

    @cached_property
    def _found(self) -> tuple[Game[Any], Any]:
        return parse_position(self.position)

    @property
    def game(self) -> Game[Any]:
        return self._found[0]

    @property
    def state(self) -> Any:
        return self._found[1]

    @property
    def difficulty(self) -> Difficulty:
        return max((name for name in HARDER if self.errs >= HARDER[name]), key=lambda name: HARDER[name])

    def match(self, person: str) -> Match:
        """A table at which that person has this position before them. It is never stored."""
        match = new_match(self.game, [person], seed=bytes(32), match_id="trainer").match
        state = match.state._replace(cards=(self.state,), nodes=(self.game.node(self.state),))
        return replace(match, state=state)


@dataclass(frozen=True)
class Judged:
    """What is said to an answer."""

    right: bool
    loss: float
    chosen: Text
    best: Text
    why: Text


@cache
def puzzles(key: str) -> tuple[Puzzle, ...]:
    """All positions of a game, those that fewest err in first."""
    if key not in TRAINED:
        raise NoTrainer(game=key[:40], games=list(TRAINED))
    lines = files(__package__).joinpath("puzzles", f"{key}.txt").read_text(encoding="utf-8").splitlines()
    return tuple(read_puzzle(line) for line in lines if line and not line.startswith("#"))


def read_puzzle(line: str) -> Puzzle:
    position, right, gap, errs = line.split("\t")
    return Puzzle(position, tuple(right.split("|")), float(gap), float(errs))


def written_puzzle(puzzle: Puzzle) -> str:
    return "\t".join((puzzle.position, "|".join(puzzle.right), f"{puzzle.gap:.2f}", f"{puzzle.errs:.2f}"))


def puzzle_of(game: Game[Any], state: Any, *, least_gap: float) -> Puzzle | None:
    """The position as a puzzle, if it has a clear answer: nothing between the best moves and those that lose so much.

    Where values are estimates, moves that are nearly as good as the best are right, too. What an estimate is off by is
    much the same for all moves of a decision, so it is the gap that counts.
    """
    advice = advise(game, state)
    right = [option for option in advice if option.loss < (ALIKE if advice.exact else least_gap / 4)]
    wrong = [option for option in advice if option not in right]
    if not wrong or wrong[0].loss < least_gap:
        return None
    return Puzzle(format_position(game, state), tuple(str(option.move) for option in right), wrong[0].loss)


def session(every: Sequence[Puzzle], due: Iterable[Puzzle], seen: Iterable[str], luck: Random) -> list[Puzzle]:
    """What is asked next: a few that come back, then new ones, easier ones first; old ones when all are known."""
    chosen = list(due)[:MOST_DUE]
    known, taken = set(seen), {puzzle.id for puzzle in chosen}
    others = [puzzle for puzzle in every if puzzle.id not in taken]
    fresh = [puzzle for puzzle in others if puzzle.id not in known]
    fresh += luck.sample(old := [one for one in others if one.id in known], min(len(old), SESSION))
    wanted = SESSION - len(chosen)
    pool = fresh[: 4 * wanted]
    picked = luck.sample(pool, min(wanted, len(pool)))
    return chosen + sorted(picked, key=lambda puzzle: puzzle.errs)


class AskedPuzzle(NamedTuple):
    """A position of a session, and what is said of it beforehand."""

    puzzle: Puzzle
    back: bool  # it was wrong before, or is a mistake of one's own, and comes back
    difficulty: Difficulty | None  # nothing for one out of a match of one's own


def asked_next(key: str, due: Iterable[Puzzle], seen: Iterable[str], luck: Random) -> list[AskedPuzzle]:
    """A session of a game, for who has these coming back, the longest due first, and has seen those."""
    every, back = puzzles(key), list(due)
    known, again = {puzzle.id: puzzle for puzzle in every}, {puzzle.id for puzzle in back}
    chosen = session(every, (known.get(puzzle.id, puzzle) for puzzle in back), seen, luck)
    return [AskedPuzzle(one, one.id in again, one.difficulty if one.id in known else None) for one in chosen]


def find_puzzle(key: str, id: str, kept: Puzzle | None = None) -> Puzzle:
    """A position of a game by its id: one of those all have, or the one that is kept for whoever asks."""
    found = next((puzzle for puzzle in puzzles(key) if puzzle.id == id), kept)
    if found is None:
        raise NoPuzzle(id=id)
    return found


def judge(game: Game[Any], state: Any, right: Iterable[str], move: str) -> Judged:
    """Right or wrong, and why the best is better than what was chosen."""
    advice = advise(game, state)
    chosen, best, is_right = advice.of(move), advice.best, move in set(right)
    if is_right:
        best = chosen
        others = [option for option in advice if option.loss - chosen.loss >= LEAST_PART]
        why = difference(chosen, others[0]) if others else text("coach.alike")
    else:
        why = difference(best, chosen)
    loss = 0.0 if is_right else max(chosen.loss, 0.0)
    return Judged(is_right, loss, named(game, state, chosen.move), named(game, state, best.move), why)


def judged(position: str, right: tuple[str, ...], move: str, report: object = None) -> Judged:  # noqa: ARG001
    """The same for a worker process, from plain values."""
    return judge(*parse_position(position), right, move)


def judged_plainly(puzzle: Puzzle, move: str) -> Judged:
    """Where nobody can reckon, as in a browser without a server: what is kept with the position has to do."""
    game, state, is_right = puzzle.game, puzzle.state, move in puzzle.right
    best = move if is_right else puzzle.right[0]
    why = text("trainer.at_least", points=decimal(puzzle.gap))
    loss = 0.0 if is_right else puzzle.gap
    return Judged(is_right, loss, named(game, state, Move.of(move)), named(game, state, Move.of(best)), why)


class ReviewedMistakes(NamedTuple):
    """A review as it is told, and for every seat the mistakes that come back, as lines."""

    told: ToldReview
    mistakes: tuple[tuple[str, ...], ...]


def reviewed(match: str, *, report: Report) -> ReviewedMistakes:
    """For a worker process: the review of a match file, with what it leaves to train."""
    found = review(parse_match(match), lambda done: report(0.8 * done))
    left = tuple(tuple(map(written_puzzle, mistakes(found, player.seat))) for player in found.players)
    return ReviewedMistakes(told_in_full(found, report), left)


def mistakes(found: Review, seat: int, *, least: float = 0.5) -> list[Puzzle]:
    """The mistakes of a player in a review as positions to come back to; what cost next to nothing is let go. What a
    bot decided for them is none of theirs."""
    game = found.match.header.game
    if game.spec.house or game.spec.key not in TRAINED:
        return []
    made = []
    for each in found.players[seat].mistakes:
        if each.loss >= least:
            right = [option for option in each.advice if option.loss < max(ALIKE, option.error or 0.0)]
            position = format_position(game, each.state)
            made.append(Puzzle(position, tuple(str(option.move) for option in right), each.loss))
    return made
