"""For One – Number UP in the terminal: the grid with its lines, the cards in hand, and what the deck still holds.

A cell is typed by its name, `c3`; from a hand of several cards `2 c3` or `blue 4 c3`.
"""

import re
from itertools import groupby, zip_longest

from rich.text import Text as Line

from knobel.match.log import Match, Played
from knobel.rules.core import Decide, Draw, Face, Move, move
from knobel.rules.lines import Final, Mark, Side
from knobel.rules.numberup import DRAW, Layout, NumberUp
from knobel.rules.views import CellView, CounterBlock, GridBlock, LineView, TrayBlock
from knobel.terminal.errors import Misread
from knobel.terminal.kit import WIDTH, Kit, Scene, news_lines, styled
from knobel.terminal.names import forms, split_verb
from knobel.words import LANGUAGES, Words, text

STYLES = {
    "a": "white on color(160)",
    "b": "white on color(25)",
    "c": "black on color(71)",
    "d": "black on color(227)",
    "e": "white on color(91)",
    "f": "black on color(208)",
    "g": "black on color(44)",
    "h": "black on color(250)",
}
_WIDE = 6
_PANEL = 5  # lines beside the grid for the hand, or for what happened before it was drawn


class GridKit(Kit[NumberUp, Layout]):
    engine = NumberUp.engine
    sealed = "terminal.sealed_cards"
    drawing = "real_card"
    between = frozenset({"draw_card"})
    signs = frozenset({"draw_card", "lay_card", "choose_card"})

    def decision(self, game: NumberUp, state: Layout, node: Decide) -> str:  # noqa: ARG002
        if node.moves == (DRAW,):
            return "draw_card"
        return "choose_card" if game.plan.hand > 1 else "lay_card"

    def read(self, line: str, game: NumberUp, state: Layout, words: Words) -> tuple[Move, ...]:
        verb, rest = split_verb(line)
        if game.node(state) == Decide((DRAW,)):
            if line and verb not in ("roll", "next"):
                raise Misread(text("terminal.misread.draw_first"))
            return (DRAW,)
        several = game.plan.hand > 1
        if verb == "leave":
            return (move("discard", *([_held(rest, state, words)] if several else ())),)
        placing = re.fullmatch(r"(.*?)\s*(?:([a-z])\s*(\d{1,2})|(\d{1,2})([a-z]))", line.strip().casefold(), re.ASCII)
        if not placing or bool(placing.group(1)) != several:
            raise Misread(text("terminal.misread.hand_cell" if several else "terminal.misread.cell"))
        cell = f"{placing.group(2) or placing.group(5)}{placing.group(3) or placing.group(4)}"
        return (move("place", cell, *([_held(placing.group(1), state, words)] if several else ())),)

    def typed(self, move: Move, game: NumberUp, state: Layout, words: Words) -> str:  # noqa: ARG002
        match move:
            case Move("place", (cell, *card)):
                return " ".join((*card, cell))
            case Move("discard", card):
                return " ".join(("o", *card))
        return ""

    def read_draw(self, line: str, node: Draw, words: Words) -> tuple[Face, ...]:  # noqa: ARG002
        return (_named(line, words),)

    def paint(self, scene: Scene) -> list[Line]:
        grid = scene.block(GridBlock)
        lines = []
        for one, other in zip_longest(_cells(scene, grid), _beside(scene, grid)):
            line = one or styled("")
            line.pad_right(max(0, _left(grid) - line.cell_len))
            lines.append(line.append_text(other or styled("")))
        return lines

    def speak(self, scene: Scene, *, whole_card: bool) -> list[str]:
        words, grid, trays = scene.words, scene.block(GridBlock), _trays(scene)
        cards = {cell.name: cell.card for cell in grid.cells}
        hand = trays["hand"]
        told = []
        for line in grid.lines if whole_card or not hand else ():
            laid = [f"{name} {_spoken(card, words)}" for name in line.cells if (card := cards[name])]
            if laid:
                told.append(f"{_line_name(scene, line)}: {', '.join(laid)}; {_progress_spoken(scene, line)}.")
        if whole_card or grid.final == Final.LOWEST:
            told += [words("terminal.plain.total", side=side.name, n=side.points) for side in grid.sides]
        if len(hand) == 1:
            told.append(words("terminal.plain.card", card=_spoken(hand[0], words)))
        elif hand:
            held = [f"{i} {_spoken(card, words)}" for i, card in enumerate(hand, 1)]
            told.append(words("terminal.plain.hand", cards=held))
        if hand and (left := _discards(scene)):
            told.append(words("terminal.plain.discards", n=left.value))
        if trays["aside"] and whole_card:
            told.append(words("terminal.plain.aside", cards=[_spoken(card, words) for card in trays["aside"]]))
        if free := [cell.name for cell in grid.cells if cell.takes]:
            told.append(words("terminal.plain.free", cells=free))
        else:
            told.append(words("terminal.deck", n=len(trays["deck"])) + ".")
        return told

    def bot_turn(self, before: Match, after: Match, seat: int, words: Words) -> str:
        """Each card and where it went, in one line."""
        parts, match = [], before
        for event in after.events[before.version :]:
            if isinstance(event, Played) and event.move != DRAW:
                cell, *named = event.move.args if event.move.verb == "place" else ("", *event.move.args)
                card = named[0] if named else match.state.cards[seat].hand[0]
                parts.append(f"{_spoken(card, words)} → {cell or words('terminal.put_aside')}")
            match = match.step(event)
        return f"{before.header.seats[seat].name}: {', '.join(parts)}"


KIT = GridKit()


def _trays(scene: Scene) -> dict[str, list[str]]:
    return {
        block.key: [str(item) for item in block.items] for block in scene.view.blocks if isinstance(block, TrayBlock)
    }


def _discards(scene: Scene) -> CounterBlock | None:
    return next((counter for counter in scene.blocks(CounterBlock) if counter.key == "discards"), None)


# what is typed


def _held(word: str, layout: Layout, words: Words) -> str:
    """A card in hand: its number there, or the card itself."""
    if re.fullmatch(r"#?\d", word):
        place = int(word[-1])
        if not 1 <= place <= len(layout.hand):
            raise Misread(text("terminal.misread.hand_number", n=place, most=len(layout.hand)))
        return layout.hand[place - 1]
    return _named(word, words)


def _named(line: str, words: Words) -> str:
    """A card as `a4`, as its colour's short form and number (`Bl 4`), or its name (`blue 4`)."""
    found = re.fullmatch(r"\s*([^\W\d]+)\s*(\d)\s*", line)
    if found:
        typed = forms(found.group(1))
        for colour in STYLES:
            names = {colour}.union(*(forms(Words(lang)(f"colours.{colour}")) for lang in LANGUAGES))
            if typed & (names | forms(words(f"terminal.colour.{colour}"))):
                return f"{colour}{found.group(2)}"
    raise Misread(text("terminal.misread.card"))


# what is spoken


def _spoken(card: str, words: Words) -> str:
    return f"{words(f'colours.{card[0]}')} {card[1:]}"


def _line_name(scene: Scene, line: LineView) -> str:
    name: object = line.index + 1
    if line.key == Side.COLUMN:
        name = line.cells[0][0]
    elif line.key == Side.DIAGONAL:
        name = f"{line.cells[0]}–{line.cells[-1]}"
    return scene.words(f"terminal.plain.{line.key}", name=name)


def _progress_spoken(scene: Scene, line: LineView) -> str:
    if line.mark:
        return scene.words(f"terminal.plain.{line.mark}", n=line.points)
    return scene.words("terminal.plain.progress", n=line.value, target=line.target)


# what is painted


def _left(grid: GridBlock) -> int:
    """The columns that the grid and the progress of its rows take; the rest is the panel beside it."""
    return 14 + (_WIDE + 1) * grid.size


def _short(scene: Scene, card: str) -> str:
    return f"{scene.words(f'terminal.colour.{card[0]}')} {card[1:]}"


def _cells(scene: Scene, grid: GridBlock) -> list[Line]:
    """The cells, at their right what the rows have, below what the columns have, in the corners the diagonals."""
    rows, columns, diagonals = ([line for line in grid.lines if line.key == key] for key in Side)
    falling, rising = diagonals or (None, None)
    bars = "─" * _WIDE
    letters = styled("    " + "".join(f"{column.cells[0][0]:^{_WIDE + 1}}" for column in columns), "dim")
    lines = [letters.append_text(_corner("╱", rising)), styled(f"   ┌{'┬'.join([bars] * grid.size)}┐", "dim")]
    for row in rows:
        line = styled(f" {row.index + 1} ").append("│", "dim")
        for cell in grid.cells[row.index * grid.size : (row.index + 1) * grid.size]:
            line.append_text(_cell(scene, cell)).append("│", "dim")
        lines.append(line.append(" ").append_text(_progress(row)))
        last = row.index + 1 == grid.size
        edge = f"└{'┴'.join([bars] * grid.size)}┘" if last else f"├{'┼'.join([bars] * grid.size)}┤"
        lines.append(styled(f"   {edge}", "dim"))
    below = styled("    ")
    for column in columns:
        mark = _progress(column)
        mark.align("center", _WIDE + 1)
        below.append_text(mark)
    return [*lines, below.append_text(_corner("╲", falling))]


def _corner(sign: str, diagonal: LineView | None) -> Line:
    return styled(f"{sign} ", "dim").append_text(_progress(diagonal)) if diagonal else styled("")


def _cell(scene: Scene, cell: CellView) -> Line:
    if cell.card:
        return styled(f"{_short(scene, cell.card):^{_WIDE}}", f"bold {STYLES[cell.card[0]]}")
    return styled(f"{cell.name if cell.takes else '':^{_WIDE}}", "green")


def _progress(line: LineView) -> Line:
    """How far a line has come: `7/9`, a check, the chip it ended with, or a marker turned over."""
    match line.mark:
        case Mark.CHECK:
            return styled(f"✓ {line.points}", "bold green")
        case Mark.CHIP:
            return styled(f"= {line.points}", "yellow")
        case Mark.MINUS:
            return styled(f"✗ −{-line.points}", "bold red")
    return styled(f"{line.value}/{line.target}", "dim")


def _beside(scene: Scene, grid: GridBlock) -> list[Line]:
    words, game, trays = scene.words, scene.game, _trays(scene)
    assert isinstance(game, NumberUp)
    held = game.plan.hand
    if trays["hand"]:
        lines = _hand(scene, trays["hand"], held) if held > 1 else _card(scene, trays["hand"][0])
    else:
        lines = news_lines(scene.news, WIDTH - _left(grid), _PANEL)
        lines += [styled("") for _ in range(_PANEL - len(lines))]
    if left := _discards(scene):
        lines.append(styled(words("terminal.may_go", n=left.value)))
    lines += [styled(words("terminal.deck", n=len(trays["deck"])))]
    for colour, cards in groupby(game.deck, key=lambda card: card[0]):
        numbers = " ".join(card[1:] if card in trays["deck"] else "·" for card in cards)
        row = styled("").append(f" {words(f'terminal.colour.{colour}')} ", STYLES[colour])
        lines.append(row.append(f" {numbers}"))
    if grid.final == Final.LOWEST:
        lines.append(styled(words("terminal.weakest")))
        lines += [styled(f" {side.name.say(words.lang)} {side.points}") for side in grid.sides]
    if scene.level:
        lines += [styled(words("terminal.medals", medals=" ".join(map(str, scene.level.medals))), "dim")]
    return lines


def _card(scene: Scene, card: str) -> list[Line]:
    """The one card just turned."""
    shown, style = _short(scene, card), f"bold {STYLES[card[0]]}"
    drawn = [styled(line, style) for line in ("┌─────────┐", f"│{shown:^9}│", "└─────────┘")]
    name = scene.words("terminal.card", colour=scene.words(f"colours.{card[0]}"), number=card[1:])
    return [*drawn, styled(name), styled("")]


def _hand(scene: Scene, hand: list[str], size: int) -> list[Line]:
    """Several cards, each behind the number it is typed by."""
    lines = []
    for place in range(size):
        line = styled(f" {place + 1} ", "dim")
        if place < len(hand):
            card = hand[place]
            line.append(f" {_short(scene, card)} ", f"bold {STYLES[card[0]]}")
        lines.append(line)
    return lines
