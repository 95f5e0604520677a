"""`python -m knobel.server`: the server without the rest of the command line."""

import argparse
import sys

from knobel.errors import KnobelError
from knobel.server.run import Options, serve


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m knobel.server", description="Serve Knobel to browsers.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int)
    parser.add_argument("--db", help="SQLite file, as a path or sqlite:///path")
    parser.add_argument("--no-browser", action="store_true")
    parser.add_argument("--bot-pause", type=float, help="seconds before each move of a bot")
    parser.add_argument("--allow-host", action="append", default=[], help="a further name this server is reached by")
    parser.add_argument("--no-local-owner", action="store_true", help="this machine has no special rights either")
    given = parser.parse_args(arguments)
    names = tuple(given.allow_host)
    options = Options(
        given.host, given.port, given.db, not given.no_browser, given.bot_pause, names, not given.no_local_owner
    )
    try:
        serve(options)
    except (KnobelError, OSError) as error:
        sys.exit(f"knobel: {error}")


if __name__ == "__main__":
    main()
