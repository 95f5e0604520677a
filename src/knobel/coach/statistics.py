"""Statistics of one person and one game: results beside exact play, loss a decision, where points are lost, luck.

`study` reviews a match once and keeps what is needed of it; `statistics` adds studies up and looks at no match again.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from knobel.coach.honest_dice import normal_tail
from knobel.coach.review import PlayerReview, ReviewedDecision, review
from knobel.errors import KnobelError
from knobel.match.log import Match
from knobel.match.notation import parse_match
from knobel.match.studies import (
    GameResult,
    LostAt,
    MatchStudy,
    PersonPast,
    PersonStudy,
    PlayedRules,
    StudiedMatch,
    draws_of,
)
from knobel.rules import GAMES, digest, find
from knobel.rules.booklets import MEDALS, level_of
from knobel.rules.core import Game
from knobel.rules.sheetgame import Card, SheetGame
from knobel.words import Text, known, text

BINS = 20  # columns of a distribution, at most
WIDTHS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500)
ENTRIES = ("enter", "strike", "put", "score", "place")  # moves that write or lay something
NOWHERE = ""  # the place of turns that wrote nothing
# By how many standard errors a mean may be off, 19 times out of 20, with 1, 2, … observations more than one.
_STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131)


# A match, looked at once.


def study_file(content: str, id: str, report: Callable[[Any], None] | None = None) -> MatchStudy:  # noqa: ARG001
    """The study of a match in the notation of match files: what a worker process is asked for. One that cannot be read
    or reviewed here is none, and not asked for again."""
    try:
        return study(parse_match(content), id)
    except KnobelError:
        return MatchStudy(id, 0, readable=False)


def study(match: Match, id: str | None = None) -> MatchStudy:
    """What statistics keep of a match."""
    game, (draws, left_out), helped = match.header.game, draws_of(match), match.stood_in_for
    try:
        players = review(match).players
    except ImportError:  # a browser has not all it takes: of such a match results and dice count, luck and loss do not
        players = ()
    people = tuple(
        _person(game, player, len(match.state.results))
        for number, (player, seat) in enumerate(zip(players, match.header.seats, strict=bool(players)))
        if seat.bot is None and number not in helped
    )
    return MatchStudy(
        match=id or match.header.id,
        version=match.version,
        people=people,
        draws=draws,
        left_out=left_out,
        seal=match.header.commitment,
        spec=str(game.spec.today),
        rules=digest(game),
    )


def _person(game: Game[Any], player: PlayerReview, games: int) -> PersonStudy:
    return PersonStudy(
        seat=player.seat,
        person=player.name,
        games=games,
        start=player.start,
        luck=player.luck,
        loss=player.loss,
        decisions=len(player.decisions),
        mistakes=len(player.mistakes),
        exact=player.exact,
        unknown=player.unknown,
        places=tuple(_places(game, player.decisions)),
    )


def _places(game: Game[Any], decisions: Sequence[ReviewedDecision]) -> Iterable[LostAt]:
    """Losses by where the turn ended; where every decision lays something, by that."""
    ended = {(each.game, each.turn): _place(each) for each in decisions if each.move.verb in ENTRIES}
    found: dict[str, LostAt] = {}
    for each in decisions:
        enters = each.move.verb in ENTRIES
        place = _place(each) if enters or not game.has_boxes else ended.get((each.game, each.turn), _last(game, each))
        was = found.get(place, LostAt(place))
        loss = max(0.0, each.loss)
        found[place] = LostAt(
            place,
            was.decisions + 1,
            was.kept + (0.0 if enters else loss),
            was.entered + (loss if enters else 0.0),
        )
    return sorted(found.values(), key=lambda each: each.place)


def _place(decision: ReviewedDecision) -> str:
    match decision.move.verb, decision.move.args:
        case ("enter" | "strike" | "score", (place, *_)):
            return str(place)
        case "put", (_, row):
            return str(row)
        case "place", (cell, *_):
            return str(cell)
    return decision.move.verb


def _last(game: Game[Any], decision: ReviewedDecision) -> str:
    """The only box that was left, whose entry was no decision."""
    card = decision.state
    if isinstance(game, SheetGame) and isinstance(card, Card) and card.written.count(None) == 1:
        return game.sheet.boxes[card.written.index(None)].key
    return NOWHERE


# How results are spread under the best play there is.


@dataclass(frozen=True, slots=True)
class ResultSpread:
    """How often each result comes: `shares[i]` of all games end with `least + i` points."""

    least: int
    shares: tuple[float, ...]
    games: int | None = None  # simulated ones; None: exact
    strong: bool = False  # the strong player's, where nobody knows exact play

    @property
    def mean(self) -> float:
        return sum(share * (self.least + i) for i, share in enumerate(self.shares))

    @property
    def sd(self) -> float:
        mean = self.mean
        return float(sum(share * (self.least + i - mean) ** 2 for i, share in enumerate(self.shares)) ** 0.5)

    def within(self, low: int, high: int) -> float:
        """The share of games with at least `low` and less than `high` points."""
        return sum(self.shares[max(0, low - self.least) : max(0, high - self.least)])


@cache
def _shipped() -> Mapping[str, ResultSpread]:
    kept = json.loads(files(__package__).joinpath("data", "exact_play.json").read_text(encoding="utf-8"))
    return {each["digest"]: ResultSpread(each["least"], tuple(each["shares"]), each["games"]) for each in kept}


def best_spread(game: Game[Any]) -> ResultSpread | None:
    """How results of exact play are spread, of the strong player on a level; None where nobody has worked it out.

    >>> from knobel.rules import find
    >>> round(best_spread(find("kniffel")).mean, 2)
    248.21
    """
    if found := _shipped().get(digest(game)):
        return found
    level = level_of(game.spec)
    if level is None or game.spec.house:
        return None
    from knobel.bots.calibration.histograms import stored

    kept = stored(level.game).get(level.number)
    if kept is None or kept.digest != digest(game):
        return None
    strong = kept.histograms["strong"]
    return ResultSpread(strong.least, tuple(count / strong.games for count in strong.counts), strong.games, strong=True)


# What is told of a person.


@dataclass(frozen=True, slots=True)
class Bin:
    """Results from `low` up to less than `high`."""

    low: int
    high: int
    games: int
    best: float | None  # how often the best player ends there


@dataclass(frozen=True, slots=True)
class LossRate:
    """What a decision loses on average; between `low` and `high` nineteen times out of twenty."""

    matches: int
    games: int
    decisions: int
    mistakes: int
    loss: float  # a decision
    low: float | None  # None: one match tells nothing about the next
    high: float | None
    exact: bool

    @property
    def accuracy(self) -> float:
        return 1 - self.mistakes / self.decisions if self.decisions else 1.0


@dataclass(frozen=True, slots=True)
class LuckPoint:
    """Luck after a match, that of all before it included."""

    stamp: int
    games: int
    luck: float
    total: float


@dataclass(frozen=True, slots=True)
class LuckSum:
    """`sd` is that of one game under exact play; `less` the share of people who have less luck in as many games."""

    total: float
    games: int
    sd: float | None
    less: float | None


@dataclass(frozen=True, slots=True)
class MedalCount:
    medal: str
    levels: int  # whose best result it is
    results: int


@dataclass(frozen=True, slots=True)
class GameStatistics:
    results: tuple[GameResult, ...]
    mean: float | None
    error: float | None  # of the mean, one standard error
    best: ResultSpread | None
    bins: tuple[Bin, ...]
    loss: LossRate | None
    places: tuple[LostAt, ...]  # the worst first
    luck: tuple[LuckPoint, ...]
    lucky: LuckSum | None
    medals: tuple[MedalCount, ...]


Results: TypeAlias = Sequence[GameResult]
Studies: TypeAlias = Sequence[StudiedMatch]


def statistics(game: Game[Any] | None, results: Results, studies: Studies) -> GameStatistics:
    """Of one person: `results` and `studies` of one game, oldest first. Without a game they are of several levels,
    whose points cannot be compared."""
    best = best_spread(game) if game else None
    points = [each.points for each in results]
    mean = sum(points) / len(points) if points and game else None
    luck = tuple(_luck(studies))
    return GameStatistics(
        results=tuple(results),
        mean=mean,
        error=_error(points) if game else None,
        best=best,
        bins=tuple(_bins(points, best)) if game else (),
        loss=loss_rate([each.study for each in studies]),
        places=tuple(sorted(_merged(studies), key=lambda each: -each.loss)),
        luck=luck,
        lucky=_lucky(luck, best if best and not best.strong else None),
        medals=tuple(_medals(results)),
    )


def _error(points: Sequence[int]) -> float | None:
    if len(points) < 2:
        return None
    mean = sum(points) / len(points)
    return float((sum((each - mean) ** 2 for each in points) / (len(points) - 1) / len(points)) ** 0.5)


def _bins(points: Sequence[int], best: ResultSpread | None) -> Iterable[Bin]:
    if not points:
        return
    low, high = min(points), max(points)
    if best:  # as far as one game in a thousand goes
        low, high = min(low, _quantile(best, 0.001)), max(high, _quantile(best, 0.999))
    width = next((width for width in WIDTHS if (high - low) / width < BINS), WIDTHS[-1])
    for start in range(low // width * width, high + 1, width):
        end = start + width
        count = sum(start <= each < end for each in points)
        yield Bin(start, end, count, best.within(start, end) if best else None)


def _quantile(spread: ResultSpread, share: float) -> int:
    upto = 0.0
    for i, each in enumerate(spread.shares):
        upto += each
        if upto >= share:
            return spread.least + i
    return spread.least + len(spread.shares) - 1


def loss_rate(studies: Sequence[PersonStudy]) -> LossRate | None:
    """Decisions of one match go together (a tired evening, a difficult card), so matches are what varies."""
    decisions = sum(each.decisions for each in studies)
    if not decisions:
        return None
    rate = sum(each.loss for each in studies) / decisions
    low = high = None
    if (matches := len(studies)) > 1:
        squares = sum((each.loss - rate * each.decisions) ** 2 for each in studies)
        half = _student(matches - 1) * (squares * matches / (matches - 1)) ** 0.5 / decisions
        low, high = max(0.0, rate - half), rate + half
    return LossRate(
        matches=matches,
        games=sum(each.games for each in studies),
        decisions=decisions,
        mistakes=sum(each.mistakes for each in studies),
        loss=rate,
        low=low,
        high=high,
        exact=all(each.exact for each in studies),
    )


def _student(freedom: int) -> float:
    return _STUDENT[freedom - 1] if freedom <= len(_STUDENT) else 1.96 + 2.5 / freedom


def _merged(studies: Studies) -> Iterable[LostAt]:
    found: dict[str, LostAt] = {}
    for each in studies:
        for place in each.study.places:
            was = found.get(place.place, LostAt(place.place))
            found[place.place] = LostAt(
                place.place, was.decisions + place.decisions, was.kept + place.kept, was.entered + place.entered
            )
    return found.values()


def _luck(studies: Studies) -> Iterable[LuckPoint]:
    total, games = 0.0, 0
    for each in studies:
        total, games = total + each.study.luck, games + each.study.games
        yield LuckPoint(each.stamp, games, each.study.luck, total)


def _lucky(luck: Sequence[LuckPoint], best: ResultSpread | None) -> LuckSum | None:
    """Under exact play a result is what was to be expected plus luck: luck is spread as results are. Who errs now and
    then has nearly the same."""
    if not luck:
        return None
    total, games = luck[-1].total, luck[-1].games
    if best is None or not games:
        return LuckSum(total, games, None, None)
    return LuckSum(total, games, best.sd, 1 - normal_tail(total / (best.sd * games**0.5)))


def _medals(results: Results) -> Iterable[MedalCount]:
    """Of levels, the best first; nothing of games without medals."""
    levels = [each for each in results if each.level is not None]
    if not levels:
        return
    best: dict[int, int] = {}
    for each in levels:
        assert each.level is not None
        rank = -1 if each.medal is None else MEDALS.index(each.medal)
        best[each.level] = max(rank, best.get(each.level, -1))
    for rank, medal in reversed(list(enumerate(MEDALS))):
        yield MedalCount(
            medal, sum(each == rank for each in best.values()), sum(each.medal == medal for each in levels)
        )


# What can be asked about.


@dataclass(frozen=True, slots=True)
class Topic:
    """A game that somebody has played, by its rules; or all levels of a booklet together."""

    key: str  # what it is asked for by
    name: Text
    games: int
    rules: frozenset[str]
    game: Game[Any] | None = None  # None: several levels, or rules that nobody has here any more


def topics(past: PersonPast) -> list[Topic]:
    """Everything there are statistics of, what was played last first."""
    found: list[Topic] = []
    whole: dict[str, list[Topic]] = {}
    for played in past.played:
        topic = _topic(played)
        key = played.spec.partition("+")[0].partition(":")[0]
        if ":" in played.spec and _is_registered(key):
            if key not in whole:
                found.append(topic)  # its place; all levels together come first
            whole.setdefault(key, []).append(topic)
        else:
            found.append(topic)
    return [each for topic in found for each in _with_levels(topic, whole)]


def _with_levels(topic: Topic, whole: Mapping[str, Sequence[Topic]]) -> list[Topic]:
    key = next((key for key, levels in whole.items() if levels[0] is topic), None)
    if key is None:
        return [topic]
    levels = whole[key]
    name = text("statistics.all_levels", game=text(f"games.{key}.name"))
    rules = frozenset(rules for level in levels for rules in level.rules)
    together = Topic(key, name, sum(level.games for level in levels), rules)
    return [together, *sorted(levels, key=lambda level: level.game.spec.level or 0 if level.game else 0)]


def _is_registered(key: str) -> bool:
    return key in {kind.key for kind in GAMES}


def _topic(played: PlayedRules) -> Topic:
    game = _game(played)
    key, rules = played.rules[:16], frozenset({played.rules})
    name = text(played.name["key"], **played.name["values"]) if played.name else None
    if game is None:
        base = played.spec.partition("+")[0].partition(":")[0]
        if name is None and _is_registered(base):
            name = text(f"games.{base}.name")
        own = name is not None and name.key == "own_name"
        shown = name or text("own_name", de=played.spec, en=played.spec)
        return Topic(key, shown if own else text("statistics.earlier", game=shown), played.games, rules)
    shown = game.name
    if (level := level_of(game.spec)) is not None:
        shown = text("statistics.level", game=shown, level=level.number, name=level.name)
    if game.spec.house:
        house = [text(f"rulings.{game.spec.key}.{rule}.house") for rule in sorted(game.spec.house)]
        shown = text("statistics.house", game=shown, rules=house)
    return Topic(str(game.spec), shown, played.games, rules, game)


def _game(played: PlayedRules) -> Game[Any] | None:
    """Of the registry, if it still has these rules."""
    try:
        game = find(played.spec)
    except KnobelError:
        return None
    return game if digest(game) == played.rules else None


def chosen(past: PersonPast, wanted: str | None) -> tuple[list[Topic], Topic | None]:
    """All topics, and the one that is asked for by its key, or else what was played last."""
    found = topics(past)
    return found, next((each for each in found if wanted in (None, each.key)), None)


def statistics_of(past: PersonPast, topic: Topic) -> GameStatistics:
    return statistics(
        topic.game,
        [each for each in past.results if each.rules in topic.rules],
        [each for each in past.studies if each.rules in topic.rules],
    )


def place_name(game: Game[Any] | None, place: str) -> Text:
    """A box, a row or a cell as people call it; of turns that wrote nothing, so."""
    if isinstance(game, SheetGame):
        for box in game.sheet.boxes:
            if box.key == place:
                return box.name
    if known("en", f"boxes.{place}"):
        return text(f"boxes.{place}")
    if place in ("", "roll", "leave", "end", "discard"):
        return text(f"statistics.places.{place or 'none'}")
    if len(place) == 2 and place[1].isdigit():
        return text("statistics.places.cell", cell=place)
    plain = place.replace("_", " ")
    return text("own_name", de=plain, en=plain)
