"""How results are spread under exact play, for statistics: `python -m tools.exact_play` writes what the package ships.

Where the whole distribution can be had it is exact (some CPU minutes for all of them); Extreme, Kniffel 7 and Maxi
Yatzy are taken from the simulated games of exact play that `bench.strategy` has kept in docs/solver.
"""

import json
import sys
from pathlib import Path
from typing import Any

from knobel.rules import digest, find
from knobel.rules.sheetgame import SheetGame

EXACT = ("kniffel", "kniffel+kniffel_after_strike", "yahtzee", "yahtzee+free_joker", "yatzy")
SIMULATED = ("extreme", "seven", "maxi_yatzy")
ROOT = Path(__file__).parents[1]
FILE = ROOT / "src" / "knobel" / "coach" / "data" / "exact_play.json"
DIGITS = 7  # of a probability


def exact(spec: str) -> dict[str, Any]:
    from knobel.solver.arrays.position import CardPosition
    from knobel.solver.objectives.aims import distribution

    game = find(spec)
    assert isinstance(game, SheetGame)
    chances = [round(float(each), DIGITS) for each in distribution(game.sheet, CardPosition.start(game.sheet))]
    least = next(points for points, chance in enumerate(chances) if chance)
    most = max(points for points, chance in enumerate(chances) if chance)
    return {"spec": spec, "digest": digest(game), "games": None, "least": least, "shares": chances[least : most + 1]}


def simulated(spec: str) -> dict[str, Any]:
    kept = json.loads((ROOT / "docs" / "solver" / f"{spec}.json").read_text(encoding="utf-8"))
    points = {int(each): count for each, count in kept["points"].items()}
    least, most, games = min(points), max(points), kept["games"]
    shares = [round(points.get(each, 0) / games, DIGITS) for each in range(least, most + 1)]
    return {"spec": spec, "digest": kept["digest"], "games": games, "least": least, "shares": shares}


def main() -> None:
    found = [*map(exact, EXACT), *map(simulated, SIMULATED)]
    lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in found)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(FILE, FILE.stat().st_size, file=sys.stderr)


if __name__ == "__main__":
    main()
