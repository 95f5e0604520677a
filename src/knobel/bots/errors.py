"""What can go wrong with players, as leaves of the error tree.

KnobelError
├── UnknownBot        bot/unknown     no bot of that name for this game
├── NoGreedyPlayer    player/greedy   an engine nobody plays greedily
├── NotLearned        cli/school      a game whose players do not learn
├── NoParameters      player/none     nothing learned for this level or house rule
├── StaleParameters   player/stale    learned on other rules
├── ForeignParameters player/foreign  damaged, or no parameters of this version
└── NoRoundMedals     medals/none     no medals tell these players apart
"""

from knobel.errors import KnobelError


class UnknownBot(KnobelError, ValueError):
    code = "bot/unknown"


class NoGreedyPlayer(KnobelError):
    code = "player/greedy"


class NotLearned(KnobelError, ValueError):
    code = "cli/school"  # as it has always been called


class NoParameters(KnobelError):
    code = "player/none"


class StaleParameters(KnobelError):
    code = "player/stale"


class ForeignParameters(KnobelError):
    code = "player/foreign"


class NoRoundMedals(KnobelError):
    code = "medals/none"
