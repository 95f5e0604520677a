"""What the ends of a round are worth is reckoned once, however often somebody asks in that round."""

from knobel.bots.forone.ends import RoundEnd, estimates_by_ends
from knobel.rules import find
from knobel.rules.core import Decide
from knobel.rules.forone import ForOne
from knobel.rules.rows import RowsCard


def test_the_ends_of_a_round_are_reckoned_once() -> None:
    game = find("forone", level=1)
    assert isinstance(game, ForOne)
    reckoned: list[tuple[int, ...]] = []

    def best_end(_: ForOne, card: RowsCard) -> RoundEnd:
        """As the first row that has dice says, so that moves lead to a few different ends."""
        return RoundEnd((next((i for i, row in enumerate(card.rows) if row), 0) % 4,), 0.0, over=False)

    def after_rolls(_: ForOne, at: tuple[int, ...]) -> list[float]:
        reckoned.append(at)
        return [100.0 - at[0], 102.0 - at[0]]

    state, asked = game.draw(game.play(game.start(), "roll"), (1, 2, 3, 4, 5)), 0
    while "roll" not in map(str, game.moves(state)):
        node = game.node(state)
        assert isinstance(node, Decide)
        found = estimates_by_ends(game, state, node, best_end, after_rolls)
        assert {each.value for each in found} <= {101.0 - at[0] for at in reckoned}
        asked += len(found)
        state = game.play(state, max(found, key=lambda each: each.value).move)
    assert 1 < len(reckoned) == len(set(reckoned)) < asked
