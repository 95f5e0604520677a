"""The histograms of a chapter as one picture: a panel a level, a hill a player, a line a medal. Plain SVG."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from knobel.bots.calibration.histograms import PLAYERS, Calibration, Histogram, stored
from knobel.rules.booklets import MEDALS, Chapter, Level, booklet

WIDTH, HEIGHT, GAP, HEAD, LEGEND = 300, 130, 20, 22, 26
HUES = {"random": "#8a8f98", "beginner": "#3b82c4", "solid": "#2f9e62", "strong": "#c2571a"}
METALS = {"bronze": "#a9713c", "silver": "#8d97a3", "gold": "#c9a227"}
BINS = 60


def chart(game: str, chapter: Chapter, lang: str = "en") -> str:
    """The levels of a chapter that have been played, as an SVG picture."""
    levels = [level for level in chapter.levels if level.number in stored(game)]
    rows = -(-len(levels) // 2)
    width, height = 2 * WIDTH + 3 * GAP, LEGEND + rows * (HEIGHT + HEAD + GAP)
    parts = [*_legend()]
    for i, level in enumerate(levels):
        left = GAP + i % 2 * (WIDTH + GAP)
        top = LEGEND + i // 2 * (HEIGHT + HEAD + GAP)
        parts += [f'<g transform="translate({left} {top})">', *_panel(level, stored(game)[level.number], lang), "</g>"]
    return picture(width, height, parts)


def picture(width: int, height: int, parts: Iterable[str]) -> str:
    """An SVG file of some parts."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
        ' font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="#fdfcf8"/>',
    )
    return "\n".join((*head, *parts, "</svg>")) + "\n"


def hill(shares: Sequence[float], tallest: float, step: float, hue: str) -> str:
    """A histogram as steps of equal width; the tallest of all beside it reaches the top of the panel."""
    path = "".join(f"V{HEIGHT * (1 - share / tallest):.1f}H{(i + 1) * step:.1f}" for i, share in enumerate(shares))
    return f'<path d="M0 {HEIGHT}{path}V{HEIGHT}Z" fill="{hue}" fill-opacity=".35" stroke="{hue}"/>'


def _legend() -> Iterator[str]:
    for i, (name, hue) in enumerate((HUES | METALS).items()):
        x = GAP + 88 * i
        yield f'<rect x="{x}" y="9" width="10" height="10" fill="{hue}"/><text x="{x + 14}" y="18">{name}</text>'


def _panel(level: Level, found: Calibration, lang: str) -> Iterator[str]:
    low = min(each.least for each in found.histograms.values())
    high = max(each.most for each in found.histograms.values())
    step = max(1, -(-(high - low + 1) // BINS))
    hills = {bot: list(_shares(found.histograms[bot], low, high, step)) for bot in PLAYERS}
    tallest = max(share for shares in hills.values() for share in shares)
    scale = WIDTH / (high - low + step)

    def across(points: float) -> float:
        return (points - low) * scale

    yield f'<text y="14" font-weight="bold">{level.number} · {escape(level.name.say(lang))}</text>'
    yield f'<g transform="translate(0 {HEAD})">'
    for bot, shares in hills.items():
        yield hill(shares, tallest, step * scale, HUES[bot])
    for name, at in zip(MEDALS, level.medals, strict=True):
        x = across(min(max(at, low), high + 1))
        yield f'<path d="M{x:.1f} 0V{HEIGHT}" stroke="{METALS[name]}" stroke-width="2"/>'
        yield f'<text x="{x:.1f}" y="{HEIGHT + 12}" text-anchor="middle">{at}</text>'
    yield f'<path d="M0 {HEIGHT}H{WIDTH}" stroke="#333"/></g>'


def _shares(histogram: Histogram, low: int, high: int, step: int) -> Iterator[float]:
    """The share of games in each bin of `step` points."""
    for start in range(low, high + 1, step):
        yield histogram.reached(start) - histogram.reached(start + step)


def charts(game: str) -> Iterator[tuple[str, str]]:
    """Every chapter's picture of a game with its file name, as far as its levels have been played."""
    for chapter in booklet(game).chapters:
        if any(level.number in stored(game) for level in chapter.levels):
            yield f"{game}-{chapter.number}.svg", chart(game, chapter)
