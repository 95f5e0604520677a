"""The engine that any score card runs on: throw, keep, perhaps pay a chip, enter.

Moves: `roll` begins a turn; `keep 11010` throws the dice marked 0 again; `chip 11010` does the same for a chip
after the last ordinary throw; `enter BOX` writes; `strike BOX` writes 0 where the card allows it at will.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple, TypeVar

from knobel.errors import NotBeforeThrow
from knobel.quick import quick
from knobel.rules import scorepad, views
from knobel.rules.boxes import Entry, Sheet
from knobel.rules.combinations import counted
from knobel.rules.core import Choice, Decide, Draw, Face, Game, Move, Node, Over, Urn, Written, move
from knobel.rules.fields import fail, numbers, optional_numbers, whole
from knobel.rules.views import Block
from knobel.words import Text, text

ROLL = move("roll")
_BEGIN = Decide((ROLL,))
_MOST_DECISIONS = 10_000  # kept to be used again

Asked = TypeVar("Asked")
Made = TypeVar("Made")


@quick
@dataclass(frozen=True, slots=True)
class Card:
    """A position: what stands in the boxes, and how far the turn has come."""

    written: tuple[int | None, ...]
    extra: int = 0  # extra points, kept apart from the boxes
    chips: int = 0
    roll: int = 0  # throws made in this turn
    dice: tuple[int, ...] = ()  # empty before the first throw
    rolling: tuple[int, ...] = ()  # indices of the dice in the air


class _Sums(NamedTuple):
    upper: int
    lower: int
    total: int  # with bonuses and extra points


class _Kept(dict[Asked, Made]):
    """Things that are made when they are first asked for."""

    def __init__(self, make: Callable[[Asked], Made]) -> None:
        self._make = make

    def __missing__(self, asked: Asked) -> Made:
        made = self[asked] = self._make(asked)
        return made


@dataclass(frozen=True, repr=False)
class SheetGame(Game[Card]):
    engine = "pad"
    has_boxes = True

    sheet: Sheet

    @property
    def name(self) -> Text:
        return text("own_name", **self.sheet.own_name) if self.sheet.own_name else super().name

    @property
    def players(self) -> tuple[int, int]:
        return self.sheet.players

    @property
    def turns(self) -> int:
        return len(self.sheet.boxes)

    @property
    def bounds(self) -> tuple[int, int]:
        return 0, self.sheet.most

    def declare(self) -> Mapping[str, Any]:
        return self.sheet.declare()

    def own_card(self) -> Mapping[str, Any]:
        return self.sheet.declare(names=True)

    def start(self) -> Card:
        return Card(written=(None,) * len(self.sheet.boxes), chips=self.sheet.chips)

    def turn(self, state: Card) -> int:
        return len(state.written) - state.written.count(None)

    def points(self, state: Card) -> int:
        return self._sums(state).total

    def _sums(self, state: Card) -> _Sums:
        last: tuple[Card, _Sums] | None = self.__dict__.get("_last_sums")
        if last is None or last[0] is not state:  # the same card is asked about several times in a row
            upper = self.sheet.upper(state.written)
            lower = sum(filter(None, state.written)) - upper
            sums = _Sums(upper, lower, upper + lower + state.extra + self.sheet.bonus(upper))
            last = self.__dict__["_last_sums"] = (state, sums)
        return last[1]

    def node(self, state: Card) -> Node:
        if state.rolling:
            return Draw(self.turn(state), state.roll + 1, tuple([self._urns[die] for die in state.rolling]))
        if None not in state.written:
            return Over(self.points(state))
        if not state.dice:
            return _BEGIN
        return self._decision(self.again(state), self.entries(state))

    def _decision(self, verb: str | None, entries: Mapping[int, Entry]) -> Decide:
        """Cards with the same free boxes offer the same moves, unless boxes may be struck at will."""
        key: tuple[object, ...] = (verb, *entries)
        if self.sheet.strike_at_will:
            key = (*key, "strike", *(i for i, entry in entries.items() if entry.points))
        found = self._decisions.get(key)
        if found is None:
            if len(self._decisions) >= _MOST_DECISIONS:
                self._decisions.clear()
            throws = self._throws[verb] if verb else ()
            found = self._decisions[key] = Decide((*throws, *self._entries(entries)))
        return found

    @cached_property
    def _decisions(self) -> dict[tuple[object, ...], Decide]:
        return {}

    @cached_property
    def _urns(self) -> tuple[Urn, ...]:
        return tuple(Urn(number, die.faces) for number, die in enumerate(self.sheet.dice))

    def entries(self, state: Card) -> Mapping[int, Entry]:
        """What the dice on the table would bring in each box they may be entered in."""
        if not state.dice:
            return {}
        last: tuple[Card, Mapping[int, Entry]] | None = self.__dict__.get("_last_entries")
        if last is None or last[0] is not state:
            last = self.__dict__["_last_entries"] = (state, self.sheet.entries(counted(state.dice), state.written))
        return last[1]

    def again(self, state: Card) -> str | None:
        """The verb of a further throw, if there can be one."""
        if not state.dice or state.rolling:
            return None
        if state.roll < self.sheet.rolls:
            return "keep"
        return "chip" if state.roll == self.sheet.rolls and state.chips else None

    @cached_property
    def _masks(self) -> tuple[str, ...]:
        """Every way to keep some dice, but not all, most kept first."""
        masks = map("".join, product("10", repeat=len(self.sheet.dice)))
        return tuple(mask for mask in masks if "0" in mask)

    @cached_property
    def _throws(self) -> Mapping[str, tuple[Move, ...]]:
        return {verb: tuple(Move(verb, (mask,)) for mask in self._masks) for verb in ("keep", "chip")}

    @cached_property
    def _writes(self) -> Mapping[str, tuple[Move, ...]]:
        return {verb: tuple(move(verb, box.key) for box in self.sheet.boxes) for verb in ("enter", "strike")}

    def _entries(self, entries: Mapping[int, Entry]) -> list[Move]:
        moves = [self._writes["enter"][i] for i in entries]
        if self.sheet.strike_at_will:
            moves += [self._writes["strike"][i] for i, entry in entries.items() if entry.points]
        return moves

    def _apply(self, state: Card, move: Move) -> Card:
        match move:
            case Move("roll"):
                return self._throw(state, self._all_dice, 0)
            case Move("keep" | "chip" as verb, (mask,)):
                return self._throw(state, self._thrown[mask], int(verb == "chip"))
            case Move("enter", (key,)):
                box = self.sheet.index(key)
                return self._write(state, box, self.entries(state)[box])
            case Move("strike", (key,)):
                return self._write(state, self.sheet.index(key), Entry(0))
        raise AssertionError(move)

    def _throw(self, state: Card, rolling: tuple[int, ...], chips: int) -> Card:
        return Card(state.written, state.extra, state.chips - chips, state.roll, state.dice, rolling)

    @cached_property
    def _all_dice(self) -> tuple[int, ...]:
        return tuple(range(len(self.sheet.dice)))

    @cached_property
    def _thrown(self) -> Mapping[str, tuple[int, ...]]:
        """The dice that each mask throws again."""
        return {mask: tuple(die for die, bit in enumerate(mask) if bit == "0") for mask in self._masks}

    def _write(self, state: Card, box: int, entry: Entry) -> Card:
        written = (*state.written[:box], entry.points, *state.written[box + 1 :])
        return Card(written=written, extra=state.extra + entry.extra, chips=state.chips)

    def _reveal(self, state: Card, faces: tuple[Face, ...]) -> Card:
        dice = list(state.dice or (0,) * len(self.sheet.dice))
        for die, face in zip(state.rolling, faces, strict=True):
            assert isinstance(face, int)
            dice[die] = face
        return Card(state.written, state.extra, state.chips, state.roll + 1, tuple(dice))

    def wrote(self, state: Card, move: Move) -> Written | None:
        if move.verb == "enter":
            entry = self.entries(state)[self.sheet.index(move.args[0])]
            return Written(move.args[0], entry.points, entry.extra, state.dice)
        return Written(move.args[0], 0) if move.verb == "strike" else None

    def note(self, state: Card, box: str, points: int, extra: int | None) -> tuple[Card, Written]:
        if state.roll or state.rolling or None not in state.written:
            raise NotBeforeThrow(box=self.sheet.boxes[scorepad.find(self.sheet, box)].name)
        entry = scorepad.note(self.sheet, state.written, box, points, extra)
        return self._write(state, self.sheet.index(box), Entry(entry.points, entry.extra)), entry

    def correct(
        self,
        state: Card,
        written: tuple[Written, ...],
        box: str,
        new: Written,
        extra: int | None,
        *,
        strict: bool = True,
    ) -> tuple[Card, tuple[Written, ...]]:
        standing = scorepad.correct(self.sheet, written, box, new, extra, strict=strict)
        boxes = scorepad.filled(self.sheet, standing)
        return replace(state, written=boxes, extra=sum(entry.extra for entry in standing)), standing

    def choices(self, state: Card) -> tuple[Choice, ...]:
        return () if state.roll or state.rolling else tuple(scorepad.choices(self.sheet, state.written))

    def amendments(self, state: Card, written: tuple[Written, ...], box: str) -> tuple[Choice, ...]:  # noqa: ARG002
        return tuple(scorepad.amendments(self.sheet, written, box))

    def why_not(self, state: Card, move: Move) -> Text | None:
        if not state.dice:
            return None
        match move:
            case Move("keep" | "chip") if move.verb != self.again(state):
                return None
            case Move("keep" | "chip", (mask,)) if set(mask) == {"1"} and len(mask) == len(self.sheet.dice):
                return text("why.keep_all")
            case Move("keep" | "chip"):
                return text("why.mask", n=len(self.sheet.dice))
            case Move("enter" | "strike" as verb, (key,)) if verb == "enter" or self.sheet.strike_at_will:
                boxes = {box.key: i for i, box in enumerate(self.sheet.boxes)}
                if key not in boxes:
                    return text("why.no_box", box=key, allowed=list(boxes))
                if state.written[boxes[key]] is not None:
                    return text("why.box_filled", box=self.sheet.boxes[boxes[key]].name)
                if boxes[key] not in self.entries(state):
                    return text("why.joker_forced")
                return text("why.strike_nothing")
        return None

    def _blocks(self, state: Card, moves: tuple[Move, ...]) -> tuple[Block, ...]:  # noqa: ARG002
        return (self._dice_view(state), self._sheet_view(state), *self._chips_view(state))

    def _dice_view(self, state: Card) -> views.DiceBlock:
        faces: Iterable[int | None] = state.dice
        if state.rolling:
            faces = [None if i in state.rolling else face for i, face in enumerate(state.dice or self._all_dice)]
        elif not state.dice:
            return self._idle_dice
        return views.DiceBlock(
            dice=tuple([die[face] for die, face in zip(self._die_views, faces, strict=True)]),
            roll=state.roll,
            rolls_left=max(0, self.sheet.rolls - state.roll),
            again=self.again(state),
        )

    def _sheet_view(self, state: Card) -> views.SheetBlock:
        upper, lower, total = self._sums(state)
        free_and_filled = zip(state.written, self._free_views(state), self._filled_views, strict=True)
        return views.SheetBlock(
            boxes=tuple([free if points is None else filled[points] for points, free, filled in free_and_filled]),
            bonuses=self._bonus_views[tuple([upper >= bonus.at for bonus in self.sheet.bonuses])],
            upper=upper,
            lower=lower,
            extra=state.extra,
            pays_extra=self.sheet.repeat is not None and self.sheet.repeat.extra > 0,
            total=total,
        )

    # The parts of a view are kept: a card shows the same few again and again, and whoever meets the very same part
    # once more knows it already.

    @cached_property
    def _idle_dice(self) -> views.DiceBlock:
        """The dice before the first throw of a turn."""
        return views.DiceBlock(tuple([die[None] for die in self._die_views]), 0, self.sheet.rolls, None)

    @cached_property
    def _die_views(self) -> tuple[Mapping[int | None, views.DieView], ...]:
        """Each die, with every face and with none."""
        return tuple(
            {face: views.DieView(die.kind, die.faces, face) for face in (None, *die.faces)} for die in self.sheet.dice
        )

    @cached_property
    def _bonus_views(self) -> Mapping[tuple[bool, ...], tuple[views.BonusView, ...]]:
        """All bonuses, by which of them are reached."""

        def bonuses(reached: tuple[bool, ...]) -> tuple[views.BonusView, ...]:
            known = zip(self.sheet.bonuses, reached, strict=True)
            return tuple([views.BonusView(bonus.at, bonus.points, reached) for bonus, reached in known])

        return _Kept(bonuses)

    @cached_property
    def _filled_views(self) -> tuple[Mapping[int, views.BoxView], ...]:
        """Each box, by what stands in it."""

        def filled(i: int) -> Mapping[int, views.BoxView]:
            return _Kept(lambda points: self._box_view(i, points, None))

        return tuple(filled(i) for i in range(len(self.sheet.boxes)))

    def _free_views(self, state: Card) -> tuple[views.BoxView, ...]:
        """Every box as it is while it is free, with what the dice on the table would bring there."""
        if state.rolling or not state.dice:
            return self._idle_views
        roll = counted(state.dice)
        if self.sheet.repeats(roll, state.written):  # what they bring depends on the card; rare
            entries = self.entries(state)
            return tuple([self._box_view(i, None, entries.get(i)) for i in range(len(self.sheet.boxes))])
        return self._offering_views[roll.faces]

    @cached_property
    def _idle_views(self) -> tuple[views.BoxView, ...]:
        return tuple([self._box_view(i, None, None) for i in range(len(self.sheet.boxes))])

    @cached_property
    def _offering_views(self) -> Mapping[tuple[int, ...], tuple[views.BoxView, ...]]:
        """By what the dice show; there are few distinct rolls, and all come again."""

        def offering(roll: tuple[int, ...]) -> tuple[views.BoxView, ...]:
            natural = zip(self._offer_views, self.sheet.natural(counted(roll)), strict=True)
            return tuple([offers[entry.points] for offers, entry in natural])

        return _Kept(offering)

    @cached_property
    def _offer_views(self) -> tuple[Mapping[int, views.BoxView], ...]:
        """Each box, by what a roll would bring there: rolls that bring the same share it."""

        def offers(i: int) -> Mapping[int, views.BoxView]:
            return _Kept(lambda points: self._box_view(i, None, Entry(points)))

        return tuple(offers(i) for i in range(len(self.sheet.boxes)))

    def _box_view(self, i: int, points: int | None, entry: Entry | None) -> views.BoxView:
        box = self.sheet.boxes[i]
        return views.BoxView(
            key=box.key,
            name=box.name,
            rule=box.text(),
            upper=box.number is not None,
            top=i in self.sheet.tops,
            points=points,
            would=entry.points if entry else None,
            extra=entry.extra if entry else 0,
            note=entry.note if entry else None,
            move=f"enter {box.key}" if entry else None,
            strike=f"strike {box.key}" if entry and entry.points and self.sheet.strike_at_will else None,
        )

    def _chips_view(self, state: Card) -> Iterator[views.CounterBlock]:
        if self.sheet.chips:
            yield views.CounterBlock("chips", state.chips, self.sheet.chips)

    def format(self, state: Card) -> str:
        boxes = ",".join("-" if points is None else str(points) for points in state.written)
        fields = [f"boxes={boxes}", f"extra={state.extra}", f"chips={state.chips}", f"roll={state.roll}"]
        if state.dice:
            fields.append("dice=" + ",".join(map(str, state.dice)))
        if state.rolling:
            fields.append("rolling=" + "".join(str(int(die in state.rolling)) for die in range(len(self.sheet.dice))))
        return " ".join(fields)

    def parse(self, fields: Mapping[str, str]) -> Card:
        sheet = self.sheet
        card = Card(
            written=optional_numbers(fields, "boxes"),
            extra=whole(fields, "extra", 0, sheet.most),
            chips=whole(fields, "chips", 0, sheet.chips),
            roll=whole(fields, "roll", 0, sheet.rolls + 1),
            dice=numbers(fields, "dice"),
            rolling=self._rolling(fields),
        )
        if unknown := fields.keys() - {"boxes", "extra", "chips", "roll", "dice", "rolling"}:
            fail(min(unknown), "position.field")
        self._check(card)
        return card

    def _rolling(self, fields: Mapping[str, str]) -> tuple[int, ...]:
        mask = fields.get("rolling", "")
        if mask and (len(mask) != len(self.sheet.dice) or set(mask) - {"0", "1"} or "1" not in mask):
            fail("rolling", "position.mask", n=len(self.sheet.dice))
        return tuple(die for die, bit in enumerate(mask) if bit == "1")

    def _check(self, card: Card) -> None:
        """Refuse what no game can reach, as far as the card alone shows it."""
        sheet = self.sheet
        if len(card.written) != len(sheet.boxes):
            fail("boxes", "position.count", n=len(sheet.boxes))
        for box, points, possible in zip(sheet.boxes, card.written, self._possible, strict=True):
            if points is not None and points not in possible:
                fail("boxes", "position.points", box=box.name, points=points)
        if card.extra and (sheet.repeat is None or not sheet.repeat.extra or card.extra % sheet.repeat.extra):
            fail("extra", "position.extra")
        if card.dice and len(card.dice) != len(sheet.dice):
            fail("dice", "position.count", n=len(sheet.dice))
        for die, face in zip(sheet.dice, card.dice, strict=False):
            if face not in die.faces:
                fail("dice", "position.face", face=face, faces=die.faces)
        first = len(card.rolling) == len(sheet.dice) and not card.dice
        if bool(card.dice) != bool(card.roll) or (card.rolling and not card.dice and not first):
            fail("roll", "position.turn")
        if None not in card.written and (card.dice or card.rolling):
            fail("roll", "position.turn")
        if card.roll > sheet.rolls + (card.chips < sheet.chips) - bool(card.rolling):
            fail("roll", "position.turn")

    @cached_property
    def _possible(self) -> tuple[frozenset[int], ...]:
        """What can stand in each box."""
        rolls = list(self.sheet.distinct_rolls())
        special = {0} | ({self.sheet.repeat.anywhere} if self.sheet.repeat else set())
        joker = self.sheet.repeat is not None and self.sheet.repeat.joker != "never"
        return tuple(
            frozenset(special | {box.score(roll) for roll in rolls} | {box.points.of(roll) for roll in rolls if joker})
            for box in self.sheet.boxes
        )
