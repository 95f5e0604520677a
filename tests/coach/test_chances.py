"""The chance to win: from distributions that are certain, exact, simulated or taken for normal."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from knobel.bots import BOTS
from knobel.cli.app import run
from knobel.coach import chances
from knobel.coach.advice import advise
from knobel.coach.chances import FEW_BOXES, CardOutlook, compared, outlook, win_chances
from knobel.coach.hints import medal_chances, position_text, seat_chances
from knobel.coach.reading import ledger
from knobel.coach.review import PlayerReview, as_data, review
from knobel.match.host import new_match
from knobel.match.notation import format_match
from knobel.rules import find
from knobel.rules.core import Decide, Draw, Over
from knobel.rules.sheetgame import Card, SheetGame
from knobel.solver.asking.values import MACHINE_CODE
from tests.playing import random_match


def cards_of(name: str, seed: int) -> tuple[SheetGame, list[Card]]:
    """The positions of a game of the greedy player in which something is to be decided."""
    game, luck = find(name), Random(seed)
    assert isinstance(game, SheetGame)
    state, found = game.start(), []
    while not isinstance(node := game.node(state), Over):
        if isinstance(node, Draw):
            state = game.draw(state, tuple(luck.choice(urn.faces) for urn in node.urns))
            continue
        found.append(state)
        state = game.play(state, BOTS["greedy"](game, state, node, luck))
    return game, found


def expected(game: SheetGame, card: Card) -> float:
    advice = advise(game, card)
    return advice.standing + advice.best.value


def test_who_is_ahead_for_sure_wins_and_a_shared_place_is_shared() -> None:
    ends = [CardOutlook(points, np.ones(1)) for points in (200, 180, 200, 10)]
    assert [(one.chance, one.error) for one in compared(ends)] == [(0.5, None), (0, None), (0.5, None), (0, None)]
    coin = CardOutlook(10, np.array([0.5, 0, 0.5]))  # 10 or 12
    sure, other = compared([CardOutlook(11, np.ones(1)), coin])
    assert (sure.chance, other.chance) == (0.5, 0.5)
    three = compared([coin, coin, coin])
    assert [one.chance for one in three] == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("name", ["kniffel", "seven"])
def test_with_few_boxes_left_it_is_worked_out(name: str) -> None:
    """In the middle of a turn too: the mean of all that may come is the exact value."""
    game, cards = cards_of(name, 3)
    few = [card for card in cards if card.written.count(None) <= (FEW_BOXES if name == "kniffel" else 1)]
    assert len(few) >= 2
    for card in few:
        found = outlook(game, card, simulated=False)
        assert found.off == 0
        assert found.chances.sum() == pytest.approx(1)
        assert found.mean == pytest.approx(expected(game, card), abs=2e-3)


@pytest.mark.parametrize("name", ["kniffel", "extreme", "seven"])
def test_with_many_boxes_left_it_lies_around_what_is_expected(name: str) -> None:
    game, cards = cards_of(name, 4)
    for card in (cards[0], cards[1], cards[len(cards) // 3]):
        found = outlook(game, card, simulated=False)
        assert found.mean == pytest.approx(expected(game, card), abs=0.05)
        assert 0 < found.off <= 0.05


def test_simulated_games_agree_with_what_can_be_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game, cards = cards_of("kniffel", 5)
    others = cards_of("kniffel", 6)[1]
    few, rival = (next(card for card in each if card.written.count(None) == FEW_BOXES) for each in (cards, others))
    exact = compared([outlook(game, few), outlook(game, rival)])
    monkeypatch.setattr(chances, "FEW_BOXES", 0)
    chances._before_turn.cache_clear()
    played = [outlook(game, card, seed=seat) for seat, card in enumerate((few, rival))]
    assert all(look.off > 0 for look in played)
    for one, other in zip(exact, compared(played), strict=True):
        assert other.error is not None
        assert one.chance == pytest.approx(other.chance, abs=4 * other.error)
    chances._before_turn.cache_clear()


def test_as_long_as_nothing_is_compiled_nothing_is_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    game, cards = cards_of("kniffel", 7)
    monkeypatch.setattr(MACHINE_CODE, "ready", lambda: False)
    early = outlook(game, cards[0])
    monkeypatch.setattr(MACHINE_CODE, "ready", lambda: True)
    later = outlook(game, cards[0])
    assert early.off > later.off > 0
    assert early.mean == pytest.approx(later.mean, abs=1.5)


def test_a_match_from_its_first_throw_to_its_end() -> None:
    host = new_match("kniffel", ["Ada", "Ben", "Cem"], seed=bytes(32), match_id="chances", first=0)
    begun = win_chances(host.match, simulated=False)
    assert [one.chance for one in begun] == pytest.approx([1 / 3] * 3)
    over, _ = random_match("kniffel", Random(2), seats=2)
    ended = win_chances(over)
    best = max(over.totals)
    share = 1 / over.totals.count(best)
    assert [one.chance for one in ended] == [share if points == best else 0 for points in over.totals]
    assert all(one.error is None for one in ended)
    assert win_chances(new_match("kniffel", ["Ada"], match_id="alone").match) == ()
    assert win_chances(new_match("numberup", ["Ada"], match_id="alone").match) == ()


def test_a_review_follows_the_chances_from_turn_to_turn() -> None:
    over, _ = random_match("kniffel", Random(11), seats=2)
    found = review(over)
    first, *turns = found.chances
    assert first.chances == pytest.approx((0.5, 0.5))
    assert len(turns) == 26
    assert all(sum(each.chances) == pytest.approx(1) for each in turns)
    assert turns[-1].chances == tuple(one.chance for one in win_chances(over))
    assert as_data(found)["chances"][-1] == [turns[-1].n, *turns[-1].chances]
    assert review(random_match("kniffel", Random(1), seats=1)[0]).chances == ()


def test_the_command_says_who_wins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    host = new_match("seven", ["Ada", "Ben"], seed=bytes(32), match_id="told", first=0)
    file = tmp_path / "told.knobel"
    for move in ("roll", "enter sevens", "roll"):
        host = host.play(move)
    file.write_text(format_match(host.match), encoding="utf-8")
    assert run(["advise", str(file), "--lang", "en"]) == 0
    assert re.fullmatch(r"Chance to win: Ada \d\d % ± \d; Ben \d\d % ± \d", capsys.readouterr().out.splitlines()[-1])
    assert run(["review", str(file), "--lang", "de"]) == 0
    assert capsys.readouterr().out.startswith("Chance zu gewinnen: Ada ")


def test_a_review_without_a_rest_says_exact() -> None:
    player = PlayerReview(0, "Ada", start=248.2, result=248.2, over=True)
    assert ledger(player).say("en").endswith("= 248.2000 (exact)")
    player.residual = 3e-14
    assert ledger(player).say("en").endswith("(exact; off by 3e-14)")


def test_in_a_series_what_was_won_before_counts_and_what_is_to_come() -> None:
    series = new_match("kniffel", ["Ada", "Ben"], seed=bytes(32), match_id="series", first=0, games=3).match
    state = series.state
    ahead = replace(series, state=state._replace(results=((300, 200), (300, 200)), turns=(26, 26)))
    behind = replace(series, state=state._replace(results=((300, 200),), turns=(13, 13)))
    last, middle = (win_chances(each, simulated=False)[0].chance for each in (ahead, behind))
    assert 0.99 < last < 1
    assert 0.7 < middle < last


def test_what_a_worker_is_asked_for() -> None:
    host = new_match("seven", ["Ada", "Ben"], seed=bytes(32), match_id="asked", first=0).play("roll")
    told = seat_chances(format_match(host.match), report=lambda _: None)
    assert [one.seat for one in told] == [0, 1]
    assert sum(one.chance for one in told) == pytest.approx(1)
    game = find("numberup", level=1)
    state = game.draw(game.play(game.start(), "draw"), ("a5",))
    assert isinstance(game.node(state), Decide)
    moves = medal_chances(position_text(game, state), report=lambda _: None)
    assert 1 <= len(moves) <= 3
    for move in moves:
        assert [one.medal for one in move.medals] == ["bronze", "silver", "gold"]
        assert all(0 <= one.chance <= 1 and one.error > 0 for one in move.medals)
