"""From matches to what clients are told: every builder returns a shape of `told.py` or `bodies.py`. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import chain, compress, repeat
from operator import attrgetter, ne
from typing import Any, NamedTuple, assert_never

from msgspec import UNSET

from knobel.errors import SealBroken
from knobel.match.day import day_game_of
from knobel.match.events import (
    Corrected,
    Drew,
    Event,
    Hinted,
    Noted,
    Played,
    Resealed,
    Revealed,
    Salted,
    Seat,
    Shifted,
    StoodIn,
    Switched,
    Undid,
)
from knobel.match.host import Host
from knobel.match.lines import event_line
from knobel.match.log import Match, verify
from knobel.match.receipts import first_link
from knobel.match.summary import Sitter, waits
from knobel.match.table import ROLL, Throw, places
from knobel.rules import digest
from knobel.rules.booklets import level_of
from knobel.rules.core import Choice, Decide, Draw
from knobel.rules.views import View, plain
from knobel.server import bodies, told
from knobel.server.slim import Slim, slim
from knobel.storage.store import ARCHIVED, LISTED, THROWN, Listed
from knobel.words import Text


@dataclass(frozen=True, slots=True)
class Beside:
    """What is kept of a match beside its log."""

    id: str  # where it is found, which of a copy is not the id it is sealed with
    colours: tuple[str, ...]
    pictures: tuple[str, ...]
    rematch_of: str | None = None
    rematch: str | None = None
    sealed_elsewhere: bool = False


def text(said: Text) -> told.TextOut:
    return told.TextOut(said.key, plain(said.values))


def medal_of(name: str | None) -> told.Medal | None:
    return next((medal for medal in told.MEDALS if medal == name), None)


def medals(points: tuple[int, int, int]) -> dict[told.Medal, int]:
    return dict(zip(told.MEDALS, points, strict=True))


def seats(sitting: Iterable[Seat | Sitter], colours: Iterable[str], pictures: Iterable[str]) -> list[told.SeatOut]:
    """Who sits there and how they look; at a table from elsewhere they have no looks yet, and the screens choose."""
    looks = zip(sitting, chain(colours, repeat("")), chain(pictures, repeat("")))  # noqa: B905
    return [told.SeatOut(seat.name, colour, picture, seat.bot) for seat, colour, picture in looks]


def header(match: Match, beside: Beside) -> told.HeaderOut:
    head = match.header
    spec = head.game.spec
    return told.HeaderOut(
        id=beside.id,
        spec=str(spec),
        key=spec.key,
        level=spec.level,
        medals=medals(level.medals) if (level := level_of(spec)) else None,
        house_rules=spec.house,
        name=text(head.game.name),
        seats=seats(head.seats, beside.colours, beside.pictures),
        games=head.games,
        first=head.first,
        same_dice=head.duplicate,
        commitment=match.promise,
        sealed_elsewhere=beside.sealed_elsewhere,
        rules=digest(head.game),
        created=head.created,
        rematch_of=beside.rematch_of,
        rematch=beside.rematch,
        turns=head.game.turns,
        day=of_a_day.day.isoformat() if (of_a_day := day_game_of(head)) else None,
    )


def events(found: Sequence[Event], first: int = 1) -> list[told.EventOut]:
    return [_event(event, n) for n, event in enumerate(found, start=first)]


def _event(event: Event, n: int) -> told.EventOut:
    match event:
        case Played(seat, move):
            return told.PlayedEvent(n, seat, str(move))
        case Drew(seat, faces, by_hand):
            return told.DrewEvent(n, seat, faces, by_hand)
        case Undid(seat):
            return told.UndidEvent(n, seat)
        case Salted(seat, seed):
            return told.SaltedEvent(n, seat, seed)
        case Noted(seat, box, points, extra):
            return told.NotedEvent(n, seat, box, points, extra)
        case Corrected(seat, box, was, points, extra):
            return told.CorrectedEvent(n, seat, box, points, extra, was)
        case Shifted(seat, box, was, to, points, extra):
            return told.ShiftedEvent(n, seat, box, was, to, points, extra)
        case Hinted(seat):
            return told.HintedEvent(n, seat)
        case StoodIn(seat, bot):
            return told.StoodInEvent(n, seat, bot)
        case Switched(by_hand):
            return told.SwitchedEvent(n, None, by_hand)
        case Resealed(commitment):
            return told.ResealedEvent(n, None, commitment)
        case Revealed(seed):
            return told.RevealedEvent(n, None, seed)
        case _:
            assert_never(event)


def table(match: Match, *, bot_waits: bool = False) -> told.TableOut:
    state, games = match.state, match.table.games
    off, by_hand = state.roll_off, match.real_dice_due and not match.over
    return told.TableOut(
        turn=turn(match),
        urns=_urns(match) if by_hand else [],
        game=min(len(state.results) + 1, games),
        games=games,
        first=state.first,
        roll_off=told.RollOffOut(off.seats, off.thrown, off.round, _throws(off.before)) if off else None,
        began=_throws(state.began) if state.began else [],
        results=state.results,
        ranking=_ranking(match.totals),
        source=_source(match),
        mixed=match.mixed,
        hinted=match.hinted,
        stand_ins=dict(match.stand_ins),
        undo=match.undoable,
        bot_waits=bot_waits,
        pad=match.correctable,
        choices=values(match.choices) if by_hand else {},
        over=match.over,
        revealed=match.revealed is not None,
    )


_TABLE_FIELDS = told.TableOut.__struct_fields__
_read_table = attrgetter(*_TABLE_FIELDS)


class Shown(NamedTuple):
    """What is on the screens of those who have been told everything: the table, and every seat's card with its view."""

    standing: tuple[object, ...] | None
    table: told.TableOut
    cards: tuple[Any, ...]
    views: tuple[View, ...]


def _standing(match: Match) -> tuple[object, ...] | None:
    """All that the table is told from, so that one which stands as before is not told again; most steps are dice that
    fell, and leave it alone. With real dice it also depends on the cards: they decide what can be typed."""
    if match.by_hand:
        return None
    state, turn = match.state, match.turn
    return (
        match.undoable,
        turn.seat,
        type(turn.node),
        match.totals,
        match.written,
        match.thrown,
        match.hinted,
        match.stand_ins,
        match.revealed,
        state.roll_off,
        state.first,
        state.began,
        state.results,
    )


def shown(match: Match, spell: Slim, before: Shown | None = None, *, bot_waits: bool = False) -> Shown:
    """A table that stands as before is the very same, and so is the view of a card that is the very one of before."""
    state, standing, view = match.state, _standing(match), spell.view
    if before is None:
        views = tuple([view(card, node) for card, node in zip(state.cards, state.nodes, strict=True)])
        return Shown(standing, table(match, bot_waits=bot_waits), state.cards, views)
    lying = zip(state.cards, state.nodes, before.cards, before.views, strict=True)
    views = tuple([known if card is old else view(card, node) for card, node, old, known in lying])
    stands = standing is not None and standing == before.standing and bot_waits == before.table.bot_waits
    return Shown(standing, before.table if stands else table(match, bot_waits=bot_waits), state.cards, views)


def step(
    host: Host, spell: Slim, before: Shown, after: Shown, held: str | None, by: str | None, mark: str
) -> told.StepTold:
    """What the host's last step has changed."""
    match = host.match
    lying = enumerate(zip(before.views, after.views, strict=True))
    return told.StepTold(
        version=match.version,
        mark=mark,
        events=events(host.news, match.version - len(host.news) + 1),
        table={} if after.table is before.table else _changed(before.table, after.table),
        views={seat: spell.difference(old, new) for seat, (old, new) in lying if new is not old},
        by=by,
        held=held,
        finished=[spell(card) for card in match.state.finished] or UNSET,
    )


def _changed(before: told.TableOut, after: told.TableOut) -> dict[str, Any]:
    names = compress(_TABLE_FIELDS, map(ne, _read_table(before), _read_table(after)))
    return {name: getattr(after, name) for name in names}


def values(choices: Iterable[Choice]) -> dict[str, list[told.ValueOut]]:
    """Box by box what can be written there."""
    found: dict[str, list[told.ValueOut]] = {}
    for choice in choices:
        note = None if choice.note is None else text(choice.note)
        found.setdefault(choice.box, []).append(told.ValueOut(choice.points, choice.extra, note))
    return found


@lru_cache(maxsize=1024)  # most steps leave all totals as they were
def _ranking(totals: tuple[int, ...]) -> list[told.PlaceOut]:
    return [told.PlaceOut(*place) for place in places(totals)]


def _throws(throws: Iterable[Throw]) -> list[told.ThrowOut]:
    return [told.ThrowOut(*throw) for throw in throws]


def _source(match: Match) -> told.Source:
    return "hand" if match.by_hand else "app"


def turn(match: Match) -> told.TurnOut:
    return told.TurnOut(match.turn.seat, waits(match))


def _urns(match: Match) -> list[told.UrnOut]:
    """The real dice that can be typed in now: those in the air, or all of them at the beginning of a turn."""
    node = match.turn.node
    if isinstance(node, Decide):
        if node.moves != (ROLL,):
            return []
        node = match.append(match.turn.seat, ROLL).turn.node
    assert isinstance(node, Draw)
    return [told.UrnOut(urn.die, urn.faces) for urn in node.urns]


def whole(match: Match, beside: Beside, held: str | None, last: int) -> bodies.MatchOut:
    """A match as REST gives it, at any version."""
    spell = slim(match.header.game)
    return bodies.MatchOut(
        id=beside.id,
        header=header(match, beside),
        layout=spell.layout,
        version=match.version,
        table=table(match),
        views=[spell(card) for card in match.state.cards],
        finished=[spell(card) for card in match.state.finished],
        events=events(match.events),
        held=held,
        last=last,
    )


SHELVES: Mapping[int, bodies.Shelf] = {LISTED: "list", ARCHIVED: "archive", THROWN: "bin"}


def summary(one: Listed) -> bodies.SummaryOut:
    kept = one.summary
    return bodies.SummaryOut(
        id=one.id,
        spec=kept.spec,
        key=kept.key,
        level=kept.level,
        name=told.TextOut(kept.name["key"], kept.name["values"]),
        seats=seats(kept.seats, one.colours.split(" "), one.pictures.split(" ")),
        games=kept.games,
        created=kept.created,
        updated=_time(one.updated) if one.updated else kept.created,
        version=one.version,
        over=kept.over,
        revealed=kept.revealed,
        source="hand" if kept.by_hand else "app",
        turn=told.TurnOut(kept.seat, kept.waits),
        progress=kept.progress,
        ranking=[told.PlaceOut(*place) for place in kept.ranking],
        finished=kept.finished,
        winners=kept.winners,
        shelf=SHELVES[one.away],
        hinted=kept.hinted,
    )


def _time(stamp: int) -> str:
    return datetime.fromtimestamp(stamp, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def replay(begun: Match, match: Match, first: int, most: int) -> bodies.ReplayOut:
    """The match in steps, each a decision with the dice that answered it; `most` of them from number `first` on."""
    ends = list(steps(match.events))
    wanted = ends[first : first + most]
    spell, frames = slim(match.header.game), []
    shown: list[object] = [None] * len(match.header.seats)
    replayed = begun
    for end in wanted:
        for event in match.events[replayed.version : end]:
            replayed = replayed.step(event)
        cards = replayed.state.finished or replayed.state.cards  # a game that has just ended is looked at first
        changed = [None if card is known else spell(card) for card, known in zip(cards, shown, strict=True)]
        frames.append(bodies.FrameOut(end, table(replayed), changed))
        shown = list(cards)
    return bodies.ReplayOut(ends, first, frames)


def steps(found: Sequence[Event]) -> Iterator[int]:
    """The versions that are worth a look: the beginning, and each decision once its dice lie on the table.

    A seat's own seed for the dice, the key of the envelope and a question to the coach are no steps of their own.
    """
    yield 0
    for version, event in enumerate(found, start=1):
        after = found[version] if version < len(found) else None
        if not isinstance(after, Drew | Revealed) and not isinstance(event, Salted | Hinted):
            yield version


def proof(match: Match) -> bodies.ProofOut:
    draws, earlier = [], 0
    replayed, resealed = Match.begin(match.header), match.resealed
    for number, event in enumerate(match.events, start=1):
        if isinstance(event, Drew):
            if number <= resealed and not event.by_hand:
                earlier += len(event.faces)
            else:
                draws.append(_draw(replayed, event, number))
        replayed = replayed.step(event)
    return bodies.ProofOut(
        match=match.header.id,
        rules=digest(match.header.game),
        commitment=match.promise,
        seed=match.revealed,
        salts={str(seat): seed for seat, seed in match.seat_seeds.items()},
        draws=draws,
        earlier=earlier,
        first_link=first_link(match.header),
        lines=[event_line(event) for event in match.events],
    )


def _draw(match: Match, event: Drew, number: int) -> bodies.ProofDrawOut:
    node = match.turn.node
    assert isinstance(node, Draw)
    dice = [bodies.ProofDieOut(urn.die, urn.faces, face) for urn, face in zip(node.urns, event.faces, strict=True)]
    return bodies.ProofDrawOut(number, event.seat, match.turn.stream, node.turn, node.roll, event.by_hand, dice)


def checked(match: Match) -> bodies.CheckOut:
    """What `knobel verify` says about the dice of a match."""
    if match.revealed is None:
        return bodies.CheckOut("closed", None, 0, 0, 0)
    try:
        found = verify(match)
    except SealBroken as error:
        return bodies.CheckOut("broken", text(error.text()), 0, 0, 0)
    return bodies.CheckOut("kept", None, found.dice, found.dice_by_hand, found.dice_earlier)
