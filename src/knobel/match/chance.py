"""Sealed dice: fixed before the first throw, promised by a fingerprint, checkable by anyone at the end.

The host draws a secret `seed` and publishes its `commitment`, a SHA-256 fingerprint that binds the seed to this
match and these rules. Players may then add seeds of their own. Every pick is HMAC-SHA-256, keyed by the secret,
over where it is used (stream, turn, roll, die), never over what was held; so it can be looked up again, in any
order, when the secret is revealed. `docs/verify_dice.py` does the same without this package.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any, TypeVar

from knobel.rules.core import Draw, Face

VERSION = 1
SEED_BYTES = 32
COMMITMENT_DIGITS = 64
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
    seed: bytes = field(repr=False)

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


@dataclass(frozen=True)
class SealedDice:
    seed: bytes = field(repr=False)
    key: str

    @cached_property
    def _hmac(self) -> tuple[Any, Any]:
        """HMAC-SHA-256 as far as it is the same for all picks: the key, and the words every place begins with."""
        padded = self.seed.ljust(sha256().block_size, b"\0")
        inner, outer = (sha256(bytes(byte ^ pad for byte in padded)) for pad in (0x36, 0x5C))
        inner.update(_lines("knobel pick", VERSION, self.key, ""))
        return inner, outer

    def pick(self, stream: str, turn: int, roll: int, die: int, outcomes: int) -> int:
        """A number from 0 to `outcomes` - 1, each equally likely.

        Bytes at or above the largest multiple of `outcomes` are passed over: without that, the low numbers would
        come up more often.
        """
        fair = _BYTE_VALUES - _BYTE_VALUES % outcomes
        block = 0
        while True:
            inner, outer = self._hmac
            inner, outer = inner.copy(), outer.copy()
            inner.update(f"{stream}\n{turn}\n{roll}\n{die}\n{block}".encode())
            outer.update(inner.digest())
            for byte in outer.digest():
                if byte < fair:
                    return int(byte) % outcomes
            block += 1

    def choose(self, stream: str, turn: int, roll: int, die: int, items: Sequence[Item]) -> Item:
        return items[self.pick(stream, turn, roll, die, len(items))]

    def faces(self, stream: str, node: Draw) -> tuple[Face, ...]:
        """What this draw shows."""
        turn, roll = node.turn, node.roll
        return tuple([faces[self.pick(stream, turn, roll, die, len(faces))] for die, faces in node.urns])
