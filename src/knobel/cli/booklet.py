"""`knobel booklet`: chapters, levels, rules, medals, and what is written there."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import typer

from knobel.cli.options import GameName, Json, Lang, Level
from knobel.match.results import Result
from knobel.rules.booklets import Chapter
from knobel.rules.booklets import Level as BookletLevel
from knobel.words import Words


def register(app: typer.Typer) -> None:
    app.command("booklet")(booklet)


def booklet(game: GameName, level: Level = None, lang: Lang = None, json: Json = False) -> None:
    from knobel.cli.common import as_json, game_of, words_of
    from knobel.cli.failures import NoBooklet
    from knobel.rules import GAMES
    from knobel.rules.booklets import booklet as booklet_of
    from knobel.storage.saves import kept_results

    words = words_of(lang)
    found = game_of(game)
    if found.spec.level is None:
        raise NoBooklet(game=found.name, games=[kind.key for kind in GAMES if kind.levels()])
    if level is not None:
        game_of(game, level)  # refuses a level that is not there
    key = found.spec.key
    results = kept_results(key)
    chapters = [
        _chapter(chapter, [one for one in chapter.levels if level in (None, one.number)], results, words.lang)
        for chapter in booklet_of(key).chapters
    ]
    chapters = [chapter for chapter in chapters if chapter["levels"]]
    if json:
        print(as_json({"game": key, "chapters": chapters}))
        return
    print(found.name.say(words.lang))
    for chapter in chapters:
        print("\n".join(_page(chapter, words, whole=level is not None)))


def _chapter(chapter: Chapter, levels: Sequence[BookletLevel], results: Sequence[Result], lang: str) -> Any:
    from knobel.match.results import Standing, chapter_medals
    from knobel.rules.booklets import booklet as booklet_of

    book = booklet_of(chapter.levels[0].game)
    sums = {person: column.sum(chapter) for person, column in Standing.of_all(book, results).items()}
    return {
        "number": chapter.number,
        "name": chapter.name.say(lang),
        "medals": list(chapter_medals(chapter)),
        "of": len(chapter.levels),
        "sums": {
            person: {"points": one.points, "played": one.played, "medal": one.medal}
            for person, one in sums.items()
            if one.played
        },
        "levels": [_level(level, [one for one in results if one.level == level.number], lang) for level in levels],
    }


def _level(level: BookletLevel, results: Sequence[Result], lang: str) -> dict[str, Any]:
    from knobel.bots.calibration.medals import beside_printed, reached

    return {
        "number": level.number,
        "name": level.name.say(lang),
        "idea": level.idea.say(lang),
        "rule": level.rule.say(lang),
        "preparation": level.preparation.say(lang),
        "medals": list(level.medals),
        "measured": beside_printed(level.game, level.number),
        "version": level.version,
        "reached": reached(level.game, level.number),
        "results": [
            {
                "person": result.person,
                "points": result.points,
                "medal": result.best_medal,
                "date": datetime.fromtimestamp(result.stamp, UTC).date().isoformat(),
                "by_hand": result.by_hand,
                "hinted": result.hinted,
                "version": result.version,
                "counts": result.counts,
            }
            for result in results
        ],
    }


def _page(chapter: Any, words: Words, *, whole: bool) -> Iterator[str]:
    """A chapter in lines; with `whole`, all that stands on the page of a level."""
    yield f"\n{words('cli.booklet.chapter', n=chapter['number'], name=chapter['name'])}"
    yield f"  {_medals(chapter['medals'], words)}"
    for person, one in chapter["sums"].items():
        parts = {"who": person, "points": one["points"], "played": one["played"], "of": chapter["of"]}
        yield f"  {words('cli.booklet.sum', **parts)}{_won(one, words)}"
    for level in chapter["levels"]:
        yield f"\n  {level['number']:>2}  {level['name']}"
        yield f"      {level['idea']}"
        if whole:
            yield f"      {words('cli.booklet.preparation', text=level['preparation'])}"
            yield f"      {words('cli.booklet.rule', text=level['rule'])}"
        yield f"      {_medals(level['medals'], words)}"
        if whole:
            yield from _reached(level, words)
            yield from _all_results(level, words)
        else:
            yield from _best_results(level, words)


def _medals(medals: Sequence[int], words: Words) -> str:
    from knobel.rules.booklets import MEDALS

    return " · ".join(f"{words(f'medals.{name}')} {at}" for name, at in zip(MEDALS, medals, strict=True))


def _best_results(level: Any, words: Words) -> Iterator[str]:
    best: dict[str, Any] = {}
    for result in level["results"]:
        if result["counts"] and result["points"] > best.get(result["person"], {"points": 0})["points"]:
            best[result["person"]] = result
    if best:
        yield "      " + " · ".join(f"{person}: {_points(one, words)}" for person, one in best.items())


def _reached(level: Any, words: Words) -> Iterator[str]:
    """How often the computer's players earn each medal."""
    for bot, shares in level["reached"].items():
        earned = (f"{words(f'medals.{medal}')} {share:.0%}" for medal, share in shares.items())
        yield f"      {words(f'bots.{bot}.name')}: {' · '.join(earned)}"
    if level["measured"]:
        yield f"      {words('cli.booklet.measured', medals=_medals(level['measured'], words))}"


def _all_results(level: Any, words: Words) -> Iterator[str]:
    for result in level["results"]:
        remarks = [words("cli.booklet.by_hand")] if result["by_hand"] else []
        remarks += [words("cli.booklet.hinted")] if result["hinted"] else []
        remarks += [] if result["counts"] else [words("cli.booklet.version", n=result["version"])]
        remark = f" ({', '.join(remarks)})" if remarks else ""
        yield f"      {result['date']}  {result['person']}: {_points(result, words)}{remark}"


def _points(result: Any, words: Words) -> str:
    return f"{result['points']}{_won(result, words)}"


def _won(line: Any, words: Words) -> str:
    medal = line["medal"]
    return f", {words(f'medals.{medal}')}" if medal else ""
