"""`?`: what can be typed at this moment, `? NAME`: what a box or row asks for, `??`: the rule of the level."""

import textwrap

from knobel.cli.failures import Misread
from knobel.cli.names import find
from knobel.cli.scene import Scene
from knobel.cli.terminal import WIDTH
from knobel.rules.forone import ForOne
from knobel.rules.sheetgame import SheetGame
from knobel.rules.views import LevelBlock

_SIGNS = {
    "keep": "keep", "chip": "keep", "enter": "keep", "place": "place", "score": "place", "must_score": "place",
    "few_dice": "place", "draw_card": "lay_card", "lay_card": "lay_card",
    "choose_card": "lay_card",
}  # fmt: skip


def help_page(scene: Scene, about: str, *, seen: bool) -> tuple[str, str]:
    """Title and text of the help, with the signs on the screen if there is one to be seen."""
    words = scene.words
    if about == "?":
        return _level(scene)
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


def _level(scene: Scene) -> tuple[str, str]:
    """The level's rule, and all that is in force, point by point."""
    words, level = scene.words, next((block for block in scene.view.blocks if isinstance(block, LevelBlock)), None)
    if level is None:
        return scene.game.name.say(words.lang), words(f"games.{scene.game.spec.key}.tagline")
    parts = [textwrap.fill(part.say(words.lang), WIDTH - 4, subsequent_indent="  ") for part in level.parts]
    title = words("terminal.level", n=level.number, name=level.name)
    return title, "\n".join(
        [textwrap.fill(level.rule.say(words.lang), WIDTH - 2), "", *(f"· {part}" for part in parts)]
    )


def _about(scene: Scene, about: str) -> tuple[str, str]:
    words, game = scene.words, scene.game
    if isinstance(game, SheetGame):
        boxes = {box.key: (box.name.say(words.lang), box.describe(words.lang)) for box in game.sheet.boxes}
    elif isinstance(game, ForOne):
        boxes = {row.key: (row.name.say(words.lang), row.text().say(words.lang)) for row in game.rows}
    else:
        return _level(scene)
    key = find(about, [(key, name) for key, (name, _) in boxes.items()], boxes, "box")
    return boxes[key]
