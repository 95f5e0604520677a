"""docs/booklets/calibration.md and its pictures, written from the spreads that are stored with the package."""

from collections.abc import Iterator
from pathlib import Path

from knobel.bots import LEARNED
from knobel.bots.calibration import medals
from knobel.bots.calibration.charts import charts
from knobel.bots.calibration.histograms import PLAYERS, stored
from knobel.bots.calibration.medals import PRINTED, proposal, reached
from knobel.rules.booklets import MEDALS, booklet, level_numbers
from knobel.words import say

HEAD = """# Medals, measured

Written by `make docs` from the spreads in `src/knobel/bots/calibration/data`; `knobel calibrate GAME` plays them again.

Every level has been played {games:,} times by each of four players: *random*, *beginner* (greedy, overlooks things),
*solid* (a hand-made evaluation, one step ahead) and *strong* (a learned evaluation, here without its look ahead).
One rule turns what they reached into medals, for all levels of both games:

- **gold** is what strong reaches in about a third of its games,
- **bronze** is what solid reaches in about four fifths of its games, and a beginner in at least a quarter,
- **silver** lies half-way between them,

rounded to multiples of 10, 5, 2 or 1, the roundest that keeps gold between {gold[0]:.0%} and {gold[1]:.0%} for strong
and below {most_gold:.0%} for the beginner, and bronze between {bronze[0]:.0%} and {bronze[1]:.0%} for solid, or, where
that is too much for a beginner, between {least_bronze:.0%} and {most_bronze:.0%} for the beginner. So bronze is for
everybody who has understood a level, silver and gold are for those who play well. (Level 19 of Number UP pays in
steps of 20, so 20 is the least a medal can ask for there.)

Level 1 of each game keeps the medals of the printed booklet; they are soft, and what the rule would have set stands
beside them. The levels that come first after it, level 2 of For One – Kniffel and levels 2 to 5 of Number UP, leave
room between the medals: at least as many points as lie between the printed ones, 30 and 10.
"""


def table(game: str) -> Iterator[str]:
    yield (
        "| level | medals | mean points: "
        + " / ".join(PLAYERS)
        + " | gold: beginner / solid / strong | bronze: beginner / solid |"
    )
    yield "|---|---|---|---|---|"
    for number, found in stored(game).items():
        level, shares = booklet(game).level(number), reached(game, number)
        asked = " / ".join(map(str, level.medals))
        if number == PRINTED:
            asked += " (rule: " + " / ".join(map(str, proposal(found.histograms))) + ")"
        means = " / ".join(f"{found.histograms[bot].mean:.1f}" for bot in PLAYERS)
        gold = " / ".join(f"{shares[bot][MEDALS[-1]]:.0%}" for bot in PLAYERS[1:])
        bronze = " / ".join(f"{shares[bot][MEDALS[0]]:.0%}" for bot in ("beginner", "solid"))
        yield f"| {number} {level.name.say('en')} | {asked} | {means} | {gold} | {bronze} |"


def documents(folder: Path) -> Iterator[tuple[Path, str]]:
    games = min(each.games for game in LEARNED for found in stored(game).values() for each in found.histograms.values())
    head = HEAD.format(
        games=games,
        gold=medals.GOLD_RANGE,
        most_gold=medals.MOST_GOLD_BY_BEGINNER,
        bronze=medals.BRONZE_RANGE,
        least_bronze=medals.BRONZE_BY_BEGINNER,
        most_bronze=medals.MOST_BRONZE_BY_BEGINNER,
    )
    lines = [head]
    for game in LEARNED:
        lines += [f"## {say('en', f'games.{game}.name')}", "", *table(game), ""]
        if unmeasured := [str(number) for number in level_numbers(game) if number not in stored(game)]:
            lines += [f"Not measured yet, their medals are provisional: levels {', '.join(unmeasured)}.", ""]
        for name, picture in charts(game):
            yield folder / name, picture
            lines += [f"![Spreads of the levels of this chapter]({name})", ""]
    yield folder / "calibration.md", "\n".join(lines).rstrip("\n") + "\n"
