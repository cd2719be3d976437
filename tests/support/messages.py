"""Real receivers of messages: a push service that decrypts what it gets, and a mail server."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from claimant.web.notifications.keys import encoded

PATIENCE = 60.0


_ARRIVED = threading.Condition()


def arrived(found: Callable[[], Any], what: str = "the message") -> Any:
    """Wait until enough messages have arrived, and return what is found then."""
    with _ARRIVED:
        result = _ARRIVED.wait_for(found, PATIENCE)
    assert result, f"{what} did not come"
    return result


def _arrive(note: Callable[[], object]) -> None:
    with _ARRIVED:
        note()
        _ARRIVED.notify_all()


def until(found: Callable[[], Any], what: str = "it") -> Any:
    """Ask a browser or a database until something is there, and return it."""
    end = time.monotonic() + PATIENCE
    while not (result := found()):
        assert time.monotonic() < end, f"{what} did not happen"
    return result


class PushService:
    """A push service on this machine, and the browser that has subscribed to it."""

    def __init__(self) -> None:
        self.received: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.status = 201
        self.hang: threading.Event | None = None
        """If set: answers wait for it."""
        self.asked = 0
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"sixteen bytes ok"
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                _arrive(service.count)
                if service.hang is not None:
                    service.hang.wait()
                if service.status == 201:
                    service.headers.append({k.lower(): v for k, v in self.headers.items()})
                    message = service._decrypted(body)
                    _arrive(lambda: service.received.append(message))
                self.send_response(service.status)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    def count(self) -> None:
        self.asked += 1

    def _decrypted(self, body: bytes) -> dict[str, Any]:
        text = http_ece.decrypt(
            body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"
        )
        result: dict[str, Any] = json.loads(text)
        return result

    def subscription(self, device: str = "phone") -> dict[str, str]:
        """What a browser's `PushManager` returns."""
        public = self._key.public_key()
        point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": f"http://127.0.0.1:{self.server.server_port}/{device}",
            "p256dh": encoded(point),
            "auth": encoded(self._auth),
        }


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()
    thread = threading.Thread(target=service.server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield service
    finally:
        if service.hang is not None:
            service.hang.set()
        service.server.shutdown()
        thread.join()
        service.server.server_close()


class Mailbox:
    """Every message that a mail server has accepted."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.refuse: str | None = None
        """What the server says instead of accepting a recipient."""
        self.port = 0

    async def handle_RCPT(  # noqa: N802  (named by the library)
        self, server: Any, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        if self.refuse is not None:
            return self.refuse
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        letter = BytesParser(policy=default).parsebytes(envelope.content)
        assert isinstance(letter, EmailMessage)
        assert envelope.rcpt_tos == [letter["To"]]
        _arrive(lambda: self.letters.append(letter))
        return "250 OK"

    @property
    def smtp(self) -> str:
        return f"smtp://127.0.0.1:{self.port}?from=games@claimant.example&tls=no"


@contextmanager
def mail_server() -> Iterator[Mailbox]:
    mailbox = Mailbox()
    with socket.create_server(("127.0.0.1", 0)) as free:
        mailbox.port = free.getsockname()[1]
    controller = Controller(mailbox, hostname="127.0.0.1", port=mailbox.port)
    controller.start()
    try:
        yield mailbox
    finally:
        controller.stop()
