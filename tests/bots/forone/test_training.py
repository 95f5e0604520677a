"""Learning: points rise, and a course that was left ends as if it had not been."""

from knobel.bots import learned_players
from knobel.rules import find

PLAYERS = learned_players("forone")


def test_points_rise_from_nothing() -> None:
    trainer = PLAYERS.trainer(find("forone", level=1), seed=3, games=1500)
    first = trainer.step(200)
    trainer.step(1000)
    assert trainer.step(300) > first + 10
    assert trainer.played == 1500


def test_other_levels_begin_with_what_is_known_of_the_first() -> None:
    assert PLAYERS.trainer(find("forone", level=2), seed=3, games=1000).step(100) > 340


def test_left_and_taken_up_again_it_learns_the_same() -> None:
    game = find("forone", level=14)
    through, left, resumed = (PLAYERS.trainer(game, seed=3, games=100) for _ in range(3))
    through.step(100)
    left.step(60)
    resumed.resume(left.checkpoint())
    assert resumed.played == 60
    resumed.step(40)
    assert resumed.seal() == through.seal()
    other = PLAYERS.trainer(game, seed=4, games=100)
    other.step(100)
    assert other.seal() != through.seal()
