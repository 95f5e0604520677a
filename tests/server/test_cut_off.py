"""A network that is cut: no goodbye comes through, and the others are told the truth all the same."""

import asyncio
import contextlib
import time
from pathlib import Path

import pytest
from websockets.sync.client import connect

from bench.socket_client import connect as connect_bare
from tests.playing import in_a_loop
from tests.server import house as houses
from tests.server.cable import Cable
from tests.server.house import Player, house
from tests.server.test_seats import Guest, shared, sit


def test_who_is_cut_off_is_gone_for_the_others_within_ten_seconds(tmp_path: Path) -> None:
    with (
        house(tmp_path / "k.db", local_owner=False) as home,
        contextlib.closing(Guest(home)) as ada,
        contextlib.closing(Guest(home)) as ben,
        contextlib.closing(Cable(home.port)) as cable,
    ):
        match = sit(ben, shared(ada, "Ada", "?")["join"], "Ben").json()["match"]
        one = ada.join(match)
        address = f"ws://127.0.0.1:{cable.port}/ws/{match}"
        two = Player(connect(address, legacy=True, additional_headers={"cookie": ben.cookie}))
        while one.receive("present")["seats"] != [True, True]:
            pass
        cable.cut()
        begun = time.monotonic()
        assert one.receive("present")["seats"] == [True, False]
        assert time.monotonic() - begun < 15, "ten, and what a busy machine adds"
        assert two.hello["mine"] == [1]
        back = ben.join(match)
        assert one.receive("present")["seats"] == [True, True]
        for player in (one, back):
            player.close()


def test_only_who_says_nothing_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(houses, "PING_SECONDS", 0.4)
    monkeypatch.setattr(houses, "PONG_SECONDS", 0.4)

    async def look(port: int, match: str) -> tuple[int, int]:
        quiet, talks = [await connect_bare(port, f"/ws/{match}", lambda _: None) for _ in range(2)]
        for number in range(30):
            talks.send(b'{"do":"ping","id":"%d"}' % number)
            await asyncio.sleep(0.1)
        still_there = [one.transport is not None and not one.transport.is_closing() for one in (quiet, talks)]
        assert still_there == [True, True], "both have been heard of, each in its way"
        for one in (quiet, talks):
            one.close()
        return quiet.pings, talks.pings

    with house(tmp_path / "k.db") as home:
        asked, spared = in_a_loop(look(home.port, home.new()))
    assert asked >= 3
    assert spared < asked / 2, "on a busy machine it may have been silent for a moment"
