"""`knobel statistics`: what somebody's games have in common, and what the dice have shown."""

from typing import Annotated

import typer

from knobel.cli.options import Json, Lang
from knobel.errors import KnobelError
from knobel.words import text


class NoStatistics(KnobelError):
    code = "cli/statistics"


def register(app: typer.Typer) -> None:
    app.command("statistics")(statistics)


def statistics(
    person: Annotated[str | None, typer.Argument(metavar="PERSON", show_default=False)] = None,
    game: Annotated[str | None, typer.Argument(metavar="GAME", show_default=False)] = None,
    dice: Annotated[bool, typer.Option("--dice", show_default=False)] = False,
    quick: Annotated[bool, typer.Option("--quick", show_default=False)] = False,
    lang: Lang = None,
    json: Json = False,
) -> None:
    from knobel.cli.common import as_json, words_of
    from knobel.coach.honest_dice import judged
    from knobel.coach.statistics import chosen, statistics_of, study
    from knobel.coach.statistics_read import as_data, dice_data, told_dice, told_statistics
    from knobel.storage.people import person_of
    from knobel.storage.remembered import kept_people
    from knobel.storage.saves import all_draws, past_of, study_due
    from knobel.storage.takeover import take_over
    from knobel.terminal.bars import bar

    words = words_of(lang)
    take_over()
    if not quick and all_draws().waiting:
        with bar(hidden=json) as update:
            for done, work in study_due(study):
                update(words("statistics.studying"), done, work)
    if dice:
        draws = all_draws()
        reports = judged(draws.tallies)
        print(as_json(dice_data(draws, reports)) if json else "\n".join(told_dice(words, draws, reports)))
        return
    known = kept_people()
    found = person_of(person, known) if person else known[0] if len(known) == 1 else None
    if found is None:
        names = [each.name for each in known]
        raise NoStatistics(
            what=text("statistics.unknown", name=person) if person else text("statistics.whose"), known=names
        )
    past = past_of(found.name)
    topics, topic = chosen(past, game)
    if topic is None and topics:
        raise NoStatistics(what=text("statistics.no_topic"), known=[each.key for each in topics])
    if json:
        told = as_data(topic, statistics_of(past, topic)) if topic else {}
        listed = [{"key": each.key, "games": each.games, "name": each.name.say(words.lang)} for each in topics]
        print(as_json({"person": found.name, "waiting": past.waiting, "topics": listed, **told}))
        return
    if past.waiting:
        print(words("statistics.waiting", n=past.waiting))
    if topic is None:
        print(words("statistics.nothing", who=found.name))
        return
    print("\n".join(told_statistics(words, topic, statistics_of(past, topic))))
    if len(topics) > 1:
        others = (f"{each.name.say(words.lang)} ({each.key})" for each in topics if each is not topic)
        print("\n" + words("statistics.others", names=list(others)))
