"""Vectors of float32 as values inside compiled code.

Left to itself LLVM turns `row[l] = max(row[l], x)` into masked stores and guards short rows against overlap, which
costs a factor of 4 to 7. Here a row of `LANES` positions is loaded into registers as one value, combined there and
stored once, so there is nothing to guess.
"""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.extending import models, register_model

from knobel.compiled import operation
from knobel.solver.arrays.shape import LANES, UNIT


class _Row(types.Type):
    def __init__(self) -> None:
        super().__init__(name=f"Row{LANES}")


ROW = _Row()
_IR = ir.VectorType(ir.FloatType(), LANES)


@register_model(_Row)
class _RowModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _IR)  # type: ignore[no-untyped-call]


def _address(context: Any, builder: Any, kind: Any, array: Any, row: Any) -> Any:
    data = context.make_array(kind)(context, builder, array).data
    start = builder.gep(data, [builder.mul(row, ir.Constant(row.type, LANES))])
    return builder.bitcast(start, _IR.as_pointer())


@operation
def load(typing: Any, array: Any, row: Any) -> Any:  # noqa: ARG001
    """Row `row` of an array of shape (rows, LANES)."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = _address(context, builder, signature.args[0], args[0], args[1])
        return builder.load(place, align=4)

    return ROW(array, types.intp), build


@operation
def load_from(typing: Any, array: Any, start: Any) -> Any:  # noqa: ARG001
    """The numbers of a flat array from `start` on, as a row."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.load(builder.bitcast(builder.gep(data, [args[1]]), _IR.as_pointer()), align=4)

    return ROW(array, types.intp), build


@operation
def store(typing: Any, array: Any, row: Any, value: Any) -> Any:  # noqa: ARG001
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = _address(context, builder, signature.args[0], args[0], args[1])
        builder.store(args[2], place, align=4)
        return context.get_dummy_value()

    return types.void(array, types.intp, ROW), build


@operation
def at(typing: Any, array: Any, index: Any) -> Any:  # noqa: ARG001
    """An element of an array of whole numbers, without Python's reading of negative indices."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.sext(builder.load(builder.gep(data, [args[1]])), ir.IntType(64))

    return types.intp(array, types.intp), build


@operation
def number_at(typing: Any, array: Any, row: Any, lane: Any) -> Any:  # noqa: ARG001
    """One number of a row."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        index = builder.add(builder.mul(args[1], ir.Constant(args[1].type, LANES)), args[2])
        return builder.load(builder.gep(data, [index]))

    return types.float32(array, types.intp, types.intp), build


def _llvm(builder: Any, name: str, operands: int) -> Any:
    """An operation of LLVM on rows."""
    kind, insert = ir.FunctionType(_IR, [_IR] * operands), cast("Any", cgutils).get_or_insert_function
    return insert(builder.module, kind, f"llvm.{name}.v{LANES}f32")


def _spread(builder: Any, number: Any) -> Any:
    nothing = ir.Constant(_IR, ir.Undefined)
    one = builder.insert_element(nothing, number, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(one, nothing, ir.Constant(ir.VectorType(ir.IntType(32), LANES), None))


@operation
def splat(typing: Any, number: Any) -> Any:  # noqa: ARG001
    """The same number in every lane."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return _spread(builder, args[0])

    return ROW(types.float32), build


@operation
def add(typing: Any, one: Any, other: Any) -> Any:  # noqa: ARG001
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.fadd(*args)

    return ROW(ROW, ROW), build


@operation
def scale(typing: Any, one: Any, other: Any) -> Any:  # noqa: ARG001
    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.fmul(*args)

    return ROW(ROW, ROW), build


@operation
def share(typing: Any, total: Any, number: Any) -> Any:  # noqa: ARG001
    """`total` divided by a small whole number given as the float64 1/n. Multiplying by the rounded 1/n would shift
    all values the same way, and thirteen layers on that shows; the rest of 1/n as a second term sets it right."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        high = builder.fptrunc(args[1], ir.FloatType())
        low = builder.fptrunc(builder.fsub(args[1], builder.fpext(high, ir.DoubleType())), ir.FloatType())
        function = _llvm(builder, "fma", 3)
        return builder.call(function, (args[0], _spread(builder, high), builder.fmul(args[0], _spread(builder, low))))

    return ROW(ROW, types.float64), build


@operation
def larger(typing: Any, one: Any, other: Any) -> Any:  # noqa: ARG001
    """The greater of both in every lane. The flags say that there are no NaNs, so this is one `vmaxps`."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return _maximum(builder, *args)

    return ROW(ROW, ROW), build


@operation
def reaching(typing: Any, worth: Any, best: Any, one: Any, other: Any) -> Any:  # noqa: ARG001
    """`one` in the lanes where `worth` reaches `best`, `other` in the rest."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.select(builder.fcmp_ordered(">=", args[0], args[1]), args[2], args[3])

    return ROW(ROW, ROW, ROW, ROW), build


def _several(count: int, combine: Callable[[Any, list[Any]], Any]) -> Any:
    """An operation on `count` rows, unrolled. A list says where they start, in units and not in rows, counted from
    row `shift`: that spares the inner loops all arithmetic on addresses."""

    @operation
    def several(typing: Any, array: Any, shift: Any, indices: Any, first: Any) -> Any:  # noqa: ARG001
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array, shift, indices, first = args
            data = context.make_array(signature.args[0])(context, builder, array).data
            base = builder.gep(data, [builder.mul(shift, ir.Constant(shift.type, LANES))])
            base = builder.bitcast(base, ir.ArrayType(ir.FloatType(), UNIT).as_pointer())
            listed = builder.gep(context.make_array(signature.args[2])(context, builder, indices).data, [first])
            values = []
            for i in range(count):
                index = builder.load(builder.gep(listed, [ir.Constant(ir.IntType(64), i)]))
                place = builder.gep(base, [builder.zext(index, ir.IntType(64))])
                values.append(builder.load(builder.bitcast(place, _IR.as_pointer()), align=4))
            return combine(builder, values)

        return ROW(array, types.intp, indices, types.intp), build

    return several


def _pairwise(operation: Callable[[Any, Any, Any], Any]) -> Callable[[Any, list[Any]], Any]:
    """Combine as a tree, so that no step waits for a long chain."""

    def combine(builder: Any, values: list[Any]) -> Any:
        while len(values) > 1:
            pairs = [operation(builder, *values[i : i + 2]) for i in range(0, len(values) - 1, 2)]
            values = pairs + values[len(values) & ~1 :]
        return values[0]

    return combine


def _maximum(builder: Any, one: Any, other: Any) -> Any:
    return builder.call(_llvm(builder, "maxnum", 2), (one, other), fastmath=("nnan", "nsz"))


sum6 = _several(6, _pairwise(lambda builder, one, other: builder.fadd(one, other)))
row, max2, max3, max4, max5, max6 = (_several(count, _pairwise(_maximum)) for count in range(1, 7))


def rows(count: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Room for `count` rows that start at cache lines. Poisoned, so that a row nobody wrote shows up."""
    raw = np.empty(count * LANES + 16, np.float32)
    start = -(raw.ctypes.data // 4) % 16
    array = raw[start : start + count * LANES].reshape(count, LANES)
    array[:] = np.nan
    return array
