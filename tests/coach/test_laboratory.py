"""The laboratory: what a rule is worth, and which decisions it changes."""

import re
from dataclasses import replace

import pytest

from knobel import digest, find
from knobel.coach.errors import NothingChanged
from knobel.coach.hints import game_text
from knobel.coach.house_rules import CardField, Value, card_fields, changed_card
from knobel.coach.laboratory import COMPARING, compare, estimated, seconds_to_compare, tried
from knobel.errors import BadSheet
from knobel.rules.boxes import D6, Box, Sheet, number_boxes
from knobel.rules.combinations import Flat, Same
from knobel.rules.core import Spec
from knobel.rules.sheetgame import SheetGame
from knobel.solver.induction.tables import solve
from knobel.words import LANGUAGES


def card(pair: int, key: str = "small") -> SheetGame:
    boxes = (*number_boxes(["ones", "twos"]), Box("pair", Flat(pair), Same(3)))
    return SheetGame(Sheet(key=key, dice=(D6,) * 3, boxes=boxes), spec=Spec(key))


def test_a_dearer_box_is_worth_what_the_solver_says() -> None:
    before, after = card(5), card(60, "dear")
    found = compare(before, after)
    assert found.before.value == pytest.approx(solve(before).value)
    assert found.after.value == pytest.approx(solve(after).value)
    assert found.after.value > found.before.value
    assert 0 < found.changed <= found.compared
    for each in found.examples:
        assert each.before != each.after
        assert each.value_after - each.value_before == pytest.approx(each.loss)


def test_the_same_rules_change_nothing_and_other_boxes_cannot_be_compared() -> None:
    same = compare(card(5), card(5, "again"))
    assert same.changed == 0
    assert same.after.value == pytest.approx(same.before.value)
    fewer = card(5).sheet
    other = compare(card(5), SheetGame(replace(fewer, key="fewer", boxes=fewer.boxes[:2]), spec=Spec("fewer")))
    assert (other.comparable, other.compared) == (False, 0)


def test_every_field_of_a_card_can_be_changed() -> None:
    """Each alone makes another card, with a key of its own; together they make one, too."""
    for name in ("kniffel", "extreme", "seven", "yahtzee", "maxi_yatzy"):
        game = find(name)
        assert isinstance(game, SheetGame)
        every: dict[str, Value] = {}
        for field in card_fields(game.sheet):
            every[field.key] = other(field)
            if not field.key.endswith("2.at") or name == "seven":  # of a bonus without points nothing changes
                alone = changed_card(game, {field.key: every[field.key]})
                assert digest(alone) != digest(game)
                assert {one.key: one.value for one in card_fields(alone.sheet)}[field.key] == every[field.key]
        together = changed_card(game, every, "Alles anders")
        assert together.name.say("de") == "Alles anders"
        assert {field.key: field.value for field in card_fields(together.sheet)} == every
        back = {field.key: field.value for field in card_fields(game.sheet)}
        again = changed_card(together, back)
        assert again.sheet.key.startswith(f"{name}_")
        assert again.sheet.declare() | {"key": name} == game.sheet.declare()


def other(field: CardField) -> Value:
    match field.value:
        case bool():
            return not field.value
        case int():
            return field.value + 1 if field.value < field.most else field.value - 1
    return next(key for key, _ in field.options if key != field.value)


def test_what_cannot_be_changed_is_refused_with_its_place() -> None:
    game = find("kniffel")
    assert isinstance(game, SheetGame)
    with pytest.raises(NothingChanged):
        changed_card(game, {"boxes.full_house": 25, "bonuses.2.at": 70})
    with pytest.raises(BadSheet, match=re.escape("boxes[9].points")):
        changed_card(game, {"boxes.full_house": 1001})
    with pytest.raises(BadSheet, match="rolls"):
        changed_card(game, {"rolls": 0})
    with pytest.raises(BadSheet, match=re.escape("boxes.ones")):
        changed_card(game, {"boxes.ones": 3})


def test_how_long_it_takes_is_known_beforehand() -> None:
    """Seconds for a card like Kniffel, over ten minutes for one like Extreme; only the games, if it is solved."""

    def seconds(name: str, **changes: Value) -> float:
        game = find(name)
        assert isinstance(game, SheetGame)
        return seconds_to_compare(game, changed_card(game, {key.replace("__", "."): changes[key] for key in changes}))

    assert seconds("kniffel", boxes__kniffel=53) < 10
    assert seconds("extreme", boxes__kniffel=53) > 600
    assert seconds("seven", boxes__super_kniffel=53) > 600
    assert seconds("kniffel", rolls=9) > seconds("kniffel", rolls=4)
    game = find("kniffel")
    assert isinstance(game, SheetGame)
    assert seconds_to_compare(game, game) == COMPARING


def test_a_trial_is_told_in_words() -> None:
    done: list[float] = []
    found = tried(game_text(card(5)), game_text(card(60, "dear")), report=done.append)
    assert found.changed > 0
    assert found.comparable
    assert found.after.value > found.before.value
    assert done == sorted(done)
    assert all(0 <= part <= 1 for part in done)
    for lang in LANGUAGES:
        for each in found.examples:
            assert all(words.say(lang) for words in (each.position, each.free, each.before, each.after, each.why))
    assert estimated(game_text(card(5)), game_text(card(60, "dear")), report=done.append) == COMPARING, "both are kept"
