"""What can go wrong with coaching, as leaves of the error tree.

KnobelError
├── NoAdvice          advice/none     nobody can say what moves of this game are worth
└── NothingToDecide   advice/when     the position waits for dice, or for nothing
"""

from knobel.errors import KnobelError


class NoAdvice(KnobelError):
    code = "advice/none"


class NothingToDecide(KnobelError):
    code = "advice/when"
