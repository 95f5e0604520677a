"""For One – Kniffel: a hand-made position for each rule of placing, scoring, ending and the bonus."""

import pytest

from knobel import Decide, IllegalMove, Move, Over, find, parse_position
from knobel.rules.forone import ForOne
from knobel.rules.rows import RowsCard
from tests.playing import play_all


def game(spec: str = "forone") -> ForOne:
    found = find(spec)
    assert isinstance(found, ForOne)
    return found


def position(spec: str = "forone", begun: str = "1", waiting: str = "", **rows: str) -> RowsCard:
    """A table with these rows (`x3`: scored with three dice); the rest of the 17 dice is the supply."""
    words = [rows.get(row.key, "-") for row in game().rows]
    lying = sum(len(word) for word in words if word[0] not in "x-")
    supply = 17 - lying - (len(waiting) + 1) // 2
    line = f"knobel 1 {spec} rows={','.join(words)} supply={supply} out=0 round={begun}"
    _, state = parse_position(line + (f" waiting={waiting}" if waiting else ""))
    assert isinstance(state, RowsCard)
    return state


def moves(state: RowsCard, spec: str = "forone") -> set[str]:
    node = game(spec).node(state)
    assert isinstance(node, Decide)
    return {str(move) for move in node.moves}


def rows_for(face: int, **rows: str) -> set[str]:
    """Where a single waiting die of that face may be laid."""
    state = position(waiting=str(face), **rows)
    return {move.split()[2] for move in moves(state) if move.startswith("put")}


def test_the_first_round_takes_five_of_seventeen_dice() -> None:
    state = game().start()
    assert state.supply == 17
    assert moves(state) == {"roll"}
    rolling = game().play(state, Move("roll"))
    assert rolling.supply == 12
    assert game().draw(rolling, (6, 1, 6, 2, 2)).waiting == (1, 2, 2, 6, 6)


def test_where_dice_go_on_an_empty_card() -> None:
    anywhere = {"three_kind", "four_kind", "full_house", "kniffel", "chance"}
    assert rows_for(1) == anywhere | {"ones", "small_straight"}
    assert rows_for(2) == anywhere | {"twos", "large_straight"}
    assert rows_for(6) == anywhere | {"sixes"}


def test_upper_rows_take_their_number_up_to_five() -> None:
    assert "fours" in rows_for(4, fours="4444")
    full = position(waiting="4", fours="44444")
    with pytest.raises(IllegalMove, match="Fours is full"):
        game().play(full, Move("put", ("4", "fours")))


@pytest.mark.parametrize(
    ("lying", "face", "fits"),
    [("12", 3, True), ("123", 4, False), ("123", 1, True), ("1123", 1, True), ("1123", 2, False)],
)
def test_three_of_a_kind_keeps_three_equal_possible(lying: str, face: int, fits: bool) -> None:
    assert ("three_kind" in rows_for(face, three_kind=lying)) == fits


@pytest.mark.parametrize(
    ("lying", "face", "fits"), [("1", 2, True), ("12", 3, False), ("12", 2, True), ("112", 2, False), ("111", 2, True)]
)
def test_four_of_a_kind_keeps_four_equal_possible(lying: str, face: int, fits: bool) -> None:
    assert ("four_kind" in rows_for(face, four_kind=lying)) == fits


@pytest.mark.parametrize(
    ("lying", "face", "fits"),
    [
        ("1", 2, True),
        ("12", 3, False),
        ("111", 1, False),
        ("111", 2, True),
        ("1112", 1, False),
        ("1122", 1, True),
        ("1112", 2, True),
    ],
)
def test_full_house_is_exactly_three_and_two(lying: str, face: int, fits: bool) -> None:
    assert ("full_house" in rows_for(face, full_house=lying)) == fits


@pytest.mark.parametrize(
    ("lying", "face", "fits"), [("1", 2, True), ("1", 1, False), ("1", 3, False), ("123", 4, True)]
)
def test_small_straight_is_1_2_3_4_in_this_order(lying: str, face: int, fits: bool) -> None:
    assert ("small_straight" in rows_for(face, small_straight=lying)) == fits
    assert "small_straight" not in rows_for(2), "it begins with 1"


@pytest.mark.parametrize(("lying", "face", "fits"), [("2", 3, True), ("2", 4, False), ("2345", 6, True)])
def test_large_straight_is_2_3_4_5_6_in_this_order(lying: str, face: int, fits: bool) -> None:
    assert ("large_straight" in rows_for(face, large_straight=lying)) == fits
    assert "large_straight" not in rows_for(1), "it cannot begin with 1"


def test_kniffel_takes_equal_dice_and_chance_anything() -> None:
    assert "kniffel" in rows_for(3, kniffel="33")
    assert "kniffel" not in rows_for(4, kniffel="33")
    assert "chance" in rows_for(4, chance="1236")


def test_scored_rows_take_nothing() -> None:
    assert "sixes" not in rows_for(6, sixes="x2")


ALL_BUT_SMALL = {
    "ones": "x1", "twos": "x1", "threes": "x1", "fours": "x1", "fives": "x1", "sixes": "x1", "three_kind": "x5",
    "four_kind": "x5", "full_house": "x5", "large_straight": "x5", "kniffel": "x5", "chance": "x5",
}  # fmt: skip


def test_a_die_that_fits_must_be_placed() -> None:
    state = position(waiting="1,6", **ALL_BUT_SMALL)
    assert moves(state) == {"put 1 small_straight"}
    with pytest.raises(IllegalMove, match="none of the waiting dice fits"):
        game().play(state, Move("leave", ("6",)))


def test_compulsory_placing_is_judged_on_the_whole_roll() -> None:
    """The 2 fits only once the 1 lies there: it may not leave before, although it fits nowhere yet."""
    state = position(waiting="1,2", **ALL_BUT_SMALL)
    assert moves(state) == {"put 1 small_straight"}
    (outcome,) = game().placements(state)
    assert outcome.rows[9] == (1, 2)
    assert outcome.out == 0


def test_a_die_that_fits_nowhere_must_leave() -> None:
    state = position(waiting="5,6", **ALL_BUT_SMALL)
    assert moves(state) == {"leave 5", "leave 6"}
    after = play_all(game(), state, "leave 5", "leave 6")
    assert (after.out, after.supply) == (2, 15)


def test_free_discard_lets_any_die_leave() -> None:
    state = position("forone+free_discard", waiting="1,6", **ALL_BUT_SMALL)
    assert moves(state, "forone+free_discard") == {"put 1 small_straight", "leave 1", "leave 6"}


def test_scoring_waits_until_all_dice_are_placed() -> None:
    assert not any(move.startswith("score") for move in moves(position(waiting="1", sixes="66")))


def test_a_full_row_must_be_scored_before_the_next_roll() -> None:
    state = position(chance="12346", sixes="66")
    assert "roll" not in moves(state)
    after = game().play(state, Move("score", ("chance",)))
    assert (after.supply, game().points(after)) == (15, 10 + 12)
    assert "roll" in moves(after)


def test_any_number_of_rows_may_be_scored_also_empty_ones() -> None:
    state = position(sixes="66", begun="1")
    after = play_all(game(), state, "score sixes", "score kniffel", "score ones")
    assert after.scored[5] == 2
    assert after.scored[11] == after.scored[0] == 0
    assert game().points(after) == 12
    with pytest.raises(IllegalMove, match="Sixes has been scored"):
        game().play(after, Move("score", ("sixes",)))


def test_an_incomplete_lower_row_pays_nothing_but_returns_its_dice() -> None:
    state = position(kniffel="3333")
    after = game().play(state, Move("score", ("kniffel",)))
    assert (after.supply, game().points(after)) == (17, 0)


def test_lower_rows_pay_when_complete() -> None:
    complete = {
        "three_kind": ("11123", 15), "four_kind": ("11112", 20), "full_house": ("11122", 25),
        "small_straight": ("1234", 30), "large_straight": ("23456", 40), "kniffel": ("11111", 50),
        "chance": ("12346", 10),
    }  # fmt: skip
    for row, (dice, points) in complete.items():
        after = game().play(position(**{row: dice}), Move("score", (row,)))
        assert game().points(after) == points, row


def test_the_end_with_fewer_than_five_dice() -> None:
    state = position(chance="1234", sixes="6666", kniffel="1111", three_kind="1", begun="3")
    assert state.supply == 4
    assert "roll" not in moves(state)
    assert "end" in moves(state)
    over = game().play(state, Move("end"))
    assert game().node(over) == Over(24), "the sixes count as they lie, incomplete lower rows nothing"


def test_scoring_can_bring_back_enough_dice_to_go_on() -> None:
    state = position(chance="1234", sixes="6666", kniffel="1111", three_kind="1", begun="3")
    assert "roll" in moves(game().play(state, Move("score", ("three_kind",))))


def test_the_end_when_all_rows_are_scored() -> None:
    state = position(**ALL_BUT_SMALL, small_straight="1234", begun="9")
    over = game().play(state, Move("score", ("small_straight",)))
    assert game().node(over) == Over(21 + 15 + 20 + 25 + 40 + 50 + 10 + 30 + 5)


@pytest.mark.parametrize(("worst", "bonus"), list(enumerate((0, 5, 15, 35, 65, 100))))
def test_bonus_by_the_worst_upper_row(worst: int, bonus: int) -> None:
    rows = dict.fromkeys(["ones", "twos", "threes", "fours", "fives", "sixes"], "x5") | {"threes": f"x{worst}"}
    state = position(**rows)
    assert game().points(state) == 105 - 3 * (5 - worst) + bonus


def test_perfect_card() -> None:
    assert game().bounds == (0, 395)
    assert game().best(game().start()) == 395


@pytest.mark.slow
def test_placements_have_no_doubles_and_are_all_that_single_steps_reach() -> None:
    for waiting in ("1,1,1,1,1", "1,2,2,6,6", "2,2,3,3,6"):
        state = position(waiting=waiting, fours="x2", chance="x5", three_kind="x5")
        outcomes = game().placements(state)
        reached = {state}
        frontier = [state]
        finished = set()
        while frontier:
            current = frontier.pop()
            if not current.waiting:
                finished.add(current)
                continue
            node = game().node(current)
            assert isinstance(node, Decide)
            after = {game().play(current, move) for move in node.moves} - reached
            reached |= after
            frontier.extend(after)
        assert set(outcomes) == finished
        for outcome, path in outcomes.items():
            assert play_all(game(), state, *map(str, path)) == outcome


def test_five_equal_dice_on_an_empty_card() -> None:
    """One outcome for each way to split five equal dice, no matter which die is which."""
    state = position(waiting="6,6,6,6,6")
    assert len(game().placements(state)) == len({outcome.rows for outcome in game().placements(state)})
    takers = ("sixes", "three_kind", "four_kind", "full_house", "kniffel", "chance")
    room = (5, 5, 5, 3, 5, 5)
    splits = {
        (a, b, c, d, e, 5 - a - b - c - d - e)
        for a in range(6) for b in range(6) for c in range(6) for d in range(4) for e in range(6)
        if 5 - a - b - c - d - e >= 0
    }  # fmt: skip
    assert len(takers) == len(room)
    assert len(game().placements(state)) == len(splits)
