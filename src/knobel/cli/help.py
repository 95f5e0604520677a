"""`?`: what can be typed at this moment, and `? NAME`: what a box or row asks for."""

from knobel.cli.failures import Misread
from knobel.cli.names import find
from knobel.cli.scene import Scene
from knobel.rules.forone import ForOne
from knobel.rules.sheetgame import SheetGame

_SIGNS = {
    "keep": "keep", "chip": "keep", "enter": "keep", "place": "place", "score": "place", "must_score": "place",
    "few_dice": "place", "draw_card": "lay_card", "lay_card": "lay_card",
}  # fmt: skip


def help_page(scene: Scene, about: str, *, seen: bool) -> tuple[str, str]:
    """Title and text of the help, with the signs on the screen if there is one to be seen."""
    words = scene.words
    if about:
        try:
            return _about(scene, about)
        except Misread as error:
            return words("terminal.help.title"), error.say(words.lang)
    parts = [words(f"terminal.help.{scene.moment}")]
    if seen and scene.moment in _SIGNS:
        parts.append(words(f"terminal.seen.{_SIGNS[scene.moment]}"))
    parts.append(words("terminal.help.always"))
    return words("terminal.help.title"), "\n\n".join(part.strip("\n") for part in parts)


def _about(scene: Scene, about: str) -> tuple[str, str]:
    words, game = scene.words, scene.game
    if isinstance(game, SheetGame):
        boxes = {box.key: (box.name.say(words.lang), box.describe(words.lang)) for box in game.sheet.boxes}
    elif isinstance(game, ForOne):
        boxes = {row.key: (row.name.say(words.lang), row.text().say(words.lang)) for row in game.rows}
    else:
        level = scene.level
        return game.name.say(words.lang), level.rule.say(words.lang) if level else ""
    key = find(about, [(key, name) for key, (name, _) in boxes.items()], boxes, "box")
    return boxes[key]
