"""Sending Web Push messages. The address of a push service comes from a browser, so it is not
trusted: only HTTPS, only hosts on the public internet, no redirects, bounded time and bytes."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import socket
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp
import msgspec
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02
from pywebpush import WebPusher

from claimant.web.notifications.keys import decoded

TIMEOUT: Final = 15.0
"""Seconds for the whole exchange with a push service."""
MAX_ENDPOINT: Final = 1024
MAX_ANSWER: Final = 1024
"""Bytes of an answer that are read: its status is all we need."""
KEPT: Final = 12 * 3600
"""Seconds for which the push service keeps a message for a device that is switched off."""
VOUCHED: Final = 12 * 3600
"""Seconds for which our signature is valid; push services accept at most a day."""


class Gone(Exception):  # noqa: N818  (like `Stale`)
    """The subscription has ended, or can never be used."""


class NotSent(Exception):  # noqa: N818
    """The message could not be sent; it may be possible later."""

    def __init__(self, reason: str, wait: float = 0.0) -> None:
        super().__init__(reason)
        self.wait = wait
        """Seconds that the push service asks us to wait."""


class Subscription(msgspec.Struct, frozen=True):
    """What a browser returns when somebody subscribes."""

    endpoint: str
    p256dh: str
    auth: str

    def check(self, anywhere: bool) -> None:
        """Raises `ValueError` if it cannot be used."""
        parts = urlsplit(self.endpoint)
        schemes = ("http", "https") if anywhere else ("https",)
        if len(self.endpoint) > MAX_ENDPOINT or parts.scheme not in schemes or not parts.hostname:
            raise ValueError(self.endpoint)
        if not self.endpoint.isascii() or not self.endpoint.isprintable() or "@" in parts.netloc:
            raise ValueError(self.endpoint)
        if not anywhere and (parts.port not in (None, 443) or not _has_public_name(parts.hostname)):
            raise ValueError(self.endpoint)
        # A key that is not a point of the curve would fail at every message.
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(self.p256dh))
        if len(decoded(self.auth)) != 16:
            raise ValueError(self.auth)


def _has_public_name(host: str) -> bool:
    """Whether a host has a name, with a dot in it: push services do, machines at home do not."""
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return "." in host.strip(".") and not host.rstrip(".").endswith((".local", ".localhost"))
    return False


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public internet."""
    found = ipaddress.ip_address(address)
    if isinstance(found, ipaddress.IPv6Address):
        inside = found.ipv4_mapped or found.sixtofour
        if found.teredo is not None or (inside is not None and not is_public(str(inside))):
            return False
        if found in _TRANSLATED:
            return is_public(str(ipaddress.IPv4Address(int(found) & 0xFFFF_FFFF)))
    return found.is_global and not found.is_multicast


_TRANSLATED: Final = ipaddress.IPv6Network("64:ff9b::/96")
"""IPv4 addresses as a gateway of an IPv6 network writes them."""


class PublicResolver(AbstractResolver):
    """Finds hosts on the public internet only. The connection is made to the addresses found here,
    so that a name cannot mean another machine a moment later."""

    def __init__(self) -> None:
        self._resolver = ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        found = await self._resolver.resolve(host, port, family)
        public = [one for one in found if is_public(one["host"])]
        if not public:
            raise Gone("not on the public internet")
        return public

    async def close(self) -> None:
        await self._resolver.close()


@dataclass
class PushSender:
    """Sends to push services."""

    key: ec.EllipticCurvePrivateKey
    subject: str
    """How a push service can reach the operator: a `mailto:` or `https:` address."""
    anywhere: bool = False
    """Whether push services may be on this machine, and without HTTPS: for tests."""

    async def send(self, to: Subscription, payload: dict[str, Any], topic: str, now: float) -> None:
        """Encrypt and send a message. Raises `Gone` or `NotSent`."""
        try:
            to.check(self.anywhere)
        except ValueError as error:
            raise Gone("not a push service") from error
        keys = {"p256dh": to.p256dh, "auth": to.auth}
        pusher = WebPusher({"endpoint": to.endpoint, "keys": keys})
        body = pusher.encode(json.dumps(payload).encode())["body"]
        parts = urlsplit(to.endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": str(int(now) + VOUCHED),
            "sub": self.subject,
        }
        headers = {
            **Vapid02(self.key).sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT),
            "Topic": topic,
            "Urgency": "normal",
        }
        try:
            async with asyncio.timeout(TIMEOUT):
                status, wait = await self._post(to.endpoint, body, headers)
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
            raise NotSent(type(error).__name__) from error
        if 200 <= status < 300:
            return
        if status in (404, 410):
            raise Gone(str(status))
        raise NotSent(str(status), wait)

    async def _post(self, url: str, body: bytes, headers: dict[str, str]) -> tuple[int, float]:
        resolver = None if self.anywhere else PublicResolver()
        connector = aiohttp.TCPConnector(resolver=resolver, force_close=True, use_dns_cache=False)
        async with (
            aiohttp.ClientSession(connector=connector, trust_env=False) as session,
            session.post(url, data=body, headers=headers, allow_redirects=False) as answer,
        ):
            await answer.content.read(MAX_ANSWER)
            wait = answer.headers.get("Retry-After", "")
            return answer.status, float(wait) if wait.isascii() and wait.isdigit() else 0.0
