"""Tournaments: who takes part, rounds and their tables, results and corrections."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Sequence

import msgspec

from claimant import luck
from claimant.bots import USUAL
from claimant.i18n import Text
from claimant.web.evenings.evening import Evening
from claimant.web.evenings.keeper import EveningKeeper, not_organiser
from claimant.web.evenings.log import (
    NOBODY,
    Arrived,
    Decided,
    Ended,
    GameStarted,
    LogEvent,
    PlayedGame,
    Returned,
    RoundStarted,
    Withdrew,
    sides_by_seat,
    sides_of,
)
from claimant.web.evenings.pairing import Pairing, Past, remaining, round_robin, rounds_left, swiss
from claimant.web.evenings.plans import (
    MAX_ARRIVALS,
    MAX_MINUTES,
    MAX_PEOPLE,
    MAX_RESULTS,
    MAX_ROUNDS,
    MIN_PEOPLE,
    TournamentPlan,
    written_plan,
)
from claimant.web.evenings.standings import points_of
from claimant.web.http.errors import Refusal
from claimant.web.ops.settings import Settings
from claimant.web.people.people import COLOURS, Person, clean_title
from claimant.web.people.tokens import hash_token, new_token
from claimant.web.store.evenings import EntrantRow, EveningChange, EveningRow
from claimant.web.store.interface import SeatRow, Stale, Store, TableRow
from claimant.web.tables.cache import TableCache
from claimant.web.tables.lifecycle import Lifecycle
from claimant.web.tables.options import TableOptions
from claimant.web.tables.requests import requested_game
from claimant.web.tables.seat_names import with_characters
from claimant.web.tables.seating import Seating


class TournamentService:
    def __init__(
        self,
        store: Store,
        keeper: EveningKeeper,
        tables: TableCache,
        lifecycle: Lifecycle,
        seating: Seating,
        settings: Settings,
    ) -> None:
        self._store = store
        self._tables = tables
        self._keeper = keeper
        self._lifecycle = lifecycle
        self._seating = seating
        self._settings = settings

    async def create(self, plan: TournamentPlan, title: str, person: Person) -> str:
        """Create a tournament that nobody takes part in yet. Returns its id."""
        game = requested_game(plan.game, plan.players, plan.options)
        self._lifecycle.check_pace(plan.pace)
        if plan.system not in ("swiss", "round-robin"):
            text = Text("the system is one of {known}", known="swiss, round-robin")
            raise Refusal(422, "system", text)
        if plan.system == "round-robin" and plan.players != 2:
            text = Text("everyone can meet everyone only at tables of two: choose Swiss rounds")
            raise Refusal(422, "system", text)
        if not 0 <= plan.rounds <= MAX_ROUNDS:
            raise Refusal(422, "rounds", Text("at most {n} rounds can be played", n=MAX_ROUNDS))
        if not 0 <= plan.minutes <= MAX_MINUTES:
            text = Text("a game can last at most {n} minutes", n=MAX_MINUTES)
            raise Refusal(422, "minutes", text)
        now = self._settings.now()
        stored = msgspec.structs.replace(plan, options=game.options)
        row = EveningRow(
            *(secrets.token_urlsafe(12), "tournament", clean_title(title), written_plan(stored)),
            *(person.id, now, "open"),
        )
        await self._store.create_evening(row, EveningChange([], now, "open"))
        return row.id

    # Who takes part.

    async def join(self, name: str, person: Person) -> int:
        """Take part, from the next round on. Returns the player's number."""
        while True:
            evening = await self._keeper.current(name, "tournament")
            player = evening.player_of(person)
            if player in evening.history.present:
                assert player is not None
                return player
            if evening.over:
                raise _over()
            event: LogEvent
            if player is None:
                if (
                    len(evening.history.present) >= MAX_PEOPLE
                    or len(evening.entrants) >= 2 * MAX_PEOPLE
                ):
                    text = Text("this tournament is full: {n} people take part", n=MAX_PEOPLE)
                    raise Refusal(422, "full", text)
                player = len(evening.entrants)
                event = Arrived(player)
            else:
                if evening.history.arrivals[player] >= MAX_ARRIVALS:
                    text = Text("you have left this tournament too often to come back")
                    raise Refusal(422, "player", text)
                event = Returned(player)
            entrant = EntrantRow(player, person.id, person.name, person.colour)
            if await self._added(evening, [event], [entrant]):
                return player

    async def withdraw(self, name: str, person: Person | None, player: int | None = None) -> None:
        """Stop taking part, or let the organiser take someone out. A game that is being played is
        played to its end; a bot stands in for someone who leaves the table."""
        while True:
            evening = await self._keeper.current(name, "tournament")
            own = evening.player_of(person)
            leaving = own if player is None else player
            if leaving != own and not evening.is_organiser(person):
                raise not_organiser()
            if leaving is None or leaving not in evening.history.present:
                raise Refusal(422, "player", Text("this person does not take part"))
            event = Withdrew(leaving, by_organiser=leaving != own)
            if await self._added(evening, [event]):
                return

    async def _added(
        self,
        evening: Evening,
        events: Sequence[LogEvent],
        entrants: Sequence[EntrantRow] = (),
        decided: Sequence[str] = (),
    ) -> bool:
        """Add to the log; False if it has changed meanwhile and has to be read again."""
        try:
            await self._keeper.append(evening, events, entrants=entrants, decided=decided)
        except Stale:
            return False
        return True

    # Rounds.

    async def start_round(self, name: str, person: Person | None) -> int:
        """Start the next round: pair the people and create their tables. Returns its number."""
        evening = await self._keeper.current(name, "tournament")
        if not evening.is_organiser(person):
            raise not_organiser()
        return await self._start(evening)

    async def start_due_round(self, evening: Evening) -> None:
        """Start the next round, which is due."""
        if len(evening.active) >= 2 and not evening.history.playing and not evening.over:
            await self._start(evening)

    async def _start(self, evening: Evening) -> int:
        number = len(evening.history.rounds) + 1
        if evening.over:
            raise _over()
        if evening.history.playing:
            text = Text("round {n} is still being played", n=number - 1)
            raise Refusal(409, "round-running", text)
        least = MIN_PEOPLE if number == 1 else 2
        if len(evening.active) < least:
            text = Text("a round needs at least {n} people", n=least)
            raise Refusal(422, "people", text)
        # Pairing 64 people takes a moment, in which others want to play.
        pairing, of = await asyncio.to_thread(next_pairing, evening)
        if not pairing.tables:
            raise Refusal(422, "paired", Text("everyone has met everyone: nobody is left to pair"))
        drafts, games = self._drafts(evening, pairing)
        points = 1 if evening.tournament.system == "swiss" else 0
        event = RoundStarted(tuple(games), pairing.byes, points, of)
        try:
            await self._keeper.append(evening, [event], tables=drafts)
        except Stale:
            text = Text("something has changed just now: look again before you start the round")
            raise Refusal(409, "stale", text) from None
        for row, _ in drafts:
            await self._lifecycle.open(row.id)
        return number

    def _drafts(
        self, evening: Evening, pairing: Pairing
    ) -> tuple[list[tuple[TableRow, list[SeatRow]]], list[GameStarted]]:
        plan = evening.tournament
        game = requested_game(plan.game, plan.players, plan.options)
        if plan.redraw:
            game = game.redrawn(luck.Seeded(secrets.randbits(64)))
        options = TableOptions(
            *(game.name, game.rules, game.players, game.options, plan.pace, plan.spectators),
            luck=luck.PROTOCOL,
        )
        drafts, games = [], []
        for people in pairing.tables:
            seating = (*people, *[NOBODY] * (plan.players - len(people)))
            seats: list[SeatRow] = []
            for seat, player in enumerate(seating):
                seats.append(_seat(evening, seat, player, seats))
            seats = with_characters(seats)
            row = self._lifecycle.row(options, seats, False, None)
            drafts.append((row, seats))
            games.append(GameStarted(row.id, seating, sides_by_seat(game)))
        return drafts, games

    async def end(self, name: str, person: Person | None) -> None:
        """Let the organiser end a tournament before its last round."""
        while True:
            evening = await self._keeper.current(name, "tournament")
            if not evening.is_organiser(person):
                raise not_organiser()
            if evening.over or await self._added(evening, [Ended(by_organiser=True)]):
                return

    # Results.

    async def decide(
        self, name: str, person: Person | None, place: tuple[int, int], winners: Sequence[int]
    ) -> None:
        """Let the organiser enter or correct a result."""
        while True:
            evening = await self._keeper.current(name, "tournament")
            game = _game(evening, person, place)
            chosen = tuple(sorted(set(winners)))
            if not set(chosen) <= set(game.people):
                text = Text("the winners have to be people who sit at this table")
                raise Refusal(422, "winners", text)
            if game.decided >= MAX_RESULTS:
                text = Text("this result has been changed too often")
                raise Refusal(422, "decided", text)
            event = Decided(*place, chosen, _sides(evening, game, chosen), by="organiser")
            if await self._added(evening, [event], decided=[game.table]):
                return

    async def mark_absent(
        self, name: str, person: Person | None, place: tuple[int, int], player: int
    ) -> None:
        """Let the organiser note that someone has not come to their game. Their opponent wins; at a
        larger table a bot plays for them."""
        while True:
            evening = await self._keeper.current(name, "tournament")
            game = _game(evening, person, place)
            if player not in game.people:
                raise Refusal(422, "player", Text("this person does not sit at this table"))
            if game.result is not None:
                raise Refusal(422, "decided", Text("this game has a result: correct that instead"))
            if len(game.seating) > 2:
                table = await self._tables.find(game.table)
                await self._seating.send_away(table, game.seating.index(player))
                return
            others = tuple(p for p in game.people if p != player)
            event = Decided(*place, others, _sides(evening, game, others), by="absence")
            if await self._added(evening, [event], decided=[game.table]):
                return

    async def end_games(self, evening: Evening) -> None:
        """Give every game of the last round whose time is up a result: all share the win."""
        number = len(evening.history.rounds)
        events: list[LogEvent] = []
        tables = []
        for n, game in enumerate(evening.history.rounds[-1].games, 1):
            if game.result is None:
                sides = len(set(game.sides)) or len(game.seating)
                events.append(Decided(number, n, game.people, sides, by="time"))
                tables.append(game.table)
        await self._added(evening, events, decided=tables)


def next_pairing(evening: Evening) -> tuple[Pairing, int]:
    """The pairing of the next round, and the number of rounds as it is planned now."""
    plan, past = evening.tournament, evening.history
    number = len(past.rounds) + 1
    players = evening.active
    if plan.system == "swiss":
        of = max(number, evening.rounds)
        return swiss(players, _past(evening), plan.players, _seed(evening, number)), of
    met = _past(evening)
    if all(rounds == 0 for rounds in past.joined.values()):  # nobody came later
        everyone = sorted(past.joined)
        pairing = _without_absent(round_robin(everyone, number), players)
        of = len(everyone) - 1 + len(everyone) % 2
    else:
        pairing = remaining(players, met)
        of = number - 1 + rounds_left(players, met)
    return pairing, max(number, min(of, plan.rounds or of))


def _without_absent(pairing: Pairing, players: Sequence[int]) -> Pairing:
    """The pairing in which everyone whose opponent has gone has a bye."""
    tables = tuple(pair for pair in pairing.tables if set(pair) <= set(players))
    paired = {player for pair in tables for player in pair}
    return Pairing(tables, tuple(player for player in players if player not in paired))


def _past(evening: Evening) -> Past:
    past = Past(points_of(evening.history, evening.history.joined))
    for each in evening.history.rounds:
        past.byes.update(each.byes)
        for game in each.games:
            past.add(game.people)
    return past


def _seed(evening: Evening, number: int) -> int:
    """The lot among equals: the same on every server, so that two that pair at once agree."""
    return int.from_bytes(hashlib.sha256(f"{evening.id} {number}".encode()).digest()[:8], "big")


def _seat(evening: Evening, seat: int, player: int, before: Sequence[SeatRow]) -> SeatRow:
    if player == NOBODY:
        return SeatRow(seat, "bot", USUAL, colour=seat)
    entrant = evening.entrants[player]
    used = {other.colour for other in before}
    colours = [(entrant.colour + n) % COLOURS for n in range(COLOURS)]
    colour = next((c for c in colours if c not in used), seat)
    token = hash_token(new_token())  # which nobody has: the player is known by cookie or token
    return SeatRow(
        seat, "person", person=entrant.person, name=entrant.name, colour=colour, token=token
    )


def _game(evening: Evening, person: Person | None, place: tuple[int, int]) -> PlayedGame:
    """A game that the organiser wants to decide; raises `Refusal` for anyone else."""
    if not evening.is_organiser(person):
        raise not_organiser()
    number, game = place
    rounds = evening.history.rounds
    if not 1 <= number <= len(rounds) or not 1 <= game <= len(rounds[number - 1].games):
        raise Refusal(404, "no-game", Text("there is no such game in this tournament"))
    return rounds[number - 1].games[game - 1]


def _sides(evening: Evening, game: PlayedGame, winners: Sequence[int]) -> int:
    plan = evening.tournament
    setup = requested_game(plan.game, plan.players, plan.options)
    return sides_of(setup, [game.seating.index(player) for player in winners])


def _over() -> Refusal:
    return Refusal(422, "over", Text("this tournament is over"))
