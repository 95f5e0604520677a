"""The committed ladder: at least five strengths for every game, each better than the one below it."""

import json
from itertools import pairwise

import pytest

from knobel.bots import LEARNED, ladder
from knobel.bots.averages import averages
from knobel.cli.app import run
from knobel.rules import find
from knobel.words import LANGUAGES


@pytest.mark.parametrize("key", ladder.GAMES)
def test_every_strength_beats_the_one_below_it(key: str) -> None:
    found = ladder.stored(key)
    assert [rung.bot for rung in found] == ladder.rungs(find(key))
    assert len(found) >= 5
    for weaker, better in pairwise(found):
        sure = 3 if key != "seven" else 0  # a game of seven unlike dice takes long to work out: few were played
        assert better.mean - weaker.mean > sure * (weaker.sem**2 + better.sem**2) ** 0.5
        assert better.loss < weaker.loss


@pytest.mark.parametrize("key", ladder.GAMES)
def test_where_a_bot_is_chosen_its_mean_is_told(key: str) -> None:
    told = averages(find(key))
    climbed = {rung.bot: round(rung.mean, 1) for rung in ladder.stored(key) if rung.bot != "optimal"}
    assert climbed.items() <= told.items()


def test_the_ladder_is_told_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    for lang in LANGUAGES:
        assert run(["ladder", "kniffel", "--lang", lang]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) == 1 + len(ladder.stored("kniffel"))
        assert {"de": "248,", "en": "248."}[lang] in lines[-1]
    assert run(["ladder", "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)) == set(ladder.GAMES)
    assert run(["ladder", "yatzy"]) == 2
    assert run(["ladder", "kniffel", "--bot", "nobody", "--games", "10"]) == 2


def test_a_few_games_agree_and_are_kept(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Measured anew, a rung is where it was; asked again, nothing is played twice."""
    monkeypatch.setenv("KNOBEL_CACHE", str(tmp_path))
    game, reports = find("kniffel"), []
    measured = ladder.measure(game, "solid", 2000, 3, lambda done, whole: reports.append((done, whole)))
    assert reports == [(2000, 2000)]
    known = next(rung for rung in ladder.stored("kniffel") if rung.bot == "solid")
    assert abs(measured[1] - known.mean) < 4 * measured[2]
    monkeypatch.setattr(ladder, "_play", None)
    assert ladder.measure(game, "solid", 2000, 3, lambda *_: None) == measured
    best = ladder.rise(game, {"solid": measured})[0]
    assert best.loss == pytest.approx((248.2068 - measured[1]) / measured[3], abs=1e-3)


def test_learned_games_are_measured_against_their_best() -> None:
    assert all(ladder.best_mean(find(key)) is None for key in LEARNED)
    assert all(ladder.stored(key)[-1].loss == 0 for key in LEARNED)
