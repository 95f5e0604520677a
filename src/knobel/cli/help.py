"""`?`: what can be typed at this moment, and `? NAME`: what a box or row asks for."""

from knobel.cli.failures import Misread
from knobel.cli.names import find
from knobel.cli.scene import Scene
from knobel.rules.forone import ForOne
from knobel.rules.sheetgame import SheetGame


def help_page(scene: Scene, about: str) -> tuple[str, str]:
    """Title and text of the help."""
    words = scene.words
    if about:
        try:
            return _about(scene, about)
        except Misread as error:
            return words("terminal.help.title"), error.say(words.lang)
    content = words(f"terminal.help.{scene.moment}").strip("\n")
    return words("terminal.help.title"), f"{content}\n\n{words('terminal.help.always').strip(chr(10))}"


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
