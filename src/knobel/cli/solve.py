"""`knobel solve`: exact values of every position of a score card, as a table that is kept.

The room `solver` loads a compiler, so it is imported when the command runs, not when the command line is read.
"""

from typing import Annotated, Any

import typer

from knobel.cli.options import Json, Lang, Rules
from knobel.words import Words


def register(app: typer.Typer) -> None:
    app.command("solve")(solve)


def solve(
    game: Annotated[str | None, typer.Argument(metavar="GAME", show_default=False)] = None,
    rule: Rules = None,
    threads: Annotated[int | None, typer.Option("--threads", metavar="N", min=1, show_default=False)] = None,
    memory: Annotated[int | None, typer.Option("--memory", metavar="MB", min=1, show_default=False)] = None,
    cluster: Annotated[str | None, typer.Option("--cluster", metavar="ADDRESS", show_default=False)] = None,
    show: Annotated[bool, typer.Option("--list", show_default=False)] = False,
    delete: Annotated[str | None, typer.Option("--delete", metavar="TABLE", show_default=False)] = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    from knobel.cli.common import as_json, card_of, words_of
    from knobel.solver.induction import tables
    from knobel.terminal.bars import bar

    words = words_of(lang)
    if delete is not None:
        tables.delete(delete)
        print(as_json({"deleted": delete}) if json else words("solve.deleted", path=delete))
    elif show or game is None:
        _list(tables.contents(), words, as_data=json)
    else:
        card = card_of(game, rule)
        with bar(hidden=json) as update:

            def report(state: Any) -> None:
                update(words("solve.layer", layer=state.layer), state.done, state.work)

            limit = memory << 20 if memory else None
            solved = tables.solve(card, threads=threads, memory=limit, cluster=cluster, report=report)
        facts = {
            "game": str(card.spec),
            "value": solved.value,
            "states": solved.states,
            "seconds": solved.seconds,
            "cpu_seconds": solved.cpu_seconds,
            "table": solved.folder,
        }
        shown = {**facts, "value": f"{facts['value']:.6f}", "seconds": f"{facts['seconds']:.1f}"}
        print(as_json(facts) if json else words("solve.value", **shown))


def _list(tables: list[dict[str, Any]], words: Words, *, as_data: bool) -> None:
    from knobel.cli.common import as_json

    if as_data:
        print(as_json({"tables": tables}))
        return
    for table in tables:
        finished = table["value"] is not None
        print(table["table"], words("solve.finished" if finished else "solve.unfinished", **table), sep="  ")
    if not tables:
        print(words("solve.none"))
