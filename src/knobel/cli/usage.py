"""What the command line says about itself in the reader's language: its help, and why a call cannot be understood.

Help texts are looked up in the catalogue under `cli.help.COMMAND` and `cli.help.COMMAND_OPTION` (or
`cli.help.any_OPTION` for those that several commands share). The pages are laid out here, because typer's own have
English headings.
"""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import partial
from typing import Any

from typer._click.core import Context
from typer._click.exceptions import BadOptionUsage, BadParameter, ClickException, MissingParameter, NoSuchOption

from knobel.words import Text, Words, text


def explain(command: Any, words: Words, name: str = "knobel") -> None:
    """Give a command, its options and the commands below it their help in the reader's language."""
    command.help = words(f"cli.help.{name}")
    command.get_help = partial(page, command, words=words)
    for param in command.params:
        for key in (f"cli.help.{name}_{param.name}", f"cli.help.any_{param.name}"):
            if words.has(key):
                param.help = words(key)
                break
    for below, sub in getattr(command, "commands", {}).items():
        explain(sub, words, below)


def page(command: Any, context: Context, words: Words) -> str:
    """The help of a command."""
    commands = getattr(command, "commands", {})
    arguments = [param for param in command.params if param.param_type_name == "argument"]
    options = [param for param in command.params if param.param_type_name == "option" and not param.hidden]
    pieces = [f"[{words('cli.page.option')}]"]
    pieces += [_metavar(one, words) if one.required else f"[{_metavar(one, words)}]" for one in arguments]
    pieces += [words("cli.page.command"), "…"] if commands else []
    formatter = context.make_formatter()
    formatter.write_usage(context.command_path, " ".join(pieces), prefix=f"{words('cli.page.usage')}: ")
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text(command.help)
    for heading, rows in (
        ("arguments", [(_metavar(one, words), one.help) for one in arguments]),
        ("options", [*(_option(one, context, words) for one in options), ("--help", words("cli.help.any_help"))]),
        ("commands", [(name, sub.help) for name, sub in commands.items()]),
    ):
        if rows:
            with formatter.section(words(f"cli.page.{heading}")):
                formatter.write_dl(rows)
    return str(formatter.getvalue()).rstrip("\n")


def _option(param: Any, context: Context, words: Words) -> tuple[str, str]:
    name = ", ".join(param.opts) + ("" if param.is_flag else f" {_metavar(param, words)}")
    default = param.get_default(context)
    shown = param.show_default and not param.is_flag and default is not None
    return name, f"{param.help}  [{words('cli.page.default', value=default)}]" if shown else param.help


def _metavar(param: Any, words: Words) -> str:
    """What stands for the value, its words translated: `ID|FILE` → `ID|DATEI`."""

    def said(word: re.Match[str]) -> str:
        key = f"cli.metavar.{word[0].lower()}"
        return words(key) if words.has(key) else word[0]

    return re.sub(r"[A-Z]{3,}", said, param.metavar or (param.name or "").upper())


def problem(error: ClickException, command: Any, words: Words) -> Text:
    """Why the call was refused."""
    match error:
        case NoSuchOption():
            near = get_close_matches(error.option_name, error.possibilities or [], n=2)
            return text("cli.usage.option_near" if near else "cli.usage.option", name=error.option_name, near=near)
        case BadOptionUsage():
            flag = any(error.option_name in param.opts for param in _flags(command))
            return text("cli.usage.flag" if flag else "cli.usage.no_value", name=error.option_name)
        case MissingParameter() if error.param is not None:
            return text("cli.usage.missing", name=_metavar(error.param, words))
        case BadParameter() if error.param is not None:  # the only values typer checks are numbers
            param: Any = error.param
            least, most = param.min, param.max
            key = "number" if least is None else "number_least" if most is None else "number_range"
            return text(f"cli.usage.{key}", name=param.opts[0], least=least, most=most)
    quoted = re.search(r"'(.*?)'", error.message) if error.message.startswith("No such command") else None
    if quoted:
        near = get_close_matches(quoted[1], command.commands, n=2)
        return text("cli.usage.command_near" if near else "cli.usage.command", name=quoted[1][:40], near=near)
    extra = re.search(r" \((.*)\)$", error.message)  # the one refusal that is left: more words than places for them
    return text("cli.usage.extra", words=extra[1][:60] if extra else "")


def _flags(command: Any) -> Iterator[Any]:
    """The options, of all commands, that stand alone."""
    for each in (command, *command.commands.values()):
        yield from (param for param in each.params if param.param_type_name == "option" and param.is_flag)
