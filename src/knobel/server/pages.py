"""The built front-end: files whose names carry their digest are kept for ever, all others are asked for again."""

from hashlib import sha256
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.types import Receive, Scope, Send

from knobel.server.problems import BadMethod, NoPath, language
from knobel.words import say

STATIC = Path(__file__).parent / "static"
_TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript", ".svg": "image/svg+xml"}


def build_digest(folder: Path = STATIC) -> str:
    """Changes when anything the browser loads changes, so an old page learns that it is old."""
    index = folder / "index.html"
    return sha256(index.read_bytes()).hexdigest()[:16] if index.is_file() else "none"


class Pages:
    """ASGI: a file if there is one, else the page itself, which reads its address by its own means."""

    def __init__(self, folder: Path = STATIC) -> None:
        self.folder = folder.resolve()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            raise BadMethod(method=scope["method"][:10])
        path = scope["path"].lstrip("/")
        if path.startswith(("api/", "ws/")) or path in ("api", "ws"):
            raise NoPath(path=path[:80])
        await self.answer(path, Headers(scope=scope))(scope, receive, send)

    def answer(self, path: str, headers: Headers) -> Response:
        """What lies there."""
        found = self._file(path)
        if found is None and "." in path.rsplit("/", 1)[-1]:
            raise NoPath(path=path[:80])
        page = found or self._file("index.html")
        if page is None:
            return _missing(language(headers.get("accept-language")))
        lasting = page.parent.name == "assets"  # the build writes these with a digest in the name
        caching = "public, max-age=31536000, immutable" if lasting else "no-cache"
        answer = FileResponse(page, media_type=_TYPES.get(page.suffix), headers={"cache-control": caching})
        answer.set_stat_headers(page.stat())
        if not lasting and headers.get("if-none-match") == answer.headers["etag"]:
            kept = {"etag": answer.headers["etag"], "cache-control": caching}
            return Response(status_code=304, headers=kept)
        return answer

    def _file(self, path: str) -> Path | None:
        if not path or "\0" in path:
            return None
        try:
            found = (self.folder / path).resolve()
            return found if found.is_relative_to(self.folder) and found.is_file() else None
        except OSError:  # a name longer than any file's, or links in a circle
            return None


def _missing(lang: str) -> Response:
    title, what, how = (say(lang, f"server.no_pages.{part}") for part in ("title", "what", "how"))
    body = (
        f"<!doctype html><html lang={lang}><meta charset=utf-8><title>{title}</title><h1>{title}</h1><p>{what}<p>{how}"
    )
    return HTMLResponse(body, 503, {"cache-control": "no-store"})
