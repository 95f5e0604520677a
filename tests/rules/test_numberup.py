"""For One – Number UP: laying cards, the frame, checks and chips, on 5 × 5 and on 6 × 6."""

import pytest

from knobel import Decide, Draw, IllegalMove, Move, Over, find
from knobel.rules.core import Spec
from knobel.rules.lines import GridPlan
from knobel.rules.numberup import Layout, NumberUp


def level_one() -> NumberUp:
    game = find("numberup")
    assert isinstance(game, NumberUp)
    return game


def six_by_six() -> NumberUp:
    return NumberUp(GridPlan(size=6, colours=8, numbers=6), spec=Spec("numberup", 1))


def lay(game: NumberUp, state: Layout, **cards: str) -> Layout:
    for cell, card in cards.items():
        state = game.draw(game.play(state, Move("draw")), (card,))
        state = game.play(state, Move("place", (cell,)))
    return state


def cells(game: NumberUp, state: Layout) -> set[str]:
    node = game.node(state)
    assert isinstance(node, Decide)
    return {move.args[0] for move in node.moves}


def drawn(game: NumberUp, state: Layout, card: str) -> Layout:
    return game.draw(game.play(state, Move("draw")), (card,))


def test_thirty_cards_and_the_first_goes_to_the_centre() -> None:
    game = level_one()
    node = game.node(game.play(game.start(), Move("draw")))
    assert isinstance(node, Draw)
    assert len(node.urns[0].faces) == 30
    assert cells(game, drawn(game, game.start(), "a1")) == {"c3"}
    with pytest.raises(IllegalMove, match="the centre comes before"):
        game.play(drawn(game, game.start(), "a1"), Move("place", ("a1",)))


def test_then_beside_a_card_horizontally_or_vertically() -> None:
    game = level_one()
    state = drawn(game, lay(game, game.start(), c3="a1"), "a2")
    assert cells(game, state) == {"c2", "b3", "d3", "c4"}
    for corner in ("b2", "d2", "b4", "d4"):
        with pytest.raises(IllegalMove, match="no card lies beside"):
            game.play(state, Move("place", (corner,)))
    with pytest.raises(IllegalMove, match="a card lies on c3"):
        game.play(state, Move("place", ("c3",)))


def test_the_frame_does_not_move() -> None:
    game = level_one()
    state = drawn(game, lay(game, game.start(), c3="a1", c2="a2", c1="a3"), "a4")
    assert "c1" not in cells(game, state)
    assert cells(game, state) == {"b1", "d1", "b2", "d2", "b3", "d3", "c4"}
    with pytest.raises(IllegalMove, match="outside the 5 × 5 grid"):
        game.play(state, Move("place", ("c0",)))
    with pytest.raises(IllegalMove, match="outside"):
        game.play(state, Move("place", ("f3",)))


def test_no_passing_and_no_card_twice() -> None:
    game = level_one()
    state = drawn(game, game.start(), "a1")
    with pytest.raises(IllegalMove, match="now you can only: place"):
        game.play(state, Move("draw"))
    after = game.play(game.play(state, Move("place", ("c3",))), Move("draw"))
    assert "a1" not in game.rest(after)


def test_six_by_six_begins_on_the_four_centre_cells_in_free_order() -> None:
    game = six_by_six()
    assert len(game.deck) == 48
    state = drawn(game, game.start(), "a1")
    assert cells(game, state) == {"c3", "d3", "c4", "d4"}
    state = drawn(game, game.play(state, Move("place", ("d4",))), "h6")
    assert cells(game, state) == {"c3", "d3", "c4"}
    state = lay(game, game.play(state, Move("place", ("c3",))), c4="b1", d3="b2")
    assert cells(game, drawn(game, state, "b3")) == {"c2", "d2", "b3", "e3", "b4", "e4", "c5", "d5"}


def test_check_before_full_and_ten_points_whatever_the_line_is_worth() -> None:
    game = level_one()
    row = game.lines[2]
    state = lay(game, game.start(), c3="b5", d3="c3")
    assert game.mark(state, row) is None
    assert game.points(state) == 0
    state = lay(game, state, b3="b4")
    assert (game.line_value(state, row), game.mark(state, row), game.line_points(state, row)) == (9, "check", 10)
    state = lay(game, state, a3="b3")
    assert (game.line_value(state, row), game.line_points(state, row)) == (12, 10)


def test_chip_on_full() -> None:
    game = level_one()
    state = lay(game, game.start(), c3="b4", c2="c4", c1="d1", c4="c3")
    column = game.lines[5 + 2]
    assert game.mark(state, column) is None
    state = lay(game, state, c5="e1")
    assert (game.mark(state, column), game.line_points(state, column)) == ("chip", 7)


def test_best_colour_counts_wherever_its_cards_lie() -> None:
    game = level_one()
    state = lay(game, game.start(), c3="a2", b3="b3", a3="a4", d3="b4", e3="c5")
    assert game.line_value(state, game.lines[2]) == 7


def test_the_game_ends_when_the_grid_is_full_and_five_cards_stay() -> None:
    game = level_one()
    full = Layout(tuple(game.deck[:25]))
    assert isinstance(game.node(full), Over)
    assert len(game.rest(full)) == 5
    assert game.bounds == (0, 100)
