"""Tables on disk: they resume after any stop with the same numbers, and anything that is not theirs is refused."""

from pathlib import Path

import pytest

from knobel.errors import KnobelError
from knobel.rules.boxes import Bonus, Box, Die, Sheet
from knobel.rules.combinations import Flat, Number, Same, Total
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.errors import BusyTable, ForeignTable, StaleTable, TooLittleMemory, TornTable
from knobel.solver.induction.files import TableFolder
from knobel.solver.induction.layers import Threads, solve_layers, solve_on_disk
from knobel.words import LANGUAGES
from tests.solver.solved import sheet_named

SMALL = Sheet(
    key="small",
    dice=(Die("three", (1, 2, 3)),) * 3,
    boxes=(Box("ones", Number(1)), Box("twos", Number(2)), Box("pair", Flat(9), Same(2)), Box("chance", Total())),
    bonuses=(Bonus(5, 7),),
)
MARK = "ab" * 32


@pytest.fixture
def folder(tmp_path: Path) -> TableFolder:
    return TableFolder(tmp_path / "small-abab", MARK)


def numbers(process: DecisionProcess, folder: TableFolder) -> list[list[float]]:
    return [folder.read(layer, size).tolist() for layer, size in enumerate(process.space.layer_sizes)]


def test_disk_and_memory_and_threads_agree_bit_for_bit(folder: TableFolder) -> None:
    process = DecisionProcess(SMALL)
    solve_on_disk(process, folder, threads=2, memory=400 << 20)
    assert numbers(process, folder) == [layer.tolist() for layer in solve_layers(process)]


def test_a_stopped_solve_goes_on_within_the_layer(folder: TableFolder) -> None:
    process, done = DecisionProcess(SMALL), []

    class Stopping(Threads):
        def run(self, *args):  # type: ignore[no-untyped-def]
            for number in super().run(*args):
                done.append(number)
                yield number
                if len(done) == 5:
                    raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_on_disk(process, folder, workers=Stopping(process, 1))
    resumed: list[int] = []
    solve_on_disk(process, folder, report=lambda state: resumed.append(state.resumed))
    assert resumed[-1] > 0
    assert numbers(process, folder) == [layer.tolist() for layer in solve_layers(process)]


@pytest.mark.parametrize("how", ["cut", "flip", "foreign", "stale", "other layer"])
def test_what_is_not_the_table_is_refused(folder: TableFolder, how: str) -> None:
    process = DecisionProcess(SMALL)
    solve_on_disk(process, folder)
    path, size = folder.file(2), process.space.layer_sizes[2]
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
            folder, expected = TableFolder(folder.path, "cd" * 32), StaleTable
        case "other layer":
            content = bytearray(folder.file(3).read_bytes())
    path.write_bytes(content)
    with pytest.raises(expected) as caught:
        folder.read(2, size)
    assert all("knobel solve --delete small-abab" in caught.value.say(lang) for lang in LANGUAGES)


def test_only_one_solves_at_a_time(folder: TableFolder) -> None:
    with folder.locked(), pytest.raises(BusyTable):
        solve_on_disk(DecisionProcess(SMALL), TableFolder(folder.path, MARK))


def test_too_little_memory_is_said(folder: TableFolder) -> None:
    with pytest.raises(TooLittleMemory):
        solve_on_disk(DecisionProcess(sheet_named("seven")), folder, memory=100 << 20)
