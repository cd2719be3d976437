"""Nothing that is sent makes the server fail, hang or grow: forms, headers, cookies, paths, bodies.

Records have a fuzz test of their own (`tests/test_record_fuzz.py`).
"""

from __future__ import annotations

import asyncio
import logging
import tracemalloc
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from support.app_client import AppClient, AppResponse

from claimant.game import Illegal
from claimant.i18n import LANGUAGES
from claimant.luck import word
from claimant.web.api.schemas import Fill, Happen, Introduce, Join, MakeTable, Say
from claimant.web.http.body_errors import explain
from claimant.web.http.errors import malformed
from claimant.web.http.limits import MAX_KEYS, client_address
from claimant.web.pages.templating import local
from claimant.web.people.cookies import COOKIE_NAME
from claimant.web.people.names import MAX_READ, clean, disambiguate

CALM = settings(
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


class Errors(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(record.getMessage())


class Asking:
    def __init__(self, client: AppClient) -> None:
        self.client = client
        self.loop = asyncio.new_event_loop()
        self.errors = Errors()
        self.loop.run_until_complete(client.services.open())
        self.me = self.loop.run_until_complete(client.services.people.create_guest("Ann", 1))
        self.cookie = f"{COOKIE_NAME}={client.services.people.cookie_for(self.me)}".encode()
        form = {"game": "claim", "players": "2", "seat0": "me", "seat1": "open"}
        kind = b"application/x-www-form-urlencoded"
        made = self.post("/new", urlencode(form).encode(), kind, (b"cookie", self.cookie))
        assert made.status == 303
        self.table = dict(made.headers)[b"location"].decode()
        logging.getLogger("claimant").addHandler(self.errors)

    def close(self) -> None:
        logging.getLogger("claimant").removeHandler(self.errors)
        self.loop.run_until_complete(self.client.services.close())
        self.loop.close()

    def get(self, path: str, *headers: tuple[bytes, bytes], method: str = "GET") -> AppResponse:
        return self._kept(self.client.ask(method, path, *headers))

    def post(
        self, path: str, body: bytes, kind: bytes, *headers: tuple[bytes, bytes]
    ) -> AppResponse:
        more = (b"content-type", kind), (b"content-length", b"%d" % len(body))
        return self._kept(self.client.ask("POST", path, *more, *headers, body=body))

    def _kept(self, asked: Any) -> AppResponse:
        answer: AppResponse = self.loop.run_until_complete(asyncio.wait_for(asked, 60))
        errors, self.errors.found = self.errors.found, []
        assert not errors, errors
        assert answer.status < 500
        assert dict(answer.headers)[b"x-content-type-options"] == b"nosniff"
        # A header has one line, whatever was sent.
        assert not any(b"\n" in value or b"\r" in value for _, value in answer.headers)
        return answer


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    found = Asking(AppClient(tmp_path_factory.mktemp("client")))
    yield found
    found.close()


TEXT = st.text(max_size=60)
WIRE = st.binary(max_size=80).map(lambda value: value.replace(b"\r", b"").replace(b"\n", b""))
HEADERS = st.lists(
    st.tuples(
        st.sampled_from(
            (b"cookie", b"authorization", b"accept-language", b"last-event-id", b"origin",
             b"sec-fetch-site", b"content-type", b"host", b"x-request-id", b"x-forwarded-for")
        ),
        WIRE
        | st.sampled_from(
            (b"Bearer ", b"Bearer a.b", b"claimant=a.b; language=de", b"claimant=", b"; ; =",
             b"de;q=inf,nl;q=nan", b"en;q=1e999, \xff", b"-1", b"9" * 30, b"null", b"https://[")
        ),
    ),
    max_size=4,
)  # fmt: skip
PATHS = st.sampled_from(
    ("/", "/api/me", "/me", "/rules", "/rules/claim", "/join?code=x", "/api/games", "/new",
     "{t}", "{t}/feed", "{t}/record", "{t}/moment?at=1", "/api{t}", "/api{t}/feed")
)  # fmt: skip


@settings(CALM, max_examples=120)
@given(PATHS, HEADERS, st.sampled_from(("GET", "HEAD", "OPTIONS", "TRACE", "PATCH")))
@example("/", [(b"accept-language", b"de;q=nan")], "GET")
@example("/me", [(b"origin", b"https://[")], "PATCH")
def test_headers(asking: Asking, path: str, headers: list[Any], method: str) -> None:
    asking.get(path.format(t=asking.table), *headers, method=method)


@settings(CALM, max_examples=60)
@given(HEADERS, st.sampled_from(("/me", "{t}/events", "/api{t}/events", "/api/people")))
@example([(b"origin", b"https://[")], "/me")
def test_headers_with_a_body(asking: Asking, headers: list[Any], path: str) -> None:
    body = b'{"version": 0, "event": "roll"}'
    kept = [(name, value) for name, value in headers if name != b"content-type"]
    asking.post(path.format(t=asking.table), body, b"application/json", *kept)


@settings(CALM, max_examples=60)
@given(st.text(max_size=80), st.text(max_size=40))
def test_paths(asking: Asking, path: str, query: str) -> None:
    clear = path.replace("?", "").encode(errors="replace").decode()
    asking.get(f"/{clear}?{query.encode(errors='replace').decode()}")
    asking.get(f"/tables/{clear}")
    asking.get(f"/api/tables/{clear}")


FIELDS = st.sampled_from(
    ("name", "colour", "game", "players", "seat0", "seat1", "seat", "who", "factions", "scenario",
     "raccoons", "pace", "word", "version", "event", "text", "token", "back", "language", "theme",
     "sure", "check", "variant")
)  # fmt: skip
VALUES = TEXT | st.sampled_from(
    ("claim", "claim-it", "2", "-1", "99999999999", "by hand", "me", "yes")
)
FORMS = ("/me", "/me/forget", "/hello", "/play", "/new", "/settings", "{t}/events", "{t}/join",
         "{t}/seats", "{t}/talk", "{t}/back", "{t}/rematch")  # fmt: skip


@settings(CALM, max_examples=120)
@given(st.sampled_from(FORMS), st.lists(st.tuples(FIELDS, VALUES), max_size=8), st.booleans())
def test_forms(asking: Asking, path: str, fields: list[tuple[str, str]], known: bool) -> None:
    if path == "/me/forget":
        fields = [field for field in fields if field[0] != "sure"]  # Ann is still needed
    body = urlencode([(k, v.encode(errors="replace")) for k, v in fields]).encode()
    who = ((b"cookie", asking.cookie),) if known else ()
    kind = b"application/x-www-form-urlencoded"
    asking.post(path.format(t=asking.table), body, kind, *who)


@settings(CALM, max_examples=60)
@given(st.sampled_from(FORMS), st.binary(max_size=200), st.sampled_from(
    (b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=x", b"text/plain",
     b"multipart/form-data", b"application/json", b"", b"a/b; charset=\xff")))  # fmt: skip
@example(
    "/me",
    b"--x\r\nContent-Disposition: form-data; name=name\r\n\r\nAnn\r\n--x--",
    b"multipart/form-data; boundary=x",
)
@example("/me", b"%ff=%fe&&=&a", b"application/x-www-form-urlencoded")
def test_bodies_that_are_no_form(asking: Asking, path: str, body: bytes, kind: bytes) -> None:
    asking.post(path.format(t=asking.table), body, kind, (b"cookie", asking.cookie))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
API = ("/api/tables", "/api/people", "/api/me", "/api{t}/join", "/api{t}/events", "/api{t}/talk",
       "/api{t}/seats/1", "/api{t}/seats/-1")  # fmt: skip


@settings(CALM, max_examples=100)
@given(st.sampled_from(API), JSON | st.dictionaries(FIELDS, JSON, max_size=5))
def test_json(asking: Asking, path: str, value: Any) -> None:
    try:
        body = msgspec.json.encode(value)
    except (OverflowError, UnicodeEncodeError):
        return
    asking.post(path.format(t=asking.table), body, b"application/json", (b"cookie", asking.cookie))


KEYS = st.sampled_from(("game", "players", "seats", "options", "name", "word", "public", "version",
                        "event", "seat", "text", "colour", "other"))  # fmt: skip


@settings(CALM, max_examples=300)
@given(
    st.sampled_from((MakeTable, Join, Happen, Fill, Say, Introduce)),
    JSON | st.dictionaries(KEYS, TEXT | st.integers() | JSON, max_size=4),
)
@example(Happen, {"version": 1, "event": "é" * 4096})
@example(Join, {"name": None, "seat": None, "word": "x" * 200})
@example(MakeTable, {"game": "", "players": 0, "seats": [""] * 10, "options": {"": "", "a": ""}})
def test_errors_in_a_body_are_always_found(kind: type, value: Any) -> None:
    """And nothing is reported if nothing is wrong."""
    try:
        body = msgspec.json.encode(value)
    except (OverflowError, UnicodeEncodeError):
        return
    try:
        msgspec.json.decode(body, type=kind)
        right = True
    except msgspec.ValidationError:
        right = False
    found = explain(body, kind)
    assert (found == malformed().text) == right
    for language in LANGUAGES:
        assert found.say(language)


@settings(CALM, max_examples=60)
@given(st.sampled_from(API), st.binary(max_size=200))
def test_bodies_that_are_no_json(asking: Asking, path: str, body: bytes) -> None:
    kind = b"application/json"
    asking.post(path.format(t=asking.table), body, kind, (b"cookie", asking.cookie))


@given(st.text(max_size=200))
def test_a_cleaned_line_is_one_line_and_stays_as_it_is(text: str) -> None:
    line = clean(text)
    assert clean(line) == line
    assert len(clean("\u0301" * 16_000 + "\u0323" * 16_000 + text * 1000)) <= MAX_READ
    assert len(line) <= 3 * len(text)
    assert line.isprintable()


@given(st.text(max_size=50))
def test_a_word_for_the_luck_is_stored_in_a_verifiable_form(text: str) -> None:
    try:
        kept = clean(word(text))
    except Illegal:
        return
    assert word(kept) == kept


@given(st.lists(st.text(max_size=8), max_size=6))
def test_names_at_a_table_always_differ(names: list[str]) -> None:
    apart = disambiguate(names)
    assert all(shown.startswith(name) for shown, name in zip(map(str, apart), names, strict=True))
    assert len(set(map(str, apart))) == len(names)


@given(st.text(max_size=100))
def test_a_way_back_stays_here(path: str) -> None:
    way = local(path)
    assert way.startswith("/")
    assert not way.startswith(("//", "/\\"))
    assert "\n" not in way


@given(st.text(max_size=60))
def test_an_address_is_whatever_came(host: str) -> None:
    assert isinstance(client_address(host), str)


def test_clients_that_come_once_leave_nothing_behind(
    asking: Asking, caplog: pytest.LogCaptureFixture
) -> None:
    """A new cookie, token and address each time: the server remembers a bounded number of them."""
    # pytest keeps what is logged, where another test has asked for so much of it.
    caplog.set_level(logging.WARNING, "claimant.access")

    def come(n: int) -> None:
        cookie = (b"cookie", b"claimant=%d.%d" % (n, n))
        asking.get("/api/games", cookie, (b"authorization", b"Bearer %d" % n))

    for n in range(300):
        come(n)
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for n in range(300, 1300):
        come(n)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 1000 * 1000
    assert MAX_KEYS < 100_000
