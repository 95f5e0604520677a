"""The lines of a match: a decision and the dice that answered it. `event_lines` writes, `read_events` reads.

`A keep 11010 = 3 4` is a decision of the first seat and what the sealed dice showed; `~` stands before real dice.
"""

from collections.abc import Iterable, Iterator

from knobel.match.events import (
    Corrected,
    Drew,
    Event,
    Hinted,
    Noted,
    Played,
    Resealed,
    Revealed,
    Salted,
    Shifted,
    StoodIn,
    Switched,
    Undid,
)
from knobel.rules.core import Face, Move

SEAT_LETTERS = "ABCDEFGH"
_SIGNS = {"=": False, "~": True}  # before faces: from the seal, by hand


def format_faces(faces: Iterable[Face]) -> str:
    return " ".join(map(str, faces))


def parse_face(word: str) -> Face:
    """A die's number or a card; which faces are possible is for the rules to say."""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 4 else word


def event_lines(events: Iterable[Event]) -> Iterator[str]:
    """One line an event; a draw is written behind the decision that asked for it."""
    line: str | None = None
    before: Event | None = None
    for event in events:
        if isinstance(event, Drew) and isinstance(before, Played) and line is not None:
            yield f"{line} {_drawn(event)}"
            line = before = None
            continue
        if line is not None:
            yield line
        line, before = event_line(event), event
    if line is not None:
        yield line


def event_line(event: Event) -> str:
    """One event alone, as it is written when nothing follows it."""
    match event:
        case Played(seat, move):
            return f"{SEAT_LETTERS[seat]} {move}"
        case Undid(seat):
            return f"{SEAT_LETTERS[seat]} undo"
        case Salted(seat, seed):
            return f"{SEAT_LETTERS[seat]} salt {seed}"
        case Noted(seat, box, points, extra):
            return f"{SEAT_LETTERS[seat]} note {box} {points}" + (f" {extra}" if extra else "")
        case Corrected(seat, box, was, points, extra):
            return f"{SEAT_LETTERS[seat]} correct {box} {was} {points}" + (f" {extra}" if extra else "")
        case Shifted(seat, box, was, to, points, extra):
            return f"{SEAT_LETTERS[seat]} correct {box} {was} {to} {points}" + (f" {extra}" if extra else "")
        case Hinted(seat):
            return f"{SEAT_LETTERS[seat]} hints"
        case StoodIn(seat, bot):
            return f"{SEAT_LETTERS[seat]} {f'bot {bot}' if bot else 'back'}"
        case Switched(by_hand):
            return f"dice {'hand' if by_hand else 'app'}"
        case Resealed(commitment):
            return f"seal {commitment}"
        case Revealed(seed):
            return f"seed {seed}"
        case Drew(seat):
            return f"{SEAT_LETTERS[seat]} {_drawn(event)}"


def _drawn(event: Drew) -> str:
    return f"{'~' if event.by_hand else '='} {format_faces(event.faces)}"


def read_events(line: str) -> list[Event]:
    """The events of a line. ValueError if it is none, BadMove if what should be a move is none."""
    first, _, rest = line.partition(" ")
    if first == "seed":
        return [Revealed(rest)]
    if first == "seal":
        return [Resealed(rest)]
    if line in ("dice hand", "dice app"):
        return [Switched(line == "dice hand")]
    if first not in tuple(SEAT_LETTERS) or not rest:
        raise ValueError(line)
    seat = SEAT_LETTERS.index(first)
    match rest.split(" "):
        case ["undo"]:
            return [Undid(seat)]
        case ["hints"]:
            return [Hinted(seat)]
        case ["bot", bot]:
            return [StoodIn(seat, bot)]
        case ["back"]:
            return [StoodIn(seat, None)]
        case ["salt", seed]:
            return [Salted(seat, seed)]
        case ["note", box, points, *extra] if len(extra) < 2:
            return [Noted(seat, box, *map(_number, (points, *extra)))]
        case ["correct", box, was, points, *extra] if len(extra) < 2 and points.isdigit():
            return [Corrected(seat, box, *map(_number, (was, points, *extra)))]
        case ["correct", box, was, to, points, *extra] if len(extra) < 2 and not to.isdigit():
            return [Shifted(seat, box, _number(was), to, *map(_number, (points, *extra)))]
        case [("=" | "~") as sign, *faces]:
            return [Drew(seat, tuple(map(parse_face, faces)), _SIGNS[sign])]
    for mark, by_hand in _SIGNS.items():
        move, found, drawn = rest.partition(f" {mark} ")
        if found:
            return [Played(seat, Move.parse(move)), Drew(seat, tuple(map(parse_face, drawn.split(" "))), by_hand)]
    return [Played(seat, Move.parse(rest))]


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 5 and str(int(word)) == word):
        raise ValueError(word)
    return int(word)
