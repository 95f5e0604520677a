"""`knobel games`: what can be played."""

import typer

from knobel.cli.options import Json, Lang


def register(app: typer.Typer) -> None:
    app.command("games")(games)


def games(lang: Lang = None, json: Json = False) -> None:
    from knobel.cli.common import as_json, words_of
    from knobel.rules import GAMES

    words = words_of(lang)
    listed = []
    for kind in GAMES:
        game = kind.game()
        listed.append(
            {
                "key": kind.key,
                "name": game.name.say(words.lang),
                "about": words(f"games.{kind.key}.tagline"),
                "players": list(game.players),
                "levels": list(kind.levels()),
                "house_rules": list(kind.house_rules),
                "classic": kind.classic,
            }
        )
    if json:
        print(as_json({"games": listed}))
        return
    width = max(len(str(entry["key"])) for entry in listed)
    for entry in listed:
        print(f"{entry['key']:<{width}}  {entry['name']}: {entry['about']}")
