"""A match at one terminal, from the first question to the opened seal.

Every accepted step is on disk before the next question is asked. Whoever leaves, however suddenly, can go on.
"""

from random import Random

from knobel.bots import BOTS
from knobel.errors import IllegalMove, KnobelError, NothingToUndo
from knobel.match.chance import Seal
from knobel.match.log import Drew, Match, Noted, Played
from knobel.rules.core import Decide, Draw, Node, Over, move
from knobel.storage.matchfiles import Save
from knobel.terminal import chronicle, kit_of
from knobel.terminal.console import Leave, Terminal
from knobel.terminal.errors import UnknownBot
from knobel.terminal.help import help_page
from knobel.terminal.kit import Scene
from knobel.terminal.names import whole_line
from knobel.terminal.plain import sentences, spoken
from knobel.terminal.screen import page, paint
from knobel.words import Words


class Sitting:
    def __init__(
        self, match: Match, seal: Seal, save: Save, terminal: Terminal, words: Words, *, real_dice: bool = False
    ) -> None:
        self.match = match.switch(True) if real_dice and match.revealed is None else match
        self.kit = kit_of(match.header.game)
        self.seal, self.save = seal, save
        self.terminal, self.words = terminal, words
        self.news: list[str] = []
        self.message = ""
        self.unwritten = ""  # why the booklet could not be written into, if it could not
        self.heard: int | None = None  # the version that was last read out in plain mode
        for seat in match.header.seats:
            if seat.bot and seat.bot not in BOTS:
                raise UnknownBot(bot=seat.bot[:40], game=match.header.game.name, known=list(BOTS))

    def play(self) -> None:
        """Play until the match is over or the player leaves; both are fine."""
        try:
            while self.match.revealed is None:
                self._step()
            self.terminal.fresh(chronicle.result(self.match, self.save.path, self.words, self.unwritten))
        except (Leave, KeyboardInterrupt):
            self._leave()

    def _leave(self) -> None:
        if not any(isinstance(event, Played | Drew | Noted) for event in self.match.events):
            self.save.discard()
            self._show([self.words("terminal.not_begun")])
            return
        self._show([self.words("terminal.left"), f"  knobel play --resume {self._resume_name()}"])

    def _resume_name(self) -> str:
        at_home = self.save.path == Save.of(self.match).path
        return self.match.header.id if at_home else str(self.save.path)

    def _step(self) -> None:
        turn = self.match.turn
        mine = not self._is_bot(turn.seat) and not self.match.state.roll_off and not isinstance(turn.node, Over)
        if not mine and self._regrettable() and not self._settled():
            return
        if isinstance(turn.node, Over):
            self._close()
        elif self.match.state.roll_off:
            self._roll_off()
        elif isinstance(turn.node, Draw):
            self._throw(turn.node)
        elif self._is_bot(turn.seat):
            self._bot_turn(turn.seat)
        else:
            self._ask(turn.seat, turn.node)

    def _is_bot(self, seat: int) -> bool:
        return self.match.header.seats[seat].bot is not None

    def _commit(self, match: Match) -> None:
        before, self.match = self.match, match
        self.save.write(match)
        for line in chronicle.finished_games(before, match, self.words):
            self._tell(line)

    def _close(self) -> None:
        """Open the seal. The booklet comes first: who is interrupted closes once more, and is still entered once."""
        closed = self.match.reveal(self.seal.seed.hex())
        if closed.header.game.spec.level is not None:
            from knobel.storage.ledger import enter_result  # late: a database is opened for levels only

            try:
                enter_result(closed)
            except KnobelError as error:
                self.unwritten = error.say(self.words.lang)
        self._commit(closed)

    def _tell(self, line: str) -> None:
        """Something has happened: said at once to ears, shown with the next screen to eyes."""
        self.news.append(line)
        if self.terminal.plain:
            self.terminal.show([spoken(line)])

    def _forget_old_news(self) -> None:
        """Everybody sees one turn of each of the others; who plays alone only what they just did."""
        others = len(self.match.header.seats) - 1
        self.news = self.news[-others:] if others else []

    def _show(self, lines: list[str]) -> None:
        self.terminal.show(["", *lines])

    def _draw(self, match: Match) -> Match:
        """The match after the draw it waits for, if any, from the seal; bots' dice fall there on a real table, too."""
        turn = match.turn
        if match.over or not isinstance(turn.node, Draw):
            return match
        return match.step(Drew(turn.seat, self.seal.dice(match.seat_seeds).faces(turn.stream, turn.node)))

    # the opening, the bots, the dice

    def _roll_off(self) -> None:
        thrown: list[list[str]] = [[]]
        match = self.match
        while roll_off := match.state.roll_off:
            seat, number = roll_off.seat, len(match.events)
            match = self._draw(match if roll_off.rolling else match.append(seat, move("roll")))
            face = match.events[-1].faces[0]  # type: ignore[union-attr]
            thrown[-1].append(f"{match.header.seats[seat].name} {face}")
            if match.state.roll_off and match.state.roll_off.round > roll_off.round:
                thrown.append([])
            assert len(match.events) > number
        self._commit(match)
        rounds = "; ".join(", ".join(names) for names in thrown)
        first = match.header.seats[match.state.first].name
        self._tell(self.words("terminal.roll_off", rounds=rounds, first=first))

    def _bot_turn(self, seat: int) -> None:
        """A whole turn of a bot, told in one line."""
        match, game = self.match, self.match.header.game
        bot = BOTS[match.header.seats[seat].bot or ""]
        turn, games = game.turn(match.state.cards[seat]), len(match.state.results)
        began = match
        while match.turn.seat == seat and len(match.state.results) == games:
            if isinstance(match.turn.node, Over) or game.turn(match.state.cards[seat]) != turn:
                break
            if isinstance(match.turn.node, Decide):
                luck = Random(f"{match.header.id} {seat} {match.version}")
                match = match.append(seat, bot(game, match.state.cards[seat], match.turn.node, luck))
            match = self._draw(match)
        self._tell(self.kit.bot_turn(began, match, seat, self.words))
        self._commit(match)

    def _throw(self, node: Draw) -> None:
        """Dice from the seal, or those that lie on the player's own table."""
        if not self.match.by_hand:
            self._commit(self._draw(self.match))
            return
        seat = self.match.turn.seat
        line = self._question(seat, self.kit.moment(self.match.header.game, self.match.state.cards[seat], node))
        if line is None:
            return
        try:
            self._commit(self.match.enter_dice(seat, self.kit.read_draw(line, node, self.words)))
        except KnobelError as error:
            self.message = error.say(self.words.lang)

    # questions to a person

    def _regrettable(self) -> bool:
        """Whether the last decision is a person's and no dice have answered it."""
        return bool(self.match.takebacks) and not self._is_bot(self.match.takebacks[-1][0])

    def _settled(self) -> bool:
        """Ask once more before others go on. False if something else was typed than to go on."""
        over = isinstance(self.match.turn.node, Over)
        line = self._question(self.match.takebacks[-1][0], "finish" if over else "pause")
        if line:
            self.message = self.words("terminal.misread.pause")
        return line == ""

    def _ask(self, seat: int, node: Node) -> None:
        game, card = self.match.header.game, self.match.state.cards[seat]
        line = self._question(seat, self.kit.moment(game, card, node))
        if line is None:
            return
        try:
            match = self.match
            for step in self.kit.read(line, game, card, self.words):
                match = match.append(seat, step)
            if not self.match.by_hand:
                match = self._draw(match)
            told = chronicle.own_turn(self.kit, self.match, match, seat, self.words)
            self._forget_old_news()
            for line in told:
                self._tell(line)
            self._commit(match)
        except IllegalMove as error:
            self.message = chronicle.sentence(self.words, error.details["why"])
        except KnobelError as error:
            self.message = error.say(self.words.lang)

    def _question(self, seat: int, at: str) -> str | None:
        """What the player types; None if it was a command that is already carried out."""
        scene = Scene(self.kit, self.words, self.match, seat, tuple(self.news), self.message, at)
        self._paint(scene)
        self.message = ""
        line = self.terminal.ask(f"{scene.name if len(self.match.header.seats) > 1 else ''}> ")
        match whole_line(line):
            case "help":
                self._help(scene, "")
            case "undo":
                self._undo()
            case "quit":
                raise Leave
            case "card":
                self.heard = None
                self._card(scene)
            case _ if line.startswith("?"):
                self._help(scene, line[1:].strip())
            case _:
                return line
        return None

    def _paint(self, scene: Scene) -> None:
        if not self.terminal.plain:
            self.terminal.fresh(paint(scene))
            return
        if self.heard != self.match.version:
            self.terminal.show(["", *sentences(scene)])
        if scene.message:
            self.terminal.show([scene.message])
        self.heard = self.match.version

    def _card(self, scene: Scene) -> None:
        if self.terminal.plain:
            self.terminal.show(sentences(scene, whole_card=True))
            self.heard = self.match.version

    def _help(self, scene: Scene, about: str) -> None:
        title, content = help_page(scene, about, seen=not self.terminal.plain)
        if self.terminal.plain:
            self.terminal.show([title, content])
            return
        self.terminal.fresh(page(title, content))
        self.terminal.ask(self.words("terminal.go_back") + " ")

    def _undo(self) -> None:
        try:
            if not self._regrettable():
                raise NothingToUndo()
            self._commit(self.match.undo(self.match.takebacks[-1][0]))
            del self.news[-1:]
            self.message = self.words("terminal.undone")
        except KnobelError as error:
            self.message = error.say(self.words.lang)
