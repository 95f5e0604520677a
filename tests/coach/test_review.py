"""Review: the ledger adds up in every pad game, whoever plays and however dice come to the table; luck is fair."""

import json
from itertools import product
from pathlib import Path
from random import Random

import pytest

from knobel import Host, Seat, find, format_match, new_match, parse_match
from knobel.bots.greedy import greedy
from knobel.bots.optimal import optimal
from knobel.cli.app import run
from knobel.coach.advice import advise
from knobel.coach.hints import told_in_full
from knobel.coach.review import PlayerReview, review
from knobel.coach.trainer import mistakes
from knobel.match.log import Drew, Played
from knobel.rules.core import Decide, Draw
from knobel.rules.core import move as made
from knobel.rules.sheetgame import Card
from knobel.solver.asking import values
from knobel.words import LANGUAGES
from tests.thoroughness import LONG
from tools.ledger import PAD_GAMES, mixed_game, typed_game


def adds_up(player: PlayerReview, result: int) -> float:
    """How far start, luck and loss are from the result."""
    assert player.result == result
    luck, loss = sum(draw.luck for draw in player.draws), sum(each.loss for each in player.decisions)
    assert all(each.loss >= 0 for each in player.decisions)
    assert player.residual == pytest.approx(player.start + luck - loss - result, abs=1e-9)
    return abs(player.start + luck - loss - result)


@pytest.mark.parametrize("name", PAD_GAMES)
def test_the_ledger_adds_up(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start + luck − loss = result, over many games of mixed players; without its table Extreme goes by its model."""
    monkeypatch.setattr(values, "END_GAME", 0)  # end games are another test's: each is a solve of its own
    luck, largest = Random(name), 0.0
    for _ in range(10_000 if LONG else 30 if name == "kniffel" else 6):
        match = mixed_game(name, luck)
        found = review(match)
        largest = max(largest, adds_up(found.players[0], match.totals[0]))
        assert found.exact == (name != "extreme")
    print(f"{name}: largest residual {largest:.1e}")
    assert largest < 1e-3


@pytest.mark.timeout(7200)
def test_end_games_of_a_large_game_add_up_too() -> None:
    match = mixed_game("extreme", Random(3))
    found = review(match)
    assert adds_up(found.players[0], match.totals[0]) < 1e-3
    late = [each for each in found.players[0].decisions if each.state.written.count(None) <= values.END_GAME]
    assert late
    assert all(each.advice.exact for each in late)


def test_luck_is_fair() -> None:
    """The mean of luck over all throws that might have come is nothing: walked by the rules, die by die."""
    game = find("kniffel")
    start = Card(written=(None, 6, 9, None, 15, None, 20, 0, 25, 30, None, None, 22), roll=2, dice=(4, 4, 6, 1, 2))
    for move in ("keep 11000", "keep 11100", "keep 00100"):
        before = advise(game, start).of(move).value
        moved = game.play(start, move)
        node = game.node(moved)
        assert isinstance(node, Draw)
        thrown = [game.draw(moved, faces) for faces in product(*(urn.faces for urn in node.urns))]
        by_dice = {tuple(sorted(card.dice)): card for card in thrown}
        values = {dice: advise(game, card).best.value - before for dice, card in by_dice.items()}
        luck = sum(values[tuple(sorted(card.dice))] for card in thrown) / len(thrown)
        assert luck == pytest.approx(0, abs=1e-6)


def test_the_best_loses_nothing_and_small_differences_are_no_mistakes() -> None:
    game, luck = find("kniffel"), Random(2)
    host = new_match(game, [Seat("Bo", bot="optimal")], seed=bytes(32), match_id="best")
    while isinstance(node := host.match.turn.node, Decide):
        host = host.let_bot(optimal(game, host.match.state.cards[0], node, luck))
    player = review(host.match).players[0]
    assert player.loss < 1e-9
    assert (player.mistakes, player.accuracy) == ([], 1.0)
    assert player.start + player.luck == pytest.approx(host.match.totals[0])


@pytest.mark.parametrize("name", PAD_GAMES)
def test_typed_games_add_up(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a real table too: with dice typed, and typed again, points noted, entries corrected, chips paid."""
    monkeypatch.setattr(values, "END_GAME", 0)
    luck, games = Random(f"typed {name}"), 200 if LONG else 12 if name == "kniffel" else 3
    unknown, chips, largest = 0, 0, 0.0
    for _ in range(games):
        match = typed_game(name, luck)
        found = review(match)
        for player, result in zip(found.players, match.totals, strict=True):
            largest = max(largest, adds_up(player, result))
            unknown += player.unknown
            chips += sum(each.move.verb == "chip" for each in player.decisions)
            assert player.unknown == sum(draw.written is not None for draw in player.draws)
    print(f"{name}: {games} typed games, largest residual {largest:.1e}")
    assert largest < 1e-3
    assert unknown > games
    assert (chips > 0) == (name == "extreme")


def test_decisions_of_a_stand_in_are_not_the_players(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Ada throws and leaves, a bot errs for her, she comes back and errs herself: each has its own."""
    begun = new_match("kniffel", ["Ada", "Ben"], seed=bytes(32), match_id="away", first=0).play("roll")
    left = begun.stand_in(0, "random").let_bot(made("enter", "kniffel")).play("roll").play("enter chance")
    left = left.let_bot(made("roll")).let_bot(made("keep", "00000")).let_bot(made("enter", "large_straight"))
    host = left.play("roll").play("enter ones").stand_in(0, None).play("roll").play("enter full_house").end()
    found = review(host.match)
    ada, ben = found.players
    assert [str(each.move) for each in ada.decisions] == ["enter full_house"]
    assert [str(each.move) for each in ada.stood_in] == ["enter kniffel", "keep 00000", "enter large_straight"]
    assert [each.n for each in ada.mistakes] == [ada.decisions[0].n]
    assert ada.accuracy == 0
    assert ada.loss == ada.decisions[0].loss > 1
    assert ada.stand_in_loss > 20
    assert not ben.stood_in
    assert ada.start + ada.luck - ada.loss - ada.stand_in_loss == pytest.approx(ada.result)
    assert abs(found.residual) < 1e-9
    assert len(mistakes(found, 0)) == 1
    (told, _) = told_in_full(found, lambda _: None).players
    assert (told.decided, told.right, len(told.mistakes)) == (1, 0, 1)
    file = tmp_path / "away.knobel"
    file.write_text(format_match(host.match), encoding="utf-8")
    for lang, said in ("en", "While Ada was away a bot decided 3 times"), ("de", "hat 3 Mal ein Bot entschieden"):
        assert run(["review", str(file), "--lang", lang]) == 0
        assert capsys.readouterr().out.count(said) == 1


def test_what_was_taken_back_never_happened() -> None:
    host = new_match("kniffel", ["Ada"], seed=bytes(32), match_id="undo").play("roll")
    straight = review(host.play("enter ones").match).players[0]
    waiting = Host(host.match, host.seal, closes=False).play("enter chance").undo().play("enter ones")
    again = review(waiting.match).players[0]
    assert (again.loss, again.luck, again.result) == (straight.loss, straight.luck, straight.result)
    assert [each.n for each in again.decisions] == [5]


def test_a_correction_makes_the_turn_one_without_dice() -> None:
    host = new_match("kniffel", ["Ada"], by_hand=True, seed=bytes(32), match_id="fix")
    host = host.dice((6, 6, 6, 6, 1)).play("enter sixes").dice((1, 2, 3, 4, 5)).play("enter large_straight")
    before = review(host.match).players[0]
    assert before.unknown == 0
    after = review(host.correct(0, "sixes", 18).match).players[0]
    assert after.unknown == 1
    assert len(after.decisions) == len(before.decisions) - 1
    assert after.draws[0].written is not None
    assert after.draws[0].written.points == 18
    assert adds_up(after, int(after.result)) if after.over else after.residual == pytest.approx(0, abs=1e-9)


def test_a_correction_that_was_taken_back_never_happened() -> None:
    host = new_match("kniffel", ["Ada"], by_hand=True, seed=bytes(32), match_id="regret")
    host = host.dice((6, 6, 6, 6, 1)).play("enter sixes").dice((1, 2, 3, 4, 5)).play("enter large_straight")
    before = review(host.match).players[0]
    after = review(host.correct(0, "sixes", 18).undo().match).players[0]
    assert after.unknown == 0
    assert [each.n for each in after.decisions] == [each.n for each in before.decisions]
    assert (after.luck, after.loss, after.result) == (before.luck, before.loss, before.result)
    kept = review(host.correct(0, "sixes", 12).correct(0, "sixes", 18).undo().match).players[0]
    assert [draw.written.points for draw in kept.draws if draw.written] == [12], "only the last one was taken back"


def test_an_entry_that_was_moved_stands_in_its_new_box() -> None:
    """The box it has left can be filled by a later turn: each turn has its own entry."""
    host = new_match("kniffel", ["Ada"], by_hand=True, seed=bytes(32), match_id="moved")
    host = host.dice((6, 6, 6, 6, 1)).play("enter sixes").dice((1, 2, 3, 4, 5)).play("enter large_straight")
    host = host.correct(0, "sixes", 25, to="four_kind").dice((6, 6, 6, 2, 1)).play("enter sixes")
    player = review(parse_match(format_match(host.match))).players[0]
    assert [(draw.written.box, draw.written.points) for draw in player.draws if draw.written] == [("four_kind", 25)]
    assert player.unknown == 1
    assert str(player.decisions[-1].move) == "enter sixes"
    assert player.residual == pytest.approx(0, abs=1e-9)
    back = review(host.undo().undo().undo().match).players[0]
    assert back.residual == pytest.approx(0, abs=1e-9)


def test_series_and_several_players() -> None:
    luck = Random(5)
    host = new_match("kniffel", ["Ada", "Ben"], games=2, seed=bytes(32), match_id="series")
    while not host.match.over:
        host = host.play(luck.choice(host.match.legal_moves))
    found = review(host.match)
    for player, total in zip(found.players, host.match.totals, strict=True):
        assert player.start == pytest.approx(2 * 248.2068, abs=1e-3)
        assert adds_up(player, total) < 1e-9
        assert {each.game for each in player.decisions} == {0, 1}
        assert player.expected[-1].value == pytest.approx(host.match.state.results[1][player.seat])
    assert found.players[0].turning_points == sorted(found.players[0].turning_points, key=lambda each: each.n)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = mixed_game("kniffel", Random(9))
    file = tmp_path / "a.knobel"
    file.write_text(format_match(match))
    assert run(["review", str(file), "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["players"]
    assert {"seat", "start", "luck", "loss", "result", "residual", "exact", "decisions", "draws"} <= told.keys()
    assert told["start"] + told["luck"] - told["loss"] == pytest.approx(told["result"], abs=1e-9)
    assert {"n", "move", "best", "loss"} <= told["decisions"][0].keys()
    assert {"n", "luck"} <= told["draws"][0].keys()
    decided = [n for n, event in enumerate(match.events, 1) if isinstance(event, Played)]
    assert {each["n"] for each in told["decisions"]} <= set(decided)
    assert {each["n"] for each in told["draws"]} == {
        n for n, event in enumerate(match.events, 1) if isinstance(event, Drew)
    }
    for lang in LANGUAGES:
        assert run(["review", str(file), "--lang", lang]) == 0
        said = capsys.readouterr().out
        assert "{" not in said
        assert f"{match.totals[0]} " in said
    worst = max(told["decisions"], key=lambda each: each["loss"])
    assert run(["advise", str(file), "--at", str(worst["n"]), "--json"]) == 0
    advice = {each["move"]: each["loss"] for each in json.loads(capsys.readouterr().out)["moves"]}
    assert advice[worst["move"]] == pytest.approx(worst["loss"])
    assert run(["advise", str(file), "--at", "2"]) == 2  # a draw is no decision


@pytest.mark.parametrize(("name", "level"), [("forone", 1), ("numberup", 1)])
def test_learned_values_say_how_far_they_are_off(name: str, level: int) -> None:
    game, luck = find(name, level=level), Random(4)
    host = new_match(game, ["Ada"], seed=bytes(32), match_id="level")
    for _ in range(10):
        node = host.match.turn.node
        assert isinstance(node, Decide)
        host = host.play(greedy(game, host.match.state.cards[0], node, luck))
    player = review(host.match).players[0]
    assert not player.exact
    assert player.error is not None
    assert player.error > 0
    assert not player.over
    assert player.start + player.luck - player.loss - player.residual == pytest.approx(player.result)
    assert abs(player.residual) < 8
