"""The version without a server, handed out by one: packed on demand, with a policy of its own, and an honest word."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from knobel.pocket import folder as pocket_folder
from tests.server.house import House, house


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    place = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KNOBEL_CACHE", str(place / "cache"))
        with house(place / "knobel.db", reached="192.0.2.7:8777") as found:
            yield found


def policy(answer: httpx.Response) -> str:
    found: str = answer.headers["content-security-policy"]
    return found


def test_it_is_packed_when_somebody_asks_and_served_below_its_address(home: House) -> None:
    assert not (home.db.parent / "cache" / "pocket").exists(), "nobody has asked yet"
    page = home.http.get("/pocket", follow_redirects=True)
    assert (page.status_code, page.url.path) == (200, "/pocket/")
    assert "pocket" in page.text
    assert page.text != home.http.get("/").text
    (packed,) = (home.db.parent / "cache" / "pocket").iterdir()
    for name, kind in {
        "sw.js": "text/javascript",
        "knobel.zip": "application/zip",
        "pyodide/pyodide.asm.wasm": "application/wasm",
        "pyodide/pyodide.mjs": "text/javascript",
    }.items():
        answer = home.http.get(f"/pocket/{name}")
        assert (answer.status_code, answer.content) == (200, (packed / name).read_bytes()), name
        assert answer.headers["content-type"].split(";")[0] == kind, name
        assert answer.headers["cache-control"] == "no-cache"
    for asked in ("/pocket/none.js", "/pocket/../knobel.db", "/pocket/%2e%2e/%2e%2e/%2e%2e/knobel.db"):
        assert b"SQLite" not in home.http.get(asked).content
    assert home.http.get("/pocket/none.js").status_code == 404
    assert home.http.post("/pocket/").status_code == 405


def test_web_assembly_is_allowed_there_and_nowhere_else(home: House) -> None:
    for path in ("/pocket/", "/pocket/sw.js"):
        assert "script-src 'self' 'wasm-unsafe-eval';" in policy(home.http.get(path))
        assert "'unsafe-eval'" not in policy(home.http.get(path)).replace("'wasm-unsafe-eval'", "")
    for path in ("/", "/api/pocket", "/pocketful"):
        assert "unsafe" not in policy(home.http.get(path)), path


def test_where_it_is_and_whether_a_phone_may_keep_it_is_said(home: House) -> None:
    here = home.http.get("/api/pocket").json()
    assert (here["address"], here["reachable"], here["kept"]) == ("http://192.0.2.7:8777/pocket/", True, False)
    assert here["size"] > 10_000_000
    safe = home.http.get("/api/pocket", headers={"x-forwarded-proto": "https", "host": "192.0.2.9"}).json()
    assert (safe["address"], safe["kept"]) == ("https://192.0.2.9/pocket/", True)
    code = home.http.get("/api/pocket/qr")
    assert (code.status_code, code.headers["content-type"]) == (200, "image/svg+xml")


def test_cleared_with_the_cache_it_is_packed_again_and_an_older_one_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KNOBEL_CACHE", str(tmp_path))
    monkeypatch.setattr(pocket_folder, "_translate", lambda _: None)
    older = tmp_path / "pocket" / "older"
    older.mkdir(parents=True)
    first = Path(pocket_folder.ready())
    assert [path.name for path in (tmp_path / "pocket").iterdir()] == [first.name]
    (first / "mark").touch()
    assert Path(pocket_folder.ready()) == first
    assert (first / "mark").exists(), "it was there already"
    shutil.rmtree(first)
    assert (Path(pocket_folder.ready()) / "knobel.zip").is_file()


def test_without_the_files_for_browsers_a_page_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job's own process would have them: what is asked for is done here."""
    from knobel.server.jobs import call
    from knobel.server.workers import WorkerPool

    async def here(_: WorkerPool, name: str) -> str:
        return str(call(name, (), lambda _: None))

    monkeypatch.setenv("KNOBEL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(WorkerPool, "run", here)
    monkeypatch.setattr(pocket_folder, "STATIC", tmp_path / "nothing")
    monkeypatch.setattr(pocket_folder.write, "__defaults__", (tmp_path / "nothing",))
    with house(tmp_path / "knobel.db") as home:
        page = home.http.get("/pocket/", headers={"accept-language": "de"})
        assert page.headers["content-type"].startswith("text/html")
        assert "make install" in page.text
        assert "make install" in home.http.get("/api/pocket", headers={"accept-language": "de"}).json()["title"]
