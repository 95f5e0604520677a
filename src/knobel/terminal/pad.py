"""Score cards in the terminal: dice and boxes.

Numbers name faces while dice can still be thrown (`5 5 6`), and positions behind a `#` (`#1 #2`); a box is entered
with `e 9`, `e full` or just its name. Once no throw is left, a number alone is a box. At a real table `full 25` notes
the points of a turn, and `correct full > chance 21` changes what was written.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest
from types import MappingProxyType

from rich.cells import set_cell_size
from rich.text import Text as Line

from knobel.match.log import Drew, Match, Noted, Played
from knobel.rules.core import Choice, Decide, Move, move
from knobel.rules.sheetgame import Card, SheetGame
from knobel.rules.views import BonusView, BoxView, CounterBlock, DiceBlock, DieView, SheetBlock
from knobel.terminal.dice import dice_lines
from knobel.terminal.errors import Misread
from knobel.terminal.kit import WIDTH, Correction, Kit, Scene, news_lines, styled
from knobel.terminal.names import NUMBERS, find, split_verb
from knobel.words import Words, text

_TALLEST = 9  # boxes one below the other
_NEWS = 7  # lines: as many as there can be opponents
_GAP = "  "


class PadKit(Kit[SheetGame, Card]):
    engine = SheetGame.engine
    between = frozenset({"roll", "real_roll"})
    at_real_table = MappingProxyType({"roll": "real_roll"})
    signs = frozenset({"keep", "chip", "enter"})

    def decision(self, game: SheetGame, state: Card, node: Decide) -> str:  # noqa: ARG002
        return game.again(state) or "enter" if state.dice else "roll"

    def read(self, line: str, game: SheetGame, state: Card, words: Words) -> tuple[Move, ...]:
        return (_move(line, game, state, words),)

    def typed(self, move: Move, game: SheetGame, state: Card, words: Words) -> str:
        match move:
            case Move("roll"):
                return ""
            case Move("keep" | "chip", (mask,)):
                kept = [die for die, bit in enumerate(mask) if bit == "1"]
                verb = ["chip"] if move.verb == "chip" else [] if kept else ["r"]
                by_face = " ".join((*verb, *(str(state.dice[die]) for die in kept)))
                by_place = " ".join((*verb, *(f"#{die + 1}" for die in kept)))
                return by_face if _means(by_face, move, game, state, words) else by_place
            case Move("enter" | "strike" as verb, (key,)):
                box = game.sheet.boxes[game.sheet.index(key)]
                return f"{'x' if verb == 'strike' else 'e'} {box.name.say(words.lang)}"
        return str(move)

    def read_note(self, line: str, choices: Sequence[Choice], game: SheetGame, words: Words) -> Choice | None:
        verb, rest = split_verb(line)
        if NUMBERS.fullmatch(line) or not choices or verb not in (None, "enter", "strike"):
            return None  # dice
        name, points, extra = _points(rest)
        if verb == "strike":
            points, extra = 0, None
        key = find(name, _named(game, words), [choice.box for choice in choices], "box")
        possible = [choice for choice in choices if choice.box == key]
        return _chosen(possible, points, extra) if possible else Choice(key, points or 0)  # a full box is refused

    def read_correction(self, line: str, match: Match, seat: int, words: Words) -> Correction:
        who, colon, rest = line.rpartition(":")
        if colon:
            people = [(str(i), one.name) for i, one in enumerate(match.header.seats)]
            seat = int(find(who, people, [key for key, _ in people], "player"))
        if not match.correctable[seat]:
            raise Misread(text("terminal.misread.nothing_written", who=match.header.seats[seat].name))
        game = match.header.game
        assert isinstance(game, SheetGame)
        named, (name, points, extra) = _named(game, words), _points(rest)
        source, arrow, target = map(str.strip, re.sub(r"-?>|→", ">", name).partition(">"))
        box = find(source, named, match.correctable[seat], "box")
        possible = match.amendments(seat, box)
        to = find(target, named, [choice.box for choice in possible], "box") if arrow else box
        possible = tuple(choice for choice in possible if choice.box == to)
        if arrow and points is None:  # the same points, where they are possible
            points = next(entry.points for entry in match.written[seat] if entry.box == box)
            if points not in {choice.points for choice in possible}:
                points = None
        return Correction(seat, box, _chosen(possible, points, extra) if possible else Choice(to, points or 0))

    def correctable(self, match: Match, words: Words) -> str:
        game, told = match.header.game, []
        assert isinstance(game, SheetGame)
        for seat, entries in zip(match.header.seats, match.written, strict=True):
            made = [Noted(0, *entry[:3]) for entry in entries if entry.by_hand]
            if made:
                told.append(f"{seat.name}: {', '.join(self.noted(game, event, words) for event in made)}")
        return words("terminal.correctable", entries=" · ".join(told)) if told else words("terminal.nothing_to_correct")

    def noted(self, game: SheetGame, event: Noted, words: Words) -> str:
        box = next(box for box in game.sheet.boxes if box.key == event.box)
        return f"{box.name.say(words.lang)} {event.points}" + (f" + {event.extra}" if event.extra else "")

    def paint(self, scene: Scene) -> list[Line]:
        dice, sheet = scene.block(DiceBlock), scene.block(SheetBlock)
        chips = scene.blocks(CounterBlock)
        thrown = any(die.face is not None for die in dice.dice) or scene.moment == self.drawing
        if thrown:
            table = [*dice_lines(dice.dice, scene.words), _throws(scene, dice, chips)]
        else:
            table = [*_news(scene, _NEWS - len(chips)), *([_throws(scene, dice, chips)] if chips else [])]
        return [*table, styled(""), *_card(scene, sheet), styled(""), _sums(scene, sheet)]

    def speak(self, scene: Scene, *, whole_card: bool) -> list[str]:
        words, lang = scene.words, scene.words.lang
        dice, sheet = scene.block(DiceBlock), scene.block(SheetBlock)
        told = []
        if dice.roll:
            told.append(words("terminal.throw", n=dice.roll, of=dice.roll + dice.rolls_left) + ".")
        shown = [(i, die) for i, die in enumerate(dice.dice, 1) if die.face is not None]
        if shown:
            told.append(words("terminal.plain.dice", dice=[_spoken_die(scene, i, die) for i, die in shown]))
            told += [words("terminal.plain.chips", n=chip.value) for chip in scene.blocks(CounterBlock)]
        numbered = list(enumerate(sheet.boxes, 1))
        if whole_card:
            written = [f"{box.name.say(lang)} {box.points}" for _, box in numbered if box.points is not None]
            told.append(words("terminal.plain.written", boxes=written or "–"))
            told.append(words("terminal.plain.sums", upper=sheet.upper, lower=sheet.lower, total=sheet.total))
            told += [
                words("terminal.plain.bonus_ahead", missing=bonus.at - sheet.upper, points=bonus.points)
                for bonus in _ahead(sheet)
            ]
        if would := [
            f"{i} {box.name.say(lang)} {box.would}{f' + {box.extra}' if box.extra else ''}"
            for i, box in numbered
            if box.would is not None
        ]:
            told.append(words("terminal.plain.would", boxes=would))
        return told + sorted({box.note.say(lang) + "." for _, box in numbered if box.note})

    def explain(self, scene: Scene, about: str) -> tuple[str, str]:
        lang, boxes = scene.words.lang, scene.block(SheetBlock).boxes
        key = find(about, [(box.key, box.name.say(lang)) for box in boxes], [box.key for box in boxes], "box")
        box = next(box for box in boxes if box.key == key)
        return box.name.say(lang), box.rule.say(lang)

    def entry(self, game: SheetGame, state: Card, move: Move, words: Words) -> str | None:
        if move.verb not in ("enter", "strike"):
            return None
        box = game.sheet.index(move.args[0])
        entry = game.entries(state)[box]
        points = 0 if move.verb == "strike" else entry.points
        extra = f" + {entry.extra}" if entry.extra and move.verb == "enter" else ""
        return f"{game.sheet.boxes[box].name.say(words.lang)} {points}{extra}"

    def bot_turn(self, before: Match, after: Match, seat: int, words: Words) -> str:
        """Dice thrown, kept and entered, in one line."""
        parts, written, match = [], "", before
        for event in after.events[before.version :]:
            game, card = match.header.game, match.state.cards[seat]
            if isinstance(event, Played) and event.move.args:
                assert isinstance(game, SheetGame)
                if entry := self.entry(game, card, event.move, words):
                    written = entry
                else:
                    kept = [face for face, bit in zip(card.dice, event.move.args[0], strict=True) if bit == "1"]
                    key = "terminal.bot_chip" if event.move.verb == "chip" else "terminal.bot_keeps"
                    parts.append(words(key, dice=_faces(kept) or words("terminal.nothing")))
            match = match.step(event)
            if isinstance(event, Drew):
                parts.append(_faces(match.state.cards[seat].dice))
        return f"{before.header.seats[seat].name}: {', '.join(parts)} → {written}"


KIT = PadKit()


def _ahead(sheet: SheetBlock) -> list[BonusView]:
    """The bonuses to play for: not reached, while there is an upper box to reach them with."""
    open_still = any(box.upper and box.points is None for box in sheet.boxes)
    return [bonus for bonus in sheet.bonuses if open_still and not bonus.reached]


def _faces(faces: Sequence[int]) -> str:
    return ("" if all(face < 10 for face in faces) else " ").join(map(str, faces))


def _spoken_die(scene: Scene, position: int, die: DieView) -> str:
    key = f"terminal.die.{die.kind}"
    return f"#{position} {scene.words(key)}: {die.face}" if scene.words.has(key) else str(die.face)


# what is typed


def _move(line: str, game: SheetGame, card: Card, words: Words) -> Move:
    verb, rest = split_verb(line)
    if not card.dice:
        if line and verb not in ("roll", "next"):
            raise Misread(text("terminal.misread.roll_first"))
        return move("roll")
    again = game.again(card)
    if verb is None and NUMBERS.fullmatch(line) and line:
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


def _means(line: str, move: Move, game: SheetGame, card: Card, words: Words) -> bool:
    try:
        return _move(line, game, card, words) == move
    except Misread:
        return False


def _throw(verb: str, rest: str, game: SheetGame, card: Card) -> Move:
    again = game.again(card)
    if again is None:
        raise Misread(text("terminal.misread.no_throw"))
    if (again == "chip") != (verb == "chip"):
        raise Misread(text("terminal.misread.chip" if again == "chip" else "terminal.misread.chip_later"))
    if rest and not NUMBERS.fullmatch(rest):
        raise Misread(text("terminal.misread.faces", word=rest[:30]))
    if verb == "keep" and not rest:  # a line sent too early must not throw everything: no throw is taken back
        raise Misread(text("terminal.misread.keep_which"))
    named = _dice_named(rest, game, card)
    kept = set(range(len(card.dice))) - named if verb == "roll" and rest else named
    return move(again, "".join(str(int(die in kept)) for die in range(len(card.dice))))


def _dice_named(words: str, game: SheetGame, card: Card) -> set[int]:
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


def _named(game: SheetGame, words: Words) -> list[tuple[str, str]]:
    return [(box.key, box.name.say(words.lang)) for box in game.sheet.boxes]


def _points(line: str) -> tuple[str, int | None, int | None]:
    """What stands before the points of a line, and the points, with the extra ones behind a plus.

    >>> _points("full 25"), _points("9 25 + 100"), _points("full")
    (('full', 25, None), ('9', 25, 100), ('full', None, None))
    """
    found = re.fullmatch(r"(.*?\S)\s+(\d{1,4})\s*(?:\+\s*(\d{1,4}))?", line)
    if found is None:
        return line, None, None
    return found[1], int(found[2]), None if found[3] is None else int(found[3])


def _chosen(possible: Sequence[Choice], points: int | None, extra: int | None) -> Choice:
    """The choice with these points and the fewest extra ones; without any, the only one that is not struck."""
    if points is None:
        worth = [choice for choice in possible if choice.points]
        if len({choice.points for choice in worth}) != 1 and len(possible) > 1:
            raise Misread(text("terminal.misread.points", values=[_said(choice) for choice in possible]))
        points = (worth or possible)[0].points
    fitting = [choice for choice in possible if choice.points == points and extra in (None, choice.extra)]
    if not fitting:
        raise Misread(text("terminal.misread.points", values=[_said(choice) for choice in possible]))
    return fitting[0]


def _said(choice: Choice) -> str:
    return f"{choice.points}+{choice.extra}" if choice.extra else str(choice.points)


# what is painted


def _news(scene: Scene, most: int) -> list[Line]:
    """Before the first throw, the place of the dice tells what happened since."""
    told = [styled(" ").append_text(line) for line in news_lines(scene.news, WIDTH - 2, most)]
    return [*told, *(styled("") for _ in range(most - len(told)))]


def _throws(scene: Scene, dice: DiceBlock, chips: Sequence[CounterBlock]) -> Line:
    words = scene.words
    line = styled("  ")
    if dice.roll:
        line.append(words("terminal.throw", n=dice.roll, of=dice.roll + dice.rolls_left), "bold")
        left = "terminal.throws_left" if dice.rolls_left else "terminal.no_throws_left"
        line.append(" · " + words(left, n=dice.rolls_left), "dim")
    for chip in chips:
        full = "●" * chip.value + "○" * ((chip.of or 0) - chip.value)
        line.append(f"{' · ' if dice.roll else ''}{words('terminal.chips')} {full}", "cyan")
    return line


def _card(scene: Scene, sheet: SheetBlock) -> list[Line]:
    numbered = list(enumerate(sheet.boxes, 1))
    columns = _columns(numbered)
    value_width = max(len(_value(box)) for box in sheet.boxes)
    width = (WIDTH - 1 - len(_GAP) * (len(columns) - 1)) // len(columns)
    if len(columns) < 3:
        width = min(width, 32)
    lines = []
    for row in zip_longest(*columns):
        line = styled(" ")
        for i, entry in enumerate(row):
            line.append(_GAP if i else "")
            line.append_text(_cell(scene, entry[0], entry[1], width, value_width) if entry else styled(" " * width))
        lines.append(line)
    return lines


def _columns(numbered: list[tuple[int, BoxView]]) -> list[list[tuple[int, BoxView]]]:
    """Upper part left, lower part right, the latter in two columns if it is long."""
    upper = [entry for entry in numbered if entry[1].upper]
    lower = [entry for entry in numbered if not entry[1].upper]
    if len(upper) <= _TALLEST and len(lower) <= _TALLEST:
        return [column for column in (upper, lower) if column]
    if len(upper) <= _TALLEST and len(lower) <= 2 * _TALLEST:
        half = -(-len(lower) // 2)
        return [column for column in (upper, lower[:half], lower[half:]) if column]
    third = -(-len(numbered) // 3)
    return [numbered[i : i + third] for i in range(0, len(numbered), third)]


def _value(box: BoxView) -> str:
    """What stands there, or in brackets what would."""
    if box.points is not None:
        return f"{box.points} "
    if box.would is None:
        return "· "
    return f"({box.would}+{box.extra})" if box.extra else f"({box.would})"


def _cell(scene: Scene, number: int, box: BoxView, width: int, value_width: int) -> Line:
    value = _value(box)
    star = "*" if box.note else " "
    name = box.name.say(scene.words.lang)
    room = width - 4 - value_width
    shown = set_cell_size(name, room) if len(name) <= room else set_cell_size(name, room - 1) + "…"
    if box.points is not None:
        style, value_style = "dim", "bold"
    elif box.would:
        style, value_style = "", "bold green"
    else:
        style, value_style = "", "dim"
    cell = styled(f"{number:>2} ", "dim")
    return cell.append(shown, style).append(star).append(value.rjust(value_width), value_style)


def _sums(scene: Scene, sheet: SheetBlock) -> Line:
    words = scene.words
    parts = [words("terminal.upper", n=sheet.upper)] if any(box.upper for box in sheet.boxes) else []
    if reached := sum(bonus.points for bonus in sheet.bonuses if bonus.reached):
        parts.append(words("terminal.bonus", n=reached))
    if ahead := _ahead(sheet):
        parts.append(words("terminal.bonus_ahead", missing=ahead[0].at - sheet.upper, points=ahead[0].points))
    parts.append(words("terminal.lower", n=sheet.lower))
    if sheet.extra:
        parts.append(words("terminal.extra", n=sheet.extra))
    line = styled("  " + " · ".join(parts) + " · ", "dim")
    return line.append(words("terminal.total", n=sheet.total), "bold")
