"""Values that are made quickly are frozen dataclasses like all others."""

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, fields, replace

import pytest

from knobel.quick import quick


@quick
@dataclass(frozen=True, slots=True)
class Slotted:
    left: int
    right: tuple[int, ...] = ()


@quick
@dataclass(frozen=True)
class Open:
    left: int
    right: tuple[int, ...] = ()


@pytest.mark.parametrize("kind", [Slotted, Open])
def test_it_is_a_frozen_dataclass(kind: type[Slotted] | type[Open]) -> None:
    value = kind(1, right=(2,))
    assert type(value) is kind
    assert repr(value) == f"{kind.__name__}(left=1, right=(2,))"
    assert [field.name for field in fields(kind)] == ["left", "right"]
    assert kind(1).right == ()
    assert value == kind(1, (2,)) != kind(2, (2,))
    assert hash(value) == hash(kind(1, (2,)))
    assert replace(value, left=3) == kind(3, (2,))
    with pytest.raises(FrozenInstanceError):
        value.left = 2  # type: ignore[misc]
    with pytest.raises(TypeError):
        kind()  # type: ignore[call-arg]


@pytest.mark.parametrize("kind", [Slotted, Open])
def test_it_can_be_copied_and_sent(kind: type[Slotted] | type[Open]) -> None:
    value = kind(1, (2,))
    for same in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert same == value
        assert type(same) is kind
    match value:
        case Slotted(left, right) | Open(left, right):
            assert (left, right) == (1, (2,))


def test_only_plain_fields_can_be_written_so() -> None:
    with pytest.raises(AssertionError):

        @quick
        @dataclass(frozen=True)
        class Late:
            left: int

            def __post_init__(self) -> None: ...
