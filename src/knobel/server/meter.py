"""What happens on this server, counted as it happens: numbers only, no names and no matches.

Counting is adding to a number, so it costs nothing worth switching off. `metrics.py` shows the numbers to whoever
watches over the server.
"""

from bisect import bisect_left
from collections import Counter

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds


class Spread:
    """How long something took: how often up to each bound, and how long all of it together."""

    __slots__ = ("counts", "seconds")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)  # the last: longer than all bounds
        self.seconds = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds


class Meter:
    """All counts of this process, since it was started."""

    def __init__(self) -> None:
        self.actions = Spread()  # of clients, from their message until it is on disk and told
        self.own_changes = 0  # bots' moves, and what the server does by itself
        self.requests: Counter[int] = Counter()  # by status
        self.refused: Counter[tuple[str, str]] = Counter()  # by way (http, socket) and code
        self.closed: Counter[str] = Counter()  # sockets, by why: full, flood, slow
        self.store_errors: Counter[str] = Counter()  # by code
        self.archived = 0
        self.late = Spread()  # by how much the event loop came late to what was due


meter = Meter()
