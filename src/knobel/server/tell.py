"""From matches to what clients are told: every builder returns a shape of `told.py` or `bodies.py`. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import assert_never

from knobel.match.events import Corrected, Drew, Event, Noted, Played, Revealed, Salted, Shifted, Switched, Undid
from knobel.match.log import Match
from knobel.match.table import ROLL, Throw
from knobel.rules import digest
from knobel.rules.booklets import level_of
from knobel.rules.core import Choice, Decide, Draw, Over
from knobel.rules.views import plain
from knobel.server import bodies, told
from knobel.server.slim import slim
from knobel.words import Text


@dataclass(frozen=True, slots=True)
class Beside:
    """What is kept of a match beside its log."""

    colours: tuple[str, ...]
    pictures: tuple[str, ...]
    rematch_of: str | None = None
    rematch: str | None = None


def text(said: Text) -> told.TextOut:
    return told.TextOut(said.key, plain(said.values))


def medals(points: tuple[int, int, int]) -> dict[told.Medal, int]:
    return dict(zip(told.MEDALS, points, strict=True))


def seats(match: Match, beside: Beside) -> list[told.SeatOut]:
    looks = zip(match.header.seats, beside.colours, beside.pictures, strict=True)
    return [told.SeatOut(seat.name, colour, picture, seat.bot) for seat, colour, picture in looks]


def header(match: Match, beside: Beside) -> told.HeaderOut:
    head = match.header
    spec = head.game.spec
    return told.HeaderOut(
        id=head.id,
        spec=str(spec),
        key=spec.key,
        level=spec.level,
        medals=medals(level.medals) if (level := level_of(spec)) else None,
        house_rules=spec.house,
        name=text(head.game.name),
        seats=seats(match, beside),
        games=head.games,
        first=head.first,
        same_dice=head.duplicate,
        commitment=head.commitment,
        rules=digest(head.game),
        created=head.created,
        rematch_of=beside.rematch_of,
        rematch=beside.rematch,
        turns=head.game.turns,
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
        case Switched(by_hand):
            return told.SwitchedEvent(n, None, by_hand)
        case Revealed(seed):
            return told.RevealedEvent(n, None, seed)
        case _:
            assert_never(event)


def table(match: Match, *, bot_waits: bool = False) -> told.TableOut:
    state, games = match.state, match.table.games
    off = state.roll_off
    return told.TableOut(
        turn=turn(match),
        urns=_urns(match) if match.real_dice_due and not match.over else [],
        game=min(len(state.results) + 1, games),
        games=games,
        first=state.first,
        roll_off=told.RollOffOut(off.seats, off.thrown, off.round, _throws(off.before)) if off else None,
        began=_throws(state.began),
        results=state.results,
        ranking=[told.PlaceOut(*place) for place in match.ranking],
        source=_source(match),
        mixed=match.mixed,
        undo=match.undoable,
        bot_waits=bot_waits,
        pad=match.correctable,
        choices=values(match.choices),
        over=match.over,
        revealed=match.revealed is not None,
    )


def values(choices: Iterable[Choice]) -> dict[str, list[told.ValueOut]]:
    """Box by box what can be written there."""
    found: dict[str, list[told.ValueOut]] = {}
    for choice in choices:
        note = None if choice.note is None else text(choice.note)
        found.setdefault(choice.box, []).append(told.ValueOut(choice.points, choice.extra, note))
    return found


def _throws(throws: Iterable[Throw]) -> list[told.ThrowOut]:
    return [told.ThrowOut(*throw) for throw in throws]


def _source(match: Match) -> told.Source:
    return "hand" if match.by_hand else "app"


def turn(match: Match) -> told.TurnOut:
    if match.over:
        return told.TurnOut(match.turn.seat, "over")
    return told.TurnOut(match.turn.seat, "move" if isinstance(match.turn.node, Decide) else "dice")


def _urns(match: Match) -> list[told.UrnOut]:
    """The real dice that can be typed in now: those in the air, or all of them at the beginning of a turn."""
    node = match.turn.node
    if isinstance(node, Decide):
        if node.moves != (ROLL,):
            return []
        node = match.append(match.turn.seat, ROLL).turn.node
    assert isinstance(node, Draw)
    return [told.UrnOut(urn.die, urn.faces) for urn in node.urns]


def whole(match: Match, beside: Beside, held: told.HeldOut | None, last: int) -> bodies.MatchOut:
    """A match as REST gives it, at any version."""
    spell = slim(match.header.game)
    return bodies.MatchOut(
        id=match.header.id,
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


def summary(match: Match, beside: Beside, updated: str) -> bodies.SummaryOut:
    game = match.header.game
    total = max(1, game.turns * len(match.header.seats) * match.table.games)
    done = len(match.state.results) * game.turns * len(match.header.seats)
    if len(match.state.results) < match.table.games:
        done += sum(game.turn(card) for card in match.state.cards)
    finished = isinstance(match.turn.node, Over)
    return bodies.SummaryOut(
        id=match.header.id,
        spec=str(game.spec),
        name=text(game.name),
        seats=seats(match, beside),
        games=match.header.games,
        created=match.header.created,
        updated=updated,
        version=match.version,
        over=match.over,
        revealed=match.revealed is not None,
        source=_source(match),
        turn=turn(match),
        progress=1.0 if finished else round(min(1.0, done / total), 3),
        ranking=[told.PlaceOut(*place) for place in match.ranking],
    )


def proof(match: Match) -> bodies.ProofOut:
    draws = []
    replayed = Match.begin(match.header)
    for number, event in enumerate(match.events, start=1):
        if isinstance(event, Drew):
            draws.append(_draw(replayed, event, number))
        replayed = replayed.step(event)
    return bodies.ProofOut(
        match=match.header.id,
        rules=digest(match.header.game),
        commitment=match.header.commitment,
        seed=match.revealed,
        salts={str(seat): seed for seat, seed in match.seat_seeds.items()},
        draws=draws,
    )


def _draw(match: Match, event: Drew, number: int) -> bodies.ProofDrawOut:
    node = match.turn.node
    assert isinstance(node, Draw)
    dice = [bodies.ProofDieOut(urn.die, urn.faces, face) for urn, face in zip(node.urns, event.faces, strict=True)]
    return bodies.ProofDrawOut(number, event.seat, match.turn.stream, node.turn, node.roll, event.by_hand, dice)
