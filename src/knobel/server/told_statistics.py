"""What is told of statistics, from what is kept; whoever has no server asks the same."""

from knobel.coach.honest_dice import DiceReport, judged
from knobel.coach.statistics import (
    GameStatistics,
    LossRate,
    LuckSum,
    ResultSpread,
    Topic,
    chosen,
    place_name,
    statistics_of,
)
from knobel.coach.statistics_read import beside_text, dice_name, loss_texts, luck_texts, results_text, verdict_text
from knobel.match.studies import AllDraws, PersonPast
from knobel.server import statistics_bodies as bodies
from knobel.server import tell

MOST_RESULTS = 2000  # of a chart; older ones are left out


def statistics_page(person: str, past: PersonPast, wanted: str | None) -> bodies.StatisticsOut:
    """Statistics of one person, of the game that is wanted or of the one played last."""
    topics, topic = chosen(past, wanted)
    return bodies.StatisticsOut(
        person=person,
        waiting=past.waiting,
        topics=[_topic(each) for each in topics],
        topic=_topic(topic) if topic else None,
        statistics=_statistics(statistics_of(past, topic), topic) if topic else None,
    )


def _topic(topic: Topic) -> bodies.TopicOut:
    return bodies.TopicOut(topic.key, tell.text(topic.name), topic.games)


def _statistics(found: GameStatistics, topic: Topic) -> bodies.GameStatisticsOut:
    return bodies.GameStatisticsOut(
        texts=_texts(found),
        results=[
            bodies.GameResultOut(each.match, each.stamp, each.points, each.level, tell.medal_of(each.medal))
            for each in found.results[-MOST_RESULTS:]
        ],
        mean=found.mean,
        error=found.error,
        best=_spread(found.best) if found.best else None,
        bins=[bodies.BinOut(each.low, each.high, each.games, each.best) for each in found.bins],
        loss=_loss(found.loss) if found.loss else None,
        places=[
            bodies.PlaceLossOut(
                each.place, tell.text(place_name(topic.game, each.place)), each.decisions, each.kept, each.entered
            )
            for each in found.places
        ],
        luck=[
            bodies.LuckPointOut(each.stamp, each.games, each.luck, each.total) for each in found.luck[-MOST_RESULTS:]
        ],
        lucky=_lucky(found.lucky) if found.lucky else None,
        medals=[
            bodies.MedalCountOut(medal, each.levels, each.results)
            for each in found.medals
            if (medal := tell.medal_of(each.medal))
        ],
    )


def _texts(found: GameStatistics) -> bodies.StatisticsTextsOut:
    results = [results_text(found)] if found.mean is not None else []
    return bodies.StatisticsTextsOut(
        results=[tell.text(each) for each in (*results, *([beside_text(found.best)] if found.best else []))],
        loss=[tell.text(each) for each in (loss_texts(found.loss) if found.loss else [])],
        luck=[tell.text(each) for each in (luck_texts(found) if found.lucky else [])],
    )


def _lucky(lucky: LuckSum) -> bodies.LuckSumOut:
    return bodies.LuckSumOut(lucky.total, lucky.games, lucky.sd, lucky.less)


def _spread(spread: ResultSpread) -> bodies.SpreadOut:
    return bodies.SpreadOut(spread.mean, spread.sd, spread.games, spread.strong)


def _loss(rate: LossRate) -> bodies.LossRateOut:
    return bodies.LossRateOut(
        matches=rate.matches,
        games=rate.games,
        decisions=rate.decisions,
        mistakes=rate.mistakes,
        accuracy=rate.accuracy,
        loss=rate.loss,
        low=rate.low,
        high=rate.high,
        exact=rate.exact,
    )


def dice_page(draws: AllDraws) -> bodies.DiceOut:
    """What all dice and cards have shown, judged together."""
    reports = [_report(each) for each in judged(draws.tallies)]
    return bodies.DiceOut(reports, draws.matches, draws.left_out, draws.waiting)


def _report(report: DiceReport) -> bodies.DiceReportOut:
    return bodies.DiceReportOut(
        kind=report.kind,
        name=tell.text(dice_name(report.kind)),
        typed=report.typed,
        draws=report.draws,
        needed=report.needed,
        faces=[bodies.FaceCountOut(each.face, each.count, each.expected, each.low, each.high) for each in report.faces],
        verdict=report.verdict.value,
        text=tell.text(verdict_text(report)),
        chance=report.chance,
        one_in=report.one_in,
    )
