"""What a further game costs: one of each engine and one with its own, added from outside, go through everything."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel import find, format_match, parse_match, verify, words
from knobel.bots import offered
from knobel.bots.greedy import GREEDY
from knobel.rules import GAMES, register
from knobel.terminal import KITS
from knobel.terminal.kit import HEIGHT
from knobel.terminal.printed import printed
from tests import conformance
from tests.playing import random_match
from tests.server.house import House, house
from tests.terminal.driver import any_legal, sit_down
from tests.toys import card, grid, rows, tower, tower_kit

TOYS: tuple[Any, ...] = (card, rows, grid, tower)
KEYS = [toy.KIND.key for toy in TOYS]
every_toy = pytest.mark.parametrize("key", KEYS)


@pytest.fixture(scope="module", autouse=True)
def outside() -> Iterator[None]:
    """The steps of CONTRIBUTING.md, taken without touching the package; and back."""
    games = list(GAMES)
    said = {lang: dict(words.catalogue(lang)) for lang in words.LANGUAGES}
    for toy in TOYS:
        register(toy.KIND)
        for lang, tree in toy.WORDS.items():
            words.add(lang, tree)
    GREEDY["tower"] = tower.greedy
    KITS["tower"] = tower_kit.KIT
    yield
    GAMES[:] = games
    del GREEDY["tower"], KITS["tower"]
    for lang, before in said.items():
        catalogue: Any = words.catalogue(lang)
        catalogue.clear()
        catalogue.update(before)


@pytest.fixture(scope="module")
def home(outside: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:  # noqa: ARG001
    with house(tmp_path_factory.mktemp("home") / "knobel.db") as found:
        yield found


@every_toy
@given(seed=st.integers(0, 2**64 - 1))
def test_it_fulfils_what_every_game_does(key: str, seed: int) -> None:
    conformance.check_positions(find(key), Random(seed))
    conformance.check_matches(key, seed)


@every_toy
def test_it_refuses_and_says_why(key: str) -> None:
    conformance.check_refusals(find(key))


@every_toy
def test_a_match_with_sealed_dice_is_written_read_and_verified(key: str) -> None:
    match, _ = random_match(key, Random(3), seats=min(2, find(key).players[1]))
    assert parse_match(format_match(match)) == match
    assert verify(match).sealed > 0


@every_toy
def test_it_has_its_words(key: str) -> None:
    names = [find(key).name.say(lang) for lang in words.LANGUAGES]
    assert len(set(names)) == len(words.LANGUAGES)


@every_toy
def test_it_is_played_over_the_wire(key: str, home: House) -> None:
    assert key in [game["key"] for game in home.get("/games")["games"]]
    player, luck = home.join(home.new(key, ("Ada",))), Random(1)
    made = set()
    while not player.table["over"]:
        move = luck.choice(conformance.move_texts(player.view(0)))
        assert player.do("move", move=move)["is"] == "state"
        made.add(move.split()[0])
    assert len(made) > 1
    assert player.view(0)["engine"] == find(key).engine


@every_toy
def test_bots_play_it(key: str, home: House) -> None:
    assert {"random", "greedy"} <= set(offered(find(key)))
    player = home.join(home.new(key, seats=[{"name": "Bo", "bot": "greedy"}]))
    while not player.table["over"]:
        player.receive("state")
    assert player.view(0)["over"]


@every_toy
@pytest.mark.parametrize("plain", [False, True])
def test_it_is_played_in_the_terminal(key: str, plain: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KNOBEL_HOME", str(tmp_path))
    player, sitting = sit_down(key, any_legal(Random(4), "en"), plain=plain)
    sitting.play()
    assert sitting.match.over
    assert find(key).name.say("en") in "\n".join(player.said)
    assert plain or all(len(screen) <= HEIGHT for screen in player.screens)
    assert f"{sitting.match.ranking[0].points}" in printed(sitting.match)


def test_no_two_games_have_one_key_and_no_sentence_is_said_twice() -> None:
    with pytest.raises(ValueError, match="kniffel"):
        register(next(kind for kind in GAMES if kind.key == "kniffel"))
    with pytest.raises(ValueError, match="toy_card"):
        words.add("en", card.WORDS["en"])
