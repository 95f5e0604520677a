"""What can go wrong with coaching, as leaves of the error tree.

KnobelError
├── NoAdvice          advice/none     nobody can say what moves of this game are worth
├── NothingToDecide   advice/when     the position waits for dice, or for nothing
└── NoRoundMedals     medals/none     no medals tell these players apart
"""

from knobel.errors import KnobelError


class NoAdvice(KnobelError):
    code = "advice/none"


class NothingToDecide(KnobelError):
    code = "advice/when"


class NoRoundMedals(KnobelError):
    code = "medals/none"
