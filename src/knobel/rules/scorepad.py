"""What was written on a score card, in the order of writing: noted without dice, corrected, worked out anew.

An entry noted without dice is checked against what some roll could bring in that box on the card of that moment.
When an entry changes, all later ones are worked out anew, because a filled top box is what makes a repeated top roll
worth more: those with known dice from the dice, the others from their points.
"""

from collections.abc import Iterable, Sequence
from functools import cache

from knobel.errors import NoSuchEntry, PointsImpossible
from knobel.rules.boxes import Entry, Sheet
from knobel.rules.combinations import Roll, counted
from knobel.rules.core import Written

Boxes = tuple[int | None, ...]


def note(sheet: Sheet, boxes: Boxes, box: str, points: int, extra: int | None) -> Written:
    """The entry of these points; where the extra points are left open, the fewest that go with them."""
    index = find(sheet, box)
    if boxes[index] is not None:
        raise NoSuchEntry(box=sheet.boxes[index].name)
    return Written(box, points, _fitting(sheet, (boxes,), index, points, extra).extra, by_hand=True)


def correct(
    sheet: Sheet, written: Sequence[Written], new: Written, extra: int | None, *, strict: bool
) -> tuple[Written, ...]:
    """What stands on the card when the entry in the box of `new` is replaced by it, and all later ones follow.

    A later entry that cannot stand any more is refused; if not `strict`, it stays, as older releases let it.
    """
    index, at = find(sheet, new.box), next(i for i, entry in enumerate(written) if entry.box == new.box)
    before, later = written[:at], written[at + 1 :]
    boxes = filled(sheet, before)
    # Matches of older releases named extra points that the card of a later moment would have brought.
    whole = filled(sheet, (*before, *later))
    changed = new._replace(extra=_fitting(sheet, (boxes, whole), index, new.points, extra).extra)
    standing = [*before, changed]
    for entry in later:
        try:
            standing.append(_anew(sheet, filled(sheet, standing), entry))
        except PointsImpossible:
            if strict:
                raise
            standing.append(entry)
    return tuple(standing)


def filled(sheet: Sheet, written: Iterable[Written]) -> Boxes:
    points = {entry.box: entry.points for entry in written}
    return tuple(points.get(box.key) for box in sheet.boxes)


def find(sheet: Sheet, box: str) -> int:
    for index, candidate in enumerate(sheet.boxes):
        if candidate.key == box:
            return index
    raise NoSuchEntry(box=box[:40])


def _anew(sheet: Sheet, boxes: Boxes, entry: Written) -> Written:
    """The entry as this card gives it, now that something before it has changed."""
    index = find(sheet, entry.box)
    if entry.dice:
        found = sheet.entries(counted(entry.dice), boxes).get(index)
        if found is None:  # a joker that now has to go elsewhere
            raise PointsImpossible(points=entry.points, box=sheet.boxes[index].name, least=0, most=0)
        return entry._replace(points=found.points, extra=found.extra)
    fitting = [e.extra for e in _possible(sheet, boxes, index) if e.points == entry.points]
    if entry.extra in fitting:
        return entry
    return entry._replace(extra=_fitting(sheet, (boxes,), index, entry.points, None).extra)


def _fitting(sheet: Sheet, moments: Iterable[Boxes], index: int, points: int, extra: int | None) -> Entry:
    """The possible entry with these points on the card of the first moment, or with those extra points on any."""
    first, *others = moments
    cards = (first, *others) if extra is not None else (first,)
    for boxes in cards:
        fitting = [e for e in _possible(sheet, boxes, index) if e.points == points and extra in (None, e.extra)]
        if fitting:
            return min(fitting, key=lambda entry: entry.extra)
    allowed = [entry.points for entry in _possible(sheet, first, index)]
    raise PointsImpossible(points=points, box=sheet.boxes[index].name, least=min(allowed), most=max(allowed))


def _possible(sheet: Sheet, boxes: Boxes, index: int) -> frozenset[Entry]:
    natural, special = _rolls(sheet)
    entries = (sheet.entries(roll, boxes).get(index) for roll in special)
    struck = {Entry(0)} if sheet.strike_at_will else set()
    return natural[index] | struck | {Entry(entry.points, entry.extra) for entry in entries if entry}


@cache
def _rolls(sheet: Sheet) -> tuple[tuple[frozenset[Entry], ...], tuple[Roll, ...]]:
    """For each box what ordinary rolls bring there, and the rolls that can be worth more than the box says."""
    top = None if sheet.top is None else sheet.boxes[sheet.top]
    rolls = list(sheet.distinct_rolls())
    special = tuple(roll for roll in rolls if top and top.fits.holds(roll))
    ordinary = [roll for roll in rolls if not top or not top.fits.holds(roll)]
    return tuple(frozenset(Entry(box.score(roll)) for roll in ordinary) for box in sheet.boxes), special
