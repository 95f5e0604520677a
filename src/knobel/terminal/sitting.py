"""A match at one terminal, from the first question to the opened seal.

Every accepted step is on disk before the next question is asked. Whoever leaves, however suddenly, can go on.
"""

from dataclasses import replace
from random import Random
from typing import Literal, TypeAlias

from knobel.bots import check_known, decide
from knobel.coach.advice import Advice, advise
from knobel.coach.reading import cost_line, hint_line
from knobel.coach.sentences import LEAST_PART
from knobel.errors import IllegalMove, KnobelError
from knobel.match.host import Host
from knobel.match.log import Drew, Match, Noted, Played
from knobel.match.records import Record
from knobel.match.table import ROLL
from knobel.rules.core import Decide, Draw, Move, Node, Over
from knobel.storage.errors import Conflict
from knobel.storage.saves import Save
from knobel.terminal import chronicle, kit_of
from knobel.terminal.console import Leave, Terminal
from knobel.terminal.errors import Misread
from knobel.terminal.help import show_help
from knobel.terminal.kit import Scene
from knobel.terminal.names import split_verb, whole_line
from knobel.terminal.plain import sentences, spoken
from knobel.terminal.screen import paint
from knobel.words import Words, text

HintMode: TypeAlias = Literal["off", "ask", "think", "always"]


class Sitting:
    """Asks the people at this terminal, lets the bots play, and hands every step to the host."""

    def __init__(
        self,
        host: Host,
        save: Save,
        terminal: Terminal,
        words: Words,
        *,
        real_dice: bool = False,
        hints: HintMode = "ask",
    ) -> None:
        check_known(host.match.bots, host.match.header.game)
        self.kit = kit_of(host.match.header.game)
        self.host = replace(host, closes=False)  # the last entry, too, can be taken back before the seal is opened
        if real_dice and host.match.revealed is None:
            self.host = self.host.switch(by_hand=True)
        self.save, self.terminal, self.words, self.hints = save, terminal, words, hints
        self.weighed: tuple[int, str] | None = None  # the version and what was typed there, once its cost was told
        self.news: list[str] = []
        self.message = ""
        self.records: list[Record | None] = []  # everybody's best and average, once it is over
        self.heard: int | None = None  # the version that was last read out in plain mode

    @property
    def match(self) -> Match:
        return self.host.match

    def play(self) -> None:
        """Play until the match is over or the player leaves; both are fine."""
        try:
            while self.match.revealed is None:
                self._step()
            self.terminal.fresh(chronicle.result(self.match, self.save.id, self.words, self.records))
        except (Leave, KeyboardInterrupt):
            self._leave()
        finally:
            self.save.close()

    def _leave(self) -> None:
        if not any(isinstance(event, Played | Drew | Noted) for event in self.match.events):
            self.save.discard()
            self._show([self.words("terminal.not_begun")])
            return
        self._show([self.words("terminal.left"), f"  knobel play --resume {self.save.id}"])

    def _step(self) -> None:
        match, node = self.match, self.match.turn.node
        nobody_asked = match.bot or isinstance(node, Over) or (match.state.roll_off and not match.real_dice_due)
        if nobody_asked and match.undoable is not None and not self._settled(match.undoable):
            return
        if isinstance(node, Over):
            self._close()
        elif match.state.roll_off:
            self._roll_off()
        elif match.bot:
            self._bot_turn(match.turn.seat, match.bot)
        elif isinstance(node, Draw):
            self._ask_dice(self.kit.drawing)
        else:
            self._ask(match.turn.seat, node)

    def _commit(self, host: Host) -> None:
        try:
            self.save.write(host.match)
        except Conflict:  # somebody plays this match in a browser and was faster
            self.host = replace(self.save.read(), closes=False)
            self.news = []
            self.message = self.words("terminal.played_elsewhere")
            return
        before, self.host = self.match, host
        for line in chronicle.finished_games(before, self.match, self.words):
            self._tell(line)

    def _close(self) -> None:
        """Open the seal. The line in the booklet and the scores are written together with it."""
        self._commit(self.host.end())
        if self.match.revealed is not None:
            self.records = self.save.records(self.match)

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

    # the opening, the bots, the dice

    def _roll_off(self) -> None:
        """Who begins? Dice of the seal fall at once; where real ones are thrown, everybody is asked for theirs."""
        if self.match.real_dice_due:
            self._ask_dice("roll_off")
        else:
            self._commit(self.host.let_bot(ROLL) if self.match.bot else self.host.play(ROLL))
        if not self.match.state.roll_off:
            self._tell(chronicle.roll_off(self.match, self.words))

    def _bot_turn(self, seat: int, name: str) -> None:
        """A whole turn of a bot, told in one line."""
        host, game = self.host, self.match.header.game
        turn, games = game.turn(self.match.state.cards[seat]), len(self.match.state.results)
        while host.match.turn.seat == seat and len(host.match.state.results) == games:
            card, node = host.match.state.cards[seat], host.match.turn.node
            if not isinstance(node, Decide) or game.turn(card) != turn:
                break
            luck = Random(f"{host.match.header.id} {seat} {host.match.version}")
            host = host.let_bot(decide(name, game, host.match.state.cards, seat, node, luck))
        self._tell(self.kit.bot_turn(self.match, host.match, seat, self.words))
        self._commit(host)

    def _due(self) -> tuple[Draw, Move | None] | None:
        """The dice that a person throws on a real table now, and the move they answer if it is still to be made."""
        match, node = self.match, self.match.turn.node
        if match.real_dice_due and isinstance(node, Draw):
            return node, None
        if match.real_dice_due and len(match.legal_moves) == 1:
            move = match.legal_moves[0]
            after = match.append(match.turn.seat, move).turn.node
            return (after, move) if isinstance(after, Draw) else None
        return None

    def _dice(self, line: str) -> Host:
        """The step of typed dice."""
        due = self._due()
        if due is None:
            raise Misread(text("terminal.misread.moment"))
        node, move = due
        return self.host.dice(self.kit.read_draw(line, node, self.words), move)

    # questions to a person

    def _ask_dice(self, at: str) -> None:
        line = self._question(self.match.turn.seat, at)
        if line is not None:
            try:
                self._commit(self._dice(line))
            except KnobelError as error:
                self.message = error.say(self.words.lang)

    def _settled(self, seat: int) -> bool:
        """Ask once more before others go on. False if something else was typed than to go on."""
        line = self._question(seat, "finish" if isinstance(self.match.turn.node, Over) else "pause")
        if line:
            self.message = self.words("terminal.misread.pause")
        return line == ""

    def _ask(self, seat: int, node: Node) -> None:
        if self.hints == "always" and not self.message:
            self._hint(seat)
        at = self.kit.moment(self.match.header.game, self.match.state.cards[seat], node)
        line = self._question(seat, self.kit.at_real_table.get(at, at) if self.match.real_dice_due else at)
        if line is None:
            return
        try:
            host = self._played(line, seat)
            if self.hints == "think":
                if self._thinks_again(line, host, seat):
                    return
                host = self._played(line, seat)  # the mark of the coach is a step of its own
            told = chronicle.own_turn(self.kit, self.match, host.match, seat, self.words)
            self._forget_old_news()
            for line in told:
                self._tell(line)
            self._commit(host)
        except IllegalMove as error:
            self.message = chronicle.sentence(self.words, error.details["why"])
        except KnobelError as error:
            self.message = error.say(self.words.lang)

    def _played(self, line: str, seat: int) -> Host:
        """The host after what the line means: moves; at a real table points, or the dice of the throw they ask for."""
        try:
            moves = self.kit.read(line, self.match.header.game, self.match.state.cards[seat], self.words)
        except Misread:
            if self._due() is None:
                raise
            noted = self.kit.read_note(line, self.match.choices, self.match.header.game, self.words)
            return self.host.note(noted.box, noted.points, noted.extra) if noted else self._dice(line)
        host = self.host
        for move in moves:
            host = host.play(move, seat)
        return host

    def _question(self, seat: int, at: str) -> str | None:
        """What the player types; None if it was a command that is already carried out."""
        scene = Scene(self.kit, self.words, self.match, seat, tuple(self.news), self.message, at)
        self._paint(scene)
        self.message = ""
        line = self.terminal.ask(f"{scene.name if len(self.match.header.seats) > 1 else ''}> ")
        match whole_line(line):
            case "help":
                show_help(self.terminal, scene, "")
            case "undo":
                self._undo()
            case "hint":
                self._hint(seat)
            case "quit":
                raise Leave
            case "card":
                self.heard = None
                self._card(scene)
            case "correct":
                self.message = self.kit.correctable(self.match, self.words)
            case _ if split_verb(line)[0] == "correct":
                self._correct(split_verb(line)[1], seat)
            case _ if line.startswith("?"):
                show_help(self.terminal, scene, line[1:].strip())
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

    def _hint(self, seat: int) -> None:
        """What the coach would do; the match is marked as one in which it was asked."""
        if self.hints == "off":
            self.message = self.words("terminal.hints_off")
        elif advice := self._advice(seat):
            self.message = hint_line(self.words, self.match.header.game, self.match.state.cards[seat], advice)
        elif self.hints != "always":
            self.message = self.words("terminal.no_hint")

    def _advice(self, seat: int) -> Advice | None:
        """What the coach says, where there is something to decide."""
        if len(self.match.legal_moves) < 2 or self.match.state.roll_off or self.match.turn.seat != seat:
            return None
        self._commit(self.host.hint(seat))
        return advise(self.match.header.game, self.match.state.cards[seat])

    def _thinks_again(self, line: str, host: Host, seat: int) -> bool:
        """Tell what a choice costs before it is made; typed once more, it is made all the same."""
        move = next((event.move for event in host.news if isinstance(event, Played)), None)
        if move is None or self.weighed == (self.match.version, line) or not (advice := self._advice(seat)):
            return False
        if advice.of(move).loss < LEAST_PART:
            return False
        game, card = self.match.header.game, self.match.state.cards[seat]
        self.message = cost_line(self.words, game, card, advice, move)
        self.weighed = (self.match.version, line)
        return True

    def _undo(self) -> None:
        try:
            self._commit(self.host.undo())
            del self.news[-1:]
            self.message = self.words("terminal.undone")
        except KnobelError as error:
            self.message = error.say(self.words.lang)

    def _correct(self, line: str, seat: int) -> None:
        try:
            (seat, box, new) = self.kit.read_correction(line, self.match, seat, self.words)
            host = self.host.correct(seat, box, new.points, new.extra, to=new.box)
            self.message = chronicle.corrected(self.kit, self.match, host.match, seat, self.words)
            self._commit(host)
        except KnobelError as error:
            self.message = error.say(self.words.lang)
