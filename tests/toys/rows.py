"""A game of rows, as For One – Kniffel is: fewer dice, thrown by fours."""

from knobel.rules.core import Kind, Spec
from knobel.rules.forone import ForOne
from knobel.rules.foroneplan import RowsPlan


def build(spec: Spec) -> ForOne:
    return ForOne(RowsPlan(dice=12, thrown=4), spec=spec)


KIND = Kind("toy_rows", build)
WORDS = {
    "de": {"games": {"toy_rows": {"name": "Kurze Reihen", "tagline": "Zwölf Würfel."}}},
    "en": {"games": {"toy_rows": {"name": "Short rows", "tagline": "Twelve dice."}}},
}
