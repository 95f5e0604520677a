"""Statistics as lines to read, and as data."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from knobel.coach.honest_dice import DiceReport, Verdict
from knobel.coach.sentences import decimal
from knobel.coach.statistics import GameStatistics, LossRate, ResultSpread, Topic, place_name
from knobel.match.studies import COLOUR, NUMBER, AllDraws
from knobel.words import Text, Words, known, text

BAR = 30  # characters
WORST = 8  # places that are listed


def told_statistics(words: Words, topic: Topic, found: GameStatistics) -> Iterator[str]:
    lang = words.lang
    yield topic.name.say(lang)
    yield ""
    if found.results and found.mean is not None:
        yield f"{words('statistics.results')}: {results_text(found).say(lang)}"
    if found.best:
        yield f"  {beside_text(found.best).say(lang)}"
    width = max((each.games for each in found.bins), default=0)
    total = sum(each.games for each in found.bins)
    for each in found.bins:
        share = f"{100 * each.games / total:5.1f} %" + (
            f"  ({100 * each.best:4.1f} %)" if each.best is not None else ""
        )
        yield f"  {each.low:>5}–{each.high - 1:<5}{share}  {'█' * round(BAR * each.games / width)}"
    if found.loss:
        yield ""
        yield f"{words('statistics.loss')}: {' '.join(each.say(lang) for each in loss_texts(found.loss))}"
    if found.places:
        yield ""
        yield f"{words('statistics.lost_where')}:"
        names = [place_name(topic.game, each.place).say(lang) for each in found.places[:WORST]]
        for name, place in zip(names, found.places, strict=False):
            yield f"  {name:<{max(map(len, names))}}  {decimal(-place.loss).say(lang):>8}"
    if found.lucky:
        yield ""
        yield f"{words('statistics.luck')}: {' '.join(each.say(lang) for each in luck_texts(found))}"
    if found.medals:
        yield ""
        won = ", ".join(f"{words(f'medals.{each.medal}')} {each.levels}" for each in found.medals)
        yield f"{words('statistics.medals')}: {won}"


def results_text(found: GameStatistics) -> Text:
    best, n = max(each.points for each in found.results), len(found.results)
    assert found.mean is not None
    if n == 1:
        return text("statistics.mean_one", best=best)
    mean = decimal(found.mean)
    if found.error is None:
        return text("statistics.mean", mean=mean, n=n, best=best)
    return text("statistics.mean_error", mean=mean, error=decimal(found.error), n=n, best=best)


def beside_text(best: ResultSpread) -> Text:
    mean, sd = decimal(best.mean), decimal(best.sd)
    if best.strong:
        return text("statistics.beside_strong", mean=mean, sd=sd)
    if best.games is not None:
        return text("statistics.beside_simulated", mean=mean, sd=sd, games=best.games)
    return text("statistics.beside_exact", mean=mean, sd=sd)


def loss_texts(rate: LossRate) -> list[Text]:
    loss = decimal(rate.loss, 3)
    said = text("statistics.rate_one", loss=loss)
    if rate.low is not None and rate.high is not None:
        said = text("statistics.rate", loss=loss, n=rate.games, low=decimal(rate.low, 3), high=decimal(rate.high, 3))
    accuracy = decimal(100 * rate.accuracy, 0)
    more = text("statistics.rate_more", decisions=rate.decisions, accuracy=accuracy)
    return [said, more] if rate.exact else [said, more, text("statistics.rate_estimated")]


def luck_texts(found: GameStatistics) -> list[Text]:
    lucky = found.lucky
    assert lucky is not None
    said = [text("statistics.lucky", total=decimal(lucky.total, sign=True), n=lucky.games)]
    if lucky.less is not None:
        said.append(text("statistics.lucky_less", percent=decimal(100 * lucky.less, 0)))
    return said


def told_dice(words: Words, draws: AllDraws, reports: Sequence[DiceReport]) -> Iterator[str]:
    yield words("statistics.dice_title")
    if not reports:
        yield words("statistics.told.none")
    for report in reports:
        source = words("statistics.dice.typed" if report.typed else "statistics.dice.app")
        yield ""
        yield f"{source}, {dice_name(report.kind).say(words.lang)}: {words(f'statistics.verdict.{report.verdict}')}"
        yield f"  {verdict_text(report).say(words.lang)}"
        for each in report.faces:
            yield f"  {each.face!s:>4} {each.count:>7}  ({each.low}–{each.high})"
    if draws.left_out:
        yield ""
        yield words("statistics.told.left_out", n=draws.left_out)
    yield ""
    yield words("statistics.told.how")
    yield words("statistics.told.promise")


def verdict_text(report: DiceReport) -> Text:
    """How often it happens to somebody, or that nobody can say yet."""
    if report.verdict is Verdict.TOO_FEW:
        return text("statistics.told.too_few", draws=report.draws, needed=report.needed)
    if report.verdict is Verdict.REMARKABLE:
        return text("statistics.told.remarkable", n=report.one_in)
    often = report.one_in == 1
    return (
        text("statistics.told.unremarkable_often") if often else text("statistics.told.unremarkable", n=report.one_in)
    )


def dice_name(kind: str) -> Text:
    """Dice of a kind as people call them, and what is counted of cards."""
    if kind in (COLOUR, NUMBER):
        return text(f"statistics.cards.{kind}")
    if kind in ("d6", "d10"):
        return text(f"statistics.dice.{kind}")
    if known("en", f"dice.{kind}"):
        return text("statistics.dice.unlike", name=text(f"dice.{kind}"))
    return text("statistics.dice.own", faces=kind.partition(" ")[2])


def as_data(topic: Topic, found: GameStatistics) -> dict[str, Any]:
    """Statistics as plain data, for JSON."""
    data = asdict(found)
    if found.best:
        data["best"] = {"mean": found.best.mean, "sd": found.best.sd, "games": found.best.games}
    return {"topic": topic.key, "game": str(topic.game.spec) if topic.game else None, **data}


def dice_data(draws: AllDraws, reports: Sequence[DiceReport]) -> dict[str, Any]:
    told = [{**asdict(each), "verdict": each.verdict.value, "one_in": each.one_in} for each in reports]
    return {"dice": told, "matches": draws.matches, "left_out": draws.left_out, "waiting": draws.waiting}
