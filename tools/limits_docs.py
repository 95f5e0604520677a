"""Every bound of a server in one table, with the values that the code has: written into docs/operations.md."""

from dataclasses import fields

from knobel.server import (
    devices,
    everything,
    fastsocket,
    frames,
    guard,
    hub,
    readiness,
    room,
    rounds,
    run,
    socket,
    work,
    workers,
)
from knobel.server.door import Door
from knobel.server.guard import Limits

_CREW = workers.Crew()

# What each field of `guard.Limits` bounds, and what happens beyond it.
_LIMITS = {
    "message": ("characters of a message over the socket", "`server/size`; four times as many bytes: closed with 1009"),
    "body": ("bytes of a request", "`server/size` 413"),
    "file": ("bytes of a match file that is opened", "`server/size` 413"),
    "everything": ("bytes of a file with everything that is read in", "`server/size` 413"),
    "bodies": ("bytes of all bodies that are here at once", "those over `Limits.body`: `server/rate` 429"),
    "rate": ("messages a second, for each connection", "read later"),
    "burst": ("messages at once, for each connection", "read later"),
    "patience": ("seconds a connection may be behind with that", "closed with 4429"),
    "changes": ("POST, PUT and DELETE a second, for each address", "`server/rate` 429"),
    "changes_burst": ("of them at once", "`server/rate` 429"),
    "reads": ("GET a second, and as many sockets opened, for each address", "`server/rate` 429; 403"),
    "reads_burst": ("of them at once", "`server/rate` 429"),
    "connections": ("sockets of tables; fewer where the system gives fewer descriptors", "closed with 4429"),
    "per_address": ("of them from one address", "closed with 4429"),
    "per_match": ("of them at one match", "closed with 4429"),
    "per_match_and_address": ("of them at one match from one address", "closed with 4429"),
}

# Where it stands, its value, what it bounds, and what happens beyond it.
_OTHERS = (
    (
        "everything.GUESTS_MOST",
        everything.GUESTS_MOST,
        "bytes of a file with everything, from anybody but the owner",
        "`server/size` 413",
    ),
    (
        "guard._COSTS",
        guard._COSTS[guard._EVERYTHING],
        "requests that saving or reading in everything counts for",
        "`server/rate` 429",
    ),
    ("rounds.MOST_WAITING", rounds.MOST_WAITING, "commands that wait for one match", "`server/rate`"),
    ("work._ROOM", work._ROOM, "events of a match, whatever the table", "moves only: `server/long`"),
    ("work._ROOM_A_CARD", work._ROOM_A_CARD, "events more for each card that is played", "moves only: `server/long`"),
    ("room._MOST_EVENTS", room._MOST_EVENTS, "events in one message", "the rest is asked for with `earlier`"),
    ("socket._LONGEST_OUTBOX", socket._LONGEST_OUTBOX, "messages a client may be behind with reading", "let go"),
    ("socket._LARGEST_OUTBOX", socket._LARGEST_OUTBOX, "bytes, likewise", "let go"),
    ("fastsocket._PIECE", fastsocket._PIECE, "bytes of a connection that are read at once", "the others come first"),
    ("run.PING_SECONDS", run.PING_SECONDS, "seconds of silence after which a client is asked (ping)", "asked"),
    ("run.PONG_SECONDS", run.PONG_SECONDS, "seconds more of silence", "seen as gone"),
    ("hub.GRACE", hub.GRACE, "seconds before a bot may play on for who has left", ""),
    (
        "hub.IDLE_SECONDS",
        hub.IDLE_SECONDS,
        "seconds a match without clients stays in memory",
        "loaded again when asked",
    ),
    ("hub.KEPT_SECONDS", hub.KEPT_SECONDS, "seconds a deleted match can be taken back", "gone"),
    ("devices.LINK_SECONDS", devices.LINK_SECONDS, "seconds a link for a second device is valid", "404"),
    ("devices._LONGEST", devices._LONGEST, "seconds a device is known without a visit", "a new device"),
    (
        "guard._MOST_ADDRESSES",
        guard._MOST_ADDRESSES,
        "addresses whose requests are counted",
        "the longest unseen begins anew",
    ),
    ("run._DESCRIPTORS", run._DESCRIPTORS, "descriptors that are asked of the system", ""),
    ("run._SPARE", run._SPARE, "of them for all but tables", ""),
    ("Door.longest_head", Door.longest_head, "bytes of a request before its body", "400"),
    ("Door.request_seconds", Door.request_seconds, "seconds for a whole request to come", "closed"),
    ("Door.answer_seconds", Door.answer_seconds, "seconds for an answer to be read", "closed"),
    ("Door.grace_seconds", Door.grace_seconds, "seconds before an unfinished request makes room for others", "closed"),
    ("Crew.quick", _CREW.quick.most_waiting, "jobs that wait for an answer at once (hints)", "503"),
    ("Crew.chances", _CREW.chances.most_waiting, "jobs that wait for chances to win", "503"),
    ("Crew.reviews", _CREW.reviews.most_waiting, "jobs that wait for reviews and statistics", "503"),
    ("Crew.long", _CREW.long.most_waiting, "jobs of minutes that wait (house rules)", "503"),
    (
        "readiness.TRIED_SECONDS",
        readiness.TRIED_SECONDS,
        "seconds between two writes for `/api/ready`",
        "the last answer",
    ),
    ("readiness.SILENT_SECONDS", readiness.SILENT_SECONDS, "seconds a store has to write one", "not ready"),
    (
        "socket.FAREWELL_SECONDS",
        socket.FAREWELL_SECONDS,
        "seconds for what is being written, at a stop",
        "closed all the same",
    ),
    ("run.STOP_SECONDS", run.STOP_SECONDS, "seconds for requests being answered, at a stop", "cancelled"),
)

assert Limits.message == frames.LONGEST_MESSAGE


def table() -> str:
    rows = [(f"Limits.{one.name}", one.default, *_LIMITS[one.name]) for one in fields(Limits) if one.name != "hosts"]
    lines = ["| where | value | what | beyond it |", "|---|---|---|---|"]
    lines += [f"| `{where}` | {value:,.10g} | {what} | {beyond} |" for where, value, what, beyond in (*rows, *_OTHERS)]
    return "\n".join(lines) + "\n"
