"""`claimant play`: a person against bots in the terminal."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from claimant import luck
from claimant.bots.characters import bot_seat, character_key, free_characters, level_of
from claimant.cli import rules
from claimant.cli.answers import event_of
from claimant.cli.console import console
from claimant.cli.errors import INTERRUPTED, CommandError, impossible, print_error, usage_error
from claimant.cli.game_setup import bot_names
from claimant.cli.saved_game import SavedGame, load_game
from claimant.game import Game, Illegal, View
from claimant.i18n import Text, player, said
from claimant.judge import judge_of
from claimant.luck import Secret
from claimant.presentation import explain, narrate, presentation_of, terminal
from claimant.record import Record, dumps
from claimant.teaching.advised import HARDLY_MATTERS, advised

EXAMPLES = 3
"""How many of the possible answers the help shows."""


@dataclass(frozen=True)
class PlayOptions:
    """The options of a new game, as typed."""

    bots: str
    seat: int
    name: str
    seed: str | None
    word: str
    save: Path | None


def start(game: Game, options: PlayOptions, language: str) -> int:
    """Play a new game."""
    if options.seat not in range(game.players):
        raise usage_error(Text("--seat must be from 0 to {last}", last=game.players - 1))
    bots = bot_names(options.bots, game.players - 1)
    name = options.name.strip() or player(options.seat).say(language)
    if level_of(name) is not None:
        raise usage_error(Text("a person's name must not begin with “bot”"))
    names = [bot_seat(bot) for bot in bots]
    names.insert(options.seat, name)
    secret = _secret(game, options)
    record = Record.of(game, names, secret.headers | _characters(names, secret))
    try:
        dumps(record)
    except ValueError as error:
        raise usage_error(Text("a name is one line of printable characters")) from error
    saved = SavedGame(record, secret)
    if options.save is not None:
        saved.save_as(options.save)
    session = TerminalGame(saved, language)
    for note in game.notes:
        session.say(note)
    return session.play()


def _characters(names: Sequence[str], secret: Secret) -> dict[str, str]:
    """Headers that name a different character for each bot: other ones in every game."""
    taken = {name for name in names if level_of(name) is None}
    headers = {}
    for seat, name in enumerate(names):
        if level_of(name) is not None:
            free = free_characters(taken)
            chosen = free[int(secret.commitment[2 * seat : 2 * seat + 4], 16) % len(free)].name
            taken.add(chosen)
            headers[character_key(seat)] = chosen
    return headers


def _secret(game: Game, options: PlayOptions) -> Secret:
    """What chance is drawn from: new, or from a seed, and with the player's word."""
    try:
        word = luck.word(options.word)
    except Illegal as illegal:
        raise impossible(illegal) from illegal
    words = [word if seat == options.seat else "" for seat in range(game.players)]
    if options.seed is None:
        return Secret.new(words)
    seed = f"claimant play {options.seed}".encode("utf-8", "surrogateescape")
    return Secret(hashlib.sha256(seed).digest(), words, protocol=luck.PROTOCOL)


def resume(path: Path, save: Path | None, language: str) -> int:
    """Continue a saved game."""
    saved = load_game(path)
    if save is not None and save != path:
        saved.save_as(save)
    return TerminalGame(saved, language).play()


class TerminalGame:
    """The dialogue with the player: shows the table, asks for decisions, tells what happens."""

    def __init__(self, saved: SavedGame, language: str) -> None:
        self.saved = saved
        self.language = language
        self.screen = console()

    def say(self, text: Text, style: str = "", whole: bool = False) -> None:
        """Print a sentence; `whole` keeps one on a single line that users will want to copy."""
        self.screen.print(text.say(self.language), style=style, soft_wrap=whole)

    def play(self) -> int:
        """Play until the game is over or the player leaves."""
        self.say(Text("Commitment: {commitment}", commitment=self.saved.secret.commitment), "dim")
        try:
            while self.saved.state.actor is not None:
                event = self.saved.next_event()
                if event is None:
                    event = self._ask()
                    if event is None:
                        self._say_goodbye()
                        return 0
                self._play(event)
        except KeyboardInterrupt:
            self.screen.print()
            self._say_goodbye()
            return INTERRUPTED
        self._show_result()
        return 0

    def _play(self, event: str) -> None:
        seat = self.saved.seat
        before = self.saved.state
        self.saved.play(event)
        after = self.saved.state.view(seat)
        seen = before.redact(event, seat, after)
        for text in narrate(before.view(seat), seen, after, self.saved.names):
            self.say(text)

    def _show(self, view: View) -> None:
        presentation = presentation_of(view.game)
        numbers = {legal: n for n, legal in enumerate(presentation.menu(view), 1)}
        self.screen.print()
        self.screen.print(terminal(view, self.language, self.saved.labels, numbers))
        for legal, n in numbers.items():
            self.screen.print(f"{n:>3}  {presentation.choice(view, legal).say(self.language)}")
        if view.undo:
            self.screen.print(f"  u  {Text('undo your last decision').say(self.language)}")
        for text in presentation.hints(view):
            self.say(text, "bold")

    def _ask(self) -> str | None:
        """The player's decision; None to leave."""
        view = self.saved.state.view(self.saved.seat)
        name = said(self.saved.names[self.saved.seat], self.language)
        self._show(view)
        prompt = Text("{who}, your choice (? for help): ", who=name).say(self.language)
        while True:
            try:
                answer = " ".join(input(prompt).split())
            except EOFError:
                self.screen.print()
                return None
            if not sys.stdin.isatty():  # answers from a script are not on the screen yet
                self.screen.print(answer)
            command, _, rest = answer.partition(" ")
            if command.lower() == "q":
                return None
            if command == "?":
                self._help(view)
            elif command.lower() == "r":
                rules.show(self.saved.state.game.name, self.language)
            elif command.lower() == "h":
                self._hint(view)
            elif command.lower() == "b":
                self._show(view)
            elif command.lower() == "s":
                self._save(rest)
            else:
                event = self._decision(view, answer)
                if event is not None:
                    return event

    def _decision(self, view: View, answer: str) -> str | None:
        """The event for an answer; None after saying why there is none."""
        answer = answer.lower()
        if answer in ("u", "undo"):
            if view.undo:
                return "undo"
            self.say(Text("There is nothing to undo."))
            return None
        event = event_of(view, answer, self.language)
        if event is None:
            self.say(Text("There is no choice {n}.", n=answer[:20]))
            return None
        try:
            self.saved.state.play(event)
        except Illegal as illegal:
            sentence = illegal.say(self.language)
            self.screen.print(sentence[:1].upper() + sentence[1:] + ".")
            return None
        return event

    def _hint(self, view: View) -> None:
        """What the judge would do and why, and the chance to win with every choice. The decision
        after it is marked in the record."""
        judge = judge_of(view.game)
        if judge is None:
            self.say(Text("This game has no hints."))
            return
        found = judge.judge(view)
        self.saved.hinted = True
        choice = presentation_of(view.game).choice
        best = advised(found)
        choices = " · ".join(choice(view, event).say(self.language) for event in best)
        self.say(Text("Hint: {choice}", choice=choices), "bold")
        for reason in found.reasons if len(best) < 2 else ():
            self.say(reason.text)
        if len(best) > 1:
            self.say(HARDLY_MATTERS)
        for event in sorted(found.values, key=lambda event: -found.values[event]):
            percent = Text("{percent}%", percent=round(100 * found.values[event])).say(
                self.language
            )
            self.screen.print(f"{percent:>6}  {choice(view, event).say(self.language)}")

    def _save(self, file: str) -> None:
        if not file:
            self.say(Text("Type “s FILE” with the name of a new file."))
            return
        try:
            self.saved.save_as(Path(file))
        except CommandError as error:
            print_error(error.text, self.language)
        else:
            self.say(Text("From now on the game is saved to {file}.", file=file), whole=True)

    def _help(self, view: View) -> None:
        examples = " · ".join(view.legal[:EXAMPLES])
        for text in (
            Text("Choose by number, or as the record writes it: {examples}", examples=examples),
            Text("Enter alone takes the only choice there is."),
            Text("u  undo your last decision, if nothing has been revealed since"),
            Text("h  a hint: what a strong player would do, and why"),
            Text("b  show the table again"),
            Text("r  show the rules of the game"),
            Text("s FILE  save the game to a file from now on"),
            Text("q  quit"),
        ):
            self.say(text)

    def _say_goodbye(self) -> None:
        path = self.saved.path
        if path is None:
            self.say(Text("Goodbye. The game was not saved: use --save FILE for that."))
            return
        resume = Text("The game is saved. Continue with: claimant play --resume {file}", file=path)
        self.say(resume, whole=True)

    def _show_result(self) -> None:
        saved = self.saved
        view = saved.state.view(saved.seat)
        self.screen.print()
        self.screen.print(terminal(view, self.language, saved.labels))
        for text in explain(view, saved.names):
            self.say(text)
        self.say(Text("Secret: {secret}", secret=saved.secret.seed), "dim")
        if saved.path is not None:
            check = Text("Verify it with: claimant verify {file}", file=saved.path)
            self.say(check, "dim", whole=True)
