"""A bot that has to load a compiler first lets everybody else play on."""

import time
from pathlib import Path

import pytest

from tests.server.programs import program

LONGEST_WAIT = 1.0  # seconds on a busy machine; the bot itself needs ten times that


def test_others_are_answered_while_the_optimal_bot_wakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "nothing compiled yet"))
    with program(tmp_path / "k.db") as server:
        games = server.http.get("/api/games").json()["games"]
        assert "optimal" in next(game for game in games if game["key"] == "kniffel")["bots"]
        seats = [{"name": "Bo", "colour": "red", "bot": "optimal"}, {"name": "Ada", "colour": "blue"}]
        player, longest, began = server.join(server.new(seats=seats)), 0.0, time.monotonic()
        try:
            while player.turn["seat"] == 0 and time.monotonic() < began + 200:
                asked = time.monotonic()
                player.do("ping")
                longest = max(longest, time.monotonic() - asked)
                time.sleep(0.02)
            assert player.turn["seat"] == 1, "the bot has entered its turn"
            assert longest < LONGEST_WAIT, f"{longest} s without an answer, of {time.monotonic() - began}"
        finally:
            player.close()
