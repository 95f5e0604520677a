"""What can go wrong with coaching, as leaves of the error tree.

KnobelError
└── NoRoundMedals   medals/none     no medals tell these players apart
"""

from knobel.errors import KnobelError


class NoRoundMedals(KnobelError):
    code = "medals/none"
