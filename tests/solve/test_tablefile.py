"""Tables on disk: they resume after any stop with the same numbers, and anything that is not theirs is refused."""

from pathlib import Path

import pytest

from knobel.errors import KnobelError
from knobel.rules.boxes import Bonus, Box, Die, Sheet
from knobel.rules.combinations import Flat, Number, Same, Total
from knobel.solve.errors import BusyTable, ForeignTable, StaleTable, TooLittleMemory, TornTable
from knobel.solve.induct import Threads, solve_layers, solve_on_disk
from knobel.solve.problem import Problem
from knobel.solve.tablefile import Folder
from knobel.words import LANGUAGES
from tests.solve.solved import sheet_named

SMALL = Sheet(
    key="small",
    dice=(Die("three", (1, 2, 3)),) * 3,
    boxes=(Box("ones", Number(1)), Box("twos", Number(2)), Box("pair", Flat(9), Same(2)), Box("chance", Total())),
    bonuses=(Bonus(5, 7),),
)
MARK = "ab" * 32


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "small-abab", MARK)


def numbers(problem: Problem, folder: Folder) -> list[list[float]]:
    return [folder.read(layer, size).tolist() for layer, size in enumerate(problem.space.layer_sizes)]


def test_disk_and_memory_and_threads_agree_bit_for_bit(folder: Folder) -> None:
    problem = Problem(SMALL)
    solve_on_disk(problem, folder, threads=2, memory=400 << 20)
    assert numbers(problem, folder) == [layer.tolist() for layer in solve_layers(problem)]


def test_a_stopped_solve_goes_on_within_the_layer(folder: Folder) -> None:
    problem, done = Problem(SMALL), []

    class Stopping(Threads):
        def run(self, *args):  # type: ignore[no-untyped-def]
            for number in super().run(*args):
                done.append(number)
                yield number
                if len(done) == 5:
                    raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_on_disk(problem, folder, workers=Stopping(problem, 1))
    resumed: list[int] = []
    solve_on_disk(problem, folder, report=lambda state: resumed.append(state.resumed))
    assert resumed[-1] > 0
    assert numbers(problem, folder) == [layer.tolist() for layer in solve_layers(problem)]


@pytest.mark.parametrize("how", ["cut", "flip", "foreign", "stale", "other layer"])
def test_what_is_not_the_table_is_refused(folder: Folder, how: str) -> None:
    problem = Problem(SMALL)
    solve_on_disk(problem, folder)
    path, size = folder.file(2), problem.space.layer_sizes[2]
    content = bytearray(path.read_bytes())
    expected: type[KnobelError] = TornTable
    match how:
        case "cut":
            content = content[:-8]
        case "flip":
            content[-3] ^= 1
        case "foreign":
            content[:6] = b"\x00" * 6
            expected = ForeignTable
        case "stale":
            folder, expected = Folder(folder.path, "cd" * 32), StaleTable
        case "other layer":
            content = bytearray(folder.file(3).read_bytes())
    path.write_bytes(content)
    with pytest.raises(expected) as caught:
        folder.read(2, size)
    assert all("knobel solve --delete small-abab" in caught.value.say(lang) for lang in LANGUAGES)


def test_only_one_solves_at_a_time(folder: Folder) -> None:
    with folder.locked(), pytest.raises(BusyTable):
        solve_on_disk(Problem(SMALL), Folder(folder.path, MARK))


def test_too_little_memory_is_said(folder: Folder) -> None:
    with pytest.raises(TooLittleMemory):
        solve_on_disk(Problem(sheet_named("seven")), folder, memory=100 << 20)
