"""Medals: one rule makes them, what is stored shows that they tell players apart, the booklet carries them."""

import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from knobel.bots import LEARNED, learned_players
from knobel.bots.calibration.histograms import PLAYERS, Calibration, Histogram, read_line, stored
from knobel.bots.calibration.medals import PRINTED, proposal, reached, write
from knobel.bots.errors import NoRoundMedals
from knobel.rules import booklets, digest, find
from knobel.rules.booklets import booklet, level_numbers, read_booklet

LEVELS = [(game, number) for game in LEARNED for number in level_numbers(game)]
OWN = [(game, number) for game, number in LEVELS if number != PRINTED]
OPENING = [("forone", 2), *(("numberup", number) for number in (2, 3, 4, 5))]


@pytest.mark.parametrize(("game", "number"), LEVELS)
def test_every_level_has_been_played_often_enough(game: str, number: int) -> None:
    found = stored(game)[number]
    assert found.digest == digest(find(game, level=number))
    assert found.version == booklet(game).level(number).version
    assert tuple(found.histograms) == PLAYERS
    assert all(each.games >= 10_000 for each in found.histograms.values())


@pytest.mark.parametrize(("game", "number"), LEVELS)
def test_skill_pays_in_every_level(game: str, number: int) -> None:
    random, beginner, solid, strong = (stored(game)[number].histograms[bot] for bot in PLAYERS)
    assert solid.mean - random.mean >= 2 * (solid.sem**2 + random.sem**2) ** 0.5
    assert strong.mean - solid.mean > 4 * (strong.sem**2 + solid.sem**2) ** 0.5
    assert beginner.mean < solid.mean


@pytest.mark.parametrize(("game", "number"), OWN)
def test_no_medal_is_given_away_or_out_of_reach(game: str, number: int) -> None:
    shares = reached(game, number)
    assert 0.15 <= shares["strong"]["gold"] <= 0.6
    assert shares["solid"]["gold"] < shares["strong"]["gold"]
    assert shares["beginner"]["gold"] < 0.1
    assert shares["solid"]["bronze"] >= 0.6
    assert shares["beginner"]["bronze"] <= 0.8
    assert shares["random"]["bronze"] <= 0.12


@pytest.mark.parametrize(("game", "number"), OWN)
def test_bronze_is_within_a_beginners_reach(game: str, number: int) -> None:
    """In a quarter of its games at least, if there is a number of points above 0 that it reaches that often."""
    beginner = stored(game)[number].histograms["beginner"]
    bronze = booklet(game).level(number).medals[0]
    assert beginner.reached(bronze) >= 0.25 or beginner.reached(1) < 0.25


@pytest.mark.parametrize(("game", "number"), OPENING)
def test_the_first_levels_are_fair(game: str, number: int) -> None:
    """Where people begin, a beginner earns bronze in a quarter of the games, and there is room between the medals: at
    least as many points from one to the next as in the printed level 1."""
    assert reached(game, number)["beginner"]["bronze"] >= 0.25
    printed, medals = booklet(game).level(PRINTED).medals, booklet(game).level(number).medals
    room = min(after - before for before, after in pairwise(printed))
    assert all(after - before >= room for before, after in pairwise(medals))
    assert booklet(game).level(number).version > 1


def test_a_beginner_plays_as_was_measured() -> None:
    level = booklet("numberup").level(2)
    points = learned_players("numberup").simulate(find("numberup", level=2), "beginner", 2000, 77)
    share = float((points >= level.medals[0]).mean())
    assert share >= 0.25
    assert share == pytest.approx(reached("numberup", 2)["beginner"]["bronze"], abs=0.05)


@pytest.mark.parametrize(("game", "number"), OWN)
def test_the_booklet_carries_what_the_rule_says(game: str, number: int) -> None:
    assert booklet(game).level(number).medals == proposal(stored(game)[number].histograms)


def test_medals_are_as_round_as_the_spread_allows() -> None:
    def players(strong: int, solid: int, beginner: int, width: int) -> dict[str, Histogram]:
        flat = (1,) * width
        return {
            "strong": Histogram(strong, flat),
            "solid": Histogram(solid, flat),
            "beginner": Histogram(beginner, flat),
        }

    assert all(each % 10 == 0 for each in proposal(players(300, 250, 100, 120)))
    assert any(each % 5 for each in proposal(players(33, 29, 18, 6)))
    with pytest.raises(NoRoundMedals, match="tell these players apart"):
        proposal(players(30, 30, 30, 6))


def test_a_histogram_knows_its_games() -> None:
    histogram = Histogram.of([3, 5, 5, 8])
    assert (histogram.games, histogram.least, histogram.most) == (4, 3, 8)
    assert histogram.mean == 5.25
    assert histogram.sd == pytest.approx(2.0615528)
    assert [histogram.reached(at) for at in (-5, 3, 4, 5, 8, 9)] == [1, 1, 0.75, 0.75, 0.25, 0]


def test_lines_read_back() -> None:
    found = Calibration(3, 2, "ab" * 32, 7, {"solid": Histogram(-4, (1, 0, 2))})
    assert read_line(found.line()) == found


def test_writing_touches_the_medals_of_its_levels_only(tmp_path: Path) -> None:
    folder = Path(booklets.__file__).parent
    for game in LEARNED:
        toml, data = tmp_path / f"{game}.toml", tmp_path / f"{game}.jsonl"
        shutil.copy(folder / toml.name, toml)
        wide = {bot: Histogram(least, (1,) * 100) for bot, least in zip(PLAYERS, (100, 110, 130, 150), strict=True)}
        write([Calibration(number, 9, "00", 1, wide) for number in (1, 3)], data, toml)
        before, after = booklet(game), read_booklet(toml.read_text(encoding="utf-8"), game, toml.name)
        assert [level.number for level in after.levels if level.medals != before.level(level.number).medals] == [3]
        assert after.level(3).medals == proposal(wide)
        changed = [
            new for old, new in zip(
                (folder / toml.name).read_text(encoding="utf-8").splitlines(),
                toml.read_text(encoding="utf-8").splitlines(),
                strict=True,
            ) if old != new
        ]  # fmt: skip
        assert len(changed) == 1
        assert [read_line(line).level for line in data.read_text(encoding="utf-8").splitlines()] == [1, 3]
        write([Calibration(2, 9, "00", 1, wide)], data, toml)
        assert [read_line(line).level for line in data.read_text(encoding="utf-8").splitlines()] == [1, 2, 3]


def test_other_medals_for_rules_that_were_measured_before_are_a_new_version(tmp_path: Path) -> None:
    for game, number in (("forone", 25), ("forone", 21), ("numberup", 8), ("numberup", 20)):
        toml, data = tmp_path / f"{game}{number}.toml", tmp_path / f"{game}{number}.jsonl"
        shutil.copy(Path(booklets.__file__).parent / f"{game}.toml", toml)
        before = booklet(game).level(number)
        found = stored(game)[number]
        write([found], data, toml)  # the first time nothing is known that could be another
        write([found], data, toml)  # and the same again changes nothing
        assert toml.read_bytes() == (Path(booklets.__file__).parent / f"{game}.toml").read_bytes()
        wide = {bot: Histogram(least, (1,) * 100) for bot, least in zip(PLAYERS, (100, 110, 130, 150), strict=True)}
        write([Calibration(number, before.version, found.digest, 1, wide)], data, toml)
        after = read_booklet(toml.read_text(encoding="utf-8"), game, toml.name).level(number)
        assert (after.version, after.medals) == (before.version + 1, proposal(wide))
        assert [each.medals for each in after.earlier] == [each.medals for each in (*before.earlier, before)]
        assert (after.earlier[-1].version, after.earlier[-1].digest) == (before.version, before.digest)
        (line,) = data.read_text(encoding="utf-8").splitlines()
        assert read_line(line).version == after.version
