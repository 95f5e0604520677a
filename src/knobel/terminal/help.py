"""`?`: what can be typed at this moment, `? NAME`: what a box or row asks for, `??`: the rule of the level."""

from knobel.terminal.console import Terminal
from knobel.terminal.errors import Misread
from knobel.terminal.kit import Scene
from knobel.terminal.screen import page


def show_help(terminal: Terminal, scene: Scene, about: str) -> None:
    """A screen of its own until somebody has read it; where sentences are heard, just said."""
    title, content = help_page(scene, about, seen=not terminal.plain)
    if terminal.plain:
        terminal.show([title, content])
        return
    terminal.fresh(page(title, content))
    terminal.ask(scene.words("terminal.go_back") + " ")


def help_page(scene: Scene, about: str, *, seen: bool) -> tuple[str, str]:
    """Title and text of the help, with the signs on the screen if there is one to be seen."""
    words, kit = scene.words, scene.kit
    if about == "?":
        return kit.rule(scene)
    if about:
        try:
            return kit.explain(scene, about)
        except Misread as error:
            return words("terminal.help.title"), error.say(words.lang)
    parts = [kit.usage(scene)]
    if seen and scene.moment in kit.signs:
        parts.append(words(f"terminal.seen.{kit.engine}"))
    parts.append(scene.always)
    return words("terminal.help.title"), "\n\n".join(part.strip("\n") for part in parts)
