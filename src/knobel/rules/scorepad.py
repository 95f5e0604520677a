"""What was written on a score card, in the order of writing: noted without dice, corrected, worked out anew.

An entry noted without dice is checked against what some roll could bring in that box on the card of that moment.
When an entry changes or moves to another box, all later ones are worked out anew, because a filled top box is what
makes a repeated top roll worth more: those with known dice from the dice, the others from their points. So the card
is the one of a game in which it was entered so from the start.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from knobel.errors import NoSuchEntry, PointsImpossible
from knobel.rules.boxes import Entry, Sheet
from knobel.rules.combinations import Roll, counted
from knobel.rules.core import Choice, Written

Boxes = tuple[int | None, ...]


def note(sheet: Sheet, boxes: Boxes, box: str, points: int, extra: int | None) -> Written:
    """The entry of these points; where the extra points are left open, the fewest that go with them."""
    index = find(sheet, box)
    if boxes[index] is not None:
        raise NoSuchEntry(box=sheet.boxes[index].name)
    return Written(box, points, _fitting(sheet, (boxes,), index, points, extra).extra, by_hand=True)


def correct(
    sheet: Sheet, written: Sequence[Written], box: str, new: Written, extra: int | None, *, strict: bool
) -> tuple[Written, ...]:
    """What stands on the card when the entry in `box` is replaced by `new`, and all later ones follow.

    A later entry that cannot stand any more is refused; if not `strict`, it stays, as older releases let it.
    """
    index, at = find(sheet, new.box), _place(written, box)
    if new.box != box and any(entry.box == new.box for entry in written):
        raise NoSuchEntry(box=sheet.boxes[index].name)
    before, later = written[:at], written[at + 1 :]
    boxes = filled(sheet, before)
    # Matches of older releases named extra points that the card of a later moment would have brought.
    whole = filled(sheet, (*before, *later))
    changed = new._replace(extra=_fitting(sheet, (boxes, whole), index, new.points, extra).extra)
    if new.box != box:
        changed = changed._replace(dice=_dice_that_stay(sheet, boxes, written[at], changed))
    standing = [*before, changed]
    for entry in later:
        try:
            standing.append(_anew(sheet, filled(sheet, standing), entry))
        except PointsImpossible:
            if strict:
                raise
            standing.append(entry)
    return tuple(standing)


def choices(sheet: Sheet, boxes: Boxes) -> Iterator[Choice]:
    """All that can be noted in the free boxes of this card, box by box, fewest points first."""
    for index, (box, points) in enumerate(zip(sheet.boxes, boxes, strict=True)):
        if points is None:
            yield from _choices(sheet, boxes, index, box.key)


def amendments(sheet: Sheet, written: Sequence[Written], box: str) -> Iterator[Choice]:
    """What the entry in `box` can be corrected to: all that could stand there, then what it would be in free boxes.

    A roll that is known brings in another box what it brings; every later entry can stand.
    """
    at = _place(written, box)
    old, boxes, taken = written[at], filled(sheet, written[:at]), {entry.box for entry in written}
    here = _choices(sheet, boxes, find(sheet, box), box)
    known = sheet.entries(counted(old.dice), boxes) if old.dice else {}
    for index, other in enumerate(sheet.boxes):
        if other.key in taken:
            continue
        if not old.dice:
            here += _choices(sheet, boxes, index, other.key)
        elif (entry := known.get(index)) is not None:
            here.append(Choice(other.key, entry.points, entry.extra, entry.note))
    for choice in here:
        new = Written(choice.box, choice.points, by_hand=True)
        try:
            correct(sheet, written, box, new, choice.extra, strict=True)
        except PointsImpossible:
            continue
        yield choice


def filled(sheet: Sheet, written: Iterable[Written]) -> Boxes:
    points = {entry.box: entry.points for entry in written}
    return tuple(points.get(box.key) for box in sheet.boxes)


def find(sheet: Sheet, box: str) -> int:
    for index, candidate in enumerate(sheet.boxes):
        if candidate.key == box:
            return index
    raise NoSuchEntry(box=box[:40])


def _place(written: Sequence[Written], box: str) -> int:
    for at, entry in enumerate(written):
        if entry.box == box:
            return at
    raise NoSuchEntry(box=box[:40])


def _choices(sheet: Sheet, boxes: Boxes, index: int, key: str) -> list[Choice]:
    possible = sorted(_possible(sheet, boxes, index), key=lambda entry: (entry.points, entry.extra))
    notes = {(entry.points, entry.extra): entry.note for entry in _special(sheet, boxes, index)}
    ordinary = _rolls(sheet)[0][index]
    return [
        Choice(key, *entry, note=None if Entry(*entry) in ordinary else notes.get(entry))
        for entry in ((entry.points, entry.extra) for entry in possible)
    ]


def _dice_that_stay(sheet: Sheet, boxes: Boxes, old: Written, new: Written) -> tuple[int, ...]:
    """The roll of an entry that has moved, if it brings there what was written."""
    found = sheet.entries(counted(old.dice), boxes).get(find(sheet, new.box)) if old.dice else None
    return old.dice if found is not None and (found.points, found.extra) == (new.points, new.extra) else ()


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
    struck = {Entry(0)} if sheet.strike_at_will else set()
    special = {Entry(entry.points, entry.extra) for entry in _special(sheet, boxes, index)}
    return _rolls(sheet)[0][index] | struck | special


def _special(sheet: Sheet, boxes: Boxes, index: int) -> list[Entry]:
    """What the rolls that can be worth more than the box says bring there on this card."""
    entries = (sheet.entries(roll, boxes).get(index) for roll in _rolls(sheet)[1])
    return [entry for entry in entries if entry]


@cache
def _rolls(sheet: Sheet) -> tuple[tuple[frozenset[Entry], ...], tuple[Roll, ...]]:
    """For each box what ordinary rolls bring there, and the rolls that can be worth more than the box says."""
    top = None if sheet.top is None else sheet.boxes[sheet.top]
    rolls = list(sheet.distinct_rolls())
    special = tuple(roll for roll in rolls if top and top.fits.holds(roll))
    ordinary = [roll for roll in rolls if not top or not top.fits.holds(roll)]
    return tuple(frozenset(Entry(box.score(roll)) for roll in ordinary) for box in sheet.boxes), special
