"""A game of a grid, as Number UP is: nine cells."""

from knobel.rules.core import Kind, Spec
from knobel.rules.lines import GridPlan
from knobel.rules.numberup import NumberUp


def build(spec: Spec) -> NumberUp:
    return NumberUp(GridPlan(size=3, colours=3, numbers=4), spec=spec)


KIND = Kind("toy_grid", build)
WORDS = {
    "de": {"games": {"toy_grid": {"name": "Neun Felder", "tagline": "Drei mal drei."}}},
    "en": {"games": {"toy_grid": {"name": "Nine cells", "tagline": "Three by three."}}},
}
