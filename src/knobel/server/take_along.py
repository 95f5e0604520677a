"""The version without a server, handed out by one at /pocket/, for devices that shall take it along."""

import asyncio
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from knobel.errors import KnobelError
from knobel.server.hub import Hub
from knobel.server.pages import Pages
from knobel.server.problems import BadMethod, language, status_of

PLACE = "/pocket"
_WRITE = "knobel.pocket.folder:ready"  # a job: packing takes seconds, and the room of the pocket is above this one


class TakeAlong:
    """The folder, packed when somebody first asks for it and again if it was cleared with the cache."""

    def __init__(self) -> None:
        self._pages: Pages | None = None
        self._packing = asyncio.Lock()

    async def pages(self, hub: Hub) -> Pages:
        async with self._packing:
            if self._pages is None or not self._pages.folder.is_dir():
                self._pages = Pages(Path(await hub.crew.quick.run(_WRITE)))
            return self._pages

    async def size(self, hub: Hub) -> int:
        """Bytes of all files."""
        folder = (await self.pages(hub)).folder
        return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


class TakeAlongPages:
    """ASGI: the files of the folder."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            raise BadMethod(method=scope["method"][:10])
        await (await self._answer(scope))(scope, receive, send)

    async def _answer(self, scope: Scope) -> Response:
        if scope["path"] == PLACE:  # what the page asks for lies beside it, so it has to be a folder
            return RedirectResponse("pocket/", 307)
        headers, state = Headers(scope=scope), scope["app"].state
        path = scope["path"].removeprefix(f"{PLACE}/")
        try:
            pages = await state.take_along.pages(state.hub)
        except KnobelError as error:
            if path:
                raise
            lang = language(headers.get("accept-language"))
            return HTMLResponse(_why_not(error, lang), status_of(error), {"cache-control": "no-store"})
        answer: Response = pages.answer(path, headers)
        return answer


def _why_not(error: KnobelError, lang: str) -> str:
    """A person has opened it: a page with the sentence."""
    from html import escape

    said = escape(error.text().say(lang))
    return f"<!doctype html><html lang={lang}><meta charset=utf-8><title>Knobel</title><h1>Knobel</h1><p>{said}"
