"""The command line: `knobel`. Commands live in modules of their own, listed in `app.COMMANDS`."""

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words == ["--version"]:  # the one answer that needs nothing loaded
        from knobel import __version__

        print(f"knobel {__version__}")
        return 0
    from knobel.cli.app import run

    return run(words)
