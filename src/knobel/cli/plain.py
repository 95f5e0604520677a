"""Scenes for ears: sentences in reading order, no drawing, nothing that has to be seen in its place."""

from knobel.cli.scene import Scene
from knobel.rules.forone import ForOne
from knobel.rules.lines import Final, Side
from knobel.rules.rows import YELLOW
from knobel.rules.sheetgame import SheetGame
from knobel.rules.views import (
    CounterBlock,
    DiceBlock,
    DieView,
    GridBlock,
    LineView,
    RowsBlock,
    RowView,
    SheetBlock,
    TrayBlock,
)


def sentences(scene: Scene, *, whole_card: bool = False) -> list[str]:
    """What a player needs to decide; with `whole_card` all that is written, too."""
    if isinstance(scene.game, SheetGame):
        told = _pad(scene, whole_card)
    elif isinstance(scene.game, ForOne):
        told = _rows(scene, whole_card)
    else:
        told = _grid(scene, whole_card)
    head = []
    if whole_card or scene.moment in ("roll", "first_roll", "score", "must_score", "few_dice", "draw_card", "pause"):
        others = scene.standings()
        head = [f"{scene.title()}. {scene.words('terminal.points', n=scene.view.points)}."]
        head += [scene.words("terminal.others", standings=others)] if others else []
    hint = [scene.words(f"terminal.hint.{scene.moment}")] if scene.moment else []
    return [spoken(line) for line in (*head, *told, *hint)]


def spoken(line: str) -> str:
    """The line without the signs that part its pieces for the eye."""
    return line.replace(" · ", "; ").replace(" → ", ": ")


def _pad(scene: Scene, whole_card: bool) -> list[str]:
    words, lang = scene.words, scene.words.lang
    view = scene.view
    dice = next(block for block in view.blocks if isinstance(block, DiceBlock))
    sheet = next(block for block in view.blocks if isinstance(block, SheetBlock))
    told = []
    if dice.roll:
        told.append(words("terminal.throw", n=dice.roll, of=dice.roll + dice.rolls_left) + ".")
    shown = [(i, die) for i, die in enumerate(dice.dice, 1) if die.face is not None]
    if shown:
        told.append(words("terminal.plain.dice", dice=[_die(scene, i, die) for i, die in shown]))
    told += (
        [words("terminal.plain.chips", n=c.value) for c in view.blocks if isinstance(c, CounterBlock)] if shown else []
    )
    numbered = list(enumerate(sheet.boxes, 1))
    if whole_card:
        written = [f"{box.name.say(lang)} {box.points}" for _, box in numbered if box.points is not None]
        told.append(words("terminal.plain.written", boxes=written or "–"))
        told.append(words("terminal.plain.sums", upper=sheet.upper, lower=sheet.lower, total=sheet.total))
        told += [
            words("terminal.plain.bonus_ahead", missing=bonus.at - sheet.upper, points=bonus.points)
            for bonus in sheet.bonuses
            if not bonus.reached
        ]
    if would := [
        f"{i} {box.name.say(lang)} {box.would}{f' + {box.extra}' if box.extra else ''}"
        for i, box in numbered
        if box.would is not None
    ]:
        told.append(words("terminal.plain.would", boxes=would))
    return told + sorted({box.note.say(lang) + "." for _, box in numbered if box.note})


def _die(scene: Scene, position: int, die: DieView) -> str:
    key = f"terminal.die.{die.kind}"
    return f"#{position} {scene.words(key)}: {die.face}" if scene.words.has(key) else str(die.face)


def _rows(scene: Scene, whole_card: bool) -> list[str]:
    words, lang = scene.words, scene.words.lang
    blocks = scene.view.blocks
    rows = next(block for block in blocks if isinstance(block, RowsBlock))
    waiting = next(block for block in blocks if isinstance(block, TrayBlock) and block.key == "waiting")
    counters = {block.key: block.value for block in blocks if isinstance(block, CounterBlock)}
    told = []
    if waiting.items:
        dice = {str(item): _named_die(scene, str(item)) for item in waiting.items}
        told.append(words("terminal.plain.waiting", dice=[dice[str(item)] for item in waiting.items]))
        for die in sorted(dice):
            fits = [f"{i} {row.name.say(lang)}" for i, row in enumerate(rows.rows, 1) if die in row.takes]
            told.append(words("terminal.plain.fits" if fits else "terminal.plain.fits_not", face=dice[die], rows=fits))
    if whole_card:
        told += [words("terminal.plain.tile", tile=tile.name, rule=tile.rule) for tile in rows.tiles]
    if whole_card or not waiting.items:
        for i, row in enumerate(rows.rows, 1):
            name = f"{i} {row.name.say(lang)}"
            if row.scored is not None:
                told.append(words("terminal.plain.scored", row=name, n=row.scored))
            elif row.dice:
                key = "terminal.plain.must" if row.must else "terminal.plain.lying"
                shown = [
                    _named_die(scene, f"{YELLOW}{die}") if i == row.yellow else die for i, die in enumerate(row.dice)
                ]
                told.append(words(key, row=name, dice=shown, n=row.would))
            told += _restraints(scene, row, name, whole_card)
        told.append(words("terminal.supply", n=counters["supply"]) + ".")
        told.append(words("terminal.out", n=counters["out"]) + ".")
        told.append(words("terminal.step", bonus=rows.bonus, worst=rows.worst) + ".")
        told.append(words("terminal.best", n=rows.best) + ".")
    return told


def _named_die(scene: Scene, die: str) -> str:
    face = die.removeprefix(YELLOW)
    return scene.words("terminal.plain.yellow", face=face) if die.startswith(YELLOW) else face


def _restraints(scene: Scene, row: RowView, name: str, whole_card: bool) -> list[str]:
    """What tiles do to an open row: all of them when the whole card is read, else what hinders it now."""
    words = scene.words
    if row.scored is not None:
        return []
    told = [words("terminal.plain.closed", row=name)] if row.closed else []
    told += [words("terminal.plain.held", row=name)] if row.held and len(row.dice) == row.fields else []
    tiles = row.tiles if whole_card else ()
    return told + [
        words("terminal.plain.tile", tile=f"{name}, {tile.name.say(words.lang)}", rule=tile.rule) for tile in tiles
    ]


def _grid(scene: Scene, whole_card: bool) -> list[str]:
    words = scene.words
    blocks = scene.view.blocks
    grid = next(block for block in blocks if isinstance(block, GridBlock))
    trays = {block.key: [str(item) for item in block.items] for block in blocks if isinstance(block, TrayBlock)}
    cards = {cell.name: cell.card for cell in grid.cells}

    def named(card: str) -> str:
        return f"{words(f'colours.{card[0]}')} {card[1:]}"

    told = []
    for line in grid.lines if whole_card or not trays["hand"] else ():
        laid = [f"{name} {named(card)}" for name in line.cells if (card := cards[name])]
        if laid:
            told.append(f"{_line_name(scene, line)}: {', '.join(laid)}; {_progress(scene, line)}.")
    if whole_card or grid.final == Final.LOWEST:
        told += [words("terminal.plain.total", side=side.name, n=side.points) for side in grid.sides]
    hand = trays["hand"]
    if len(hand) == 1:
        told.append(words("terminal.plain.card", card=named(hand[0])))
    elif hand:
        told.append(words("terminal.plain.hand", cards=[f"{i} {named(card)}" for i, card in enumerate(hand, 1)]))
    told += [
        words("terminal.plain.discards", n=left.value)
        for left in blocks
        if hand and isinstance(left, CounterBlock) and left.key == "discards"
    ]
    if trays["aside"] and whole_card:
        told.append(words("terminal.plain.aside", cards=[named(card) for card in trays["aside"]]))
    if free := [cell.name for cell in grid.cells if cell.takes]:
        told.append(words("terminal.plain.free", cells=free))
    else:
        told.append(words("terminal.deck", n=len(trays["deck"])) + ".")
    return told


def _line_name(scene: Scene, line: LineView) -> str:
    name: object = line.index + 1
    if line.key == Side.COLUMN:
        name = line.cells[0][0]
    elif line.key == Side.DIAGONAL:
        name = f"{line.cells[0]}–{line.cells[-1]}"
    return scene.words(f"terminal.plain.{line.key}", name=name)


def _progress(scene: Scene, line: LineView) -> str:
    if line.mark:
        return scene.words(f"terminal.plain.{line.mark}", n=line.points)
    return scene.words("terminal.plain.progress", n=line.value, target=line.target)
