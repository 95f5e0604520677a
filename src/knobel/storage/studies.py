"""What statistics keep of matches that are over, on one connection, and what they ask of scores and results."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import astuple
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from knobel.match.studies import (
    AllDraws,
    DrawTally,
    GameResult,
    LostAt,
    MatchStudy,
    PersonPast,
    PersonStudy,
    PlayedRules,
    StudiedMatch,
    uniform,
)
from knobel.rules.core import Face
from knobel.storage.connection import SqlConnection
from knobel.storage.holders import OWNER, Holders, Seating

_WRITE = """
insert into study (match, version, spec, rules, seal, left_out, readable) values (?, ?, ?, ?, ?, ?, ?)
on conflict (match) do update set version = excluded.version, spec = excluded.spec, rules = excluded.rules,
seal = excluded.seal, left_out = excluded.left_out, readable = excluded.readable"""
_PERSON = """
insert into person_study
(holder, match, seat, person, games, start, luck, loss, decisions, mistakes, exact, unknown, places)
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_TALLY = "insert into draw_tally (match, kind, typed, numbers) values (?, ?, ?, ?)"
_CLEAR = "delete from {table} where match = ?"
_KNOWN = "select 1 from match where id = ?"
# A person may have got another name since the match was played: scores and results have gone along.
_NAME = """
select person from score where match = :match and seat = :seat
union all select person from result where id = :match and :seat = 0 limit 1"""
_RENAME = "update person_study set person = ? where holder = ? and person = ?"
# A cross join is gone through from left to right: few matches wait, and very many are listed.
_DUE = """
select u.match from unstudied u cross join listed l where l.match = u.match and l.away <> 2 and l.summary <> ''
order by l.created desc, l.match desc limit ?"""
_WAITING = """
select count(*) from unstudied u cross join listed l where l.match = u.match and l.away <> 2"""
_WAITING_OF = """
select count(*) from unstudied u cross join sitter s where s.match = u.match and s.person = :person and s.away <> 2
and exists (select 1 from at_table a where a.match = s.match and a.holder = :holder)"""
# Everything somebody has played: games by their rules, and levels, whose results are in the booklets.
_PLAYED = """
select rules, max(spec), max(name), sum(games), max(stamp) from (
    select s.rules as rules, json_extract(l.summary, '$.spec') as spec, json_extract(l.summary, '$.name') as name,
        1 as games, s.stamp as stamp
    from score s join listed l on l.match = s.match where s.holder = :holder and s.person = :person and l.away <> 2
    union all
    select rules, game || ':' || level, '', 1, stamp from result
    where holder = :holder and person = :person
    union all
    select t.rules, t.spec, json_extract(l.summary, '$.name'), 0, l.created
    from person_study p join study t on t.match = p.match join listed l on l.match = p.match
    where p.holder = :holder and p.person = :person and l.away <> 2
) as played group by rules order by max(stamp) desc"""
_RESULTS = """
select s.match, s.stamp, s.points, s.rules, null, null, s.game from score s join listed l on l.match = s.match
where s.holder = :holder and s.person = :person and l.away <> 2
union all
select id, stamp, points, rules, level, medal, 0 from result where holder = :holder and person = :person
order by 2, 1, 7"""
_STUDIES = """
select p.match, l.created, t.rules, p.seat, p.person, p.games, p.start, p.luck, p.loss, p.decisions, p.mistakes,
    p.exact, p.unknown, p.places
from person_study p join study t on t.match = p.match join listed l on l.match = p.match
where p.holder = :holder and p.person = :person and l.away <> 2 order by l.created, p.match, p.seat"""
_PART = "s.seal >= :first and s.seal < :beyond"  # of all matches: those with the same seal are in the same
_TALLIES = f"""
select d.kind, d.typed, n.key, sum(n.value) from draw_tally d, json_each(d.numbers) n
where d.match in (
    select min(s.match) from study s cross join listed l where l.match = s.match and l.away <> 2 and {_PART}
    group by s.seal
) group by d.kind, d.typed, n.key"""
_LEFT_OUT = f"""
select coalesce(sum(s.left_out), 0), count(*) from study s cross join listed l
where l.match = s.match and l.away <> 2 and s.readable <> 0 and {_PART}"""
_BOUNDS = ("", *"123456789abcdef", "g")  # of the parts: a seal is a hash in hexadecimal digits
PARTS = tuple({"first": first, "beyond": beyond} for first, beyond in pairwise(_BOUNDS))

_encode = msgspec.json.encode
_read_places = msgspec.json.Decoder(list[tuple[str, int, float, float]]).decode
_read_text = msgspec.json.Decoder(dict[str, Any]).decode


class StudyBook:
    def __init__(self, connection: SqlConnection) -> None:
        self._execute, self._many = connection.execute, connection.executemany
        self._holders = Holders(connection)

    def write(self, study: MatchStudy) -> None:
        for table in ("person_study", "draw_tally", "unstudied"):
            self._execute(_CLEAR.format(table=table), (study.match,))
        if self._execute(_KNOWN, (study.match,)).fetchone() is None:
            return  # forgotten meanwhile
        head = (study.match, study.version, study.spec, study.rules, study.seal, study.left_out, study.readable)
        self._execute(_WRITE, head)
        seating = self._holders.seating(study.match) or Seating()
        rows = [(seating.holder(person.seat), *self._row(study.match, person)) for person in study.people]
        self._many(_PERSON, rows)
        self._many(_TALLY, [(study.match, each.kind, each.typed, _numbers(each)) for each in study.draws])

    def _row(self, match: str, person: PersonStudy) -> tuple[object, ...]:
        *values, places = astuple(person)
        named = self._execute(_NAME, {"match": match, "seat": person.seat}).fetchone()
        values[1] = named[0] if named else person.person
        return (match, *values, _encode(places).decode())

    def rename(self, person: str, becomes: str, holder: str = OWNER) -> None:
        self._execute(_RENAME, (becomes, holder, person))

    def due(self, most: int) -> list[str]:
        """Matches to be looked at, the latest first."""
        return [match for (match,) in self._execute(_DUE, (most,))]

    def waiting(self) -> int:
        (count,) = self._execute(_WAITING).fetchone()
        return int(count)

    def past(self, person: str, holder: str = OWNER) -> PersonPast:
        asked = {"person": person, "holder": holder}
        played = tuple(
            PlayedRules(rules, spec, games, _read_text(name) if name else {})
            for rules, spec, name, games, _ in self._execute(_PLAYED, asked)
        )
        results = tuple(GameResult(*row[:-1]) for row in self._execute(_RESULTS, asked))
        studies = tuple(
            StudiedMatch(match, stamp, rules, _study(row))
            for match, stamp, rules, *row in self._execute(_STUDIES, asked)
        )
        (waiting,) = self._execute(_WAITING_OF, asked).fetchone()
        return PersonPast(played, results, studies, waiting)

    def draws(self) -> AllDraws:
        """What all dice and cards of this installation showed."""
        return all_of((self.draws_of(part) for part in PARTS), self.waiting())

    def draws_of(self, part: Mapping[str, str]) -> "SomeDraws":
        """The same of a part of all matches."""
        rows = [(kind, bool(typed), key, value) for kind, typed, key, value in self._execute(_TALLIES, part)]
        left_out, matches = self._execute(_LEFT_OUT, part).fetchone()
        return SomeDraws(rows, matches, left_out)


class SomeDraws(NamedTuple):
    numbers: list[tuple[str, bool, str, float]]  # of which kind, whether typed, what is counted, how much
    matches: int
    left_out: int


def all_of(parts: Iterable[SomeDraws], waiting: int) -> AllDraws:
    found: dict[tuple[str, bool], dict[str, float]] = defaultdict(lambda: defaultdict(float))
    matches = left_out = 0
    for part in parts:
        matches, left_out = matches + part.matches, left_out + part.left_out
        for kind, typed, key, value in part.numbers:
            found[kind, typed][key] += value
    tallies = tuple(_tally(kind, typed, numbers) for (kind, typed), numbers in sorted(found.items()))
    return AllDraws(tallies, matches, left_out, waiting)


def _study(row: list[Any]) -> PersonStudy:
    seat, person, games, start, luck, loss, decisions, mistakes, exact, unknown, places = row
    lost = tuple(LostAt(*place) for place in _read_places(places))
    return PersonStudy(seat, person, games, start, luck, loss, decisions, mistakes, bool(exact), unknown, lost)


def _numbers(tally: DrawTally) -> str:
    """Counts by face; of draws from urns that change also what was expected, and how it goes together."""
    found: dict[str, float] = {f"n {face}": count for face, count in zip(tally.faces, tally.counts, strict=True)}
    if tally != uniform(tally.kind, tally.faces, tally.counts, typed=tally.typed):
        found |= {f"e {face}": value for face, value in zip(tally.faces, tally.expected, strict=True)}
        found |= {f"s {one} {other}": value for one, other, value in _pairs(tally)}
    return _encode(found).decode()


def _pairs(tally: DrawTally) -> Iterator[tuple[Face, Face, float]]:
    for one, row in zip(tally.faces, tally.spread, strict=True):
        yield from ((one, other, value) for other, value in zip(tally.faces, row, strict=True))


def _tally(kind: str, typed: bool, numbers: Mapping[str, float]) -> DrawTally:
    faces = tuple(sorted(_faces(numbers), key=lambda face: (isinstance(face, str), face)))
    counts = tuple(int(numbers[f"n {face}"]) for face in faces)
    if f"e {faces[0]}" not in numbers:
        return uniform(kind, faces, counts, typed=typed)
    return DrawTally(
        kind,
        faces,
        typed,
        counts,
        tuple(numbers[f"e {face}"] for face in faces),
        tuple(tuple(numbers.get(f"s {one} {other}", 0.0) for other in faces) for one in faces),
    )


def _faces(numbers: Iterable[str]) -> Iterator[Face]:
    for key in numbers:
        part, _, face = key.partition(" ")
        if part == "n":
            yield int(face) if face.isdigit() else face
