"""Graded players of score cards: one definition, three ways to work it out."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from knobel.bots import graded
from knobel.bots.pads.plain import PlainTurn, few_keeps, plain_choice
from knobel.bots.pads.players import choose
from knobel.bots.pads.sight import BelievedValues, Sight
from knobel.bots.pads.simulation import simulate
from knobel.bots.pads.styles import STYLES, PadStyle, outlook, pick, rarest_box
from knobel.rules import find
from knobel.rules.core import Decide, Draw, Over
from knobel.rules.sheetfile import sheet_game
from knobel.rules.sheetgame import Card, SheetGame
from knobel.solver.arrays.position import CardPosition
from knobel.solver.asking.values import value_function
from knobel.solver.induction.value_table import ValueTable
from knobel.solver.simulation.simulate import simulate as simulate_exactly


def card_game(name: str) -> SheetGame:
    game = find(name)
    assert isinstance(game, SheetGame)
    return game


def decisions(game: SheetGame, seed: int) -> Iterator[Card]:
    """Positions of a game played at random in which there are dice on the table and something to choose."""
    luck, card = Random(seed), game.start()
    while not isinstance(node := game.node(card), Over):
        if isinstance(node, Draw):
            card = game.draw(card, tuple(luck.choice(urn.faces) for urn in node.urns))
            continue
        if len(node.moves) > 1:
            yield card
        keeps = [move for move in node.moves if move.verb in ("keep", "chip")]
        card = game.play(card, luck.choice(keeps if keeps and luck.random() < 0.7 else node.moves))


@pytest.mark.parametrize(("name", "every"), [("kniffel", 2), ("kniffel+kniffel_after_strike", 4), ("extreme", 16)])
def test_plain_python_sees_what_numpy_sees(name: str, every: int) -> None:
    game = card_game(name)
    styles = [replace(style, temperature=0.0) for style in STYLES.values() if style.boxes != "exact"]
    sights = [Sight(game, style) for style in styles]
    for i, card in enumerate(list(decisions(game, 3))[::every]):
        seen = sights[i % len(sights)]
        assert plain_choice(game, seen.style, card, Random(1)) == choose(seen, card, Random(1))


def test_plain_python_plays_exactly_too_where_values_are_known() -> None:
    """Values of cards may come from anywhere; with the solver's the best style is the optimal player."""
    game = card_game("kniffel")
    table = value_function(game)

    def worth(free: frozenset[int], upper: int, top: int, chips: int) -> float:
        state = 0 if game.sheet.top in free else 1 if top else 2
        return table.value(CardPosition(free, upper, state, chips))

    seen = Sight(game, STYLES["optimal"])
    for card in list(decisions(game, 5))[::5]:
        turn = PlainTurn(game, seen.style, card, worth)
        options = seen.turn(CardPosition.of(game.sheet, card)).options(card.dice, 0)
        assert max(turn.entries(card.dice, 0).values()) == pytest.approx(options[0].value, abs=1e-6)
        assert plain_choice(game, seen.style, card, Random(1), worth) == choose(seen, card, Random(1))


def test_the_exact_style_in_compiled_games_is_the_optimal_player() -> None:
    """Dice for dice: the same games as those of the exact policy."""
    game = card_game("kniffel")
    table = value_function(game)
    assert isinstance(table, ValueTable)
    played = simulate(Sight(game, STYLES["optimal"]), 3000, seed=5)
    exact = simulate_exactly(table, 3000, 5)
    assert (played.points == exact.points).mean() > 0.999  # equally good moves may be told apart differently
    assert 30 < played.decisions < 39
    some = simulate(Sight(game, STYLES["optimal"]), 500, seed=5, first=2500)
    assert (some.points == played.points[2500:]).all()


@pytest.mark.parametrize("name", ["beginner", "casual", "solid", "skilled", "strong"])
def test_compiled_games_are_those_of_the_table(name: str) -> None:
    """Not dice for dice, but on average: a few hundred turns at a table against many compiled games."""
    game, luck = card_game("kniffel"), Random(name)
    played = simulate(Sight(game, STYLES[name]), 20_000, seed=2).points
    totals = []
    for _ in range(25):
        card = game.start()
        while not isinstance(node := game.node(card), Over):
            if isinstance(node, Draw):
                card = game.draw(card, tuple(luck.choice(urn.faces) for urn in node.urns))
            else:
                assert isinstance(node, Decide)
                forced = len(node.moves) == 1
                card = game.play(card, node.moves[0] if forced else graded.play(name, game, card, luck))
        totals.append(node.points)
    assert abs(sum(totals) / len(totals) - played.mean()) < 4 * played.std() / len(totals) ** 0.5


def test_layers_of_compiled_games_hold_what_the_outlook_says() -> None:
    for name in ("kniffel", "extreme", "seven"):
        game = card_game(name)
        values = BelievedValues(outlook(game, STYLES["skilled"]))
        space, luck = values.process.space, Random(name)
        for layer in (0, 1, 3):
            found = values.layer(layer)
            for place in luck.sample(range(len(found)), min(20, len(found))):
                free, upper, top, chips = space.position_at(layer, place)
                assert found[place] == pytest.approx(values.value(CardPosition(free, upper, top, chips)), abs=1e-3)


def test_who_neglects_the_bonus_sees_none_and_who_chases_sees_more() -> None:
    game = card_game("kniffel")
    upper = frozenset(game.sheet.number_boxes.values())
    none, whole = (outlook(game, PadStyle("par", bonus=share)) for share in (0.0, 1.0))
    assert none.value(upper, 0, 0) == pytest.approx(sum(none.boxes[box] for box in upper))
    assert whole.upper_bonus([], 63) == 35
    assert whole.upper_bonus([], 62) == 0
    assert whole.upper_bonus([0], 57) == 0, "five ones cannot make six points"
    assert 0 < whole.upper_bonus(list(upper), 0) < 35
    assert game.sheet.boxes[rarest_box(game.sheet)].key == "kniffel"
    card = Card((None,) * 13, roll=2, dice=(6, 6, 6, 6, 1))
    plain, chased = (PlainTurn(game, PadStyle("par", chase=times), card) for times in (1.0, 2.0))
    keep = ((6, 6, 6, 6),)
    assert chased.keeps(1)[keep] - plain.keeps(1)[keep] == pytest.approx(50 / 6, abs=2)


def test_the_better_the_likelier() -> None:
    luck = Random(1)
    assert pick([1.0, 3.0, 3.0], 0.0, luck) == 1
    counts = Counter(pick([0.0, 1.0, 2.0], 1.0, luck) for _ in range(20_000))
    assert counts[2] / counts[1] == pytest.approx(2.718, rel=0.1)
    assert counts[1] / counts[0] == pytest.approx(2.718, rel=0.1)


def test_where_graded_players_sit() -> None:
    assert not graded.plays("beginner", find("forone"))
    assert graded.plays("skilled", find("maxi_yatzy"))
    assert not graded.plays("strong", find("maxi_yatzy")), "nobody has solved it yet"
    assert graded.plays("beginner", sheet_game({**find("kniffel").sheet.declare(), "rolls": 2}, "own"))
    assert few_keeps(card_game("extreme").sheet)
    assert not few_keeps(card_game("seven").sheet)
