"""Timing by CPU seconds of this process, best of several runs: the machines are shared and noisy."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import process_time

RUNS = 5


@dataclass(frozen=True, slots=True)
class Row:
    """A rate beside another one of the same run."""

    what: str
    rate: float
    yardstick: str
    yardstick_rate: float

    @property
    def ratio(self) -> float:
        return self.rate / self.yardstick_rate

    def markdown(self) -> str:
        cells = (self.what, _number(self.rate), self.yardstick, _number(self.yardstick_rate), f"{self.ratio:.3g}")
        return f"| {' | '.join(cells)} |"

    def plain(self) -> str:
        yardstick = f"{self.yardstick} ({_number(self.yardstick_rate)}/s)"
        return f"{self.what}: {_number(self.rate)}/s, {self.ratio:.3g} of {yardstick}"


@dataclass(frozen=True, slots=True)
class Unmeasured:
    """A yardstick that could not be had on this machine, and why."""

    what: str
    rate: float
    yardstick: str
    why: str

    def markdown(self) -> str:
        return f"| {self.what} | {_number(self.rate)} | {self.yardstick} | not here: {self.why} | |"

    def plain(self) -> str:
        return f"{self.what}: {_number(self.rate)}/s; {self.yardstick} not measured: {self.why}"


@dataclass(frozen=True, slots=True)
class Bar:
    """A figure beside the bar set for it."""

    what: str
    measured: float
    bar: float
    unit: str
    at_most: bool = True

    @property
    def met(self) -> bool:
        return self.measured <= self.bar if self.at_most else self.measured >= self.bar

    def markdown(self) -> str:
        sign = "≤" if self.at_most else "≥"
        met = "met" if self.met else "**not met**"
        return f"| {self.what} | {_number(self.measured)} {self.unit} | {sign} {_number(self.bar)} | {met} |"

    def plain(self) -> str:
        sign, met = "≤" if self.at_most else "≥", "met" if self.met else "NOT met"
        return f"{self.what}: {_number(self.measured)} {self.unit}, bar {sign} {_number(self.bar)} {met}"


@dataclass(frozen=True, slots=True)
class Figure:
    """Numbers that nothing is asked of."""

    what: str
    measured: Sequence[float]
    unit: str

    def markdown(self) -> str:
        return f"| {self.what} | {', '.join(map(_number, self.measured))} {self.unit} |"

    def plain(self) -> str:
        return f"{self.what}: {', '.join(map(_number, self.measured))} {self.unit}"


Result = Row | Unmeasured | Bar | Figure


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def seconds(work: Callable[[], object], runs: int = RUNS, clock: Callable[[], float] = process_time) -> float:
    """CPU seconds of the best run; or seconds by another clock."""
    best = float("inf")
    for _ in range(runs):
        begin = clock()
        work()
        best = min(best, clock() - begin)
    return best


def rate(work: Callable[[], int], runs: int = RUNS) -> float:
    """Units of work per CPU second; `work` says how many it did."""
    best = 0.0
    for _ in range(runs):
        begin = process_time()
        done = work()
        best = max(best, done / (process_time() - begin))
    return best
