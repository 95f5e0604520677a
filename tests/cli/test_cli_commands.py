"""The commands as scripts see them: results, JSON shapes, exit codes, sentences."""

import io
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st

from knobel import __version__
from knobel.cli import main
from knobel.cli.app import build
from knobel.match.host import new_match
from knobel.match.log import Drew, Match, Seat
from knobel.match.notation import format_match, parse_match
from knobel.match.receipts import receipt
from knobel.rules import GAMES, find
from knobel.rules.boxes import Sheet
from knobel.rules.sheetgame import SheetGame
from knobel.storage.saves import unfinished
from tests.cli.conftest import all_kept, kept
from tests.playing import moved, opened

OWN = """
key = "mine"
dice = ["d6", "d6"]
[[boxes]]
key = "pair"
fits = { same = 2 }
points = 10
[[boxes]]
key = "chance"
points = "total"
"""


class Run:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def knobel(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    def run(*words: str, stdin: str = "") -> Run:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        code = main(words)
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err + captured.out
        return Run(code, captured.out, captured.err)

    return run


def test_version(knobel: Any) -> None:
    assert knobel("--version").out == f"knobel {__version__}\n"
    assert knobel("--lang", "de", "--version").code == 0


def test_score(knobel: Any) -> None:
    boxes = knobel("score", "extreme", "5,5,5,6,6,6", "--json").json["boxes"]
    expected = {"fives": 15, "sixes": 18, "three_kind": 33, "two_pairs": 33, "two_triples": 45, "full_house": 25}
    expected |= {"thirty_three_or_more": 40, "chance": 33, "super_chance": 66}
    assert {key: points for key, points in boxes.items() if points} == expected
    assert len(boxes) == 22
    said = knobel("score", "kniffel", "5", "5", "5", "3", "3", "--lang", "de").out
    assert "Full House      25" in said


@pytest.mark.parametrize(
    ("dice", "part"),
    [
        ("1,2,3", "7 dice are needed, here are 3"),
        ("1,1,1,1,1,1,1", "die 1 (blue die, no 1) cannot show 1"),
        ("2,1,1,1,1,1,9", "die 7 (white die, no 7) cannot show 9"),
        ("2,1,1,1,1,1,x", "“x” is not a number"),
        ("2,1,1,1,1,1,-1", "not a number"),
        ("", "here are 0"),
    ],
)
def test_bad_dice(knobel: Any, dice: str, part: str) -> None:
    run = knobel("score", "seven", dice)
    assert run.code == 2
    assert run.err.startswith("knobel: ")
    assert part in run.err
    assert knobel("score", "seven", dice, "--json").json["code"] == "text/dice"


def test_batch_goes_on_after_bad_lines(knobel: Any) -> None:
    lines = [
        '{"dice": [5,5,5,3,3]}',
        "nonsense",
        "",
        "[1]",
        '{"dice": [1,2]}',
        '{"dice": [true,1,1,1,1]}',
        '{"dice": "11111"}',
        "{}",
        "[" * 100_000,
        '{"dice": [1,2,3,4,3]}',
    ]
    run = knobel("score", "kniffel", "--batch", stdin="\n".join(lines) + "\n")
    assert run.code == 0
    answers = [json.loads(line) for line in run.out.splitlines()]
    assert len(answers) == len(lines)
    assert answers[0]["boxes"]["full_house"] == 25
    assert answers[-1]["boxes"]["small_straight"] == 30
    assert all(answer["error"] and answer["code"] for answer in answers[1:-1])


def test_own_card(knobel: Any, tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(OWN)
    assert knobel("score", str(own), "4,4", "--json").json == {"boxes": {"pair": 10, "chance": 8}}
    own.write_text(OWN.replace("same = 2", "sam = 2"))
    run = knobel("score", str(own), "4,4")
    assert run.code == 1
    assert "mine.toml" in run.err
    assert "boxes[1].fits" in run.err
    assert knobel("score", str(tmp_path / "none.toml"), "4,4").code == 1


def test_a_match_on_ones_own_card(knobel: Any, tmp_path: Path, home: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(OWN)
    assert knobel("play", str(own), stdin="\ne pair\n\n").code == 0
    id, _ = kept(home)
    assert "mine" in knobel("play", "--resume", id, stdin="e chance\n\n").out
    assert knobel("verify", id).code == 0


def test_options_may_stand_before_the_command(knobel: Any) -> None:
    run = knobel("--lang", "de", "--plain", "play", "kniffel", stdin="\n")
    assert "Würfel:" in run.out
    assert "┌" not in run.out
    assert "Würfel" in knobel("--lang", "de", "games").out


def test_booklet(knobel: Any) -> None:
    for key in ("forone", "numberup"):
        chapters = knobel("booklet", key, "--json").json["chapters"]
        assert chapters[0]["levels"][0]["number"] == 1
        assert len(chapters[0]["levels"][0]["medals"]) == 3
        assert knobel("booklet", key, "--level", "1", "--lang", "de").code == 0
    refused = knobel("booklet", "kniffel", "--lang", "de")
    assert refused.code == 1
    assert "forone, numberup" in refused.err
    assert knobel("booklet", "forone", "--level", "99999").code == 2


def test_games(knobel: Any) -> None:
    listed = knobel("games", "--json").json["games"]
    assert [game["key"] for game in listed] == [kind.key for kind in GAMES]
    assert len(knobel("games", "--lang", "de").out.splitlines()) == len(GAMES)


@pytest.mark.slow
@pytest.mark.parametrize("key", [kind.key for kind in GAMES])
def test_simulate(knobel: Any, key: str) -> None:
    result = knobel("simulate", key, "--bot", "random", "--games", "3", "--seed", "7", "--json").json
    assert result["games"] == 3
    assert {"mean", "sd", "sem", "percentiles", "games_per_second"} <= result.keys()
    again = knobel("simulate", key, "--bot", "random", "--games", "3", "--seed", "7", "--json").json
    assert again["mean"] == result["mean"]
    assert knobel("simulate", key, "--bot", "random", "--games", "1").code == 0


@pytest.mark.parametrize(
    ("words", "code", "part"),
    [
        (["play", "nonsense"], 2, "no game “nonsense”"),
        (["play", "knifel"], 2, "Did you mean kniffel"),
        (["nonsense"], 2, "no command “nonsense”"),
        (["scor"], 2, "perhaps score"),
        (["play", "kniffel", "--lvel", "1"], 2, "perhaps --level"),
        (["play", "kniffel", "--level", "x"], 2, "--level needs a whole number"),
        (["play", "kniffel", "--level", "3"], 2, "level=3"),
        (["play", "kniffel", "--rule", "a=b"], 2, "name=true"),
        (["play", "kniffel", "--rule", "a=true"], 2, "kniffel_after_strike"),
        (["play", "kniffel", "--with", "bot:genius"], 2, "bot:greedy"),
        (["play", "forone", "--with", "bot:greedy"], 2, "1 to 1"),
        (["play", "kniffel", "--games", "7"], 2, "1 to 6"),
        (["play", "kniffel", "--first", "3"], 2, "1 to 1"),
        (["play", "kniffel", "--first", "x"], 2, "--first"),
        (["play", "kniffel", "--players", "A,,B"], 2, ""),
        (["play", "kniffel", "--seed-words", "a", "--seed-words", "b"], 2, "0 to 1"),
        (["play", "--resume", "nothing"], 1, "no saved match"),
        (["play", "--resume", "./nothing.knobel"], 1, "no such file"),
        (["score", "kniffel"], 2, "DICE is missing"),
        (["score"], 2, "GAME is missing"),
        (["score", "forone", "1,2,3,4,5"], 1, "kniffel, extreme"),
        (["verify", "nothing"], 1, "no such file"),
        (["verify", "."], 1, "cannot be read"),
        (["simulate", "kniffel", "--bot", "genius"], 2, "greedy, optimal, random"),
        (["simulate", "kniffel", "--games", "0"], 2, "--games"),
        (["games", "--lang", "fr"], 2, "de, en"),
    ],
)
def test_refusals(knobel: Any, words: list[str], code: int, part: str) -> None:
    run = knobel(*words)
    assert (run.code, run.out) == (code, "")
    assert run.err.startswith("knobel: ")
    assert run.err.count("\n") == 1
    assert part in run.err
    german = knobel(*words, "--lang", "de") if "fr" not in words else run
    assert german.code == code
    data = knobel(*words, "--json")
    if words[0] != "nonsense":
        assert data.code == code
        assert data.json["error"]
        assert data.json["code"]


ENGLISH = re.compile(r"\b(the|is|not|an?|needs|takes|got|unexpected|requires|argument|range|file|directory)\b", re.I)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["play", "kniffel", "extra", "mehr"], "zu viel: extra mehr"),
        (["games", "--lang"], "Nach --lang fehlt der Wert"),
        (["score", "kniffel", "1,2,3,4,5", "--rule"], "Nach --rule fehlt der Wert"),
        (["games", "--json=3"], "--json steht für sich"),
        (["serve", "--port", "99999"], "--port verlangt eine ganze Zahl von 0 bis 65535"),
        (["solve", "kniffel", "--threads", "0"], "--threads verlangt eine ganze Zahl ab 1"),
        (["play", "--level", "x"], "--level verlangt eine ganze Zahl"),
        (["score", "kniffel"], "WÜRFEL fehlt"),
        (["verify"], "DATEI fehlt"),
        (["verify", "."], "es ist ein Ordner"),
        (["verify", "x" * 300], "der Name ist zu lang"),
        (["verify", "/dev/null/x"], "liegt eine Datei"),
        (["play", "broken.toml"], "Zeile 2, Spalte 8"),
    ],
)
def test_german_refusals_are_german(
    knobel: Any, words: list[str], part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    monkeypatch.chdir(tmp_path)
    Path("broken.toml").write_text('key = "mine"\ndice = ?\n')
    run = knobel(*words)
    assert run.code in (1, 2)
    assert part in run.err
    assert not ENGLISH.search(run.err), run.err


def test_german_help_is_german(knobel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    pages = [knobel("--help").out, *(knobel(name, "--help").out for name in typer.main.get_command(build()).commands)]  # type: ignore[attr-defined]
    for page in pages:
        assert page.startswith("Aufruf: knobel")
        assert not re.search("Usage|Options:|OPTIONS|Commands|Arguments|default:|required|GAME|FILE|DICE", page), page


@pytest.mark.parametrize("words", [["play", "kniffel"], ["solve", "yatzy"]])
def test_a_home_that_cannot_be_used_is_a_sentence(
    knobel: Any, words: list[str], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KNOBEL_CACHE", raising=False)
    home.write_text("a file in the place of the folder")
    for lang, part in (("de", "KNOBEL_HOME nennt einen anderen Ort"), ("en", "KNOBEL_HOME names another place")):
        run = knobel(*words, "--lang", lang)
        assert run.code == 1
        assert str(home) in run.err
        assert part in run.err
    assert knobel(*words, "--json").json["code"] == "storage/home"


def test_help_speaks_the_language(knobel: Any) -> None:
    assert "Im Terminal spielen" in knobel("--help", "--lang", "de").out + knobel("--lang", "de", "--help").out
    assert "Language" in knobel("score", "--help").out


def test_no_input_is_no_trouble(knobel: Any, home: Path) -> None:
    for lang in ("de", "en"):
        assert knobel("play", "--lang", lang).code == 0
        for kind in GAMES:
            assert knobel("play", kind.key, "--lang", lang, "--plain").code == 0
    assert unfinished(9) == []
    assert home.exists()


def test_play_json_says_where_it_stands(knobel: Any) -> None:
    run = knobel("play", "kniffel", "--json", "--with", "bot:greedy", "--first", "1", stdin="\ne chance\n\n")
    places = run.json["places"]
    assert {place["name"] for place in places} == {"You", "Greedy"}
    assert not run.json["over"]


def test_a_scripted_number_up_and_its_verification(knobel: Any, home: Path) -> None:
    near = sorted((abs(c - 2) + abs(r - 2), f"{'abcde'[c]}{r + 1}") for c in range(5) for r in range(5))
    script = "".join(f"\n{cell}\n" for _, cell in near) + "\n"
    assert "medal" in knobel("play", "numberup", stdin=script).out.lower()
    id, saved = kept(home)
    (home / "whole.knobel").write_text(saved)
    for name in (id, id[:6], str(home / "whole.knobel")):
        assert knobel("verify", name).out.startswith("The seal holds: 25 ")
        assert knobel("verify", name, "--json").json == {"ok": True, "dice": 25, "by_hand": 0, "draws": 25}
    assert_receipts(knobel, id, parse_match(saved))
    (home / "cut.knobel").write_text("\n".join(saved.splitlines()[:-4]) + "\n")
    (home / "edited.knobel").write_text(saved.replace("place c3", "place c2"))
    for name in ("cut", "edited"):
        run = knobel("verify", str(home / f"{name}.knobel"))
        assert run.code == 1
        assert "line " in run.err


def assert_receipts(knobel: Any, name: str, match: Match) -> None:
    """Those that were given on the way hold; of a match that had gone elsewhere they do not."""
    for version in (0, 1, 40, match.version):
        given = str(receipt(match, version))
        assert knobel("verify", name, "--receipt", given).out.startswith(
            "The one step that" if version == 1 else f"All {version} steps that"
        )
        assert knobel("verify", name, "--receipt", given, "--json").json["receipt"] == given
    for other in (f"{match.version}:{'0' * 16}", f"{match.version + 1}:{receipt(match).mark}"):
        run = knobel("verify", name, "--receipt", other)
        assert run.code == 1
        assert f"the receipt {other} confirmed" in run.err
    assert "is no receipt" in knobel("verify", name, "--receipt", "nonsense").err


def test_a_forged_die_is_named(knobel: Any, tmp_path: Path) -> None:
    match, seal = opened(find("kniffel"), [Seat("Anna")], seed=bytes(32), match_id="forged")
    match = moved(match, seal, "roll").append(0, "keep 11110")
    promised = moved(match.undo(0), seal, "keep 11110").events[-1]
    assert isinstance(promised, Drew)
    forged = match.step(Drew(0, (promised.faces[0] % 6 + 1,))) if isinstance(promised.faces[0], int) else match
    path = tmp_path / "forged.knobel"
    path.write_text(format_match(forged.reveal(seal.seed.hex())))
    run = knobel("verify", str(path), "--lang", "de")
    assert run.code == 1
    assert "Ereignis 4 zeigt" in run.err
    assert knobel("verify", str(path), "--json").json["code"] == "seal/broken"
    path.write_text(format_match(match))
    assert "not open yet" in knobel("verify", str(path)).err or knobel("verify", str(path)).code == 1


@given(lines=st.lists(st.text(max_size=12), max_size=6))
def test_garbage_at_the_picker(lines: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("KNOBEL_HOME", folder)
        patch.setattr(sys, "stdin", io.StringIO("\n".join(lines)))
        assert main(["play"]) == 0


def test_the_picker(knobel: Any, home: Path) -> None:
    run = knobel("play", "--lang", "de", stdin="gibtsnicht\n99\n\n?\nkniffel 7\nAnna, Ben\n1\n\nq\n")
    assert run.code == 0
    assert "A: human Anna" in kept(home)[1]
    (home / "matches").mkdir()
    (home / "matches" / "broken.knobel").write_text("knobel match 1\n")
    run = knobel("play", stdin="9\n?\n\nq\n")
    assert "broken.knobel" in run.out
    assert "line 1" in run.out
    assert "What you can type now" in run.out
    assert "Saved, nothing is lost" in run.out


def test_files_of_before_are_taken_over_once(knobel: Any, home: Path) -> None:
    """The terminal once kept each match in a file, with its secret beside it; nothing of that is lost."""
    old = home / "matches"
    old.mkdir(parents=True)
    hosts = [new_match("kniffel", ["Anna"], match_id=name).play("roll") for name in ("ab" * 8, "with-secret", "lost")]
    for host in hosts:
        (old / f"{host.match.header.id}.knobel").write_text(format_match(host.match))
        (old / f"{host.match.header.id}.seed").write_text(f"{host.seal.seed.hex()}\n")
    (old / "lost.seed").write_text("00" * 32)
    (old / "broken.knobel").write_text("knobel match 1\n")
    assert "Anna" in knobel("play", stdin="q\n").out
    assert sorted(path.name for path in old.glob("*.knobel")) == ["broken.knobel"]
    assert len(list((old / "taken-over").iterdir())) == 6
    assert len(unfinished(9)) == 3
    assert knobel("play", "--resume", "abab", stdin="e chance\n\n").code == 0
    for name, new_seal in (("with", False), ("lost", True)):
        said = " ".join(knobel("play", "--resume", name, stdin="q\n").out.split())
        assert ("From here on there is a new one" in said) == new_seal
    for path in (old / "taken-over").iterdir():  # as if it had been interrupted before they were put aside
        path.replace(old / path.name)
    assert "broken.knobel" in knobel("play", stdin="q\n").out
    assert len(unfinished(9)) == 3, "one has been played on, and is known all the same"


def test_a_file_from_elsewhere_goes_on_under_a_new_seal(knobel: Any, home: Path, tmp_path: Path) -> None:
    host = new_match("numberup", ["Anna"]).play("draw").play("place c3")
    file = tmp_path / "numberup-2026-11-16-Anna.knobel"
    file.write_text(format_match(host.match).replace("\n", "\r\n"), newline="")
    near = sorted((abs(c - 2) + abs(r - 2), f"{'abcde'[c]}{r + 1}") for c in range(5) for r in range(5))[1:]
    script = "".join(f"\n{cell}\n" for _, cell in near) + "\n"
    run = knobel("play", "--resume", str(file), stdin=script)
    assert "From here on there is a new one" in " ".join(run.out.split())
    id, saved = kept(home)
    assert "\nseal " in saved
    assert knobel("verify", id, "--json").json == {"ok": True, "dice": 24, "by_hand": 0, "draws": 25, "earlier": 1}
    assert "1 came from an earlier envelope" in knobel("verify", id).out
    (home / "whole.knobel").write_text(saved)
    verifier = Path(__file__).parents[2] / "docs" / "verify_dice.py"
    checked = subprocess.run([sys.executable, verifier, home / "whole.knobel"], capture_output=True, text=True)
    assert checked.stdout.startswith("24 ")


def test_the_terminal_remembers_who_plays(knobel: Any, home: Path) -> None:
    run = knobel("play", "--lang", "de", stdin="kniffel\nAnna, Ben\ngreedy\n\nq\n")
    assert "Nimmt, was jetzt am meisten bringt" in run.out
    assert "Im Schnitt 248 Punkte." in run.out
    run = knobel("play", "--lang", "en", stdin="kniffel\n2, ANNA, Cem\n\n\nq\n")
    assert "Known: 1 Anna, 2 Ben" in run.out
    seats = [text for text in all_kept(home) if "Cem" in text]
    assert all("A: human Ben #" in text and "B: human Anna #" in text for text in seats)
    assert seats
    knobel("play", "numberup", stdin="\nq\n")  # whoever played last plays, unless another is named
    assert any("A: human Anna" in text and "numberup" in text for text in all_kept(home))
    for pair in ("Anna,ANNA", "Ben,  ben "):
        run = knobel("play", "kniffel", "--players", pair, "--json")
        assert (run.code, run.json["code"]) == (1, "match/names")
    knobel("play", "kniffel", "--players", "Greedy", "--with", "bot:greedy", stdin="\n\n\nq\n")
    assert any("B: bot:greedy Greedy 2" in text for text in all_kept(home))


def test_own_words_are_mixed_into_the_dice(knobel: Any, home: Path) -> None:
    knobel("play", "kniffel", "--seed-words", "rain in Vienna", stdin="\nq\n")
    assert "A salt " in kept(home)[1]


def test_a_fault_of_ours_is_a_sentence(knobel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Sheet, "entries", broken)
    assert issubclass(SheetGame, object)
    run = knobel("score", "kniffel", "1,2,3,4,5")
    assert run.code == 70
    report = Path(run.err.rsplit(" ", 1)[1].strip())
    assert "ZeroDivisionError" in report.read_text()
    report.unlink()
    data = knobel("score", "kniffel", "1,2,3,4,5", "--json").json
    assert data["code"] == "cli/crash"
    Path(data["error"].rsplit(" ", 1)[1]).unlink()
