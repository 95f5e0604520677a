"""What can go wrong, as a small tree. Every leaf has a stable code and a sentence in both languages.

    KnobelError
    ├── UnknownGame         game/unknown       no game of that name
    ├── BadRule             game/rule          no such house rule, or not a value it can have
    ├── BadSeating          match/seats        too few or too many players, games, …
    ├── SameName            match/names        two at one table with the same name
    ├── BadText                                something written that cannot be read
    │   ├── BadMove         text/move
    │   ├── BadDice         text/dice
    │   ├── BadPosition     text/position
    │   ├── BadMatch        text/match         with the line
    │   ├── BadSheet        text/sheet         with the file and the key
    │   └── BadBooklet      text/booklet       with the file, the level and the key
    ├── MoveRefused                            readable, but not now
    │   ├── IllegalMove     move/illegal
    │   ├── StaleMove       move/stale         somebody was faster
    │   ├── NotYourTurn     move/seat
    │   ├── NothingToUndo   move/undo
    │   ├── BotSeat         move/bot           a bot plays there
    │   ├── NoBot           move/person        a person plays there
    │   ├── WrongSource     move/source        real dice are not in use
    │   ├── DiceOfADay      move/day           the dice of a day's game are the same for everybody
    │   └── MatchOver       move/over
    ├── NoteRefused                            points written by hand that cannot stand
    │   ├── PointsImpossible note/points
    │   ├── NoSuchEntry     note/box
    │   └── NotBeforeThrow  note/when
    ├── DrawRefused         draw/refused       dice that these urns cannot show, or that nobody asked for
    ├── SealBroken          seal/broken        a draw, or the seed, does not fit the sealed promise
    ├── BadReceipt          receipt/form       text that is no receipt
    └── ReceiptBroken       receipt/broken     a match does not hold what a receipt was given for

`str(error)` is English; `error.say("de")` is German. Whatever is wrong with what was asked for is a ValueError too.
"""

from knobel.words import Text


class KnobelError(Exception):
    """Base of all errors of this package. `details` are the facts the sentence is made of."""

    code = "knobel"

    def __init__(self, **details: object) -> None:
        super().__init__(details)
        self.details = details

    def text(self) -> Text:
        return Text("errors." + self.code.replace("/", "."), self.details)

    def say(self, lang: str) -> str:
        return self.text().say(lang)

    def __str__(self) -> str:
        return self.say("en")

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.details)


def _rebuild(kind: type[KnobelError], details: dict[str, object]) -> KnobelError:
    return kind(**details)


class UnknownGame(KnobelError, ValueError):
    code = "game/unknown"


class BadRule(KnobelError, ValueError):
    code = "game/rule"


class BadSeating(KnobelError, ValueError):
    code = "match/seats"


class SameName(KnobelError, ValueError):
    code = "match/names"


class BadText(KnobelError, ValueError):
    code = "text"


class BadMove(BadText):
    code = "text/move"


class BadDice(BadText):
    code = "text/dice"


class BadPosition(BadText):
    code = "text/position"


class BadMatch(BadText):
    code = "text/match"


class BadSheet(BadText):
    code = "text/sheet"


class BadBooklet(BadText):
    code = "text/booklet"


class MoveRefused(KnobelError, ValueError):
    code = "move"


class IllegalMove(MoveRefused):
    code = "move/illegal"


class StaleMove(MoveRefused):
    code = "move/stale"


class NotYourTurn(MoveRefused):
    code = "move/seat"


class NothingToUndo(MoveRefused):
    code = "move/undo"


class BotSeat(MoveRefused):
    code = "move/bot"


class NoBot(MoveRefused):
    code = "move/person"


class WrongSource(MoveRefused):
    code = "move/source"


class DiceOfADay(MoveRefused):
    code = "move/day"


class MatchOver(MoveRefused):
    code = "move/over"


class DrawRefused(KnobelError, ValueError):
    code = "draw/refused"


class NoteRefused(KnobelError, ValueError):
    code = "note"


class PointsImpossible(NoteRefused):
    code = "note/points"


class NoSuchEntry(NoteRefused):
    code = "note/box"


class NotBeforeThrow(NoteRefused):
    code = "note/when"


class SealBroken(KnobelError, ValueError):
    code = "seal/broken"


class BadReceipt(KnobelError, ValueError):
    code = "receipt/form"


class ReceiptBroken(KnobelError, ValueError):
    code = "receipt/broken"
