"""The application: its commands, and one place where everything that goes wrong becomes a sentence.

A command module has a function `register(app)` that adds its commands, and is named in `COMMANDS`; what it needs
beyond typer it imports when it runs. Help texts are looked up in the catalogue under `cli.help.COMMAND` and
`cli.help.COMMAND_OPTION` (or `cli.help.any_OPTION` for those that several commands share).
"""

import io
import os
import sys
import tempfile
import traceback
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer._click.core import Context
from typer._click.exceptions import BadParameter, ClickException, MissingParameter, NoSuchOption

from knobel import __version__
from knobel.cli import failures
from knobel.cli.common import as_json
from knobel.cli.options import Lang
from knobel.cli.speech import ASKED, Words, asked_for
from knobel.errors import KnobelError
from knobel.words import Text, text

COMMANDS = ("play", "score", "booklet", "games", "verify", "simulate", "training", "calibrating", "solving", "serving")


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
            from knobel.cli.picker import pick_and_play

            pick_and_play(lang, plain=plain, no_color=no_color)
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
        _explain(command, words)
        result = command.main(args=list(argv), prog_name="knobel", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else failures.OK
    except KnobelError as error:
        return _refuse(error, words, as_data)
    except ClickException as error:
        return _refuse(failures.BadUsage(problem=_usage(error, command)), words, as_data)
    except (KeyboardInterrupt, typer.Abort):
        return failures.INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody listens any more
        return failures.FAILED
    except Exception as error:  # a fault of ours: the player gets a sentence, we get the traceback
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


def _usage(error: ClickException, command: Any) -> Text:
    """The refusal in our words, as far as it is one of the usual ones."""
    if isinstance(error, NoSuchOption):
        near = get_close_matches(error.option_name, error.possibilities or [], n=2)
        return text("cli.usage.option_near" if near else "cli.usage.option", name=error.option_name, near=near)
    if isinstance(error, MissingParameter) and error.param is not None:
        return text("cli.usage.missing", name=error.param.metavar or error.param.name or "")
    if isinstance(error, BadParameter) and error.param is not None:  # the only values typer checks are numbers
        return text("cli.usage.number", name=error.param.opts[0])
    if error.message.startswith("No such command"):
        name = error.message.split("'")[1] if "'" in error.message else ""
        near = get_close_matches(name, command.commands, n=2)
        return text("cli.usage.command_near" if near else "cli.usage.command", name=name[:40], near=near)
    return text("cli.usage.unclear", message=error.format_message().rstrip("."))


def _explain(command: Any, words: Words) -> None:
    """Give every command and option its help in the reader's language."""
    command.help = words("cli.help.knobel")
    _explain_options(command, "knobel", words)
    for name, sub in command.commands.items():
        sub.help = words(f"cli.help.{name}") if words.has(f"cli.help.{name}") else sub.help
        sub.short_help = sub.help
        _explain_options(sub, name, words)


def _explain_options(command: Any, name: str, words: Words) -> None:
    command.get_help_option(Context(command)).help = words("cli.help.any_help")
    for param in command.params:
        for key in (f"cli.help.{name}_{param.name}", f"cli.help.any_{param.name}"):
            if words.has(key):
                param.help = words(key)
                break


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
