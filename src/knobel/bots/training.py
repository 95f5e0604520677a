"""Training on one level, from the first game of self-play to a file of parameters.

A course is kept in the cache folder as it goes on; started again with the same seed and number of games it continues
where it was left, and ends with the same parameters as one that was never interrupted.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from knobel.bots import learned_players
from knobel.bots.parameters import file_name, keep, own_folder
from knobel.bots.protocols import Trainer
from knobel.home import cache_folder
from knobel.rules import digest
from knobel.rules.core import Game

STEP = 1000  # games between two looks at the clock
KEEP_EVERY = 20.0  # seconds between two checkpoints

Report = Callable[[float, int, int], None]  # mean points of the last games, games played, games in all


@dataclass(frozen=True, slots=True)
class Trained:
    games: int
    mean: float  # points of the last games
    file: Path


def train(game: Game[Any], games: int | None, seed: int, into: Path | None, report: Report) -> Trained:
    """Train the strong player on a level (for as many games as the level usually gets) and keep what it learned in a
    folder (the user's own)."""
    players = learned_players(game.spec.key)
    whole = games or players.training_games(game)
    trainer, saved = players.trainer(game, seed, whole), _checkpoint(game, seed, whole)
    mean = _run(trainer, saved, whole, report)
    file = (into or own_folder(game.spec.key)) / file_name(game)
    keep(file, trainer.seal())
    saved.unlink(missing_ok=True)
    return Trained(trainer.played, mean, file)


def _run(trainer: Trainer, saved: Path, whole: int, report: Report) -> float:
    """All games, or those that are left; the mean points of the last of them."""
    if saved.exists():
        trainer.resume(saved.read_bytes())
    mean, kept = 0.0, monotonic()
    while trainer.played < whole:
        mean = trainer.step(min(STEP, whole - trainer.played))
        report(mean, trainer.played, whole)
        if monotonic() - kept > KEEP_EVERY:
            keep(saved, trainer.checkpoint())
            kept = monotonic()
    return mean


def _checkpoint(game: Game[Any], seed: int, whole: int) -> Path:
    return cache_folder() / "training" / f"{game.spec.key}-{digest(game)[:16]}-{seed}-{whole}.course"
