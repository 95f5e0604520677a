"""What the solver and the players compile with: no stale machine code, fair random numbers, an optimizer that works."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
import pytest

from knobel import compiled
from knobel.compiled import adam, begin, code_folder, fraction, pick, pick_from


def folder_after(package: Path, texts: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for `kernel.py` in a package of these sources."""
    monkeypatch.setattr(compiled, "_PACKAGE", package)
    for name, text in texts.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    code_folder.cache_clear()
    compiled._imported.cache_clear()
    compiled._module.cache_clear()
    return code_folder(package / "kernel.py")


def test_machine_code_of_changed_helpers_is_not_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba itself looks at the file of a function only, so helpers of helpers and constants have to count here."""
    sources = {
        "kernel.py": "from knobel.bots import (\n    helper,\n    MORE,\n)\nfrom knobel.solver.lanes import step\n",
        "bots/__init__.py": "MORE = 1\n",
        "bots/helper.py": "from knobel.rules.lines import POINTS, Line\nfrom knobel.rules.core import Move\n",
        "solver/lanes.py": "from knobel.solver import shape\n",
        "solver/shape.py": "WIDTH = 16\n",
        "rules/lines.py": "from knobel.rules.core import Move\nPOINTS = 20\n",
        "rules/core.py": "class Move: ...\n",
        "elsewhere.py": "WIDTH = 1\n",
    }
    before = folder_after(tmp_path, sources, monkeypatch)
    assert folder_after(tmp_path, sources, monkeypatch) == before
    for name, text in sources.items():
        found = folder_after(tmp_path, sources | {name: text + "# changed\n"}, monkeypatch)
        assert (found == before) == (name in ("elsewhere.py", "rules/core.py")), name


def test_machine_code_is_found_by_the_next_installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same source somewhere else: what was compiled for the first is not compiled again."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "compiled"))
    code = "from knobel.compiled import compiled\n\n@compiled\ndef double(x):\n    return 2 * x\n"
    found = []
    for number, place in enumerate(("one", "other")):
        source = tmp_path / place / "doubling.py"
        source.parent.mkdir()
        source.write_text(code)
        spec = spec_from_file_location("doubling", source)
        assert spec
        assert spec.loader
        module = module_from_spec(spec)
        monkeypatch.setitem(sys.modules, "doubling", module)
        spec.loader.exec_module(module)
        assert module.double(21 + number) == 42 + 2 * number
        found.append(sum(module.double.stats.cache_hits.values()))
    assert found == [0, 1]


def test_picks_are_the_same_everywhere_and_fair() -> None:
    stream, several = np.zeros(1, np.uint64), np.zeros(3, np.uint64)
    begin(stream, 7, 11)
    several[1] = stream[0]
    picked = [pick(stream, 6) for _ in range(6000)]
    assert [pick_from(several, 1, 6) for _ in range(6000)] == picked
    assert list(several) == [0, stream[0], 0]
    assert picked[:12] == [5, 4, 2, 0, 3, 2, 3, 3, 3, 0, 1, 4]
    times = np.bincount(picked)
    assert ((times - 1000) ** 2 / 1000).sum() < 15.1  # 1 in 100 by chance, and the seed is fixed


def test_picks_throw_away_what_would_favour_some() -> None:
    """Of three billion, the fractions that are thrown away are not few: nearly a third of all."""
    stream, many = np.zeros(1, np.uint64), 3_000_000_000
    picked = np.array([pick(stream, many) for _ in range(4000)])
    assert stream[0] != np.uint64(4000 * 0x9E3779B97F4A7C15 % 2**64)
    assert abs((picked < many // 2).mean() - 0.5) < 0.03


def test_fractions_fill_the_unit_interval() -> None:
    stream = np.zeros(1, np.uint64)
    begin(stream, 1, 2)
    found = np.array([fraction(stream) for _ in range(4000)])
    assert 0 <= found.min() < 0.01
    assert 0.99 < found.max() < 1
    assert abs(found.mean() - 0.5) < 0.02


def test_adam_goes_down_a_bowl() -> None:
    """As in the paper: the first step is as long as the rate in every direction, then it settles at the bottom."""
    bottom = np.array([3, -2, 0.5], np.float32)
    parameters, mean, square, gradient = np.zeros((4, 3), np.float32)
    for step in range(1, 2001):
        gradient += 2 * (parameters - bottom)
        adam(parameters, mean, square, gradient, 0, 3, step, 0.02, 0.5, 1e-8)
        assert not gradient.any()
        if step == 1:
            assert np.allclose(parameters, 0.02 * np.sign(bottom), rtol=1e-4)
    assert np.allclose(parameters, bottom, atol=1e-2)
    before = parameters.copy()
    gradient += 1
    adam(parameters, mean, square, gradient, 1, 2, 2001, 0.02, 0.5, 1e-8)
    assert (parameters != before).tolist() == [False, True, False]
    assert gradient.tolist() == [1, 0, 1]
