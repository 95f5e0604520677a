"""The ladder of docs/players.md, written from what was measured and is kept with the package."""

from knobel.bots import ladder
from knobel.words import say


def table(game: str) -> str:
    lines = ["| strength | games | mean points | lost a decision |", "|---|---|---|---|"]
    for rung in ladder.stored(game):
        name = f"{say('en', f'bots.{rung.bot}.name')} (`{rung.bot}`)"
        lines.append(f"| {name} | {rung.games:,} | {rung.mean:.2f} ± {rung.sem:.2f} | {rung.loss:.3f} |")
    return "\n".join(lines) + "\n"
