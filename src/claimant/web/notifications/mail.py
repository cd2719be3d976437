"""Sending e-mail through the operator's SMTP server."""

from __future__ import annotations

import re
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Final
from urllib.parse import parse_qs, unquote, urlsplit

import aiosmtplib

from claimant.i18n import Text
from claimant.web.notifications.push import NotSent

TIMEOUT: Final = 20.0
"""Seconds for each step of a conversation with the server."""
MAX_ADDRESS: Final = 254
_ADDRESS: Final = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@"
    r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]"
)


class BadAddress(Exception):  # noqa: N818  (like `Stale`)
    """The server will never deliver to this address."""


def is_address(text: str) -> bool:
    """Whether it is an e-mail address as people have them: no spaces, no quotes, no comments."""
    local = text.partition("@")[0]
    dots = local.startswith(".") or local.endswith(".") or ".." in local
    return len(text) <= MAX_ADDRESS and not dots and _ADDRESS.fullmatch(text) is not None


@dataclass(frozen=True)
class MailServer:
    """`smtps://user:password@host:465?from=games@example.org`, or `smtp://…:587` with STARTTLS,
    which `&tls=no` turns off for a server on the same machine."""

    host: str
    port: int
    sender: str
    user: str | None = None
    password: str | None = None
    tls: bool = False
    """Whether the connection is encrypted from the start."""
    starttls: bool = True

    @classmethod
    def parse(cls, address: str) -> MailServer:
        """Raises `ValueError` if it is not the address of a mail server, with our sender's."""
        parts = urlsplit(address)
        query = parse_qs(parts.query, max_num_fields=5, strict_parsing=True)
        sender, tls = query.pop("from", [""])[-1], query.pop("tls", ["yes"])[-1]
        usual = {"smtp": 587, "smtps": 465}
        wrong = query or tls not in ("yes", "no") or parts.path.strip("/") or parts.fragment
        if parts.scheme not in usual or not parts.hostname or not is_address(sender) or wrong:
            raise ValueError(address)
        return cls(
            parts.hostname,
            parts.port or usual[parts.scheme],
            sender,
            unquote(parts.username) if parts.username else None,
            unquote(parts.password) if parts.password else None,
            tls=parts.scheme == "smtps",
            starttls=parts.scheme == "smtp" and tls == "yes",
        )


@dataclass(frozen=True)
class Letter:
    to: str
    subject: str
    text: str
    id: str
    """The same for every attempt, so that a mail program shows a repeated message once."""
    language: str
    stop: str
    """The address at which the reader, or their mail program, ends these messages."""


def composed(letter: Letter, server: MailServer, at: float) -> EmailMessage:
    host = server.sender.partition("@")[2]
    message = EmailMessage()
    message["From"] = Address("claimant", addr_spec=server.sender)
    message["To"] = Address(addr_spec=letter.to)
    message["Subject"] = letter.subject
    message["Date"] = format_datetime(datetime.fromtimestamp(at, UTC))
    message["Message-ID"] = f"<{letter.id}@{host}>"
    message["List-Unsubscribe"] = f"<{letter.stop}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"  # RFC 8058
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    message["Content-Language"] = letter.language
    message.set_content(letter.text)
    return message


async def send(server: MailServer, letter: Letter, at: float) -> None:
    """Raises `BadAddress` or `NotSent`."""
    try:
        await aiosmtplib.send(
            composed(letter, server, at),
            sender=server.sender,
            recipients=[letter.to],
            hostname=server.host,
            port=server.port,
            username=server.user,
            password=server.password,
            use_tls=server.tls,
            start_tls=server.starttls,
            timeout=TIMEOUT,
            tls_context=ssl.create_default_context() if server.tls or server.starttls else None,
        )
    except aiosmtplib.SMTPRecipientsRefused as error:
        if all(500 <= refused.code < 600 for refused in error.recipients):
            raise BadAddress from error
        raise NotSent(_reason(error)) from error
    except (aiosmtplib.SMTPException, OSError, ValueError, TimeoutError) as error:
        raise NotSent(_reason(error)) from error


def _reason(error: Exception) -> str:
    """For the log: the kind of error and the server's code, never its words, which may contain the
    address."""
    code = getattr(error, "code", None)
    return type(error).__name__ if code is None else f"{type(error).__name__} {code}"


def wrong_address() -> Text:
    return Text("this does not look like an e-mail address")
