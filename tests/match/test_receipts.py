"""Receipts hold a match to what was confirmed: whatever was changed or left out since is found."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel.errors import BadReceipt, ReceiptBroken
from knobel.match.host import Host, new_match
from knobel.match.log import Match, fold
from knobel.match.notation import format_match, parse_match
from knobel.match.receipts import Receipt, chained, check_receipt, first_link, mark, receipt


def some_turns(seed: bytes = bytes(32)) -> Host:
    host = new_match("kniffel", ["Ada", "Ben"], first=0, seed=seed, match_id="0123456789abcdef")
    for move in ("roll", "keep 11000", "enter chance", "roll", "enter ones"):
        host = host.play(move)
    return host


MATCH = some_turns().match


def test_every_step_of_the_way_stays_confirmed() -> None:
    for version in range(MATCH.version + 1):
        check_receipt(MATCH, receipt(MATCH, version))


def test_the_chain_grows_step_by_step() -> None:
    link = first_link(MATCH.header)
    for number, event in enumerate(MATCH.events, start=1):
        link = chained(link, [event])
        assert Receipt(number, mark(link)) == receipt(MATCH, number)


def test_a_file_keeps_the_chain() -> None:
    assert receipt(parse_match(format_match(MATCH))) == receipt(MATCH)


def test_what_is_taken_back_was_confirmed_all_the_same() -> None:
    host = some_turns()
    before = receipt(host.match)
    check_receipt(host.undo().match, before)


def test_a_match_that_was_cut_is_found() -> None:
    cut = fold(MATCH.header, MATCH.events[:-1])
    with pytest.raises(ReceiptBroken) as found:
        check_receipt(cut, receipt(MATCH))
    assert str(MATCH.version) in str(found.value)


def test_other_dice_are_another_match() -> None:
    other = some_turns(bytes([1]) * 32).match
    with pytest.raises(ReceiptBroken):
        check_receipt(other, receipt(MATCH))


@given(st.integers(0, MATCH.version - 1), st.text("0123456789abcdef", min_size=16, max_size=16))
def test_no_other_mark_will_do(version: int, guess: str) -> None:
    if guess != receipt(MATCH, version).mark:
        with pytest.raises(ReceiptBroken):
            check_receipt(MATCH, Receipt(version, guess))


def test_as_text_and_back() -> None:
    assert Receipt.parse(str(receipt(MATCH))) == receipt(MATCH)
    assert Receipt.parse(f" {receipt(MATCH)}\n") == receipt(MATCH)


BAD = ("", "12", ":", "12:", "x:0123456789abcdef", "1:0123456789ABCDEF", "-1:0123456789abcdef", "1:0123456789abcde")


@pytest.mark.parametrize("bad", BAD)
def test_what_is_no_receipt_is_refused(bad: str) -> None:
    with pytest.raises(BadReceipt):
        Receipt.parse(bad)


@given(st.text(max_size=40))
def test_any_text_is_a_receipt_or_refused_in_a_sentence(any_text: str) -> None:
    try:
        Receipt.parse(any_text)
    except BadReceipt as error:
        assert error.say("de")


def test_the_chain_of_an_empty_match() -> None:
    begun = Match.begin(MATCH.header)
    check_receipt(begun, receipt(begun))
