"""What a booklet makes of results: best ones, sums, medals, and what to play next."""

from dataclasses import replace

import pytest

from knobel.match.host import new_match
from knobel.match.log import Match, Seat
from knobel.match.results import Goal, Result, Standing, chapter_medals, is_entered, of_match, why_not, written
from knobel.rules import find
from knobel.rules.booklets import MEDALS, booklet
from knobel.rules.core import Over
from tests.playing import moved, opened

FORONE, NUMBERUP = booklet("forone"), booklet("numberup")


def result(level: int, points: int, person: str = "Ada", stamp: int = 1) -> Result:
    return written(find("forone", level=level), person, points, f"{level}-{points}-{person}", stamp)


def played(spec: str, seat: Seat) -> Match:
    """A match by the first move that is offered, to its end and closed."""
    match, seal = opened(find(spec), [seat])
    while not isinstance(match.turn.node, Over):
        match = moved(match, seal, match.turn.node.moves[0])  # type: ignore[union-attr]
    return match


def standing(lines: list[Result]) -> Standing:
    """Ada's column."""
    return Standing.of_all(FORONE, lines).get("Ada", Standing(FORONE, {}))


def test_a_match_with_real_dice_is_marked_in_the_booklet() -> None:
    for by_hand in (False, True):
        host = new_match("forone:1", ["Ada"], by_hand=by_hand)
        if by_hand:  # one throw is enough
            host = host.dice((1, 2, 3, 4, 5)).switch(by_hand=False)
        while not host.match.over:
            host = host.play(host.match.legal_moves[0])
        entry = of_match(host.match, 1)
        assert entry is not None
        assert entry.by_hand is by_hand


def test_the_best_result_counts_and_sums_add_them_up() -> None:
    chapter = FORONE.chapters[0]
    lines = [result(level.number, level.medals[2] - 1) for level in chapter.levels[:-1]]
    some = standing([*lines, result(1, 12), result(1, 999, "Ben")])
    assert some.best[1].points == chapter.levels[0].medals[2] - 1
    assert (some.sum(chapter).played, some.sum(chapter).medal) == (4, None)  # no medal before all levels are played
    whole = standing([*lines, result(chapter.levels[-1].number, 1)]).sum(chapter)
    assert whole.points == sum(line.points for line in lines) + 1
    assert whole.medal is not None


def test_chapter_medals_are_printed_or_the_levels_added_up() -> None:
    assert chapter_medals(NUMBERUP.chapters[0]) == (250, 300, 350)
    for chapter in (*FORONE.chapters, *NUMBERUP.chapters[1:]):
        for at in range(len(MEDALS)):
            assert chapter_medals(chapter)[at] == sum(level.medals[at] for level in chapter.levels)


def test_the_next_aim_is_the_first_level_without_bronze_then_silver_then_gold() -> None:
    def aim(*reached: int) -> Goal | None:
        """What is next for somebody who has the medal of that rank on each level, -1 for none."""
        lines = [
            result(level.number, level.medals[rank] if rank >= 0 else 1)
            for level, rank in zip(FORONE.levels, reached, strict=False)
        ]
        return standing(lines).next()

    everywhere = len(FORONE.levels)
    assert aim() == Goal(1, "bronze")
    assert aim(2, -1, 0) == Goal(2, "bronze")
    assert aim(2, 1) == Goal(3, "bronze")
    assert aim(*[1] * 6, 0, *[2] * (everywhere - 7)) == Goal(7, "silver")
    assert aim(2, *[1] * (everywhere - 1)) == Goal(2, "gold")
    assert aim(*[2] * everywhere) is None


def test_results_of_earlier_rules_do_not_count() -> None:
    old = replace(result(1, 350), rules="other", version=0)
    assert not old.counts
    assert standing([old, result(1, 20)]).best[1].points == 20
    gone = replace(old, level=99)
    assert not gone.counts


def test_a_match_by_earlier_rules_is_entered_as_such() -> None:
    found = written(find("forone:21@1"), "Ada", 270, "x", 5)
    assert (found.level, found.version, found.medal, found.counts) == (21, 1, "bronze", False)
    assert written(find("forone:21"), "Ada", 270, "x", 5).counts


def test_what_was_won_stays_won() -> None:
    """A level may ask for more, or for less, than it did when a result was entered."""
    bronze, silver, _ = FORONE.level(2).medals
    assert replace(result(2, bronze - 1), medal="silver").best_medal == "silver"
    assert replace(result(2, silver), medal=None).best_medal == "silver"
    assert replace(result(2, silver), medal="bronze", rules="other").best_medal == "bronze"
    won = [result(1, 240), replace(result(2, bronze - 1), medal="bronze")]
    assert standing(won).next() == Goal(3, "bronze")


def test_people_stand_in_the_order_of_their_first_result() -> None:
    lines = [result(1, 5, "Ben", 7), result(2, 5, "Ada", 3), result(3, 5, "Ben", 1)]
    assert list(Standing.of_all(FORONE, lines)) == ["Ben", "Ada"]


@pytest.mark.parametrize("spec", ["forone:1", "numberup:1"])
def test_a_finished_match_is_a_result(spec: str) -> None:
    match = played(spec, Seat("Ada"))
    points = match.ranking[0].points
    found = of_match(match, 5)
    if not is_entered(points):  # the first legal move is not always a good one
        assert found is None
        return
    assert found is not None
    assert (found.id, found.person, found.points, found.stamp) == (match.header.id, "Ada", points, 5)
    assert found.counts
    assert why_not(match) is None


def test_what_is_not_entered_says_why() -> None:
    open_match, seal = opened(find("forone:1"), [Seat("Ada")])
    given_up = moved(open_match, seal, "roll").reveal(seal.seed.hex())
    cases = {
        "running": open_match,
        "given_up": given_up,
        "bot": played("forone:1", Seat("Ada", "greedy")),
        "house": played("forone:1+free_discard", Seat("Ada")),
    }
    for key, match in cases.items():
        why = why_not(match)
        assert why is not None
        assert why.key == f"results.not_entered.{key}"
        assert of_match(match, 1) is None
    assert [is_entered(points) for points in (-10, 0, 1)] == [False, False, True]
    assert of_match(played("kniffel", Seat("Ada")), 1) is None
