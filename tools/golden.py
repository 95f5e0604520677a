"""Golden playthroughs: one whole match for each game of the registry, with every position it went through.

`make golden` rewrites them after a wanted change; the diff then shows what the change does to the games.
"""

from pathlib import Path
from random import Random

from knobel import Match, fold, format_match, format_position, parse_match
from knobel.match.log import Drew, Header
from tests.playing import EVERY_SPEC, random_match

FOLDER = Path(__file__).parents[1] / "tests" / "golden_games"
EARLIER = FOLDER / "earlier"  # as they were written before the rules of their level changed; never rewritten


def path(spec: str, folder: Path = FOLDER) -> Path:
    return folder / f"{spec.replace(':', '_level_')}.txt"


def render(match: Match) -> str:
    """The match file, then the position after every event of the seat that caused it."""
    lines = [format_match(match), "\n"]
    replay = Match.begin(match.header)
    for number, event in enumerate(match.events, start=1):
        replay = replay.step(event)
        seat = getattr(event, "seat", None)
        if seat is not None and (isinstance(event, Drew) or number % 3 == 0):
            lines.append(f"{number} {format_position(match.header.game, replay.state.cards[seat])}\n")
    return "".join(lines)


def match_part(text: str) -> str:
    return text.partition("\n\n")[0] + "\n\n" + text.partition("\n\n")[2].partition("\n\n")[0] + "\n"


def make(spec: str) -> str:
    match, _ = random_match(spec, Random(spec), undo=0.1)
    header = match.header
    fixed = Header(header.id, header.game, header.seats, header.commitment, "2026-01-01T00:00:00Z")
    return render(fold(fixed, match.events))


def replayed(text: str) -> str:
    return render(parse_match(match_part(text)))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for spec in EVERY_SPEC:
        path(spec).write_text(make(spec), encoding="utf-8", newline="\n")
