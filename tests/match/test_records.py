"""Scores of finished games, and what best and average they make."""

from dataclasses import replace
from random import Random

import pytest

from knobel.match.events import Seat
from knobel.match.records import Past, Record, record_of, scores_of
from knobel.rules import digest, find
from tests.playing import moved, opened, random_match


def test_every_finished_game_of_a_person_is_a_score() -> None:
    match, _ = random_match("kniffel", Random(3), seats=2, games=2)
    scores = scores_of(match, 7)
    assert [(one.game, one.seat, one.person) for one in scores] == [
        (1, 0, "P0"),
        (1, 1, "P1"),
        (2, 0, "P0"),
        (2, 1, "P1"),
    ]
    assert [one.points for one in scores] == [points for game in match.state.results for points in game]
    assert {(one.match, one.rules, one.stamp) for one in scores} == {(match.header.id, digest(find("kniffel")), 7)}


def test_bots_open_games_and_booklets_have_none() -> None:
    match, seal = opened("kniffel", [Seat("Ada"), Seat("Robo", "greedy")], first=0)
    assert scores_of(match, 1) == ()
    while not match.over:
        match = moved(match, seal, match.legal_moves[-1])
    assert [one.person for one in scores_of(match, 1)] == ["Ada"]
    assert record_of(match, 1, Past(3, 200, 500)) is None
    level, _ = random_match("numberup:1", Random(1))
    assert level.state.results
    assert scores_of(level, 1) == ()
    assert scores_of(random_match("forone:1+free_discard", Random(1))[0], 1)


@pytest.mark.parametrize(
    ("past", "best", "before", "new"),
    [
        (Past(), 0, None, False),
        (Past(2, -1, 100), 0, -1, True),
        (Past(2, 10_000, 10_200), 10_000, 10_000, False),
    ],
)
def test_best_and_average(past: Past, best: int, before: int | None, new: bool) -> None:
    match, _ = random_match("kniffel", Random(5), games=2)
    mine = [game[0] for game in match.state.results]
    record = record_of(match, 0, past)
    assert record is not None
    assert record == Record(past.games + 2, best or max(mine), (past.total + sum(mine)) / (past.games + 2), before)
    assert record.is_new is new


def test_equal_is_no_new_best() -> None:
    match, _ = random_match("kniffel", Random(5))
    points = match.state.results[0][0]
    record = record_of(match, 0, Past(1, points, points))
    assert record is not None
    assert (record.best, record.before, record.is_new) == (points, points, False)


def test_who_gave_up_has_the_past_alone() -> None:
    match, seal = opened("kniffel", ["Ada"])
    given_up = match.reveal(seal.seed.hex())
    assert record_of(given_up, 0, Past()) is None
    assert record_of(given_up, 0, Past(2, 250, 400)) == Record(2, 250, 200.0, 250)


def test_a_level_that_is_lost_is_not_written_down_and_does_not_count() -> None:
    match, _ = random_match("numberup:1", Random(1))
    lost = replace(match, state=match.state._replace(results=((0,),)))
    assert record_of(lost, 0, Past(1, 50, 50)) == Record(1, 50, 50.0, 50)
    assert record_of(lost, 0, Past()) is None
