"""The trainer at the terminal: answered by typing, with a reason and a summary, and one training with the browser."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len

from knobel.coach.trainer import SESSION, TRAINED, AskedPuzzle, Puzzle, asked_next, puzzles
from knobel.machine_code import Preparation
from knobel.match.events import Seat
from knobel.solver.asking import values
from knobel.storage.database import location, opened
from knobel.storage.remembered import kept_trained_games, kept_training, remember_people
from knobel.storage.trainings import Trainings
from knobel.terminal import kit_of
from knobel.terminal import trainer as trainer_module
from knobel.terminal.kit import HEIGHT, WIDTH
from knobel.terminal.picker import pick_and_play
from knobel.terminal.trainer import AnsweredScene, TrainerSitting, answered_screen, visit
from knobel.words import Words
from tests.server.house import house
from tests.terminal.driver import Player, then_leave
from tests.terminal.test_play import BOX_DRAWING

DAY = 86_400
NO_DATABASE = b"no database at all, and long enough to be looked at" * 99


@pytest.fixture(autouse=True)
def nobody_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with a fresh installation: plain code answers."""
    monkeypatch.setattr(Preparation, "ready", lambda _: False)
    monkeypatch.setattr(values, "END_GAME", 0)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[AskedPuzzle]:
    """The positions of the session that was begun last; in every run the same."""
    found: list[AskedPuzzle] = []

    def begun(key: str, due: Iterable[Puzzle], seen: Iterable[str], _: Random) -> list[AskedPuzzle]:
        found[:] = asked_next(key, due, seen, Random(7))
        return found

    monkeypatch.setattr(trainer_module, "asked_next", begun)
    return found


def line_of(puzzle: Puzzle, lang: str, *, right: bool = True) -> str:
    """What to type for a right move, or for one that is not."""
    game, state = puzzle.game, puzzle.state
    others = [str(move) for move in puzzle.match("Ada").legal_moves if str(move) not in puzzle.right]
    move = puzzle.right[0] if right else others[-1]
    kit, words = kit_of(game), Words(lang)
    return kit.typed(next(one for one in puzzle.match("Ada").legal_moves if str(one) == move), game, state, words)


def session(
    key: str, lines: Iterator[str], lang: str = "en", *, person: str = "Ada", plain: bool = False
) -> tuple[Player, TrainerSitting]:
    player = Player(then_leave(lines), plain=plain)
    sitting = TrainerSitting(key, person, player, Words(lang))
    sitting.train()
    return player, sitting


def answers(asked: list[AskedPuzzle], lang: str, right: Callable[[int], bool] = lambda _: True) -> Iterator[str]:
    """Every position of a session, and Enter to go on."""
    for number in range(SESSION):
        yield line_of(asked[number].puzzle, lang, right=right(number))
        yield ""


@pytest.mark.parametrize("lang", ["de", "en"])
def test_ten_right_answers_are_told_and_kept(lang: str, asked: list[AskedPuzzle]) -> None:
    remember_people([Seat("Ada")])
    player, sitting = session("kniffel", answers(asked, lang), lang)
    words, said = Words(lang), "\n".join(player.said)
    assert said.count(words("trainer.right", move="").strip(" .")) == SESSION
    assert words("trainer.streak", n=SESSION) in said
    assert player.said[-2] == words("trainer.result", right=10, of=10)
    assert player.said[-1] == words(
        "terminal.trainer.so_far", who="Ada", standing=words("trainer.standing", right=10, of=10, longest=10)
    )
    assert {each.puzzle.id for each in asked} == kept_training("Ada", "kniffel").training.seen
    for screen in player.screens:
        assert len(screen) <= HEIGHT - 1
        assert all(cell_len(line) <= WIDTH and "…" not in line for line in screen)
    assert sitting.unkept == ""


def test_what_was_wrong_is_summed_up_and_comes_back(asked: list[AskedPuzzle], monkeypatch: pytest.MonkeyPatch) -> None:
    remember_people([Seat("Ada")])
    player, sitting = session("kniffel", answers(asked, "de", lambda number: number != 3), "de")
    words, missed = Words("de"), asked[3].puzzle
    (wrong,) = [said for _, said in sitting.answers if not said.right]
    assert wrong.loss >= missed.gap - 0.01
    points = f"{wrong.loss:.1f}".replace(".", ",")
    chosen, best = wrong.chosen.say("de"), wrong.best.say("de")
    assert any(f"Du: {chosen}. Besser: {best}." in line for line in player.said)
    assert any(line.startswith(f"Das sind {points} Punkte mehr") for line in player.said), "what it cost, and why"
    assert "Kommt in 1 Tag wieder." in player.said
    assert player.said[-3:] == [
        f"9 von 10 richtig. Zusammen {points} Punkte verschenkt.",
        f"  Stellung 4: {chosen}. Besser: {best} (−{points}).",
        "Ada bisher: 9 von 10 richtig, am längsten 6 in Folge · 1 kommt wieder.",
    ]
    now = trainer_time(monkeypatch, days=2)
    again, _ = session("kniffel", iter(["q"]), "de")
    assert asked[0].puzzle.id == missed.id
    assert asked[0].back
    assert words("trainer.asks_back") in "\n".join(again.screens[0])
    session("kniffel", iter([line_of(missed, "de"), "q"]), "de")
    with opened(location()) as connection:
        assert Trainings(connection).due("Ada", "kniffel", now) == [], "known: later"


def trainer_time(monkeypatch: pytest.MonkeyPatch, *, days: int) -> int:
    """So many days later, for the terminal."""
    from knobel.storage import remembered

    then = remembered._now() + days * DAY
    monkeypatch.setattr(remembered, "_now", lambda: then)
    return then


@pytest.mark.parametrize("key", [key for key in TRAINED if key != "kniffel"])
def test_every_game_can_be_answered_and_heard(key: str, asked: list[AskedPuzzle]) -> None:
    """One position each, right and wrong."""
    for lang, right in (("de", True), ("en", False)):
        lines = (line_of(asked[0].puzzle, lang, right=right) for _ in range(1))
        player, sitting = session(key, lines, lang, plain=right)
        ((_, said),) = sitting.answers
        assert said.right == right
        assert said.best.say(lang) in "\n".join(player.said)
        assert not any("{" in line for line in player.said)
        assert not right or not [line for line in player.said if BOX_DRAWING.search(line)]


def test_the_browser_and_the_terminal_have_one_training(asked: list[AskedPuzzle]) -> None:
    remember_people([Seat("Ada")])
    session("kniffel", answers(asked, "en", lambda number: number < 2))
    first = asked[0].puzzle
    with house(location()) as home:
        games = {one["key"]: one for one in home.get("/trainer?person=Ada")["games"]}
        assert [games["kniffel"][name] for name in ("answers", "right", "longest", "seen")] == [10, 2, 2, 10]
        answer = {"person": "Ada", "puzzle": first.id, "move": first.right[0]}
        assert home.http.post("/api/trainer/kniffel", json=answer).json()["streak"] == 1
    (kniffel,) = [each for each in kept_trained_games("Ada") if each.key == "kniffel"]
    assert (kniffel.training.answers, kniffel.training.right, kniffel.seen) == (11, 3, 10)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("nonsense", "is no box"),
        ("", "That is nothing one can do now"),
        ("e 99", "no box 99"),
        ("hint", "Here you decide alone"),
        ("u", "Here you decide alone"),
        ("? hut", "is no box"),
        ("?", "what was answered counts"),
        ("\N{REPLACEMENT CHARACTER}", "is no box"),
    ],
)
def test_what_is_no_answer_is_told(line: str, answer: str) -> None:
    player, sitting = session("kniffel", iter([line]), plain=True)
    assert any(answer in said for said in player.said), player.said[-6:]
    assert sitting.answers == []


def test_a_line_with_two_moves_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = next(one for one in puzzles("forone") if one.right[0].startswith("put"))
    monkeypatch.setattr(trainer_module, "asked_next", lambda *_: [AskedPuzzle(puzzle, back=False, difficulty=None)])
    line = line_of(puzzle, "en")
    player, sitting = session("forone", iter([f"{line}, {line}", "card"]), plain=True)
    assert "Here a single move answers. ? shows what is possible." in player.said
    assert Words("en")("trainer.asks") in "\n".join(player.said), "out of a match of one's own: no rating"
    assert len([said for said in player.said if "For One" in said]) == 2, "the whole card once more"
    assert sitting.answers == []


def test_who_leaves_is_told_what_was_answered(asked: list[AskedPuzzle]) -> None:
    """At the end of the input as with q; and nothing of nothing."""
    for lines in ([], ["q"]):
        player, _ = session("kniffel", iter(lines))
        assert player.said[-1] == ""
    player, _ = session("kniffel", (line_of(asked[0].puzzle, "en") for _ in range(1)), person="You")
    assert player.said[-2:] == ["1 of 1 right.", "It is kept for a name only: knobel trainer kniffel --player NAME"]
    assert not location().exists(), "nobody is known, so there is nothing to keep"


def test_without_a_database_one_can_train(home: Path, asked: list[AskedPuzzle]) -> None:
    home.mkdir()
    location().write_bytes(NO_DATABASE)
    player, sitting = session("kniffel", (line_of(asked[0].puzzle, "en", right=False) for _ in range(1)))
    assert sitting.unkept
    assert player.said[-1] == f"Nothing of it is kept: {sitting.unkept}"
    assert any(sitting.unkept[:30] in line for line in player.screens[0]), "told beforehand"


def test_a_home_that_cannot_be_made_is_told(asked: list[AskedPuzzle], home: Path) -> None:
    home.write_text("a file in the place of the folder", encoding="utf-8")
    player, sitting = session("kniffel", (line_of(asked[0].puzzle, "en") for _ in range(1)))
    assert str(home) in sitting.unkept
    assert player.said[-1] == f"Nothing of it is kept: {sitting.unkept}"


def test_a_database_that_breaks_meanwhile_ends_nothing(asked: list[AskedPuzzle]) -> None:
    remember_people([Seat("Ada")])

    def lines() -> Iterator[str]:
        yield line_of(asked[0].puzzle, "en")
        yield ""
        location().write_bytes(NO_DATABASE)
        yield line_of(asked[1].puzzle, "en")

    player, sitting = session("kniffel", lines())
    assert len(sitting.answers) == 2
    assert player.said[-2] == "2 of 2 right."
    assert player.said[-1].startswith("Nothing of it is kept: ")


@pytest.mark.parametrize("key", TRAINED)
def test_position_and_reason_fit_on_one_screen(key: str) -> None:
    verdict = ["x" * 70, "a reason of two lines, " * 5, "10 in a row · comes back in 100 days"]
    for puzzle in puzzles(key)[::7]:
        game, state = puzzle.game, puzzle.state
        kit = kit_of(game)
        moment = kit.moment(game, state, game.node(state))
        scene = AnsweredScene(kit, Words("de"), puzzle.match("Ada"), 0, (), "", moment)
        screen = [line.plain for line in answered_screen(scene, verdict, right=False)]
        assert len(screen) <= HEIGHT - 1, "\n".join(screen)
        assert "comes back" in screen[-1]


def test_a_game_is_chosen_until_enough_was_trained(asked: list[AskedPuzzle]) -> None:
    remember_people([Seat("Ada")])

    def lines() -> Iterator[str]:
        yield "?"
        yield "chess"
        yield "kniffel 7"
        yield "q"  # nothing answered: back at once
        yield "1"
        yield line_of(asked[0].puzzle, "en")
        yield "q"
        yield ""  # the summary was read
        yield ""

    player = Player(then_leave(lines()))
    visit("Ada", player, Words("en"))
    pages = ["\n".join(screen) for screen in player.screens if screen[0] == "Trainer"]
    assert len(pages) == 5
    assert "at longer and longer intervals" in pages[1]
    assert "chess" in pages[2]
    assert "1 of 1 right, at best 1 in a row" in pages[4]
    assert player.asked == 9


def test_the_opening_leads_to_it(asked: list[AskedPuzzle]) -> None:
    remember_people([Seat("Ada")])

    def lines() -> Iterator[str]:
        yield "train yatzy"
        yield "übe 1"
        yield line_of(asked[0].puzzle, "en")
        yield "q"

    player = Player(then_leave(lines()))
    pick_and_play(Words("en"), player)
    assert any("There are no positions to train" in line for line in player.said)
    assert player.said[-1] == "Ada so far: 1 of 1 right, at best 1 in a row."
