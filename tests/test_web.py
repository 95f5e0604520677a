"""What the browser takes from the package: its types and its words."""

import re
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from web import write_types

WEB = Path(__file__).parents[1] / "web"


@pytest.mark.slow
def test_types_are_what_the_server_declares() -> None:
    assert write_types.TARGET.read_text(encoding="utf-8") == write_types.render(), "run `make types`"


# Machado, Oliveira, Fernandes 2009, full severity, on linear light.
SIGHT = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
APART = 15  # in CIELAB, where 2 to 3 is the least that can be seen


def linear(colour: str) -> list[float]:
    shares = (int(colour[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]


def lab(light: list[float]) -> tuple[float, float, float]:
    r, g, b = (min(1.0, max(0.0, share)) for share in light)
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("sight", SIGHT)
def test_card_colours_stay_apart(sight: str) -> None:
    css = (WEB / "src" / "app.css").read_text(encoding="utf-8")
    colours = dict(re.findall(r"\.suit-([a-h]) \{\s*fill: #([0-9a-f]{6})", css))
    assert len(colours) == 8
    seen = {
        suit: lab([sum(a * b for a, b in zip(row, linear(colour), strict=True)) for row in SIGHT[sight]])
        for suit, colour in colours.items()
    }
    for one, other in combinations(seen, 2):
        assert dist(seen[one], seen[other]) > APART, (one, other)
