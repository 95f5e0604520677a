"""Matches and positions as text, for people to read and programs to exchange.

A position is one line: `knobel 1 kniffel boxes=3,-,… dice=1,3,4,5,5`. A match file is a header, a blank line, one
line for each decision with the dice that answered it, and a closing line. Every line ends with a short running
check over all that stands before it, so a changed line is found where it was changed. docs/notation.md has the
whole form. The twins are `format_position`/`parse_position` and `format_match`/`parse_match`; moves carry theirs.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NoReturn

from knobel.errors import BadMatch, BadPosition, BadRule, KnobelError, UnknownGame
from knobel.match.lines import SEAT_LETTERS, event_lines, read_events
from knobel.match.log import Event, Header, Match, Seat
from knobel.rules import GAMES, digest, find, find_by_rules
from knobel.rules.core import Decide, Draw, Game
from knobel.rules.sheetfile import sheet_game
from knobel.words import text

VERSION = 1
LONGEST_LINE, MOST_LINES = 20_000, 20_000
_CHECK_DIGITS = 8


def format_position(game: Game[Any], state: Any) -> str:
    return f"knobel {VERSION} {game.spec} {game.format(state)}"


def parse_position(line: str) -> tuple[Game[Any], Any]:
    """The game and the position of that line."""
    words = line.split(" ")
    if len(line) > LONGEST_LINE or len(words) < 3 or words[0] != "knobel":
        raise BadPosition(field="knobel", problem=text("position.form"))
    if words[1] != str(VERSION):
        raise BadPosition(field="knobel", problem=text("position.version", found=words[1][:20], known=VERSION))
    try:
        game = find(words[2])
    except (UnknownGame, BadRule) as error:
        raise BadPosition(field=words[2][:40], problem=error.text()) from error
    fields: dict[str, str] = {}
    for word in words[3:]:
        name, equals, value = word.partition("=")
        if not equals or name in fields:
            raise BadPosition(field=name[:40], problem=text("position.form"))
        fields[name] = value
    return game, game.parse(fields)


def format_match(match: Match) -> str:
    """The match as the text of a file."""
    lines = [f"knobel match {VERSION}", *_header_lines(match.header), ""]
    lines.extend(event_lines(match.events))
    lines.append(f"{'end' if match.over else 'open'} {match.version}")
    return "".join(_checked(lines))


def _header_lines(header: Header) -> Iterator[str]:
    yield f"id: {header.id}"
    yield f"game: {header.game.spec.today}"  # the digest below says which version of a level it is
    if (card := header.game.own_card()) is not None and is_own(header.game):
        yield f"sheet: {json.dumps(card, separators=(',', ':'))}"
    yield f"rules: {digest(header.game)}"
    yield f"faces: {_faces(header.game)}"
    yield f"created: {header.created}"
    for letter, seat in zip(SEAT_LETTERS, header.seats, strict=False):
        yield f"{letter}: {f'bot:{seat.bot} ' if seat.bot else 'human '}{seat.name}"
    yield f"games: {header.games}"
    yield f"first: {'roll' if header.first is None else SEAT_LETTERS[header.first]}"
    yield f"dice: {'same' if header.duplicate else 'own'}"
    yield f"sealed: {header.commitment}"


def _faces(game: Game[Any]) -> str:
    """What the dice of a first throw can show, so that the file can be checked by who does not know the game."""
    node = game.node(game.start())
    assert isinstance(node, Decide)
    thrown = game.node(game.play(game.start(), node.moves[0]))
    assert isinstance(thrown, Draw)
    return " ".join(",".join(map(str, urn.faces)) for urn in thrown.urns)


def is_own(game: Game[Any]) -> bool:
    """Whether the registry knows no such game, or another by that name."""
    return game.spec.key not in {kind.key for kind in GAMES} or digest(game) != digest(find(str(game.spec)))


def _checked(lines: Iterable[str]) -> Iterator[str]:
    check = ""
    for line in lines:
        check = _running_check(check, line)
        yield f"{line} #{check}\n" if line else "\n"


def _running_check(before: str, line: str) -> str:
    return sha256(f"{before}\n{line}".encode()).hexdigest()[:_CHECK_DIGITS]


def parse_match(content: str) -> Match:
    """The match of that text, every event replayed. BadMatch names the line at which it goes wrong."""
    return _MatchReader(content).match()


@dataclass(slots=True)
class _Line:
    number: int
    text: str


class _MatchReader:
    """Reads line by line; whatever goes wrong is reported with the line it happened on."""

    def __init__(self, content: str) -> None:
        self.lines = self._verified(content)

    def fail(self, number: int, problem: str, **values: object) -> NoReturn:
        raise BadMatch(line=number, problem=text(f"match.{problem}", **values))

    def _verified(self, content: str) -> list[_Line]:
        raw = content.split("\n")
        if len(raw) > MOST_LINES:
            self.fail(MOST_LINES, "long")
        self._check_version(raw[0])
        check, lines = "", []
        for number, line in enumerate(raw, start=1):
            if number == len(raw) and not line:
                break  # what follows the last line end
            body, mark, found = line.rpartition(" #") if line else ("", "", "")
            check = _running_check(check, body)
            if line and (not mark or found != check or len(line) > LONGEST_LINE):
                self.fail(number, "edited" if mark else "unchecked")
            lines.append(_Line(number, body))
        if not content.endswith("\n") or lines[-1].text.split(" ")[0] not in ("end", "open"):
            self.fail(len(lines), "truncated")
        return lines

    def _check_version(self, line: str) -> None:
        words = line.split(" ")
        if words[:2] != ["knobel", "match"] or len(words) < 3:
            self.fail(1, "no_match")
        if words[2] != str(VERSION):
            self.fail(1, "version", found=words[2][:20], known=VERSION)

    def match(self) -> Match:
        blank = next((i for i, line in enumerate(self.lines) if not line.text), None)
        if blank is None:
            self.fail(len(self.lines), "no_events")
        match = self.at(self.lines[blank], lambda: Match.begin(self._header(self.lines[1:blank])))
        for line in self.lines[blank + 1 : -1]:
            for event in self._events(line):
                match = self.at(line, lambda match=match, event=event: match.step(event))  # type: ignore[misc]
        closing = self.lines[-1]
        if closing.text != f"{'end' if match.over else 'open'} {match.version}":
            self.fail(closing.number, "closing", expected=match.version)
        return match

    def at(self, line: _Line, act: Callable[[], Match]) -> Match:
        """`act`, with any refusal turned into one that names the line."""
        try:
            return act()
        except BadMatch:
            raise
        except KnobelError as error:
            raise BadMatch(line=line.number, problem=error.text()) from error

    def _header(self, lines: list[_Line]) -> Header:
        fields: dict[str, str] = {}
        where: dict[str, int] = {}
        for line in lines:
            name, colon, value = line.text.partition(": ")
            if not colon or name in fields:
                self.fail(line.number, "header", field=name[:40])
            fields[name], where[name] = value, line.number
        end = lines[-1].number + 1 if lines else 2
        needed = ("id", "game", "rules", "faces", "created", "A", "games", "first", "dice", "sealed")
        for name in needed:
            if name not in fields:
                self.fail(end, "missing", field=name)
        for name in fields:
            if name not in (*needed, "sheet", *SEAT_LETTERS):
                self.fail(where[name], "header", field=name[:40])
        game = self._game(fields, where)
        if digest(game) != fields["rules"]:
            self.fail(where["rules"], "rules", game=str(game.spec))
        if _faces(game) != fields["faces"]:
            self.fail(where["faces"], "faces")
        return Header(
            id=self._word(fields["id"], where["id"]),
            game=game,
            seats=tuple(self._seats(fields, where)),
            commitment=self._word(fields["sealed"], where["sealed"]),
            created=self._word(fields["created"], where["created"]),
            games=self._one_of(fields["games"], "123456", where["games"]) + 1,
            first=None if fields["first"] == "roll" else self._one_of(fields["first"], SEAT_LETTERS, where["first"]),
            duplicate=bool(self._one_of(fields["dice"], ("own", "same"), where["dice"])),
        )

    def _game(self, fields: dict[str, str], where: dict[str, int]) -> Game[Any]:
        name = "sheet" if "sheet" in fields else "game"
        try:
            if name == "sheet":
                return sheet_game(json.loads(fields["sheet"]), "sheet")
            return find_by_rules(fields["game"], fields["rules"])
        except KnobelError as error:
            raise BadMatch(line=where[name], problem=error.text()) from error
        except (ValueError, RecursionError):
            self.fail(where[name], "json")

    def _seats(self, fields: dict[str, str], where: dict[str, int]) -> Iterator[Seat]:
        letters = [letter for letter in SEAT_LETTERS if letter in fields]
        if "".join(letters) != SEAT_LETTERS[: len(letters)]:
            self.fail(where[letters[-1]], "header", field=letters[-1])
        for letter in letters:
            kind, _, name = fields[letter].partition(" ")
            bot = kind.removeprefix("bot:") if kind.startswith("bot:") else None
            if kind != "human" and not (bot and bot.isascii() and bot.isidentifier()):
                self.fail(where[letter], "header", field=letter)
            try:
                yield Seat(name, bot)
            except KnobelError as error:
                raise BadMatch(line=where[letter], problem=error.text()) from error

    def _word(self, value: str, number: int) -> str:
        """A value that is only carried along, kept to what a seal can be taken over."""
        if not (1 <= len(value) <= 100 and value.isascii() and value.isprintable() and " " not in value):
            self.fail(number, "word")
        return value

    def _one_of(self, value: str, allowed: str | tuple[str, ...], number: int) -> int:
        if value not in tuple(allowed):
            self.fail(number, "one_of", allowed=list(allowed))
        return tuple(allowed).index(value)

    def _events(self, line: _Line) -> list[Event]:
        try:
            return read_events(line.text)
        except KnobelError as error:
            raise BadMatch(line=line.number, problem=error.text()) from error
        except ValueError:
            self.fail(line.number, "event")
