"""Two more ways to compile, for code that hands many arrays from function to function."""

from knobel.bots.machine import Function, compiled


def compiled_bare(function: Function) -> Function:
    """For functions that make no arrays. Numba counts references whenever an array is handed on; not counting them
    makes a game of For One – Kniffel ten times faster, one of Number UP twice."""
    return compiled(function, _nrt=False)


def compiled_inline(function: Function) -> Function:
    """The same, written out wherever it is called: for the small steps of the innermost loops."""
    return compiled(function, _nrt=False, forceinline=True)
