"""The API does what its document says: schemathesis asks a real server about real tables."""

from __future__ import annotations

from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.specs.openapi.checks import response_headers_conformance
from support.site import Player, Site, play_out

CHECKS: Any = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES = 14
"""Per operation and kind of caller."""
CALM = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def who(site: Site) -> list[Player]:
    """The callers, at waiting, running, finished and closed tables, and some without access."""
    host = site.make("claim", "me open open", name="Ann")
    ann, ben = site.pair("claim")
    dora, emil = site.pair("claim-it", public=True)
    play_out(dora, emil)
    closed = site.make()
    closed.post("/leave")
    hidden, _ = site.pair(spectators=False)
    starting = site.make("claim-it", "me bot:random", contributes=True)
    swift = site.make("claim", "me bot:random bot:random", swift=True)
    person = site.client.post("/api/people", json={"name": "Pia"}).json()["token"]
    return [
        *(host, ann, ben, dora, closed, starting, swift, hidden, site.spectator(ann)),
        site.spectator(hidden),
        Player(site, ann.table, None, person),
        Player(site, ann.table, 0, "wrong"),
        Player(site, "nowhere", None, None),
    ]


def operations(site: Site) -> list[Any]:
    schema = schemathesis.openapi.from_url(f"{site.server.url}/api/openapi.json")
    found: list[Any] = list(schema.get_all_operations())
    return [each.ok() for each in found]


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_every_answer_is_one_that_the_document_describes(
    site: Site, who: list[Player], mode: GenerationMode
) -> None:
    found = operations(site)
    assert len(found) >= 21
    if mode is GenerationMode.NEGATIVE:  # what the document does not allow: only bodies can be so
        found = [operation for operation in found if operation.body]
        assert len(found) >= 9
    with requests.Session() as session:
        for operation in found:
            _try(site, operation, who, mode, session)


def _try(
    site: Site, operation: Any, who: list[Player], mode: GenerationMode, session: requests.Session
) -> None:
    asked = (operation.method.upper(), operation.path)
    forgets = asked in (("DELETE", "/api/me"), ("POST", "/api/me/revoke"))

    @CALM
    @given(operation.as_strategy(generation_mode=mode), st.sampled_from(who), st.data())
    def ask(case: Any, asker: Player, data: st.DataObject) -> None:
        if "table" in (case.path_parameters or {}) and data.draw(st.integers(0, 4)):
            case.path_parameters["table"] = asker.table
        if operation.path.endswith("/events") and data.draw(st.booleans()):
            seen = asker.get()
            if seen.status_code == 200 and seen.json()["legal"]:
                event = data.draw(st.sampled_from([*seen.json()["legal"], "undo", "nonsense"]))
                case.body = {"version": seen.json()["version"], "event": event}
        token = None if forgets else asker.token
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if operation.path.endswith("/feed"):
            _listen(operation, case, session, headers)
            return
        answer = case.call(session=session, headers=headers)
        case.validate_response(answer, checks=CHECKS)

    ask()


def _listen(operation: Any, case: Any, session: requests.Session, headers: dict[str, str]) -> None:
    """Read the beginning of a feed, which does not end."""
    asked = case.as_transport_kwargs(headers=headers)
    asked.pop("cookies", None)
    with session.request(**asked, stream=True, timeout=60) as answer:
        assert str(answer.status_code) in operation.responses.status_codes
        if answer.status_code == 200:
            assert answer.headers["content-type"].startswith("text/event-stream")
            assert next(answer.iter_lines()).startswith(b"retry:")
        else:
            assert set(answer.json()) >= {"code", "message"}


def test_the_document_tells_how_to_show_a_token_and_to_go_on(site: Site) -> None:
    told = site.client.get("/api/openapi.json").json()
    assert told["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    assert {"token": []} in told["security"]
    feed = told["paths"]["/api/tables/{table}/feed"]["get"]
    assert "Last-Event-ID" in [given["name"] for given in feed["parameters"]]
    refused = {"$ref": "#/components/schemas/Refused"}
    for operations in told["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                if status >= "400":
                    assert answer["content"]["application/json"]["schema"] == refused
    asked = [shape for name, shape in told["components"]["schemas"].items() if name in ASKED]
    assert len(asked) == len(ASKED)
    assert not any(shape["additionalProperties"] for shape in asked)


ASKED = ("MakeTable", "Join", "Commit", "Reveal", "Happen", "Fill", "Say", "Introduce")


def test_what_cannot_be_done_says_what_can(site: Site) -> None:
    refused = site.client.put("/api/tables")
    assert refused.status_code == 405
    assert {"GET", "POST"} <= set(refused.headers["allow"].split(", "))
