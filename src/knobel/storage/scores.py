"""The scores of finished games, on one connection. Those of a match are written with the step that ends a game."""

from collections.abc import Iterable, Sequence
from dataclasses import astuple, fields

from knobel.match.records import Past, Score
from knobel.storage.connection import SqlConnection
from knobel.storage.holders import OWNER, Holders, Seating

_NAMES = tuple(field.name for field in fields(Score))
_ENTER = f"insert into score ({', '.join(_NAMES)}, holder) values ({', '.join('?' * len(_NAMES))}, ?)"
_CLEAR = "delete from score where match = ?"
_READ = "delete from unscored where match = ?"
_UNREAD = "select match from unscored"
_RENAME = "update score set person = ? where holder = ? and person = ?"
# What was thrown away does not count; taken back, it counts again.
_PAST = """
select count(*), coalesce(max(points), 0), coalesce(sum(points), 0) from (
    select points from score where holder = :holder and rules = :rules and person = :person and match <> :match
    and match not in (select match from listed where away = 2)
    union all select points from result
    where holder = :holder and rules = :rules and person = :person and id <> :match) as reached"""


class ScoreBook:
    def __init__(self, connection: SqlConnection) -> None:
        self._execute, self._many = connection.execute, connection.executemany
        self._holders = Holders(connection)

    def write(self, match: str, scores: Iterable[Score]) -> None:
        """All scores of a match, in place of those that were known: an entry can be taken back or corrected."""
        self._execute(_CLEAR, (match,))
        seating = self._holders.seating(match) or Seating()
        self._many(_ENTER, [(*astuple(score), seating.holder(score.seat)) for score in scores])
        self._execute(_READ, (match,))

    def rename(self, person: str, becomes: str, holder: str = OWNER) -> None:
        self._execute(_RENAME, (becomes, holder, person))

    def pasts(self, rules: str, people: Sequence[str], match: str, holder: str = OWNER) -> list[Past]:
        """What each of them has reached by these rules in other matches, booklets included."""
        asked = ({"holder": holder, "rules": rules, "person": person, "match": match} for person in people)
        return [Past(*self._execute(_PAST, values).fetchone()) for values in asked]

    def unread(self) -> list[str]:
        """Matches of before scores were kept."""
        return [match for (match,) in self._execute(_UNREAD)]
