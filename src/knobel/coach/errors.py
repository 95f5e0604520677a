"""What can go wrong with coaching, as leaves of the error tree.

KnobelError
├── NoAdvice          advice/none     nobody can say what moves of this game are worth
├── NoTrainer         trainer/none    no positions are kept of this game
├── NoPuzzle          trainer/puzzle  no position of that id
├── NoWhatIf          advice/what_if  the dice to come are not known
├── NothingChanged    advice/same     a house rule that changes nothing
└── NothingToDecide   advice/when     the position waits for dice, or for nothing
"""

from knobel.errors import KnobelError


class NoAdvice(KnobelError, ValueError):
    code = "advice/none"


class NoTrainer(KnobelError):
    code = "trainer/none"


class NoPuzzle(KnobelError):
    code = "trainer/puzzle"


class NoWhatIf(KnobelError):
    code = "advice/what_if"


class NothingChanged(KnobelError, ValueError):
    code = "advice/same"


class NothingToDecide(KnobelError, ValueError):
    code = "advice/when"
