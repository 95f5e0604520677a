"""A kit for every engine, and for one from elsewhere: nothing falls through to the kit of another game."""

# ruff: noqa: ARG002  # the toy has no use for most of what an engine and a kit are handed

import ast
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.text import Text as Line

import knobel
from knobel.bots import BOTS
from knobel.match.host import new_match
from knobel.rules import GAMES, find
from knobel.rules.core import Decide, Draw, Face, Game, Move, Node, Over, Spec, Urn, move
from knobel.rules.views import Block, CounterBlock
from knobel.terminal import KITS, kit_of
from knobel.terminal.errors import Misread, NoKit
from knobel.terminal.kit import Kit, Scene, styled
from knobel.terminal.printed import printed
from knobel.words import Text, Words, text
from tests.terminal.driver import sit_down, then_leave

SOURCE = Path(knobel.__file__).parent
MODULES = sorted([*SOURCE.glob("terminal/*.py"), *SOURCE.glob("cli/*.py")])


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.key)
def test_every_engine_has_its_kit(kind: Any) -> None:
    kit = kit_of(kind.game())
    assert kit.engine == kind.game().engine
    assert type(kit).__module__ == f"knobel.terminal.{kit.engine}"


def test_no_kit_is_left_over() -> None:
    assert KITS.keys() == {kind.game().engine for kind in GAMES}


@pytest.mark.parametrize(
    "path", sorted([*SOURCE.glob("terminal/*.py"), *SOURCE.glob("cli/*.py")]), ids=lambda p: p.stem
)
def test_nobody_but_a_kit_asks_which_engine_it_is(path: Path) -> None:
    if path.stem in KITS:
        return
    engines = {type(kind.game()).__name__ for kind in GAMES}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            asked = {name.id for name in ast.walk(node.args[1]) if isinstance(name, ast.Name)}
            assert not asked & engines, f"line {node.lineno}"


@dataclass(frozen=True)
class Counting(Game[tuple[int, ...]]):
    """A toy: throw a die, say its number aloud, three times."""

    engine = "counting"

    @property
    def players(self) -> tuple[int, int]:
        return 1, 2

    @property
    def turns(self) -> int:
        return 3

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, 18

    def start(self) -> tuple[int, ...]:
        return ()

    def node(self, state: tuple[int, ...]) -> Node:
        if state and state[-1] == 0:
            return Draw(len(state) - 1, 1, (Urn(0, (1, 2, 3, 4, 5, 6)),))
        return Over(sum(state)) if len(state) == 3 else Decide((move("roll"),))

    def turn(self, state: tuple[int, ...]) -> int:
        return len(state) - state.count(0)

    def points(self, state: tuple[int, ...]) -> int:
        return sum(state)

    def why_not(self, state: tuple[int, ...], move: Move) -> Text | None:
        return None

    def declare(self) -> dict[str, Any]:
        return {"engine": "counting"}

    def format(self, state: tuple[int, ...]) -> str:
        return f"thrown={','.join(map(str, state))}"

    def parse(self, fields: Any) -> tuple[int, ...]:
        return tuple(map(int, fields["thrown"].split(",")))

    def _blocks(self, state: tuple[int, ...], moves: tuple[Move, ...]) -> tuple[Block, ...]:
        return (CounterBlock("sum", sum(state)),)

    def _apply(self, state: tuple[int, ...], move: Move) -> tuple[int, ...]:
        return (*state, 0)

    def _reveal(self, state: tuple[int, ...], faces: tuple[Face, ...]) -> tuple[int, ...]:
        return (*state[:-1], int(faces[0]))


class CountingKit(Kit[Counting, tuple[int, ...]]):
    engine = "counting"

    def decision(self, game: Counting, state: tuple[int, ...], node: Decide) -> str:
        return "roll"

    def read(self, line: str, game: Counting, state: tuple[int, ...], words: Words) -> tuple[Move, ...]:
        if line:
            raise Misread(text("terminal.misread.roll_first"))
        return (move("roll"),)

    def paint(self, scene: Scene) -> list[Line]:
        return [styled(f" counted so far: {scene.block(CounterBlock).value}")]

    def speak(self, scene: Scene, *, whole_card: bool) -> list[str]:
        return [f"Counted so far: {scene.block(CounterBlock).value}."]


COUNTING = Counting(spec=Spec("kniffel"))  # the name of a game that has words; its engine is what counts here


def test_an_engine_without_a_kit_says_so() -> None:
    with pytest.raises(NoKit) as refused:
        kit_of(COUNTING)
    assert "counting" in refused.value.say("de")
    assert refused.value.say("de") != refused.value.say("en")


@pytest.mark.parametrize("plain", [False, True])
def test_an_engine_from_elsewhere_brings_its_own_kit(plain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KITS, CountingKit.engine, CountingKit())
    player, sitting = sit_down(COUNTING, then_leave(["what", "", "?", "", "? it", "", "", "", ""]), plain=plain)
    sitting.play()
    assert sitting.match.revealed
    total = sitting.match.ranking[0].points
    assert any(Words("en")("terminal.misread.roll_first") in line for line in player.said)
    assert any(line.strip().lower().startswith("counted so far") for line in player.said)
    assert f"  {total} points" in player.said


def test_a_toy_engine_is_told_and_printed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KITS, CountingKit.engine, CountingKit())
    host = new_match(COUNTING, ["Anna"], seed=bytes(32), match_id="x")
    after = host.play("roll")
    (thrown,) = after.match.state.cards[0]
    assert kit_of(COUNTING).bot_turn(host.match, after.match, 0, Words("en")) == f"Anna: {thrown}"
    assert f"counted so far: {thrown}" in printed(after.match)


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("spec", ["kniffel", "extreme", "forone:21", "numberup", "numberup:20"])
def test_a_match_in_print(spec: str, lang: str) -> None:
    host = new_match(find(spec), ["Anna"], seed=bytes(32), match_id="x")
    before = printed(host.match, lang)
    while len(host.match.events) < 2:
        host = host.play(host.match.legal_moves[0])
    after = printed(host.match, lang)
    game = host.match.header.game
    for shown in (before, after):
        assert shown.splitlines()[0].startswith(f" {game.name.say(lang)} · ")
        assert len(shown.splitlines()) < 24
        assert all(len(line) <= 80 and line == line.rstrip() for line in shown.splitlines())
        assert "\n\n\n" not in shown
    assert before != after


def test_print_shows_the_card() -> None:
    host = new_match("kniffel", ["Anna"], seed=bytes(32), match_id="x").play("roll")
    dice = host.match.state.cards[0].dice
    assert all(f"───{face}───" in str(host.match) for face in dice)
    assert str(host) == str(host.match) == printed(host.match)


@pytest.mark.parametrize("spec", ["forone", "numberup", "numberup:20"])
def test_every_kit_tells_a_turn_in_one_line(spec: str) -> None:
    game, luck = find(spec), Random(4)
    host = began = new_match(game, ["Anna"], seed=bytes(32), match_id="x")
    while game.turn(host.match.state.cards[0]) < 3 and not host.match.over:
        node = host.match.turn.node
        assert isinstance(node, Decide)
        host = host.play(BOTS["greedy"](game, host.match.state.cards[0], node, luck))
    for lang in ("de", "en"):
        told = kit_of(game).bot_turn(began.match, host.match, 0, Words(lang))
        assert told.startswith("Anna: ")
        assert "\n" not in told
        assert "place" not in told
        assert "None" not in told
