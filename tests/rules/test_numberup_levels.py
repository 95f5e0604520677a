"""The levels of Number UP on hand-made positions: sides, −10, discards, a hand of cards, other results."""

from random import Random

import pytest

from knobel import Decide, IllegalMove, Move, Over, find
from knobel.errors import BadPosition
from knobel.rules.booklets import booklet
from knobel.rules.core import Spec
from knobel.rules.lines import Aim, Count, Final, GridPlan, Side
from knobel.rules.numberup import Layout, NumberUp
from knobel.rules.views import CounterBlock, GridBlock, TrayBlock
from tests.playing import walk
from tests.thoroughness import LONG, glimpse

LEVELS = range(1, 21)


def level(number: int) -> NumberUp:
    game = find(f"numberup:{number}")
    assert isinstance(game, NumberUp)
    return game


def planned(**parts: object) -> NumberUp:
    return NumberUp(GridPlan(**parts), spec=Spec("numberup", 1))  # type: ignore[arg-type]


def grid(*rows: str) -> tuple[str | None, ...]:
    return tuple(None if card == "-" else card for row in rows for card in row.split())


def moves(game: NumberUp, state: Layout) -> set[str]:
    node = game.node(state)
    assert isinstance(node, Decide)
    return {str(move) for move in node.moves}


def play(game: NumberUp, state: Layout, text: str, *cards: str) -> Layout:
    state = game.play(state, Move.parse(text))
    for card in cards:
        state = game.draw(state, (card,))
    return state


def side_points(game: NumberUp, cells: tuple[str | None, ...]) -> dict[str, int]:
    return {side: game.side_points(Layout(cells), side) for side in game.plan.aims}


FULL = grid(
    "a1 b1 c1 d1 e1",
    "a2 b2 c2 d2 e2",
    "a3 b3 c3 d3 e3",
    "a4 b4 c4 d4 e4",
    "a5 b5 c5 d5 e5",
)


def test_rows_and_columns_may_ask_for_different_things() -> None:
    colours = Aim(Count.COLOURS, 5)
    across = planned(rows=colours, columns=Aim(Count.RUN, 5))
    assert side_points(across, FULL) == {"row": 50, "column": 50}
    down = planned(rows=Aim(Count.RUN, 5), columns=colours)
    assert side_points(down, FULL) == {"row": 5, "column": 5}  # each line shows one number, or one colour


def test_diagonals_are_lines_with_their_own_aim_and_weight() -> None:
    game = planned(diagonals=Aim(Count.RUN, 5, weight=3))
    diagonals = [line for line in game.lines if line.side is Side.DIAGONAL]
    named = [[game.cell_name(cell) for cell in line.cells] for line in diagonals]
    assert named == [["a1", "b2", "c3", "d4", "e5"], ["e1", "d2", "c3", "b4", "a5"]]
    assert side_points(game, FULL) == {"row": 25 - 10, "column": 50, "diagonal": 60}
    assert game.bounds == (0, 50 + 50 + 60)


def test_without_an_aim_diagonals_do_not_count() -> None:
    assert {line.side for line in level(1).lines} == {Side.ROW, Side.COLUMN}


def test_six_by_six_diagonals_pass_through_the_four_centre_cells() -> None:
    game = planned(size=6, numbers=6, diagonals=Aim())
    crossed = {cell for line in game.lines if line.side is Side.DIAGONAL for cell in line.cells}
    assert set(game.centre) <= crossed
    assert len(crossed) == 12


def test_the_weakest_side_is_the_result() -> None:
    game = planned(columns=Aim(Count.RUN, 5), diagonals=Aim(Count.RUN, 5, weight=2), final=Final.LOWEST)
    assert game.node(Layout(FULL)) == Over(15)
    assert game.bounds == (0, 40)


def test_bounds_go_below_zero_where_a_marker_can_be_turned() -> None:
    assert planned(rows=Aim(floor=5)).bounds == (-50, 100)
    assert planned(rows=Aim(limit=9), columns=Aim(limit=9), final=Final.LOWEST).bounds == (-50, 50)


def test_a_full_line_below_the_floor_costs_ten() -> None:
    game = planned(rows=Aim(floor=6))
    assert [game.line_points(Layout(FULL), line) for line in game.lines[:5]] == [-10] * 5
    assert [game.mark(Layout(FULL), line) for line in game.lines[:5]] == ["minus"] * 5


def test_a_check_is_turned_over_when_the_line_goes_beyond_the_limit() -> None:
    game = planned(rows=Aim(target=7, limit=9), columns=Aim(target=7, limit=9))
    row = game.lines[2]
    before = Layout(grid(*["- - - - -"] * 2, "- a5 a4 - -", *["- - - - -"] * 2), hand=("a1",))
    assert game.mark(before, row) == "check"
    assert game.mark(play(game, before, "place d3"), row) == "minus"
    assert game.mark(play(game, before, "place b2"), row) == "check"


def test_two_cards_may_be_put_aside_and_no_third() -> None:
    game = planned(discards=2)
    state = play(game, game.start(), "draw", "a1")
    assert moves(game, state) == {"place c3", "discard"}
    state = play(game, state, "discard")
    assert (state.aside, game.turn(state), moves(game, state)) == (("a1",), 1, {"draw"})
    assert "a1" not in game.rest(state)
    state = play(game, play(game, play(game, state, "draw", "b2"), "discard"), "draw", "c3")
    assert moves(game, state) == {"place c3"}
    with pytest.raises(IllegalMove, match="all 2 cards that may go"):
        game.play(state, Move("discard"))
    assert game.turns == 27


def test_where_nothing_may_be_put_aside_the_refusal_says_so() -> None:
    with pytest.raises(IllegalMove, match="in this level no card may be put aside"):
        play(level(1), play(level(1), level(1).start(), "draw", "a1"), "discard")


def test_a_hand_is_drawn_card_by_card_and_refilled_after_each_card() -> None:
    game = planned(hand=5)
    state = game.start()
    for card in ("b4", "a1", "c3", "a2"):
        assert moves(game, state) == {"draw"}
        state = play(game, state, "draw", card)
    with pytest.raises(IllegalMove, match="first draw until you hold 5 cards"):
        game.play(state, Move("place", ("c3", "a1")))
    state = play(game, state, "draw", "f5")
    assert state.hand == ("a1", "a2", "b4", "c3", "f5")
    assert moves(game, state) == {f"place c3 {card}" for card in state.hand}
    state = play(game, state, "place c3 b4")
    assert (state.hand, moves(game, state)) == (("a1", "a2", "c3", "f5"), {"draw"})
    state = play(game, state, "draw", "e1")
    assert len(moves(game, state)) == 5 * 4
    with pytest.raises(IllegalMove, match="say which card"):
        game.play(state, Move("place", ("c2",)))
    with pytest.raises(IllegalMove, match="you do not hold b4"):
        game.play(state, Move("place", ("c2", "b4")))
    with pytest.raises(IllegalMove, match="no card lies beside a1"):
        game.play(state, Move("place", ("a1", "e1")))


def test_with_a_hand_a_discard_names_its_card() -> None:
    game = planned(hand=3, discards=1)
    state = game.start()
    for card in ("a1", "a2", "b1"):
        state = play(game, state, "draw", card)
    assert {"discard a1", "discard a2", "discard b1"} < moves(game, state)
    with pytest.raises(IllegalMove, match="say which card"):
        game.play(state, Move("discard"))
    after = play(game, state, "discard a2")
    assert (after.hand, after.aside) == (("a1", "b1"), ("a2",))


def test_when_the_deck_is_used_up_the_hand_is_played_out() -> None:
    game = planned(size=6, numbers=6, hand=5)
    cells: list[str | None] = list(game.deck[:31])
    state = Layout((*cells, *[None] * 5), hand=game.deck[31:])
    while not isinstance(game.node(state), Over):
        card = state.hand[0]
        cell = next(iter(game.free_cells(state)))
        state = game.play(state, game.placing(cell, card))
    assert state.hand == ()


def test_draws_have_places_of_their_own() -> None:
    """The same card of the deck must not come twice because two draws look up the same place."""
    game = planned(hand=5, discards=2)
    seen = set()
    for state, node in walk(game, Random(3)):
        if state.drawing:
            place = (node.turn, node.roll)
            assert place not in seen
            seen.add(place)
    assert len(seen) >= 25 + 4


def test_the_view_carries_what_the_level_adds() -> None:
    game = level(20)
    state = game.start()
    for card in ("a1", "a2", "a3", "a4", "a5"):
        state = play(game, state, "draw", card)
    view = game.view(state)
    board = next(block for block in view.blocks if isinstance(block, GridBlock))
    trays = {block.key: block.items for block in view.blocks if isinstance(block, TrayBlock)}
    counters = {block.key: (block.value, block.of) for block in view.blocks if isinstance(block, CounterBlock)}
    assert counters == {"hand": (5, 5), "discards": (2, 2)}
    assert trays["hand"] == ("a1", "a2", "a3", "a4", "a5")
    assert {line.key for line in board.lines} == {"row", "column", "diagonal"}
    assert [side.key for side in board.sides] == ["row", "column", "diagonal"]
    centre = next(cell for cell in board.cells if cell.name == "c3")
    assert centre.takes["a4"] == "place c3 a4"
    laid = game.view(play(game, state, "place c3 a4"))
    after = next(block for block in laid.blocks if isinstance(block, GridBlock))
    would = centre.would["a4"]
    assert [board.lines[one.line].key for one in would] == ["row", "column", "diagonal", "diagonal"][: len(would)]
    assert all(
        (one.value, one.mark, one.points) == (line.value, line.mark, line.points)
        for one in would
        for line in [after.lines[one.line]]
    )
    corner = next(cell for cell in board.cells if cell.name == "a1")
    assert corner.why is not None
    assert "centre" in corner.why.say("en")
    assert {f"discard {card}" for card in state.hand} == set(view.actions)


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        ({"cells": ",".join(["-"] * 25), "aside": "a1"}, "at most"),
        ({"cells": ",".join(["-"] * 25), "hand": "a1,a2"}, "at most"),
        ({"cells": ",".join(["-"] * 25), "hand": "b1,a1"}, "in order"),
        ({"cells": ",".join(["-"] * 25), "hand": "a1", "drawing": "1"}, "does not fit"),
        ({"cells": ",".join(["-"] * 25), "card": "a1"}, "no such field"),
    ],
)
def test_positions_no_game_leads_to(position: dict[str, str], problem: str) -> None:
    with pytest.raises(BadPosition, match=problem):
        level(1).parse(position)


def test_a_hand_is_never_short_in_the_middle_of_a_game() -> None:
    game = planned(hand=5)
    cells = ["-"] * 25
    cells[12] = "a1"
    with pytest.raises(BadPosition, match="does not fit"):
        game.parse({"cells": ",".join(cells), "hand": "a2,a3"})


@pytest.mark.parametrize("number", glimpse(LEVELS, 6))
def test_random_games_of_every_level(number: int) -> None:
    """No card is lost or doubled, hand and discards keep their size, every game ends within its bounds."""
    game = level(number)
    least, most = game.bounds
    results = set()
    for seed in range(1000 if LONG else 15):
        for state, node in walk(game, Random(f"{number}:{seed}")):  # noqa: B007 - the last node is the result
            cards = [card for card in (*state.cells, *state.hand, *state.aside, *game.rest(state)) if card]
            assert sorted(cards) == sorted(game.deck)
            assert len(state.hand) <= game.plan.hand
            assert len(state.aside) <= game.plan.discards
        assert isinstance(node, Over)
        assert least <= node.points <= most
        results.add(node.points)
    assert len(results) > 2


def test_the_booklet_stays_close_to_what_is_known_of_the_printed_one() -> None:
    plans = {number: level(number).plan for number in LEVELS}
    chapters = booklet("numberup").chapters
    assert [len(chapter.levels) for chapter in chapters] == [5, 5, 5, 5]
    assert booklet("numberup").level(1).medals == (60, 70, 80)
    assert min(number for number, plan in plans.items() if plan.size == 6) == 5
    assert min(number for number, plan in plans.items() if plan.hand == 5) == 18
    aims = [aim for plan in plans.values() for aim in plan.aims.values()]
    assert {aim.count for aim in aims} == set(Count)
    assert all(5 <= aim.target <= 9 for aim in aims)
    assert {plan.discards for plan in plans.values()} == {0, 2}
    assert all(6 <= plan.colours <= 8 and 5 <= plan.numbers <= 6 for plan in plans.values())
    assert all(plan.colours * plan.numbers >= plan.size**2 + plan.discards for plan in plans.values())


def test_no_two_levels_ask_the_same() -> None:
    declared = [str(level(number).declare()) for number in LEVELS]
    assert len(set(declared)) == len(declared)
