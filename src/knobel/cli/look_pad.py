"""The screen of a pad game: dice, and the card in two or three columns."""

from collections.abc import Sequence
from itertools import zip_longest

from rich.cells import set_cell_size
from rich.text import Text as Line

from knobel.cli.dice_art import dice_lines
from knobel.cli.scene import Scene
from knobel.cli.terminal import WIDTH, styled
from knobel.rules.views import BoxView, CounterBlock, DiceBlock, SheetBlock

_TALLEST = 9  # boxes one below the other
_NEWS = 7  # lines: as many as there can be opponents
_GAP = "  "


def pad_lines(scene: Scene) -> list[Line]:
    view = scene.view
    dice = next(block for block in view.blocks if isinstance(block, DiceBlock))
    sheet = next(block for block in view.blocks if isinstance(block, SheetBlock))
    chips = [block for block in view.blocks if isinstance(block, CounterBlock)]
    thrown = any(die.face is not None for die in dice.dice) or scene.moment == "real_dice"
    if thrown:
        table = [*dice_lines(dice.dice, scene.words), _throws(scene, dice, chips)]
    else:
        table = [*_news(scene, _NEWS - len(chips)), *([_throws(scene, dice, chips)] if chips else [])]
    return [*table, styled(""), *_card(scene, sheet), styled(""), _sums(scene, sheet)]


def _news(scene: Scene, most: int) -> list[Line]:
    """Before the first throw, the place of the dice tells what happened since."""
    told = [styled(f" {line}") for line in scene.news[-most:]]
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
    if ahead := [bonus for bonus in sheet.bonuses if not bonus.reached]:
        parts.append(words("terminal.bonus_ahead", missing=ahead[0].at - sheet.upper, points=ahead[0].points))
    parts.append(words("terminal.lower", n=sheet.lower))
    if sheet.extra:
        parts.append(words("terminal.extra", n=sheet.extra))
    line = styled("  " + " · ".join(parts) + " · ", "dim")
    return line.append(words("terminal.total", n=sheet.total), "bold")
