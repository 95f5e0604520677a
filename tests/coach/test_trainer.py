"""The trainer: positions with a clear answer, judged with a reason; what was wrong comes back, later and later."""

from pathlib import Path
from random import Random

import pytest

from knobel.coach.advice import advise
from knobel.coach.errors import NoTrainer
from knobel.coach.repetition import answered_card, new_card
from knobel.coach.review import review
from knobel.coach.trainer import MOST_DUE, SESSION, TRAINED, Puzzle, judge, judged_plainly, mistakes, puzzles, session
from knobel.match.host import new_match
from knobel.storage.database import location, opened
from knobel.storage.people import Changed, Joined, People, Person
from knobel.storage.trainings import Training, Trainings, answer_entries, mistakes_of

DAY = 86_400


@pytest.mark.parametrize("key", TRAINED)
def test_every_position_can_be_decided_and_is_rated(key: str) -> None:
    every = puzzles(key)
    assert len(every) >= SESSION
    assert len({puzzle.id for puzzle in every}) == len(every)
    assert [puzzle.errs for puzzle in every] == sorted(puzzle.errs for puzzle in every)
    for puzzle in every:
        match = puzzle.match("Ada")
        moves = {str(move) for move in match.legal_moves}
        assert set(puzzle.right) < moves, puzzle.position
        assert 0 < puzzle.errs < 1


def test_nothing_comes_near_the_right_moves() -> None:
    """The answers of the exact games, worked out anew."""
    for puzzle in [*puzzles("kniffel")[::20], *puzzles("seven")[::40]]:
        advice = advise(puzzle.game, puzzle.state)
        wrong = [option for option in advice if str(option.move) not in puzzle.right]
        assert all(advice.of(move).best for move in puzzle.right)
        assert wrong[0].loss == pytest.approx(puzzle.gap, abs=0.006)
        assert puzzle.gap >= 0.8


def test_an_answer_is_judged_with_a_reason() -> None:
    puzzle = puzzles("kniffel")[0]
    right = judge(puzzle.game, puzzle.state, puzzle.right, puzzle.right[0])
    assert right.right
    assert right.loss == 0
    other = next(str(option.move) for option in advise(puzzle.game, puzzle.state) if option.loss >= puzzle.gap)
    wrong = judge(puzzle.game, puzzle.state, puzzle.right, other)
    assert not wrong.right
    assert wrong.loss >= puzzle.gap - 0.01
    assert "points more" in wrong.why.say("en")
    assert "Punkte mehr" in wrong.why.say("de")
    assert wrong.best.say("en") != wrong.chosen.say("en")


def test_without_a_solver_what_is_kept_is_said() -> None:
    puzzle = puzzles("seven")[0]
    assert judged_plainly(puzzle, puzzle.right[0]).right
    other = next(str(move) for move in puzzle.match("Ada").legal_moves if str(move) not in puzzle.right)
    wrong = judged_plainly(puzzle, other)
    assert (wrong.right, wrong.loss) == (False, puzzle.gap)
    assert "mindestens" in wrong.why.say("de")


def test_a_session_has_what_comes_back_then_what_is_new_the_easier_first() -> None:
    every = puzzles("kniffel")
    back = every[-8:]
    chosen = session(every, back, {puzzle.id for puzzle in every[:5]}, Random(1))
    assert len(chosen) == len({puzzle.id for puzzle in chosen}) == SESSION
    assert chosen[:MOST_DUE] == list(back[:MOST_DUE])
    assert not {puzzle.id for puzzle in every[:5]} & {puzzle.id for puzzle in chosen}
    rest = [puzzle.errs for puzzle in chosen[MOST_DUE:]]
    assert rest == sorted(rest)
    assert len(session(every, (), {puzzle.id for puzzle in every}, Random(1))) == SESSION, "all are known: again"


def test_a_game_without_positions_says_which_have_some() -> None:
    with pytest.raises(NoTrainer, match="kniffel"):
        puzzles("yatzy")


def test_intervals_grow_with_right_answers_and_begin_anew_with_a_wrong_one() -> None:
    scheduled = new_card(1_800_000_000)
    assert scheduled.due == 1_800_000_000, "at once"
    days = []
    for _ in range(4):
        now = scheduled.due
        scheduled = answered_card(scheduled.card, True, now)
        days.append((scheduled.due - now) // DAY)
    assert days == sorted(set(days)), days
    now = scheduled.due
    assert (answered_card(scheduled.card, False, now).due - now) // DAY < days[-1]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOBEL_HOME", str(tmp_path))


@pytest.mark.usefixtures("home")
def test_what_was_wrong_comes_back_and_streaks_are_counted() -> None:
    one, two, three = puzzles("kniffel")[:3]
    now = 1_800_000_000
    with opened(location()) as connection:
        kept = Trainings(connection)

        def answer(puzzle: Puzzle, right: bool, at: int) -> None:
            for entry in answer_entries("Ada", puzzle, kept.one("Ada", puzzle.id), right, 0.0 if right else 2.5, at):
                kept.write(entry)

        answer(one, True, now)
        answer(two, True, now + 1)
        answer(three, False, now + 2)
        assert kept.due("Ada", "kniffel", now + 3) == []
        (back,) = kept.due("Ada", "kniffel", now + 3 * DAY)
        assert (back.puzzle.position, back.puzzle.right) == (three.position, three.right)
        assert kept.standing("Ada", "kniffel") == Training(3, 2, 0, 2, frozenset({one.id, two.id, three.id}))
        answer(three, True, now + 3 * DAY)
        assert kept.due("Ada", "kniffel", now + 3 * DAY) == []
        people = People(connection)
        people.write(Joined((Person("Ada", "red", "owl"),)))
        people.write(Changed("Ada", Person("Grace", "red", "owl")))
        assert kept.standing("Grace", "kniffel").answers == 4
        assert kept.waiting("Grace", now + 999 * DAY) == {"kniffel": 1}


@pytest.mark.usefixtures("home")
def test_mistakes_of_a_review_come_back_once() -> None:
    host = new_match("kniffel", ["Ada", "Ben"], seed=bytes(32), match_id="example", first=0)
    for move in ("roll", "enter chance", "roll", "enter chance"):
        host = host.play(move)
    found = review(host.match)
    made = mistakes(found, 0)
    assert made
    assert all(str(found.players[0].mistakes[0].move) not in puzzle.right for puzzle in made[:1])
    entries = mistakes_of(found, ["ADA"], 1_800_000_000)
    assert {entry.person for entry in entries} == {"ADA"}
    with opened(location()) as connection:
        kept = Trainings(connection)
        for _ in range(2):
            for entry in entries:
                kept.write(entry)
        assert kept.waiting("ADA", 1_800_000_000) == {"kniffel": len(entries)}
