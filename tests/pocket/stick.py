"""The folder behind a server that only knows files, and a phone that has it open."""

import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Request

from tests.browser.player import Player

# Whether there is a picture of the memory for the next start; its cache is there before it is.
PICTURE_KEPT = "caches.open('knobel-memory').then(async (cache) => (await cache.keys()).length > 0)"


class Handler(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


class Stick:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open(0)

    def _open(self, port: int) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(self.folder)))
        self.port = self._server.server_address[1]
        self.address = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def pull_out(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def put_in(self) -> None:
        self._open(self.port)


class PocketPlayer(Player):
    """As a person at any screen; only that the page's policy lets nobody evaluate a text again and again."""

    def see(self, script: str, *, seconds: float = 240) -> Any:
        """The value of a script, once it has one."""
        end = time.monotonic() + seconds
        while not (found := self.page.evaluate(script)):
            assert time.monotonic() < end, f"waited in vain for {script}"
            self.page.wait_for_timeout(100)
        return found

    def awake(self) -> dict[str, float]:
        """Python is there: how long each stage took."""
        found: dict[str, float] = self.see("JSON.parse(document.documentElement.dataset.took ?? 'null')")
        return found

    def act(self, press: Any) -> None:
        before = self.version()
        press()
        self.see(f"Number(document.querySelector('[data-version]')?.dataset.version) > {before}")

    def play_on(self, script: str, until: str = "[data-testid=end]", presses: int | None = None) -> None:
        from tests.browser.player import _PLAYER

        self.page.evaluate(_PLAYER % (until, until, script), presses)
        self.see(f"window.playing.done || document.querySelector({until!r}) !== null")


class Pocket:
    """The phone: what it has in its storage stays, whatever happens to its pages."""

    def __init__(self, context: BrowserContext, stick: Stick) -> None:
        self.context, self.stick = context, stick
        self.complaints: list[str] = []
        self.elsewhere: list[str] = []
        context.on("request", self._asked)
        self.player: PocketPlayer = self.open()

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.stick.address, "data:", "blob:")):
            self.elsewhere.append(request.url)

    def open(self) -> PocketPlayer:
        page: Page = self.context.new_page()
        player = PocketPlayer(page, self.stick.address)
        player.complaints = self.complaints
        return player

    def wake(self) -> None:
        """The first visit, with the network; everything after it is without."""
        self.player.go()
        self.player.awake()
        self.player.see("navigator.serviceWorker.ready.then((found) => found.active?.state === 'activated')")
        self.player.see("navigator.serviceWorker.controller !== null")
        self.player.see(PICTURE_KEPT)
        self.stick.pull_out()
        self.context.set_offline(True)

    def again(self) -> PocketPlayer:
        """Close the page in the middle of whatever it does, and come back."""
        self.player.page.close()
        self.player = self.open()
        return self.player
