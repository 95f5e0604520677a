"""The secret of a match stays in the server until its end: nothing that leaves it beforehand holds the seed."""

import contextlib
import logging
import sqlite3
from pathlib import Path
from random import Random

import pytest

from tests.server.house import house


def test_the_seed_never_leaves_before_the_end(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    luck = Random(8)
    with house(tmp_path / "k.db") as home:
        match = home.new("kniffel")
        with contextlib.closing(sqlite3.connect(tmp_path / "k.db")) as db:
            (seed,) = db.execute("select seed from seed where match = ?", (match,)).fetchone()
        assert len(seed) == 64
        player = home.join(match)
        answers = []
        routes = ("", "/at/1", "/file", "/proof", "/nothing")
        while not player.table["over"]:
            player.do("move", move=luck.choice(player.moves()))
            if player.table["over"]:
                break
            if luck.random() < 0.2:
                player.do(luck.choice(("undo", "salt", "dice", "note", "move")), seat=0, seed="00", move="x", at=0)
                player.do("ping")
                answers += [home.http.get(f"/api/matches/{match}{route}") for route in routes]
                answers.append(home.http.get("/api/matches"))
        told = [*player.heard[:-1], *(f"{answer.text} {answer.headers}" for answer in answers)]
        assert len(told) > 50
        assert not [text for text in told if seed in text or seed.upper() in text]
        assert seed not in caplog.text
        assert seed in player.heard[-1]  # the last state reveals it
        assert home.get(f"/matches/{match}/proof")["seed"] == seed
        player.close()
