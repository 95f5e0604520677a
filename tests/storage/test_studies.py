"""What statistics keep: entered by whoever writes a match, forgotten with it, added up without looking at matches."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from knobel.match.host import Host
from knobel.match.studies import MatchStudy, PersonStudy, draws_of, uniform
from knobel.rules import digest, find
from knobel.storage.database import connect, location
from knobel.storage.matches import Matches
from knobel.storage.people import Changed, Joined, People, Person
from knobel.storage.saves import Save, all_draws, past_of
from knobel.storage.store import LISTED, THROWN, Moved
from knobel.storage.studies import StudyBook
from tests.playing import random_match

STUDY = PersonStudy(0, "P0", 1, 248.2, -3.5, 12.25, 30, 4, exact=True)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[StudyBook, Host]]:
    """A finished match, as the terminal keeps it."""
    monkeypatch.setenv("KNOBEL_HOME", str(tmp_path))
    match, seal = random_match("kniffel", Random(1), seats=2)
    host = Host(match, seal)
    Save(match.header.id).begin(host)
    connection = connect(location())
    yield StudyBook(connection), host
    connection.close()


def studied(host: Host, **changed: object) -> MatchStudy:
    draws, left_out = draws_of(host.match)
    head = host.match.header
    found = MatchStudy(
        head.id, host.match.version, (STUDY,), draws, left_out, head.commitment, "kniffel", digest(head.game)
    )
    return replace(found, **changed)  # type: ignore[arg-type]


def test_a_match_that_is_over_is_due_until_it_was_looked_at(kept: tuple[StudyBook, Host]) -> None:
    book, host = kept
    id = host.match.header.id
    assert (book.due(10), book.waiting()) == ([id], 1)
    assert past_of("P0").waiting == 1
    book.write(studied(host))
    assert (book.due(10), book.waiting()) == ([], 0)
    past = past_of("P0")
    assert (past.waiting, past.studies[0].study) == (0, STUDY)
    assert past.results[0].points == host.match.totals[0]
    assert [(each.spec, each.games) for each in past.played] == [("kniffel", 1)]
    book.write(studied(host, people=(replace(STUDY, loss=1.0),)))  # looked at once more: it does not count twice
    assert [each.study.loss for each in past_of("P0").studies] == [1.0]


def test_what_is_thrown_away_does_not_count(kept: tuple[StudyBook, Host]) -> None:
    book, host = kept
    book.write(studied(host))
    connection = connect(location())
    matches = Matches(connection)
    matches.move(Moved(host.match.header.id, THROWN, 1))
    assert (past_of("P0").studies, past_of("P0").played, all_draws().tallies) == ((), (), ())
    matches.move(Moved(host.match.header.id, LISTED, 1))
    assert len(past_of("P0").studies) == 1
    matches.delete(host.match.header.id)
    assert (past_of("P0").studies, book.waiting()) == ((), 0)
    book.write(studied(host))  # forgotten while a worker looked at it
    assert past_of("P0").studies == ()
    connection.close()


def test_a_person_keeps_what_was_studied_under_another_name(kept: tuple[StudyBook, Host]) -> None:
    book, host = kept
    book.write(studied(host))
    connection = connect(location())
    people = People(connection)
    people.write(Joined((Person("P0", "red", "fox"),)))
    people.write(Changed("P0", Person("Ada", "red", "fox")))
    assert past_of("Ada").studies[0].study.loss == STUDY.loss
    book.write(studied(host))  # the match still says P0
    assert (len(past_of("Ada").studies), len(past_of("P0").studies)) == (1, 0)
    connection.close()


def test_draws_add_up_and_the_same_dice_count_once(kept: tuple[StudyBook, Host]) -> None:
    book, host = kept
    book.write(studied(host, left_out=7))
    (tally,) = all_draws().tallies
    assert tally == draws_of(host.match)[0][0]
    copy = Save("copy")
    copy.begin(host)
    book.write(studied(host, match="copy"))  # the same seal
    assert all_draws().tallies == (tally,)
    other, seal = random_match("kniffel", Random(2))
    Save(other.header.id).begin(Host(other, seal))
    book.write(studied(Host(other, seal), people=()))
    (both,) = all_draws().tallies
    more = draws_of(other)[0][0]
    assert both.counts == tuple(a + b for a, b in zip(tally.counts, more.counts, strict=True))
    assert both == uniform("d6", both.faces, both.counts, typed=False)


def test_cards_keep_their_spread(kept: tuple[StudyBook, Host]) -> None:
    book, _ = kept
    match, seal = random_match("numberup:1", Random(3))
    Save(match.header.id).begin(Host(match, seal))
    book.write(studied(Host(match, seal), people=()))
    found = {tally.kind: tally for tally in all_draws().tallies}
    for tally in draws_of(match)[0]:
        assert found[tally.kind].counts == tally.counts
        assert found[tally.kind].expected == pytest.approx(tally.expected)
        for one, other in zip(found[tally.kind].spread, tally.spread, strict=True):
            assert one == pytest.approx(other)


def test_a_game_of_the_registry_is_found_by_its_rules(kept: tuple[StudyBook, Host]) -> None:
    book, host = kept
    book.write(studied(host))
    assert past_of("P0").played[0].rules == digest(find("kniffel"))
