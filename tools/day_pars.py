"""Writes src/knobel/coach/day_pars.txt: par of every day, as the best player plays it. `python -m tools.day_pars`.

Days that are in the table, played by the rules of today, stay as they are unless `--anew` is said. It can be stopped at
any time and goes on where it was.
"""

import sys
from datetime import date, timedelta
from pathlib import Path

from knobel.coach.par import TABLE, mark, play_par
from knobel.match.day import FIRST_DAY, PARTS, DayGame

TARGET = Path(__file__).parents[1] / "src" / "knobel" / "coach" / TABLE
LAST_DAY = date(2028, 12, 31)
_HEAD = "# Par of the games of the day: the date, then for Kniffel and for the level the rules and the points.\n"


def line(day: date) -> str:
    played = (DayGame(day, part) for part in PARTS)
    return f"{day} " + " ".join(f"{mark(game)} {play_par(game)}" for game in played)


def is_of_today(old: str, day: date) -> bool:
    return old.split()[1::2] == [mark(DayGame(day, part)) for part in PARTS]


def main(target: Path = TARGET) -> None:
    anew = "--anew" in sys.argv
    found = target.read_text(encoding="utf-8").splitlines() if target.exists() and not anew else []
    known = {each.split()[0]: each for each in found if not each.startswith("#")}
    day = FIRST_DAY
    while day <= LAST_DAY:
        old = known.get(str(day))
        if old is None or not is_of_today(old, day):
            known[str(day)] = line(day)
            target.write_text(_HEAD + "".join(f"{known[name]}\n" for name in sorted(known)), encoding="utf-8")
        day += timedelta(days=1)


if __name__ == "__main__":
    main()
