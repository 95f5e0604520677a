"""Sealed picks against the bare HMAC they are made of."""

import hmac

from bench.measure import Row, rate
from knobel.match.chance import SealedDice

PICKS = 40_000


def measure() -> list[Row]:
    dice = SealedDice(bytes(32), "bench")
    place = b"knobel pick\n1\nbench\n0\n12\n3\n4\n0"

    def bare() -> int:
        for _ in range(PICKS):
            hmac.digest(dice.seed, place, "sha256")
        return PICKS

    def picks() -> int:
        for turn in range(PICKS):
            dice.pick("0", turn, 1, 0, 6)
        return PICKS

    return [Row("sealed picks of a d6", rate(picks), "bare HMAC-SHA-256 calls", rate(bare))]
