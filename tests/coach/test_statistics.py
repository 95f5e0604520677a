"""Statistics: what is kept of a match agrees with its review, and adds up to what is told of a person."""

import json
from pathlib import Path
from random import Random

import pytest

from knobel import Match, find, new_match
from knobel.bots.greedy import greedy
from knobel.cli.app import run
from knobel.coach.review import review
from knobel.coach.statistics import (
    ResultSpread,
    best_spread,
    chosen,
    loss_rate,
    statistics,
    statistics_of,
    study,
)
from knobel.match.studies import GameResult, PersonPast, PersonStudy, PlayedRules, StudiedMatch, draws_of
from knobel.rules import GAMES, digest
from knobel.rules.core import Decide, Draw
from knobel.words import LANGUAGES

SEED = bytes(range(32))


def played(game: str = "kniffel", names: tuple[str, ...] = ("Ada",), *, luck: int = 1, **options: object) -> Match:
    host, dice = new_match(game, list(names), seed=SEED, match_id="study", **options), Random(luck)  # type: ignore[arg-type]
    while not host.match.over:
        turn = host.match.turn
        if isinstance(turn.node, Draw):
            host = host.dice(tuple(dice.choice(urn.faces) for urn in turn.node.urns))
            continue
        assert isinstance(turn.node, Decide)
        card = host.match.state.cards[turn.seat]
        move = (
            turn.node.moves[0] if host.match.state.roll_off else greedy(host.match.header.game, card, turn.node, dice)
        )
        host = host.play(move)
    return host.match


def test_a_study_is_its_review_and_places_add_up() -> None:
    match = played(names=("Ada", "Ben"))
    found, reviewed = study(match, "kept"), review(match)
    assert [person.person for person in found.people] == ["Ada", "Ben"]
    for person, player in zip(found.people, reviewed.players, strict=True):
        assert (person.luck, person.loss, person.decisions) == (player.luck, player.loss, len(player.decisions))
        assert sum(place.loss for place in person.places) == pytest.approx(player.loss)
        assert sum(place.decisions for place in person.places) == len(player.decisions)
        assert {place.place for place in person.places} <= {box.key for box in find("kniffel").sheet.boxes}
    assert found.rules == digest(match.header.game)


def test_every_die_that_fell_is_counted_once() -> None:
    match = played(names=("Ada", "Ben"), first=0)
    (tally,), left_out = draws_of(match)
    drawn = [face for event in match.events for face in getattr(event, "faces", ())]
    assert (tally.kind, tally.typed, left_out) == ("d6", False, 0)
    assert tally.counts == tuple(drawn.count(face) for face in tally.faces)
    same, _ = draws_of(played(names=("Ada", "Ben"), first=0, duplicate=True))
    assert 65 <= same[0].draws < tally.draws


def test_unlike_dice_and_cards_are_counted_by_kind() -> None:
    kinds = {tally.kind for tally in draws_of(played("seven"))[0]}
    assert kinds == {f"without_{missing}" for missing in range(1, 8)}
    assert {tally.kind for tally in draws_of(played("extreme"))[0]} == {"d6", "d10"}
    colour, number = draws_of(played("numberup:1"))[0]
    assert (colour.kind, number.kind) == ("colour", "number")
    assert sum(colour.expected) == pytest.approx(colour.draws) == pytest.approx(number.draws)
    assert all(sum(row) == pytest.approx(0, abs=1e-9) for row in colour.spread)


def test_who_types_the_last_throw_only_has_chosen_the_dice() -> None:
    host, luck = new_match("kniffel", ["Ada"], by_hand=True, seed=SEED, match_id="typed"), Random(5)
    for box in find("kniffel").sheet.boxes[:4]:
        host = host.play("roll").dice(tuple(luck.randint(1, 6) for _ in range(5))).play(f"enter {box.key}")
    assert draws_of(host.match) == ((), 20)
    whole, left_out = draws_of(played(by_hand=True))
    assert left_out == 0
    assert whole[0].typed


def test_dice_that_were_taken_back_did_not_fall() -> None:
    host = new_match("kniffel", ["Ada"], by_hand=True, seed=SEED, match_id="undone")
    host = host.play("roll").dice((1, 1, 1, 1, 1)).play("keep 00000").dice((2, 2, 2, 2, 2))
    before = draws_of(host.match)[0][0].draws
    while isinstance(host.match.undoable, int) and host.match.turn.node is not None:
        host = host.undo()
        if not draws_of(host.match)[0]:
            break
    assert before == 10
    assert draws_of(host.match)[0] == ()


def lost(loss: float, decisions: int = 10, **more: float) -> PersonStudy:
    return PersonStudy(0, "Ada", 1, 248.2, more.get("luck", 0.0), loss, decisions, 1, exact=True)


def test_the_range_of_a_loss_covers_it_as_often_as_is_said() -> None:
    luck, covered = Random(6), 0
    for _ in range(800):
        rate = loss_rate([lost(sum(luck.expovariate(1) for _ in range(10))) for _ in range(8)])
        assert rate is not None
        assert rate.low is not None
        assert rate.high is not None
        covered += rate.low <= 1 <= rate.high
    assert covered / 800 == pytest.approx(0.95, abs=0.03)
    one = loss_rate([lost(3.0)])
    assert one is not None
    assert (one.loss, one.low, one.high) == (0.3, None, None)
    assert loss_rate([]) is None


@pytest.mark.parametrize("kind", [kind for kind in GAMES if kind.game().engine == "pad"], ids=lambda kind: kind.key)
def test_the_spread_of_exact_play_ships_for_every_card(kind) -> None:  # type: ignore[no-untyped-def]
    spread = best_spread(kind.game())
    assert spread is not None
    assert sum(spread.shares) == pytest.approx(1, abs=1e-3)


def test_exact_spreads_have_the_known_moments() -> None:
    kniffel, yatzy = best_spread(find("kniffel")), best_spread(find("yatzy"))
    assert kniffel is not None
    assert yatzy is not None
    assert [kniffel.mean, yatzy.mean] == pytest.approx([248.2068, 248.4400], abs=1e-3)
    assert [kniffel.sd, yatzy.sd] == pytest.approx([44.214, 38.496], abs=1e-2)
    level = best_spread(find("forone:1"))
    assert level is not None
    assert level.strong


def test_statistics_of_a_game() -> None:
    game = find("kniffel")
    results = [GameResult(f"m{n}", n, points, digest(game)) for n, points in enumerate((200, 250, 300))]
    studies = [StudiedMatch(f"m{n}", n, digest(game), lost(5.0, luck=luck)) for n, luck in enumerate((10, -4, -50))]
    found = statistics(game, results, studies)
    assert found.mean == 250
    assert found.error == pytest.approx(50 / 3**0.5)
    assert sum(each.games for each in found.bins) == 3
    assert sum(each.best or 0 for each in found.bins) == pytest.approx(1, abs=5e-3)
    assert [point.total for point in found.luck] == [10, 6, -44]
    assert found.lucky is not None
    assert found.lucky.less == pytest.approx(0.283, abs=0.01)
    assert found.loss is not None
    assert found.loss.loss == 0.5


def test_results_have_bins_without_exact_play_too() -> None:
    assert ResultSpread(10, (0.5, 0.5)).within(11, 20) == 0.5
    found = statistics(find("kniffel"), [], [])
    assert (found.bins, found.mean, found.lucky, found.loss) == ((), None, None, None)


def test_levels_are_told_alone_and_together() -> None:
    levels = [find(f"forone:{n}") for n in (1, 2)]
    past = PersonPast(
        played=tuple(PlayedRules(digest(game), str(game.spec), 2) for game in levels),
        results=tuple(
            GameResult(f"m{n}{medal}", n, 50, digest(game), n, medal)
            for n, game in enumerate(levels, 1)
            for medal in (None, "silver")
        ),
    )
    topics, together = chosen(past, None)
    assert [topic.key for topic in topics] == ["forone", "forone:1", "forone:2"]
    assert together is not None
    found = statistics_of(past, together)
    assert [(each.medal, each.levels, each.results) for each in found.medals] == [
        ("gold", 0, 0),
        ("silver", 2, 2),
        ("bronze", 0, 0),
    ]
    assert found.mean is None  # points of different levels cannot be compared
    _, alone = chosen(past, "forone:2")
    assert alone is not None
    assert statistics_of(past, alone).mean == 50
    assert chosen(past, "seven")[1] is None


def test_rules_that_nobody_has_any_more_are_told_of_too() -> None:
    past = PersonPast((PlayedRules("0" * 64, "kniffel", 1), PlayedRules("1" * 64, "gone", 1)))
    for lang in LANGUAGES:
        assert all(topic.name.say(lang) for topic in chosen(past, None)[0])


def test_the_command_looks_at_matches_and_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from knobel.match.host import Host
    from knobel.storage.remembered import remember_people
    from knobel.storage.saves import Save

    monkeypatch.setenv("KNOBEL_HOME", str(tmp_path))
    match = played()
    save = Save("study")
    save.begin(Host(match, match.seal(SEED.hex())))
    remember_people(match.header.seats)
    assert run(["statistics", "Ada", "--json", "--quick"]) == 0
    quick = json.loads(capsys.readouterr().out)
    assert (quick["waiting"], quick["loss"]) == (1, None)
    assert run(["statistics", "ada", "kniffel", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["waiting"], told["results"][0]["points"]) == (0, match.totals[0])
    assert told["loss"]["decisions"] == len(review(match).players[0].decisions)
    for lang in LANGUAGES:
        assert run(["statistics", "--lang", lang]) == 0
        assert str(match.totals[0]) in capsys.readouterr().out
        assert run(["statistics", "--dice", "--lang", lang]) == 0
        assert "804" in capsys.readouterr().out
    assert run(["statistics", "Zoe"]) == 1
    assert "Ada" in capsys.readouterr().err
    assert run(["statistics", "Ada", "seven"]) == 1
    assert "kniffel" in capsys.readouterr().err
