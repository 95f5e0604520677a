"""A question to the coach stays with the match: in its file, its summary, and the line of a booklet."""

from random import Random

import pytest

from knobel.errors import NotYourTurn
from knobel.match.host import new_match
from knobel.match.notation import format_match, parse_match
from knobel.match.results import of_match
from knobel.match.summary import summary
from tests.playing import random_match


def test_the_mark_is_in_the_file_once_and_disturbs_nothing() -> None:
    host = new_match("kniffel", ["Ada", "Ben"], first=0, seed=bytes(32), match_id="m")
    host = host.play("roll").hint(0)
    assert host.hint(0).match == host.match, "asked again, nothing changes"
    with pytest.raises(NotYourTurn):
        host.match.hint(1)
    host = host.play("enter chance")
    written = format_match(host.match)
    assert "A hints #" in written
    assert parse_match(written) == host.match
    assert summary(host.match).hinted == (0,)
    back = host.undo()
    assert back.match.hinted == (0,), "what was read cannot be unread"
    assert back.match.state.cards[0].dice


def test_the_line_of_a_booklet_says_it() -> None:
    played, _ = random_match("numberup:1", Random(3))
    host = new_match("numberup:1", ["Ada"], seed=bytes(32), match_id="m").hint()
    luck = Random(4)
    while not host.match.over:
        host = host.play(luck.choice(host.match.legal_moves))
    marked, unmarked = of_match(host.match, 0), of_match(played, 0)
    assert marked is None or marked.hinted
    assert unmarked is None or not unmarked.hinted
    assert marked is not None or unmarked is not None, "else nothing was shown"
