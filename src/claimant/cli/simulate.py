"""`claimant simulate`: many games between bots, reproducible by their seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rich.progress import Progress
from rich.table import Table

from claimant.bots import UNHURRIED, Bot, create
from claimant.bots.characters import bot_seat
from claimant.cli.console import console
from claimant.cli.errors import cannot_write, usage_error
from claimant.cli.game_setup import bot_names
from claimant.game import Game, State
from claimant.i18n import Text
from claimant.luck import Secret
from claimant.play import play
from claimant.record import Record, dump


def run(game: Game, bots: str, games: int, seed: int, out: Path | None, language: str) -> int:
    """Play the games and print who won."""
    seats = bot_names(bots, game.players)
    if games < 1:
        raise usage_error(Text("--games must be at least 1"))
    if out is not None:
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise cannot_write(out, error) from error
    screen = console()
    tally = Tally(game)
    with Progress(console=screen, disable=not screen.is_terminal, transient=True) as progress:
        task = progress.add_task(Text("games").say(language), total=games)
        for index, (record, end) in enumerate(simulated(game, seats, seed, games), 1):
            if out is not None:
                file = out / f"{game.name}-{seed}-{index:06}.claim"
                try:
                    dump(record, file)
                except OSError as error:
                    raise cannot_write(file, error) from error
            tally.add(end, len(record.events))
            progress.advance(task)
    for note in game.notes:
        screen.print(note.say(language))
    screen.print(tally.table(seats, language))
    for text in tally.summary(out):
        screen.print(text.say(language))
    return 0


def simulated(game: Game, bots: list[str], seed: int, games: int) -> Iterator[tuple[Record, State]]:
    """The games of a seed, each with its final state. Chance and bots depend only on the seed and
    the number of the game, so that any single game can be reproduced."""
    for index in range(1, games + 1):
        secret = Secret.from_seed(seed, index)
        players = [create(bot, _bot_seed(secret, seat), UNHURRIED) for seat, bot in enumerate(bots)]

        def decide(state: State, _: int, players: list[Bot] = players) -> str:
            assert state.actor is not None
            return players[state.actor].choose(state.view(state.actor))

        turns = list(play(game, decide, secret.event))
        headers = secret.headers | {"seed": secret.seed}
        opening = Record.of(game, [bot_seat(bot) for bot in bots], headers)
        yield Record(opening.headers, [turn.event for turn in turns]), turns[-1].state


def _bot_seed(secret: Secret, seat: int) -> int:
    return int.from_bytes(secret.secret[:8], "big") + seat


class Tally:
    """Counts wins and what decided the games."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.games = 0
        self.events = 0
        self.won = [0.0] * game.players
        self.reasons: Counter[str] = Counter()

    def add(self, end: State, events: int) -> None:
        """Count a game by its final state."""
        outcome = end.outcome
        assert outcome is not None
        self.games += 1
        self.events += events
        self.reasons[outcome.reason] += 1
        for seat in outcome.winners:
            self.won[seat] += 1 / len(outcome.winners)

    def table(self, bots: list[str], language: str) -> Table:
        """Wins per seat."""
        table = Table(box=None)
        table.add_column(Text("seat").say(language), justify="right")
        table.add_column(Text("bot").say(language))
        table.add_column(Text("wins").say(language), justify="right")
        table.add_column("%", justify="right")
        for seat, bot in enumerate(bots):
            won = self.won[seat]
            table.add_row(
                str(seat),
                bot,
                f"{won:g}" if won.is_integer() else f"{won:.2f}",
                f"{100 * won / self.games:.1f}",
            )
        return table

    def summary(self, out: Path | None) -> list[Text]:
        """What else there is to say."""
        reasons = ", ".join(f"{reason} {n}" for reason, n in self.reasons.most_common())
        texts = [
            Text(
                "{n} game, {events} events. Shared wins are split. Decided by: {reasons}.",
                "{n} games, {events} events. Shared wins are split. Decided by: {reasons}.",
                n=self.games,
                events=self.events,
                reasons=reasons,
            )
        ]
        if out is not None:
            texts.append(
                Text(
                    "1 record is in {folder}.",
                    "{n} records are in {folder}.",
                    n=self.games,
                    folder=out,
                )
            )
        return texts
