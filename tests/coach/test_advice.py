"""Advice: for every decision of every score card, the moves of the rules, valued as the definition says."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from knobel.bots.optimal import optimal
from knobel.cli.app import run
from knobel.coach.advice import ADVISERS, ALIKE, Advice, Option, advise, compared
from knobel.coach.errors import NoAdvice, NothingToDecide
from knobel.coach.review import ReviewedDecision
from knobel.errors import BadPosition
from knobel.rules import GAMES, find
from knobel.rules.core import Decide, Draw, Game, Move, Over
from knobel.rules.sheetfile import sheet_game
from knobel.rules.sheetgame import Card, SheetGame
from knobel.solver.asking.shipped import MODEL_ERROR
from knobel.solver.errors import NoTable
from knobel.solver.oracle import worth
from knobel.words import LANGUAGES

TINY = {
    "key": "tiny",
    "dice": [{"kind": "die", "faces": [1, 2, 3]}] * 2,
    "rolls": 2,
    "players": [1, 4],
    "chips": 1,
    "strike_at_will": True,
    "boxes": [{"key": "pair", "fits": {"same": 2}, "points": 9}, {"key": "chance", "points": {"total": 1}}],
    "bonuses": [],
}


def decisions(game: Game[Any], luck: Random) -> Iterator[tuple[Any, Decide]]:
    """The decisions of one game played at random."""
    state = game.start()
    while True:
        match node := game.node(state):
            case Over():
                return
            case Draw(urns=urns):
                state = game.draw(state, tuple(luck.choice(urn.faces) for urn in urns))
            case Decide(moves):
                yield state, node
                state = game.play(state, luck.choice(moves))


@pytest.mark.parametrize("name", ["kniffel", "kniffel+kniffel_after_strike", "extreme", "seven", "yatzy"])
def test_every_decision_of_a_score_card(name: str) -> None:
    game = find(name)
    for state, node in decisions(game, Random(5)):
        advice = advise(game, state)
        values = [option.value for option in advice]
        assert {option.move for option in advice} == set(node.moves)
        assert len(advice) == len(node.moves)
        assert values == sorted(values, reverse=True)
        assert [option.loss for option in advice] == [values[0] - value for value in values]
        assert advice.best.move == optimal(game, state, node, Random(1))
        assert {option.error for option in advice} == {None if advice.exact else MODEL_ERROR}
        if name != "extreme":
            assert advice.exact


def test_values_are_what_the_definition_says() -> None:
    """Every move of a tiny card, chips and strikes included, against the plain solver that walks the rules."""
    game = sheet_game(TINY, "tiny")
    seen = set()
    for seed in range(12):
        for state, node in decisions(game, Random(seed)):
            written = game.points(state)
            for option in advise(game, state):
                assert option.value == pytest.approx(worth(game, game.play(state, option.move)) - written, abs=1e-4)
            seen |= {move.verb for move in node.moves}
    assert seen == {"roll", "keep", "chip", "enter", "strike"}


def test_a_large_game_without_its_table_says_how_far_it_is_off() -> None:
    game = find("extreme")
    assert isinstance(game, SheetGame)
    begin = advise(game, game.start())
    assert not begin.exact
    assert begin.best.error == MODEL_ERROR
    assert "± 0.12" in repr(begin)
    nearly_over = Card(written=(None, *[0] * (len(game.sheet.boxes) - 1)), roll=3, dice=(1, 1, 2, 3, 4, 5))
    assert advise(game, nearly_over).exact


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.key)
def test_every_game_has_an_adviser(kind: Any) -> None:
    game = kind.game()
    if kind.key == "maxi_yatzy":
        with pytest.raises(NoTable, match="knobel solve maxi_yatzy"):
            advise(game, game.start())
        return
    assert len(advise(kind.key, game.start())) == 1


def test_an_engine_without_an_adviser_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("numberup")
    monkeypatch.delitem(ADVISERS, game.engine)
    with pytest.raises(NoAdvice) as caught:
        advise(game, game.start())
    for lang in LANGUAGES:
        assert game.name.say(lang) in caught.value.say(lang)


def test_an_engine_from_outside_brings_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def first_is_best(game: Game[Any], state: Any) -> Advice:
        return compared([(move, -float(i)) for i, move in enumerate(game.moves(state))], error=2.0)

    game = find("numberup")
    monkeypatch.setitem(ADVISERS, game.engine, first_is_best)
    state = next(state for state, node in decisions(game, Random(1)) if len(node.moves) > 2)
    advice = advise(game, state)
    assert advice.best.move == game.moves(state)[0]
    assert [option.loss for option in advice][:3] == [0, 1, 2]
    assert not advice.exact


def test_what_differs_in_the_last_digits_is_alike() -> None:
    """Two best moves: neither is a mistake, whichever comes first."""
    losses = {0.0: True, 1e-9: True, 0.9 * ALIKE: True, 1.1 * ALIKE: False}
    options = tuple(Option(Move("keep"), 20.0 - loss, loss, exact=True) for loss in losses)
    assert [option.best for option in options] == list(losses.values())
    judged = [ReviewedDecision(1, 0, 0, None, Advice(options), option) for option in options]
    assert [one.mistake for one in judged] == [not best for best in losses.values()]


def test_where_nothing_is_to_be_decided() -> None:
    game = find("kniffel")
    over = Card(written=(0,) * 13)
    for state in (game.play(game.start(), Move("roll")), over):
        with pytest.raises(NothingToDecide) as caught:
            advise(game, state)
        assert caught.value.say("de") != caught.value.say("en")


@pytest.mark.parametrize("dice", [(1, 2, 3, 4, 5, 6, 7), (2, 3, 4, 5, 6, 7), (9, 3, 4, 5, 6, 7, 1)])
def test_dice_that_do_not_exist_are_refused(dice: tuple[int, ...]) -> None:
    """The dice of Kniffel 7 lack one number each, the first the 1."""
    game = find("seven")
    with pytest.raises(BadPosition, match="dice"):
        advise(game, Card(written=(None,) * len(game.sheet.boxes), roll=1, dice=dice))


def test_how_it_reads() -> None:
    advice = compared([(Move("enter", ("ones",)), 3.25), (Move("keep", ("11010",)), 20.5)])
    assert repr(advice) == "<Advice: keep 11010 20.50, 2 options>"
    assert str(advice) == "keep 11010    20.5000     0.0000\nenter ones     3.2500   -17.2500"
    assert advice.of("enter ones").loss == advice.of(Move("enter", ("ones",))).loss == 17.25


@pytest.mark.parametrize(
    ("flags", "card"),
    [
        ("kniffel --dice 5,5,1,2,5 --rolls-left 1", {"roll": 2, "dice": (5, 5, 1, 2, 5)}),
        (
            "kniffel --open ones,chance --upper 60 --top 50 --dice 1,1,1,1,1",
            {
                "written": (None, 8, 12, 12, 10, 18, 20, 0, 25, 30, 0, 50, None),
                "roll": 3,
                "dice": (1, 1, 1, 1, 1),
            },
        ),
        (
            "extreme --open ones,chance --upper 40 --chips 1 --chip-used --dice 1,1,1,1,1,3",
            {
                "written": (None, 8, 12, 16, 4, *[0] * 15, None, 0),
                "roll": 4,
                "chips": 1,
                "dice": (1, 1, 1, 1, 1, 3),
            },
        ),
    ],
)
def test_the_command_prints_it(flags: str, card: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    """By flags only the sum of the number boxes is told, on the card it stands somewhere: that is all the same."""
    assert run(["advise", *flags.split(), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    game = find(flags.split()[0])
    assert isinstance(game, SheetGame)
    advice = advise(game, Card(**{"written": (None,) * len(game.sheet.boxes)} | card))
    assert printed["exact"] == advice.exact
    assert [(each["move"], each["value"], each["loss"]) for each in printed["moves"]] == [
        (str(option.move), option.value, option.loss) for option in advice
    ]
