"""Garbage collection of a server: nearly everything it has lives as long as it does, or as long as a match is open.

A full collection looks at every object there is, and nobody is answered meanwhile. What is there before the first
request is frozen: never looked at again. Of the rest what is young is looked at often, all of it very rarely: cycles
here are few and small (connections that have ended).
"""

import gc

_YOUNG, _MIDDLE, _OLD = 20_000, 20, 100  # objects, then collections of the younger kind, before the next


def calm() -> None:
    """Once, when everything is loaded."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)
