"""The tower in the terminal."""

from rich.text import Text as Line

from knobel.rules.core import Decide, Move
from knobel.rules.views import OwnBlock
from knobel.terminal.errors import Misread
from knobel.terminal.kit import Kit, Scene, styled
from knobel.words import Words, text
from tests.toys.tower import LEAVE, ROLL, STACK, DiceTower, Tower


class TowerKit(Kit[Tower, DiceTower]):
    engine = Tower.engine

    def decision(self, game: Tower, state: DiceTower, node: Decide) -> str:  # noqa: ARG002
        return "toy_tower" if state.hand else "roll"

    def read(self, line: str, game: Tower, state: DiceTower, words: Words) -> tuple[Move, ...]:  # noqa: ARG002
        if not state.hand:
            return (ROLL,)
        if line not in (str(STACK), str(LEAVE)):
            raise Misread(text("toy.how"))
        return (Move.parse(line),)

    def paint(self, scene: Scene) -> list[Line]:
        return [styled(f"[{die}]") for die in reversed(scene.block(OwnBlock).shows["dice"])] + [styled("═══")]

    def speak(self, scene: Scene, *, whole_card: bool) -> list[str]:  # noqa: ARG002
        return [" ".join(map(str, scene.block(OwnBlock).shows["dice"])) or "–"]


KIT = TowerKit()
