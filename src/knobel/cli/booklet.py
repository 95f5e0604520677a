"""`knobel booklet`: the levels of a game that has them."""

from typing import TYPE_CHECKING, Any

import typer

from knobel.cli.options import GameName, Json, Lang, Level

if TYPE_CHECKING:
    from knobel.rules.booklets import Level as BookletLevel


def register(app: typer.Typer) -> None:
    app.command("booklet")(booklet)


def booklet(game: GameName, level: Level = None, lang: Lang = None, json: Json = False) -> None:
    from knobel.cli.common import as_json, game_of, words_of
    from knobel.cli.failures import NoBooklet
    from knobel.rules import GAMES
    from knobel.rules.booklets import MEDALS
    from knobel.rules.booklets import booklet as booklet_of

    words = words_of(lang)
    found = game_of(game)
    if found.spec.level is None:
        raise NoBooklet(game=found.name, games=[kind.key for kind in GAMES if kind.levels()])
    if level is not None:
        game_of(game, level)  # refuses a level that is not there
    chapters: list[dict[str, Any]] = []
    for chapter in booklet_of(found.spec.key).chapters:
        levels = [_level(entry, words.lang) for entry in chapter.levels if level in (None, entry.number)]
        if levels:
            chapters.append({"number": chapter.number, "name": chapter.name.say(words.lang), "levels": levels})
    if json:
        print(as_json({"game": found.spec.key, "chapters": chapters}))
        return
    print(found.name.say(words.lang))
    for shown in chapters:
        print(f"\n{words('cli.booklet.chapter', n=shown['number'], name=shown['name'])}")
        for entry in shown["levels"]:
            medals = zip(MEDALS, entry["medals"], strict=True)
            print(f"\n  {entry['number']:>2}  {entry['name']}\n      {entry['rule']}")
            print("      " + " · ".join(f"{words(f'medals.{name}')} {at}" for name, at in medals))


def _level(level: "BookletLevel", lang: str) -> dict[str, Any]:
    return {
        "number": level.number,
        "name": level.name.say(lang),
        "rule": level.rule.say(lang),
        "medals": list(level.medals),
    }
