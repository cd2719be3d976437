"""People who meet for an evening, over the API."""

from __future__ import annotations

from typing import Any

import httpx

from support.site import Player, Site, play_out

WON = ("organiser", "game")


class Participant:
    """A person with a token of their own."""

    def __init__(self, site: Site, name: str) -> None:
        made = site.client.post("/api/people", json={"name": name})
        assert made.status_code == 201, made.text
        self.site = site
        self.name = name
        self.id: str = made.json()["person"]
        self.token: str = made.json()["token"]

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def get(self, path: str) -> Any:
        found = self.site.client.get(f"/api{path}", headers=self.headers)
        assert found.status_code == 200, found.text
        return found.json()

    def try_post(self, path: str, data: Any = None) -> httpx.Response:
        return self.site.client.post(f"/api{path}", headers=self.headers, json=data)

    def post(self, path: str, data: Any = None) -> Any:
        done = self.try_post(path, data)
        assert done.status_code in (200, 201), done.text
        return done.json()

    def at(self, table: str) -> Player:
        """This person at a table."""
        seat = self.get(f"/tables/{table}")["seat"]
        return Player(self.site, table, seat, self.token)


class Tournament:
    """A tournament with people in it; the first one organises it."""

    def __init__(self, site: Site, people: int = 4, game: str = "claim-it", **plan: Any) -> None:
        self.people = [Participant(site, f"Player {chr(65 + n)}") for n in range(people)]
        self.organiser = self.people[0]
        options = {"scenario": "the old kingdom"} if game == "claim" else {}
        asked = {"game": game, "title": "Club", "options": options} | plan
        self.id: str = self.organiser.post("/tournaments", asked)["tournament"]
        self.path = f"/tournaments/{self.id}"
        for number, person in enumerate(self.people):
            assert person.post(f"{self.path}/join") == {"player": number}

    def see(self) -> Any:
        return self.organiser.get(self.path)

    def start(self) -> Any:
        """Start a round and return its games."""
        number = self.organiser.post(f"{self.path}/rounds")["round"]
        return self.see()["rounds"][number - 1]["games"]

    def decide(self, number: int, game: int, *winners: int) -> None:
        path = f"{self.path}/rounds/{number}/games/{game}/result"
        self.organiser.post(path, {"winners": winners})

    def play(self, game: Any) -> list[int]:
        """Play a game of the last round to its end; the numbers of its winners."""
        players = [self.people[number].at(game["table"]) for number in game["seating"]]
        result = play_out(*players)["result"]
        return [game["seating"][seat] for seat in result["winners"]]
