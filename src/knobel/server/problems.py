"""Refusals as a client gets them: a stable code, a sentence in the reader's language, and what it is made of."""

from knobel.errors import KnobelError
from knobel.rules.views import plain
from knobel.server.told import Problem, TextOut
from knobel.words import LANGUAGES


class ServerError(KnobelError):
    code = "server"
    status = 500


class BadBody(ServerError):
    code, status = "server/body", 422


class NoMatch(ServerError):
    code, status = "server/match", 404


class NoPath(ServerError):
    code, status = "server/path", 404


class NoVersion(ServerError):
    code, status = "server/version", 404


class NoLevels(ServerError):
    code, status = "server/levels", 404


class NoResult(ServerError):
    code, status = "server/result", 404


class NoPerson(ServerError):
    code, status = "server/person", 404


class PersonTaken(ServerError):
    code, status = "server/person_taken", 409


class NoOwnCard(ServerError):
    code, status = "server/card", 404


class PlayedResult(ServerError):
    code, status = "server/played", 409


class BadPoints(ServerError):
    code, status = "server/points", 422


class NotYourSeat(ServerError):
    code, status = "server/seat", 403


class StillThere(ServerError):
    code, status = "server/there", 409


class OnlyWatching(ServerError):
    code, status = "server/watching", 403


class NotTheMaker(ServerError):
    code, status = "server/maker", 403


class UsedLink(ServerError):
    code, status = "server/link", 404


class UsedDeviceLink(ServerError):
    code, status = "server/device_link", 404


class SameDevice(ServerError):
    code, status = "server/same_device", 409


class OwnerHere(ServerError):
    code, status = "server/owner_here", 409


class NoFreeSeat(ServerError):
    code, status = "server/full_table", 409


class SealedElsewhere(ServerError):
    code, status = "server/seal", 409


class NoTextFile(ServerError):
    code, status = "server/file", 422


class MatchFull(ServerError):
    code, status = "server/long", 409


class BadMethod(ServerError):
    code, status = "server/method", 405


class ForeignOrigin(ServerError):
    code, status = "server/origin", 403


class TooLarge(ServerError):
    code, status = "server/size", 413


class TooFast(ServerError):
    code, status = "server/rate", 429


class Busy(ServerError):
    code, status = "server/busy", 503


class Stopping(ServerError):
    code, status = "server/stopping", 503


class StoreSilent(ServerError):
    code, status = "server/silent", 503


class Broken(ServerError):
    code, status = "server/broken", 500


_STATUS = {"move": 409, "seal": 409, "storage": 503, "knobel": 500}  # by the code's first word; all others are 422


def status_of(error: KnobelError) -> int:
    return error.status if isinstance(error, ServerError) else _STATUS.get(error.code.split("/")[0], 422)


def problem(error: KnobelError, lang: str) -> Problem:
    said = error.text()
    return Problem(error.code, said.say(lang), TextOut(said.key, plain(said.values)), status_of(error))


def language(wanted: str | None) -> str:
    """The first language of an Accept-Language header that we speak.

    >>> language("fr, de-AT;q=0.8, en;q=0.7"), language("de"), language(None)
    ('de', 'de', 'en')
    """
    ranked: list[tuple[float, int, str]] = []
    for part in (wanted or "")[:200].split(","):
        name, _, quality = part.partition(";q=")
        lang = name.strip().lower().split("-")[0]
        if lang in LANGUAGES:
            ranked.append((-_quality(quality), len(ranked), lang))
    return min(ranked)[2] if ranked else "en"


def _quality(word: str) -> float:
    try:
        return float(word or 1)
    except ValueError:
        return 0.0
