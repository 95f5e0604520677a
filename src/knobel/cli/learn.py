"""`knobel learn`: a game's first two minutes, step by step."""

from typing import Annotated

import typer

from knobel.cli.options import GameName, Json, Lang


def register(app: typer.Typer) -> None:
    app.command("learn")(learn)


def learn(
    context: typer.Context,
    game: GameName,
    plain: Annotated[bool, typer.Option("--plain", show_default=False)] = False,
    no_color: Annotated[bool, typer.Option("--no-color", show_default=False)] = False,
    lang: Lang = None,
    json: Json = False,
) -> None:
    from knobel.cli.common import as_json, game_of, words_of
    from knobel.terminal import lesson
    from knobel.terminal.console import Terminal

    words, chosen = words_of(lang), game_of(game)
    before = context.parent.params if context.parent else {}  # `knobel --plain learn …` means the same
    terminal = Terminal(plain=plain or before["plain"], no_color=no_color or before["no_color"], aside=json)
    if json:
        print(as_json({"game": chosen.spec.key, "done": lesson.learn(chosen, terminal, words)}))
    else:
        lesson.learn_and_play(chosen, terminal, words)
