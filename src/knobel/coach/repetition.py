"""When a position comes back: later and later while it is known, soon when it is not. FSRS decides, from its package.

What the scheduler knows of a position is kept as the JSON it writes itself.
"""

from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fsrs import Scheduler


class Scheduled(NamedTuple):
    card: str
    due: int  # seconds since 1970


@cache
def _scheduler() -> "Scheduler":
    from fsrs import Scheduler

    return Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)  # the same for everybody; whole days


def new_card(stamp: int) -> Scheduled:
    """A position that shall come back as soon as somebody trains."""
    from fsrs import Card

    moment = datetime.fromtimestamp(stamp, UTC)
    return Scheduled(Card(card_id=1, due=moment).to_json(), stamp)


def answered_card(card: str, right: bool, stamp: int) -> Scheduled:
    """When it comes back after that answer."""
    from fsrs import Card, Rating

    rating = Rating.Good if right else Rating.Again
    found, _ = _scheduler().review_card(Card.from_json(card), rating, datetime.fromtimestamp(stamp, UTC))
    return Scheduled(found.to_json(), int(found.due.timestamp()))
