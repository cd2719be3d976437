"""`claimant simulate`: bots among themselves, many games, the same for the same seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rich.progress import Progress
from rich.table import Table

from claimant.bots import UNHURRIED, create
from claimant.cli.saved_game import bot_seat
from claimant.cli.screen import Refused, console, unwritable
from claimant.cli.setup import bots_named, set_up
from claimant.game import CHANCE, Game, State
from claimant.i18n import Text
from claimant.luck import Secret
from claimant.record import Record, dump


def run(
    name: str,
    players: int | None,
    games: int,
    seed: int,
    options: dict[str, str],
    scenario: str | None,
    bots: str,
    out: Path | None,
    language: str,
) -> int:
    game = set_up(name, players, options, scenario)
    seats = bots_named(bots, game.players)
    if games < 1:
        raise Refused(Text("--games is a number from 1"), status=2)
    if out is not None:
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise unwritable(out, error) from error
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
                    raise unwritable(file, error) from error
            tally.add(end, len(record.events))
            progress.advance(task)
    for note in game.notes:
        screen.print(note.say(language))
    screen.print(tally.table(seats, language))
    for text in tally.sentences(out):
        screen.print(text.say(language))
    return 0


def simulated(game: Game, bots: list[str], seed: int, games: int) -> Iterator[tuple[Record, State]]:
    """The games of a seed, each with its end. A game's luck and bots depend on the seed and its
    number alone, so that any of them can be had again."""
    for index in range(1, games + 1):
        secret = Secret.from_seed(seed, index)
        minds = [create(bot, _bot_seed(secret, seat), UNHURRIED) for seat, bot in enumerate(bots)]
        state = game.start()
        events: list[str] = []
        while (actor := state.actor) is not None:
            if actor == CHANCE:
                event = secret.event(state, len(events) + 1)
            else:
                event = minds[actor].choose(state.view(actor))
            state = state.play(event)
            events.append(event)
        headers = secret.headers | {"seed": secret.seed}
        opening = Record.of(game, [bot_seat(bot) for bot in bots], headers)
        yield Record(opening.headers, events), state


def _bot_seed(secret: Secret, seat: int) -> int:
    return int.from_bytes(secret.secret[:8], "big") + seat


class Tally:
    """What came out of it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.games = 0
        self.events = 0
        self.won = [0.0] * game.players
        self.reasons: Counter[str] = Counter()

    def add(self, end: State, events: int) -> None:
        outcome = end.outcome
        assert outcome is not None
        self.games += 1
        self.events += events
        self.reasons[outcome.reason] += 1
        for seat in outcome.winners:
            self.won[seat] += 1 / len(outcome.winners)

    def table(self, bots: list[str], language: str) -> Table:
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

    def sentences(self, out: Path | None) -> list[Text]:
        reasons = ", ".join(f"{reason} {n}" for reason, n in self.reasons.most_common())
        texts = [
            Text(
                "{n} game, {events} events. A shared win counts in parts. Decided by: {reasons}.",
                "{n} games, {events} events. A shared win counts in parts. Decided by: {reasons}.",
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
