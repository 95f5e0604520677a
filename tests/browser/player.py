"""A person at the screen: looks at what is offered, presses what is there, knows no more than that."""

from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import ConsoleMessage, Error, Locator, Page, expect

NAMES = ("Anna", "Ben", "Clara", "David", "Emma", "Felix", "Greta", "Hugo")
COLOURS = ("red", "blue", "green", "amber", "violet", "teal", "rose", "slate")
BOOKLETS = ("forone", "numberup")
# The browser notes every failed attempt; that is what a killed server looks like, and one killed in mid-sentence.
_AWAY = (
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "ERR_EMPTY_RESPONSE",
    "ERR_CONTENT_LENGTH_MISMATCH",
    "WebSocket",
)

# A server closes idle connections. Browsers send again what meets the closing; Playwright's requests have to be told.
_RETRIES = 2


class Player:
    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        page.on("pageerror", self._error)
        page.on("console", self._console)

    def leave(self) -> None:
        """What the page says from now on is somebody else's business."""
        self.page.remove_listener("pageerror", self._error)
        self.page.remove_listener("console", self._console)

    def forgive(self, what: str) -> None:
        """Complaints that were meant to come: the browser notes every refusal of the server."""
        assert any(what in complaint for complaint in self.complaints)
        self.complaints = [complaint for complaint in self.complaints if what not in complaint]

    def _error(self, error: Error) -> None:
        self.complaints.append(str(error))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(away in message.text for away in _AWAY):
            self.complaints.append(message.text)

    def at(self, name: str) -> Locator:
        return self.page.get_by_test_id(name)

    def go(self, where: str = "") -> None:
        self.page.goto(f"{self.address}/#/{where}")

    def prefer(self, **settings: object) -> None:
        """As if the settings had been chosen in another tab."""
        if not self.page.url.startswith(self.address):
            self.go()
        self.page.evaluate(_PREFER, settings)

    def begin(
        self, game: str, *, level: int = 1, people: int = 1, bots: int = 0, hand: bool = False, first: int | None = None
    ) -> str:
        """At once at the table of a new match; its id."""
        level_played = {"level": level} if game in BOOKLETS else {}
        robots = [f"Bot {number + 1}" for number in range(bots)]
        dice = "hand" if hand else "sealed"
        return self.sit(game, *NAMES[:people], bots=robots, first=first, dice=dice, **level_played)

    def sit(self, game: str, *names: str, bots: Sequence[str] = (), **asked: Any) -> str:
        """These people at a table of their own; the match's id."""
        return self.join(self.lay(game, *names, bots=bots, **asked))

    def lay(self, game: str, *names: str, bots: Sequence[str] = (), **asked: Any) -> str:
        """A table for these people, before anybody looks at it."""
        looks = zip((*names, *bots), COLOURS, strict=False)
        seats = [{"name": name, "colour": colour, "bot": None} for name, colour in looks]
        for seat in seats[len(names) :]:
            seat["bot"] = "greedy"
        match: str = self.send("matches", {"game": game, "seats": seats, **asked})["id"]
        return match

    def join(self, match: str) -> str:
        self.go(f"match/{match}")
        expect(self.page.locator("main[data-busy=false] [data-testid=status]")).to_be_attached()
        return match

    def walk_in(
        self, game: str, *, level: int = 1, people: int = 1, bots: int = 0, hand: bool = False, first: int | None = None
    ) -> str:
        """From the first screen into a new match; its id. Levels are played from their page of the booklet."""
        self.go()
        self.page.locator(f"[data-game={game}]").click()
        if game in BOOKLETS:
            self.page.locator(f"[data-level='{level}']").click()
            self.at("play").click()
            self._say_name()
        else:
            self._seat(people, bots, hand, first)
        expect(self.at("status")).to_be_visible()
        expect(self.page.locator("[data-busy=false]")).to_be_visible()  # the page's own number is in the dice
        return self.page.url.rsplit("/", 1)[1]

    def _say_name(self) -> None:
        """Where nobody has said a name yet, it is asked for before the first match."""
        expect(self.at("status").or_(self.at("person-name"))).to_be_visible()
        if self.at("person-name").count():
            self.name(NAMES[0])

    def name(self, name: str) -> None:
        """Somebody new says a name."""
        self.at("person-name").fill(name)
        self.at("person-done").click()
        expect(self.at("person-name")).to_have_count(0)

    def _seat(self, people: int, bots: int, hand: bool, first: int | None) -> None:
        expect(self.at("start")).to_be_visible()
        chairs = self.page.locator(".chairs li")
        while chairs.count() > people:  # the page remembers who played last
            chairs.last.locator("button").last.click()
        for name in NAMES:
            if chairs.count() >= people:
                break
            self.seat(name)
        for _ in range(bots):
            self.at("add-bot").click()
        if hand:
            self.choose("hand")
        if first is not None:
            self.choose(str(first))
        self.at("start").click()

    def choose(self, value: str) -> None:
        """One of a few, by its words: the button itself is not seen, and may lie under the key that begins."""
        option = self.page.locator(f"label:has(input[type=radio][value='{value}'])").first
        option.click()
        expect(option.locator("input")).to_be_checked()

    def seat(self, name: str) -> None:
        """Somebody joins at the new table: one of those who are known, or somebody new."""
        chairs = self.page.locator(".chairs li")
        before, known = chairs.count(), self.page.locator(f".known [data-person='{name}']")
        if chairs.filter(has_text=name).count():
            return
        if known.count():
            known.click()
        else:
            self.at("add").click()
            self.name(name)
        expect(chairs).to_have_count(before + 1)

    def version(self) -> int:
        """How far the match is, as the page shows it."""
        return int(self.page.locator("[data-version]").get_attribute("data-version") or 0)

    def act(self, press: Callable[[], object]) -> None:
        """Do something that moves the match, and see it moved."""
        before = self.version()
        press()
        self.page.wait_for_function(
            "before => Number(document.querySelector('[data-version]')?.dataset.version) > before", arg=before
        )

    def roll(self) -> None:
        expect(self.at("roll")).to_have_attribute("aria-disabled", "false")
        self.act(self.at("roll").click)

    def enter(self, cell: Locator) -> None:
        cell.click()
        self.act(self.at("confirm").click)

    def play_on(self, script: str, until: str = "[data-testid=end]", presses: int | None = None) -> None:
        """Play to the end, or until that is on the screen, or so often: press what `script` finds after every change.

        If somebody looks on (`geometry.look_on`), they look before every press.
        """
        self.page.evaluate(_PLAYER % (until, until, script), presses)
        ready = "until => playing.done || document.querySelector(until) !== null"  # or it is held on to
        self.page.wait_for_function(ready, arg=until, timeout=0, polling=100)  # a test has its own limit of time

    def verify(self) -> str:
        self.at("verify").click()
        expect(self.at("verdict")).to_be_visible()
        return self.at("verdict").inner_text()

    def json(self, path: str) -> Any:
        return self.page.request.get(f"{self.address}/api/{path}", max_retries=_RETRIES).json()

    def send(self, path: str, body: object = None, timeout: float = 30_000) -> Any:
        """What a screen would send, without the screen; the answer."""
        address = f"{self.address}/api/{path}"
        answer = self.page.request.post(address, data=body, timeout=timeout, max_retries=_RETRIES)
        assert answer.ok, answer.text()
        return answer.json()


_PREFER = """async (settings) => {
  localStorage.setItem("knobel.settings", JSON.stringify(settings));
  dispatchEvent(new StorageEvent("storage", { key: "knobel.settings" }));
  const wanted = settings.lang ?? document.documentElement.lang;
  do await new Promise((go) => setTimeout(go)); while (document.documentElement.lang !== wanted);
}"""

# Presses are real presses of real elements, made inside the page: thousands of round trips to it would take minutes.
_PLAYER = """(presses) => {
  const see = (what) => document.querySelector(what);
  const all = (what) => [...document.querySelectorAll(what)];
  const playing = (window.playing = { done: false });
  const settled = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
  let [seen, looked, pressed] = ["", "", 0];
  const look = async () => {
    if (see("%s")) return;
    // What can be pressed belongs to what is seen: while dice tumble there are no boxes yet, and a press stops them.
    // Its text as it stands in the document: innerText would lay the page out anew at every look.
    const keys = all("button.cell, [data-testid=confirm], [data-testid=go], dialog button")
      .map((one) => one.textContent);
    const now = [see("[data-version]")?.dataset.version, ...keys].join();
    if (now !== seen) {
      if (window.eye?.look && now !== looked) {
        await settled();
        if (see("%s")) return;
        looked = now;
        eye.look();
      }
      if (pressed === presses) return (playing.done = true);
      const press = (() => { %s })();
      if (press) { seen = now; pressed += 1; press.click(); }
    }
    setTimeout(look, 4);
  };
  look();
}"""

PAD = """
  const confirm = see("[data-testid=confirm][aria-disabled=false]");
  if (confirm) return confirm;
  const roll = see("[data-testid=roll][aria-disabled=false]");
  const boxes = all("button.cell");
  if (boxes.length === 0) return roll;
  if (roll && see("[data-testid=status]").innerText.match(/1/) && !see(".kept")) return roll;
  return all("button.cell.worth").pop() ?? boxes[0];
"""
FORONE = """
  return see("[data-testid=end-sure]") ?? see(".lit button.row")
    ?? see("[data-testid=go][aria-disabled=false]") ?? see("button.go");
"""
# The same, to the last row: what lies on the card is scored before the game is ended.
EVERY_ROW = """
  const go = see("[data-testid=go][aria-disabled=false]");
  const more = see("button.go");
  const ends = more && !see(".go.chosen") && go?.innerText.match(/beenden|End/);
  return see("[data-testid=end-sure]") ?? see(".lit button.row") ?? (ends ? more : go ?? more);
"""
# The same, to where the supply is gone: every die is laid where fewest lie, so no row fills up and gives its dice back.
# Rows filled by luck can go on refilling the supply to the last of them, and the game ends with gold and nothing open.
SUPPLY_GONE = """
  const laid = (row) => row.querySelectorAll(".small-die").length;
  const [row] = all(".lit button.row").sort((one, other) => laid(one) - laid(other));
  return row ?? see("[data-testid=go][aria-disabled=false]");
"""
NUMBERUP = """
  return see("[data-testid=go][aria-disabled=false]") ?? see("button.cell.open");
"""
