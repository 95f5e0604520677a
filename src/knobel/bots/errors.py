"""What can go wrong with learned players, as leaves of the error tree.

KnobelError
├── NoParameters      player/none     nothing learned for this level or house rule
├── StaleParameters   player/stale    learned on other rules
└── ForeignParameters player/foreign  damaged, or no parameters of this version
"""

from knobel.errors import KnobelError


class NoParameters(KnobelError):
    code = "player/none"


class StaleParameters(KnobelError):
    code = "player/stale"


class ForeignParameters(KnobelError):
    code = "player/foreign"
