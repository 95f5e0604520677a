"""Timing by CPU seconds of this process, best of several runs: the machines are shared and noisy."""

from collections.abc import Callable
from dataclasses import dataclass
from time import process_time

RUNS = 5


@dataclass(frozen=True, slots=True)
class Row:
    what: str
    rate: float
    yardstick: str
    yardstick_rate: float

    @property
    def ratio(self) -> float:
        return self.rate / self.yardstick_rate

    def markdown(self) -> str:
        return f"| {self.what} | {self.rate:,.0f} | {self.yardstick} | {self.yardstick_rate:,.0f} | {self.ratio:.3g} |"

    def plain(self) -> str:
        return f"{self.what}: {self.rate:,.0f}/s, {self.ratio:.3g} of {self.yardstick} ({self.yardstick_rate:,.0f}/s)"


def rate(work: Callable[[], int]) -> float:
    """Units of work per CPU second; `work` says how many it did."""
    best = 0.0
    for _ in range(RUNS):
        begin = process_time()
        done = work()
        best = max(best, done / (process_time() - begin))
    return best
