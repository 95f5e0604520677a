"""The lattice of keeps: how large it is, and that its steps and odds are right."""

import pytest

from knobel.rules.boxes import D6, D10, Box, Die, Sheet
from knobel.rules.combinations import Total
from knobel.solver.arrays.dice import Lattice, Pools
from knobel.solver.arrays.scoring import SheetScoring
from tests.solver.solved import sheet_named


@pytest.mark.parametrize(
    ("name", "nodes", "rolls"),
    [("kniffel", 462, 252), ("maxi_yatzy", 924, 462), ("extreme", 5082, 2520), ("seven", 823_543, 279_936)],
)
def test_sizes(name: str, nodes: int, rolls: int) -> None:
    pools = Pools.of(sheet_named(name).dice)
    assert (pools.nodes, pools.outer.full * pools.inner.full) == (nodes, rolls)


@pytest.mark.parametrize(
    "lattice",
    [Lattice(((D6, 5),)), Lattice(((D6, 2), (D10, 1))), Lattice(((Die("loaded", (1, 1, 2)), 3),))],
    ids=["five d6", "two d6 and a d10", "three dice with a face twice"],
)
def test_odds_sum_to_one_and_agree_with_the_steps(lattice: Lattice) -> None:
    rolls = lattice.keeps[: lattice.full]
    assert sum(map(lattice.odds, rolls)) == pytest.approx(1, abs=1e-12)
    chance = dict.fromkeys(range(len(lattice.keeps)), 0.0)
    chance[len(lattice.keeps) - 1] = 1.0
    for node in range(len(lattice.keeps) - 1, lattice.full - 1, -1):  # down from the empty keep
        more = lattice.more(lattice.keeps[node])
        for child in more:
            chance[child] += chance[node] / len(more)
    assert [chance[i] for i in range(lattice.full)] == pytest.approx(list(map(lattice.odds, rolls)), abs=1e-12)


def test_taking_out_a_die_is_the_way_back() -> None:
    lattice = Lattice(((D6, 3), (D10, 1)))
    for keep in lattice.keeps[lattice.full :]:
        for child in lattice.more(keep):
            assert lattice.node[keep] in lattice.less(lattice.keeps[child])


@pytest.mark.parametrize("faces", [6, 50], ids=["in a machine word", "in more"])
def test_parts_show_the_roll_they_make_together(faces: int) -> None:
    """With fifty faces the number that stands for a roll takes more than 64 bits."""
    every = tuple(range(1, faces + 1))
    scoring = SheetScoring(Sheet(key="two", dice=(Die("die", every),) * 2, boxes=(Box("chance", Total()),), bonuses=()))
    parts = [[(face,) for face in every[::-1]], [(face,) for face in every]]
    for i, row in enumerate(scoring.shown(parts)):
        wanted = [tuple(sorted((*parts[0][i], *other))) for other in parts[1]]
        assert [scoring.rolls[roll].faces for roll in row] == wanted
