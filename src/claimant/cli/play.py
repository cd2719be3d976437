"""`claimant play`: a person against bots."""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass
from pathlib import Path

from claimant import luck
from claimant.cli import rules
from claimant.cli.saved_game import Sitting, bot_seat, resumed
from claimant.cli.screen import Refused, complain, console, misused
from claimant.cli.setup import bots_named, set_up
from claimant.game import Illegal, View
from claimant.i18n import Text, player, said
from claimant.luck import Secret
from claimant.presentation import explain, presentation_of, tell, terminal
from claimant.record import Record, dumps


@dataclass(frozen=True)
class Wish:
    """What was asked for, as typed."""

    game: str | None
    players: int | None
    bots: str
    options: dict[str, str]
    scenario: str | None
    seat: int
    name: str
    seed: str | None
    word: str


def start(wish: Wish, save: Path | None, language: str) -> int:
    game = set_up(wish.game, wish.players, wish.options, wish.scenario)
    if wish.seat not in range(game.players):
        raise Refused(Text("--seat is a number from 0 to {last}", last=game.players - 1), status=2)
    bots = bots_named(wish.bots, game.players - 1)
    name = wish.name.strip() or player(wish.seat).say(language)
    if name.startswith(bot_seat("")):
        raise Refused(Text("a person's name does not begin with “bot”"), status=2)
    names = [bot_seat(bot) for bot in bots]
    names.insert(wish.seat, name)
    try:
        word = luck.word(wish.word)
    except Illegal as illegal:
        raise misused(illegal) from illegal
    words = [word if seat == wish.seat else "" for seat in range(game.players)]
    if wish.seed is None:
        secret = Secret.new(words)
    else:
        seed = f"claimant play {wish.seed}".encode("utf-8", "surrogateescape")
        secret = Secret(hashlib.sha256(seed).digest(), words)
    record = Record.of(game, names, secret.headers)
    try:
        dumps(record)
    except ValueError as error:
        raise Refused(Text("a name is one line of printable characters"), status=2) from error
    sitting = Sitting(record, secret, None)
    if save is not None:
        sitting.keep_in(save)
    evening = Evening(sitting, language)
    for note in game.notes:
        evening.say(note)
    return evening.play()


def resume(path: Path, save: Path | None, language: str) -> int:
    sitting = resumed(path)
    if save is not None and save != path:
        sitting.keep_in(save)
    return Evening(sitting, language).play()


class Evening:
    """The conversation: shows, asks, tells."""

    def __init__(self, sitting: Sitting, language: str) -> None:
        self.sitting = sitting
        self.language = language
        self.screen = console()

    def say(self, text: Text, style: str = "", whole: bool = False) -> None:
        """A sentence; `whole` for one that is to be copied, which a line break would spoil."""
        self.screen.print(text.say(self.language), style=style, soft_wrap=whole)

    def play(self) -> int:
        self.say(
            Text("Luck: {commitment}", commitment=self.sitting.secret.commitment),
            "dim",
        )
        try:
            while self.sitting.state.actor is not None:
                event = self.sitting.next_event()
                if event is None:
                    event = self._ask()
                    if event is None:
                        self._farewell()
                        return 0
                self._happen(event)
        except KeyboardInterrupt:
            self.screen.print()
            self._farewell()
            return 130
        self._end()
        return 0

    def _happen(self, event: str) -> None:
        seat = self.sitting.seat
        before = self.sitting.state
        self.sitting.happen(event)
        after = self.sitting.state.view(seat)
        seen = before.redact(event, seat, after)
        for text in tell(before.view(seat), seen, after, self.sitting.names):
            self.say(text)

    def _show(self, view: View) -> None:
        numbers = {legal: n for n, legal in enumerate(view.legal, 1)}
        self.screen.print()
        self.screen.print(terminal(view, self.language, self.sitting.names, numbers))
        for legal, n in numbers.items():
            self.screen.print(
                f"{n:>3}  {presentation_of(view.game).choice(view, legal).say(self.language)}"
            )
        if view.undo:
            self.screen.print(f"  u  {Text('take the last decision back').say(self.language)}")
        for text in presentation_of(view.game).hints(view):
            self.say(text, "bold")

    def _ask(self) -> str | None:
        """The person's decision; None to leave."""
        view = self.sitting.state.view(self.sitting.seat)
        name = said(self.sitting.names[self.sitting.seat], self.language)
        self._show(view)
        while True:
            prompt = Text("{who}, your choice (? for help): ", who=name).say(self.language)
            try:
                answer = " ".join(input(prompt).split())
            except EOFError:
                self.screen.print()
                return None
            if not sys.stdin.isatty():  # a script's answers are not on the screen yet
                self.screen.print(answer)
            command, _, rest = answer.partition(" ")
            if command.lower() == "q":
                return None
            if command == "?":
                self._help()
            elif command.lower() == "r":
                rules.show(self.sitting.state.game.name, self.language)
            elif command.lower() == "b":
                self._show(view)
            elif command.lower() == "s":
                self._keep(rest)
            else:
                event = self._meant(view, answer)
                if event is not None:
                    return event

    def _meant(self, view: View, answer: str) -> str | None:
        """The event that an answer means; says why where it means none."""
        answer = answer.lower()
        if answer in ("u", "undo"):
            if view.undo:
                return "undo"
            self.say(Text("There is nothing of yours that could be taken back."))
            return None
        if not answer and len(view.legal) == 1:
            return view.legal[0]
        if answer.isdecimal():
            if 1 <= int(answer[:4]) <= len(view.legal):
                return view.legal[int(answer[:4]) - 1]
            self.say(Text("There is no choice {n}.", n=answer[:20]))
            return None
        if answer not in view.legal and " " not in answer:
            # `undead-4` is enough for `play undead-4`.
            verbs = {legal.partition(" ")[0] for legal in view.legal if " " in legal}
            if len(verbs) == 1:
                answer = f"{verbs.pop()} {answer}"
        try:
            self.sitting.state.play(answer)
        except Illegal as illegal:
            sentence = illegal.say(self.language)
            self.screen.print(sentence[:1].upper() + sentence[1:] + ".")
            return None
        return answer

    def _keep(self, file: str) -> None:
        if not file:
            self.say(Text("Write “s FILE” with the name of a new file."))
            return
        try:
            self.sitting.keep_in(Path(file))
        except Refused as refused:
            complain(refused.text, self.language)
        else:
            self.say(Text("The game is kept in {file} from now on.", file=file), whole=True)

    def _help(self) -> None:
        for text in (
            Text("Choose by number, or as the record writes it: 3,5 · roll · play undead-4."),
            Text("Enter alone takes the only choice there is."),
            Text("u  take the last decision back, where nothing was revealed since"),
            Text("b  show the table again"),
            Text("r  the rules of the game"),
            Text("s FILE  keep the game in a file from now on"),
            Text("q  leave"),
        ):
            self.say(text)

    def _farewell(self) -> None:
        path = self.sitting.path
        if path is None:
            self.say(Text("Good-bye. The game was not kept: use --save FILE for that."))
            return
        resume = Text("The game is kept. Go on with: claimant play --resume {file}", file=path)
        self.say(resume, whole=True)

    def _end(self) -> None:
        sitting = self.sitting
        view = sitting.state.view(sitting.seat)
        self.screen.print()
        self.screen.print(terminal(view, self.language, sitting.names))
        for text in explain(view, sitting.names):
            self.say(text)
        self.say(Text("Secret: {secret}", secret=sitting.secret.seed), "dim")
        if sitting.path is not None:
            check = Text("Check it with: claimant verify {file}", file=sitting.path)
            self.say(check, "dim", whole=True)
