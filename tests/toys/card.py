"""A score card: three dice, three boxes."""

from knobel.rules.boxes import D6, Box, Sheet
from knobel.rules.combinations import Same, Total
from knobel.rules.core import Kind, Spec
from knobel.rules.sheetgame import SheetGame

SHEET = Sheet(
    key="toy_card",
    dice=(D6,) * 3,
    boxes=(
        Box("toy_pair", Total(), Same(2)),
        Box("three_kind", Total(), Same(3)),
        Box("chance", Total()),
    ),
)


def build(spec: Spec) -> SheetGame:
    return SheetGame(SHEET, spec=spec)


KIND = Kind("toy_card", build)
WORDS = {
    "de": {
        "games": {"toy_card": {"name": "Zettelchen", "tagline": "Drei Würfel"}},
        "boxes": {"toy_pair": "Zweierlei"},
    },
    "en": {"games": {"toy_card": {"name": "Slip", "tagline": "Three dice"}}, "boxes": {"toy_pair": "Two alike"}},
}
