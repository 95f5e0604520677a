"""Lessons at the terminal: seen and heard, in both languages, with right and wrong lines."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.cells import cell_len

from knobel.lessons import LESSONS, Lesson
from knobel.rules import find
from knobel.storage.offers import offer_due, remember_offer
from knobel.storage.saves import Save, unfinished
from knobel.terminal import KITS, kit_of
from knobel.terminal.console import Leave
from knobel.terminal.kit import HEIGHT, WIDTH
from knobel.terminal.lesson import Guide, learn, learn_and_play
from knobel.terminal.picker import pick_and_play
from knobel.words import Words
from tests.terminal.driver import Player, sit_down, then_leave
from tests.terminal.test_play import BOX_DRAWING

LANGS = pytest.mark.parametrize("lang", ["de", "en"])
EVERY = pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.key)


def obedient(lang: str, say: Callable[[], str]) -> Callable[[object], str]:
    """Types what the lesson says to type, and nothing else."""

    def choose(_: object) -> str:
        lines = re.findall({"de": r"Tippe: (.*?)  \(", "en": r"Type: (.*?)  \("}[lang], say())
        return lines[-1] if lines else ""

    return choose


def taught(lesson: Lesson, lang: str, *, plain: bool = False) -> tuple[Player, bool]:
    player = Player(lambda _: "", plain=plain)
    seen = 0

    def new() -> str:
        nonlocal seen
        fresh, seen = player.said[seen:], len(player.said)
        return "\n".join(fresh)

    player.choose = obedient(lang, new)
    return player, learn(find(lesson.key), player, Words(lang))


@LANGS
@EVERY
def test_who_types_what_is_shown_comes_to_the_end(lesson: Lesson, lang: str) -> None:
    player, done = taught(lesson, lang)
    assert done
    assert len(player.screens) == len(lesson.steps) + 1, "no line was refused"
    for at, screen in enumerate(player.screens):
        assert len(screen) <= HEIGHT - 1, "\n".join(screen)
        assert all(cell_len(line) <= WIDTH and "…" not in line for line in screen), "\n".join(screen)
        assert screen[-1].strip() == Words(lang)("terminal.lesson.hint")
        said = " ".join("\n".join(screen).split())
        assert lesson.says(at).say(lang) in said, "the whole sentence is seen"
        assert (Words(lang)("lessons.prepared") in said) == (at < len(lesson.steps))


@LANGS
@EVERY
def test_it_can_be_heard_as_well(lesson: Lesson, lang: str) -> None:
    player, done = taught(lesson, lang, plain=True)
    assert done
    assert not player.screens
    assert not [line for line in player.said if BOX_DRAWING.search(line)]


@EVERY
def test_what_is_shown_to_be_typed_means_the_move(lesson: Lesson) -> None:
    game = find(lesson.key)
    kit = kit_of(game)
    for lang in ("de", "en"):
        for at in range(len(lesson.steps)):
            if asked := lesson.asked(at):
                card, words = lesson.match(at, "Anna").state.cards[0], Words(lang)
                assert asked in kit.read(kit.typed(asked, game, card, words), game, card, words)


@pytest.mark.parametrize("key", ["kniffel", "extreme", "seven", "forone", "numberup:18", "numberup:17"])
def test_every_kit_can_say_how_any_move_is_typed(key: str) -> None:
    """Along a whole game: every legal move is read back from its line, except where Enter does what must be done."""

    def first(sitting: object) -> str:
        match = sitting.match  # type: ignore[attr-defined]
        game, card = match.header.game, match.state.cards[0]
        kit, words = kit_of(game), Words("de")
        for move in match.legal_moves[:40]:
            line = kit.typed(move, game, card, words)
            assert move in kit.read(line, game, card, words), (str(move), line)
        moves = match.legal_moves
        return kit.typed(moves[len(moves) // 2], game, card, words) if moves else ""

    _, sitting = sit_down(key, first, "de")
    sitting.play()
    assert sitting.match.over
    assert {"pad", "rows", "grid"} == set(KITS)


def test_wrong_lines_are_answered_and_one_can_go_back() -> None:
    words = Words("de")
    lines = ["", "", "6", "6 6 1", "wirf", "quatsch", "?", "", "u", "", "6 6"]
    player = Player(then_leave(lines))
    guide = Guide(LESSONS["kniffel"], player, words)
    with pytest.raises(Leave):
        guide.teach()
    assert guide.at == 3
    shown = [" ".join("\n".join(screen).split()) for screen in player.screens]
    wrong = words("lessons.kniffel.keep.else")
    assert [wrong in screen for screen in shown[:6]] == [False, False, False, True, True, True]
    assert "(3/10" in shown[3]
    assert any("quatsch" in screen for screen in shown)
    assert "(2/10" in shown[-3], "back at the throw"


@pytest.mark.usefixtures("home")
def test_nothing_is_saved_until_a_real_game_begins() -> None:
    lesson = LESSONS["numberup"]
    right = [*(str(lesson.asked(at) or "weiter").split(" ")[-1] for at in range(len(lesson.steps)))]
    lines = ["" if word in ("draw", "weiter") else word for word in right]
    game = find("numberup")
    learn_and_play(game, Player(then_leave([*lines, "q"])), Words("de"))
    assert unfinished(1) == []
    player = Player(then_leave([*lines, "", ""]))
    learn_and_play(game, player, Words("de"))
    (saved,) = unfinished(2)
    assert Save(saved.id).read().match.header.seats[0].name == "Du"


def test_the_opening_offers_it_once() -> None:
    """To a person who has not played that game here, and never to a script."""
    words = Words("en")

    def opening(lines: list[str], *, person: bool = True) -> str:
        player = Player(then_leave(lines))
        player.interactive = person
        pick_and_play(words, player)
        return "\n".join(player.said)

    prepared = words("lessons.prepared")
    assert prepared not in opening(["seven", "yes"], person=False)
    assert offer_due("seven"), "a script was not asked, and has thrown nothing"
    assert prepared in opening(["seven", "yes"])
    assert prepared not in opening(["seven", "yes", ""]), "asked for names: it was offered before"
    assert prepared not in opening(["extreme", "", "", ""])
    assert not offer_due("extreme")
    assert prepared in opening(["learn extreme"]), "and it can always be found again"
    assert "no lesson" in opening(["learn yatzy"])


def test_a_game_that_was_played_is_not_offered(home: Path) -> None:
    assert offer_due("forone")
    _, sitting = sit_down("forone", then_leave([""]))
    sitting.play()
    assert unfinished(1)
    assert not offer_due("forone")
    assert offer_due("numberup")
    remember_offer("numberup")
    remember_offer("numberup")
    assert (home / "lessons").read_text(encoding="utf-8") == "numberup\n"
