"""`python -m knobel.server`: the server without the rest of the command line."""

import argparse
import sys

from knobel.errors import KnobelError
from knobel.server.logs import FORMATS
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
    parser.add_argument("--proxy", action="append", default=[], help="address or network of a reverse proxy before it")
    parser.add_argument("--metrics", help="show figures to Prometheus on this port, or HOST:PORT")
    parser.add_argument("--archive-after", type=int, help="days after which finished matches go into the archive")
    parser.add_argument("--log-format", choices=FORMATS, default="text")
    given = parser.parse_args(arguments)
    options = Options(
        host=given.host,
        port=given.port,
        db=given.db,
        browser=not given.no_browser,
        bot_pause=given.bot_pause,
        allow_hosts=tuple(given.allow_host),
        local_owner=not given.no_local_owner,
        proxies=tuple(given.proxy),
        metrics=given.metrics,
        archive_after=given.archive_after,
        log_format=given.log_format,
    )
    try:
        serve(options)
    except (KnobelError, OSError) as error:
        sys.exit(f"knobel: {error}")


if __name__ == "__main__":
    main()
