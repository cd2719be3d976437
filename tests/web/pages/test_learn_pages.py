"""The pages of the courses without script: steps, objections, progress, the way back to a table."""

from __future__ import annotations

import re
from html import unescape

import pytest
from support.site import Site
from support.visitor import LANGUAGES, Visitor, alert, said, visitor

from claimant.teaching.course import courses

TAKEN = re.compile(r'<form[^>]*method="post"[^>]*action="(/learn/[^"]*)"')


def address(page: str) -> str:
    """Where the buttons of a step send a decision."""
    found = TAKEN.search(page)
    assert found is not None
    return unescape(found[1])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", courses())
def test_every_step_can_be_done(site: Site, game: str, language: str) -> None:
    course = courses()[game]
    with visitor(site, language) as ann:
        for step in course.steps:
            words = step.text(language)
            page = ann.get(f"/learn/{game}/{step.id}")
            for task, move in zip(words.tasks, step.moves, strict=True):
                assert task in said(page)
                answer = ann.post(address(page), event=move.expect[0])
                page = ann.get(answer.headers["location"])
            assert words.done in said(page)
            assert 'name="event"' not in page, "nothing is left to do"
        overview = ann.get(f"/learn/{game}")
        assert overview.count('<li class="done">') == len(course.steps)


def test_a_wrong_decision_is_explained(site: Site) -> None:
    with visitor(site, "de") as ann:
        page = ann.get("/learn/claim-it/closed")
        closed = ann.post(address(page), 200, event="5,1")
        assert alert(closed.text) == "5,1 geht nicht: Dort liegt schon ein Besitzstein."
        beside = ann.post(address(page), 200, event="4,5")
        words = courses()["claim-it"].steps[4].text("de")
        assert alert(beside.text) == words.wrong["squatter"]
        assert words.tasks[0] in said(beside.text), "one can try again at once"
        assert '<li class="done">' not in ann.get("/learn/claim-it")


def test_a_bust_leaves_the_pieces_where_they_were_until_the_next_step(site: Site) -> None:
    """So that one can see why nothing fits."""
    markers = re.compile(r'href="#squatter-')
    dice = re.compile(r'id="dice">.*?</div>', re.DOTALL)
    with visitor(site) as ann:
        page = ann.get("/learn/claim-it/bust")
        gone = ann.get(ann.post(address(page), event="roll").headers["location"])
        assert len(markers.findall(gone)) == len(markers.findall(page)) > 0
        shown = dice.search(gone)
        assert shown is not None
        assert "The dice show 3 4 6." in said(shown[0]), "the roll is the one that did not fit"
        assert "markers on 4 spaces" in said(gone)


def test_addresses_that_make_no_sense(site: Site) -> None:
    with visitor(site) as ann:
        for path in ("/learn/chess", "/learn/claim-it/nothing", "/learn"):
            ann.get(path, 404)
        begins = said(ann.get("/learn/claim-it/squatter"))
        for played in ("stop", "roll~roll", "~", "roll~3,5~3,5", "x" * 300):
            assert said(ann.get(f"/learn/claim-it/squatter?played={played}")) == begins
        ann.client.cookies.set("learned", "chess.x~claim-it.nothing.stop~~.")
        assert ann.get("/learn/claim-it").count('<li class="done">') == 1


def test_someone_who_joins_a_table_learns_the_game_and_comes_back(site: Site) -> None:
    with visitor(site) as ann, visitor(site) as ben:
        table = ann.make("claim-it", "me open", variant="yes")
        page = ben.get(table)
        assert "I have never played this" in said(page)
        link = re.search(r'href="(/learn/claim-it\?table=[^"]+)"', page)
        assert link is not None
        overview = ben.get(link[1])
        assert "What is special at your table" in said(overview)
        assert f'href="{table}"' in overview
        last = courses()["claim-it"].basics[-1]
        page = ben.get(f"/learn/claim-it/{last.id}{link[1][link[1].index('?') :]}")
        answer = ben.post(address(page), event="stop")
        assert f'href="{table}"' in ben.get(answer.headers["location"])


def test_the_factions_of_the_first_game_come_before_it(site: Site) -> None:
    course = courses()["claim"]
    name = course.first_game["en"]
    with visitor(site) as ann:
        page = ann.get(f"/learn/claim/{course.basics[-1].id}")
        answer = ann.post(address(page), event=course.basics[-1].moves[0].expect[0])
        page = ann.get(answer.headers["location"])
        assert page.index(name) < page.index("Play your first game")
        link = re.search(rf'href="([^"]+)">{name}<', page)
        assert link is not None
        for _ in range(5):
            path = unescape(link[1])
            assert path.endswith("?first-game=yes")
            step = course.step(path.split("/")[-1].partition("?")[0])
            assert step is not None
            page = ann.get(path)
            for move in step.moves:
                answer = ann.post(address(page), event=move.expect[0])
                page = ann.get(answer.headers["location"])
            link = re.search(r'id="onward" data-go href="([^"]+)"', page) or link
        assert "Play your first game" in page
        # Learned once, they are not offered again.
        page = ann.get(f"/learn/claim/{course.basics[-1].id}?played=play_knight-2")
        assert name not in page
        assert name in ann.get("/learn/claim"), "the overview still lists them"
        ann.get("/learn/claim-it?first-game=yes")


def test_the_first_game_is_against_one_novice(site: Site) -> None:
    with visitor(site) as ann:
        answer = ann.post("/learn/claim-it/first-game")
        table = answer.headers["location"]
        page = ann.get(table)
        assert "novice" in said(page)
        assert "Your coach" in page
        ann.post(f"{table}/coach")
        assert "Your coach" not in ann.get(table)
        # Nobody is coached at a table with other people, whatever a cookie says.
        shared = ann.make("claim-it", "me open")
        ann.client.cookies.set("coach", shared.rpartition("/")[2])
        assert "Your coach" not in ann.get(shared)


def test_progress_is_forgotten_with_the_person(site: Site) -> None:
    with visitor(site) as ann:
        ann.post("/me", name="Ann", colour="1")
        learn(ann)
        ann.post("/me/forget", sure="yes")
        assert '<li class="done">' not in ann.get("/learn/claim-it")


def learn(ann: Visitor) -> None:
    page = ann.get("/learn/claim-it/stop")
    ann.post(address(page), event="stop")
    assert '<li class="done">' in ann.get("/learn/claim-it")
