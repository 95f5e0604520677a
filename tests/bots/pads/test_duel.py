"""The player for duels: alone it plays for the mean, against somebody for the win."""

from random import Random

import pytest

from knobel.bots import BOTS, decide
from knobel.bots.pads.duel import DuelTurn, off, standing
from knobel.bots.pads.duel_simulation import duels
from knobel.bots.pads.sight import Sight
from knobel.bots.pads.styles import STYLES
from knobel.rules import find
from knobel.rules.core import Decide
from knobel.rules.sheetgame import Card, SheetGame
from knobel.solver.arrays.position import CardPosition

FULL = (3, 6, 9, 12, 15, 18, 20, 0, 25, 30, 40, 50, 22)


def card_game() -> SheetGame:
    game = find("kniffel")
    assert isinstance(game, SheetGame)
    return game


def last_box(box: str, dice: tuple[int, ...], roll: int = 3) -> Card:
    """A card that lacks one box, with dice on the table."""
    game = card_game()
    written = tuple(None if each.key == box else points for each, points in zip(game.sheet.boxes, FULL, strict=True))
    return Card(written, roll=roll, dice=dice)


def choice(card: Card, rival: Card) -> str:
    game = card_game()
    node = game.node(card)
    assert isinstance(node, Decide)
    return str(decide("duel", game, (card, rival), 0, node, Random(1)))


def rival_of(card: Card, lead: int) -> Card:
    """A full card that is so many points ahead."""
    rest = card_game().points(Card((*FULL[:-1], 0)))
    return Card((*FULL[:-1], card_game().points(card) + lead - rest))


def test_alone_it_is_the_optimal_player() -> None:
    game, card = card_game(), Card((None,) * 13, roll=1, dice=(3, 4, 5, 6, 6))
    node = game.node(card)
    assert isinstance(node, Decide)
    assert decide("duel", game, (card,), 0, node, Random(1)) == BOTS["optimal"](game, card, node, Random(1))


def test_who_is_ahead_takes_no_risk_and_who_is_behind_does() -> None:
    """The last box is the chance: what lies there wins or it does not, whatever the mean of another throw."""
    mine = last_box("chance", (3, 3, 3, 3, 4), roll=2)
    assert choice(mine, rival_of(mine, 15)) == "enter chance"  # sixteen lie there
    assert choice(mine, rival_of(mine, 17)) != "enter chance"


def test_the_strongest_rival_counts() -> None:
    mine, game = last_box("chance", (3, 3, 3, 3, 4), roll=2), card_game()
    weak, strong = rival_of(mine, 15), rival_of(mine, 17)
    node = game.node(mine)
    assert isinstance(node, Decide)
    assert str(decide("duel", game, (mine, weak), 0, node, Random(1))) == "enter chance"
    assert str(decide("duel", game, (mine, weak, strong), 0, node, Random(1))) != "enter chance"


def test_a_turn_of_chances_is_worth_between_none_and_all() -> None:
    seen = Sight(card_game(), STYLES["optimal"])
    for lead in (-300.0, -40.0, 0.0, 40.0, 300.0):
        turn = DuelTurn(seen, CardPosition.start(card_game().sheet), lead - 248.2, off(12, 13))
        best = turn.options((3, 4, 5, 6, 6), 2)[0].value
        assert -1e-3 < best < 1 + 1e-3
        assert (best > 0.5) == (lead > 0)
    assert standing(last_box("chance", ())) == sum(FULL) - 22


def test_duels_are_fair_and_can_be_played_again() -> None:
    game = card_game()
    equal = duels(game, 600, 3, for_win=False)
    assert abs(equal.share - 0.5) < 4 * equal.error
    assert abs(equal.points.mean() - 248.2) < 4 * 44.3 / 600**0.5
    won = duels(game, 600, 3)
    assert (won.rival == equal.rival).all(), "who plays for the mean does not look at the other"
    assert won.points.mean() == pytest.approx(equal.points.mean(), abs=8)
    assert (duels(game, 600, 3).points == won.points).all()
