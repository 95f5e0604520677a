"""Starting a match and letting it run: the few lines that every host (terminal, server, simulation) shares."""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from knobel.match.chance import Seal
from knobel.match.log import Header, Match, Seat
from knobel.rules import digest
from knobel.rules.core import Game, Move


def new_match(
    game: Game[Any],
    seats: Sequence[Seat],
    *,
    games: int = 1,
    first: int | None = None,
    duplicate: bool = False,
    seed: bytes | None = None,
    match_id: str | None = None,
) -> tuple[Match, Seal]:
    """A match before its first throw, and the secret its host keeps until the end."""
    match_id = match_id or secrets.token_hex(8)
    seal = Seal.fresh(match_id, digest(game)) if seed is None else Seal(match_id, digest(game), seed)
    created = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    header = Header(match_id, game, tuple(seats), seal.commitment, created, games, first, duplicate)
    return Match.begin(header), seal


def play_on(match: Match, seal: Seal, move: Move | str) -> Match:
    """The match after a move of the seat to act and the draw that answers it."""
    decided = match.append(match.turn.seat, Move.parse(move) if isinstance(move, str) else move)
    return decided.settle(seal.dice(decided.seat_seeds))
