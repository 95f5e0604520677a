"""The games of the day: everything follows from the date, and what is played counts once."""

from dataclasses import replace
from datetime import date, timedelta
from hashlib import sha256

import pytest

from knobel.errors import DiceOfADay
from knobel.match.day import PARTS, DayGame, day_game_of, level_of_the_day, longest_streak, streak
from knobel.match.log import verify
from knobel.match.notation import format_match, parse_match
from knobel.rules import GAMES

DAY = date(2026, 11, 16)


def test_the_dice_follow_from_the_date_as_it_is_stated() -> None:
    game = DayGame(DAY, "kniffel")
    assert game.seed == sha256(b"knobel day\n1\n2026-11-16\nkniffel").digest()
    ada, ben = (game.host(name).play("roll").match for name in ("Ada", "Ben"))
    assert ada.events == ben.events
    other = DayGame(DAY + timedelta(days=1), "kniffel").host("Ada").play("roll").match
    assert other.events != ada.events


@pytest.mark.parametrize("part", PARTS)
def test_a_match_of_a_day_is_known_and_holds_its_seal(part: str) -> None:
    game = DayGame(DAY, part)  # type: ignore[arg-type]
    host = game.host("Ada")
    host = host.play(host.match.legal_moves[0]).end()
    match = parse_match(format_match(host.match))
    assert day_game_of(match.header) == game
    assert verify(match).dice > 0
    assert day_game_of(replace(match.header, commitment="0" * 64)) is None, "only its name"
    for id in ("day-2026-11-16-chess", "day-x-kniffel", "day-", "f00d"):
        assert day_game_of(replace(match.header, id=id)) is None


def test_nobody_brings_dice_to_the_game_of_a_day() -> None:
    host = DayGame(DAY, "kniffel").host("Ada")
    with pytest.raises(DiceOfADay):
        host.salt(0, "ab")
    with pytest.raises(DiceOfADay):
        host.switch(by_hand=True)


def test_every_level_comes_up_before_one_comes_again() -> None:
    every = {f"{kind.key}:{level}" for kind in GAMES for level in kind.levels()}
    begin = date.fromordinal(DAY.toordinal() // 45 * 45)
    courses = [[level_of_the_day(begin + timedelta(days=45 * course + n)) for n in range(45)] for course in (0, 1)]
    assert len(every) == 45
    assert all(set(course) == every for course in courses)
    assert courses[0] != courses[1]


def test_days_in_a_row() -> None:
    days = {DAY - timedelta(days=n) for n in (1, 2, 3, 5, 6, 7, 8)}
    assert streak(days, DAY) == 3, "today may still be to come"
    assert streak(days | {DAY}, DAY) == 4
    assert streak(days, DAY + timedelta(days=1)) == 0, "a day was left out"
    assert longest_streak(days) == 4
    assert longest_streak(set()) == 0
