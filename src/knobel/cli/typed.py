"""What a player may type, and the moves it means.

Numbers name faces while dice can still be thrown (`5 5 6`), and positions behind a `#` (`#1 #2`); a box is entered
with `e 9`, `e full` or just its name. Once no throw is left, a number alone is a box. `?` explains all this to
players; this module is where it is decided.
"""

import re
from collections import Counter
from typing import Any

from knobel.cli.failures import Misread
from knobel.cli.names import find, forms, split_verb
from knobel.cli.speech import Words
from knobel.match.lines import parse_face
from knobel.rules.core import Decide, Draw, Face, Game, Move, move
from knobel.rules.forone import ForOne
from knobel.rules.numberup import Layout, NumberUp
from knobel.rules.rows import WAITING, YELLOW, RowsCard
from knobel.rules.sheetgame import Card, SheetGame
from knobel.words import LANGUAGES, text

_NUMBERS = re.compile(r"[\d#,;\s]+")


def moves_of(line: str, game: Game[Any], card: Any, words: Words) -> tuple[Move, ...]:
    """The moves a line means in this position. Misread if it means none; the rules may still refuse them."""
    if isinstance(game, SheetGame):
        return (_pad(line, game, card, words),)
    if isinstance(game, ForOne):
        return tuple(_rows(line, game, card, words))
    assert isinstance(game, NumberUp)
    return (_grid(line, game, card, words),)


def _pad(line: str, game: SheetGame, card: Card, words: Words) -> Move:
    verb, rest = split_verb(line)
    if not card.dice:
        if line and verb not in ("roll", "next"):
            raise Misread(text("terminal.misread.roll_first"))
        return move("roll")
    again = game.again(card)
    if verb is None and _NUMBERS.fullmatch(line) and line:
        if again == "keep":
            verb = "keep"
        elif len(re.findall(r"\d+", line)) == 1 and "#" not in line:
            verb = "enter"
        else:
            raise Misread(text("terminal.misread.chip" if again else "terminal.misread.no_throw"))
    match verb:
        case "keep" | "roll" | "chip":
            return _throw(verb, rest, game, card)
        case "enter" | "strike":
            return _entry(verb, rest, game, card, words)
        case None if line:
            return _entry("enter", line, game, card, words)
    raise Misread(text("terminal.misread.moment"))


def _throw(verb: str, rest: str, game: SheetGame, card: Card) -> Move:
    again = game.again(card)
    if again is None:
        raise Misread(text("terminal.misread.no_throw"))
    if (again == "chip") != (verb == "chip"):
        raise Misread(text("terminal.misread.chip" if again == "chip" else "terminal.misread.chip_later"))
    if rest and not _NUMBERS.fullmatch(rest):
        raise Misread(text("terminal.misread.faces", word=rest[:30]))
    named = dice_named(rest, game, card)
    kept = set(range(len(card.dice))) - named if verb == "roll" and rest else named
    return move(again, "".join(str(int(die in kept)) for die in range(len(card.dice))))


def dice_named(words: str, game: SheetGame, card: Card) -> set[int]:
    """The dice of those faces, or behind a `#` of those positions."""
    single = all(face < 10 for die in game.sheet.dice for face in die.faces)
    found = re.findall(r"\d" if single or "#" in words else r"\d{1,3}", words)
    numbers = [int(number) for number in found]
    if "#" in words:
        for number in numbers:
            if not 1 <= number <= len(card.dice):
                raise Misread(text("terminal.misread.position", n=number, most=len(card.dice)))
        return {number - 1 for number in numbers}
    chosen: set[int] = set()
    for face, wanted in Counter(numbers).items():
        showing = [die for die, shown in enumerate(card.dice) if shown == face]
        if wanted > len(showing):
            raise Misread(text("terminal.misread.not_shown", face=face, wanted=wanted, n=len(showing)))
        if wanted < len(showing) and len({game.sheet.dice[die].kind for die in showing}) > 1:
            places = [f"#{die + 1}" for die in showing]
            raise Misread(text("terminal.misread.unlike", face=face, places=places))
        chosen.update(showing[:wanted])
    return chosen


def _entry(verb: str, name: str, game: SheetGame, card: Card, words: Words) -> Move:
    if not name:
        raise Misread(text("terminal.misread.which_box"))
    boxes = game.sheet.boxes
    free = [box.key for box, points in zip(boxes, card.written, strict=True) if points is None]
    key = find(name, [(box.key, box.name.say(words.lang)) for box in boxes], free, "box")
    if verb == "strike" and key in free:
        entry = game.entries(card).get(game.sheet.index(key))
        if entry and not entry.points and not entry.extra:
            verb = "enter"  # it brings nothing anyway
        elif not game.sheet.strike_at_will:
            raise Misread(text("terminal.misread.no_strike"))
    return move(verb, key)


def _rows(line: str, game: ForOne, table: RowsCard, words: Words) -> list[Move]:
    node = game.node(table)
    assert isinstance(node, Decide)
    if not line:
        return _rows_default(game, table, node)
    moves: list[Move] = []
    for part in filter(None, (part.strip() for part in re.split("[,;]", line))):
        verb, rest = split_verb(part)
        if verb is None and not table.placing:
            verb = moves[-1].verb if moves and moves[-1].verb == "score" else None
        moves.extend(_rows_part(verb, rest, game, table, words))
    if not moves:
        raise Misread(text("terminal.misread.moment"))
    return moves


def _rows_default(game: ForOne, table: RowsCard, node: Decide) -> list[Move]:
    """Enter alone does what has to be done, or goes on; it never gives anything up."""
    if table.placing and all(legal.verb == "leave" for legal in node.moves):
        return [move("leave", die) for die in (*table.waiting, *_yellow(table))]
    if table.placing:
        raise Misread(text("terminal.misread.place_first"))
    if must := game.must_score(table):
        return [move("score", game.rows[i].key) for i in must]
    if move("roll") in node.moves:
        return [move("roll")]
    raise Misread(text("terminal.misread.say_end" if move("end") in node.moves else "terminal.misread.score_one"))


def _yellow(table: RowsCard) -> list[str]:
    """The yellow die, as moves name it, if it waits."""
    return [f"{YELLOW}{table.shows}"] if table.yellow == WAITING else []


def _dice_typed(words: str, table: RowsCard) -> list[str]:
    """The dice named there: `4`, or `y4` (`g4`) for the yellow one, also meant where no white die shows it."""
    dice = []
    for mark, face in re.findall(r"([yg]?)([1-6])", words):
        yellow = mark or (int(face) not in table.waiting and f"{YELLOW}{face}" in _yellow(table))
        dice.append(f"{YELLOW}{face}" if yellow else face)
    return dice


def _rows_part(verb: str | None, rest: str, game: ForOne, table: RowsCard, words: Words) -> list[Move]:
    rows = [(row.key, row.name.say(words.lang)) for row in game.rows]
    free = [row.key for row, scored in zip(game.rows, table.scored, strict=True) if scored is None]
    match verb:
        case "roll" | "end":
            return [move(verb)]
        case "score" if rest:
            numbered = all(word.isdigit() for word in rest.split())
            return [move("score", find(name, rows, free, "row")) for name in (rest.split() if numbered else [rest])]
        case "leave" if re.fullmatch(r"[yg]?[1-6](\s*[yg]?[1-6])*", rest):
            return [move("leave", die) for die in _dice_typed(rest, table)]
        case "put" | None:
            placing = re.fullmatch(r"((?:[yg]?[1-6][\s>:=]+)+)(.+)", rest)
            if placing:
                key = find(placing.group(2), rows, free, "row")
                return [move("put", die, key) for die in _dice_typed(placing.group(1), table)]
    raise Misread(text("terminal.misread.place" if table.placing else "terminal.misread.score"))


def _grid(line: str, game: NumberUp, layout: Layout, words: Words) -> Move:
    verb, rest = split_verb(line)
    if game.node(layout) == Decide((move("draw"),)):
        if line and verb not in ("roll", "next"):
            raise Misread(text("terminal.misread.draw_first"))
        return move("draw")
    several = game.plan.hand > 1
    if verb == "leave":
        return move("discard", *([_held(rest, layout, words)] if several else ()))
    placing = re.fullmatch(r"(.*?)\s*(?:([a-z])\s*(\d{1,2})|(\d{1,2})([a-z]))", line.strip().casefold(), re.ASCII)
    if not placing or bool(placing.group(1)) != several:
        raise Misread(text("terminal.misread.hand_cell" if several else "terminal.misread.cell"))
    cell = f"{placing.group(2) or placing.group(5)}{placing.group(3) or placing.group(4)}"
    return move("place", cell, *([_held(placing.group(1), layout, words)] if several else ()))


def _held(word: str, layout: Layout, words: Words) -> str:
    """A card in hand: its number there, or the card itself."""
    if re.fullmatch(r"#?\d", word):
        place = int(word[-1])
        if not 1 <= place <= len(layout.hand):
            raise Misread(text("terminal.misread.hand_number", n=place, most=len(layout.hand)))
        return layout.hand[place - 1]
    return _card(word, words)


def faces_of(line: str, node: Draw, words: Words) -> tuple[Face, ...]:
    """What fell on a real table: the faces of the dice thrown, in their order, or a card."""
    if isinstance(node.urns[0].faces[0], str):
        return (_card(line, words),)
    single = all(int(face) < 10 for urn in node.urns for face in urn.faces)
    found = re.findall(r"\d" if single else r"\d{1,3}", line)
    if not found or not _NUMBERS.fullmatch(line):
        raise Misread(text("terminal.misread.real_dice", n=len(node.urns)))
    return tuple(map(parse_face, found))


def _card(line: str, words: Words) -> str:
    """A card as `a4`, as its colour's short form and number (`Bl 4`), or its name (`blue 4`)."""
    found = re.fullmatch(r"\s*([^\W\d]+)\s*(\d)\s*", line)
    if found:
        typed = forms(found.group(1))
        for colour in "abcdefgh":
            names = {colour}.union(*(forms(Words(lang)(f"colours.{colour}")) for lang in LANGUAGES))
            if typed & (names | forms(words(f"terminal.colour.{colour}"))):
                return f"{colour}{found.group(2)}"
    raise Misread(text("terminal.misread.card"))
