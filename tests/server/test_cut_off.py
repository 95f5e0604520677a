"""A network that is cut: no goodbye comes through, and the others are told the truth all the same."""

import contextlib
import time
from pathlib import Path

from websockets.sync.client import connect

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
