"""Sealed dice: the vectors shared with the stand-alone verifier, fairness, and independence of what was held."""

import json
from collections import Counter
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel import Seal, find, format_match, verify
from knobel.match.chance import SealedDice
from knobel.match.log import Drew, Seat
from tests.playing import moved, opened, random_match
from tests.thoroughness import LONG

ROOT = Path(__file__).parents[2]
VECTORS = json.loads((ROOT / "docs" / "dice_vectors.json").read_text())


def stand_alone() -> ModuleType:
    spec = spec_from_file_location("verify_dice", ROOT / "docs" / "verify_dice.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_vectors() -> None:
    other = stand_alone()
    for vector in VECTORS:
        seal = Seal(vector["match"], vector["rules"], bytes.fromhex(vector["seed"]))
        assert seal.commitment == vector["sealed"]
        assert other.fingerprint("knobel seal", 1, vector["match"], vector["rules"], vector["seed"]) == vector["sealed"]
        dice = seal.dice({int(seat): salt for seat, salt in vector["salts"].items()})
        assert dice.key == vector["key"]
        for stream, turn, roll, die, outcomes, value in vector["picks"]:
            place = (stream, turn, roll, die, outcomes)
            assert dice.pick(*place) == other.pick(seal.seed, dice.key, *place) == value
    assert sum(len(vector["picks"]) for vector in VECTORS) >= 100


def test_vectors_exercise_the_rejection() -> None:
    """Some pick must have passed over its first byte, or the vectors would not tell a biased twin from a fair one."""
    import hmac

    passed_over = 0
    for vector in VECTORS:
        for stream, turn, roll, die, outcomes, _ in vector["picks"]:
            place = "\n".join(map(str, ("knobel pick", 1, vector["key"], stream, turn, roll, die, 0))).encode()
            passed_over += hmac.digest(bytes.fromhex(vector["seed"]), place, "sha256")[0] >= 256 - 256 % outcomes
    assert passed_over >= 3


# Upper 0.1 % points of the chi-square distribution with 5, 9 and 24 degrees of freedom. The picks are fixed, so
# this either always passes or never does.
@pytest.mark.slow
@pytest.mark.parametrize(("outcomes", "limit"), [(6, 20.515), (10, 27.877), (25, 51.179)])
def test_picks_are_even(outcomes: int, limit: float) -> None:
    dice = SealedDice(bytes(range(32)), "chi-square")
    picks = 1_000_000 if LONG else 200_000
    counts = Counter(dice.pick("0", turn, 1, die, outcomes) for turn in range(picks // 10) for die in range(10))
    assert set(counts) == set(range(outcomes))
    expected = picks / outcomes
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < limit


def test_a_biased_die_would_fail_that_check() -> None:
    """The same statistic on byte % 6 without rejection, so that the check above is known to bite."""
    counts = Counter(byte % 6 for byte in Random(1).randbytes(1_000_000))
    expected = 1_000_000 / 6
    assert sum((count - expected) ** 2 / expected for count in counts.values()) > 20.515


def test_dice_do_not_depend_on_what_was_held() -> None:
    game, seed = find("kniffel"), bytes(32)
    match, seal = opened(game, [Seat("A")], seed=seed, match_id="m")
    match = moved(match, seal, "roll")
    all_again = moved(match, seal, "keep 00000").state.cards[0].dice
    for mask in ("10000", "01010", "11110", "00111"):
        dice = moved(match, seal, f"keep {mask}").state.cards[0].dice
        assert [new for bit, new in zip(mask, dice, strict=True) if bit == "0"] == [
            new for bit, new in zip(mask, all_again, strict=True) if bit == "0"
        ]


def test_same_dice_for_everybody() -> None:
    people = [Seat("A"), Seat("B"), Seat("C")]
    match, seal = opened(find("seven"), people, duplicate=True, first=0)
    throws = []
    for _ in people:
        match = moved(match, seal, "roll")
        throws.append(match.state.cards[match.turn.seat].dice)
        match = moved(match, seal, "enter ones")
    assert throws[0] == throws[1] == throws[2]


def test_a_seat_seed_changes_the_dice_but_not_the_promise() -> None:
    match, seal = opened(find("kniffel"), [Seat("A")], seed=bytes(32), match_id="m")
    plain = moved(match, seal, "roll")
    salted = moved(match.salt(0, "6869"), seal, "roll")
    assert plain.header.commitment == salted.header.commitment
    assert plain.state.cards[0].dice != salted.state.cards[0].dice


def test_promise_binds_match_rules_and_seed() -> None:
    promises = {
        Seal(match, rules, seed).commitment for match in "ab" for rules in "cd" for seed in (bytes(32), b"1" * 32)
    }
    assert len(promises) == 8


@pytest.mark.parametrize(
    ("spec", "seats", "games"),
    [("kniffel", 3, 2), ("extreme", 2, 1), ("seven", 4, 1), ("forone", 1, 1), ("numberup", 1, 1)],
)
@given(seed=st.integers(0, 2**32))
def test_stand_alone_verifier_agrees_on_whole_matches(spec: str, seats: int, games: int, seed: int) -> None:
    luck = Random(seed)
    match, _ = random_match(spec, luck, seats=seats, games=games, undo=0.2, duplicate=luck.random() < 0.5)
    dice = stand_alone().verify(format_match(match))
    assert verify(match).sealed > 0
    assert dice == sum(len(event.faces) for event in match.events if isinstance(event, Drew))
