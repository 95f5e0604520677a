"""Everything that can go wrong at once, decided by a seed (`simulation.py`): nothing is lost, nobody is left behind.

`KNOBEL_SIMULATION=7` plays seed 7 alone, `KNOBEL_SIMULATION=7:2000` its first 2,000 steps.
"""

import os
from collections.abc import Callable, Sequence
from typing import Any, get_args

import pytest

from knobel.server.room import Room, Stages
from knobel.server.wire import Message
from knobel.server.work import Asked
from knobel.storage.store import Outcome, Step
from tests.server.simulation import HAPPENS, StepwiseStore, simulated
from tests.thoroughness import LONG

STEPS = 10_000 if LONG else 1_000
SEEDS = 200 if LONG else 2
_WANTED, _, _STEPS = os.environ.get("KNOBEL_SIMULATION", "").partition(":")


@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", [int(_WANTED)] if _WANTED else range(SEEDS))
def test_a_seed_is_played(seed: int) -> None:
    try:
        run = simulated(seed, int(_STEPS or STEPS))
    except BaseException:
        print(f"KNOBEL_SIMULATION={seed}:{_STEPS or STEPS} plays it again")
        raise
    assert set(HAPPENS) | {"lost", "twice"} == set(run.counted)
    assert len(run.events) > 20
    assert sum(len(device.answers) for device in run.devices) > 10


def test_a_run_is_its_seed() -> None:
    first, again, other = simulated(3, 300), simulated(3, 300), simulated(4, 300)
    assert first.trace == again.trace
    assert first.events == again.events
    assert first.trace != other.trace


def tells_first(store: StepwiseStore, steps: Sequence[Step], done: Callable[[Sequence[Outcome]], None]) -> None:
    """On disk is soon enough, somebody thought."""
    done([None] * len(steps))
    append(store, steps, lambda _: None)


def forgets_what_was_done(asked: Asked, room: Room) -> Stages[Step | None]:
    room.done.clear()
    return take(asked, room)


def hears_nothing(store: StepwiseStore, many: int) -> None:  # noqa: ARG001
    """Of what the other server writes."""
    store.news.clear()


append, take = StepwiseStore.append, Asked.take


@pytest.mark.parametrize(
    ("where", "name", "mistake"),
    [
        (StepwiseStore, "append", tells_first),
        (Asked, "take", forgets_what_was_done),
        (StepwiseStore, "listen", hears_nothing),
    ],
)
def test_a_server_that_makes_a_mistake_is_found_out(
    where: type, name: str, mistake: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, name, mistake)

    def goes_wrong(seed: int) -> bool:
        try:
            simulated(seed, 1000)
        except AssertionError:
            return True
        return False

    assert any(goes_wrong(seed) for seed in range(18))  # who goes along when overtaken makes up for much


def test_no_command_carries_a_time() -> None:
    """So it does not matter what a device's clock says."""
    fields = {name for kind in get_args(Message) for name in kind.__struct_fields__}
    assert fields == {
        *("id", "at", "seat", "move", "faces", "box", "points", "extra", "to", "source"),
        *("seed", "mask", "since", "before"),
    }
