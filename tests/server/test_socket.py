"""Play over the socket: everybody sees the same, nothing is done twice, every refusal says why."""

import asyncio
import json
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from knobel.match.notation import parse_match
from knobel.match.receipts import Receipt, check_receipt
from knobel.rules.views import plain
from knobel.server import hub as hub_module
from knobel.server.guard import Limits
from knobel.server.hub import Hub, Pauses
from knobel.server.room import Room
from tests.server.house import House, house, until

GAMES = ("kniffel", "extreme", "seven", "forone", "numberup")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_and_what_everybody_saw(home: House, game: str) -> None:
    names = ("Ada",) if game in ("forone", "numberup") else ("Ada", "Ben")
    match = home.new(game, names)
    player, onlooker = home.join(match), home.join(match)
    player.play(Random(game))
    onlooker.catch_up(player.state["version"])
    assert {**player.state, "by": None} == {**onlooker.state, "by": None}
    assert player.table["revealed"]
    told = parse_match(home.http.get(f"/api/matches/{match}/file").text)
    assert [plain(told.header.game.view(card)) for card in told.state.cards] == [
        player.view(seat) for seat in range(len(names))
    ]
    given = [Receipt(state["version"], state["mark"]) for state in map(json.loads, player.heard) if "mark" in state]
    assert len(given) > 20
    for one in given:
        check_receipt(told, one)
    late = home.join(match, since=3)
    assert [event["n"] for event in late.state["events"]] == list(range(4, told.version + 1))
    assert late.state["views"] == player.state["views"]
    assert late.state["table"] == player.table
    for client in (player, onlooker, late):
        client.close()


def test_it_also_works_without_the_short_cuts(tmp_path: Path) -> None:
    with house(tmp_path / "k.db", shortcuts=False) as plain_house:
        player = plain_house.join(plain_house.new("kniffel"))
        player.play(Random(1))
        assert player.table["revealed"]
        player.close()


def test_a_resent_command_is_done_once(home: House) -> None:
    match = home.new(first=0)
    one, two = home.join(match), home.join(match)
    said = json.dumps({"do": "move", "id": "twice", "at": 0, "seat": 0, "move": "roll"})
    for _ in range(2):
        one.socket.send(said)
    first = one.receive("state")
    assert (first["by"], first["version"]) == ("twice", 2)
    assert one.receive("ack") == {"is": "ack", "id": "twice", "version": 2, "mark": first["mark"]}
    two.socket.send(said)  # later: two sockets have no order between them
    assert two.receive("ack")["version"] == 2
    assert home.get(f"/matches/{match}")["version"] == 2
    one.close()
    two.close()


def test_of_two_at_the_same_moment_one_is_told_to_look_again(home: House) -> None:
    match = home.new(first=0)
    clients = [home.join(match), home.join(match)]
    ids = [client.send("move", move="roll") for client in clients]
    for client, id in zip(clients, ids, strict=True):
        state = client.receive("state")
        assert state["version"] == 2, "one throw"
        answer = state if state["by"] == id else client.receive("refused")
        assert answer["is"] == "state" or (answer["code"], answer["version"]) == ("move/stale", 2)
    assert home.get(f"/matches/{match}")["version"] == 2
    for client in clients:
        client.close()


def test_stale_foreign_and_illegal_commands(home: House) -> None:
    match = home.new(first=0)
    player = home.join(match)
    assert player.do("move", move="roll")["version"] == 2
    cases: list[tuple[dict[str, Any], str]] = [
        ({"do": "move", "move": "roll", "at": 0}, "move/stale"),
        ({"do": "move", "move": "keep 11010", "seat": 1}, "move/seat"),
        ({"do": "move", "move": "keep 11010", "seat": 7}, "match/seats"),
        ({"do": "move", "move": "roll"}, "move/illegal"),
        ({"do": "move", "move": "enter nothing"}, "move/illegal"),
        ({"do": "move", "move": "ENTER; chance"}, "text/move"),
        ({"do": "undo"}, "move/undo"),
        ({"do": "dice", "faces": [1, 2, 3, 4, 5]}, "move/source"),
        ({"do": "note", "box": "chance", "points": 20}, "move/source"),
        ({"do": "correct", "box": "chance", "points": 20}, "note/box"),
        ({"do": "salt", "seed": "abcd"}, "seal/broken"),
        ({"do": "keep", "mask": "11000", "at": 1}, "move/stale"),
    ]
    for fields, code in cases:
        answer = player.do(fields.pop("do"), **fields)
        assert (answer["is"], answer["code"]) == ("refused", code)
        assert answer["title"]
        assert answer["text"]["key"]
        assert answer["version"] == 2
    assert home.get(f"/matches/{match}")["version"] == 2
    player.close()


def test_refusals_speak_the_readers_language(home: House) -> None:
    player = home.join(home.new(first=0), lang="de")
    assert player.do("undo")["title"].startswith("Es gibt nichts zurückzunehmen")
    player.close()


def test_undo_until_the_dice_have_answered(home: House) -> None:
    player = home.join(home.new(first=0))
    player.do("move", move="roll")
    player.do("move", move="enter chance")
    assert player.table["undo"] == 0
    assert player.turn["seat"] == 1
    back = player.do("undo", seat=0)
    assert back["is"] == "state"
    assert player.turn["seat"] == 0
    assert [event["is"] for event in back["events"]] == ["undid"]
    player.close()


def test_kept_dice_are_shared_and_survive(tmp_path: Path) -> None:
    with house(tmp_path / "k.db") as first:
        match = first.new(first=0)
        one, two = first.join(match), first.join(match)
        one.do("move", move="roll")
        assert one.do("keep", mask="10100")["held"] == "10100"
        assert two.receive("held")["held"] == "10100"
        assert first.join(match).state["held"] == "10100"
        one.close()
        two.close()
    with house(tmp_path / "k.db") as again:
        player = again.join(match)
        assert player.state["held"] == "10100"
        assert player.do("move", move="keep 10100")["held"] == "10100"
        assert player.do("keep", mask="")["held"] is None
        assert player.do("move", move="enter chance")["held"] is None
        player.close()


def test_a_restart_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    luck = Random(5)
    with house(tmp_path / "k.db") as first:
        match = first.new("extreme")
        player = first.join(match)
        for _ in range(25):
            player.do("move", move=luck.choice(player.moves()))
        seen = player.state
        player.close()
    with house(tmp_path / "k.db") as again:
        player = again.join(match, since=seen["version"])
        assert player.state["events"] == []
        assert {**player.state, "events": 0, "by": 0} == {**seen, "events": 0, "by": 0}
        player.play(luck)
        player.close()


def test_bots_move_by_themselves(home: House) -> None:
    seats = [{"name": "Ada"}, {"name": "Bo", "bot": "greedy"}, {"name": "Cy", "bot": "random"}]
    player = home.join(home.new("kniffel", seats=seats))
    player.play(Random(2), bots=True)
    assert player.table["revealed"]
    player.close()


def test_a_bot_that_was_to_move_does_so_after_a_restart(tmp_path: Path) -> None:
    with house(tmp_path / "k.db", pauses=PATIENT) as first:
        match = first.new(seats=WITH_BOT, first=0)
        player = first.join(match)
        player.do("move", move="roll")
        assert player.do("move", move="enter ones")["table"]["bot_waits"]
        player.close()
    with house(tmp_path / "k.db") as again:
        player = again.join(match)
        while player.turn["seat"] == 1:
            player.receive("state")
        player.close()


def test_when_all_have_left_the_table_is_as_it_was_for_whoever_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "SWEEP_SECONDS", 0.01)
    monkeypatch.setattr(hub_module, "IDLE_SECONDS", 0.0)
    with house(tmp_path / "k.db") as home:
        rooms = home.server.config.app.sockets.hub.rooms  # type: ignore[union-attr]
        match = home.new(first=0)
        player = home.join(match)
        player.do("move", move="roll")
        seen = player.state
        player.close()
        until(lambda: match not in rooms)
        back = home.join(match)
        assert {key: back.state[key] for key in ("version", "mark", "table", "views", "held")} == {
            key: seen[key] for key in ("version", "mark", "table", "views", "held")
        }
        back.close()


def test_of_equal_dice_each_is_kept_by_itself(home: House) -> None:
    player = home.join(home.new(first=0, dice="hand"))
    player.do("dice", faces=[3, 3, 3, 5, 6])
    assert player.do("keep", mask="01000")["held"] == "01000"
    state = player.do("dice", faces=[1, 2, 4, 6], move="keep 01000")
    (dice,) = (block for block in state["views"][0]["blocks"] if block["block"] == "dice")
    assert [die["face"] for die in dice["dice"]] == [1, 3, 2, 4, 6]
    player.close()


PATIENT = Pauses(move=0.01, regret=60.0)  # longer than any test: only `go` lets the bot begin
WITH_BOT = [{"name": "Ada"}, {"name": "Bo", "bot": "random"}]


def test_a_bot_gives_time_to_take_a_decision_back_until_it_is_told_to_go(tmp_path: Path) -> None:
    with house(tmp_path / "k.db", pauses=PATIENT) as patient:
        player = patient.join(patient.new(seats=WITH_BOT, first=0))
        player.do("move", move="roll")
        assert not player.table["bot_waits"]
        player.do("move", move="enter ones")
        assert (player.table["bot_waits"], player.table["undo"]) == (True, 0)
        assert player.do("move", move="roll", seat=1)["code"] == "move/bot"
        assert player.do("undo", seat=0)["is"] == "state"
        assert not player.table["bot_waits"]
        assert player.do("move", move="enter chance")["is"] == "state"
        assert player.do("go", at=player.state["version"] - 1)["code"] == "move/stale"
        assert player.do("go")["is"] == "ack"
        while player.turn["seat"] == 1:
            player.receive("state")
            assert not player.table["bot_waits"]
        player.close()


def test_a_bot_is_told_to_go_before_it_has_begun_to_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its last move has been told, and the answer is faster than the bot."""
    wait = Hub._paused

    async def late(hub: Hub, room: Room) -> bool:
        await asyncio.sleep(0.2)
        return await wait(hub, room)

    monkeypatch.setattr(Hub, "_paused", late)
    with house(tmp_path / "k.db", pauses=Pauses(move=600.0)) as slow:
        player = slow.join(slow.new(seats=WITH_BOT, first=1))
        while player.turn["seat"] == 1:
            assert player.do("go")["is"] == "ack"
            player.receive("state")
        player.close()


def test_a_bot_begins_by_itself_after_a_while_and_not_before(tmp_path: Path) -> None:
    with house(tmp_path / "k.db", pauses=Pauses(move=0.01, regret=0.6)) as home:
        player = home.join(home.new(seats=WITH_BOT, first=0))
        player.do("move", move="roll")
        player.do("move", move="enter ones")
        begun = time.monotonic()
        player.receive("state")
        assert 0.4 < time.monotonic() - begun < 10
        player.close()


def test_what_a_bot_decided_is_not_offered_to_be_taken_back(home: House) -> None:
    player = home.join(home.new(seats=WITH_BOT, first=1))
    while player.turn["seat"] == 1:
        player.receive("state")
    assert player.state["events"][-1] == {
        "is": "played",
        "n": player.state["version"],
        "seat": 1,
        "move": player.state["events"][-1]["move"],
    }
    assert player.table["undo"] is None
    assert player.do("undo", seat=1)["code"] == "move/undo"
    player.close()


def test_real_dice_and_a_bot_play_to_the_end(home: House) -> None:
    """Nobody can type the bot's dice: they fall from the seal."""
    luck = Random(5)
    match = home.new(seats=WITH_BOT, first=0, dice="hand")
    player = home.join(match)
    while player.turn["waits"] != "over":
        if player.turn["seat"] == 1:
            player.receive("state")
            continue
        assert player.do("dice", faces=[luck.randint(1, 6) for _ in range(5)])["is"] == "state"
        entry = next(move for move in player.moves() if move.startswith("enter"))
        assert player.do("move", move=entry)["is"] == "state"
    events = home.get(f"/matches/{match}")["events"]
    assert {(event["seat"], event.get("by_hand", False)) for event in events if event["is"] == "drew"} == {
        (0, True),
        (1, False),
    }
    player.close()


def test_both_kinds_of_dice_are_told_alike_over_socket_and_rest(home: House) -> None:
    match = home.new(first=0)
    player = home.join(match)
    player.do("move", move="roll")
    player.do("move", move="enter ones")
    player.do("source", source="hand")
    assert player.do("note", box="chance", points=20)["table"]["mixed"]
    assert home.get(f"/matches/{match}")["table"]["mixed"]
    player.close()


def test_held_dice_stay_with_the_dice_they_were_chosen_from(tmp_path: Path) -> None:
    with house(tmp_path / "k.db") as first:
        match = first.new(first=0)
        player = first.join(match)
        player.do("move", move="roll")
        player.do("keep", mask="11000")
        player.do("source", source="hand")
        assert player.state["held"] == "11000"
        player.do("source", source="app")
        assert player.state["held"] == "11000"
        player.do("move", move="enter chance")
        assert player.state["held"] is None
        player.do("undo", seat=0)
        assert player.state["held"] == "11000"
        player.do("move", move="keep 11000")
        player.do("keep", mask="11100")
        player.do("move", move="enter chance")
        player.close()
    with house(tmp_path / "k.db") as again:  # and a restart does not lose it
        player = again.join(match)
        assert player.state["held"] is None
        assert player.do("undo", seat=0)["held"] == "11100"
        player.close()


def test_ping_sync_and_seeds_of_the_seats(home: House) -> None:
    match = home.new(first=0)
    player = home.join(match)
    assert player.do("ping")["version"] == 0
    assert player.do("salt", seat=1, seed="c0ffee")["events"][0]["is"] == "salted"
    player.do("move", move="roll")
    player.send("sync", since=1)
    assert [event["n"] for event in player.receive("state")["events"]] == [2, 3]
    player.close()


def test_garbage_gets_an_answer_and_the_connection_lives(home: House) -> None:
    player = home.join(home.new(first=0))
    for raw in (
        "", "{}", "[]", "null", "NaN", '{"do":"move"}', '{"do":"fly","id":"x"}', '{"do":"ping","id":"x","more":1}',
        '{"do":"ping","id":"' + "x" * 41 + '"}', '{"do":"ping","id":7}', "[" * 3000,
        '{"do":"keep","id":"a","at":0,"mask":"2"}',
        '{"do":"move","id":"q","at":-1,"seat":0,"move":"roll"}', '{"do":"move","id":"q","at":0,"seat":0,"move":""}',
        '{"do":"note","id":"q","at":0,"seat":0,"box":"chance","points":1e99}', "\u0000", "ä" * 900,
    ):  # fmt: skip
        player.socket.send(raw)
        answer = player.receive("refused")
        assert answer["code"] == "server/body", raw
        assert "Expected" not in answer["title"], raw
        assert answer["title"]
    player.socket.send(b"\x00\x01")
    assert player.receive("refused")["code"] == "server/body"
    player.socket.send("x" * 5000)
    assert player.receive("refused")["code"] == "server/size"
    assert player.do("ping")["is"] == "pong"
    player.socket.send("x" * 200_000)
    with pytest.raises(ConnectionClosed) as closed:
        player.receive("nothing")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_too_many_at_one_table_are_refused(tmp_path: Path) -> None:
    with house(tmp_path / "k.db", limits=Limits(per_match=2)) as strict:
        match = strict.new(first=0)
        player = strict.join(match)
        other = strict.join(match)
        with pytest.raises(ConnectionClosed) as closed:
            strict.join(match)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429
        player.close()
        other.close()


def test_doors_that_stay_shut(home: House) -> None:
    match = home.new()
    address = f"ws://127.0.0.1:{home.port}/ws/"
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{home.port + 1}"):
        with pytest.raises(InvalidStatus) as refused:
            connect(address + match, origin=Origin(origin), legacy=True)
        assert refused.value.response.status_code == 403
    with connect(address + match, origin=Origin(f"http://127.0.0.1:{home.port}")) as socket:
        assert "hello" in str(socket.recv(timeout=20))
    for unknown in ("0" * 24, "x", "../api", "%00"):
        with connect(address + unknown) as socket, pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=20)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404
