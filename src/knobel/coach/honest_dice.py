"""Whether dice show what chance lets one expect: counts, the range that is to be expected, and one of three verdicts.

The test is Pearson's: how far all faces together are from what was to be expected, measured by their covariance. For
dice that is the chi-square of every textbook; cards drawn without putting back have a covariance of their own
(`match/studies.py`), and the same statistic. Nothing is judged before there are enough draws to notice a die that shows
one number a third more often. Several kinds of dice are several tests: Holm's correction keeps the chance that any of
them is called remarkable, while nothing is, at one in a hundred. No verdict says that dice are fair: no count could.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from math import erfc, exp, lgamma, log, sqrt

from knobel.match.studies import DrawTally
from knobel.rules.core import Face

ALPHA = 0.01  # how often something is called remarkable on a page where nothing is
POWER = 0.8  # how surely a loaded die would be noticed before anything is said
LOADED = 1 / 3  # how much more often such a die shows one number
OUTSIDE = 0.05  # how often any face lies outside its range where nothing is remarkable


class Verdict(StrEnum):
    TOO_FEW = "too_few"
    UNREMARKABLE = "unremarkable"
    REMARKABLE = "remarkable"


@dataclass(frozen=True, slots=True)
class FaceCount:
    face: Face
    count: int
    expected: float
    low: int  # the range that all faces lie in, nineteen times out of twenty
    high: int


@dataclass(frozen=True, slots=True)
class DiceReport:
    """All dice of one kind, the app's or typed ones."""

    kind: str
    typed: bool
    draws: int
    needed: int  # draws before anything is said
    faces: tuple[FaceCount, ...]
    verdict: Verdict
    chance: float | None = None  # that chance alone is as far off, or farther; None while there are too few

    @property
    def one_in(self) -> int | None:
        """To how many people who have drawn as often it happens once."""
        return None if self.chance is None else max(1, round(1 / max(self.chance, 1e-9)))


def added(tallies: Iterable[DrawTally]) -> list[DrawTally]:
    """The tallies of many matches as one for each kind."""
    found: dict[tuple[str, bool], DrawTally] = {}
    for tally in tallies:
        key = (tally.kind, tally.typed)
        found[key] = _sum(found[key], tally) if key in found else tally
    return [found[key] for key in sorted(found, key=lambda key: (key[1], key[0]))]


def _sum(one: DrawTally, other: DrawTally) -> DrawTally:
    faces = one.faces
    if other.faces != faces:  # decks of different levels
        faces = tuple(sorted({*one.faces, *other.faces}, key=lambda face: (isinstance(face, str), face)))
        one, other = _over(one, faces), _over(other, faces)
    size = range(len(faces))
    return replace(
        one,
        counts=tuple([one.counts[i] + other.counts[i] for i in size]),
        expected=tuple([one.expected[i] + other.expected[i] for i in size]),
        spread=tuple([tuple([one.spread[i][j] + other.spread[i][j] for j in size]) for i in size]),
    )


def _over(tally: DrawTally, faces: tuple[Face, ...]) -> DrawTally:
    """The same tally with faces among its own that never could come."""
    at = [tally.faces.index(face) if face in tally.faces else None for face in faces]
    return replace(
        tally,
        faces=faces,
        counts=tuple([0 if i is None else tally.counts[i] for i in at]),
        expected=tuple([0.0 if i is None else tally.expected[i] for i in at]),
        spread=tuple([tuple([0.0 if None in (i, j) else tally.spread[i or 0][j or 0] for j in at]) for i in at]),
    )


def judged(tallies: Sequence[DrawTally]) -> list[DiceReport]:
    """A report for each kind, judged together."""
    reports = [_report(tally) for tally in tallies]
    remarkable = _holm([report.chance for report in reports])
    return [replace(report, verdict=_verdict(report, i in remarkable)) for i, report in enumerate(reports)]


def _report(tally: DrawTally) -> DiceReport:
    size = len(tally.faces)
    needed = draws_needed(size)
    # Cards drawn without putting back say more than as many dice: count what they are worth.
    worth = size / (size - 1) * sum(tally.spread[i][i] for i in range(size)) if size > 1 else 0
    statistic, freedom = distance(tally)
    z = normal_quantile(1 - OUTSIDE / size / 2)
    return DiceReport(
        tally.kind,
        tally.typed,
        tally.draws,
        needed,
        tuple(_face(tally, i, z) for i in range(size)),
        Verdict.UNREMARKABLE,
        chi_square_tail(statistic, freedom) if worth >= needed and freedom else None,
    )


def _face(tally: DrawTally, i: int, z: float) -> FaceCount:
    expected, sd = tally.expected[i], sqrt(max(tally.spread[i][i], 0.0))
    low, high = max(0, int(expected - z * sd + 0.5)), int(expected + z * sd + 0.5)
    return FaceCount(tally.faces[i], tally.counts[i], expected, low, high)


def _verdict(report: DiceReport, remarkable: bool) -> Verdict:
    if report.chance is None:
        return Verdict.TOO_FEW
    return Verdict.REMARKABLE if remarkable else Verdict.UNREMARKABLE


def _holm(chances: Sequence[float | None]) -> set[int]:
    """Which of several tests are remarkable when all are looked at together."""
    tested = sorted((chance, i) for i, chance in enumerate(chances) if chance is not None)
    found = set()
    for done, (chance, i) in enumerate(tested):
        if chance >= ALPHA / (len(tested) - done):
            break
        found.add(i)
    return found


def distance(tally: DrawTally) -> tuple[float, int]:
    """How far the counts are from what was to be expected, squared and in units of their covariance, and in how many
    independent directions: the faces add up, so one fewer than there are."""
    size = len(tally.faces)
    rows = [[*tally.spread[i][:-1], tally.counts[i] - tally.expected[i]] for i in range(size - 1)]
    off = [row[-1] for row in rows]
    freedom = 0
    for i in range(size - 1):  # a positive matrix: no rows have to be swapped
        if rows[i][i] < 1e-9:
            rows[i] = [0.0] * size
            continue
        freedom += 1
        for j in range(size - 1):
            if j != i and rows[j][i]:
                factor = rows[j][i] / rows[i][i]
                rows[j] = [one - factor * other for one, other in zip(rows[j], rows[i], strict=True)]
    solved = [row[-1] / row[i] if row[i] else 0.0 for i, row in enumerate(rows)]
    return max(0.0, sum(one * other for one, other in zip(off, solved, strict=True))), freedom


@cache
def draws_needed(faces: int) -> int:
    """Draws after which a die that shows one number a third more often is noticed four times out of five.

    >>> draws_needed(6), draws_needed(10)
    (804, 1736)
    """
    if faces < 2:
        return 0
    freedom = faces - 1
    edge = _bisected(lambda x: ALPHA - chi_square_tail(x, freedom), 0, 200)
    needed = _bisected(lambda shift: _shifted_tail(edge, freedom, shift) - POWER, 0, 200)
    return round(needed * freedom / LOADED**2)


def _shifted_tail(x: float, freedom: int, shift: float) -> float:
    """The tail of the chi-square distribution that a loaded die has: a mixture of plain ones."""
    half, term, total = shift / 2, exp(-shift / 2), 0.0
    for j in range(400):
        total += term * chi_square_tail(x, freedom + 2 * j)
        term *= half / (j + 1)
    return total


def _bisected(rising: Callable[[float], float], low: float, high: float) -> float:
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < 0 else (low, middle)
    return (low + high) / 2


def chi_square_tail(x: float, freedom: int) -> float:
    """The chance of a chi-square of at least `x`.

    >>> round(chi_square_tail(11.0705, 5), 5), round(chi_square_tail(21.666, 9), 5)
    (0.05, 0.01)
    """
    if freedom <= 0:
        return 1.0
    a, half = freedom / 2, x / 2
    if half <= 0:
        return 1.0
    scale = exp(-half + a * log(half) - lgamma(a))
    if half < a + 1:  # the other side, as a series
        term = total = 1 / a
        k = a
        while abs(term) > 1e-16 * abs(total):
            k += 1
            term *= half / k
            total += term
        return max(0.0, 1 - total * scale)
    # A continued fraction (Lentz).
    tiny = 1e-300
    b = half + 1 - a
    c, d = 1 / tiny, 1 / b
    found = d
    for i in range(1, 1000):
        step = -i * (i - a)
        b += 2
        d = 1 / ((step * d + b) or tiny)
        c = (b + step / c) or tiny
        found *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return scale * found


def normal_tail(z: float) -> float:
    """The chance of at least `z` standard deviations."""
    return erfc(z / sqrt(2)) / 2


def normal_quantile(share: float) -> float:
    """
    >>> round(normal_quantile(0.975), 4)
    1.96
    """
    return _bisected(lambda z: 1 - normal_tail(z) - share, -10, 10)
