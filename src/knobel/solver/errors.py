"""What can go wrong with solving, as leaves of the error tree.

KnobelError
├── NotSolvable     table/game       no score card, or one this solver cannot work on
├── NoTable         table/none       nothing solved yet
├── StaleTable      table/stale      made for other rules
├── TornTable       table/torn       damaged or cut short
├── ForeignTable    table/foreign    no table of this solver, or of another version
├── BusyTable       table/busy       another process is solving it
├── TooLittleMemory table/memory     the limit cannot be kept
└── NoCluster       table/cluster    the engine is not installed, or not there
"""

from knobel.errors import KnobelError


class NotSolvable(KnobelError, ValueError):
    code = "table/game"


class NoTable(KnobelError):
    code = "table/none"


class StaleTable(KnobelError):
    code = "table/stale"


class TornTable(KnobelError):
    code = "table/torn"


class ForeignTable(KnobelError):
    code = "table/foreign"


class BusyTable(KnobelError):
    code = "table/busy"


class TooLittleMemory(KnobelError):
    code = "table/memory"


class NoCluster(KnobelError):
    code = "table/cluster"
