"""`knobel trainer`: positions in which good-looking moves are wrong."""

from typing import Annotated

import typer

from knobel.cli.options import Json, Lang


def register(app: typer.Typer) -> None:
    app.command("trainer")(trainer)


def trainer(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(metavar="GAME", show_default=False)] = None,
    player: Annotated[str | None, typer.Option("--player", metavar="NAME", show_default=False)] = None,
    plain: Annotated[bool, typer.Option("--plain", show_default=False)] = False,
    no_color: Annotated[bool, typer.Option("--no-color", show_default=False)] = False,
    lang: Lang = None,
    json: Json = False,
) -> None:
    from knobel.cli.common import as_json, game_of, words_of
    from knobel.coach.trainer import puzzles
    from knobel.storage.remembered import kept_people, remember_people
    from knobel.terminal.console import Terminal
    from knobel.terminal.opening import seat_of
    from knobel.terminal.trainer import TrainerSitting, trainer_as_data, trainer_page, visit

    words = words_of(lang)
    seat = seat_of(player, words, kept_people())
    before = context.parent.params if context.parent else {}  # `knobel --plain trainer` means the same
    terminal = Terminal(plain=plain or before["plain"], no_color=no_color or before["no_color"], aside=json)
    key = None if game is None else game_of(game).spec.key
    if key is not None:
        puzzles(key)  # says which games can be trained, if this one cannot
    asks = key is None and terminal.interactive and not json
    if player is not None and (key is not None or asks):
        remember_people([seat])
    if key is not None:
        TrainerSitting(key, seat.name, terminal, words).train()
    if json:
        print(as_json({"person": seat.name, "games": trainer_as_data(seat.name)}))
    elif asks:
        visit(seat.name, terminal, words)
    elif key is None:
        terminal.show([*trainer_page(seat.name, words), words("terminal.trainer.how")])
