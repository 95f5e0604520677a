"""Work that takes a while, beside the event loop."""

import asyncio
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Value = TypeVar("Value")


async def aside(work: Callable[Arguments, Value], *args: Arguments.args, **named: Arguments.kwargs) -> Value:
    """Do what takes a while without keeping others waiting, where there are others and threads for it."""
    if sys.platform == "emscripten":
        return work(*args, **named)
    return await asyncio.to_thread(work, *args, **named)
