"""From what is stored to matches and back: a match of its records, the records of a match, the summary of either."""

import re
import secrets
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache

from knobel.errors import BadMatch, KnobelError
from knobel.match.chance import SEED_BYTES
from knobel.match.day import day_game_of
from knobel.match.events import Event
from knobel.match.host import Host
from knobel.match.lines import event_lines, read_events
from knobel.match.log import Match
from knobel.match.notation import format_match, parse_match
from knobel.match.records import scores_of
from knobel.match.results import of_match
from knobel.match.summary import Sitter, Summary, summary
from knobel.rules import digest, find_by_rules
from knobel.storage.days import day_ended
from knobel.storage.store import NewMatch, Step, StoredMatch
from knobel.words import text

ID_BYTES = 12  # 96 random bits: who has not been told an id does not find it
_ID = re.compile("[0-9a-f]{16,64}")
_RULES_LINE = 4  # of a match file


def fresh_id() -> str:
    return secrets.token_hex(ID_BYTES)


def events_of(stored: StoredMatch) -> Iterator[Event]:
    for step in stored.steps:
        for line in step.lines.split("\n"):
            yield from read_events(line)


def match_of(stored: StoredMatch) -> Match:
    match = parse_match(stored.header)
    for event in events_of(stored):
        match = match.step(event)
    return match


def host_of(stored: StoredMatch) -> Host:
    match = match_of(stored)
    return Host(match, match.seal(stored.seed))


def sealed_elsewhere(host: Host) -> bool:
    """Whether the secret of the seal in force is not known here: who goes on begins a new one (`Host.reseal`)."""
    return host.match.revealed is None and host.seal.commitment != host.match.promise


def new_record(host: Host, id: str | None = None, colours: str = "", rematch_of: str | None = None) -> NewMatch:
    """The record of a match, without its events. Unless another is named, it is found under the id of its seal."""
    match = host.match
    empty = format_match(Match.begin(match.header))
    return NewMatch(id or match.header.id, empty, colours, host.seal.seed.hex(), summary(match), rematch_of)


def step_of(
    before: int,
    match: Match,
    id: str,
    stamp: int,
    told: Summary | None,
    command: str | None = None,
    *,
    scored: bool = False,
) -> Step:
    """The record of all that has happened since version `before`; `scored` if a game has ended or was corrected."""
    result = of_match(match, stamp) if match.revealed is not None else None
    if result and match.header.of_a_day:
        result = replace(result, id=id)  # many matches have that header's id, and each has a line of its own
    scores = tuple(replace(score, match=id) for score in scores_of(match, stamp)) if scored else None
    lines = "\n".join(event_lines(match.events.since(before)))
    return Step(id, before, lines, command, stamp, told, result, scores, day_ended(match))


def from_elsewhere(match: Match, seed: str | None, id: str | None, stamp: int) -> tuple[NewMatch, Step | None]:
    """The records of a match that comes from a file. Whoever goes on without its secret gets a new seal, made now.

    Its result was entered where it was played, so here it enters no booklet.
    """
    of_a_day = day_game_of(match.header)
    own = of_a_day.seed if of_a_day else secrets.token_bytes(SEED_BYTES)  # that of a day's game is known everywhere
    known = seed or match.revealed or own.hex()
    host = Host(match, match.seal(known))
    address = id or (match.header.id if _ID.fullmatch(match.header.id) else fresh_id())
    colours = " ".join([""] * len(match.header.seats))
    lines = "\n".join(event_lines(match.events))
    return new_record(host, address, colours), Step(address, 0, lines, None, stamp) if lines else None


def begun_at(match: Match) -> int:
    """When a match was begun, as far as its file says so in a way that can be understood; now, if it does not."""
    try:
        return int(datetime.fromisoformat(match.header.created).timestamp())
    except (ValueError, OverflowError, OSError):
        return int(datetime.now(UTC).timestamp())


def stored_summary(stored: StoredMatch) -> Summary:
    """The summary of a match that was stored without one; of one that cannot be read, what its header says."""
    try:
        return summary(match_of(stored))
    except (KnobelError, ValueError):
        return _of_header(stored)


def _of_header(stored: StoredMatch) -> Summary:
    lines = (line.rpartition(" #")[0].partition(": ") for line in stored.header.split("\n"))
    fields = {name: value for name, found, value in lines if found}
    spec = fields.get("game", "")
    seats = (fields[letter].partition(" ") for letter in sorted(fields) if len(letter) == 1)
    return Summary(
        id=fields.get("id", stored.id),
        created=fields.get("created", ""),
        spec=spec,
        key=re.split("[:+]", spec)[0],
        rules=fields.get("rules", ""),
        own="sheet" in fields,
        seats=tuple(Sitter(name, kind.partition(":")[2] or None) for kind, _, name in seats),
    )


def check_rules(told: Summary) -> None:
    """Refuse a match that cannot be opened, as far as that is known without opening it: its rules are others today."""
    if not told.own and _found_rules(told.spec, told.rules) != told.rules:
        raise BadMatch(line=_RULES_LINE, problem=text("match.rules", game=told.spec))


@lru_cache(1000)
def _found_rules(spec: str, rules: str) -> str:
    """Those rules, if some version of the game has them; else those it has today."""
    return digest(find_by_rules(spec, rules))
