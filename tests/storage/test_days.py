"""What is kept of the games of the day: the first match of each counts, and only once."""

from datetime import UTC, date, datetime
from pathlib import Path
from random import Random

import pytest

from knobel.bots import BOTS
from knobel.coach.par import Par, known_par
from knobel.match.day import DayGame
from knobel.rules.core import Decide
from knobel.storage.database import location, opened
from knobel.storage.daybook import DayBook, day_of, share
from knobel.storage.days import FINISHED, RUNNING, DayPlayed
from knobel.storage.errors import NoSuchDay
from knobel.storage.kept import fresh_id
from knobel.storage.people import Changed, People, Person
from knobel.storage.saves import Save, days_played, find_match, kept_results

LEVEL = DayGame(date(2026, 11, 18), "level")  # level 23 of For One – Kniffel
PAD = DayGame(date(2026, 11, 18), "kniffel")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOBEL_HOME", str(tmp_path))


def played(game: DayGame, person: str) -> str:
    """Begun, and played to its end by a bot's moves; where it is found."""
    save, host = Save(fresh_id()), game.host(person)
    save.begin(host)
    luck = Random(1)
    while isinstance(node := host.match.turn.node, Decide):
        host = host.play(BOTS["greedy"](host.match.header.game, host.match.state.cards[0], node, luck))
    save.write(host.match)
    save.close()
    return save.id


def test_the_first_match_of_a_day_counts_and_the_second_does_not() -> None:
    first, second = played(LEVEL, "Ada"), played(LEVEL, "Ada")
    assert [(each.attempt, each.over, each.counts) for each in days_played("Ada")] == [
        (1, FINISHED, True),
        (2, FINISHED, False),
    ]
    assert [result.id for result in kept_results(LEVEL.game.spec.key)] == [first]
    other = played(LEVEL, "Ben")
    assert {result.id for result in kept_results(LEVEL.game.spec.key)} == {first, other}
    one, two = (find_match(id) for id in (first, second))
    assert one.header.id == two.header.id == LEVEL.id


def test_best_results_know_first_matches_only() -> None:
    for _ in range(2):
        played(PAD, "Ada")
    with opened(location()) as connection:
        assert connection.execute("select count(*) from score").fetchone() == (1,)


def test_one_without_a_throw_is_forgotten_and_a_person_takes_days_along() -> None:
    save = Save(fresh_id())
    save.begin(PAD.host("Ada"))
    assert [each.over for each in days_played("Ada")] == [RUNNING]
    save.discard()
    save.close()
    assert days_played("Ada") == []
    played(PAD, "Ada")
    with opened(location()) as connection:
        People(connection).write(Changed("Ada", Person("Grace", "red", "owl")))
        connection.execute(
            "insert into person (key, name, colour, picture, stamp) values ('ada', 'Ada', 'red', 'owl', 0)"
        )
        People(connection).write(Changed("Ada", Person("Grace", "red", "owl")))
    assert [each.day for each in days_played("Grace")] == ["2026-11-18"]


def record(day: str, part: str = "kniffel", *, begun: str | None = None, **changes: object) -> DayPlayed:
    stamp = int(datetime.fromisoformat(f"{begun or day + 'T23:59:00'}+00:00").timestamp())
    values = {"match": "m", "day": day, "part": part, "spec": "kniffel", "person": "Ada", "attempt": 1, "begun": stamp}
    return DayPlayed(**{**values, "over": FINISHED, "points": 268, "medal": None, **changes})  # type: ignore[arg-type]


def test_a_game_begun_before_midnight_counts_for_its_day_and_one_of_another_day_for_none() -> None:
    late = record("2026-11-15", begun="2026-11-16T00:00:00")
    book = DayBook([record("2026-11-16"), record("2026-11-17"), late, record("2026-11-14", attempt=2)])
    assert book.days == {date(2026, 11, 16), date(2026, 11, 17)}
    assert (book.streak(date(2026, 11, 18)), book.longest) == (2, 2)


def test_the_line_to_share() -> None:
    day = date(2026, 11, 18)
    book = DayBook([record("2026-11-18"), record("2026-11-18", "level", points=341, medal="silver", match="n")])
    line = share(day, book, {"kniffel": Par(251, 248.2), "level": None})
    assert line is not None
    assert line.say("en") == "Knobel 18.11. · Kniffel 268 (par 251) · For One 23: 341 Silver"
    assert line.say("de") == "Knobel 18.11. · Kniffel 268 (Par 251) · For One 23: 341 Silber"
    assert share(day, DayBook([record("2026-11-18", attempt=2)]), {}) is None


@pytest.mark.parametrize("name", ["2026-11-19", "2026-10-31", "tomorrow", "", "2026-W47"])
def test_no_day_before_its_time(name: str) -> None:
    with pytest.raises(NoSuchDay):
        day_of(name, date(2026, 11, 18))


def test_today_is_a_day() -> None:
    assert day_of("2026-11-18", date(2026, 11, 18)) == date(2026, 11, 18)
    assert datetime.now(UTC).date() >= DayGame(date(2026, 11, 1), "kniffel").day


def test_par_is_in_the_table_for_years_to_come() -> None:
    for day in (date(2026, 11, 1), date(2027, 6, 30), date(2028, 12, 31)):
        for part in ("kniffel", "level"):
            assert known_par(DayGame(day, part)) is not None
