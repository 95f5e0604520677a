"""How much of everything a run takes: `make quick` a glimpse, `make test` a sample of what is alike, `make long` all.

A sample keeps every kind of check and, of a family of equal cases, members from all over it. Which ones is the same in
every run, so that what failed fails again.
"""

import os
from collections.abc import Sequence
from typing import TypeVar

Case = TypeVar("Case")
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "usual")
LONG = PROFILE == "long"


def sample(cases: Sequence[Case], every: int) -> Sequence[Case]:
    """The first of every so many; in the long profile all."""
    return cases if LONG else cases[::every]


def glimpse(cases: Sequence[Case], every: int) -> Sequence[Case]:
    """The first of every so many in `make quick`; else all."""
    return cases[::every] if PROFILE == "glance" else cases
