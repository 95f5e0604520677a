"""Receipts: how far a match had come and what it held then, in a line short enough to keep.

Every event is chained to all before it by SHA-256, beginning with what names the match; a receipt is a version and the
first digits of the chain there, `57:9f2c41d0a8b37e15`. Whoever keeps the last one they were given can show of any copy
of the match, years later, that nothing in it was changed or left out since: `check_receipt`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from knobel.errors import BadReceipt, ReceiptBroken
from knobel.match.events import Event, Header
from knobel.match.lines import event_line
from knobel.match.log import Match
from knobel.rules import digest

VERSION = 1
_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Receipt:
    version: int
    mark: str

    def __str__(self) -> str:
        return f"{self.version}:{self.mark}"

    @classmethod
    def parse(cls, text: str) -> "Receipt":
        """
        >>> Receipt.parse("57:9f2c41d0a8b37e15").version
        57
        """
        version, _, mark = text.strip().partition(":")
        if not (version.isascii() and version.isdigit() and len(version) < 7 and len(mark) == _DIGITS):
            raise BadReceipt(value=text[:40])
        if set(mark) - set("0123456789abcdef"):
            raise BadReceipt(value=text[:40])
        return cls(int(version), mark)


def first_link(header: Header) -> str:
    """The chain before the first event: which match it is, by which rules, and the promise of its dice."""
    return _link("knobel chain", str(VERSION), header.id, digest(header.game), header.commitment)


def chained(link: str, events: Iterable[Event]) -> str:
    """The chain after these events, from the link before them."""
    for event in events:
        link = _link(link, event_line(event))
    return link


def _link(*parts: str) -> str:
    return sha256("\n".join(parts).encode()).hexdigest()


def mark(link: str) -> str:
    """What a receipt shows of a link."""
    return link[:_DIGITS]


def receipt(match: Match, version: int | None = None) -> Receipt:
    """What is to be kept of a match as it stands, or as it stood at an earlier version."""
    version = match.version if version is None else version
    return Receipt(version, mark(chained(first_link(match.header), match.events[:version])))


def check_receipt(match: Match, kept: Receipt) -> None:
    """Refuse a match that does not hold all that the receipt was given for."""
    if kept.version > match.version or receipt(match, kept.version) != kept:
        raise ReceiptBroken(receipt=str(kept), n=kept.version, version=match.version)
