"""The trainer over REST: ten positions, an answer with its reason, and what comes back."""

from pathlib import Path
from typing import Any

from knobel.coach.trainer import puzzles
from tests.databases import Databases
from tests.server.house import House, house
from tests.server.test_api import refused


def test_a_session_is_kept_for_who_is_known(tmp_path: Path, new_database: Databases) -> None:
    with house(tmp_path / "knobel.db", database=new_database()) as home:
        home.http.post("/api/people", json={"name": "Ada"})
        asked = home.get("/trainer/kniffel?person=Ada")["puzzles"]
        assert len(asked) == 10
        assert all(one["match"]["header"]["key"] == "kniffel" for one in asked)
        known = {puzzle.id: puzzle for puzzle in puzzles("kniffel")}
        first, second = (known[one["id"]] for one in asked[:2])
        good = _answer(home, "Ada", first.id, first.right[0])
        assert (good["right"], good["streak"], good["back_in"]) == (True, 1, None)
        other = next(str(move) for move in second.match("x").legal_moves if str(move) not in second.right)
        bad = _answer(home, "Ada", second.id, other)
        assert (bad["right"], bad["streak"], bad["longest"]) == (False, 0, 1)
        assert bad["loss"] >= second.gap - 0.01
        assert bad["back_in"] >= 1
        assert bad["why"]["key"].startswith("coach.")
        games: dict[str, Any] = {one["key"]: one for one in home.get("/trainer?person=Ada")["games"]}
        assert (games["kniffel"]["answers"], games["kniffel"]["right"], games["kniffel"]["seen"]) == (2, 1, 2)
        guest = _answer(home, "", first.id, first.right[0])
        assert (guest["right"], guest["streak"]) == (True, 0)
        body = {"person": "", "puzzle": first.id, "move": "enter nothing"}
        refused(home.http.post("/api/trainer/kniffel", json=body), 409, "move/illegal")
        refused(home.http.post("/api/trainer/kniffel", json={**body, "puzzle": "0" * 16}), 422, "trainer/puzzle")
        refused(home.http.get("/api/trainer/yatzy"), 422, "trainer/none")


def _answer(home: House, person: str, puzzle: str, move: str) -> Any:
    answer = home.http.post("/api/trainer/kniffel", json={"person": person, "puzzle": puzzle, "move": move})
    assert answer.status_code == 200, answer.text
    return answer.json()
