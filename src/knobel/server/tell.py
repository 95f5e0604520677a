"""What clients are told, as JSON: the header, the table, events, and the state message that carries them."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from knobel.errors import BadSeating
from knobel.match.events import Corrected, Drew, Event, Noted, Played, Revealed, Salted, Switched, Undid
from knobel.match.log import Match
from knobel.rules import digest
from knobel.rules.core import Decide, Draw, Over
from knobel.rules.views import plain
from knobel.server.slim import layout
from knobel.server.wire import PROTOCOL, encode
from knobel.words import text

if TYPE_CHECKING:
    from knobel.server.room import Room

Json = dict[str, Any]


def no_seat(seat: int, seats: int) -> BadSeating:
    return BadSeating(what=text("seating.seats"), value=seat + 1, least=1, most=seats, game="")


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


def events(found: Iterable[Event], first: int) -> list[Json]:
    return [_event(event, number) for number, event in enumerate(found, start=first)]


def _event(event: Event, n: int) -> Json:
    match event:
        case Played(seat, move):
            return {"n": n, "seat": seat, "is": "played", "move": str(move)}
        case Drew(seat, faces, by_hand):
            return {"n": n, "seat": seat, "is": "drew", "faces": faces, "by_hand": by_hand}
        case Undid(seat):
            return {"n": n, "seat": seat, "is": "undid"}
        case Salted(seat, seed):
            return {"n": n, "seat": seat, "is": "salted", "seed": seed}
        case Noted(seat, box, points, extra):
            return {"n": n, "seat": seat, "is": "noted", "box": box, "points": points, "extra": extra}
        case Corrected(seat, box, was, points, extra):
            found = {"box": box, "points": points, "extra": extra, "was": was}
            return {"n": n, "seat": seat, "is": "corrected", **found}
        case Switched(by_hand):
            return {"n": n, "seat": None, "is": "switched", "by_hand": by_hand}
        case Revealed(seed):
            return {"n": n, "seat": None, "is": "revealed", "seed": seed}


def table(match: Match, kinds: set[bool]) -> Json:
    turn, state, games = match.turn, match.state, match.table.games
    off = state.roll_off
    pad: list[list[str]] = [[] for _ in match.header.seats]
    for entry in match.written:
        pad[entry.seat].append(entry.box)
    return {
        "turn": {"seat": turn.seat, "waits": _waits(match)},
        "urns": _urns(match),
        "game": min(len(state.results) + 1, games),
        "games": games,
        "first": state.first,
        "roll_off": None if off is None else {"seats": off.seats, "thrown": off.thrown, "round": off.round},
        "results": state.results,
        "ranking": [{"place": place, "seat": seat, "points": points} for place, seat, points in match.ranking],
        "source": "hand" if match.by_hand else "app",
        "mixed": len(kinds) > 1,
        "undo": match.takebacks[-1].seat if match.takebacks and match.revealed is None else None,
        "pad": pad,
        "over": match.over,
        "revealed": match.revealed is not None,
    }


def _waits(match: Match) -> str:
    if match.over:
        return "over"
    return "move" if isinstance(match.turn.node, Decide) else "dice"


def _urns(match: Match) -> list[Json]:
    """The real dice that can be typed in now: those in the air, or all of them at the beginning of a turn."""
    if not match.by_hand or match.over:
        return []
    node = match.turn.node
    if isinstance(node, Decide):
        if [move.verb for move in node.moves] != ["roll"]:
            return []
        node = match.append(match.turn.seat, node.moves[0]).turn.node
    assert isinstance(node, Draw)
    return [{"die": urn.die, "faces": urn.faces} for urn in node.urns]


def _views(room: "Room") -> bytes:
    """Every seat's card; one that has not changed since the last message is not written again."""
    for seat, card in enumerate(room.match.state.cards):
        if room.cards[seat][0] is not card:
            room.cards[seat] = (card, room.slim(card))
    return b",".join([said for _, said in room.cards])


def state(room: "Room", since: int, by: str | None, *, with_header: bool = False) -> str:
    """The whole state and the events after `since`, made once for all clients."""
    match = room.match
    new = match.events[since:] if since <= match.version else match.events
    parts = [
        b'{"is":"state","version":%d,"by":' % match.version,
        encode(by),
        b',"table":',
        encode(table(match, room.kinds)),
        b',"views":[',
        _views(room),
        b'],"events":',
        encode(events(new, match.version - len(new) + 1)),
        b',"held":',
        encode(_held(room)),
        b',"header":%b}' % encode(header(room)) if with_header else b"}",
    ]
    return b"".join(parts).decode()


def _held(room: "Room") -> Json | None:
    return None if room.held is None else {"version": room.held[0], "mask": room.held[1]}


def held(room: "Room", by: str) -> str:
    return encode({"is": "held", "version": room.match.version, "held": _held(room), "by": by}).decode()


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
    kinds = {event.by_hand for event in match.events if isinstance(event, Drew)}
    return {
        "id": room.id,
        "header": header(room),
        "layout": layout(game),
        "version": match.version,
        "table": table(match, kinds),
        "views": [msgspec.Raw(room.slim(card)) for card in match.state.cards],
        "events": events(match.events, 1),
        "held": _held(room) if match.version == last else None,
        "last": last,
    }


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
        "turn": {"seat": match.turn.seat, "waits": _waits(match)},
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
