"""Every text is bounded before anything looks at it: the longest value of every field costs little.

What is counted is work, not time: function calls, and what normalizing costs, which grows with the
square of the number of accents.
"""

from __future__ import annotations

import asyncio
import sys
import tracemalloc
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Final
from urllib.parse import quote, urlencode

import msgspec
import pytest
from support.app_client import AppClient, AppResponse

from claimant.game import Illegal
from claimant.luck import MAX_WORD_LENGTH, word
from claimant.web.http.body import MAX_BODY_BYTES
from claimant.web.http.connection import MAX_HEADER_BYTES
from claimant.web.people.cookies import COOKIE_NAME

MAX_WORK: Final = 100_000
"""Steps of one request. A page takes about a tenth of that."""
ACCENT: Final = "\u0301"
FILLERS: Final = {"letters": "x", "accents": ACCENT, "mixed accents": "\u0323\u0301"}

FORM: Final = b"application/x-www-form-urlencoded"
FORM_FIELDS: Final = (
    *("/me name", "/me colour", "/play game", "/settings back", "/settings language"),
    *("/settings theme", "/hello token", "/new game", "/new players", "/new seat0", "/new pace"),
    *("/new word", "/new name", "/new factions", "/new scenario", "/new raccoons"),
    *("{t}/events event", "{t}/events version", "{t}/join name", "{t}/join word"),
    *("{t}/talk text", "{t}/seats who", "{t}/seats seat", "/me/forget sure"),
)
DEFAULTS: Final = {
    "/new": {"game": "claim", "players": "2", "seat0": "me", "seat1": "open"},
    "/me": {"name": "Ann", "colour": "1"},
    "{t}/events": {"version": "0", "event": "roll"},
}
TABLE: Final[dict[str, Any]] = {"game": "claim", "players": 2, "seats": ["me", "open"]}
JSON_BODIES: Final[dict[str, tuple[str, Callable[[str], Any]]]] = {
    "person": ("/api/people", lambda text: {"name": text}),
    "rename": ("/api/me", lambda text: {"name": text}),
    "game": ("/api/tables", lambda text: TABLE | {"game": text}),
    "seats": ("/api/tables", lambda text: TABLE | {"seats": [text, text]}),
    "factions": ("/api/tables", lambda text: TABLE | {"options": {"factions": text}}),
    "words": ("/api/tables", lambda text: TABLE | {"options": {"factions": " ".join(text)}}),
    "scenario": ("/api/tables", lambda text: TABLE | {"options": {"scenario": text}}),
    "option": ("/api/tables", lambda text: TABLE | {"options": {text: text}}),
    "creator": ("/api/tables", lambda text: TABLE | {"name": text}),
    "word": ("/api/tables", lambda text: TABLE | {"word": text}),
    "pace": ("/api/tables", lambda text: TABLE | {"pace": text}),
    "join": ("/api{t}/join", lambda text: {"name": text, "word": text}),
    "event": ("/api{t}/events", lambda text: {"version": 0, "event": text}),
    "talk": ("/api{t}/talk", lambda text: {"text": text}),
    "seat": ("/api{t}/seats/1", lambda text: {"seat": text}),
    "unknown": ("/api/people", lambda text: {text: text}),
    "many": ("/api/people", lambda text: {text[n:]: n for n in range(min(900, len(text)))}),
}
PATHS: Final = (
    *(
        "/tables/{x}",
        "/api/tables/{x}",
        "/tables/{x}/feed",
        "/join/{x}",
        "/hello/{x}",
        "/rules/{x}",
        "/study/{x}",
        "/learn/{x}",
        "/puzzles/{x}",
        "/api/puzzles/{x}",
        "/learn/claim-it/{x}",
    ),
    *("/static/{x}", "/static/claim/{x}", "/factions/{x}", "/{x}", "/api/tables/{x}/record"),
)
QUERIES: Final = (
    *("/join?code={x}", "/new?game={x}", "/new?players={x}", "/tables/{t}?at={x}"),
    *("/puzzles/next?game={x}", "/api/puzzles/next?game={x}"),
    *("/learn/claim-it?table={x}", "/learn/claim-it/squatter?played={x}"),
    *("{t}?at=1&eyes={x}", "{t}/feed?since={x}", "{t}/feed?talk={x}", "{t}/moment?at={x}"),
    *("/new/deck?factions={x}", "/new/deck?players={x}", "/?{x}", "/me?{x}"),
)
HEADERS: Final = (
    *(b"cookie", b"authorization", b"accept-language", b"last-event-id", b"origin", b"host"),
    *(b"content-type", b"x-request-id", b"sec-fetch-site", b"x-forwarded-for", b"accept"),
)


class Work:
    """Counts the steps of this thread."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.steps = 0
        self.longest = 0
        """Characters that were normalized at once."""
        normalize = unicodedata.normalize

        def counted(form: Any, text: str) -> str:
            accents = sum(map(bool, map(unicodedata.combining, text)))
            self.steps += len(text) + accents * accents // 16
            self.longest = max(self.longest, len(text))
            return normalize(form, text)

        monkeypatch.setattr(unicodedata, "normalize", counted)

    def _step(self, *_: object) -> None:
        self.steps += 1

    def of(self, ask: Callable[[], Any]) -> int:
        self.steps = 0
        sys.setprofile(self._step)
        try:
            ask()
        finally:
            sys.setprofile(None)
        return self.steps


class Asker:
    def __init__(self, client: AppClient) -> None:
        self.client = client
        self.loop = asyncio.new_event_loop()
        self.loop.run_until_complete(client.services.open())
        me = self.loop.run_until_complete(client.services.people.create_guest("Ann", 1))
        self.cookie = f"{COOKIE_NAME}={client.services.people.cookie_for(me)}".encode()
        made = self.post("/new", DEFAULTS["/new"])
        self.table = dict(made.headers)[b"location"].decode()

    def close(self) -> None:
        self.loop.run_until_complete(self.client.services.close())
        self.loop.close()

    def post(self, path: str, form: dict[str, str]) -> AppResponse:
        return self.send(path, urlencode(form).encode()[:MAX_BODY_BYTES], FORM)

    def json(self, path: str, value: Any) -> AppResponse:
        return self.send(path, msgspec.json.encode(value)[:MAX_BODY_BYTES], b"application/json")

    def send(self, path: str, body: bytes, kind: bytes) -> AppResponse:
        headers = (
            (b"content-type", kind),
            (b"content-length", b"%d" % len(body)),
            (b"cookie", self.cookie),
        )
        path = path.format(t=getattr(self, "table", ""))
        return self._run(self.client.ask("POST", path, *headers, body=body))

    def get(self, path: str, *headers: tuple[bytes, bytes]) -> AppResponse:
        return self._run(self.client.ask("GET", path, *headers))

    def _run(self, asked: Any) -> AppResponse:
        answer: AppResponse = self.loop.run_until_complete(asked)
        assert answer.status < 500
        return answer


@pytest.fixture(scope="module")
def asker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    found = Asker(AppClient(tmp_path_factory.mktemp("asker")))
    yield found
    found.close()


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    return Work(monkeypatch)


def texts(most_bytes: int) -> Iterator[str]:
    """The longest value, one that is longer than any, and some between."""
    for filler in FILLERS.values():
        for size in (2048, most_bytes):
            yield filler * (min(size, most_bytes) // len(filler.encode()))


def bounded(work: Work, values: Iterable[str], ask: Callable[[str], AppResponse]) -> None:
    found = []
    for text in values:
        ask(text)  # templates are compiled, and caches filled
        found.append(work.of(partial(ask, text)))
    assert max(found) < MAX_WORK, found
    assert work.longest <= 2 * 1000


@pytest.mark.parametrize("field", FORM_FIELDS)
def test_a_form_field_costs_little_however_long(asker: Asker, work: Work, field: str) -> None:
    path, name = field.split()
    fixed = DEFAULTS.get(path, {})
    # A form sends an accent as six characters.
    bounded(work, texts(MAX_BODY_BYTES // 3), lambda text: asker.post(path, fixed | {name: text}))


@pytest.mark.parametrize("body", [b"a&", b"a=b&", b"=&", b"&", b"%", b"a=%cc%81&"])
def test_many_fields_cost_little(asker: Asker, work: Work, body: bytes) -> None:
    def ask(text: str) -> AppResponse:
        return asker.send("/new", (body * len(text))[:MAX_BODY_BYTES], FORM)

    bounded(work, ["x" * size for size in (90, 5000, MAX_BODY_BYTES)], ask)


@pytest.mark.parametrize("name", JSON_BODIES)
def test_a_json_field_costs_little_however_long(asker: Asker, work: Work, name: str) -> None:
    path, value = JSON_BODIES[name]
    bounded(work, texts(MAX_BODY_BYTES // 2), lambda text: asker.json(path, value(text)))


@pytest.mark.parametrize("path", PATHS)
def test_a_path_costs_little_however_long(asker: Asker, work: Work, path: str) -> None:
    bounded(work, texts(MAX_HEADER_BYTES // 3), lambda text: asker.get(path.format(x=text)))


@pytest.mark.parametrize("path", QUERIES)
def test_a_query_costs_little_however_long(asker: Asker, work: Work, path: str) -> None:
    def ask(text: str) -> AppResponse:
        return asker.get(path.format(x=quote(text), t=asker.table))

    bounded(work, texts(MAX_HEADER_BYTES // 3), ask)


@pytest.mark.parametrize("path", ["/", "{t}", "/api/games"])
@pytest.mark.parametrize("again", [b"x", b";", b",", b"=", b"a=b;", b"en;q=0.1,", b'\\"', b"; "])
@pytest.mark.parametrize("name", HEADERS)
def test_a_header_costs_little_however_long(
    asker: Asker, work: Work, name: bytes, again: bytes, path: str
) -> None:
    def ask(text: str) -> AppResponse:
        value = (again * len(text))[: MAX_HEADER_BYTES - 100]
        return asker.get(path.format(t=asker.table), (name, value))

    bounded(work, ["x" * MAX_HEADER_BYTES], ask)


def test_a_luck_word_made_of_accents_costs_little(work: Work) -> None:
    """However long: this one took a tenth of a second, and fifteen per second all of the server."""

    def ask(text: str) -> None:
        with pytest.raises(Illegal):
            word(text)

    assert work.of(lambda: ask("a" + ACCENT * (MAX_BODY_BYTES // 2))) < MAX_WORK
    assert word("e" + ACCENT) == "é"
    assert len(word(("e" + ACCENT) * MAX_WORD_LENGTH)) == MAX_WORD_LENGTH


def test_forms_leave_nothing_in_memory(asker: Asker) -> None:
    """The framework's own function would keep the last thousand, with the tokens in them."""

    def send(n: int) -> None:
        fields = {f"field {i}": f"{n} " + "x" * 2000 for i in range(7)}
        assert asker.post("/settings", fields).status == 303

    for n in range(20):
        send(n)
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for n in range(20, 320):
        send(n)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 2_000_000
