"""Puzzles in the web app: the day's, practice, timed runs, and what no page gives away."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.databases import Database, running_on
from support.site import Site
from support.visitor import Visitor, visitor

from claimant.teaching.puzzles import find, games, of_day, shipped
from claimant.web.puzzles.service import RUN_SECONDS


def of_today(site: Site) -> str:
    found = of_day(site.services.puzzles.today())
    assert found is not None
    return found.id


def best(puzzle: str) -> str:
    listed = find(puzzle)
    assert listed is not None
    return listed.puzzle.best


def wrong(puzzle: str) -> str:
    listed = find(puzzle)
    assert listed is not None
    return next(choice for choice in listed.puzzle.view.legal if choice != best(puzzle))


def answer(visitor: Visitor, puzzle: str, choice: str) -> str:
    """Answer on the page; where that leads."""
    return str(visitor.post(f"/puzzles/{puzzle}", answer=choice).headers["location"])


def ann(site: Site) -> dict[str, str]:
    made = site.client.post("/api/people", json={"name": "Ann"}).json()
    return {"Authorization": f"Bearer {made['token']}"}


def test_the_puzzle_of_the_day_is_the_same_for_everyone(site: Site) -> None:
    assert site.client.get("/").text.count('href="/puzzles"') == 1
    assert f'href="/puzzles/{of_today(site)}"' in site.client.get("/puzzles").text
    assert site.client.get("/api/puzzles/today").json()["puzzle"] == of_today(site)


def test_nobody_needs_an_account_to_solve_one(site: Site) -> None:
    with visitor(site) as someone:
        puzzle = of_today(site)
        assert "verdict" not in someone.get(f"/puzzles/{puzzle}")
        after = someone.get(answer(someone, puzzle, best(puzzle)))
        assert 'class="verdict right"' in after
        assert "<b>1</b>" in someone.get("/puzzles")  # the streak
        # Only the first answer counts.
        assert 'class="verdict right"' in someone.get(answer(someone, puzzle, wrong(puzzle)))
        # The line is played out step by step.
        assert someone.get(f"/puzzles/{puzzle}?step=1") != after


@pytest.mark.parametrize("name", games())
def test_nothing_about_the_solution_is_sent_before_an_answer(site: Site, name: str) -> None:
    headers = ann(site)
    puzzle = next(iter(shipped(name)))
    listed = shipped(name)[puzzle]
    asked = site.client.get(f"/api/puzzles/{puzzle}", headers=headers).json()
    assert asked["solution"] is None
    page = site.client.get(f"/puzzles/{puzzle}?step=3").text
    buttons = re.findall(r'name="answer" value="([^"]+)"', page)
    assert sorted(buttons) == sorted(listed.puzzle.view.legal)
    twin = listed._replace(line=listed.line.replace(f'"{best(puzzle)}"', f'"{wrong(puzzle)}"'))
    assert twin.puzzle.best == wrong(puzzle)
    assert asked["view"]["legal"] == [*twin.puzzle.view.legal]
    done = site.client.post(
        f"/api/puzzles/{puzzle}", json={"answer": wrong(puzzle)}, headers=headers
    ).json()["solution"]
    assert (done["solved"], done["best"]) == (False, best(puzzle))
    assert done["line"][0] == best(puzzle)


def test_what_is_not_a_choice_is_refused(site: Site) -> None:
    headers = ann(site)
    puzzle = of_today(site)
    refused = site.client.post(f"/api/puzzles/{puzzle}", json={"answer": "x"}, headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (422, "answer")
    assert site.client.get("/puzzles/0123456789ab").status_code == 404
    assert site.client.post(f"/api/puzzles/{puzzle}", json={"answer": "x"}).status_code == 403


def test_puzzles_get_harder_for_those_who_solve_them(site: Site) -> None:
    headers = ann(site)

    def attempt(solve: bool) -> float:
        shown = site.client.get("/api/puzzles/next?game=claim", headers=headers).json()
        again = site.client.get("/api/puzzles/next?game=claim", headers=headers).json()
        assert again["puzzle"] == shown["puzzle"], "nobody can shop for an easy one"
        choice = best(shown["puzzle"]) if solve else wrong(shown["puzzle"])
        path = f"/api/puzzles/{shown['puzzle']}"
        assert site.client.post(path, json={"answer": choice}, headers=headers).is_success
        return float(shown["rating"])

    rising = [attempt(solve=True) for _ in range(6)]
    falling = [attempt(solve=False) for _ in range(12)]
    assert rising[0] < rising[-1]
    assert falling[-1] < rising[-1]


def test_a_timed_run_is_timed_by_the_server(site: Site) -> None:
    with visitor(site) as someone:
        path = someone.post("/puzzles/run").headers["location"]
        path = someone.client.get(path).headers["location"]
        for n in range(3):
            puzzle = path.partition("?")[0].rpartition("/")[2]
            assert puzzle != of_today(site)
            assert "data-seconds" in someone.get(path)
            path = answer(someone, puzzle, best(puzzle) if n else wrong(puzzle))
            assert path.endswith(f"?last={puzzle}")
        run = someone.client.get("/api/me/puzzles").json()
        assert (run["run_tried"], run["run_solved"], run["best_run"]) == (3, 2, 2)
        assert 0 < run["run_seconds_left"] <= RUN_SECONDS
        site.time.now += RUN_SECONDS
        puzzle = path.partition("?")[0].rpartition("/")[2]
        assert answer(someone, puzzle, best(puzzle)) == f"/puzzles/{puzzle}"
        over = someone.client.get("/api/me/puzzles").json()
        assert (over["run_tried"], over["run_solved"], over["run_seconds_left"]) == (3, 2, 0)
        assert "2 of 3" in someone.get("/puzzles")
        someone.client.post("/api/me/puzzles/run")
        again = someone.client.get("/api/me/puzzles").json()
        assert (again["run_tried"], again["run_seconds_left"]) == (0, RUN_SECONDS)


def test_a_streak_grows_by_days_and_breaks(site: Site) -> None:
    headers = ann(site)

    def on_next_day(solve: bool, days: int = 1) -> int:
        site.time.now += 86_400 * days
        puzzle = of_today(site)
        choice = best(puzzle) if solve else wrong(puzzle)
        site.client.post(f"/api/puzzles/{puzzle}", json={"answer": choice}, headers=headers)
        return int(site.client.get("/api/me/puzzles", headers=headers).json()["streak"])

    assert [on_next_day(True), on_next_day(True), on_next_day(True, days=2)] == [1, 2, 1]
    assert [on_next_day(True), on_next_day(False), on_next_day(True)] == [2, 0, 1]
    site.time.now += 2 * 86_400
    assert site.client.get("/api/me/puzzles", headers=headers).json()["streak"] == 0


def test_a_puzzle_met_in_practice_counts_again_on_its_day(site: Site) -> None:
    """For the streak, not for the rating; and only once that day."""
    headers = ann(site)
    tomorrow = of_day(site.services.puzzles.today() + 1)
    assert tomorrow is not None
    path = f"/api/puzzles/{tomorrow.id}"

    def mine() -> tuple[int, float]:
        standing = site.client.get("/api/me/puzzles", headers=headers).json()
        return standing["streak"], standing["rating"]

    site.client.post(path, json={"answer": wrong(tomorrow.id)}, headers=headers)
    rating = mine()[1]
    site.time.now += 86_400
    assert of_today(site) == tomorrow.id
    assert site.client.get(path, headers=headers).json()["solution"] is None
    for choice in (best(tomorrow.id), wrong(tomorrow.id)):
        told = site.client.post(path, json={"answer": choice}, headers=headers).json()
        assert told["solution"]["solved"]
        assert mine() == (1, rating)


def test_answers_belong_to_the_person(database: Database, tmp_path: Path) -> None:
    """They are in the download of everything, and forgotten with the person."""
    with running_on(database, tmp_path) as site:
        headers = ann(site)
        puzzle = of_today(site)
        site.client.post(f"/api/puzzles/{puzzle}", json={"answer": best(puzzle)}, headers=headers)
        told = site.client.get("/api/me/data", headers=headers).json()["puzzles"]
        assert [row["puzzle"] for row in told["answers"]] == [puzzle]
        assert told["standing"]["streak"] == 1
        assert database.ask("SELECT count(*) FROM attempts") == [(1,)]
        assert site.client.delete("/api/me", headers=headers).is_success
        assert database.ask("SELECT count(*) FROM attempts") == [(0,)]
        assert database.ask("SELECT count(*) FROM solvers") == [(0,)]
