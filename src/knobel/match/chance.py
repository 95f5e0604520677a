"""Sealed dice: fixed before the first throw, promised by a fingerprint, checkable by anyone at the end.

The host draws a secret `seed` and publishes its `commitment`, a SHA-256 fingerprint that binds the seed to this
match and these rules. Players may then add seeds of their own. Every pick is HMAC-SHA-256, keyed by the secret,
over where it is used (stream, turn, roll, die), never over what was held; so it can be looked up again, in any
order, when the secret is revealed. `docs/verify_dice.py` does the same in forty lines without this package.
"""

import hmac
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import TypeVar

from knobel.rules.core import Draw, Face

VERSION = 1
SEED_BYTES = 32
_BYTE_VALUES = 256

Item = TypeVar("Item")


def _lines(*parts: object) -> bytes:
    """Parts hold no line ends, so this is unambiguous, and a person can type it into any SHA-256 tool."""
    return "\n".join(map(str, parts)).encode("ascii")


@dataclass(frozen=True)
class Seal:
    """The secret of one match."""

    match: str
    rules: str  # digest of the rules
    seed: bytes

    @classmethod
    def fresh(cls, match: str, rules: str) -> "Seal":
        return cls(match, rules, secrets.token_bytes(SEED_BYTES))

    @cached_property
    def commitment(self) -> str:
        """What is published before anything is drawn."""
        return sha256(_lines("knobel seal", VERSION, self.match, self.rules, self.seed.hex())).hexdigest()

    def dice(self, seat_seeds: Mapping[int, str]) -> "SealedDice":
        """The dice of the match, once the seats have said which seeds (hex) they add."""
        added = (f"{seat}:{seed}" for seat, seed in sorted(seat_seeds.items()))
        return SealedDice(
            self.seed, sha256(_lines("knobel key", VERSION, self.match, self.commitment, *added)).hexdigest()
        )


@dataclass(frozen=True, slots=True)
class SealedDice:
    seed: bytes
    key: str

    def pick(self, stream: str, turn: int, roll: int, die: int, outcomes: int) -> int:
        """A number from 0 to `outcomes` - 1, each equally likely.

        Bytes at or above the largest multiple of `outcomes` are passed over: without that, the low numbers would
        come up more often.
        """
        fair = _BYTE_VALUES - _BYTE_VALUES % outcomes
        block = 0
        while True:
            place = _lines("knobel pick", VERSION, self.key, stream, turn, roll, die, block)
            for byte in hmac.digest(self.seed, place, "sha256"):
                if byte < fair:
                    return byte % outcomes
            block += 1

    def choose(self, stream: str, turn: int, roll: int, die: int, items: Sequence[Item]) -> Item:
        return items[self.pick(stream, turn, roll, die, len(items))]

    def faces(self, stream: str, node: Draw) -> tuple[Face, ...]:
        """What this draw shows."""
        return tuple(self.choose(stream, node.turn, node.roll, urn.die, urn.faces) for urn in node.urns)
