"""Honest dice: the test is right about chance, notices what is loaded, and says nothing too early."""

from random import Random

import pytest

from knobel.coach.honest_dice import ALPHA, Verdict, added, chi_square_tail, distance, draws_needed, judged
from knobel.match.studies import DrawTally, uniform

D6 = (1, 2, 3, 4, 5, 6)


def thrown(luck: Random, draws: int, weights: tuple[float, ...] = (1,) * 6, *, kind: str = "d6") -> DrawTally:
    faces = tuple(range(1, len(weights) + 1))
    shown = luck.choices(faces, weights, k=draws)
    return uniform(kind, faces, tuple(shown.count(face) for face in faces), typed=False)


def test_for_dice_it_is_the_chi_square_of_every_textbook() -> None:
    tally = uniform("d6", D6, (20, 10, 12, 18, 15, 25), typed=False)
    statistic, freedom = distance(tally)
    assert freedom == 5
    assert statistic == pytest.approx(sum((count - 100 / 6) ** 2 / (100 / 6) for count in tally.counts))


@pytest.mark.parametrize(
    ("x", "freedom", "tail"), [(3.841459, 1, 0.05), (11.0705, 5, 0.05), (15.08627, 5, 0.01), (27.87716, 9, 0.001)]
)
def test_tails_are_those_of_the_tables(x: float, freedom: int, tail: float) -> None:
    assert chi_square_tail(x, freedom) == pytest.approx(tail, rel=1e-5)


def test_chance_alone_is_as_far_off_as_is_said() -> None:
    luck = Random(1)
    found = [chi_square_tail(*distance(thrown(luck, 600))) for _ in range(1500)]
    for share in (0.1, 0.3, 0.5, 0.8):
        assert sum(each < share for each in found) / len(found) == pytest.approx(share, abs=0.04)


def test_cards_without_putting_back_are_judged_by_their_own_spread() -> None:
    """Draws from a deck vary less than dice: who took them for dice would never see anything remarkable."""
    luck, found, as_dice = Random(2), [], []
    deck = [number for number in range(1, 6) for _ in range(4)]
    for _ in range(600):
        tallies = []
        for _ in range(5):
            left = list(deck)
            counts, expected, spread = [0] * 5, [0.0] * 5, [[0.0] * 5 for _ in range(5)]
            for _ in range(16):
                shares = [left.count(number) / len(left) for number in range(1, 6)]
                for i in range(5):
                    expected[i] += shares[i]
                    for j in range(5):
                        spread[i][j] += shares[i] * ((i == j) - shares[j])
                card = luck.choice(left)
                left.remove(card)
                counts[card - 1] += 1
            tallies.append(
                DrawTally("number", (1, 2, 3, 4, 5), False, tuple(counts), tuple(expected), tuple(map(tuple, spread)))
            )
        (tally,) = added(tallies)
        found.append(chi_square_tail(*distance(tally)))
        as_dice.append(chi_square_tail(*distance(uniform("number", tally.faces, tally.counts, typed=False))))
    assert sum(each < 0.2 for each in found) / len(found) == pytest.approx(0.2, abs=0.05)
    assert sum(each < 0.2 for each in as_dice) < sum(each < 0.2 for each in found) / 3


def test_a_loaded_die_is_noticed_as_soon_as_anything_is_said() -> None:
    luck, needed = Random(3), draws_needed(6)
    loaded = (4 / 3,) + ((6 - 4 / 3) / 5,) * 5
    noticed = [judged([thrown(luck, needed, loaded)])[0].verdict is Verdict.REMARKABLE for _ in range(300)]
    assert sum(noticed) / len(noticed) == pytest.approx(0.8, abs=0.08)
    (early,) = judged([thrown(luck, needed - 1, (9, 1, 1, 1, 1, 1))])
    assert (early.verdict, early.chance, early.one_in) == (Verdict.TOO_FEW, None, None)


def test_many_kinds_together_are_seldom_called_remarkable() -> None:
    luck = Random(4)
    pages = [judged([thrown(luck, 900, kind=f"kind {n}") for n in range(7)]) for _ in range(400)]
    alarms = sum(any(report.verdict is Verdict.REMARKABLE for report in page) for page in pages)
    assert alarms / len(pages) <= ALPHA + 0.015
    (report,) = judged([thrown(luck, 900)])
    assert all(each.low <= each.expected <= each.high for each in report.faces)


def test_decks_of_different_levels_add_up() -> None:
    small = uniform("number", (1, 2), (3, 5), typed=False)
    large = uniform("number", (1, 2, 3), (4, 4, 4), typed=False)
    (both,) = added([small, large])
    assert (both.faces, both.counts) == ((1, 2, 3), (7, 9, 4))
    assert both.expected == pytest.approx((8, 8, 4))
