"""Whole matches at the terminal, in both languages, seen and heard."""

import re
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len

from knobel.match.log import Drew, Match, Seat, verify
from knobel.match.records import Score
from knobel.rules import GAMES, digest, find
from knobel.rules.core import Decide
from knobel.rules.sheetfile import sheet_game
from knobel.storage.database import location, opened
from knobel.storage.kept import match_of
from knobel.storage.matches import Matches
from knobel.storage.scores import ScoreBook
from knobel.terminal import kit_of
from knobel.terminal.chronicle import finished_games
from knobel.terminal.kit import HEIGHT, WIDTH
from knobel.terminal.opening import begin, seats_of
from knobel.terminal.sitting import Sitting
from knobel.words import Words
from tests.playing import random_match
from tests.terminal.driver import Player, any_legal, resume, sit_down, then_leave

BIG_LEVELS = [f"numberup:{level}" for level in (10, 15, 17, 19, 20)]  # 6 × 6, discards, totals, hands, diagonals
KEYS = [*(kind.key for kind in GAMES), *BIG_LEVELS]
BOX_DRAWING = re.compile("[\u2500-\u257f●○✓›‹·→]")
GREEDY = Seat("Greedy", "greedy")


def kept(sitting: Sitting) -> Match:
    """The match as it is on disk."""
    with opened(location()) as db:
        stored = Matches(db).load(sitting.save.id)
    assert stored
    return match_of(stored)


def assert_fits(screens: list[list[str]]) -> None:
    for screen in screens:
        assert len(screen) <= HEIGHT - 1, "\n".join(screen)
        for line in screen[:-1] if "knobel verify" in screen[-1] else screen:
            assert cell_len(line) <= WIDTH, line


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("key", KEYS)
def test_a_whole_game_fits_the_screen_and_its_seal_holds(key: str, lang: str) -> None:
    player, sitting = sit_down(key, any_legal(Random(f"{key} {lang}"), lang), lang)
    sitting.play()
    saved = kept(sitting)
    assert saved == sitting.match
    assert saved.revealed == "00" * 32
    assert verify(saved).sealed > 0
    assert len(player.screens) > 20
    assert_fits(player.screens)
    assert not any("…" in line for screen in player.screens for line in screen), "a line was cut"


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("key", KEYS)
def test_plain_play_has_no_drawing(key: str, lang: str) -> None:
    player, sitting = sit_down(key, any_legal(Random(key), lang), lang, plain=True)
    sitting.play()
    assert sitting.match.revealed
    assert not player.screens[:-1]
    assert not [line for line in player.said if BOX_DRAWING.search(line)]


@pytest.mark.parametrize("key", ["kniffel", "extreme", "seven"])
def test_a_crowd_in_a_series_fits_too(key: str) -> None:
    names = ["Annegret Maria Müller", "Ben"]
    most = 4 if key == "extreme" else 8
    seats = [Seat(name) for name in names] + seats_of(find(key), "x", ["random"] * (most - 2), Words("de"))[1:]
    player, sitting = sit_down(key, any_legal(Random(1), "de"), "de", seats=seats, games=2)
    sitting.play()
    assert len(sitting.match.state.results) == 2
    assert_fits(player.screens)
    assert any("Ausgewürfelt" in line for line in player.said)
    assert any("Spiel 1 von 2 ist zu Ende" in line for line in player.said)


def test_a_series_tells_its_games_and_its_sums() -> None:
    match, _ = random_match("kniffel", Random(1), seats=2, games=2)
    (a, b), (c, d) = match.state.results
    assert finished_games(Match.begin(match.header), match, Words("en")) == [
        f"Game 1 of 2 has ended: P0 {a}, P1 {b}.",
        f"Game 2 of 2 has ended: P0 {c}, P1 {d}.",
        f"Together: P0 {a + c}, P1 {b + d}.",
    ]
    assert finished_games(match, match, Words("en")) == []


def test_the_end_says_who_won_by_how_much_and_how_good_that_is() -> None:
    rules = digest(find("kniffel"))
    with opened(location()) as db:  # Anna has played much better once, Ben much worse
        past = [Score("before", 1, seat, rules, name, 900 * (1 - seat), 1) for seat, name in enumerate(("Anna", "Ben"))]
        ScoreBook(db).write("before", past)
    seats = [Seat("Anna"), Seat("Ben"), GREEDY]
    player, sitting = sit_down("kniffel", any_legal(Random(2), "en"), seats=seats, first=0)
    sitting.play()
    names, ranking = [seat.name for seat in seats], sitting.match.ranking
    points = {names[place.seat]: place.points for place in ranking}
    first, second = ranking[0], ranking[1]
    lead = first.points - second.points
    end = player.screens[-1]
    assert f"{names[first.seat]} wins, {lead} points ahead of {names[second.seat]}." in end
    told = {name: next(end[at + 1] for at, line in enumerate(end) if f". {name}: " in line) for name in names}
    assert told["Anna"].endswith(f"best 900, average {round((900 + points['Anna']) / 2)}")
    assert told["Ben"].endswith(f"A new best! Before: 0, average {round(points['Ben'] / 2)}")
    for name in names:
        assert (f"{first.points - points[name]} behind" in told[name]) == (points[name] < first.points)
    with opened(location()) as db:
        assert [past.games for past in ScoreBook(db).pasts(rules, ["Anna", "Ben", GREEDY.name], "")] == [2, 2, 0]


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("key", ["kniffel", "extreme", "forone", "forone:24", "numberup", "numberup:10", "numberup:20"])
def test_the_promise_of_the_seal_is_seen_in_full(key: str, lang: str) -> None:
    """The sentence is broken where a panel beside it leaves it little room."""
    player = Player(then_leave([]))
    game, words, kit = find(key), Words(lang), kit_of(find(key))
    begin(game, [Seat("Anna")], player, words)
    screen = player.screens[0]
    assert_fits([screen])
    promise = words(kit.sealed, seal="@@@@@@@@").split()
    seen = " ".join(screen).split()
    assert all(word in seen for word in promise if "@" not in word), screen
    assert any(re.fullmatch("[0-9a-f]{8}\\.", word) for word in seen), screen


def test_equal_points_share_the_place() -> None:
    lines = [line for box in range(1, 14) for _ in "AB" for line in ("", f"e {box}")]
    seats = [Seat("Anna"), Seat("Ben")]
    player, sitting = sit_down("kniffel", then_leave([*lines, ""]), seats=seats, first=1, duplicate=True)
    sitting.play()
    assert [place.place for place in sitting.match.ranking] == [1, 1]
    assert sum(line.startswith("  1. ") for line in player.said) == 2


def test_long_refusals_fit(home: Path) -> None:
    lines = ["", "kn", "9 9 9", "#9", "chip 1", "e gibtesnicht" * 9, "? full", "", "?", ""]
    player, sitting = sit_down("extreme", then_leave(lines), "de", seats=[Seat("Anna"), GREEDY], first=0)
    sitting.play()
    assert_fits(player.screens)
    assert home.exists()


def test_a_card_of_ones_own_with_long_names_fits() -> None:
    boxes = [{"key": f"b{i}", "name": {"de": "Ein sehr langer Name für ein Kästchen"}, "points": 7} for i in range(24)]
    die = {"faces": [5, 10, 99]}
    own = sheet_game({"key": "own", "dice": [die] * 7, "boxes": boxes}, "test")
    player, sitting = sit_down(own, any_legal(Random(3), "de"), "de")
    sitting.play()
    assert sitting.match.revealed
    assert_fits(player.screens)


def test_an_entry_can_be_taken_back_before_the_bot_moves() -> None:
    lines = ["", "e chance", "u", "e ones"]
    player, sitting = sit_down("kniffel", then_leave(lines), seats=[Seat("Anna"), GREEDY], first=0)
    sitting.play()
    written = sitting.match.state.cards[0].written
    assert written[0] is not None
    assert written[-1] is None
    assert sitting.match.state.cards[1].written == (None,) * 13
    assert any("Enter goes on" in line for line in player.said)


def test_the_last_entry_can_be_taken_back_before_the_seal_is_opened() -> None:
    lines = [line for box in range(1, 14) for line in ("", f"e {box}")]
    player, sitting = sit_down("kniffel", then_leave([*lines, "hm", "u", "e 13", ""]))
    sitting.play()
    assert sitting.match.revealed
    assert sum("opens the seal" in line for line in player.said) == 3


@pytest.mark.parametrize("plain", [False, True])
def test_a_bonus_is_played_for_as_long_as_an_upper_box_is_open(plain: bool) -> None:
    lines = [line for box in range(1, 7) for line in ("", f"e {box}")]
    player, sitting = sit_down("kniffel", then_leave([*lines[:-1], "card", lines[-1], "card", ""]), plain=plain)
    sitting.play()
    told = [line for line in player.said if "for bonus" in line or "missing" in line or "bonus of" in line]
    assert told
    last = [line for screen in player.screens[-1:] for line in screen] or player.said[-12:]
    assert not set(told) & set(last)


def test_a_throw_is_never_taken_back() -> None:
    player, sitting = sit_down("kniffel", then_leave(["", "u"]))
    sitting.play()
    assert any("nothing to take back" in line.lower() or "already answered" in line for line in player.said)
    assert sitting.match.version == 2


def test_a_bots_entry_is_not_ours_to_take_back() -> None:
    player, sitting = sit_down("kniffel", then_leave(["", "e 1", "", "u"]), seats=[Seat("Anna"), GREEDY], first=0)
    sitting.play()
    assert sitting.match.header.game.turn(sitting.match.state.cards[1]) == 1
    assert player.asked == 5


def test_leaving_and_coming_back(home: Path) -> None:
    player, sitting = sit_down("seven", then_leave(["", "r #1", "e 3", "", "save and quit"]))
    sitting.play()
    assert player.said[-1] == "  knobel play --resume test"
    _, again = resume("te", any_legal(Random(2), "en"))
    assert again.match == sitting.match
    again.play()
    assert verify(kept(again)).sealed
    assert not (home / "matches").exists()


def test_what_never_began_is_not_kept(home: Path) -> None:
    _, sitting = sit_down("kniffel", then_leave(["?", ""]))
    sitting.play()
    with opened(home / "knobel.db") as db:
        assert db.execute("select count(*) from match").fetchone() == (0,)


@pytest.mark.parametrize("key", ["extreme", "seven", "forone", "forone:24", "numberup"])
def test_real_dice(key: str) -> None:
    _, sitting = sit_down(key, any_legal(Random(5), "en"), real_dice=True)
    sitting.play()
    drawn = [event for event in sitting.match.events if isinstance(event, Drew)]
    assert drawn
    assert all(event.by_hand for event in drawn)


def test_real_dice_stay_real_after_a_break_and_can_be_typed_again() -> None:
    lines = ["", "1 2 3 4 5", "u", "6 6 6 6 6", "r", "q"]
    _, sitting = sit_down("kniffel", then_leave(lines), seats=[Seat("Anna"), GREEDY], first=0, real_dice=True)
    sitting.play()
    assert sitting.match.state.cards[0].dice == (6, 6, 6, 6, 6)
    _, again = resume("test", then_leave(["5 5 5 5 5", "e fives", "", ""]))
    again.play()
    assert again.match.state.cards[0].written[4] == 25
    assert again.match.state.cards[1].written.count(None) == 12, "the bot's dice come from the seal"


def test_real_dice_are_thrown_for_who_begins_and_may_be_typed_at_once() -> None:
    lines = ["hm", "7", "3", "u", "6", "2", "", "1 1 1 2 2", "u", "6 6 6 6 6", "e sixes"]
    seats = [Seat("Anna"), Seat("Ben"), GREEDY]
    player, sitting = sit_down("kniffel", then_leave(lines), seats=seats, real_dice=True)
    sitting.play()
    thrown = [(event.seat, event.by_hand) for event in sitting.match.events if isinstance(event, Drew)]
    assert thrown == [(0, True), (0, True), (1, True), (2, False), (0, True), (0, True)], "a bot has no hands"
    told = next(line for line in player.said if "begins" in line and "?" not in line)
    assert "Anna 6, Ben 2, Greedy " in told, "what was taken back is not told"
    assert sitting.match.state.cards[0].written[5] == 30


def test_real_dice_that_cannot_be_are_refused() -> None:
    player, sitting = sit_down("seven", then_leave(["", "1 1 1 1 1 1 1", "1 2", "x", "2222221"]), real_dice=True)
    sitting.play()
    assert sitting.match.state.cards[0].dice == ()
    assert sum("cannot show" in line for line in player.said) >= 1


def test_several_placements_in_a_line() -> None:
    def choose(sitting: Sitting) -> str:
        node = sitting.match.turn.node
        if player.asked > 2:
            return "q"
        if player.asked == 1 or not isinstance(node, Decide):
            return ""
        waiting = sitting.match.state.cards[0].waiting
        return ", ".join(f"{face} chance" for face in waiting)

    player, sitting = sit_down("forone", choose)
    sitting.play()
    assert len(sitting.match.state.cards[0].rows[-1]) == 5
    assert any("have to be scored" in line for line in player.said)


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("spec", [f"numberup:{level}" for level in range(1, 21)])
def test_the_rule_of_a_level_is_one_line_away(spec: str, lang: str) -> None:
    player, sitting = sit_down(spec, then_leave(["??", ""]), lang)
    sitting.play()
    page = player.screens[1]
    level = sitting.match.header.game.spec.level
    assert f" {level}, " in page[0]
    assert_fits([page])
    assert not any("…" in line for line in page), "a line was cut"
