"""The solver without what only some systems have. The others cannot be tried here, so what they lack is hidden."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.errors import BusyTable
from knobel.solver.induction.files import TableFolder
from knobel.solver.induction.layers import default_threads, solve_on_disk
from tests.solver.test_tablefile import MARK, SMALL

ELSEWHERE = """
import mmap, os, sys
sys.modules["fcntl"] = None  # Windows
del mmap.MADV_DONTNEED
del os.sched_getaffinity  # neither there nor on macOS
sys.path.insert(0, {tests!r})

from pathlib import Path
from knobel.solver.arrays.process import DecisionProcess
from knobel.solver.errors import BusyTable
from knobel.solver.induction import layers
from knobel.solver.induction.files import TableFolder
from tests.solver.test_tablefile import MARK, SMALL, numbers

layers.PROGRAM = 399 << 20  # so that hardly any memory is left and pages have to be given back
process, folder = DecisionProcess(SMALL), TableFolder(Path({folder!r}), MARK)
layers.solve_on_disk(process, folder, layers.default_threads(), memory=400 << 20)
assert numbers(process, folder) == [layer.tolist() for layer in layers.solve_layers(process)]
with folder.locked():
    try:
        layers.solve_on_disk(process, TableFolder(folder.path, MARK))
    except BusyTable:
        print("busy")
folder.delete()
"""


def test_a_solve_where_posix_is_not(tmp_path: Path) -> None:
    folder = tmp_path / "small-abab"
    code = ELSEWHERE.format(tests=str(Path(__file__).parents[2]), folder=str(folder))
    run = subprocess.run((sys.executable, "-c", code), capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr
    assert run.stdout == "busy\n"
    assert not folder.exists()


def test_threads_where_the_system_does_not_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    assert default_threads() == 6
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert default_threads() == 1


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="only here the system says what is mapped")
@pytest.mark.parametrize("threads", [1, 2])
def test_no_layer_is_mapped_when_it_is_renamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    """Windows would refuse it."""
    replace, renamed = Path.replace, []

    def watched(self: Path, target: Path) -> Path:
        assert str(self) not in Path("/proc/self/maps").read_text()
        renamed.append(target)
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", watched)
    solve_on_disk(DecisionProcess(SMALL), TableFolder(tmp_path / "small-abab", MARK), threads)
    assert len(renamed) == len(SMALL.boxes) + 1


def test_a_table_whose_files_are_open_is_not_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As Windows answers; here an open file can be removed."""
    folder = TableFolder(tmp_path / "small-abab", MARK)
    solve_on_disk(DecisionProcess(SMALL), folder)

    def refused(self: Path) -> None:
        raise PermissionError(self)

    monkeypatch.setattr(Path, "unlink", refused)
    with pytest.raises(BusyTable):
        folder.delete()
