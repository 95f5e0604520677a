"""What exact play looks like, for docs/solver.md: tables and pictures of simulated games, from the figures stored in
docs/solver (`python -m bench.strategy GAME GAMES` plays them again)."""

import json
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from knobel.bots.calibration.charts import GAP, HEAD, HEIGHT, WIDTH, hill, picture
from knobel.rules import digest, find
from knobel.rules.boxes import Sheet
from knobel.rules.sheetgame import SheetGame
from knobel.words import say

FIGURES = Path(__file__).parents[1] / "docs" / "solver"
GAMES = ("kniffel", "extreme", "seven")
HUES = {"kniffel": "#3b82c4", "extreme": "#c2571a", "seven": "#2f9e62"}
BIN = 10  # points
BAR, LABEL = 13, 120


def figures(game: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FIGURES / f"{game}.json").read_text(encoding="utf-8"))
    assert found["digest"] == digest(find(game)), f"play {game} again, its rules have changed"
    return found


def sheet_of(game: str) -> Sheet:
    card = find(game)
    assert isinstance(card, SheetGame)
    return card.sheet


def names(game: str) -> dict[str, str]:
    return {box.key: box.name.say("en") for box in sheet_of(game).boxes}


def bonus_rates(sheet: Sheet, found: dict[str, Any]) -> Iterator[tuple[int, float]]:
    """How often each bonus is reached. The games count those with any; what more it brought is the higher one."""
    lower, *higher = sorted(sheet.bonuses, key=lambda bonus: bonus.at)
    yield lower.at, found["bonus_rate"]
    rest = found["mean"] - sum(found["box_points"].values()) - found["extra"] - lower.points * found["bonus_rate"]
    for bonus in higher:
        assert len(higher) == 1
        yield bonus.at, rest / bonus.points


def strategy(game: str) -> str:
    """How a game is played at its best, as a paragraph and a table."""
    found, sheet = figures(game), sheet_of(game)
    told = [
        f"{found['games']:,} games: mean {found['mean']:.2f} ± {found['sem']:.2f}",
        f"standard deviation {found['sd']:.2f}",
        *(f"bonus for {at} in {_percent(rate)} of the games" for at, rate in bonus_rates(sheet, found)),
    ]
    if found["extra"]:
        told.append(f"{found['extra']:.2f} extra points a game")
    if paid := sum(found["chips"]):
        told.append(f"{paid:.2f} chips paid, {sheet.chips - paid:.2f} left at the end")
    lines = [", ".join(told) + ".", "", "| box | mean points | struck |", "|---|---|---|"]
    lines += [
        f"| {name} | {found['box_points'][key]:.2f} | {_percent(found['struck'][key])} |"
        for key, name in names(game).items()
    ]
    return "\n".join(lines) + "\n"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def points_chart() -> str:
    """How the final points are spread, a panel a game."""
    parts = []
    for i, game in enumerate(GAMES):
        parts += [f'<g transform="translate({GAP} {i * (HEIGHT + HEAD + GAP)})">', *_points(game), "</g>"]
    return picture(2 * WIDTH + 2 * GAP, len(GAMES) * (HEIGHT + HEAD + GAP), parts)


def _points(game: str) -> Iterator[str]:
    found = figures(game)
    counts = {int(points): count for points, count in found["points"].items()}
    low, high = min(counts) // BIN * BIN, max(counts) // BIN * BIN + BIN
    shares = [
        sum(counts.get(points, 0) for points in range(start, start + BIN)) / found["games"]
        for start in range(low, high, BIN)
    ]
    step = 2 * WIDTH / len(shares)
    mean = (found["mean"] - low) / BIN * step
    yield f'<text y="14" font-weight="bold">{escape(say("en", f"games.{game}.name"))}: points at the end</text>'
    yield f'<g transform="translate(0 {HEAD})">'
    yield hill(shares, max(shares), step, HUES[game])
    yield f'<path d="M{mean:.1f} 0V{HEIGHT}" stroke="#333" stroke-dasharray="4 3"/>'
    for points in range(-(-low // 100) * 100, high, 100):
        yield f'<text x="{(points - low) / BIN * step:.1f}" y="{HEIGHT + 12}" text-anchor="middle">{points}</text>'
    yield f'<path d="M0 {HEIGHT}H{2 * WIDTH}" stroke="#333"/></g>'


def struck_chart() -> str:
    """How often each box is struck, a column of bars a game."""
    rows = max(len(names(game)) for game in GAMES)
    column = WIDTH + GAP
    parts = []
    for i, game in enumerate(GAMES):
        title = f"{say('en', f'games.{game}.name')}: struck in … % of the games"
        parts += [
            f'<g transform="translate({GAP + i * column} 0)">',
            f'<text y="14" font-weight="bold">{escape(title)}</text>',
        ]
        parts += _bars({name: figures(game)["struck"][key] for key, name in names(game).items()}, HUES[game])
        parts.append("</g>")
    return picture(GAP + len(GAMES) * column, HEAD + rows * BAR + GAP, parts)


def chips_chart() -> str:
    """When the chips of Extreme are paid."""
    paid = figures("extreme")["chips"]
    parts = [
        f'<g transform="translate({GAP} 0)">',
        '<text y="14" font-weight="bold">Chips paid per 100 games, by turn</text>',
    ]
    parts += [*_bars({f"turn {turn}": share for turn, share in enumerate(paid, 1)}, HUES["extreme"]), "</g>"]
    return picture(WIDTH + 2 * GAP, HEAD + len(paid) * BAR + GAP, parts)


def _bars(shares: dict[str, float], hue: str) -> Iterator[str]:
    longest = max(shares.values())
    for i, (name, share) in enumerate(shares.items()):
        y, length = HEAD + i * BAR, share / longest * (WIDTH - LABEL - 35)
        yield f'<text x="{LABEL - 5}" y="{y + 10}" text-anchor="end">{escape(name)}</text>'
        yield f'<rect x="{LABEL}" y="{y + 1}" width="{length:.1f}" height="{BAR - 2}" fill="{hue}" fill-opacity=".6"/>'
        yield f'<text x="{LABEL + length + 4:.1f}" y="{y + 10}">{100 * share:.1f}</text>'


def documents() -> Iterator[tuple[Path, str]]:
    yield FIGURES / "points.svg", points_chart()
    yield FIGURES / "struck.svg", struck_chart()
    yield FIGURES / "chips.svg", chips_chart()
