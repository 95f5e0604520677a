"""Batches: the same answers as one by one, in order, bad lines or not; and a typed line is answered at once."""

import json
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from knobel.cli.app import run
from knobel.coach.advice import advise
from knobel.rules import find
from knobel.rules.sheetgame import SheetGame
from knobel.solver.asking.bulk import BulkAdviser, BulkQuestion, in_bulk
from knobel.solver.asking.values import value_function
from tests.solver.solved import position_of, written_at_random


@pytest.mark.parametrize("name", ["kniffel", "yahtzee", "kniffel+kniffel_after_strike"])
def test_together_as_one_by_one(name: str) -> None:
    game, luck = find(name), Random(name)
    assert isinstance(game, SheetGame)
    table = value_function(game)
    assert in_bulk(table)
    asked = []
    for _ in range(150):
        written = written_at_random(game.sheet, luck.randint(1, 13), luck)
        dice = (luck.randint(1, 6),) * 5 if luck.random() < 0.2 else tuple(luck.randint(1, 6) for _ in range(5))
        asked.append(BulkQuestion(position_of(game.sheet, written, 0), dice, luck.randint(0, 2)))
    expert = BulkAdviser(table)
    for question, answer in zip(asked, expert.answers(asked), strict=True):
        card = question.position.card(game.sheet, question.dice, game.sheet.rolls - question.rolls_left)
        single = {str(option.move): option.value for option in advise(game, card)}
        assert answer.values == sorted(answer.values, reverse=True)
        moves = [str(expert.moves[place]) for place in answer.moves]
        assert dict(zip(moves, answer.values, strict=True)) == pytest.approx(single, abs=1e-9)
        assert answer.losses == [answer.values[0] - value for value in answer.values]


def test_games_that_cannot_be_asked_in_bulk() -> None:
    assert not any(in_bulk(value_function(find(name))) for name in ("extreme", "seven"))


def test_a_line_is_answered_before_the_next_is_typed(capsys: pytest.CaptureFixture[str]) -> None:
    lines: list[dict[str, Any]] = [
        {"dice": [3, 4, 5, 6, 6], "rolls_left": 1},
        {"open": ["ones", "chance"], "upper": 40, "top": 50, "dice": [1, 1, 1, 1, 1]},
    ]
    with subprocess.Popen(
        (sys.executable, "-m", "knobel", "advise", "kniffel", "--batch"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in lines:
            process.stdin.write(
                json.dumps(line) + "\nnonsense\n" + '{"open": ["ones"], "upper": 3, "dice": [1,1,1,1,1]}\n'
            )
            process.stdin.flush()
            answer, bad, refused = (json.loads(process.stdout.readline()) for _ in range(3))
            assert bad["code"] == "text/line"
            assert refused["code"] == "text/position"
            assert answer["exact"] is True
            flags = ["--dice", ",".join(map(str, line["dice"])), "--rolls-left", str(line.get("rolls_left", 0))]
            flags += ["--open", "ones,chance", "--upper", "40", "--top", "50"] if "open" in line else []
            assert run(["advise", "kniffel", *flags, "--json"]) == 0
            single = json.loads(capsys.readouterr().out)
            assert [each["move"] for each in answer["moves"]] == [each["move"] for each in single["moves"]]
            for one, other in zip(answer["moves"], single["moves"], strict=True):
                assert one == pytest.approx(other, abs=1e-9)
        process.stdin.close()
