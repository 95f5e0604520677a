"""Every lesson, played from its first step to its last by the real rules, with the right moves and with wrong ones."""

import re

import pytest

from knobel.coach.advice import advise
from knobel.errors import IllegalMove
from knobel.lessons import LESSONS, Lesson, NoLesson, NotInLesson, lesson_of
from knobel.match.log import Drew, Played, fold
from knobel.rules import GAMES
from knobel.rules.core import Move
from knobel.words import LANGUAGES, catalogue, known

STEPS = [(lesson, at) for lesson in LESSONS.values() for at in range(len(lesson.steps))]
DOING = [(lesson, at) for lesson, at in STEPS if lesson.asked(at)]
LONGEST = 110  # characters: three lines on a small phone, two in the terminal


def named(value: object) -> str:
    return value.key if isinstance(value, Lesson) else str(value)


def test_every_game_of_the_family_has_a_lesson() -> None:
    assert list(LESSONS) == [kind.key for kind in GAMES if not kind.classic]
    with pytest.raises(NoLesson, match="Number UP"):
        lesson_of("yatzy")


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=named)
def test_a_lesson_leads_from_step_to_step_and_ends(lesson: Lesson) -> None:
    assert 6 <= len(lesson.steps) <= 12
    at, moves = 0, 0
    while at < len(lesson.steps):
        asked = lesson.asked(at)
        moves += asked is not None
        at, before = lesson.after(at, asked), at
        assert at == before + 1
    assert moves >= 5
    assert lesson.asked(at) is None
    assert not lesson.part(at)
    with pytest.raises(NotInLesson):  # there is nothing after the end
        lesson.after(at)
    with pytest.raises(NotInLesson):
        lesson.after(at, lesson.match(at, "Anna").legal_moves[0])


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=named)
def test_only_the_draws_are_prepared(lesson: Lesson) -> None:
    """Its match is an ordinary one: folded anew from its own events, it is the same."""
    match = lesson.match(len(lesson.steps), "Anna")
    assert fold(match.header, match.events) == match
    assert {type(event) for event in match.events} == {Played, Drew}
    assert match.header.seats[0].name == "Anna"
    assert not match.over


@pytest.mark.parametrize(("lesson", "at"), DOING, ids=named)
def test_what_is_asked_is_legal_and_whatever_else_is_legal_gets_a_sentence(lesson: Lesson, at: int) -> None:
    asked, legal = lesson.asked(at), lesson.match(at, "Anna").legal_moves
    assert asked in legal
    for move in legal:
        if move != asked:
            with pytest.raises(NotInLesson) as refused:
                lesson.after(at, move)
            for lang in LANGUAGES:
                assert refused.value.say(lang).strip()
    spoken = known("en", f"lessons.{lesson.key}.{lesson.steps[at].key}.else")
    assert spoken == (len(legal) > 1), "a sentence for other moves, where there are any"
    with pytest.raises(NotInLesson, match=r"\w"):
        lesson.after(at)  # to go on is not enough where something is to be done
    with pytest.raises(IllegalMove):
        lesson.after(at, Move("enter", ("nowhere",)))


def test_who_does_at_once_what_comes_after_something_to_read_goes_on() -> None:
    lesson = LESSONS["kniffel"]
    assert lesson.asked(0) is None
    assert lesson.after(0, "roll") == 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sentences_are_short(lang: str) -> None:
    said = {key: sentence for key, sentence in catalogue(lang).items() if re.fullmatch(r"lessons\..*\.(say|else)", key)}
    assert len(said) > 50
    assert {key: sentence for key, sentence in said.items() if len(sentence) > LONGEST} == {}


@pytest.mark.parametrize("key", ["kniffel", "extreme", "seven"])
def test_lessons_teach_what_exact_play_does(key: str) -> None:
    lesson = LESSONS[key]
    for at in range(len(lesson.steps)):
        match, asked = lesson.match(at, "Anna"), lesson.asked(at)
        if asked is None or len(match.legal_moves) == 1:
            continue
        advice = advise(match.header.game, match.state.cards[0])
        assert advice.of(asked).loss < 0.005, (lesson.steps[at].key, advice)
