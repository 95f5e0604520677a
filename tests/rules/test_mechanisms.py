"""Every kind of challenge tile and every use of the yellow die, on positions made by hand."""

import pytest

from knobel import IllegalMove, Move, Over
from knobel.errors import BadPosition
from knobel.rules import mechanisms
from knobel.rules.booklets import booklet
from knobel.rules.foroneplan import RowsPlan, read_plan
from knobel.rules.tiles import TILES
from knobel.rules.views import LevelBlock, RowsBlock, TrayBlock
from tests.rules.forone_table import KEYS, each, game, moves, play, table, worth


def test_there_are_22_tiles_and_the_booklet_lays_each() -> None:
    assert set(TILES) == set(range(1, 23))
    laid = {tile.number for level in booklet("forone").levels for tile in read_plan(level.entry).tiles}
    assert laid == set(TILES)


def test_every_kind_is_on_a_tile_and_says_what_it_does() -> None:
    declared = (value for value in vars(mechanisms).values() if isinstance(value, type))
    kinds = {kind for kind in declared if issubclass(kind, mechanisms.Mechanism)} - {mechanisms.Mechanism}
    assert {type(kind) for kind in TILES.values()} == kinds
    for kind in TILES.values():
        for lang in ("de", "en"):
            assert kind.name.say(lang)
            assert kind.text().say(lang)


def test_the_yellow_die_is_used_in_three_ways() -> None:
    dice = [die for level in booklet("forone").levels if (die := read_plan(level.entry).yellow)]
    assert any(die.wild for die in dice)
    assert any(die.times > 1 for die in dice)
    assert any(die.burden for die in dice)


# What a row is worth


def test_scales_weigh_a_complete_row() -> None:
    on = game((1, "chance"))
    assert worth(on, "chance", "12666") == 21
    assert worth(on, "chance", "1266") == 0
    assert on.bounds == (0, 395 - 10 + 30)


@pytest.mark.parametrize(("dice", "points"), [("66666", 60), ("6666", 0), ("", 0)])
def test_all_or_nothing_in_the_upper_part(dice: str, points: int) -> None:
    on = game(2)
    assert worth(on, "sixes", dice) == points
    assert worth(on, "kniffel", "11111") == 50, "the lower part is as ever"


def test_all_or_nothing_leaves_the_bonus_for_the_worst_row_alone() -> None:
    on = game(2)
    state = table(on, **each(KEYS[:6], "x4:0"))
    assert on.points(state) == 65


@pytest.mark.parametrize(("round_", "points"), [(1, 50), (2, 48), (9, 34)])
def test_ice_melts_the_lower_part(round_: int, points: int) -> None:
    on = game(3)
    assert worth(on, "kniffel", "11111", round=round_) == points
    assert worth(on, "sixes", "666", round=round_) == 18
    assert worth(on, "chance", "12346", round=9) == 0, "never below nothing"


@pytest.mark.parametrize(("round_", "points"), [(1, 50), (2, 52), (9, 66)])
def test_wine_ripens_complete_rows_of_the_lower_part(round_: int, points: int) -> None:
    on = game(4)
    assert worth(on, "kniffel", "11111", round=round_) == points
    assert worth(on, "kniffel", "1111", round=round_) == 0
    assert worth(on, "sixes", "666", round=round_) == 18


def test_deadline() -> None:
    on = game((5, "kniffel"), (6, "sixes"))
    assert worth(on, "kniffel", "11111", round=6) == 50
    assert worth(on, "kniffel", "11111", round=7) == 0
    assert worth(on, "sixes", "666", round=9) == 18
    assert worth(on, "sixes", "666", round=10) == 0
    state = play(on, table(on, round=10, sixes="666"), "score sixes")
    assert state.scored[5] == 3, "for the bonus the dice count as ever"


def test_prize_and_debt() -> None:
    on = game((7, "ones"), (8, "kniffel"), (9, "twos"), (10, "chance"))
    assert worth(on, "ones", "11111") == 5 + 20
    assert worth(on, "ones", "1111") == 4
    assert worth(on, "kniffel", "22222") == 50 + 40
    assert worth(on, "twos", "2222") == 8 - 20
    assert worth(on, "twos", "22222") == 10
    assert worth(on, "chance", "") == -30
    assert on.points(on.start()) == -50, "as the card lies, both debts are due"


def test_tiles_on_one_row_act_in_the_order_of_their_numbers() -> None:
    on = game((1, "chance"), 4, (5, "chance"), (7, "chance"))
    assert worth(on, "chance", "66666", round=3) == 30 + 4 + 20
    assert worth(on, "chance", "66666", round=7) == 0 + 20, "the prize comes after the deadline"


# The end of the game


@pytest.mark.parametrize(
    ("small", "large", "points"),
    [("x4", "x5", 30 + 40 + 40), ("x4", "x0", 30 - 20), ("x0", "x5", 40 - 20), ("x1", "x2", 0)],
)
def test_twins(small: str, large: str, points: int) -> None:
    on = game((11, "small_straight", "large_straight"))
    assert on.points(table(on, small_straight=small, large_straight=large)) == points


def test_loss_counts_all_dice_that_are_out() -> None:
    on = game(22)
    assert on.points(table(on, out=3, sixes="66")) == 12 - 15
    assert on.bounds == (-5 * 17, 395)


def test_dusk_ends_the_game_after_its_round() -> None:
    on = game(12)
    assert on.turns == 10
    assert "roll" in moves(on, table(on, round=9, sixes="66"))
    state = table(on, round=10, sixes="66")
    assert {"end"} == {move for move in moves(on, state) if not move.startswith("score")}
    with pytest.raises(IllegalMove, match="Tile 12, Dusk"):
        on.play(state, Move("roll"))
    assert on.node(play(on, state, "end")) == Over(12)


def test_the_final_scoring_counts_in_the_round_in_which_the_game_ends() -> None:
    on = game(3, (5, "sixes"))
    state = table(on, round=8, sixes="6666", fives="5555", kniffel="1111", chance="1")
    assert on.node(play(on, state, "end")) == Over(20)


# Which dice a row takes


def test_tide_lets_dice_in_in_even_rounds() -> None:
    on = game((13, "chance"))
    assert "put 4 chance" not in moves(on, table(on, round=3, waiting="4"))
    assert "put 4 chance" in moves(on, table(on, round=4, waiting="4"))
    with pytest.raises(IllegalMove, match="Tile 13, Tide"):
        on.play(table(on, round=3, waiting="4"), Move.parse("put 4 chance"))


def test_gate_closes_its_row_and_all_below() -> None:
    on = game((14, "small_straight"))
    shut = table(on, waiting="1", ones="x1", twos="x1")
    assert {"put 1 three_kind", "put 1 four_kind", "put 1 full_house"} == moves(on, shut)
    with pytest.raises(IllegalMove, match="Tile 14, Gate"):
        on.play(shut, Move.parse("put 1 small_straight"))
    opened = table(on, waiting="1", ones="x1", twos="x1", threes="x0")
    assert "put 1 small_straight" in moves(on, opened)


def test_dice_leave_when_only_closed_rows_could_take_them() -> None:
    on = game((13, "chance"))
    scored = each(KEYS[:12], "x0")
    assert moves(on, table(on, round=3, waiting="2,4", **scored)) == {"leave 2", "leave 4"}
    assert moves(on, table(on, round=4, waiting="2,4", **scored)) == {"put 2 chance", "put 4 chance"}


# Which rows may be scored


def test_top_down_scores_the_upper_part_in_order() -> None:
    on = game(16)
    state = table(on, threes="33333", ones="11", round=2)
    assert {"score ones"} == {move for move in moves(on, state) if move.split()[-1] in KEYS[:6]}
    assert "roll" in moves(on, state), "the full row waits for its turn"
    assert "score kniffel" in moves(on, state)
    with pytest.raises(IllegalMove, match="Tile 16, Top down"):
        on.play(state, Move.parse("score threes"))
    after = play(on, state, "score ones", "score twos")
    assert "roll" not in moves(on, after), "now it has to be scored"
    assert play(on, after, "score threes").paid[2] == 15


def test_one_a_round() -> None:
    on = game(17)
    state = table(on, kniffel="33333", chance="12345", round=2)
    assert "roll" not in moves(on, state)
    after = play(on, state, "score kniffel")
    assert moves(on, after) == {"roll"}, "the full chance waits for the next round"
    with pytest.raises(IllegalMove, match="Tile 17, One a round"):
        on.play(after, Move.parse("score chance"))
    again = on.draw(on.play(after, Move("roll")), (1, 1, 1, 1, 2))
    assert not again.acted


def test_every_round_scores_before_the_next_roll() -> None:
    on = game(18)
    state = table(on, sixes="66", round=1)
    assert all(move.startswith("score") for move in moves(on, state))
    with pytest.raises(IllegalMove, match="Tile 18, Every round"):
        on.play(state, Move("roll"))
    assert "roll" in moves(on, play(on, state, "score ones"))


def test_every_round_asks_for_nothing_when_the_game_ends() -> None:
    on = game(18)
    assert "end" in moves(on, table(on, chance="1234", sixes="6666", kniffel="1111", three_kind="1", round=3))


def test_chain_scores_both_rows_at_once() -> None:
    on = game((15, "small_straight", "large_straight"))
    state = table(on, small_straight="1234", large_straight="2345", round=3)
    after = play(on, state, "score small_straight")
    assert (after.paid[9], after.paid[10]) == (30, 0)
    assert after.scored[10] == 4
    assert after.supply == 17
    both = play(on, table(on, small_straight="1234", large_straight="23456", round=3), "score large_straight")
    assert (both.paid[9], both.paid[10]) == (30, 40)


def test_chain_leaves_a_scored_partner_alone_and_counts_as_one_scoring() -> None:
    on = game((15, "small_straight", "large_straight"), 17)
    after = play(on, table(on, small_straight="123", large_straight="23", round=3), "score small_straight")
    assert after.scored[9:11] == (3, 2)
    assert after.acted


# Dice


def test_rescue_brings_lost_dice_back() -> None:
    on = game((20, "chance"), dice=13, aside=4)
    assert (on.start().supply, on.start().out) == (13, 4)
    after = play(on, table(on, chance="12346"), "score chance")
    assert (after.supply, after.out) == (16, 1)
    none = play(on, table(on, chance="1234"), "score chance")
    assert (none.supply, none.out) == (13, 4), "only a complete row does"
    few = play(on, table(on, chance="12346", out=2), "score chance")
    assert (few.supply, few.out) == (17, 0), "not more than are out"


def test_pledge_keeps_the_dice_of_incomplete_rows() -> None:
    on = game(21)
    after = play(on, table(on, sixes="666", chance="12346"), "score chance", "score sixes")
    assert (after.supply, after.out) == (14, 3)
    assert after.paid[5] == 18


def test_the_final_scoring_moves_no_dice() -> None:
    on = game(21, 22)
    state = table(on, sixes="6666", chance="1234", kniffel="1111", three_kind="1", out=1, round=4)
    over = play(on, state, "end")
    assert (over.out, on.points(over)) == (1, 24 - 5)


def test_four_at_a_time() -> None:
    on = game(dice=12, thrown=4)
    rolling = on.play(on.start(), Move("roll"))
    assert rolling.supply == 8
    assert on.draw(rolling, (6, 1, 6, 2)).waiting == (1, 2, 6, 6)
    assert "roll" in moves(on, table(on, sixes="6666", chance="1234", round=3))
    assert "end" in moves(on, table(on, sixes="6666", chance="1234", kniffel="1", round=3))


# The yellow die


def test_the_yellow_die_is_thrown_whenever_it_lies_in_the_supply() -> None:
    on = game(yellow={"times": 2})
    assert on.start().supply == 18
    state = on.draw(on.play(on.start(), Move("roll")), (6, 1, 6, 2, 5))
    assert (state.waiting, state.yellow, state.shows) == ((1, 2, 6, 6), "waiting", 5)
    laid = play(on, state, "put y5 chance", "put 1 ones", "put 2 twos", "put 6 sixes", "put 6 sixes")
    assert (laid.yellow, laid.shows, laid.rows[12]) == ("chance", 5, (5,))
    again = on.draw(on.play(laid, Move("roll")), (1, 1, 1, 1, 1))
    assert again.waiting == (1, 1, 1, 1, 1), "it lies on the card, so five white dice are thrown"


def test_the_yellow_die_goes_and_comes_with_its_row() -> None:
    on = game(yellow={"times": 2})
    state = table(on, sixes="666", yellow="sixes:6")
    after = play(on, state, "score sixes")
    assert (after.yellow, after.shows, after.supply) == ("supply", 0, 18)
    pledged = game(21, yellow={"times": 2})
    lost = play(pledged, table(pledged, sixes="666", yellow="sixes:6"), "score sixes")
    assert (lost.yellow, lost.out) == ("out", 3)


def test_the_yellow_die_leaves_like_any_other() -> None:
    on = game(yellow={"burden": 20})
    state = table(on, yellow="waiting:3", **each([key for key in KEYS if key != "sixes"], "x0"))
    assert moves(on, state) == {"leave y3"}
    assert play(on, state, "leave y3").yellow == "out"


def test_rescue_never_brings_the_yellow_die() -> None:
    on = game((20, "chance"), yellow={"times": 2})
    after = play(on, table(on, chance="12346", yellow="out", out=1), "score chance")
    assert (after.yellow, after.out, after.supply) == ("out", 1, 17)


def test_multiplier() -> None:
    on = game(yellow={"times": 2})
    assert worth(on, "kniffel", "33333", yellow="kniffel:3") == 100
    assert worth(on, "kniffel", "33333", yellow="supply") == 50
    assert worth(on, "sixes", "666", yellow="sixes:6") == 36
    assert worth(on, "chance", "1236", yellow="chance:1") == 0


def test_burden_is_counted_last() -> None:
    on = game((10, "kniffel"), yellow={"burden": 20, "times": 2})
    assert worth(on, "kniffel", "33333", yellow="kniffel:3") == 100 - 20
    assert worth(on, "kniffel", "333", yellow="kniffel:3") == -60 - 20, "doubled debts, and the burden"


@pytest.mark.parametrize(
    ("row", "lying", "shows", "becomes"),
    [
        ("sixes", "66", 1, 6),
        ("small_straight", "12", 6, 3),
        ("large_straight", "-", 6, 2),
        ("kniffel", "44", 1, 4),
        ("kniffel", "-", 3, 3),
        ("three_kind", "122", 6, 2),
        ("three_kind", "123", 6, 3),
        ("four_kind", "12", 6, 2),
        ("full_house", "1112", 5, 2),
        ("full_house", "111", 5, 5),
        ("full_house", "1122", 5, 2),
        ("chance", "11", 5, 1),
    ],
)
def test_wild_becomes_what_its_row_wants(row: str, lying: str, shows: int, becomes: int) -> None:
    on = game(yellow={"wild": True})
    state = table(on, yellow=f"waiting:{shows}", **each([row], lying))
    after = play(on, state, f"put y{shows} {row}")
    assert (after.yellow, after.shows) == (row, becomes)
    assert sorted(after.rows[KEYS.index(row)]) == sorted([*map(int, lying.replace("-", "")), becomes])


def test_wild_cannot_lie_where_no_number_fits() -> None:
    on = game(yellow={"wild": True})
    assert "put y1 full_house" not in moves(on, table(on, yellow="waiting:1", full_house="111"))


def test_a_plan_without_anything_is_the_base_game() -> None:
    assert read_plan(booklet("forone").level(1).entry) == RowsPlan()


def test_which_levels_need_a_look_at_early_scoring() -> None:
    assert not game((7, "ones"), 2, 3, 4, 12, (13, "chance"), 21).plan.needs_free_scoring
    for tile in ((5, "ones"), (14, "chance"), (15, "ones", "twos"), 16, 17, 18, 22):
        assert game(tile).plan.needs_free_scoring


# Views


def test_the_view_shows_tiles_locks_and_reasons() -> None:
    on = game((5, "kniffel"), (14, "small_straight"), 16, yellow={"wild": True})
    state = table(on, waiting="1", yellow="waiting:4", round=7, fives="55")
    blocks = on.view(state).blocks
    tray = next(block for block in blocks if isinstance(block, TrayBlock))
    assert tray.items == (1, "y4")
    card = next(block for block in blocks if isinstance(block, RowsBlock))
    assert [tile.number for tile in card.tiles] == [16]
    rows = {row.key: row for row in card.rows}
    assert [(tile.number, tile.value, tile.spent) for tile in rows["kniffel"].tiles] == [(5, "≤ 6", True)]
    assert rows["kniffel"].closed
    assert "Gate" in rows["kniffel"].refuses["1"].say("en")
    assert rows["fives"].takes == {"y4": "put y4 fives"}
    assert rows["fives"].held is not None
    assert "Von oben" in rows["fives"].held.say("de")
    assert rows["ones"].held is None
    assert not any(isinstance(block, LevelBlock) for block in blocks), "a game of no level has no note"


def test_the_view_knows_which_die_is_yellow() -> None:
    on = game(yellow={"times": 2})
    card = next(
        block for block in on.view(table(on, chance="1235", yellow="chance:3")).blocks if isinstance(block, RowsBlock)
    )
    assert [row.yellow for row in card.rows if row.dice] == [2]


def test_positions_that_cannot_be() -> None:
    on = game((7, "ones"), yellow={"times": 2})
    for place in ("chance:3", "supply:3", "nowhere", "waiting", ""):
        with pytest.raises(BadPosition):
            table(on, chance="125", yellow=place)
    for row in ("x5:5", "x4:24", "x5:26", "x4:4"):
        with pytest.raises(BadPosition, match="cannot have been worth"):
            table(on, ones=row, yellow="supply")
    assert table(on, ones="x5:25", yellow="supply").paid[0] == 25
    with pytest.raises(BadPosition):
        table(on, ones="x5:25", yellow="supply", acted=True)
