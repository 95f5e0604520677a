"""What there is to show: one player's card at one moment of a match, whichever way it is shown."""

from dataclasses import dataclass
from typing import Any

from knobel.cli.speech import Words
from knobel.match.log import Match
from knobel.rules.booklets import Level, booklet
from knobel.rules.core import Draw, Game, Node, Over
from knobel.rules.forone import ForOne
from knobel.rules.numberup import NumberUp
from knobel.rules.sheetgame import SheetGame
from knobel.rules.views import View


@dataclass(frozen=True)
class Scene:
    words: Words
    match: Match
    seat: int
    news: tuple[str, ...] = ()  # what happened since this player was last asked
    message: str = ""  # the answer to what was typed last
    moment: str = ""

    @property
    def game(self) -> Game[Any]:
        return self.match.header.game

    @property
    def card(self) -> Any:
        return self.match.state.cards[self.seat]

    @property
    def view(self) -> View:
        return self.game.view(self.card)

    @property
    def name(self) -> str:
        return self.match.header.seats[self.seat].name

    @property
    def level(self) -> Level | None:
        number = self.game.spec.level
        return None if number is None else booklet(self.game.spec.key).level(number)

    def title(self) -> str:
        words, header = self.words, self.match.header
        parts = [self.game.name.say(words.lang)]
        if self.level:
            parts.append(words("terminal.level", n=self.level.number, name=self.level.name))
        if header.games > 1:
            number = min(len(self.match.state.results) + 1, header.games)
            parts.append(words("terminal.game_of", n=number, of=header.games))
        if len(header.seats) > 1:
            parts.append(self.name)
        view = self.view
        if not view.over and self.moment not in ("pause", "finish"):
            rounds = "terminal.round" if isinstance(self.game, ForOne) else "terminal.turn"
            parts.append(words(rounds, n=view.turn + 1, of=view.turns))
        return " · ".join(parts)

    def standings(self) -> list[str]:
        """The other players' points; in a series everybody's points with the games before."""
        header, state = self.match.header, self.match.state
        totals = self.match.table.totals(state)
        lines = []
        for seat, (who, card) in enumerate(zip(header.seats, state.cards, strict=True)):
            if seat == self.seat and (header.games == 1 or not state.results):
                continue
            points = self.game.points(card)
            series = self.words("terminal.in_series", n=totals[seat]) if state.results and header.games > 1 else ""
            lines.append(f"{who.name} {points}{series}")
        return lines


def moment(game: Game[Any], card: Any, node: Node) -> str:
    """What kind of decision this is; hints and help are looked up under it."""
    if isinstance(node, Draw):
        return "real_dice" if not isinstance(node.urns[0].faces[0], str) else "real_card"
    if isinstance(node, Over):
        return "over"
    verbs = {move.verb for move in node.moves}
    if isinstance(game, SheetGame):
        if not card.dice:
            return "roll"
        return {"keep": "keep", "chip": "chip"}.get(game.again(card) or "", "enter")
    if isinstance(game, ForOne):
        return _rows_moment(game, card, verbs)
    assert isinstance(game, NumberUp)
    if "draw" in verbs:
        return "draw_card"
    return "choose_card" if game.plan.hand > 1 else "lay_card"


def _rows_moment(game: ForOne, card: Any, verbs: set[str]) -> str:
    if card.placing:
        return "place" if "put" in verbs else "leave"
    if game.must_score(card):
        return "must_score"
    if "end" in verbs:
        return "few_dice" if card.supply < game.plan.thrown else "dusk"
    if "roll" not in verbs:
        return "score_one"
    return "score" if "score" in verbs else "first_roll"
