"""What clients are told, as JSON: the header, the table, events, and the state message that carries them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from knobel.match.events import Corrected, Drew, Event, Noted, Played, Revealed, Salted, Switched, Undid
from knobel.match.log import Match
from knobel.match.table import ROLL
from knobel.rules import digest
from knobel.rules.core import Decide, Draw, Over
from knobel.rules.views import plain
from knobel.server.slim import layout
from knobel.server.wire import PROTOCOL, encode

if TYPE_CHECKING:
    from knobel.server.room import Room

Json = dict[str, Any]


def seats(match: Match, colours: list[str]) -> list[Json]:
    return [
        {"name": seat.name, "colour": colour, "bot": seat.bot}
        for seat, colour in zip(match.header.seats, colours, strict=True)
    ]


def header(room: "Room") -> Json:
    head = room.match.header
    spec = head.game.spec
    return {
        "id": head.id,
        "spec": str(spec),
        "key": spec.key,
        "level": spec.level,
        "house_rules": spec.house,
        "name": plain(head.game.name),
        "seats": seats(room.match, room.colours),
        "games": head.games,
        "first": head.first,
        "same_dice": head.duplicate,
        "commitment": head.commitment,
        "rules": digest(head.game),
        "created": head.created,
        "rematch_of": room.rematch_of,
        "rematch": room.rematch,
        "turns": head.game.turns,
    }


def events(found: Sequence[Event], first: int) -> str:
    return f"[{','.join([_event(event, number) for number, event in enumerate(found, start=first)])}]"


def _event(event: Event, n: int) -> str:
    """Moves and dice are nearly all there is, so their JSON is spelled by hand; their words need no escaping."""
    if type(event) is Played:
        return f'{{"n":{n},"seat":{event.seat},"is":"played","move":"{event.move}"}}'
    if type(event) is Drew:
        faces = ",".join([str(face) if type(face) is int else f'"{face}"' for face in event.faces])
        by_hand = "true" if event.by_hand else "false"
        return f'{{"n":{n},"seat":{event.seat},"is":"drew","faces":[{faces}],"by_hand":{by_hand}}}'
    return encode({"n": n, **_rare_event(event)}).decode()


def _rare_event(event: Event) -> Json:
    match event:
        case Undid(seat):
            return {"seat": seat, "is": "undid"}
        case Salted(seat, seed):
            return {"seat": seat, "is": "salted", "seed": seed}
        case Noted(seat, box, points, extra):
            return {"seat": seat, "is": "noted", "box": box, "points": points, "extra": extra}
        case Corrected(seat, box, was, points, extra):
            return {"seat": seat, "is": "corrected", "box": box, "points": points, "extra": extra, "was": was}
        case Switched(by_hand):
            return {"seat": None, "is": "switched", "by_hand": by_hand}
        case Revealed(seed):
            return {"seat": None, "is": "revealed", "seed": seed}
    raise AssertionError(event)


def table(match: Match) -> str:
    turn, state, games = match.turn, match.state, match.table.games
    off, over = state.roll_off, match.over
    ranking = ",".join([f'{{"place":{p},"seat":{s},"points":{n}}}' for p, s, n in match.ranking])
    undo = "null" if match.undoable is None else match.undoable
    roll_off = "null" if off is None else _said({"seats": off.seats, "thrown": off.thrown, "round": off.round})
    return (
        f'{{"turn":{{"seat":{turn.seat},"waits":"{waits(match)}"}},'
        f'"urns":{_said(_urns(match)) if match.real_dice_due and not over else "[]"},'
        f'"game":{min(len(state.results) + 1, games)},"games":{games},"first":{state.first},"roll_off":{roll_off},'
        f'"results":{_said(state.results) if state.results else "[]"},"ranking":[{ranking}],'
        f'"source":"{"hand" if match.by_hand else "app"}","mixed":{_TRUTH[match.mixed]},"undo":{undo},'
        f'"pad":{_pad(match)},"over":{_TRUTH[over]},"revealed":{_TRUTH[match.revealed is not None]}}}'
    )


_TRUTH = ("false", "true")


def _said(value: object) -> str:
    return encode(value).decode()


def _pad(match: Match) -> str:
    """The boxes of each seat that can be corrected."""
    return _said(match.correctable)


def waits(match: Match) -> str:
    if match.over:
        return "over"
    return "move" if isinstance(match.turn.node, Decide) else "dice"


def _urns(match: Match) -> list[Json]:
    """The real dice that can be typed in now: those in the air, or all of them at the beginning of a turn."""
    node = match.turn.node
    if isinstance(node, Decide):
        if node.moves != (ROLL,):
            return []
        node = match.append(match.turn.seat, ROLL).turn.node
    assert isinstance(node, Draw)
    return [{"die": urn.die, "faces": urn.faces} for urn in node.urns]


def _views(room: "Room", match: Match) -> str:
    """Every seat's card; one that has not changed since the last message is not written again."""
    known = room.cards
    for seat, card in enumerate(match.state.cards):
        if known[seat][0] is not card:
            known[seat] = (card, room.slim(card))
    return ",".join([said for _, said in known])


def state(
    room: "Room",
    match: Match,
    kept: tuple[int, str] | None,
    since: int,
    by: str | None,
    *,
    with_header: bool = False,
) -> str:
    """The whole state and the events after `since`, made once for all clients."""
    new = match.events[since:] if since <= match.version else match.events
    return (
        f'{{"is":"state","version":{match.version},"by":{_said(by)},'
        f'"table":{table(match)},"views":[{_views(room, match)}],'
        f'"events":{events(new, match.version - len(new) + 1)},"held":{_held(kept)}'
        + (f',"header":{_said(header(room))}}}' if with_header else "}")
    )


def _held(kept: tuple[int, str] | None) -> str:
    return "null" if kept is None else f'{{"version":{kept[0]},"mask":"{kept[1]}"}}'


def held(room: "Room", by: str) -> str:
    return f'{{"is":"held","version":{room.match.version},"held":{_held(room.held)},"by":"{by}"}}'


def hello(room: "Room") -> str:
    game = room.match.header.game
    message = {
        "is": "hello",
        "protocol": PROTOCOL,
        "build": room.build,
        "header": header(room),
        "layout": layout(game),
    }
    return encode(message).decode()


def ack(command: str, version: int) -> str:
    return encode({"is": "ack", "id": command, "version": version}).decode()


def pong(command: str, version: int) -> str:
    return encode({"is": "pong", "id": command, "version": version}).decode()


def refused(command: str | None, version: int, why: Json) -> str:
    return encode({"is": "refused", "id": command, "version": version, **why}).decode()


def whole(room: "Room", match: Match, last: int) -> Json:
    """A match as REST gives it, at any version."""
    game = match.header.game
    return {
        "id": room.id,
        "header": header(room),
        "layout": layout(game),
        "version": match.version,
        "table": _raw(table(match)),
        "views": [_raw(room.slim(card)) for card in match.state.cards],
        "events": _raw(events(match.events, 1)),
        "held": _raw(_held(room.held if match.version == last else None)),
        "last": last,
    }


def _raw(said: str) -> msgspec.Raw:
    return msgspec.Raw(said.encode())


def summary(room: "Room") -> Json:
    match = room.match
    game = match.header.game
    total = max(1, game.turns * len(match.header.seats) * match.table.games)
    done = len(match.state.results) * game.turns * len(match.header.seats)
    if len(match.state.results) < match.table.games:
        done += sum(game.turn(card) for card in match.state.cards)
    finished = isinstance(match.turn.node, Over)
    return {
        "id": room.id,
        "spec": str(game.spec),
        "name": plain(game.name),
        "seats": seats(match, room.colours),
        "games": match.header.games,
        "created": match.header.created,
        "updated": room.updated_text,
        "version": match.version,
        "over": match.over,
        "revealed": match.revealed is not None,
        "source": "hand" if match.by_hand else "app",
        "turn": {"seat": match.turn.seat, "waits": waits(match)},
        "progress": 1.0 if finished else round(min(1.0, done / total), 3),
        "ranking": [{"place": place, "seat": seat, "points": points} for place, seat, points in match.ranking],
    }


def proof(match: Match) -> Json:
    """What anyone needs to derive the dice anew; without the seed as long as the match is open."""
    draws = []
    replayed = Match.begin(match.header)
    for number, event in enumerate(match.events, start=1):
        if isinstance(event, Drew):
            turn = replayed.turn
            assert isinstance(turn.node, Draw)
            dice = [
                {"die": urn.die, "faces": urn.faces, "face": face}
                for urn, face in zip(turn.node.urns, event.faces, strict=True)
            ]
            where = {"stream": turn.stream, "turn": turn.node.turn, "roll": turn.node.roll}
            draws.append({"n": number, "seat": event.seat, **where, "by_hand": event.by_hand, "dice": dice})
        replayed = replayed.step(event)
    return {
        "match": match.header.id,
        "rules": digest(match.header.game),
        "commitment": match.header.commitment,
        "seed": match.revealed,
        "salts": {str(seat): seed for seat, seed in match.seat_seeds.items()},
        "draws": draws,
    }
