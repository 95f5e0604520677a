"""Pages that go from one test to the next.

Opening a browser's page costs a second of work, going on in an open one a tenth. So a test gets a page that others had
before it: on a screen that no test looks at, with nothing remembered, in the size and mood the test asks for. What
cannot be taken back (a script for every load, a clock, a socket's stand-in) is refused: such a test is marked `fresh`
and has a page of its own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

WAITING = "#/people/-"  # where a page is between two tests

# Leave the screen, see it gone, then forget what it remembered, as if another tab had emptied the storage.
_FORGET = """async ([waiting, lang]) => {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  document.activeElement?.blur();
  delete window.eye;
  document.documentElement.style.fontSize = "";
  location.hash = waiting;
  await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
  localStorage.clear();
  sessionStorage.clear();
  dispatchEvent(new StorageEvent("storage"));
  do await new Promise((go) => setTimeout(go)); while (document.documentElement.lang !== lang);
}"""


@dataclass(frozen=True)
class Look:
    """What a test wants of its page."""

    size: ViewportSize
    touch: bool
    lang: str
    motion: Literal["reduce", "no-preference"]
    scheme: Literal["light", "dark"]

    @property
    def context(self) -> dict[str, Any]:
        return {"viewport": self.size, "has_touch": self.touch, "locale": self.lang, **self.media}

    @property
    def media(self) -> dict[str, Any]:
        return {"reduced_motion": self.motion, "color_scheme": self.scheme}


class SharedPages:
    """A page for each kind of device, language and server; opened when a test first asks for it."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: dict[tuple[bool, str], BrowserContext] = {}
        self._pages: dict[tuple[bool, str, str, int], Page] = {}

    def take(self, look: Look, address: str, number: int = 0, *, anew: bool = False) -> Page:
        """The page for that look, or a second one beside it; `anew` loads it again, for another server's data."""
        key = (look.touch, look.lang, address, number)
        page = self._pages.get(key)
        if page is None:
            context = self._contexts.get(key[:2])
            if context is None:
                context = self._contexts[key[:2]] = self._browser.new_context(**look.context)
            page = self._pages[key] = context.new_page()
            for owner, name in ((page, "add_init_script"), (page, "route_web_socket"), (page.clock, "install")):
                setattr(owner, name, _refuse(name))
            page.goto(f"{address}/{WAITING}")
        elif anew:
            page.reload()
        page.emulate_media(media="null", **look.media)
        page.set_viewport_size(look.size)
        return page

    def give_back(self, page: Page, *, clean: bool) -> None:
        """Nothing of a test is left; of one that failed who knows what, so its page is closed."""
        lang = next(lang for (_, lang, _, _), one in self._pages.items() if one is page)
        if clean and not page.is_closed():
            page.unroute_all()
            page.mouse.move(0, 0)
            page.evaluate(_FORGET, [WAITING, lang])
        else:
            self._pages = {key: one for key, one in self._pages.items() if one is not page}
            page.close()


def _refuse(name: str) -> Callable[..., None]:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError(f"{name} cannot be taken back, and this page goes on to other tests: mark the test fresh")

    return refuse
