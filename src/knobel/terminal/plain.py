"""Scenes for ears: sentences in reading order, no drawing, nothing that has to be seen in its place."""

from knobel.terminal.kit import Scene


def sentences(scene: Scene, *, whole_card: bool = False) -> list[str]:
    """What a player needs to decide; with `whole_card` all that is written, too."""
    head = []
    if whole_card or scene.moment == "pause" or scene.moment in scene.kit.between:
        others = scene.standings()
        head = [f"{scene.title()}. {scene.words('terminal.points', n=scene.view.points)}."]
        head += [scene.words("terminal.others", standings=others)] if others else []
    hint = [scene.hint] if scene.moment else []
    return [spoken(line) for line in (*head, *scene.kit.speak(scene, whole_card=whole_card), *hint)]


def spoken(line: str) -> str:
    """The line without the signs that part its pieces for the eye."""
    return line.replace(" · ", "; ").replace(" → ", ": ")
