"""The application: its commands, and one place where everything that goes wrong becomes a sentence.

A command is a module of its own, named in `COMMANDS`; its function `register(app)` adds it; what it needs
beyond typer it imports when it runs.
"""

import io
import os
import sys
import tempfile
import traceback
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer
from typer._click.exceptions import ClickException

from knobel import __version__
from knobel.cli import failures, usage
from knobel.cli.common import ASKED, as_json, asked_for, words_of
from knobel.cli.options import Lang
from knobel.errors import KnobelError
from knobel.words import Words

COMMANDS = (
    "play", "day", "trainer", "learn", "score", "booklet", "games", "verify", "simulate", "ladder", "train",
    "calibrate", "solve", "compare", "value", "advise", "review", "statistics", "serve", "pocket", "db",
)  # fmt: skip


def build() -> typer.Typer:
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)

    @app.callback(invoke_without_command=True)
    def without_command(
        context: typer.Context,
        lang: Lang = None,
        plain: Annotated[bool, typer.Option("--plain")] = False,
        no_color: Annotated[bool, typer.Option("--no-color")] = False,
        version: Annotated[bool, typer.Option("--version")] = False,
    ) -> None:
        if version:
            print(f"knobel {__version__}")
            raise typer.Exit
        if context.invoked_subcommand is not None:
            return
        if plain or no_color:  # wishes for the terminal
            from knobel.terminal.console import Terminal
            from knobel.terminal.picker import pick_and_play

            pick_and_play(words_of(lang), Terminal(plain=plain, no_color=no_color))
        else:
            from knobel.server.run import Options, serve

            serve(Options())

    for name in COMMANDS:
        import_module(f"knobel.cli.{name}").register(app)
    return app


def run(argv: Sequence[str]) -> int:
    """Run a command; whatever happens ends as an exit code and at most one sentence."""
    words = Words(asked_for(argv))
    ASKED.set(words.lang)
    as_data = "--json" in argv
    _forgive_encodings()
    try:
        command = typer.main.get_command(build())
        usage.explain(command, words)
        result = command.main(args=list(argv), prog_name="knobel", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else failures.OK
    except KnobelError as error:
        return _refuse(error, words, as_data)
    except ClickException as error:
        return _refuse(failures.BadUsage(problem=usage.problem(error, command, words)), words, as_data)
    except (KeyboardInterrupt, typer.Abort):
        return failures.INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody listens any more
        return failures.FAILED
    except OSError as error:
        return _no_file(error, argv, words, as_data)
    except Exception as error:  # a fault of ours: the player gets a sentence, we get the traceback
        return _crashed(error, argv, words, as_data)


def _no_file(error: OSError, argv: Sequence[str], words: Words, as_data: bool) -> int:
    """A file or folder that the system refuses, anywhere below, is no fault of ours: say which, and why."""
    from knobel.storage.errors import file_refused

    if not isinstance(error.filename, str):
        return _crashed(error, argv, words, as_data)
    return _refuse(file_refused(error, Path(error.filename)), words, as_data)


def _crashed(error: Exception, argv: Sequence[str], words: Words, as_data: bool) -> int:
    _say(words("cli.crash", file=_report(error, argv)), "cli/crash", as_data)
    return failures.CRASHED


def _refuse(error: KnobelError, words: Words, as_data: bool) -> int:
    _say(error.say(words.lang), error.code, as_data)
    return failures.exit_code(error)


def _say(sentence: str, code: str, as_data: bool) -> None:
    if as_data:
        print(as_json({"error": sentence, "code": code}))
    else:
        print(f"knobel: {sentence}", file=sys.stderr)


def _forgive_encodings() -> None:
    """Odd bytes in, or characters the terminal lacks, are no reason to fall over."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _report(error: Exception, argv: Sequence[str]) -> Path:
    """Write what happened to a file a player can send."""
    details = "".join(traceback.format_exception(error))
    content = f"knobel {__version__}\npython {sys.version}\narguments {list(argv)}\n\n{details}"
    handle, name = tempfile.mkstemp(prefix="knobel-report-", suffix=".txt", text=True)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(content)
    return Path(name)
