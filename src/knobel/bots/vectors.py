"""Sixteen numbers as one value inside compiled code: what networks need beyond the rows of the solver."""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types

from knobel.compiled import operation
from knobel.solver.arrays.shape import LANES
from knobel.solver.induction.lanes import ROW, add, larger, load, scale, splat, store

__all__ = ["LANES", "add", "add_to", "fma", "gated", "larger", "load", "scale", "splat", "store", "total"]

_IR = ir.VectorType(ir.FloatType(), LANES)


@operation
def fma(typing: Any, one: Any, other: Any, more: Any) -> Any:  # noqa: ARG001
    """one × other + more."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        return builder.fadd(builder.fmul(args[0], args[1], flags=("contract",)), args[2], flags=("contract",))

    return ROW(ROW, ROW, ROW), build


@operation
def total(typing: Any, row: Any) -> Any:  # noqa: ARG001
    """The sum of a row: halves upon halves."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        value, width = args[0], LANES
        while width > 1:
            width //= 2
            halves = []
            for start in (0, width):
                places = [ir.Constant(ir.IntType(32), start + i) for i in range(width)]
                picked = ir.Constant(ir.VectorType(ir.IntType(32), width), places)
                halves.append(builder.shuffle_vector(value, value, picked))
            value = builder.fadd(*halves)
        return builder.extract_element(value, ir.Constant(ir.IntType(32), 0))

    return types.float32(ROW), build


@operation
def gated(typing: Any, row: Any, gate: Any) -> Any:  # noqa: ARG001
    """`row` where `gate` is above zero, else 0: what passes a rectifier on the way back."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
        zero = ir.Constant(_IR, [ir.Constant(ir.FloatType(), 0.0)] * LANES)
        return builder.select(builder.fcmp_ordered(">", args[1], zero), args[0], zero)

    return ROW(ROW, ROW), build


@operation
def add_to(typing: Any, array: Any, row: Any, value: Any) -> Any:  # noqa: ARG001
    """Add to a row of an array of shape (rows, LANES)."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        start = builder.gep(data, [builder.mul(args[1], ir.Constant(args[1].type, LANES))])
        place = builder.bitcast(start, _IR.as_pointer())
        builder.store(builder.fadd(builder.load(place, align=4), args[2]), place, align=4)
        return context.get_dummy_value()

    return types.void(array, types.intp, ROW), build
