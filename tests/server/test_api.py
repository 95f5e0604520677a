"""REST: every route, and what is refused."""

import hmac
import json
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from knobel.match.log import verify
from knobel.match.notation import _checked, parse_match
from knobel.rules import GAMES, find
from knobel.rules.views import plain
from knobel.server.guard import Limits
from knobel.server.slim import merge
from tests.server.house import House, house

RESULTS = "/booklets/forone/levels/1/results"
SEATS = [{"name": "Ada", "colour": "red"}, {"name": "Ben", "colour": "blue"}]
PAIR = {"game": "kniffel", "seats": SEATS}


def refused(answer: Any, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert set(answer.json()) == {"code", "title", "text", "status"}
    assert answer.json()["title"]


def test_the_registry(home: House) -> None:
    games = {game["key"]: game for game in home.get("/games")["games"]}
    assert list(games) == [kind.key for kind in GAMES]
    assert games["kniffel"]["house_rules"][0]["key"] == "kniffel_after_strike"
    assert games["seven"]["pad"]
    assert not games["numberup"]["pad"]
    assert [die["kind"] for die in games["extreme"]["dice"]][-1] == "d10"
    known = home.get("/words/de")
    for game in games.values():
        for said in (game["name"], game["tagline"], *(rule["text"] for rule in game["house_rules"])):
            assert said["key"] in known


def test_words_are_cached_by_their_digest(home: House) -> None:
    first = home.http.get("/api/words/en")
    assert first.json()["games.kniffel.name"] == "Kniffel"
    again = home.http.get("/api/words/en", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    refused(home.http.get("/api/words/fr"), 404, "server/path")


def test_an_empty_card_to_print(home: House) -> None:
    card = home.get("/cards/forone:1+free_discard")
    game = find("forone:1+free_discard")
    assert card["layout"] == plain(game.view(game.start()))
    refused(home.http.get("/api/cards/chess"), 422, "game/unknown")


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"game": "chess"}, 422, "game/unknown"),
        ({"level": 3}, 422, "game/rule"),
        ({"house_rules": ["no_such"]}, 422, "game/rule"),
        ({"seats": []}, 422, "server/body"),
        ({"seats": [{"name": "x", "bot": "nobody"}]}, 422, "game/rule"),
        ({"seats": [{"name": " x"}]}, 422, "match/seats"),
        ({"seats": [{"name": "a\nb"}]}, 422, "match/seats"),
        ({"seats": [{"name": "Ada"}, {"name": "ADA", "bot": "greedy"}]}, 422, "match/names"),
        ({"game": "numberup"}, 422, "match/seats"),
        ({"first": 5}, 422, "match/seats"),
        ({"games": 7}, 422, "server/body"),
        ({"games": "2"}, 422, "server/body"),
        ({"dice": "loaded"}, 422, "server/body"),
        ({"cheat": True}, 422, "server/body"),
    ],
)
def test_new_matches_that_are_not_possible(home: House, change: dict[str, Any], status: int, code: str) -> None:
    refused(home.http.post("/api/matches", json={"game": "kniffel", "seats": SEATS, **change}), status, code)


@pytest.mark.parametrize(
    ("path", "body", "german", "english"),
    [
        ("/matches", {**PAIR, "games": 7}, "„games“ darf höchstens 6", "“games” must be at most 6"),
        ("/matches", {**PAIR, "games": 0}, "„games“ muss mindestens 1", "“games” must be at least 1"),
        ("/matches", {"game": "kniffel", "seats": []}, "„seats“ muss mindestens 1", "“seats” must have at least 1"),
        ("/matches", {"game": "kniffel", "seats": [{"name": ""}]}, "„seats.0.name“", "“seats.0.name”"),
        ("/matches", {**PAIR, "dice": "loaded"}, "nur sealed, hand sein", "only be sealed, hand"),
        ("/matches", {"game": "kniffel"}, "„seats“ fehlt", "“seats” is missing"),
        ("/matches", {**PAIR, "cheat": 1}, "nicht bekannt", "not known"),
        (RESULTS, {"person": "Ada", "points": 12345}, "Möglich: 1 bis", "Possible: 1 to"),
        (RESULTS, {"person": "Ada", "points": 10**12}, "„points“ darf höchstens", "at most"),
        ("/people", {"name": "x" * 25}, "höchstens 24 Zeichen", "at most 24 characters"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_said_in_the_askers_language(
    home: House, path: str, body: dict[str, Any], german: str, english: str
) -> None:
    for lang, sentence in (("de", german), ("en", english)):
        answer = home.http.post(f"/api{path}", json=body, headers={"accept-language": lang})
        assert answer.status_code == 422
        assert sentence in answer.json()["title"]
    answer = home.http.post(f"/api{path}", content="{", headers={"accept-language": "de"})
    assert "kein JSON" in answer.json()["title"]


def test_a_match_from_beginning_to_end(home: House) -> None:
    match = home.new(seats=SEATS, games=2, same_dice=True, house_rules=["kniffel_after_strike"])
    found = home.get(f"/matches/{match}")
    assert found["header"]["spec"] == "kniffel+kniffel_after_strike"
    assert found["header"]["seats"][0] == {
        "name": "Ada",
        "colour": "red",
        "picture": found["header"]["seats"][0]["picture"],
        "bot": None,
    }
    assert (found["version"], found["table"]["games"]) == (0, 2)
    assert home.get("/matches")["matches"][0]["id"] == match
    player = home.join(match)
    player.play(Random(4))
    player.close()
    listed = next(entry for entry in home.get("/matches")["matches"] if entry["id"] == match)
    assert listed["over"]
    assert listed["progress"] == 1
    answer = home.http.get(f"/api/matches/{match}/file")
    assert answer.headers["content-disposition"].startswith('attachment; filename="kniffel-')
    told = parse_match(answer.text)
    assert verify(told).sealed > 50
    refused(home.http.post(f"/api/matches/{match}/end"), 409, "move/over")


def test_stepping_through_a_finished_match(home: House) -> None:
    match = home.new("seven", ("Ada", "Ben"))
    player = home.join(match)
    player.play(Random(9))
    player.close()
    told = parse_match(home.http.get(f"/api/matches/{match}/file").text)
    replayed = type(told).begin(told.header)
    for version in range(0, told.version + 1, 7):
        while replayed.version < version:
            replayed = replayed.step(told.events[replayed.version])
        found = home.get(f"/matches/{match}/at/{version}")
        views = [merge(found["layout"], slim) for slim in found["views"]]
        assert views == [plain(told.header.game.view(card)) for card in replayed.state.cards]
        assert len(found["events"]) == version
        assert found["last"] == told.version
    refused(home.http.get(f"/api/matches/{match}/at/{told.version + 1}"), 404, "server/version")
    refused(home.http.get(f"/api/matches/{match}/at/-1"), 422, "server/body")


def test_the_dice_can_be_checked_without_knobel(home: House) -> None:
    match = home.new()
    player = home.join(match)
    player.do("salt", seat=1, seed="0badcafe")
    player.play(Random(6))
    player.close()
    proof = home.get(f"/matches/{match}/proof")

    def lines(*parts: object) -> bytes:
        return "\n".join(map(str, parts)).encode()

    seal = sha256(lines("knobel seal", 1, proof["match"], proof["rules"], proof["seed"])).hexdigest()
    assert seal == proof["commitment"]
    salts = [f"{seat}:{seed}" for seat, seed in sorted(proof["salts"].items())]
    key = sha256(lines("knobel key", 1, proof["match"], proof["commitment"], *salts)).hexdigest()
    assert len(proof["draws"]) > 26
    for draw in proof["draws"]:
        for die in draw["dice"]:
            place = lines("knobel pick", 1, key, draw["stream"], draw["turn"], draw["roll"], die["die"], 0)
            k = len(die["faces"])
            drawn = hmac.digest(bytes.fromhex(proof["seed"]), place, "sha256")
            assert die["face"] == die["faces"][next(b for b in drawn if b < 256 - 256 % k) % k]


def test_giving_up_reveals(home: House) -> None:
    match = home.new()
    assert home.get(f"/matches/{match}/proof")["seed"] is None
    watcher = home.join(match)
    ended = home.http.post(f"/api/matches/{match}/end").json()
    assert ended["table"]["revealed"]
    assert watcher.receive("state")["events"][0]["is"] == "revealed"
    assert watcher.do("move", move="roll")["code"] == "move/over"
    assert home.get(f"/matches/{match}/proof")["seed"]
    watcher.close()


def test_rematch(home: House) -> None:
    match = home.new(seats=SEATS, first=0, dice="hand")
    watcher = home.join(match)
    first = home.http.post(f"/api/matches/{match}/rematch")
    assert first.status_code == 201
    assert home.http.post(f"/api/matches/{match}/rematch").json() == first.json()
    assert watcher.receive("state")["header"]["rematch"] == first.json()["id"]
    again = home.get(f"/matches/{first.json()['id']}")
    assert again["header"]["seats"] == home.get(f"/matches/{match}")["header"]["seats"]
    assert again["header"]["first"] == again["table"]["turn"]["seat"] == 1
    assert again["header"]["rematch_of"] == match
    assert again["table"]["source"] == "hand"
    watcher.close()


def test_forgetting_a_match(home: House) -> None:
    match = home.new()
    assert home.http.delete(f"/api/matches/{match}").status_code == 204
    refused(home.http.get(f"/api/matches/{match}"), 404, "server/match")
    refused(home.http.delete(f"/api/matches/{match}"), 404, "server/match")


def test_pages_of_matches(tmp_path: Path) -> None:
    with house(tmp_path / "k.db") as home:
        ids = [home.new() for _ in range(7)]
        for match in ids[:3]:
            home.http.post(f"/api/matches/{match}/end")
        seen: list[str] = []
        after = ""
        while True:
            page = home.get(f"/matches?limit=2{after}")
            seen += [entry["id"] for entry in page["matches"]]
            if page["next"] is None:
                break
            after = f"&after={page['next']}"
        assert sorted(seen) == sorted(ids)
        assert set(seen[:4]) == set(ids[3:])


def test_strangers_are_kept_out(home: House) -> None:
    body = {"game": "kniffel", "seats": SEATS}
    own = f"http://127.0.0.1:{home.port}"
    assert home.http.post("/api/matches", json=body, headers={"origin": own}).status_code == 201
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", "http://["):
        refused(home.http.post("/api/matches", json=body, headers={"origin": origin}), 403, "server/origin")
    hidden = ("x@127.0.0.1", "evil.example@localhost", "localhost/@evil.example", "127.0.0.1?x", "localhost#x")
    for host in ("evil.example", "127.0.0.1.evil.example", *hidden):
        refused(home.http.get("/api/games", headers={"host": host}), 403, "server/origin")
    assert home.http.get("/api/games", headers={"host": "localhost:1"}).status_code == 200


def test_every_answer_carries_the_security_headers(home: House) -> None:
    for path in ("/", "/api/games", "/api/nothing", "/api/matches/" + "0" * 24):
        headers = home.http.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_bodies_that_are_too_large_or_no_json(home: House) -> None:
    refused(home.http.post("/api/matches", content=b"x" * 70_000), 413, "server/size")
    refused(home.http.post("/api/matches", content=iter([b"[" * 40_000] * 2)), 413, "server/size")
    for body in (b"", b"{", b"[" * 50_000, b"\xff", b'{"game": NaN}'):
        answer = home.http.post("/api/matches", content=body, headers={"content-type": "application/json"})
        assert answer.status_code in (400, 422), answer.text
        assert answer.json()["code"] == "server/body"


def test_unknown_places(home: House) -> None:
    refused(home.http.get("/api/nothing"), 404, "server/path")
    refused(home.http.get("/api/matches/short"), 422, "server/body")
    refused(home.http.get("/assets/none.js"), 404, "server/path")
    refused(home.http.get("/%2e%2e/%2e%2e/etc/passwd.txt"), 404, "server/path")
    refused(home.http.post("/"), 405, "server/method")
    refused(home.http.put("/api/games"), 405, "server/method")
    german = home.http.get("/api/nothing", headers={"accept-language": "de-DE,en;q=0.5"})
    assert german.json()["title"].startswith("Hier ist nichts")


def test_too_many_changes(tmp_path: Path) -> None:
    with house(tmp_path / "k.db", limits=Limits(changes=1, changes_burst=3)) as strict:
        for _ in range(3):
            strict.new()
        refused(strict.http.post("/api/matches", json={"game": "kniffel", "seats": SEATS}), 429, "server/rate")
        assert strict.http.get("/api/games").status_code == 200


def test_a_match_of_other_rules_is_listed_as_kept(home: House) -> None:
    """Rules may change between releases; what was played before is neither shown wrongly nor passed over."""
    match = home.new()
    with home.connected() as db:
        ((begun,),) = db.execute("select header from match where id = ?", (match,))
        lines = [line.rpartition(" #")[0] for line in begun.rstrip("\n").split("\n")]
        lines = [f"rules: {'0' * 64}" if line.startswith("rules: ") else line for line in lines]
        db.execute("update match set header = ? where id = ?", ("".join(_checked(lines)), match))
        ((told,),) = db.execute("select summary from listed where match = ?", (match,))
        others = json.dumps({**json.loads(told), "rules": "0" * 64})
        db.execute("update listed set summary = ? where match = ?", (others, match))
    page = home.get("/matches?limit=100")
    assert match not in [entry["id"] for entry in page["matches"]]
    (kept,) = (entry for entry in page["unreadable"] if entry["id"] == match)
    assert kept["problem"]["code"] == "text/match"
    assert "rules" in kept["problem"]["title"]


def test_a_path_longer_than_any_files_name_is_answered_as_every_other(home: House) -> None:
    assert home.http.get("/" + "x" * 300 + ".png").status_code == 404
    assert home.http.get("/" + "x" * 300).status_code == home.http.get("/x").status_code
