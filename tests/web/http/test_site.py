"""What applies to every response, and the document of the API."""

from __future__ import annotations

from pathlib import Path

from support.site import Site

from claimant.bots import NAMES


def test_every_answer_has_the_headers_that_guard_it(site: Site) -> None:
    for path in ("/api/games", "/api/nowhere", "/nowhere", "/api/tables/x", "/api/openapi.json"):
        headers = site.client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"


def test_the_games_bots_and_paces_on_offer(site: Site) -> None:
    offered = site.client.get("/api/games").json()
    assert {game["game"]: game["players"] for game in offered["games"]} == {
        "claim-it": [2, 3, 4, 5],
        "claim": [2, 3, 4],
    }
    assert offered["bots"] == list(NAMES)
    assert list(offered["paces"]) == ["none", "1m", "5m", "1d", "3d"]


def test_a_missing_page_is_reported_as_json(site: Site) -> None:
    for method, path, status, code in (
        ("GET", "/api/nowhere", 404, "not-found"),
        ("PUT", "/api/tables", 405, "method"),
        ("GET", "/api/tables/x/nowhere", 404, "not-found"),
    ):
        refused = site.client.request(method, path)
        assert (refused.status_code, refused.json()["code"]) == (status, code)


def test_the_document_has_every_route_with_its_refusals(site: Site) -> None:
    document = site.client.get("/api/openapi.json").json()
    paths = document["paths"]
    assert set(paths) >= {
        "/api/tables",
        "/api/tables/{table}",
        "/api/tables/{table}/join",
        "/api/tables/{table}/events",
        "/api/tables/{table}/feed",
        "/api/tables/{table}/record",
    }
    assert all(path.startswith("/api/") for path in paths)
    answers = paths["/api/tables/{table}/events"]["post"]["responses"]
    statuses = "200 400 403 404 408 409 413 422 429 503"
    assert " ".join(sorted(answers)) == statuses


def test_the_languages_of_a_browser_are_tried_in_its_order(site: Site) -> None:
    said = {
        wanted: site.client.get("/api/tables/nowhere", headers={"Accept-Language": wanted}).json()[
            "message"
        ]
        for wanted in ("en", "de-AT,de;q=0.9", "nl", "fr", "xx;q=z, nl;q=0.5, de;q=0.8")
    }
    assert said["en"] == said["fr"] == "there is no such table"
    assert said["xx;q=z, nl;q=0.5, de;q=0.8"] == said["de-AT,de;q=0.9"]


def test_the_documentation_names_every_route(site: Site) -> None:
    text = (Path(__file__).parents[3] / "docs" / "api.md").read_text()
    for path in site.client.get("/api/openapi.json").json()["paths"]:
        assert path.replace("{table}", "{id}").replace("{seat}", "{n}") in text
