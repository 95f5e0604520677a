"""For One – Kniffel in the terminal: the roll to place, and the rows with the dice and tiles that lie there.

A die and its row are typed as `6 sixes` or `6 6`, several with commas; `s 9` scores a row.
"""

import re
from itertools import zip_longest

from rich.cells import cell_len, set_cell_size
from rich.text import Text as Line

from knobel.rules.core import Decide, Move, move
from knobel.rules.forone import ForOne
from knobel.rules.rows import WAITING, YELLOW, RowsCard
from knobel.rules.views import CounterBlock, DieView, RowsBlock, RowView, TileView, TrayBlock
from knobel.terminal.dice import dice_lines
from knobel.terminal.errors import Misread
from knobel.terminal.kit import WIDTH, Kit, Scene, news_lines, styled
from knobel.terminal.names import find, split_verb
from knobel.words import Words, text

_DICE_WIDTH = 52
_MARKS = (4, 6)  # upper rows take one face, lower ones up to five
_NAME = 15
_COLUMN = 34 + _MARKS[0]
_D6 = (1, 2, 3, 4, 5, 6)


class RowsKit(Kit[ForOne, RowsCard]):
    engine = ForOne.engine
    turn = "terminal.round"
    between = frozenset({"first_roll", "score", "must_score", "few_dice"})
    signs = frozenset({"place", "score", "must_score", "few_dice"})

    def decision(self, game: ForOne, state: RowsCard, node: Decide) -> str:
        verbs = {move.verb for move in node.moves}
        if state.placing:
            return "place" if "put" in verbs else "leave"
        if game.must_score(state):
            return "must_score"
        if "end" in verbs:
            return "few_dice" if state.supply < game.plan.thrown else "dusk"
        if "roll" not in verbs:
            return "score_one"
        return "score" if "score" in verbs else "first_roll"

    def read(self, line: str, game: ForOne, state: RowsCard, words: Words) -> tuple[Move, ...]:
        node = game.node(state)
        assert isinstance(node, Decide)
        if not line:
            return tuple(_default(game, state, node))
        moves: list[Move] = []
        for part in filter(None, (part.strip() for part in re.split("[,;]", line))):
            verb, rest = split_verb(part)
            if verb is None and not state.placing:
                verb = moves[-1].verb if moves and moves[-1].verb == "score" else None
            moves.extend(_part(verb, rest, game, state, words))
        if not moves:
            raise Misread(text("terminal.misread.moment"))
        return tuple(moves)

    def typed(self, move: Move, game: ForOne, state: RowsCard, words: Words) -> str:  # noqa: ARG002
        match move:
            case Move("roll"):
                return ""
            case Move("put", (die, key)):
                return f"{die} {game.rows[game.index[key]].name.say(words.lang)}"
            case Move("score", (key,)):
                return f"s {game.rows[game.index[key]].name.say(words.lang)}"
            case Move("leave", (die,)):
                return f"o {die}"
        return str(move)

    def paint(self, scene: Scene) -> list[Line]:
        waiting, rows = _waiting(scene), scene.block(RowsBlock)
        dice = [_die(die) for die in waiting]
        table = dice_lines(dice, scene.words, indent=1) if dice else _news(scene)
        beside = _state(scene, rows)
        top = []
        for left, right in zip_longest(table if rows.yellow else table[:5], beside):
            line = left or styled("")
            line.pad_right(max(0, _DICE_WIDTH - line.cell_len))
            top.append(line.append_text(right or styled("")))
        upper = [(n, row) for n, row in enumerate(rows.rows, 1) if row.upper]
        lower = [(n, row) for n, row in enumerate(rows.rows, 1) if not row.upper]
        card = []
        for one, other in zip_longest(upper, lower):
            line = styled(" ").append_text(_row(scene, one[0], one[1], _MARKS[0]) if one else styled(" " * _COLUMN))
            card.append(line.append_text(_row(scene, other[0], other[1], _MARKS[1])) if other else line)
        legend = styled(f" {scene.words('terminal.rows_legend')}" if waiting else "", "dim")
        return [*top, styled(""), *card, *_whole_card(scene, rows), styled(""), legend]

    def speak(self, scene: Scene, *, whole_card: bool) -> list[str]:
        words, lang = scene.words, scene.words.lang
        waiting, rows, counters = _waiting(scene), scene.block(RowsBlock), _counters(scene)
        told = []
        if waiting:
            dice = {die: _named_die(scene, die) for die in waiting}
            told.append(words("terminal.plain.waiting", dice=[dice[die] for die in waiting]))
            for die in sorted(dice):
                fits = [f"{i} {row.name.say(lang)}" for i, row in enumerate(rows.rows, 1) if die in row.takes]
                key = "terminal.plain.fits" if fits else "terminal.plain.fits_not"
                told.append(words(key, face=dice[die], rows=fits))
        if whole_card:
            told += [words("terminal.plain.tile", tile=tile.name, rule=tile.rule) for tile in rows.tiles]
        if whole_card or not waiting:
            for i, row in enumerate(rows.rows, 1):
                told += _row_spoken(scene, row, f"{i} {row.name.say(lang)}", whole_card)
            told.append(words("terminal.supply", n=counters["supply"]) + ".")
            told.append(words("terminal.out", n=counters["out"]) + ".")
            told.append(words("terminal.step", bonus=rows.bonus, worst=rows.worst) + ".")
            told.append(words("terminal.best", n=rows.best) + ".")
        return told

    def explain(self, scene: Scene, about: str) -> tuple[str, str]:
        lang, rows = scene.words.lang, scene.block(RowsBlock).rows
        key = find(about, [(row.key, row.name.say(lang)) for row in rows], [row.key for row in rows], "row")
        row = next(row for row in rows if row.key == key)
        return row.name.say(lang), row.rule.say(lang)

    def entry(self, game: ForOne, state: RowsCard, move: Move, words: Words) -> str | None:
        if move.verb != "score":
            return None
        row = game.index[move.args[0]]
        return f"{game.rows[row].name.say(words.lang)} {game.plan.would(state, row)}"


KIT = RowsKit()


def _waiting(scene: Scene) -> list[str]:
    return [str(die) for tray in scene.blocks(TrayBlock) if tray.key == "waiting" for die in tray.items]


def _counters(scene: Scene) -> dict[str, int]:
    return {counter.key: counter.value for counter in scene.blocks(CounterBlock)}


# what is typed


def _default(game: ForOne, table: RowsCard, node: Decide) -> list[Move]:
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


def _part(verb: str | None, rest: str, game: ForOne, table: RowsCard, words: Words) -> list[Move]:
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


# what is spoken


def _named_die(scene: Scene, die: str) -> str:
    face = die.removeprefix(YELLOW)
    return scene.words("terminal.plain.yellow", face=face) if die.startswith(YELLOW) else face


def _row_spoken(scene: Scene, row: RowView, name: str, whole_card: bool) -> list[str]:
    """What lies on a row, and what tiles do to it while it is open: all of them when the whole card is read, else
    what hinders it now."""
    words = scene.words
    if row.scored is not None:
        return [words("terminal.plain.scored", row=name, n=row.scored)]
    told = []
    if row.dice:
        key = "terminal.plain.must" if row.must else "terminal.plain.lying"
        dice = [_named_die(scene, f"{YELLOW}{die}") if i == row.yellow else die for i, die in enumerate(row.dice)]
        told.append(words(key, row=name, dice=dice, n=row.would))
    told += [words("terminal.plain.closed", row=name)] if row.closed else []
    told += [words("terminal.plain.held", row=name)] if row.held and len(row.dice) == row.fields else []
    return told + [
        words("terminal.plain.tile", tile=f"{name}, {tile.name.say(words.lang)}", rule=tile.rule)
        for tile in (row.tiles if whole_card else ())
    ]


# what is painted


def _die(item: str) -> DieView:
    return DieView("yellow" if item.startswith(YELLOW) else "d6", _D6, int(item.removeprefix(YELLOW)))


def _news(scene: Scene) -> list[Line]:
    return [styled(" ").append_text(line) for line in news_lines(scene.news, _DICE_WIDTH - 2, 5)]


def _state(scene: Scene, rows: RowsBlock) -> list[Line]:
    words, counters = scene.words, _counters(scene)
    lines = [
        styled(words("terminal.supply", n=counters["supply"])),
        styled(words("terminal.out", n=counters["out"])),
        styled(words("terminal.step", bonus=rows.bonus, worst=rows.worst)),
        styled(words("terminal.best", n=rows.best)),
    ]
    if rows.extra:
        lines.append(styled(words("terminal.tile_extra", n=f"{rows.extra:+}")))
    if scene.level:
        lines.append(styled(words("terminal.medals", medals=" ".join(map(str, scene.level.medals))), "dim"))
    return lines


def _whole_card(scene: Scene, rows: RowsBlock) -> list[Line]:
    """What lies beside the whole card, and how the yellow die is drawn."""
    tiles = [f"{tile.name.say(scene.words.lang)} {tile.value}".strip() for tile in rows.tiles]
    parts = [scene.words("terminal.whole_card", tiles=tiles)] if tiles else []
    parts += [scene.words("terminal.yellow_die")] if rows.yellow else []
    return [styled(f" {set_cell_size(' · '.join(parts), WIDTH - 2)}", "yellow")] if parts else []


def _row(scene: Scene, number: int, row: RowView, marks: int) -> Line:
    if row.scored is not None:
        style, points, fields = "dim", f"{row.scored:>3} ", f" {'–' * 9} "
    else:
        style, points, fields = "", f"({row.would})", _fields(row)
    if row.takes:
        mark, mark_style = "‹" + "".join(dict.fromkeys(die.removeprefix(YELLOW) for die in row.takes)), "bold green"
    elif row.must:
        mark, mark_style = "‹!", "bold yellow"
    elif row.held and len(row.dice) == row.fields:
        mark, mark_style = "…", "yellow"
    else:
        mark, mark_style = "", ""
    line = styled(f"{number:>2} ", "dim").append_text(_name(scene, row, style))
    line.append(fields, "bold" if row.dice else "dim")
    return line.append(f"{points:>4} ", style or "dim").append(f"{mark:<{marks}}", mark_style)


def _name(scene: Scene, row: RowView, style: str) -> Line:
    """The row's name, and at its right edge the signs of the tiles that lie there."""
    signs = " ".join(map(_sign, row.tiles))
    room = _NAME - (cell_len(signs) + 1 if signs else 0)
    line = styled(set_cell_size(row.name.say(scene.words.lang), room), style)
    spent = all(tile.spent for tile in row.tiles) or row.scored is not None
    return line.append(f" {signs}" if signs else "", "dim" if spent else "bold yellow")


def _sign(tile: TileView) -> str:
    return tile.value.replace(" ", "")


def _fields(row: RowView) -> str:
    """Dice and free fields; `×` where no die may go now, brackets around the yellow die."""
    free = "×" if row.closed else "·"
    fields = list(f" {' '.join([*map(str, row.dice), *(free * (row.fields - len(row.dice)))]):<9} ")
    if row.yellow is not None:
        fields[2 * row.yellow], fields[2 * row.yellow + 2] = "(", ")"
    return "".join(fields)
